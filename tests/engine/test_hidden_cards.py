"""Nothing that the player is shown or told depends on a card that he cannot see."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BACK, Game, IllegalMoveError, InvalidMoveError, Position, Transfer, safe_home_moves
from engine.refusals import refusal
from tests.engine.games import CHOICES, DEAL_NUMBERS, hidden_otherwise, play_on, thinkable
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, game_at


def told(position: Position) -> list[str]:
    """All that a player can see and ask in a position."""
    legal = position.legal_moves()
    refused = [refusal(position, move) for move in thinkable(position) if move not in legal]
    answers = [repr(position.view()), repr(legal), repr(safe_home_moves(position))]
    answers += [f"{error} {error.template} {error.values}" for error in refused]
    answers += [f"{position.moved_cards(move)} {position.warning(move)}" for move in legal]
    return answers


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
@settings(max_examples=8, deadline=None)
@given(deal=DEAL_NUMBERS, choices=CHOICES, seed=st.integers(0, 99))
def test_views_homing_refusals_and_warnings_are_the_same_whatever_is_hidden(
    name: str, options: dict[str, str], deal: int, choices: list[int], seed: int
) -> None:
    position = play_on(Game.new(name, deal, options), choices).position
    assert told(position) == told(hidden_otherwise(position, Random(seed)))


def test_hidden_cards_are_shuffled_by_the_test_above() -> None:
    position = Game.new("grounds-for-divorce", 7).position
    other = hidden_otherwise(position, Random(1))
    assert other != position
    assert other.view() == position.view()


def test_a_face_down_card_is_shown_as_its_back() -> None:
    position = building("grounds-for-divorce", "(K♥ 2♦) 9♠ | 5♣")
    assert position.view().piles[0][:2] == (BACK, BACK)
    assert "K♥" not in repr(position.view())


@pytest.mark.parametrize("count", [0, -1, -2, -5])
@pytest.mark.parametrize("target", [2, 3])
def test_a_move_of_no_cards_is_refused_without_a_word_on_hidden_cards(target: int, count: int) -> None:
    game = game_at(building("grounds-for-divorce", "(K♥ 2♦) 9♠ | 5♣", stock="3♦"))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as refused:
        game.play(Transfer(1, target, count))
    assert not {"K♥", "2♦"} & set(str(refused.value).split())
