"""Players for the benches: people of a Discord on loopback, each with a game that they know as well as the bot does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.model.game import UserGame
from bot.store import GameStore
from engine import DRAW, VARIANTS, Game, Status

if TYPE_CHECKING:
    from bot.store import Database
    from tests.support.wire.discord_server import DiscordServer
    from tests.support.wire.interactions import Interaction
    from tests.support.wire.objects import Message
    from tests.support.wire.people import Person

LONGEST_GAME = 120
"""Moves after which a game is given up: random players would go on for ever in some games."""

_MOVES_BEFORE = 4 * LONGEST_GAME
"""How many moves a player has made at most before a bench begins."""

_DRAWS = 0.3
"""How often a card is drawn where that is possible."""


def dealt(dice: random.Random) -> Game:
    """Any game."""
    return Game.new(dice.choice(sorted(VARIANTS)), dice.getrandbits(32))


def chosen_move(game: Game, dice: random.Random) -> str:
    """A legal move, of which the bot does not warn where there is another."""
    legal = game.legal_moves()
    moves = [move for move in legal if game.warning(move) is None] or legal
    return str(DRAW if DRAW in moves and dice.random() < _DRAWS else dice.choice(moves))


def offered_moves(board: Message, game: Game) -> list[tuple[str, str]]:
    """The moves that the selects of a game's board offer, with their labels; not those that the bot warns of."""
    choices = [
        (option["value"].partition("@")[0], option["label"])
        for row in board.components
        for part in row["components"]
        if part["custom_id"].startswith("solitaire:move:")
        for option in part.get("options", ())
    ]
    return [choice for choice in choices if game.warning(game.read_move(choice[0])) is None]


class Player:
    """Plays one game after the other, by moves that are drawn at random, but legal."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.dice = random.Random(number)
        self.game = dealt(self.dice)

    def next_turn(self) -> Interaction:
        """The interaction of the next move; of another game where this one is over."""
        if self.game.status is not Status.PLAYING:
            self.game = dealt(self.dice)
            return self.person.command("start", game=self.game.variant.name, deal=str(self.game.deal))
        if len(self.game.moves) >= LONGEST_GAME:
            self.game.give_up()
            return self.person.command("give-up")
        move = chosen_move(self.game, self.dice)
        self.game.play(move)
        return self.person.command("move", move=move)


class Presser(Player):
    """Plays by choosing moves in the selects of the board, where they offer any."""

    def __init__(self, person: Person, number: int) -> None:
        super().__init__(person, number)
        self._last: Interaction | None = None

    def next_turn(self) -> Interaction:
        """What `Player.next_turn` says, by a press where that is possible."""
        board = None if self._last is None or self._last.original is None else self._last.shown
        if board is not None and self.game.status is Status.PLAYING:
            moves = offered_moves(board, self.game)
            if moves:
                move, label = self.dice.choice(moves)
                self.game.play(move)
                self._last = self.person.component(board, label)
                return self._last
        self._last = super().next_turn()
        return self._last


async def players(wire: DiscordServer, database: Database, count: int, kind: type[Player] = Player) -> list[Player]:
    """So many players, who are in the midst of games that are in the database already.

    They have played for a while: so some are at a beginning, some at an end, and more are in long games than in short
    ones, as at any time that follows.
    """
    store = GameStore(database)
    made = []
    for number in range(count):
        player = kind(wire.person(f"player {number}"), number)
        for _ in range(player.dice.randrange(_MOVES_BEFORE)):
            if player.game.status is not Status.PLAYING or len(player.game.moves) >= LONGEST_GAME:
                player.game = dealt(player.dice)
            else:
                player.game.play(chosen_move(player.game, player.dice))
        await store.add(stored(player.game, player.person.user.id, wire.world.ids.make()))
        made.append(player)
    return made


def stored(game: Game, user_id: int, interaction_id: int) -> UserGame:
    """A user's game, as if it had just been dealt."""
    now = 1_700_000_000
    ended_at = None if game.status is Status.PLAYING else now
    return UserGame(interaction_id, user_id, version=1, game=game, changed_at=now, ended_at=ended_at)
