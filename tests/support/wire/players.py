"""Players who notice if an answered move is lost or counts twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tests.support.wire.discord_server import until
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person

MOST_MOVES = 80


@dataclass(frozen=True)
class Seen:
    """What a board shows: the version of the game, and its number of moves."""

    version: int
    moves: int

    def after(self, done: str) -> Seen:
        """What the board shows after this action."""
        return Seen(self.version + 1, self.moves + {"draw": 1, "undo": -1}[done])


class Player:
    """Plays by commands and presses, in one or several places, and knows which states the game may be in."""

    def __init__(self, places: Sequence[Person], seed: int) -> None:
        self._places = places
        self._dice = random.Random(seed)
        self._board: Message
        self._place = places[0]
        """The place of the latest board."""
        self._possible: set[Seen] = set()
        self.answered = 0

    async def start(self) -> None:
        self._see((await self._place.say("start", game="dimes", deal="8")).shown, self._place)

    async def play(self) -> None:
        """Play until cancelled; the last move may then count or not."""
        while True:
            before = set(self._possible)
            board = self._board
            now = board.moves_made
            done = "undo" if now > self._dice.randint(0, MOST_MOVES) else "draw"
            by_press = self._dice.random() < 0.5
            place = self._place if by_press else self._dice.choice(self._places)
            interaction = place.component(board, done.title()) if by_press else place.command(done)
            # A press on a board that is not the latest does nothing.
            counts = {seen for seen in before if not by_press or seen.version == board.version}
            after = {seen.after(done) for seen in counts if seen.moves or done == "draw"}
            self._possible = before | after
            shown = (await place.send(interaction)).shown
            self.answered += 1
            if shown.is_private:
                self._possible = before - after  # there was nothing to undo: the move before did not count
                continue
            self._possible = after | (before - counts)
            self._see(shown, place)

    async def play_on(self) -> None:
        """Play until cancelled, even if an answer is missing."""
        while True:
            try:
                await self.play()
            except UnansweredError:
                self._place = self._dice.choice(self._places)
                with suppress(UnansweredError):
                    await self.show(self._place)

    async def show(self, place: Person | None = None) -> None:
        """Show the current board."""
        place = place or self._place
        self._see((await place.say("show")).shown, place)

    async def draw_everywhere(self) -> None:
        """Make a move in every place at the same time."""
        answers = await asyncio.gather(*(place.say("draw") for place in self._places))
        assert len(self._possible) == 1
        (before,) = self._possible
        seen = {Seen(answer.shown.version, answer.shown.moves_made) for answer in answers}
        assert seen == {Seen(before.version + number, before.moves + number) for number in range(1, len(answers) + 1)}
        self._possible = {max(seen, key=lambda each: each.version)}
        await self.show()

    def _see(self, shown: Message, place: Person) -> None:
        seen = Seen(shown.version, shown.moves_made)
        assert not self._possible or seen in self._possible, (seen, self._possible)
        self._board = shown
        self._place = place
        self._possible = {seen}


async def answered(players: Sequence[Player], moves: int) -> None:
    """Wait until this many more moves are answered."""
    enough = sum(player.answered for player in players) + moves
    await until(lambda: sum(player.answered for player in players) >= enough)
