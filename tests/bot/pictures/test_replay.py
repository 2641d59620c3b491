"""Replays."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.model.marks import Marks, changes
from bot.pictures.colours import FELT
from bot.pictures.layout import lay_out
from bot.pictures.replay import MOST_FRAMES, StoppedError, draw_replay
from bot.pictures.table import paint_table
from engine import VARIANTS, View
from tests.support.boards import views_of


def replay(game: str, *, moves: int = 40) -> bytes:
    return draw_replay(views_of(game, moves=moves), FELT, four_colour=False)


def frames(gif: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(gif)))]


def marked(seen: Sequence[View], before: int, at: int) -> bytes:
    """The pixels of a view that marks what has changed since an earlier one."""
    marks = Marks(changes(seen[before], seen[at]))
    table = paint_table(seen[at], lay_out(seen), FELT, four_colour=False, marks=marks)
    return table.convert("RGB").tobytes()


def pauses(gif: bytes) -> list[int]:
    return [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(gif)))]


@pytest.mark.parametrize("game", VARIANTS)
def test_each_frame_shows_the_table_of_its_view_and_marks_what_has_changed(game: str) -> None:
    seen = views_of(game, moves=40)
    shown = frames(replay(game))
    assert len(shown) == len(seen)
    for at, frame in enumerate(shown):
        assert frame.tobytes() == marked(seen, max(0, at - 1), at)


@pytest.mark.parametrize("game", VARIANTS)
def test_replay_is_far_below_the_upload_limit(game: str) -> None:
    gif = replay(game, moves=150)
    assert len(gif) < 1024 * 1024


def test_replay_loops_and_pauses_on_the_last_frame() -> None:
    gif = replay("diplomat")
    assert Image.open(BytesIO(gif)).info["loop"] == 0
    *others, last = pauses(gif)
    assert set(others) == {600}
    assert last == 4000


@pytest.mark.parametrize("length", [2, 60, 400, 4000])
def test_a_replay_takes_half_a_minute_at_most(length: int) -> None:
    before, after = views_of("tens", moves=1)
    seen = [before] * (length - 1) + [after]
    gif = draw_replay(seen, FELT, four_colour=False)
    shown = frames(gif)
    assert len(shown) == min(length, MOST_FRAMES)
    assert sum(pauses(gif)) <= 30_000
    assert min(pauses(gif)) >= 200
    assert shown[0].tobytes() == marked(seen, 0, 0)
    assert shown[-1].tobytes() == marked(seen, 0, -1)


def test_a_frame_marks_the_moves_of_the_frames_left_out_before_it() -> None:
    seen = views_of("grounds-for-divorce", moves=3 * MOST_FRAMES)
    shown = frames(replay("grounds-for-divorce", moves=3 * MOST_FRAMES))
    assert len(shown) == MOST_FRAMES
    second = (len(seen) - 1) // (MOST_FRAMES - 1)
    assert second > 1
    assert shown[1].tobytes() == marked(seen, 0, second)


def test_one_view_makes_a_replay() -> None:
    assert len(frames(replay("tens", moves=0))) == 1


def test_stopped_drawing_ends_before_the_next_frame() -> None:
    drawn = []

    def is_stopped() -> bool:
        drawn.append(1)
        return len(drawn) > 3

    with pytest.raises(StoppedError):
        draw_replay(views_of("dimes", moves=40), FELT, four_colour=False, is_stopped=is_stopped)
    assert len(drawn) == 4
