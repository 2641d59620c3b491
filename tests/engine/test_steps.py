"""The steps that hints suggest, and their texts on buttons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DRAW, FOUNDATION, Game, Move, PatienceError, Solution, Transfer, Verdict, draws
from engine.steps import hint_step, read_step, write_step
from tests.engine.games import games
from tests.engine.positions import WINNING_LINES, split_options


def goes_home(move: Move) -> bool:
    return isinstance(move, Transfer) and move.target == FOUNDATION


@pytest.mark.parametrize("line", WINNING_LINES, ids=lambda line: "-".join(line[:3]))
def test_the_steps_of_a_winning_line_play_it(line: list[str]) -> None:
    name, option, deal, texts = line
    game = Game.new(name, int(deal), split_options(option))
    moves = tuple(map(game.parse_move, texts.split("&")))
    rest = moves
    while rest:
        hint = Solution(Verdict.WON, rest)
        step = hint_step(game.position, hint)
        assert step == rest[: len(step)]
        assert len(write_step(step)) <= 50
        assert read_step(game, write_step(step)) == step
        between = [move for move in step if move != DRAW and not goes_home(move)]
        assert len(between) <= (1 if game.variant.rules.discards else 3)
        game.play(*step)
        rest = rest[len(step) :]
    assert game.moves == moves
    assert len(game.steps) < len(moves) or game.variant.rules.discards


@given(games(), st.sampled_from([Verdict.UNKNOWN, Verdict.IMPOSSIBLE]))
def test_without_a_proof_of_a_win_a_step_goes_no_further_than_a_player_would(game: Game, verdict: Verdict) -> None:
    if not game.legal_moves():
        return
    line: list[Move] = []
    ahead = game.copy()
    while len(line) < 10 and (legal := ahead.legal_moves()):
        line.append(DRAW if DRAW in legal else legal[0])
        ahead.play(line[-1])
    step = hint_step(game.position, Solution(verdict, tuple(line)))
    assert step == tuple(line[: len(step)])
    if DRAW in step:
        assert len(step) <= len(draws(game.position))
    else:
        assert all(map(goes_home, step[1:]))


@pytest.mark.parametrize("text", ["draw*0", "draw*99&1>2", "draw&", "&", "draw*2x", "w>f&draw*2", "9" * 60])
def test_texts_that_no_button_has_are_refused(text: str) -> None:
    with pytest.raises(PatienceError):
        read_step(Game.new("dimes", 8), text)
