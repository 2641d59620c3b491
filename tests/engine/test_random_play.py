"""Properties that hold at every point of every game."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, IllegalMoveError, Status
from tests.engine.games import CHOICES, DEAL_NUMBERS, conceivable_moves, games, play_on
from tests.engine.positions import EVERY_GAME, EVERY_LABEL
from tests.support.thorough import times

every_game = pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)


@every_game
@settings(max_examples=times(2))
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_exactly_the_legal_moves_can_be_played_and_refusals_change_nothing(
    name: str, options: dict[str, str], deal: int, choices: list[int]
) -> None:
    game = play_on(Game.new(name, deal, options), choices)
    legal = game.legal_moves()
    saved = game.save()
    position = game.position
    assert len(set(legal)) == len(legal)
    seen = set()
    for move in conceivable_moves(position):
        if move in legal:
            seen.add(move)
            game.play(move)
            assert game.undo() == (move,)
            game = Game.load(saved)
        else:
            with pytest.raises(IllegalMoveError, match=r"\w.*[.]$"):
                game.play(move)
            assert game.save() == saved
        assert game.position == position
    assert seen == set(legal)


@given(games())
def test_loading_a_saved_game_restores_it(game: Game) -> None:
    loaded = Game.load(game.save())
    assert loaded == game
    assert loaded.save() == game.save()
    assert (loaded.steps, loaded.undone, loaded.status) == (game.steps, game.undone, game.status)
    assert loaded.positions == game.positions
    assert (loaded.deal, loaded.options, loaded.variant) == (game.deal, game.options, game.variant)
    assert loaded.position == game.position
    assert loaded.legal_moves() == game.legal_moves()


@given(games())
def test_positions_match_the_moves_and_undo_matches_the_steps(game: Game) -> None:
    assert len(game.positions) == len(game.moves) + 1
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        assert before.play(move) == after
    if game.status is Status.GIVEN_UP:
        game.undo()
    for step in reversed(game.steps):
        around_it = game.positions[-len(step) - 1 :]
        assert game.last_step == tuple(zip(around_it, step, around_it[1:], strict=False))
        assert game.undo() == step
        assert game.position == around_it[0]
    assert game.last_step == ()


@given(
    st.sampled_from(EVERY_GAME),
    st.integers(0, 1000),
    st.lists(st.one_of(st.integers(0, 99), st.sampled_from(["undo", "redo"])), min_size=30, max_size=120),
)
def test_the_position_follows_from_the_moves_after_any_undo_and_redo(
    game: tuple[str, dict[str, str]], deal: int, doing: list[int | str]
) -> None:
    """If there is nothing to undo or redo, the first legal move is played instead."""
    name, options = game
    played = Game.new(name, deal, options)
    for what in doing:
        if what == "undo" and played.steps:
            played.undo()
        elif what == "redo" and played.undone:
            played.redo()
        elif legal := played.legal_moves():
            played.play(legal[what % len(legal) if isinstance(what, int) else 0])
        assert played.position == played.positions[-1]
        assert [(before, after) for before, _, after in played.last_step] == list(pairwise(played.positions[-2:]))
