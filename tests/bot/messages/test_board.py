"""A game as a message."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from wcwidth import width

from bot.language import LANGUAGES
from bot.messages.controls import Overlay
from bot.messages.formatting import WIDTH
from bot.messages.labels import matching_moves, move_label
from bot.messages.style import Style
from bot.model.preferences import View
from engine import BACK, Card, Game
from tests.engine.games import games
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building
from tests.support.boards import (
    EVERY_STYLE,
    EVERY_VIEW,
    PICTURE,
    TEXT,
    crowded,
    description,
    drawn,
    everything,
    in_every_state,
    late,
    long_runs,
    lost_at_once,
    many_boards,
    standing_at,
    style_of,
    table_lines,
    with_hidden_otherwise,
    won,
)

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"

every_game = pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)


def visible(game: Game) -> list[str]:
    """The cards that the player sees: those of the piles, and the tops of foundations and waste."""
    view = game.position.view()
    seen = [card for pile in view.piles for card in pile if isinstance(card, Card)]
    tops = [top for _, top in view.foundations if top is not None]
    return sorted(map(str, [*seen, *tops, *(view.waste or ())[-1:]]))


def sources_of(game: Game) -> list[str]:
    """What can be picked under the board."""
    return [choice.value for select in drawn(game).selects for choice in select.choices]


@pytest.mark.parametrize("style", EVERY_STYLE, ids=lambda style: f"{style.language.code} {style.view}")
def test_discord_takes_every_board_in_every_view_and_language(style: Style) -> None:
    """A message that Discord would refuse can't be made."""
    for game in many_boards():
        drawn(game, style)
        drawn(game, style, Overlay(menu=True))


@every_game
def test_discord_takes_every_board_whatever_is_picked(name: str, options: dict[str, str]) -> None:
    runs = long_runs() if name == "grounds-for-divorce" else ()
    for game in [*in_every_state(name, options), *late(name, options, count=5), *runs]:
        for source in sources_of(game):
            for style in EVERY_VIEW:
                drawn(game, style, Overlay(source=source, menu=True))


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_largest_tables_fit_onto_a_phone_in_every_language(name: str, options: dict[str, str], code: str) -> None:
    for position in crowded(name, options):
        message = drawn(standing_at(position, name, options), style_of(View.TEXT, code))
        assert max(map(width, table_lines(message))) <= WIDTH
        assert len(description(message)) < 2048


@settings(max_examples=150, deadline=None)
@given(games())
def test_every_board_shows_what_the_player_sees(game: Game) -> None:
    message = drawn(game)
    lines = table_lines(message)
    assert max(map(len, lines)) <= WIDTH
    view = game.position.view()
    table = "\n".join(lines)
    assert sorted(re.findall(CARD, table)) == visible(game)
    assert table.count(str(BACK)) == sum(card is BACK for pile in view.piles for card in pile)
    assert f"**{view.home}** of {view.pack} home" in everything(message)
    assert f"**{view.stock}** in stock" in everything(message)
    assert f"deal {game.deal}" in everything(message)
    if view.waste:
        assert f"({len(view.waste)})" in table


@settings(max_examples=60, deadline=None)
@given(games())
def test_every_pile_has_its_number_before_its_cards(game: Game) -> None:
    table = "\n".join(table_lines(drawn(game)))
    for number, pile in enumerate(game.position.view().piles, 1):
        first = "–" if not pile else "▒" if pile[0] is BACK else str(pile[0])
        assert re.search(rf"(?m)(^|  ) ?{number} +{re.escape(first)}", table), (number, table)


@every_game
def test_the_words_for_a_picture_name_every_card_in_sight(name: str, options: dict[str, str]) -> None:
    for game in [
        *in_every_state(name, options),
        *(standing_at(each, name, options) for each in crowded(name, options)),
    ]:
        picture = drawn(game, PICTURE).picture
        assert picture is not None
        assert sorted(re.findall(CARD, picture.description)) == visible(game)
        for number, pile in enumerate(game.position.view().piles, 1):
            assert re.search(rf"\b{number}: (?:–|face down|{CARD})", picture.description)
            if hidden := sum(card is BACK for card in pile):
                assert f"{number}: face down: {hidden}" in picture.description
        assert len(picture.description) <= 1024


