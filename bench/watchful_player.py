"""A player of `bench/faults.py`, who notices a move that was lost or counted twice."""

from __future__ import annotations

import contextlib
import random
import time
from collections import Counter, deque

from tests.support.wire.interactions import Interaction, RefusedError, UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person
from tests.support.wire.players import MOST_MOVES, Seen

REPEATED_AT_ONCE = "repeated at once"
REPEATED_LATER = "repeated later"
DELIVERED_LATE = "delivered late"
"""What can happen to an interaction."""

_UNCHANGED = ("nothing changed", "restarting", "Slow down", "very busy")
"""What answers say if the move did not count."""


class WatchfulPlayer:
    """Draws and undoes, and knows from the answers which states the game may be in."""

    def __init__(self, person: Person, dice: random.Random) -> None:
        self.person = person
        self.answered = 0
        self.unanswered = 0
        self.wrong: list[str] = []
        """Descriptions of moves that were lost or counted twice."""
        self.orders: list[str] = []
        """What is to happen to the next interactions."""
        self.told = Counter[str]()
        """The beginnings of private answers."""
        self._dice = dice
        self._possible: set[Seen] = set()
        self._is_in_doubt = False
        """Whether the last interaction was not answered."""
        self._board: Message | None = None
        self._earlier: Interaction | None = None
        self._history: deque[str] = deque(maxlen=8)
        """What happened last, for the report of something wrong."""

    async def start(self) -> None:
        """Start a game."""
        while not self._possible:
            with contextlib.suppress(UnansweredError):
                self._see((await self.person.say("start", game="dimes", deal="8")).shown, None)

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            await self.act()

    async def act(self) -> None:
        """Make a move, or look at the board if the last one was not answered."""
        if self._is_in_doubt:
            await self.show()
            return
        before = self._possible
        done = "undo" if min(each.moves for each in before) > self._dice.randint(0, MOST_MOVES) else "draw"
        order = self.orders.pop() if self.orders else ""
        age = self._dice.uniform(1.5, 2.9) if order == DELIVERED_LATE else 0.0
        interaction = self._make(done, age)
        after = {each.after(done) for each in before}
        if order == REPEATED_LATER and self._earlier is not None:
            await self.person.deliver(self._earlier)
        elif order in (REPEATED_AT_ONCE, REPEATED_LATER):
            await self.person.deliver(interaction)
        self._earlier = interaction
        self._possible = before | after
        self._note(f"{done} {interaction.id} {order}".rstrip())
        try:
            shown = (await self.person.send(interaction)).shown
        except UnansweredError:
            self.unanswered += 1
            self._is_in_doubt = True
            self._note(f"no answer to {interaction.id}, refused: {interaction.refused}")
            return
        if not shown.is_private:
            # A press on a board that an unanswered move has outdated only shows a newer one.
            oldest = min(each.version for each in before)
            self._see(shown, after | {each for each in before if each.version > oldest})
            return
        self.told[shown.content[:60]] += 1
        self._note(shown.content)
        if any(text in shown.content for text in _UNCHANGED):
            self._possible = before
        else:
            self._is_in_doubt = True

    async def show(self) -> bool:
        """Show the board, and return whether that was answered."""
        try:
            shown = (await self.person.say("show")).shown
        except UnansweredError:
            return False
        if shown.is_private:
            return False
        before = self._possible
        self._see(shown, before)
        (seen,) = self._possible
        # A slow bot may still be storing a move that it did not answer in time.
        self._possible |= {each for each in before if each.version > seen.version}
        self._is_in_doubt = False
        return True

    def _make(self, done: str, age: float) -> Interaction:
        if self._board is not None and self._dice.random() < 0.5:
            with contextlib.suppress(LookupError, RefusedError):  # the board is gone, or its buttons are
                return self.person.component(self._board, done.title(), age=age)
        return self.person.command(done, age=age)

    def _note(self, event: str) -> None:
        self._history.append(f"{time.perf_counter():.2f} {event}")

    def _see(self, shown: Message, expected: set[Seen] | None) -> None:
        seen = Seen(shown.version, shown.moves_made)
        self._note(f"saw {seen}")
        if expected is not None and seen not in expected:
            self.wrong.append("\n        ".join((f"not {expected}:", *self._history)))
        self._possible = {seen}
        self._board = shown
        self.answered += 1
