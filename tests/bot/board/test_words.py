"""Labels, custom ids and pages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.board.custom_id import Action, CustomId
from bot.board.labels import label, matching
from bot.board.message import check_limits, notice
from bot.board.pages import help_page, question, rules_page
from bot.commands.play import read_new, write_new
from bot.services.games import NewGame
from engine import VARIANTS, Game
from tests.engine.games import games
from tests.engine.positions import EVERY_GAME, EVERY_LABEL


@settings(max_examples=100, deadline=None)
@given(games())
def test_every_legal_move_has_a_label_of_its_own_that_fits(game: Game) -> None:
    labels = [label(game.position, move) for move in game.legal_moves()]
    assert all(1 <= len(each) <= 100 for each in labels)
    assert len(set(labels)) == len(labels)


@settings(max_examples=100, deadline=None)
@given(games())
def test_a_move_is_found_by_its_text_before_any_other(game: Game) -> None:
    for move in game.legal_moves():
        assert matching(game, str(move))[0] == move
        assert matching(game, f" {str(move).upper()} ")[0] == move
        assert move in matching(game, label(game.position, move))


@settings(max_examples=200, deadline=None)
@given(games(), st.text(max_size=30))
def test_whatever_is_typed_only_legal_moves_are_found(game: Game, typed: str) -> None:
    found = matching(game, typed)
    assert set(found) <= set(game.legal_moves())
    assert len(set(found)) == len(found)


@given(
    st.sampled_from(Action),
    st.integers(0, 2**63 - 1),
    st.integers(0, 10**9),
    st.text("abc09>+*,=-", max_size=60),
)
def test_a_custom_id_reads_back_as_it_was_written(action: Action, game_id: int, version: int, argument: str) -> None:
    custom_id = CustomId(action, game_id, version, argument)
    assert CustomId.parse(str(custom_id)) == custom_id


@given(st.text(max_size=120))
def test_no_other_text_is_a_button_of_ours(text: str) -> None:
    with pytest.raises(ValueError, match="no button of ours"):
        CustomId.parse(text)


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
@pytest.mark.parametrize("deal", [None, 0, 2**64 - 1])
def test_a_question_about_any_new_game_fits_and_reads_back(
    name: str, options: dict[str, str], deal: int | None
) -> None:
    new = NewGame(name, deal, options)
    assert read_new(write_new(new)) == new
    custom_id = CustomId(Action.START, 2**63 - 1, 99999, write_new(new))
    asked = question("Really?", yes=("Give up and deal", custom_id), no="Keep playing")
    assert CustomId.parse(asked.buttons[0].custom_id) == custom_id
    assert asked.buttons[0].custom_id != asked.buttons[1].custom_id


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_rules_of_every_game_fit(variant: object) -> None:
    check_limits(next(rules_page(each) for each in VARIANTS.values() if each is variant))


def test_the_help_fits() -> None:
    check_limits(help_page())


def test_a_notice_that_names_cards_keeps_its_suits_as_text() -> None:
    assert notice("7♣ can't go on 8♣.").text == "```\n7♣ can't go on 8♣.\n```"
    assert notice("Nothing has changed.").text == "Nothing has changed."
