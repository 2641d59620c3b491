"""Nothing that is sent while a game is played depends on its hidden cards; hints, which know them, are left out."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.messages.board import draw_board
from bot.messages.drawing import Drawing, MenuPage, Overlay
from bot.messages.labels import move_label
from bot.messages.message import Message
from bot.messages.move_list import moves_from
from bot.messages.style import Style
from bot.messages.taps import asks, tapped_moves
from bot.messages.typed_moves import matching_moves
from bot.model.daily.contest import daily_contest
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.game import UserGame
from bot.model.marks import marks_of
from bot.model.preferences import BoardView
from bot.pictures.table import draw_table
from engine import DRAW, ClosedStockError, Game, IllegalMoveError, Status, draws, plain_moves
from tests.engine.positions import EVERY_GAME, label
from tests.support.boards import EVERY_VIEW, TEXT, board_of, selects_of, with_hidden_cards_shuffled
from tests.support.thorough import is_thorough

HIDING = [(name, options) for name, options in EVERY_GAME if Game.new(name, 8, options).position.hides_cards]

NOW = 1_795_694_400


def overlays(game: Game) -> Iterator[Overlay]:
    """What a press may show on top of the board, and the questions of all taps and of the list."""
    yield Overlay()
    yield Overlay(menu=MenuPage.FIRST)
    yield Overlay(menu=MenuPage.SECOND)
    yield Overlay(gives_up=True)
    listed = game.listed_moves()
    for place in game.position.top_cards():
        tapped = tapped_moves(game.position, place, listed)
        if asks(game.position, tapped):
            yield Overlay(narrowed=tuple(tapped), is_first_question=True)
    sources = (choice.value for select in selects_of(board_of(game)) for choice in select.choices)
    yield from (Overlay(narrowed=tuple(moves_from(game, source))) for source in sources)
    yield from (Overlay(warned_move=move) for move in listed if game.warning(move) is not None)
    try:
        game.copy().play(DRAW)
    except ClosedStockError as closed:
        yield Overlay(closed_stock=closed)
    except IllegalMoveError:
        pass


def sent(game: Game, style: Style, *, is_ranked: bool) -> list[Message]:
    """The boards with all overlays, in an attempt at a daily or in a game of one's own."""
    current = UserGame(1, 1, 1, game, NOW, NOW)
    if is_ranked:
        contest = daily_contest(day_of(NOW) + ONE_DAY, game.variant.name)
        current = replace(current, contest=contest, transcript="draw@1")
    boards = []
    for overlay in overlays(game):
        marks = marks_of(game, overlay.marked_moves)
        is_picture = style.view is BoardView.PICTURE
        picture = draw_table(game.view(), game.variant.felt, four_colour=True, marks=marks) if is_picture else None
        drawing = Drawing(current, style, player="alice", now=NOW, overlay=overlay, picture=picture)
        boards.append(draw_board(drawing))
    return boards


def completions(game: Game) -> list[object]:
    labels = [move_label(game.position, move, TEXT.language) for move in game.legal_moves()]
    return [labels, *(matching_moves(game, typed, TEXT.language) for typed in ("", "a", "k", "10", "♠"))]


def positions(name: str, options: dict[str, str]) -> Iterator[Game]:
    """Random games in which every third step is a press on *Draw*."""
    for deal in (1, 2) if is_thorough() else (1,):
        random = Random(deal)
        game = Game.new(name, deal, options)
        for number in range(20):
            if game.status is not Status.PLAYING:
                break
            yield game
            listed = game.listed_moves()
            draws_on = DRAW in listed and number % 3 == 0
            game.play(*(draws(game.position) if draws_on else (random.choice(listed),)))


@pytest.mark.parametrize(("name", "options"), HIDING, ids=[label(*each) for each in HIDING])
def test_positions_that_differ_in_hidden_cards_alone_look_the_same(name: str, options: dict[str, str]) -> None:
    """There are two exceptions, which say something about the hidden cards.

    *Win now* in an unranked game says that plain play wins, and a stock that is turned in vain ends the game.
    """
    for number, game in enumerate(islice(positions(name, options), 0, None, 1 if is_thorough() else 3)):
        other = with_hidden_cards_shuffled(game)
        if other.status is Status.LOST:
            continue
        style = EVERY_VIEW[number % len(EVERY_VIEW)]
        assert sent(game, style, is_ranked=True) == sent(other, style, is_ranked=True)
        assert completions(game) == completions(other)
        if bool(plain_moves(game.position)) == bool(plain_moves(other.position)):
            assert sent(game, style, is_ranked=False) == sent(other, style, is_ranked=False)
