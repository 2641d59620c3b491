"""Proofs of many deals, one per line of a file, so that an interrupted run can continue.

A line contains the deal, the budget, the verdict, the positions searched, the milliseconds of CPU time, the winning
moves (or `-`) and the word `end`, which is missing from a line that a crash cut off.
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
    """The text is not a line of a proof file; the message shows it."""


_NUMBER = "(0|[1-9][0-9]{0,19})"
_LINE = re.compile(rf"{_NUMBER} {_NUMBER} ({'|'.join(Verdict)}) {_NUMBER} {_NUMBER} (-|[^\s&]+(?:&[^\s&]+)*) {_END}")


@dataclass(frozen=True)
class Proof:
    """The result for one deal, with the CPU time it took and the texts of the winning moves, if any."""

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
        """Parse the output of `str`. Raises InvalidProofError for any other text."""
        match = _LINE.fullmatch(line)
        if match is None:
            raise InvalidProofError(f"{line[:80]!r} is not a proof.")
        deal, budget, verdict, positions_searched, milliseconds, moves = match.groups()
        texts = () if moves == "-" else tuple(moves.split("&"))
        return cls(int(deal), int(budget), Verdict(verdict), int(positions_searched), int(milliseconds), texts)


def prove(variant: str, options: Mapping[str, str], budget: int, deal: int) -> Proof:
    """Solve a deal, and check a winning line by playing it."""
    start = process_time()
    game = Game.new(variant, deal, options)
    solution = solve(game.position, budget)
    moves = tuple(map(str, solution.moves)) if solution.verdict is Verdict.WON else ()
    if moves and not wins(game, moves):
        raise AssertionError(f"the proof of {variant} deal {deal} does not win")
    milliseconds = round((process_time() - start) * 1000)
    return Proof(deal, budget, solution.verdict, solution.positions_searched, milliseconds, moves)


def wins(game: Game, moves: Iterable[str]) -> bool:
    """Return whether these moves win. Raises PatienceError if one is illegal."""
    game.play(*moves)
    return game.status is Status.WON


def prove_all(
    variant: str, options: Mapping[str, str], deals: Iterable[int], budget: int, processes: int, file: Path
) -> Iterator[Proof]:
    """Prove deals one by one; yield each proof once it is written to the file.

    Deals already in the file are skipped, unless they are undecided and the budget has grown.
    """
    known = {
        proof.deal for proof in read_proofs(file) if proof.verdict is not Verdict.UNKNOWN or proof.budget >= budget
    }
    remaining = [deal for deal in deals if deal not in known]
    prove_one = partial(prove, variant, dict(options), budget)
    with file.open("a", encoding="ascii") as out:
        # End a line cut off by a crash.
        if file.stat().st_size:
            out.write("\n")
        for proof in _map(prove_one, remaining, processes):
            out.write(f"{proof}\n")
            out.flush()
            yield proof


def read_proofs(file: Path) -> list[Proof]:
    """Read the last complete proof of each deal from a file. Raises InvalidProofError."""
    proofs: dict[int, Proof] = {}
    if file.exists():
        for line in file.read_text(encoding="ascii", errors="backslashreplace").split("\n"):
            if line.endswith(f" {_END}"):
                proof = Proof.parse(line)
                proofs[proof.deal] = proof
    return list(proofs.values())


@dataclass(frozen=True)
class Share:
    """The share of deals with some property, with its 95 % confidence interval for all deals."""

    hits: int
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
        z = 1.959964
        share = self.hits / self.deals
        scale = 1 + z * z / self.deals
        middle = (share + z * z / (2 * self.deals)) / scale
        spread = z * sqrt(share * (1 - share) / self.deals + z * z / (4 * self.deals**2)) / scale
        return max(0.0, middle - spread), min(1.0, middle + spread)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.hits / self.deals:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def _map(prove_one: Callable[[int], Proof], deals: list[int], processes: int) -> Iterator[Proof]:
    if processes == 1:
        yield from map(prove_one, deals)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(prove_one, deals, chunksize=4)
