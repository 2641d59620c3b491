"""A player of `bench/soak.py`, who plays one game after another and knows in which states each may be stored."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bench.players import LONGEST_GAME, offered_moves, random_game, random_move
from bench.possible_games import PossibleGame
from bot.model.contest import Deal
from bot.model.daily.days import day_of
from bot.model.daily.deals import GAMES, Daily
from bot.model.game import UserGame
from bot.store import ChallengeStore, Turns
from engine import Game, PatienceError, Status
from tests.support.components import button_name
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Answer, Interaction, UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person
from tests.support.wire.players import UNCHANGED

_ACTIONS = {"move": 600, "press": 220, "undo": 60, "redo": 20, "hint": 2, "wrong": 40, "stale": 38, "twice": 20}
"""The weights with which players choose their actions."""

_DAILY_PROBABILITY = 0.3
"""How often a player who starts a game plays a ranked daily instead, if one of today's is left."""

_CHALLENGE_PROBABILITY = 0.1
"""How often they challenge the others instead, and play the deal."""

_UNRANKED_ACTIONS = {"hint", "stale", "wrong"}
"""What players avoid in a daily or a challenge: hints and refused moves would count as moves."""

_POST_SECONDS = 60.0
"""How long a player waits for a challenge's card; a killed bot may never post it."""

_UNCERTAIN = "may or may not have counted"

Effect = Callable[[PossibleGame], PossibleGame]
"""How an interaction changes a game if the bot carries it out."""

_Attempt = tuple[Person, Interaction, Effect]
"""An interaction, and the place where it is made."""


@dataclass
class Interval:
    """The events of one line of the table."""

    latencies: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0


