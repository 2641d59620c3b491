"""Replays."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.pictures.layout import lay_out
from bot.pictures.replay import MOST_FRAMES, UPLOAD_LIMIT, StoppedError, draw_replay
from bot.pictures.table import draw_table, paint_table
from tests.support.tables import GAMES, is_spread, views


def replay(game: str, *, moves: int = 40, limit: int = UPLOAD_LIMIT) -> bytes:
    return draw_replay(views(game, moves=moves), spread=is_spread(game), four_colour=False, limit=limit)


def frames(gif: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(gif)))]


def pauses(gif: bytes) -> list[int]:
    return [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(gif)))]


@pytest.mark.parametrize("game", GAMES)
def test_each_frame_shows_the_table_of_its_view(game: str) -> None:
    seen = views(game, moves=40)
    layout = lay_out(seen, spread=is_spread(game))
    shown = frames(replay(game))
    assert len(shown) == len(seen)
    for view, frame in zip(seen, shown, strict=True):
        table = paint_table(view, layout, four_colour=False).convert("RGB")
        assert frame.tobytes() == table.tobytes()


def test_first_frame_is_the_first_table() -> None:
    table = draw_table(views("dimes")[0], spread=False, four_colour=False)
    assert frames(replay("dimes"))[0].tobytes() == Image.open(BytesIO(table)).convert("RGB").tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_replay_is_far_below_the_upload_limit(game: str) -> None:
    gif = replay(game, moves=150)
    assert len(gif) < UPLOAD_LIMIT // 10


def test_replay_loops_and_pauses_on_the_last_frame() -> None:
    gif = replay("diplomat")
    assert Image.open(BytesIO(gif)).info["loop"] == 0
    *others, last = pauses(gif)
    assert set(others) == {600}
    assert last == 4000


def test_replay_of_a_long_game_takes_a_minute() -> None:
    seen = views("tens", moves=1) * 400
    gif = draw_replay(seen, spread=True, four_colour=False, limit=UPLOAD_LIMIT)
    shown = frames(gif)
    assert len(shown) == MOST_FRAMES
    assert sum(pauses(gif)) <= 60_000
    first, last = (
        Image.open(BytesIO(draw_table(view, spread=True, four_colour=False))).convert("RGB").tobytes()
        for view in (seen[0], seen[-1])
    )
    assert (shown[0].tobytes(), shown[-1].tobytes()) == (first, last)


@pytest.mark.parametrize("limit", [250_000, 100_000, 60_000])
def test_tight_limit_leaves_fewer_frames_including_first_and_last(limit: int) -> None:
    everything = frames(replay("diplomat"))
    gif = replay("diplomat", limit=limit)
    shown = frames(gif)
    assert len(gif) <= limit
    assert 2 <= len(shown) <= len(everything)
    assert shown[0].tobytes() == everything[0].tobytes()
    assert shown[-1].tobytes() == everything[-1].tobytes()


def test_impossible_limit_leaves_only_the_last_view() -> None:
    everything = frames(replay("diplomat"))
    only = frames(replay("diplomat", limit=10))
    assert [frame.tobytes() for frame in only] == [everything[-1].tobytes()]


def test_one_view_makes_a_replay() -> None:
    assert len(frames(replay("tens", moves=0))) == 1


def test_stopped_drawing_ends_before_the_next_frame() -> None:
    drawn = []

    def is_stopped() -> bool:
        drawn.append(1)
        return len(drawn) > 3

    with pytest.raises(StoppedError):
        draw_replay(
            views("dimes", moves=40), spread=False, four_colour=False, limit=UPLOAD_LIMIT, is_stopped=is_stopped
        )
    assert len(drawn) == 4
