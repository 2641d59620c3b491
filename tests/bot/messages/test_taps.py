"""The taps under a board: a button for each pile and the waste, always in the same place."""

import re

import discord
import pytest
from hypothesis import given

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.drawing import Overlay
from bot.messages.message import ActionRow, Button, Message, Select
from bot.messages.move_list import moves_from
from bot.messages.style import Style
from bot.messages.taps import parse_place, tapped_moves
from bot.model.preferences import BoardView
from engine import PILES, VARIANTS, Game, Kind, Status, pile
from engine.promise import Promise, promise, sources_of
from tests.engine.games import games
from tests.engine.positions import building, game_at
from tests.engine.random_games import walk
from tests.support.boards import (
    EMOJI,
    EMOJI_BY_KEY,
    GREATEST_ID,
    PICTURE,
    TEXT,
    WORDS,
    all_text,
    board_of,
    button_rows,
    buttons_of,
    description,
    every_game,
    every_language,
    every_view,
    style_of,
    table_lines,
)


def taps(message: Message) -> dict[str, Button]:
    """The taps by the places that they name, in their order."""
    ids = {button: CustomId.parse(button.custom_id) for button in buttons_of(message)}
    return {parsed.argument: button for button, parsed in ids.items() if parsed.action is Action.TAP}


def shape(row: ActionRow) -> object:
    """What a row has, whatever can be pressed."""
    if isinstance(row, Select):
        return "list"
    parsed = [CustomId.parse(button.custom_id) for button in row]
    return [(each.action, each.argument) for each in parsed]


@every_game
def test_nothing_above_the_last_row_ever_moves(name: str, options: dict[str, str]) -> None:
    first, *others = [board_of(game) for game in walk(name, 1, options=options) if game.status is Status.PLAYING]
    for message in others:
        assert list(map(shape, message.action_rows[: len(first.action_rows)])) == list(map(shape, first.action_rows))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("cast-out-nines", ["1 2 3 4 5", "6 7 w"]),
        ("diplomat", ["1 2 3 4 5", "6 7 8 w"]),
        ("grounds-for-divorce", ["1 2 3 4 5", "6 7 8 9 10"]),
        ("forty-thieves", ["1 2 3 4 5", "6 7 8 9 10", "w"]),
        ("tens", ["1 2 3 4 5", "6 7 8 9 10", "11 12 13"]),
        ("klondike", ["1 2 3 4 5", "6 7 w"]),
        ("freecell", ["1 2 3 4", "5 6 7 8", "c1 c2 c3 c4"]),
        ("spider", ["1 2 3 4 5", "6 7 8 9 10"]),
    ],
)
def test_five_taps_fit_in_a_row(name: str, rows: list[str]) -> None:
    shown = button_rows(board_of(Game.new(name, 8)))
    arguments = [" ".join(taps(Message("a board", action_rows=(row,)))) for row in shown]
    assert [row for row in arguments if row] == rows


@given(games())
def test_a_tap_is_enabled_if_its_top_card_can_move_and_foundations_have_none(game: Game) -> None:
    if game.status is not Status.PLAYING:
        assert not taps(board_of(game))
        return
    legal = game.legal_moves()
    movable, whole = (
        {str(place) for move in moves for place in sources_of(move) if place.kind not in (Kind.STOCK, Kind.FOUNDATION)}
        for moves in (legal, [move for move in legal if promise(game.position, move) is not Promise.SPLITTING])
    )
    enabled = {place for place, tap in taps(board_of(game)).items() if not tap.disabled}
    assert whole <= enabled <= movable


@pytest.mark.parametrize("style", [EMOJI, PICTURE], ids=["emoji", "picture"])
def test_a_tap_shows_its_card_in_views_with_colours(style: Style) -> None:
    game = game_at(building("diplomat", "9♥ 3♠ | 4♠ | ", stock="8♦", waste="7♠"), "diplomat")
    assert style.deck is not None
    faces = [style.deck.card(pile[-1] if pile else None) for pile in game.view().piles[:3]]
    first, second, empty, *_, waste = taps(board_of(game, style)).values()
    assert [(tap.label, tap.emoji) for tap in (first, second, empty)] == [("", face) for face in faces]
    assert waste.label == ""
    assert waste.emoji in EMOJI_BY_KEY.values()


@pytest.mark.parametrize("style", [TEXT, WORDS], ids=["text", "words"])
def test_a_tap_shows_the_number_of_its_pile_in_text(style: Style) -> None:
    game = game_at(building("diplomat", "9♥ 3♠ | 4♠ | ", stock="8♦", waste="7♠"), "diplomat")
    assert [tap.label for tap in taps(board_of(game, style)).values()] == [*"12345678", "Waste"]
    assert {tap.emoji for tap in taps(board_of(game, style)).values()} == {None}


