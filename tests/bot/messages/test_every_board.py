"""Every overlay on every kind of board makes a message that Discord accepts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

import pytest

from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.drawing import Drawing, MenuPage, Overlay
from bot.messages.message import Message
from bot.messages.style import Style
from bot.model.contest import Contest
from bot.model.daily.contest import daily_contest
from bot.model.game import GUIDED, BoardVersion, UserGame
from bot.model.preferences import BoardView
from bot.model.shelf import ShelvedGame
from bot.model.statistics import Ending
from engine import ClosedStockError, Game, Solution, Status, Verdict
from engine.promise import moves_of
from tests.engine.positions import EVERY_GAME
from tests.support.boards import (
    EVERY_VIEW,
    GREATEST_ID,
    LONGEST_NAME,
    TEXT,
    action_of,
    buttons_of,
    games_in_every_state,
)
from tests.support.thorough import pairs

DAY = date(2026, 11, 21)
AFTER_THE_CONTEST = 1_800_000_000
CHALLENGE = Contest("challenge", str(GREATEST_ID), ends_at=AFTER_THE_CONTEST)

Kind = Callable[[UserGame], UserGame]

KINDS: dict[str, Kind] = {
    "ordinary": lambda game: game,
    "practice at a daily": lambda game: replace(game, contest=daily_contest(DAY, game.game.variant.name)),
    "daily": lambda game: replace(game, contest=daily_contest(DAY, game.game.variant.name), transcript=""),
    "challenge": lambda game: replace(game, contest=CHALLENGE, transcript=""),
}

ON_SHELF = ShelvedGame(
    BoardVersion(GREATEST_ID - 1, 99999),
    "cast-out-nines",
    2**64 - 1,
    is_ranked=False,
    cards_home=104,
    effort=4000,
    started_at=0,
)


def overlays(game: Game) -> Iterator[Overlay]:
    yield Overlay()
    yield Overlay(menu=MenuPage.FIRST)
    yield Overlay(menu=MenuPage.SECOND)
    if game.status is not Status.PLAYING:
        return
    first = game.listed_moves()[0]
    if not game.variant.rules.discards:
        for place in game.position.top_cards():
            yield Overlay(narrowed=tuple(moves_of(place, game.listed_moves())))
        yield Overlay(warned_move=first)
        yield Overlay(closed_stock=ClosedStockError("You can't draw yet."))
    yield Overlay(gives_up=True)
    yield Overlay(deals_anew=True)
    for verdict in Verdict:
        for moves in ((), (first,)):
            yield Overlay(hint=Solution(verdict, moves))


def boards(name: str, options: dict[str, str], kind: Kind, style: Style = TEXT) -> Iterator[tuple[Overlay, Message]]:
    """The boards of a game in every state: late or not, with and without a game that waits."""
    for game in [Game.new(GUIDED.variant, GUIDED.deal or 0), *games_in_every_state(name, options)]:
        current = kind(UserGame(GREATEST_ID, user_id=1, version=99999, game=game, started_at=0, changed_at=0))
        for overlay in overlays(game):
            for now in (0, AFTER_THE_CONTEST):
                for waiting in ((), (ON_SHELF, ON_SHELF)):
                    yield (
                        overlay,
                        draw_board(
                            Drawing(
                                current,
                                style,
                                player=LONGEST_NAME,
                                now=now,
                                picture=b"a picture" if style.view is BoardView.PICTURE else None,
                                ending=Ending(seconds=9, streak=3, winners=2, waiting=waiting),
                                overlay=overlay,
                            )
                        ),
                    )


@pytest.mark.parametrize(("rules", "kind"), pairs(EVERY_GAME, KINDS))
def test_everything_opens_on_every_kind_of_board(rules: tuple[str, dict[str, str]], kind: str) -> None:
    """Making a message checks it against Discord's limits."""
    for overlay, board in boards(*rules, KINDS[kind]):
        assert Action.MENU in map(action_of, buttons_of(board))
        if overlay.menu is not MenuPage.CLOSED:
            labels = [button.label for button in buttons_of(board)]
            assert ("Rules" if overlay.menu is MenuPage.FIRST else "Settings") in labels
            assert len(set(filter(None, labels))) == len(list(filter(None, labels)))


@pytest.mark.parametrize(("style", "kind"), pairs(EVERY_VIEW, KINDS))
def test_everything_opens_in_every_view(style: Style, kind: str) -> None:
    assert list(boards("grounds-for-divorce", {}, KINDS[kind], style))
