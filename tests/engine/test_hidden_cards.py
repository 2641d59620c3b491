"""Nothing that players see or are told depends on hidden cards."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, IllegalMoveError, InvalidMoveError, Position, Transfer, pile, safe_home_moves
from engine.refusals import refusal, warning
from tests.engine.games import CHOICES, DEAL_NUMBERS, conceivable_moves, play_on, shuffle_hidden
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, game_at
from tests.support.thorough import times


def visible_answers(position: Position) -> list[str]:
    """Return everything that a player can see or find out in a position.

    Without legal moves, `Game` says that the game is over. The first card that goes home may turn up others.
    """
    legal = position.legal_moves()
    refused = [move for move in conceivable_moves(position) if move not in legal] if legal else []
    refusals = [refusal(position, move) for move in refused]
    answers = [repr(position.view()), repr(legal), repr(safe_home_moves(position)[:1])]
    answers += [f"{error} {error.template} {error.values}" for error in refusals]
    answers += [f"{position.moved_cards(move)} {warning(position, move)}" for move in legal]
    return answers


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
@settings(max_examples=times(2))
@given(deal=DEAL_NUMBERS, choices=CHOICES, seed=st.integers(0, 99))
def test_shuffling_the_hidden_cards_changes_nothing_visible(
    name: str, options: dict[str, str], deal: int, choices: list[int], seed: int
) -> None:
    position = play_on(Game.new(name, deal, options), choices).position
    assert visible_answers(position) == visible_answers(shuffle_hidden(position, Random(seed)))


@pytest.mark.parametrize("count", [0, -1, -2, -5])
@pytest.mark.parametrize("target", [2, 3])
def test_refusing_a_move_of_no_cards_reveals_no_hidden_cards(target: int, count: int) -> None:
    game = game_at(building("grounds-for-divorce", "(K♥ 2♦) 9♠ | 5♣", stock="3♦"))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as error:
        game.play(Transfer(pile(1), pile(target), count))
    assert not {"K♥", "2♦"} & set(str(error.value).split())