@pytest.mark.parametrize("style", [EMOJI, PICTURE], ids=["emoji", "picture"])
def test_taps_with_the_same_card_show_the_numbers_of_their_piles(style: Style) -> None:
    game = game_at(building("diplomat", "3♠ | 3♠ | 4♥ | 7♣ | 6♥ | 2♦ | 9♣ | 9♦", stock="8♦", waste="7♣"), "diplomat")
    labels = [tap.label for tap in taps(board_of(game, style)).values()]
    assert labels == ["1", "2", "", "", "", "?", "", "", ""]


def test_twins_show_their_numbers_if_all_rows_of_taps_have_room() -> None:
    for first_row, numbers in (
        ("3♠ | 3♠ | 4♥ | 7♣ | 6♥", "12"),
        ("3♠ | 3♥ | 4♥ | 7♣ | 6♥", ""),
        ("3♠ | 3♠ | 4♥ | 3♠ | 6♥", ""),
    ):
        game = game_at(building("diplomat", f"{first_row} | 2♦ | 9♣ | 9♦", stock="8♦", waste="7♣"), "diplomat")
        labels = [tap.label.strip("?") for tap in taps(board_of(game, EMOJI)).values()]
        assert "".join(labels) == numbers


@pytest.mark.parametrize(("style", "asking"), [(EMOJI, "?"), (TEXT, "1?"), (PICTURE, "?"), (WORDS, "1?")])
def test_a_tap_that_asks_has_a_question_mark(style: Style, asking: str) -> None:
    game = game_at(building("diplomat", "2♣ 8♥ | 9♠ | 9♣", stock="K♠"), "diplomat")
    tap = taps(board_of(game, style))["1"]
    assert tap.label == asking
    game.play("1>2")
    assert not any("?" in tap.label for tap in taps(board_of(game, style)).values())


@every_language
def test_the_names_of_places_are_short(code: str) -> None:
    message = board_of(Game.new("diplomat", 8), style_of(BoardView.TEXT, code))
    assert max(len(tap.label) for tap in taps(message).values()) <= len("Stos odrzuconych")


@given(games())
def test_a_tap_prefers_the_first_listed_move_from_its_place(game: Game) -> None:
    for argument, tap in taps(board_of(game)).items():
        place = parse_place(argument)
        moves = tapped_moves(game.position, place, game.listed_moves())
        assert bool(moves) != tap.disabled
        assert set(moves) <= set(game.listed_moves())
        if moves and not game.variant.rules.discards:
            first = next(move for move in game.listed_moves() if str(move).startswith(f"{argument}>"))
            assert moves[0] == first or promise(game.position, first) is Promise.SPLITTING


@pytest.mark.parametrize(
    ("piles", "played"),
    [
        pytest.param("9♠ 8♥ | 9♥ | 9♣", ["1>2"], id="its own suit"),
        pytest.param("2♣ 8♥ | 9♠ | 9♣ | 9♥", ["1>4"], id="its own suit before two others"),
        pytest.param("2♣ 8♥ | 9♠ | 9♣", ["1>2", "1>3", "1>4"], id="a choice between all places"),
        pytest.param("8♥ | 9♠ | ", ["1>2"], id="a join instead of an empty pile"),
        pytest.param("9♦ 8♥ | 9♠ | 9♣", ["1>2", "1>3", "1>4"], id="a choice between moves that gain nothing"),
        pytest.param("9♥ 8♥ | 9♠ | 9♥", ["1>3", "1>2", "1>4"], id="a choice if even a move in suit gains nothing"),
        pytest.param("A♥ | 2♠ | 2♣", ["1>f"], id="home"),
        pytest.param("K♠ 5♥ | 2♠ | 2♣", ["1>4"], id="an empty pile"),
        pytest.param("5♥ | 2♠ | 2♣ | 3♣ | 4♦ | 7♠ | 9♣ | Q♣", [], id="no move"),
    ],
)
def test_a_tap_lets_the_player_choose_between_moves_that_may_be_equally_good(piles: str, played: list[str]) -> None:
    game = game_at(building("diplomat", piles, stock="K♠"), "diplomat")
    assert list(map(str, tapped_moves(game.position, pile(1), game.listed_moves()))) == played


@pytest.mark.parametrize(
    ("piles", "played"),
    [
        pytest.param("K♠ 8♥ 7♥ | 9♣ | 8♠", ["1>2*2"], id="all of a run"),
        pytest.param("9♠ 8♥ 7♥ | 9♣ | 8♠ | K♠", ["1>2*2", "1>3", "1>5*2"], id="a choice if neither gains anything"),
        pytest.param(
            "(2♣) 8♥ 7♥ | 8♠ | | K♠",
            ["1>2", "1>3*2"],
            id="a choice if all of a run fits an empty pile and a part fits a card",
        ),
        pytest.param("9♠ 8♥ 7♥ | | 9♥ | K♠", ["1>3*2"], id="all of a run onto a card instead of an empty pile"),
    ],
)
def test_a_tap_on_a_run_moves_all_of_it_or_lets_the_player_choose(piles: str, played: list[str]) -> None:
    game = game_at(building("grounds-for-divorce", piles, stock="K♠"), "grounds-for-divorce")
    assert list(map(str, tapped_moves(game.position, pile(1), game.listed_moves()))) == played


