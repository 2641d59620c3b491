"""What holds at every point of every game, however it is played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, IllegalMoveError, Status, parse_move
from engine.cards import CARDS
from tests.engine.games import CHOICES, DEAL_NUMBERS, all_cards, games, play_on, thinkable
from tests.engine.positions import EVERY_GAME, EVERY_LABEL

every_game = pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)


@every_game
@settings(max_examples=12, deadline=None)
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_no_card_is_lost_or_made(name: str, options: dict[str, str], deal: int, choices: list[int]) -> None:
    game = Game.new(name, deal, options)
    pack = sorted([*CARDS] * (game.position.pack // 52))
    for choice in choices:
        assert all_cards(game.position) == pack
        play_on(game, [choice])


@every_game
@settings(max_examples=12, deadline=None)
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_undo_takes_back_every_move_and_redo_plays_them_again(
    name: str, options: dict[str, str], deal: int, choices: list[int]
) -> None:
    game = Game.new(name, deal, options)
    positions, moves = [game.position], []
    for choice in choices:
        if not (legal := game.legal_moves()):
            break
        moves.append(legal[choice % len(legal)])
        game.play(moves[-1])
        positions.append(game.position)
    for number in reversed(range(len(moves))):
        assert game.undo() == (moves[number],)
        assert game.position == positions[number]
        assert moves[number] in game.legal_moves()
    for number, move in enumerate(moves, 1):
        assert game.redo() == (move,)
        assert game.position == positions[number]
    assert list(game.moves) == moves


@every_game
@settings(max_examples=10, deadline=None)
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_just_the_legal_moves_can_be_played_and_each_refusal_says_why_and_changes_nothing(
    name: str, options: dict[str, str], deal: int, choices: list[int]
) -> None:
    game = play_on(Game.new(name, deal, options), choices)
    legal, saved, position = game.legal_moves(), game.save(), game.position
    assert len(set(legal)) == len(legal)
    seen = set()
    for move in thinkable(position):
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


@settings(max_examples=100, deadline=None)
@given(games())
def test_the_text_of_a_move_reads_back_as_that_move(game: Game) -> None:
    for move in [*game.legal_moves(), *game.moves, *game.undone]:
        assert parse_move(str(move)) == move


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_saved_game_loads_as_it_was(game: Game) -> None:
    loaded = Game.load(game.save())
    assert loaded == game
    assert loaded.save() == game.save()
    assert (loaded.steps, loaded.undone, loaded.status) == (game.steps, game.undone, game.status)
    assert loaded.positions == game.positions
    assert (loaded.deal, loaded.options, loaded.variant) == (game.deal, game.options, game.variant)
    assert loaded.position == game.position
    assert loaded.legal_moves() == game.legal_moves()


@settings(max_examples=100, deadline=None)
@given(games())
def test_a_game_goes_on_just_as_long_as_there_are_legal_moves(game: Game) -> None:
    assert (game.status is Status.PLAYING) == bool(game.legal_moves())
    assert game.home == game.position.home <= game.position.pack
    assert (game.status is Status.WON) == (game.home == game.position.pack)


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_moves_alone_lead_to_the_same_position(game: Game) -> None:
    again = Game.new(game.variant.name, game.deal, game.options)
    for move in game.moves:
        again.play(str(move))
    assert again.position == game.position
    assert again.positions == game.positions


@settings(max_examples=60, deadline=None)
@given(games())
def test_each_move_was_played_in_its_position_and_each_step_is_taken_back_at_once(game: Game) -> None:
    assert len(game.positions) == len(game.moves) + 1
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        assert before.play(move) == after
    if game.status is Status.GIVEN_UP:
        game.undo()
    for step in reversed(game.steps):
        before_it = game.positions[-len(step) - 1]
        assert game.last_step[0][0] == before_it
        assert game.undo() == step
        assert game.position == before_it
    assert game.last_step == ()


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(EVERY_GAME),
    st.integers(0, 1000),
    st.lists(st.one_of(st.integers(0, 99), st.sampled_from(["undo", "redo"])), min_size=30, max_size=120),
)
def test_however_one_goes_back_and_forth_the_moves_that_count_lead_to_the_position(
    game: tuple[str, dict[str, str]], deal: int, doing: list[int | str]
) -> None:
    """Most of it is playing on: where nothing can be undone or redone, the first legal move is played."""
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
