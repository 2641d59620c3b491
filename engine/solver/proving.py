"""Proving many deals, one line of a file each: what is in the file is not proved again, so a run can be stopped.

A line holds the deal, the budget, the verdict, how many positions were looked at, the milliseconds of CPU time, the
moves of the proof if the deal can be won (`-` if not), and the word `end`, so that a line cut off by a crash is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from time import process_time

from engine.game import Game, Status
from engine.solver import Verdict, solve

_END = "end"


class InvalidProofError(ValueError):
    """A text is no proof as it was written; the message shows it."""


_NUMBER = "(0|[1-9][0-9]{0,19})"
_LINE = re.compile(rf"{_NUMBER} {_NUMBER} ({'|'.join(Verdict)}) {_NUMBER} {_NUMBER} (-|[^\s&]+(?:&[^\s&]+)*) {_END}")


@dataclass(frozen=True)
class Proof:
    """What proving one deal came to; `milliseconds` are of CPU time. `moves` are the texts of the winning moves."""

    deal: int
    budget: int
    verdict: Verdict
    positions_searched: int
    milliseconds: int
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        moves = "&".join(self.moves) or "-"
        return f"{self.deal} {self.budget} {self.verdict} {self.positions_searched} {self.milliseconds} {moves} {_END}"

    @classmethod
    def parse(cls, line: str) -> Proof:
        """Read what `str` wrote; raises InvalidProofError for anything else."""
        match = _LINE.fullmatch(line)
        if match is None:
            raise InvalidProofError(f"{line[:80]!r} is no proof.")
        deal, budget, verdict, positions_searched, milliseconds, moves = match.groups()
        told = () if moves == "-" else tuple(moves.split("&"))
        return cls(int(deal), int(budget), Verdict(verdict), int(positions_searched), int(milliseconds), told)


def prove(variant: str, options: Mapping[str, str], budget: int, deal: int) -> Proof:
    """Prove one deal, and check the proof by playing it."""
    began = process_time()
    game = Game.new(variant, deal, options)
    solution = solve(game.position, budget)
    moves = tuple(map(str, solution.moves)) if solution.verdict is Verdict.WON else ()
    if moves and not wins(game, moves):
        raise AssertionError(f"the proof of {variant} deal {deal} does not win")
    milliseconds = round((process_time() - began) * 1000)
    return Proof(deal, budget, solution.verdict, solution.positions_searched, milliseconds, moves)


def wins(game: Game, moves: Iterable[str]) -> bool:
    """Whether these moves win a game that was just dealt; raises PatienceError where one is not legal."""
    game.play(*moves)
    return game.status is Status.WON


def prove_all(
    variant: str, options: Mapping[str, str], deals: Iterable[int], budget: int, processes: int, file: Path
) -> Iterator[Proof]:
    """Prove deals one by one; yield each proof once it is in the file.

    Deals that the file has are left out, but for those that a larger budget may now tell.
    """
    known = {
        proof.deal for proof in read_proofs(file) if proof.verdict is not Verdict.UNKNOWN or proof.budget >= budget
    }
    left = [deal for deal in deals if deal not in known]
    one = partial(prove, variant, dict(options), budget)
    with file.open("a", encoding="ascii") as out:
        # A line that a crash cut off ends here.
        if file.stat().st_size:
            out.write("\n")
        for proof in _each(one, left, processes):
            out.write(f"{proof}\n")
            out.flush()
            yield proof


def read_proofs(file: Path) -> list[Proof]:
    """The proofs that a file holds, each deal once: the last line that was not cut off. Raises InvalidProofError."""
    proofs: dict[int, Proof] = {}
    if file.exists():
        for line in file.read_text(encoding="ascii", errors="backslashreplace").split("\n"):
            if line.endswith(f" {_END}"):
                proof = Proof.parse(line)
                proofs[proof.deal] = proof
    return list(proofs.values())


@dataclass(frozen=True)
class Share:
    """How many of so many, and between which shares of all deals the truth lies with 95 % certainty."""

    hits: int
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
        z = 1.959964
        share, scale = self.hits / self.deals, 1 + z * z / self.deals
        middle = (share + z * z / (2 * self.deals)) / scale
        spread = z * sqrt(share * (1 - share) / self.deals + z * z / (4 * self.deals**2)) / scale
        return max(0.0, middle - spread), min(1.0, middle + spread)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.hits / self.deals:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def _each(one: Callable[[int], Proof], deals: list[int], processes: int) -> Iterator[Proof]:
    if processes == 1:
        yield from map(one, deals)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one, deals, chunksize=4)