@pytest.mark.parametrize(
    ("piles", "cells", "place", "played"),
    [
        pytest.param("8♠ 7♥ | 8♥ | 8♣", "", "1", ["1>3"], id="a card onto another"),
        pytest.param("K♠ 3♥ | K♥ | K♦ | K♣ | Q♠ | Q♥ | Q♦ | Q♣", "", "1", ["1>c"], id="a card that fits nothing else"),
        pytest.param("K♠ 3♥ | K♥", "", "1", ["1>c", "1>3"], id="a choice between a space and a cell"),
        pytest.param(
            "Q♥ 10♦ 9♠ | | K♥ | K♥ | K♦ | K♦ | K♣ | K♣", "2♦ 2♣ 3♦ 3♣", "1", ["1>2"], id="a part without room for all"
        ),
        pytest.param("K♠ | 2♥ | 5♣", "Q♥", "c1", ["c1>1"], id="a card out of its cell"),
        pytest.param("K♠ | 2♥ | 5♣", "Q♥", "c2", [], id="an empty cell"),
    ],
)
def test_a_tap_puts_a_card_into_a_cell_only_if_nothing_better_is_left(
    piles: str, cells: str, place: str, played: list[str]
) -> None:
    game = game_at(building("freecell", piles, cells=cells), "freecell")
    assert list(map(str, tapped_moves(game.position, parse_place(place), game.listed_moves()))) == played
    assert taps(board_of(game))[place].disabled == (not played)


def test_a_tap_asks_before_it_splits_a_run() -> None:
    game = game_at(building("grounds-for-divorce", "8♥ 7♥ | 8♠ | 6♣", stock="K♠"), "grounds-for-divorce")
    tapped = tapped_moves(game.position, pile(1), game.listed_moves())
    assert list(map(str, tapped)) == ["1>2"]
    assert taps(board_of(game))["1"].label == "1?"
    asked = board_of(game, TEXT, Overlay(narrowed=tuple(tapped)))
    assert "Split the run, and move `7♥` to pile 2 (`8♠`)?" in all_text(asked)


@pytest.mark.parametrize("name", ["grounds-for-divorce", "cast-out-nines"])
def test_a_tap_splits_no_run_for_an_empty_pile(name: str) -> None:
    game = game_at(building(name, "8♥ 7♥ | | 6♥", stock="K♠"), name)
    assert taps(board_of(game))["1"].disabled
    assert "1>2" in map(str, game.listed_moves())


def test_a_tap_splits_a_run_for_another_of_its_suit_only_if_that_becomes_longer() -> None:
    for target, played in (("8♠", []), ("9♠ 8♠", ["1>2"])):
        piles = f"8♠ 7♠ | {target} | 6♥ | K♠ | K♠ | K♠ | K♠ | K♠ | Q♠ | Q♠"
        game = game_at(building("spider", piles, option="suits=four"), "spider", {"suits": "four"})
        assert "1>2" in map(str, game.listed_moves())
        assert list(map(str, tapped_moves(game.position, pile(1), game.listed_moves()))) == played


@pytest.mark.parametrize("target", ["8♠", ""], ids=["an equal card", "an empty pile"])
def test_a_tap_splits_a_run_for_nothing_if_there_are_no_other_moves(target: str) -> None:
    game = game_at(building("spider", f"8♠ 7♠ | {target} | {' | '.join(['K♠ Q♠'] * 8)}", stock="K♠"), "spider")
    assert not taps(board_of(game))["1"].disabled


def test_a_tap_goes_to_the_first_of_several_empty_piles() -> None:
    piles = "(2♣) 9♥ | | 3♣ | 3♠ | | 3♥ | 3♦ | K♥ | K♦ | K♣"
    game = game_at(building("grounds-for-divorce", piles, stock="2♣ 3♣ 4♣ 5♣"), "grounds-for-divorce")
    assert {"1>2", "1>5"} <= set(map(str, game.listed_moves()))
    assert list(map(str, tapped_moves(game.position, pile(1), game.listed_moves()))) == ["1>2"]


def test_a_card_of_tens_goes_with_a_partner_or_three_of_its_rank() -> None:
    for deal in range(30):
        game = Game.new("tens", deal)
        for place in PILES[1:14]:
            moves = tapped_moves(game.position, place, game.listed_moves())
            assert len(moves) == any(str(place) in str(move).split("+") for move in game.legal_moves())