class SoakPlayer:
    """Plays one game after another, in one server or several, and tracks which games may be stored.

    An interaction that is not answered may or may not have taken effect, so several games are possible. A player who
    sees a board of none of them is `lost`, and stops.
    """

    def __init__(
        self,
        places: Sequence[Person],
        game: Game,
        number: int,
        wire: DiscordServer,
        *,
        dailies: Mapping[str, Daily],
        turns: Turns,
    ) -> None:
        self.user_id = places[0].user.id
        self.faults: list[str] = []
        self.refusals = Counter[str]()
        """Answers that ask to try again, because nothing had changed or the bot could not tell."""
        self.repeated: set[str] = set()
        """Ids of interactions delivered twice."""
        self.cards: list[int] = []
        """The ids of the messages with the cards of the player's challenges."""
        self.is_lost = False
        self._places = places
        self._dice = random.Random(f"soak {number}")
        self._dailies = dict(dailies)
        """The dailies that this player has not begun."""
        self._offered = len(dailies)
        self._question: tuple[Person, Message] | None = None
        """Asks whether to give up a daily or a challenge."""
        self._turns = turns
        self._card: tuple[Person, Message, Deal] | None = None
        """The card of the player's challenge until they play it, and its deal, which the card keeps secret."""
        self._wire = wire
        self._seen = PossibleGame(1, game)
        """The game that the player saw last."""
        self._possible = [self._seen]
        """The games that may be stored now: the one seen last, and those that unanswered interactions may have made of
        it."""
        self._is_in_doubt = False
        """Whether to look at the board, because an interaction was not answered."""
        self._board: tuple[Person, Message] | None = None
        self._older: tuple[Person, Message] | None = None

    async def act(self, interval: Interval) -> None:
        """Send one interaction, and compare the answer with the expected ones."""
        action = self._choose()
        interval.done[action] += 1
        sent = time.perf_counter()
        place, interaction, effect = self._begin(action)
        expected = [effect(game) for game in self._possible]
        await self._wire.deliver(interaction)
        if action == "twice":
            self.repeated.add(str(interaction.id))
            await self._wire.deliver(interaction)
        try:
            await interaction.wait()
        except UnansweredError:
            interval.unanswered += 1
            self._doubt(expected)
        else:
            interval.latencies.append(time.perf_counter() - sent)
            if action == "challenge":
                await self._post_card(place, interaction.shown)
            elif interaction.answer in (Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE):
                self._doubt(expected)  # *Play* on a card is answered before the game is dealt
            else:
                self._see(action, place, interaction.shown, expected)
        interaction.payload = {}  # saves memory: this process keeps every interaction for a while

    def is_stored(self, stored: UserGame | None) -> bool:
        """Check that the stored game is a possible one."""
        return stored is not None and any(
            (stored.version, stored.game.save()) == (each.version, each.game.save()) for each in self._possible
        )

    @property
    def dailies(self) -> int:
        """The number of dailies that the player has begun."""
        return self._offered - len(self._dailies)

    def _choose(self) -> str:
        if self._is_in_doubt:
            return "show"
        if self._question is not None:
            return "confirm"
        if self._card is not None:
            return "enter"
        game = self._seen.game
        if game.status is not Status.PLAYING:
            return self._choose_game()
        if len(game.moves) >= LONGEST_GAME:
            return "give-up"
        action = self._dice.choices(list(_ACTIONS), list(_ACTIONS.values()))[0]
        possible = {"undo": bool(game.steps), "redo": bool(game.undone), "stale": self._is_there(self._older)}
        is_possible = possible.get(action, True) and not (self._seen.is_ranked and action in _UNRANKED_ACTIONS)
        return action if is_possible else "move"

    def _choose_game(self) -> str:
        if self._dailies and self._is_today() and self._dice.random() < _DAILY_PROBABILITY:
            return "daily"
        return "challenge" if self._dice.random() < _CHALLENGE_PROBABILITY else "start"

    async def _post_card(self, place: Person, draft: Message) -> None:
        """Post the card of a challenge, and note it once it is stored."""
        with suppress(UnansweredError, TimeoutError):
            opened = (await place.press(draft, "Post it")).id
            challenge = None
            async with asyncio.timeout(_POST_SECONDS):
                while challenge is None or challenge.place is None:  # the press is answered earlier
                    await asyncio.sleep(0.05)
                    challenge = await ChallengeStore().find(self._turns.background(), opened)
            self._card = place, self._wire.world.message(challenge.place.message_id), challenge.deal
            self.cards.append(challenge.place.message_id)

    def _begin(self, action: str) -> _Attempt:
        """Make the interaction of an action, without delivering it."""
        make = {
            "start": self._start,
            "daily": self._start_daily,
            "enter": self._enter,
            "confirm": self._confirm,
            "move": self._move,
            "twice": self._move,
            "press": self._press_move,
            "stale": self._press_older,
        }
        return make[action]() if action in make else self._say(action)

    def _say(self, action: str) -> _Attempt:
        place = self._place()
        is_asked = self._seen.is_ranked  # whether giving up needs a confirmation
        match action:
            case "undo" | "redo":
                return place, place.command(action), _changes({"undo": Game.undo, "redo": Game.redo}[action])
            case "give-up":
                return place, place.command(action), _nothing if is_asked else _changes(Game.give_up)
            case "wrong":
                nonsense = self._dice.choice(["banana", "9>9*9", "77>78", "1+1"])
                return place, place.command("move", move=nonsense), _nothing
            case "challenge":
                return place, place.command(action, game=self._dice.choice(GAMES)), _nothing
            case _:
                return place, place.command(action), _nothing

    def _start(self) -> _Attempt:
        place = self._place()
        game = random_game(self._dice)
        return place, place.command("start", game=game.variant.name, deal=str(game.deal)), _deals(game)

    def _start_daily(self) -> _Attempt:
        place = self._place()
        name, daily = self._dailies.popitem()
        return place, place.command("daily", game=name), _deals(Game.new(name, daily.deal), is_ranked=True)

    def _enter(self) -> _Attempt:
        assert self._card is not None
        place, card, deal = self._card
        self._card = None
        game = Game.new(deal.variant, deal.number, deal.options)
        return place, place.component(card, "Play"), _deals(game, is_ranked=True)

    def _confirm(self) -> _Attempt:
        assert self._question is not None
        place, question = self._question
        return place, place.component(question, "Give up"), self._press(Game.give_up)

    def _move(self) -> _Attempt:
        place = self._place()
        move = random_move(self._seen.game, self._dice)
        return place, place.command("move", move=move), _changes(_plays(move))

    def _press_move(self) -> _Attempt:
        """Press a move on the board, or type one if there is none to press."""
        if self._board is None or not self._is_there(self._board):
            return self._move()
        place, board = self._board
        offered = offered_moves(board, self._seen.game)
        if not offered:
            return self._move()
        move, label = self._dice.choice(offered)
        return place, place.component(board, label), self._press(_plays(move))

    def _press_older(self) -> _Attempt:
        assert self._older is not None
        place, older = self._older
        parts = [part for row in older.components for part in row["components"]]
        labels = {button_name(part) for part in parts if "options" not in part}
        return place, place.component(older, "Menu" if "Menu" in labels else "Close menu"), _nothing

    def _place(self) -> Person:
        return self._dice.choice(self._places)

    def _press(self, change: Callable[[Game], object]) -> Effect:
        """The effect of a press on the board seen last: none if that is outdated."""
        seen = self._seen
        return lambda game: game.after(change) if game is seen else game

    def _is_there(self, board: tuple[Person, Message] | None) -> bool:
        """Whether a board can still be pressed: the bot deletes boards that commands and late hints replace."""
        return board is not None and board[1].id in self._wire.world.messages

    def _is_today(self) -> bool:
        return all(daily.day == day_of(time.time()) for daily in self._dailies.values())

    def _see(self, action: str, place: Person, shown: Message, expected: Sequence[PossibleGame]) -> None:
        """Note the board that was shown, and anything wrong with it."""
        self._question = None
        if (shown.is_private and not any(game.is_ranked for game in expected)) or not shown.components:
            # A private answer is right for a missing hint, nonsense or a board of an earlier game.
            if action not in ("hint", "wrong", "stale"):
                self._hear(action, shown.content, expected)
            return
        # Another game dealt meanwhile stays, so a command that deals one may show it.
        later = [game for game in self._possible if game is not self._seen]
        found = next((game for game in [*expected, *later] if game.is_shown_by(shown)), None)
        if found is None:
            versions = [game.version for game in expected]
            self.faults.append(
                f"{action}: user {self.user_id} saw another board, version {shown.version} of {versions}"
            )
            self.is_lost = True
            return
        if action == "give-up" and found.is_ranked:
            self._question = place, shown
        self._older = self._board
        self._board = place, shown
        self._possible = [found, *(game for game in self._possible if game is not found and game.comes_of(found))]
        self._seen = found
        self._is_in_doubt = False
        found.before = None

    def _hear(self, action: str, said: str, expected: Sequence[PossibleGame]) -> None:
        """Note why the bot refused."""
        if any(text in said for text in UNCHANGED):
            self.refusals[said[:60]] += 1
            self._doubt(())
        elif _UNCERTAIN in said:
            self.refusals[said[:60]] += 1
            self._doubt(expected)
        elif len(self._possible) > 1:  # the request is impossible in one of the possible games
            self._doubt(expected)
        else:
            self.faults.append(f"{action}: {said}")
            self._doubt(expected)

    def _doubt(self, further: Sequence[PossibleGame]) -> None:
        """Note that these games may be stored, too."""
        self._possible += [game for game in further if game not in self._possible]
        self._is_in_doubt = True


def _nothing(game: PossibleGame) -> PossibleGame:
    return game


def _changes(change: Callable[[Game], object]) -> Effect:
    """The effect of a command, on whatever game is stored."""
    return lambda game: game.after(change)


def _deals(dealt: Game, *, is_ranked: bool = False) -> Effect:
    return lambda game: PossibleGame(1, dealt, is_ranked, game)


def _plays(move: str) -> Callable[[Game], object]:
    def play(game: Game) -> None:
        first, *others = move.split("&")
        legal = game.find_move(first)
        if game.warning(legal) is not None:
            raise PatienceError("The bot asks first.")
        game.play(legal, *others)

    return play
