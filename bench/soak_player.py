"""A player of `bench/soak.py`, who plays one game after another and knows how each has to be stored."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from bench.players import LONGEST_GAME, offered_moves, random_game, random_move
from bot.app.local.terminal import button_name
from bot.model.contest import Deal
from bot.model.daily.days import day_of
from bot.model.daily.deals import GAMES, Daily
from bot.store import ChallengeStore, Turns
from engine import Game, Status
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person

_ACTIONS = {"move": 600, "press": 220, "undo": 60, "redo": 20, "hint": 2, "wrong": 40, "stale": 38, "twice": 20}
"""The weights with which players choose their actions."""

_DAILY_PROBABILITY = 0.3
"""How often a player who starts a game plays a daily for a rank, if one of today's is left."""

_CHALLENGE_PROBABILITY = 0.1
"""How often one challenges the others instead, and plays the deal."""

_UNRANKED_ACTIONS = {"hint", "stale", "wrong"}
"""What players do not do in a daily or a challenge: hints and refused moves would count as moves."""

_UNCHANGING_ACTIONS = {"show", "hint", "wrong", "stale", "challenge"}


@dataclass
class Interval:
    """What happened during one line of the table."""

    latencies: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0


class SoakPlayer:
    """Plays one game after another and tracks its expected state."""

    def __init__(
        self,
        person: Person,
        game: Game,
        number: int,
        wire: DiscordServer,
        *,
        dailies: Mapping[str, Daily],
        turns: Turns,
    ) -> None:
        self.person = person
        self.game = game
        self.faults: list[str] = []
        self.repeated: set[str] = set()
        """Ids of interactions that were delivered twice."""
        self._dice = random.Random(f"soak {number}")
        self._dailies = dict(dailies)
        """Those that this player has not begun."""
        self._offered = len(dailies)
        self._is_ranked = False
        self._question: Message | None = None
        """Asks whether to give up a daily or a challenge."""
        self._turns = turns
        self._card: tuple[Message, Deal] | None = None
        """The card of the player's challenge until they play it, and its deal, which the card does not tell."""
        self.cards: list[int] = []
        """The ids of the messages with the cards of the player's challenges."""
        self._wire = wire
        self._version = 1
        """The version of the board shown last."""
        self._board: Message | None = None
        self._older: Message | None = None
        self._pending: Game | None = None
        """The state of the game if the bot has processed an interaction that it did not answer."""

    async def act(self, interval: Interval) -> None:
        """Send one interaction, and compare the answer with what is expected."""
        action = self._choose()
        interval.done[action] += 1
        sent = time.perf_counter()
        interaction, after = self._begin(action)
        await self._wire.deliver(interaction)
        if action == "twice":
            self.repeated.add(str(interaction.id))
            await self._wire.deliver(interaction)
        try:
            await interaction.wait()
        except UnansweredError:
            interval.unanswered += 1
            self._pending = after or self._pending
        else:
            interval.latencies.append(time.perf_counter() - sent)
            if action == "challenge":
                await self._post_card(interaction.shown)
            else:
                self._see(action, interaction.shown, after)
        interaction.payload = {}  # saves memory: this process keeps every interaction for a while

    def _choose(self) -> str:
        if self._pending is not None:
            return "show"
        if self._question is not None:
            return "confirm"
        if self._card is not None:
            return "enter"
        if self.game.status is not Status.PLAYING:
            return self._choose_game()
        if len(self.game.moves) >= LONGEST_GAME:
            return "give-up"
        action = self._dice.choices(list(_ACTIONS), list(_ACTIONS.values()))[0]
        possible = {"undo": bool(self.game.steps), "redo": bool(self.game.undone), "stale": self._is_there(self._older)}
        is_possible = possible.get(action, True) and not (self._is_ranked and action in _UNRANKED_ACTIONS)
        return action if is_possible else "move"

    def _choose_game(self) -> str:
        if self._dailies and self._is_today() and self._dice.random() < _DAILY_PROBABILITY:
            return "daily"
        return "challenge" if self._dice.random() < _CHALLENGE_PROBABILITY else "start"

    async def _post_card(self, draft: Message) -> None:
        """Post the card of a challenge, and note it once it is there."""
        with suppress(UnansweredError):
            opened = (await self.person.press(draft, "Post it")).id
            challenge = None
            while challenge is None or challenge.place is None:  # a press is answered before
                await asyncio.sleep(0.05)
                challenge = await ChallengeStore().find(self._turns.background(), opened)
            self._card = self._wire.world.message(challenge.place.message_id), challenge.deal
            self.cards.append(challenge.place.message_id)

    def _begin(self, action: str) -> tuple[Interaction, Game | None]:
        """Make an interaction; return it with the game expected after it, or None if it changes nothing."""
        after = self.game.copy()
        match action:
            case "start":
                after = random_game(self._dice)
                interaction = self.person.command("start", game=after.variant.name, deal=str(after.deal))
                self._is_ranked = False
            case "daily":
                name, daily = self._dailies.popitem()
                after = Game.new(name, daily.deal)
                interaction = self.person.command("daily", game=name)
                self._is_ranked = True
            case "challenge":
                interaction = self.person.command("challenge", game=self._dice.choice(GAMES))
            case "enter" if self._card is not None:
                (card, deal) = self._card
                self._card = None
                after = Game.new(deal.variant, deal.number, deal.options)
                interaction = self.person.component(card, "Play")
                self._is_ranked = True
            case "confirm" if self._question is not None:
                interaction = self.person.component(self._question, "Give up")
                after.give_up()
            case "wrong":
                interaction = self.person.command("move", move=self._dice.choice(["banana", "9>9*9", "77>78", "1+1"]))
            case "stale" if self._older is not None:
                parts = [part for row in self._older.components for part in row["components"]]
                labels = {button_name(part) for part in parts if "options" not in part}
                interaction = self.person.component(self._older, "Menu" if "Menu" in labels else "Close menu")
            case "move" | "press" | "twice":
                found = self._pressable(after) if action == "press" else None
                move, label = found or (random_move(after, self._dice), "")
                after.play(move)
                if found is not None and self._board is not None:
                    interaction = self.person.component(self._board, label)
                else:
                    interaction = self.person.command("move", move=move)
            case _:
                interaction = self.person.command(action)
                changes = {"undo": after.undo, "redo": after.redo, "give-up": after.give_up}
                changes.get(action, lambda: None)()
        is_question = action == "give-up" and self._is_ranked
        return interaction, None if is_question or action in _UNCHANGING_ACTIONS else after

    def _is_there(self, board: Message | None) -> bool:
        """Whether a board is there to press: the bot deletes those that commands, and hints that come late, replace."""
        return board is not None and board.id in self._wire.world.messages

    def _is_today(self) -> bool:
        return all(daily.day == day_of(time.time()) for daily in self._dailies.values())

    def _pressable(self, game: Game) -> tuple[str, str] | None:
        """Pick a move that the board's selects offer, with its label."""
        quiet = offered_moves(self._board, game) if self._board is not None and self._is_there(self._board) else []
        return self._dice.choice(quiet) if quiet else None

    def _see(self, action: str, shown: Message, after: Game | None) -> None:
        """Record what was shown, and what is wrong with it."""
        if action == "give-up" and self._is_ranked:
            self._question = shown
            return
        self._question = None
        if (shown.is_private and not self._is_ranked) or not shown.components:
            # A private answer is right for a missing hint, nonsense or a board of an earlier game.
            if action not in ("hint", "wrong", "stale"):
                self.faults.append(f"{action}: {shown.content}")
                self._pending = after or self._pending or self.game
            return
        # A daily that has ended has no more buttons of its own.
        version = shown.version or self._next_version(self._pending or after or self.game)
        if self._pending is not None:
            came_through = version == self._next_version(self._pending)
            after = self._pending if came_through else None
            self._pending = None
        expected = self._version if after is None else self._next_version(after)
        if version != expected:
            self.faults.append(f"{action}: version {version}, not {expected}")
        self._older = self._board
        self._board = shown
        self._version = version
        self.game = after or self.game

    def _next_version(self, after: Game) -> int:
        is_same = after.deal == self.game.deal and after.variant is self.game.variant
        return self._version + 1 if is_same else 1

    @property
    def dailies(self) -> int:
        """How many dailies the player has begun."""
        return self._offered - len(self._dailies)

    def is_stored(self, saved: str | None) -> bool:
        """Check that the stored game is the one shown last, or the one after an unanswered interaction."""
        return saved in {game.save() for game in (self.game, self._pending) if game is not None}
