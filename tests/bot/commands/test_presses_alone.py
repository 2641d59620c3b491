"""Whole games with presses alone, from `/solitaire start` to the win, counted."""

from collections.abc import Iterator, Sequence

import pytest

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.message import BUTTONS_IN_A_ROW
from bot.messages.move_list import moves_from
from bot.messages.taps import asks, tapped_moves
from engine import CELL, CELLS, DRAW, FOUNDATION, PILES, STOCK, WASTE, Game, Kind, Move, Status, Transfer, pile
from engine.moves import transfer
from tests.engine.positions import WINNING_LINES, played_line
from tests.support.card_room import CardRoom, changed
from tests.support.shown import Shown

_MOST_PRESSES = 1.25
"""Presses a move; lines of Grounds for Divorce need the most (see docs/performance.md)."""


def winning_line(name: str) -> Game:
    """A deal of a game that was won, in as few moves as are known."""
    if name == "tens":
        game = Game.new(name, 13)
        while game.status is Status.PLAYING:
            game.play(game.legal_moves()[0])
        return game
    won = [played_line(*line) for line in WINNING_LINES if line[:2] == [name, ""]]
    return min(won, key=lambda game: len(game.moves))


class Thumb:
    """Presses what a move takes on Alice's board. A choice in the list is two presses: one opens it."""

    def __init__(self, room: CardRoom, board: Shown) -> None:
        self.presses = 0
        self.board = board
        self._room = room

    async def play(self, game: Game, move: Move) -> None:
        if move == DRAW:
            await self.press(next(label for label in ("Draw", "Deal", "Turn over") if label in self.board.buttons))
        elif isinstance(move, Transfer):
            await self._transfer(game, move)
        else:
            assert tapped_moves(game.position, pile(move.piles[0]), game.listed_moves()) == [move]
            await self.press(str(move.piles[0]))

    async def press(self, label: str) -> None:
        self.presses += 1
        self.board = changed(await self._room.press(self.board, label))

    async def _transfer(self, game: Game, move: Transfer) -> None:
        tapped = tapped_moves(game.position, move.source, game.listed_moves())
        if move in tapped and len(tapped) < BUTTONS_IN_A_ROW:
            await self.press("Waste" if move.source == WASTE else str(move.source))
            if asks(game.position, tapped):
                await self._press_move(move)
            return
        if str(move) not in self.board.offered_moves:  # the list has room only for sources
            sources = [value for _, value in self.board.choices.values() if move in moves_from(game, value)]
            await self._choose(*sources)
        if str(move) in self._buttons:
            await self._press_move(move)
        else:
            await self._choose(str(move))

    async def _choose(self, value: str) -> None:
        self.presses += 2
        label = next(label for label, (_, each) in self.board.choices.items() if each == value)
        self.board = changed(await self._room.choose(self.board, label))

    async def _press_move(self, move: Move) -> None:
        await self.press(self._buttons[str(move)])

    @property
    def _buttons(self) -> dict[str, str]:
        """The labels of buttons that play a move, by the move."""
        pressable = {label: CustomId.parse(button["custom_id"]) for label, button in self.board.buttons.items()}
        return {parsed.argument: label for label, parsed in pressable.items() if parsed.action is Action.MOVE}


class Line:
    """A line of play, on piles that may have changed places: a board offers one of several equal empty piles."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves
        self._places = {place: place for place in (FOUNDATION, STOCK, WASTE, CELL, *CELLS[1:5], *PILES[1:14])}

    def play_on(self, game: Game) -> Iterator[Move]:
        """Yield the moves as the board offers them; the game is to be played on in between."""
        for move in self._moves:
            yield self._offered(move, game) if isinstance(move, Transfer) else game.listed_moves()[0]

    def _offered(self, move: Transfer, game: Game) -> Move:
        places = self._places
        source, target = places[move.source], places[move.target]
        offered = [
            each for each in game.listed_moves() if isinstance(each, Transfer) and each[::2] == (source, move.cards)
        ]
        if all(each.target != target for each in offered):
            space = next(
                each.target for each in offered if each.target.kind is Kind.PILE and not game.position.target_card(each)
            )
            other = next(place for place, there in places.items() if there == space)
            places[move.target], places[other] = space, target
        return transfer(source, places[move.target], move.cards)


@pytest.mark.parametrize(
    "name", ["dimes", "grounds-for-divorce", "diplomat", "tens", "cast-out-nines", "klondike", "freecell", "spider"]
)
async def test_a_game_is_won_with_presses_alone(room: CardRoom, name: str) -> None:
    won = winning_line(name)
    game = Game.new(name, won.deal)
    await room.prefer(draw_one=True)
    thumb = Thumb(room, await room.start(name, won.deal))
    for move in Line(won.moves).play_on(game):
        if "Win now" in thumb.board.buttons:
            await thumb.press("Win now")
            break
        await thumb.play(game, move)
        game.play(move)
    assert "You won!" in thumb.board.text
    assert thumb.presses <= _MOST_PRESSES * len(won.moves)
