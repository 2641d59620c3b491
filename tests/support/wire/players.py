"""Players who notice a move that was lost or counted twice after its answer."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.wire.discord_server import until
from tests.support.wire.interactions import Interaction, RefusedError, UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person

REPEATED_AT_ONCE = "repeated at once"
REPEATED_LATER = "repeated later"
DELIVERED_LATE = "delivered late"
"""The possible fates of an interaction."""

_MOST_MOVES = 80

UNCHANGED = ("nothing changed", "restarting", "Slow down", "very busy")
"""Answers that mean that the move did not count."""


@dataclass(frozen=True)
class Seen:
    """The game's version and number of moves on a board."""

    version: int
    moves: int

    def after(self, done: str) -> Seen:
        """What the board shows after this action."""
        return Seen(self.version + 1, self.moves + {"draw": 1, "undo": -1}[done])


class Player:
    """Draws and undoes, by commands and presses, in one place or several.

    The player knows from the answers in which states the game may be.
    """

    def __init__(self, places: Sequence[Person], dice: random.Random) -> None:
        self.answered = 0
        self.unanswered = 0
        self.wrong: list[str] = []
        """Descriptions of moves that were lost or counted twice."""
        self.orders: list[str] = []
        """How to deliver the next interactions, the last one first."""
        self.told = Counter[str]()
        """The beginnings of private answers."""
        self._places = places
        self._dice = dice
        self._possible: set[Seen] = set()
        self._is_in_doubt = False
        """Whether the last interaction was left unanswered."""
        self._board: tuple[Person, Message] | None = None
        """The latest board, and where it is."""
        self._earlier: Interaction | None = None
        self._history: deque[str] = deque(maxlen=8)
        """The latest events, for the report of a lost or repeated move."""

    async def start(self) -> None:
        while not self._possible:
            with contextlib.suppress(UnansweredError):
                place = self._places[0]
                self._see(place, (await place.say("start", game="dimes", deal="8")).shown, None)

    async def play(self) -> None:
        while True:
            await self.act()

    async def act(self) -> None:
        """Make a move, or look at the board if the last move was not answered."""
        if self._is_in_doubt:
            await self.show()
            return
        before = self._possible
        done = "undo" if min(each.moves for each in before) > self._dice.randint(0, _MOST_MOVES) else "draw"
        order = self.orders.pop() if self.orders else ""
        age = self._dice.uniform(1.5, 2.9) if order == DELIVERED_LATE else 0.0
        place, interaction = self._make(done, age)
        after = {each.after(done) for each in before}
        if order == REPEATED_LATER and self._earlier is not None:
            await place.deliver(self._earlier)
        elif order in (REPEATED_AT_ONCE, REPEATED_LATER):
            await place.deliver(interaction)
        self._earlier = interaction
        self._possible = before | after
        self._note(f"{done} {interaction.id} {order}".rstrip())
        try:
            shown = (await place.send(interaction)).shown
        except UnansweredError:
            self.unanswered += 1
            self._is_in_doubt = True
            self._note(f"no answer to {interaction.id}, refused: {interaction.refused}")
            return
        if not shown.is_private:
            # A press on a board that an unanswered move has outdated only shows a newer one.
            oldest = min(each.version for each in before)
            self._see(place, shown, after | {each for each in before if each.version > oldest})
            return
        self.told[shown.content[:60]] += 1
        self._note(shown.content)
        if any(text in shown.content for text in UNCHANGED):
            self._possible = before
        else:
            self._is_in_doubt = True

    async def show(self, place: Person | None = None) -> bool:
        place = place or self._dice.choice(self._places)
        try:
            shown = (await place.say("show")).shown
        except UnansweredError:
            return False
        if shown.is_private:
            return False
        before = self._possible
        self._see(place, shown, before)
        (seen,) = self._possible
        # A slow bot may still be storing a move that it did not answer in time.
        self._possible |= {each for each in before if each.version > seen.version}
        self._is_in_doubt = False
        return True

    async def draw_everywhere(self) -> None:
        """Make a move in every place at the same time."""
        answers = await asyncio.gather(*(place.say("draw") for place in self._places))
        (before,) = self._possible
        seen = {Seen(answer.shown.version, answer.shown.moves_made) for answer in answers}
        assert seen == {Seen(before.version + number, before.moves + number) for number in range(1, len(answers) + 1)}
        self._possible = {max(seen, key=lambda each: each.version)}
        assert await self.show()

    def _make(self, done: str, age: float) -> tuple[Person, Interaction]:
        """Press a button of the latest board, or type a command somewhere if the board or button is gone."""
        if self._board is not None and self._dice.random() < 0.5:
            place, board = self._board
            with contextlib.suppress(LookupError, RefusedError):
                return place, place.component(board, done.title(), age=age)
        place = self._dice.choice(self._places)
        return place, place.command(done, age=age)

    def _note(self, event: str) -> None:
        self._history.append(f"{time.perf_counter():.2f} {event}")

    def _see(self, place: Person, shown: Message, expected: set[Seen] | None) -> None:
        seen = Seen(shown.version, shown.moves_made)
        self._note(f"saw {seen}")
        if expected is not None and seen not in expected:
            self.wrong.append("\n        ".join((f"not {expected}:", *self._history)))
        self._possible = {seen}
        self._board = place, shown
        self.answered += 1


async def answered(players: Sequence[Player], moves: int) -> None:
    """Wait until this many more moves are answered."""
    enough = sum(player.answered for player in players) + moves
    await until(lambda: sum(player.answered for player in players) >= enough)