@pytest.mark.parametrize("text", ["", "0", "-1", "14", "c", "c0", "f", "fh", "x", "W", "3>5"])
def test_a_place_that_no_tap_has_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="place"):
        parse_place(text)


def test_every_place_can_be_read_back() -> None:
    for name in VARIANTS:
        game = Game.new(name, 8)
        assert list(map(parse_place, taps(board_of(game)))) == sorted(
            game.position.top_cards(), key=lambda place: (place.kind is not Kind.PILE, place)
        )


def where_to(piles: str, style: Style = TEXT, *, is_first: bool = False) -> Message:
    """The board of Diplomat that asks where the last card of pile 1 should go."""
    game = game_at(building("diplomat", piles, stock="K♠"), "diplomat")
    moves = tuple(moves_from(game, "from 1"))
    return board_of(game, style, Overlay(narrowed=moves, is_first_question=is_first))


def lit(message: Message) -> list[str]:
    loud = [button for button in buttons_of(message) if button.style is discord.ButtonStyle.primary]
    assert all(CustomId.parse(button.custom_id).action is Action.MOVE for button in loud)
    return [CustomId.parse(button.custom_id).argument for button in loud]


@every_view
def test_a_question_where_to_lights_its_targets_in_their_places_and_the_source_leaves_it(style: Style) -> None:
    piles = "2♣ 8♥ | 9♠ | 9♣ | | 7♦"
    game = game_at(building("diplomat", piles, stock="K♠"), "diplomat")
    plain = buttons_of(board_of(game, style))
    asked = buttons_of(where_to(piles, style))
    assert lit(where_to(piles, style)) == ["1>2", "1>3", "1>4"]
    assert len(asked) == len(plain)
    for before, after in zip(plain[:9], asked[:9], strict=True):
        assert (after.label, after.emoji) == (before.label, before.emoji)
    live = [(CustomId.parse(button.custom_id).action, button.label) for button in asked if not button.disabled]
    assert live[:2] == [(Action.MENU, plain[0].label), (Action.MOVE, plain[1].label)]
    assert {action for action, _ in live} == {Action.MENU, Action.MOVE, Action.DRAW, Action.HINT, Action.UNDO}


def test_a_question_where_to_lights_home() -> None:
    asked = where_to("2♣ A♥ | 2♠ | 2♣")
    assert lit(asked) == ["1>2", "1>3", "1>4", "1>f"]
    (home,) = (button for button in buttons_of(asked) if button.emoji == Action.HOME.emoji)
    assert CustomId.parse(home.custom_id) == CustomId(Action.MOVE, GREATEST_ID, 99999, "1>f")


def test_a_question_where_to_lights_the_first_empty_cell() -> None:
    game = game_at(building("freecell", "K♠ 3♥ | K♥", cells="2♦"), "freecell")
    tapped = tapped_moves(game.position, pile(1), game.listed_moves())
    asked = board_of(game, TEXT, Overlay(narrowed=tuple(tapped)))
    labels = [button.label for button in buttons_of(asked) if button.style is discord.ButtonStyle.primary]
    assert labels == ["3", "c2"]
    assert lit(asked) == ["1>3", "1>c"]


def test_a_question_where_to_names_the_card_and_marks_its_places() -> None:
    asked = where_to("2♣ 8♥ | 9♠ | 9♣")
    assert "Where to?\n`8♥` → press a blue button" in all_text(asked)
    assert "again to leave it" not in all_text(asked)
    assert re.findall(r"(\S+)\?", "\n".join(table_lines(asked))) == ["8♥", "9♠", "9♣", "–"]
    assert "hint" not in description(asked)
    said = all_text(where_to("2♣ 8♥ | 9♠ | 9♣", WORDS))
    assert "Where should 8 of hearts go: pile 2 (9 of spades), pile 3 (9 of clubs), or empty pile?" in said


@pytest.mark.parametrize(("style", "button"), [(TEXT, "1"), (WORDS, "1"), (EMOJI, "<:8H:")])
def test_the_first_question_says_how_to_leave_it(style: Style, button: str) -> None:
    said = all_text(where_to("2♣ 8♥ | 9♠ | 9♣", style, is_first=True))
    assert re.search(f"Press {button}.* again to leave it\\.", said)


def test_a_question_about_a_run_asks_how_many_of_its_cards_should_move() -> None:
    game = game_at(building("grounds-for-divorce", "8♥ 7♥ | 9♠ | 8♣", stock="K♠"), "grounds-for-divorce")
    asked = board_of(game, TEXT, Overlay(narrowed=tuple(moves_from(game, "from 1"))))
    assert "How many of `8♥`–`7♥` should move, and where?" in all_text(asked)
