"""Simulated players of our bot, of the plain one and of the peer's games."""

from __future__ import annotations

import random
from typing import Protocol

from bot.commands.rendering import without_nonce
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.taps import asks, parse_place, tapped_moves
from bot.model import player as players
from bot.model.game import UserGame, new_game_id
from bot.store import Database, GameStore, Turns
from engine import DRAW, VARIANTS, Game, Status, draws
from tests.support.components import button_name
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction
from tests.support.wire.objects import Message, Payload
from tests.support.wire.people import Person

LONGEST_GAME = 120
"""Moves after which a player gives up: in some games random play never ends."""

_MOST_EARLIER_MOVES = 4 * LONGEST_GAME
"""The most moves that a player has made before the measurement starts."""

_DRAW_PROBABILITY = 0.3
"""How often a player draws when drawing is legal."""


class TakesTurns(Protocol):
    """Anyone who plays turn by turn."""

    def next_turn(self) -> Interaction:
        """Make the interaction of the next turn, without delivering it."""


class PlainPlayer:
    """Plays `bench.plain_bot` by commands."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.dice = random.Random(number)

    def next_turn(self) -> Interaction:
        """Swap two cards."""
        first, second = self.dice.sample(range(52), 2)
        return self.person.command("move", move=f"{first}>{second}")


class PlainPresser(PlainPlayer):
    """Plays `bench.plain_bot` by its select, after one command that shows a board."""

    def __init__(self, person: Person, number: int) -> None:
        super().__init__(person, number)
        self._last: Interaction | None = None

    def next_turn(self) -> Interaction:
        """Choose an option of the board."""
        if self._last is None:
            self._last = super().next_turn()
        else:
            board = self._last.shown
            option = self.dice.choice(board.components[0]["components"][0]["options"])
            self._last = self.person.component(board, option["label"])
        return self._last


class PeerPlayer:
    """Plays a game of `bench.peer_bot` by its buttons, after the command that starts it."""

    def __init__(self, game: str, person: Person, number: int) -> None:
        self.person = person
        self.dice = random.Random(number)
        self._game = game
        self._last: Interaction | None = None

    def next_turn(self) -> Interaction:
        """Press a button, or start another game when one is over."""
        if self._last is None or "Game Over" in self._last.shown.text:
            self._last = self.person.command(self._game)
        else:
            board = self._last.shown
            buttons = [button["custom_id"] for row in board.components for button in row["components"]]
            self._last = self.person.button(board, self.dice.choice(buttons))
        return self._last


class Player:
    """Plays random legal moves of our games by commands, and starts another game when one is over."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.dice = random.Random(number)
        self.game = random_game(self.dice)

    def next_turn(self) -> Interaction:
        """Play a move, give up a long game or start another."""
        if self.game.status is not Status.PLAYING:
            self.game = random_game(self.dice)
            return self.person.command("start", game=self.game.variant.name, deal=str(self.game.deal))
        if len(self.game.moves) >= LONGEST_GAME:
            self.game.give_up()
            return self.person.command("give-up")
        move = random_move(self.game, self.dice)
        self.game.play(move)
        return self.person.command("move", move=move)


class Presser(Player):
    """Plays by the board while one press on it plays a move, and by commands otherwise."""

    def __init__(self, person: Person, number: int) -> None:
        super().__init__(person, number)
        self._last: Interaction | None = None

    def next_turn(self) -> Interaction:
        """Press a move on the board where possible."""
        board = None if self._last is None or self._last.original is None else self._last.shown
        if board is not None and self.game.status is Status.PLAYING:
            moves = offered_moves(board, self.game)
            if moves:
                step, label = self.dice.choice(moves)
                self.game.play(*step.split("&"))
                self._last = self.person.component(board, label)
                return self._last
        self._last = super().next_turn()
        return self._last


def random_game(dice: random.Random) -> Game:
    return Game.new(dice.choice(sorted(VARIANTS)), dice.getrandbits(32))


def random_move(game: Game, dice: random.Random) -> str:
    """Pick a legal move, without a warning if possible."""
    legal = game.legal_moves()
    moves = [move for move in legal if game.warning(move) is None] or legal
    return str(DRAW if DRAW in moves and dice.random() < _DRAW_PROBABILITY else dice.choice(moves))


def offered_moves(board: Message, game: Game) -> list[tuple[str, str]]:
    """Return the steps that one press on a board plays, with their labels; leave out those with a warning.

    The moves of a step are joined by `&`, as in a saved game.
    """
    offered: dict[str, str] = {}
    for row in board.components:
        for part in row["components"]:
            if not part.get("disabled"):
                for label, move in _steps_of(part, game):
                    offered.setdefault(label, move)  # two taps may show the same card; a press uses the first
    return [
        (step, label) for label, step in offered.items() if game.warning(game.find_move(step.partition("&")[0])) is None
    ]


def _steps_of(part: Payload, game: Game) -> list[tuple[str, str]]:
    """Return the label and the step of each press on this button or select."""
    pressed = CustomId.parse(part["custom_id"])
    match pressed.action:
        case Action.TAP:
            moves = tapped_moves(game.position, parse_place(pressed.argument), game.listed_moves())
            return [] if asks(game.position, moves) else [(button_name(part), str(move)) for move in moves]
        case Action.DRAW if DRAW in game.legal_moves():
            return [(button_name(part), "&".join(map(str, draws(game.position))))]
        case Action.MOVE:
            return [(option["label"], without_nonce(option["value"])) for option in part.get("options", ())]
        case _:
            return []


async def seat_players(
    wire: DiscordServer, database: Database, count: int, kind: type[Player] = Player
) -> list[Player]:
    """Create players in the middle of random games, and store those games.

    The games are as far along as those of a crowd at a random moment: some have just started, some are nearly over,
    and more are long than short.
    """
    store = GameStore()
    turns = Turns(database)
    seated = []
    for number in range(count):
        player = kind(wire.person(f"player {number}"), number)
        for _ in range(player.dice.randrange(_MOST_EARLIER_MOVES)):
            if player.game.status is not Status.PLAYING or len(player.game.moves) >= LONGEST_GAME:
                player.game = random_game(player.dice)
            else:
                player.game.play(random_move(player.game, player.dice))
        await add_game(store, turns, _new_game(player.game, player.person.user.id), wire.world.ids.make())
        seated.append(player)
    return seated


def _new_game(game: Game, user_id: int) -> UserGame:
    """Return a user's game as the store keeps it right after the deal."""
    now = 1_700_000_000
    ended_at = None if game.status is Status.PLAYING else now
    return UserGame(new_game_id(), user_id, version=1, game=game, started_at=now, changed_at=now, ended_at=ended_at)


async def add_game(store: GameStore, turns: Turns, game: UserGame, interaction_id: int) -> None:
    turn = turns.begin(interaction_id, players.Player(game.user_id))

    async def add() -> None:
        store.add(turn, game)

    await turn.settle(add)
