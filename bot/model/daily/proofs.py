"""The filter on a day's candidates: the first that the solver proves winnable by its method is played.

The solver looks at a budget of positions, not at the clock, so anyone who tries a candidate again comes to the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from bot.model.daily.deals import Daily, Method
from engine import Game, PatienceError, Status

DAYS_AHEAD = 7
"""How many days after today are proven already, if there was time."""

SOLVER = 1
"""The solver's number. Whatever changes what it proves within a budget gives it the next one: else nobody could check
what was passed over before."""

METHODS = {
    variant: Method(SOLVER, budget)
    for variant, budget in (
        ("tens", 2_000_000),  # more than any deal of it takes
        ("diplomat", 2_000_000),
        ("grounds-for-divorce", 2_000_000),
        ("dimes", 2_000_000),
        ("cast-out-nines", 1_000_000),
    )
}
"""How the deals of each game are proven. A day's games are proven in this order, the quickest first: few of Cast Out
Nines' deals can be won, and hundreds may have to be tried."""


@dataclass(frozen=True)
class Proof:
    """How far a day's candidates are told apart, of one game.

    All before `candidate` are passed over: the method did not prove them. `moves`, written with spaces between them,
    win the candidate itself; None while it is still to be tried. The `commitment` says whose candidates they are: under
    another secret the day has others.
    """

    day: date
    variant: str
    commitment: str
    method: Method
    candidate: int = 1
    moves: str | None = None


def next_to_try(daily: Daily, proof: Proof | None) -> Proof | None:
    """From where a daily's candidates are tried on, given how far they have been; None where one is proven.

    What another solver passed over, or with another budget, is tried again: nobody could check it by one method.
    """
    fresh = Proof(daily.day, daily.variant, daily.commitment, METHODS[daily.variant])
    if proof is None or proof.commitment != daily.commitment:
        return fresh
    if proof.moves is not None:
        return None
    return proof if proof.method == fresh.method else fresh


def as_proven(daily: Daily, proof: Proof | None) -> Daily:
    """The daily with the candidate that is proven to be winnable; as it is where none is."""
    if proof is None or proof.moves is None or proof.commitment != daily.commitment:
        return daily
    return replace(daily, candidate=proof.candidate, proven_by=proof.method)


def wins(variant: str, deal: int, moves: str) -> bool:
    """Whether these moves win a deal."""
    try:
        game = Game.new(variant, deal)
        game.play(*moves.split())
    except PatienceError:
        return False
    return game.status is Status.WON
