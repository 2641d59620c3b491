"""A player sends every command and presses every button, on every kind of game at every stage; every text is true."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.commands.routes import GROUPS
from bot.model.daily.deals import GAMES, games_of
from bot.model.daily.ranking import LeaderboardKind
from bot.model.preferences import BoardView
from engine import DRAW, Game, Status
from tests.engine.positions import WINNING_LINES
from tests.support.card_room import CardRoom, running
from tests.support.curious_player import CuriousPlayer
from tests.support.daily_room import TODAY, give_up, wait_until_drawn

_LEAST_PRESSED = 40
"""The kinds of buttons and choices that each situation offers at least, or the player missed some."""

_TENS_WON, _TENS_LOST = 13, 18
"""Deals of Tens that the first legal moves win and lose."""

_KLONDIKE_DEAL = 166
_LOSING_MOVES = (
    "6>5 draw draw draw draw draw w>4 4>f draw w>2 draw draw w>7 draw draw draw draw w>f draw w>f draw draw draw "
    "w>2 draw draw draw draw draw draw draw w>2 draw 3>2 draw draw draw w>3"
)
"""A winnable deal, and moves that lose it; random ones hardly ever do."""


class Kind(StrEnum):
    ORDINARY = "ordinary"
    DAILY = "daily"
    PRACTICE = "practice"
    CHALLENGE = "challenge"


class Stage(StrEnum):
    NEW = "new"
    MIDDLE = "middle"
    LATE = "late"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


SITUATIONS = [
    pytest.param(kind, stage, game, view, id=f"{kind}-{stage}-{game}-{view}")
    for shift, kind in enumerate(Kind)
    for turn, stage in enumerate(Stage)
    for number, game in enumerate(games_of(TODAY) if kind in (Kind.DAILY, Kind.PRACTICE) else GAMES)
    if (stage, game) != (Stage.LOST, "spider")  # no random game of it is lost
    for view in [list(BoardView)[(shift + turn + number) % len(BoardView)]]
]
"""Each kind at each stage in each view, and each game."""


@cache
def certificates() -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """A deal of each building game with moves that win it."""
    return {name: (int(deal), tuple(moves.split("&"))) for name, option, deal, moves in WINNING_LINES if not option}


@cache
def line_to(stage: Stage, name: str) -> tuple[int, tuple[str, ...]]:
    """A deal, and the moves to a stage of it."""
    if name == "tens":
        deal = _TENS_LOST if stage is Stage.LOST else _TENS_WON
        moves = first_moves(deal)
    elif stage is Stage.LOST:
        deal, moves = losing_line(name)
    else:
        deal, moves = certificates()[name]
    lengths = {Stage.NEW: 0, Stage.MIDDLE: len(moves) // 3, Stage.LATE: len(moves) - 2, Stage.GIVEN_UP: 3}
    return deal, moves[: lengths.get(stage, len(moves))]


def first_moves(deal: int) -> tuple[str, ...]:
    game = Game.new("tens", deal)
    while game.status is Status.PLAYING:
        game.play(game.legal_moves()[0])
    return tuple(map(str, game.moves))


def losing_line(name: str) -> tuple[int, tuple[str, ...]]:
    if name == "klondike":
        return _KLONDIKE_DEAL, tuple(_LOSING_MOVES.split())
    deal, _ = certificates()[name]
    for seed in range(100):
        dice = Random(seed)
        game = Game.new(name, deal)
        while game.status is Status.PLAYING and len(game.moves) < 150:
            legal = game.legal_moves()
            game.play(DRAW if DRAW in legal else dice.choice(legal))
        if game.status is Status.LOST:
            return deal, tuple(map(str, game.moves))
    raise AssertionError(f"no way to lose {name} was found")


async def reach(room: CardRoom, kind: Kind, stage: Stage, name: str) -> None:
    deal, moves = line_to(stage, name)
    if kind is Kind.ORDINARY:
        await room.start(name, deal)
    elif kind is Kind.CHALLENGE:
        card = await room.post(await room.say("challenge", game=name, player=room.bob.user))
        await room.press(card, "Play")
    else:
        await room.say("daily", game=name)
    if kind is Kind.PRACTICE:
        await give_up(room)
        room.set_clock("2026-11-22 10:00")
        room.sync_clocks()
        await room.say("daily", game=name, date="2026-11-21")
    await room.play(*moves)
    await wait_until_drawn(room)
    if stage is Stage.GIVEN_UP:
        await give_up(room)
    await room.say("show")


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The deal of each game that dailies and challenges use."""
    deals: dict[str, int] = {}

    def listed(name: str, _: Mapping[str, str]) -> tuple[int, ...]:
        return (deals.get(name, 1),)

    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", listed)
    monkeypatch.setattr("bot.services.challenges.winnable_deals", listed)
    return deals


COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("start", {}),
    ("move", {"move": "hint"}),
    ("move", {"move": "analyse"}),
    ("move", {"move": "replay"}),
    ("move", {"move": "home"}),
    ("move", {"move": "finish"}),
    ("move", {"move": "give up"}),
    ("move", {"move": "king to empty"}),
    ("show", {}),
    ("games", {}),
    ("rules", {"game": "dimes"}),
    ("stats", {}),
    ("settings", {}),
    ("help", {}),
    ("privacy", {}),
    ("daily", {}),
    ("share", {}),
    ("fair", {}),
    ("fair", {"date": "2026-11-20"}),
    *(("leaderboard", {"board": board}) for board in LeaderboardKind),
    ("challenge", {"game": "tens"}),
)
"""What is sent, the same in every situation."""


def test_every_command_is_sent() -> None:
    (group, _) = GROUPS
    assert {name for name, _ in COMMANDS} == {command.name for command in group.commands}


@pytest.mark.parametrize(("kind", "stage", "game", "view"), SITUATIONS)
async def test_every_command_and_button_works_and_says_nothing_untrue(
    kind: Kind,
    stage: Stage,
    game: str,
    view: BoardView,
    path: Path,
    dealt: dict[str, int],
    caplog: pytest.LogCaptureFixture,
) -> None:
    dealt[game], _ = line_to(stage, game)
    async with running(CardRoom(path, moment="2026-11-21 10:00")) as room:
        await room.prefer(view=view)
        await room.start("tens", 8)
        await room.play("4+8")
        await reach(room, kind, stage, game)
        player = CuriousPlayer(room)
        await player.look()
        for command, options in COMMANDS:
            await room.say(command, **options)
            await player.look()
        await player.press_everything()
        assert len(player.pressed) > _LEAST_PRESSED
    assert [record.message for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