@settings(max_examples=60, deadline=None)
@given(games())
def test_what_is_hidden_changes_nothing_that_is_shown(game: Game) -> None:
    """Two positions that differ only in hidden cards give the same message and the same completions."""
    other = with_hidden_otherwise(game)
    for style in EVERY_VIEW:
        assert drawn(game, style) == drawn(other, style)
        for source in sources_of(game):
            assert drawn(game, style, Overlay(source=source)) == drawn(other, style, Overlay(source=source))
    moves = game.legal_moves()
    labels = [move_label(game.position, move, TEXT.language) for move in moves]
    assert labels == [move_label(other.position, move, TEXT.language) for move in moves]
    for typed in ("", "a", "k", "10", "♠"):
        assert matching_moves(game, typed, TEXT.language) == matching_moves(other, typed, TEXT.language)


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_last_step_is_told(game: Game) -> None:
    embed = drawn(game).embed
    assert embed is not None
    told = [field.value or "" for field in embed.fields if field.name == "Last move"]
    assert len(told) == bool(game.steps)
    if game.steps:
        moves = game.steps[-1]
        before, after = game.positions[-len(moves) - 1], game.positions[-len(moves)]
        first = move_label(before, moves[0], TEXT.language, after=after)
        assert first.split() == told[0].replace("```", "").split()[: len(first.split())]
        assert ("more" in told[0]) == (len(moves) > 3)


def test_a_card_that_was_drawn_is_told() -> None:
    game = Game.new("dimes", 8)
    game.play("draw")
    waste = game.position.view().waste
    assert waste is not None
    assert f"{waste[-1]} · stock → waste" in everything(drawn(game))


def test_a_card_that_came_from_the_stock_into_a_space_is_told() -> None:
    game = standing_at(building("dimes", "3♠ | 7♦", stock="K♥ 2♣"), "dimes", {})
    game.play("s>5")
    assert "K♥ · stock → space 5" in everything(drawn(game))


def test_a_step_of_many_moves_is_told_by_its_first_ones() -> None:
    game = Game.new("dimes", 8)
    game.play(*["draw"] * 6)
    assert "and 3 more" in everything(drawn(game))


def test_a_stock_that_is_closed_says_why_where_that_can_change() -> None:
    joinable = building("diplomat", "7♣ | 8♥", stock="2♣")
    empty_pile = building("grounds-for-divorce", "9♠ | 7♦ 6♥ 5♦ 4♠ 3♥ 2♦ A♥ K♠ Q♠", stock="2♣")
    for position, name, reason in (
        (joinable, "diplomat", "7♣ of pile 1 goes on 8♥ of pile 2"),
        (empty_pile, "grounds-for-divorce", "put a card into pile 3 first"),
    ):
        assert reason in " ".join(everything(drawn(standing_at(position, name, {}))).split())
    for name, options in EVERY_GAME:
        embed = drawn(won(name, options)).embed
        assert embed is not None
        assert "Stock" not in [field.name for field in embed.fields]


def test_a_finished_game_says_how_it_went() -> None:
    assert "Won!" in everything(drawn(won("tens", {})))
    assert "no move at all" in everything(drawn(lost_at_once()))
    game = Game.new("diplomat", 8)
    game.play(game.legal_moves()[0])
    game.give_up()
    assert "Given up" in everything(drawn(game))


def test_the_title_names_the_rules_that_were_chosen() -> None:
    assert "the Tens stay in the deck" in everything(drawn(Game.new("dimes", 8, {"tens": "deck"})))
    assert "the Tens" not in everything(drawn(Game.new("dimes", 8)))
