"""Tables as emoji, and legible cards in texts."""

import re
from itertools import chain

import discord
import pytest

from bot.language import LANGUAGES, find_language
from bot.messages.drawing import Overlay
from bot.messages.style import EmojiDeck, Style
from bot.messages.table import draw_table, emoji_table
from bot.model.marks import marks_of
from bot.model.preferences import BoardView, Preferences
from bot.pictures.emoji import base_key, emoji_key, is_marked
from engine import Card, Game, Position, Solution, parse_card, parse_move
from tests.engine.positions import building, game_at, tens
from tests.support.boards import (
    EMOJI,
    EMOJI_BY_KEY,
    GREATEST_ID,
    PICTURE,
    TEXT,
    WORDS,
    all_text,
    board_of,
    crowded_positions,
    description,
    every_game,
    games_in_every_state,
    largest_position,
    late_games,
    style_of,
    table_lines,
    varied_games,
)

EMOJI_DECK = EmojiDeck(EMOJI_BY_KEY, four_colour=True)
GUIDE_TO_LINES = "Each line is a pile, its last card on the right."
KEYS = {str(face): key for key, face in EMOJI_BY_KEY.items()}


def keys(line: str) -> list[str]:
    found = re.findall(r"<:\w+:\d+>", line)
    assert "".join(found) == line
    return [KEYS[each] for each in found]


def keys_of(position: Position) -> list[list[str]]:
    return [
        [emoji_key(card, four_colour=True) if isinstance(card, Card) else "back" for card in pile] or ["empty"]
        for pile in position.view().piles
    ]


def piles_in_columns(lines: list[str]) -> list[list[str]]:
    """Read a table of columns, whose first line numbers them; tall ones may end with the numbers again."""
    numbers, *rows = map(keys, lines)
    assert numbers == [f"n{number}" for number in range(1, len(numbers) + 1)]
    if len(rows) > 5 and rows[-1] == numbers:
        rows.pop()
    columns = [[row[at] if at < len(row) else "gap" for row in rows] for at in range(len(numbers))]
    assert all(row[-1] != "gap" for row in rows)
    return [re.sub(r"( gap)*$", "", " ".join(column)).split() for column in columns]


def piles_in_lines(lines: list[str]) -> list[list[str]]:
    """Read a table of lines, each a number followed by its pile."""
    rows: list[list[str]] = []
    for first, *line in map(keys, lines):
        assert len(line) <= 10
        if first == "gap":
            rows[-1] += line
        else:
            assert first == f"n{len(rows) + 1}"
            rows.append(line)
    return rows


def piles_in_rows(lines: list[str]) -> list[list[str]]:
    """Read a table of piles of one card each, below their numbers."""
    rows = list(map(keys, lines))
    numbers, piles = (list(chain.from_iterable(rows[first::2])) for first in (0, 1))
    assert numbers == [f"n{number}" for number in range(1, len(numbers) + 1)]
    assert list(map(len, rows[::2])) == list(map(len, rows[1::2]))
    return [[pile] for pile in piles]


def emoji_lines(game: Game) -> list[str]:
    """The lines of the piles, below those of foundations and waste."""
    lines = draw_table(game.position.view(), EMOJI).split("\n")
    return lines[next(at for at, line in enumerate(lines) if line.startswith(str(EMOJI_BY_KEY["n1"]))) :]


@every_game
def test_emoji_table_shows_every_card_in_its_place(name: str, options: dict[str, str]) -> None:
    for game in [*games_in_every_state(name, options), *late_games(name, options, count=15)]:
        lines = emoji_lines(game)
        if game.view().is_spread:
            shown = piles_in_rows(lines)
        elif keys(lines[0])[1] == "n2":
            shown = piles_in_columns(lines)
        else:
            shown = piles_in_lines(lines)
        assert shown == keys_of(game.position)


@every_game
def test_foundations_waste_and_cells_are_above_the_piles(name: str, options: dict[str, str]) -> None:
    for game in games_in_every_state(name, options):
        view = game.position.view()
        lines = draw_table(game.position.view(), EMOJI).split("\n")
        if view.foundations:
            tops = [
                base_key(base) if top is None else emoji_key(top, four_colour=True) for base, top in view.foundations
            ]
            base, _ = view.foundations[0]
            assert lines.pop(0) == f"-# Foundations · from {base.rank} up"
            assert keys(lines.pop(0)) == tops
        if view.waste is not None:
            fan = view.waste[-3 if options.get("draw") == "three" else -1 :]
            shown = "".join(str(EMOJI_BY_KEY[emoji_key(card, four_colour=True)]) for card in fan)
            top = f"{shown} ({len(view.waste)})" if view.waste else str(EMOJI_BY_KEY["empty"])
            assert lines.pop(0) == f"Waste {top}"
        if view.cells:
            held = [emoji_key(card, four_colour=True) if card else "empty" for card in view.cells]
            assert keys(lines.pop(0).removeprefix("Cells ")) == held
        if lines[0] == f"-# {GUIDE_TO_LINES}":
            lines.pop(0)
        assert lines == emoji_lines(game)


def after_a_run_moved() -> Game:
    """A game in which three cards are new where they lie: two that moved, and one that turned up."""
    piles = "(5♥ 2♠) 7♠ 6♠ | 9♦ 8♥ | 10♥ 9♥ | Q♣"
    game = game_at(building("grounds-for-divorce", piles, stock="2♣"), "grounds-for-divorce", {})
    game.play("1>2*2")
    return game


def hint(move: str) -> Overlay:
    return Overlay(hint=Solution(moves=(parse_move(move, discards="+" in move),)))


def test_text_has_a_sign_beside_the_cards_that_moved_and_those_of_a_hint_in_the_same_columns() -> None:
    game = after_a_run_moved()
    table = table_lines(board_of(game))
    assert table[:4] == [" 1: ▒ 2♠*", " 2: 9♦  8♥  7♠* 6♠*", " 3: 10♥ 9♥", " 4: Q♣"]
    hinted = table_lines(board_of(game, TEXT, hint("2>5*3")))
    assert hinted[:5] == [" 1: ▒ 2♠", " 2: 9♦  8♥? 7♠? 6♠?", " 3: 10♥ 9♥", " 4: Q♣", " 5: –?"]


@pytest.mark.parametrize(
    ("game", "position", "step", "hinted", "signs"),
    [
        ("dimes", building("dimes", "9♠ 8♠ | 3♣", stock="2♣ 4♦"), "draw draw", "", ["4♦*"]),
        ("dimes", building("dimes", "J♥ | 3♣ 2♣"), "1>f", "", ["J♥*", "–*"]),
        ("dimes", building("dimes", "J♥ | 9♠ 3♣", waste="2♣"), "2>3", "w>4", ["2♣?", "–?"]),
        ("freecell", building("freecell", "7♠ | 9♦ 8♥", cells="2♣"), "2>c", "", ["8♥*"]),
        ("freecell", building("freecell", "7♠ | 9♦ 8♥", cells="2♣"), "c1>3", "", ["–*", "2♣*"]),
        ("freecell", building("freecell", "7♠ | 9♦ 8♥", cells="2♣"), "2>c", "c1>3", ["2♣?", "–?"]),
        ("klondike", building("klondike", "8♠", foundations="7♥"), "fh>1", "", ["6♥*", "7♥*"]),
        ("tens", tens("A♣ 9♣ K♣"), "1+2", "", []),
    ],
    ids=["one step", "home", "waste", "into a cell", "out of a cell", "a hint", "from a foundation", "a lost game"],
)
def test_signs_stand_at_every_place(game: str, position: Position, step: str, hinted: str, signs: list[str]) -> None:
    played = game_at(position, game)
    played.play(*step.split())
    table = table_lines(board_of(played, TEXT, hint(hinted) if hinted else Overlay()))
    assert re.findall(r"\S+[*?]", "\n".join(table)) == signs


def test_text_explains_its_sign_after_the_first_move() -> None:
    game = after_a_run_moved()
    assert "`*` last move" in description(board_of(game))
    game.play("3>5")
    assert "last move" not in description(board_of(game))


def test_emoji_show_marked_faces_of_the_cards_that_moved_and_those_of_a_hint() -> None:
    game = after_a_run_moved()

    def marked(overlay: Overlay) -> list[str]:
        markups = re.findall(r"<:\w+:\d+>", description(board_of(game, EMOJI, overlay)))
        return sorted(KEYS[each] for each in markups if is_marked(KEYS[each]))

    assert marked(Overlay()) == ["2s_moved", "6s_moved", "7s_moved"]
    assert marked(hint("2>5*2")) == ["6s_hint", "7s_hint", "empty_hint"]


def test_emoji_mark_foundations_and_waste() -> None:
    game = game_at(building("diplomat", "A♥ | 7♠", waste="6♣ 7♦", stock="2♣"), "diplomat", {"stock": "free"})
    hinted = description(board_of(game, EMOJI, hint("1>f")))
    assert str(EMOJI_BY_KEY["baseah_hint"]) in hinted
    game.play("1>f")
    game.play("draw")
    assert f"Waste {EMOJI_BY_KEY['2c4_moved']} (3)" in description(board_of(game, EMOJI))
    assert f"Waste {EMOJI_BY_KEY['2c4_hint']} (3)" in description(board_of(game, EMOJI, hint("w>1")))


def test_the_cards_that_a_draw_turned_lie_side_by_side_in_every_view() -> None:
    game = game_at(building("klondike", "A♥ | 7♠", stock="2♣ 6♣ 7♦ 9♦", option="draw=three"), "klondike")
    game.play("draw")
    assert "Waste 2♣* 6♣* 7♦* (3)" in table_lines(board_of(game, TEXT))
    marked = "".join(str(EMOJI_BY_KEY[f"{key}_moved"]) for key in ("2c4", "6c4", "7d4"))
    assert f"Waste {marked} (3)" in description(board_of(game, EMOJI))
    game.play("draw")
    assert "Waste: 9 of diamonds, 7 of diamonds, 6 of clubs, 1 more below." in description(board_of(game, WORDS))


def test_new_cards_in_tens_are_marked_in_every_view() -> None:
    game = Game.new("tens", 8)
    game.play("4+8")
    new = [str(game.view().piles[number - 1][0]) for number in (4, 8)]
    assert re.findall(r"(\S+)\*", "\n".join(table_lines(board_of(game)))) == new
    marked = [f"{emoji_key(parse_card(card), four_colour=True)}_moved" for card in new]
    assert [KEYS[each] for each in re.findall(r"<:\w+_moved\w*:\d+>", description(board_of(game, EMOJI)))] == marked


def test_cards_without_marks_stand_in_while_the_marked_ones_are_uploaded() -> None:
    plain = {key: face for key, face in EMOJI_BY_KEY.items() if not is_marked(key)}
    style = Style(find_language("en"), Preferences(BoardView.EMOJI), EmojiDeck(plain, four_colour=True))
    game = after_a_run_moved()
    marks = marks_of(game)
    assert marks.moved
    assert draw_table(game.view(), style, marks=marks) == draw_table(game.view(), EMOJI)


@every_game
def test_largest_tables_of_real_games_fit_as_emoji(name: str, options: dict[str, str]) -> None:
    position = largest_position(name, tuple(options.items()))
    for code in LANGUAGES:
        table = draw_table(position.view(), style_of(BoardView.EMOJI, code))
        assert "```" not in table


def test_table_too_large_for_columns_has_a_line_for_each_pile() -> None:
    """Columns also need emoji for the gaps beside a long pile."""
    long_pile = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ " * 5
    position = building("grounds-for-divorce", "|".join([*["(A♥ A♣) 3♦"] * 9, long_pile]))
    guide, *lines = draw_table(position.view(), EMOJI).split("\n")
    assert guide == f"-# {GUIDE_TO_LINES}"
    assert piles_in_lines(lines) == keys_of(position)
    smaller = building("grounds-for-divorce", "K♠ Q♠ | (A♥ A♣) 3♦")
    assert piles_in_columns(draw_table(smaller.view(), EMOJI).split("\n")) == keys_of(smaller)


def test_tall_tables_are_numbered_below_too_if_there_is_room() -> None:
    view = building("diplomat", "K♠ 3♦ Q♣ J♥ 9♣ | 10♣ 4♥ 9♥ 3♣ | 6♦").view()

    def table(room: int) -> list[str]:
        drawn = emoji_table(view, EMOJI_DECK, EMOJI.language, room=room)
        assert drawn is not None
        return drawn.split("\n")

    roomy = table(room=4000)
    assert keys(roomy[-1]) == [f"n{number}" for number in range(1, 9)]
    assert table(room=len("\n".join(roomy)) - 1) == roomy[:-1]


def test_table_too_large_for_emoji_is_text() -> None:
    long_names = {key: discord.PartialEmoji(name=f"{key:_<32}", id=GREATEST_ID) for key in EMOJI_BY_KEY}
    style = Style(find_language("en"), Preferences(BoardView.EMOJI), EmojiDeck(long_names))
    position = largest_position("grounds-for-divorce", ())
    assert draw_table(position.view(), style) == draw_table(position.view(), TEXT)


def test_emoji_table_never_exceeds_its_room() -> None:
    for position in (*crowded_positions("grounds-for-divorce", {}), Game.new("tens", 1).position):
        for room in range(0, 5000, 250):
            table = emoji_table(position.view(), EMOJI_DECK, EMOJI.language, room=room)
            assert table is None or len(table) <= room
        assert emoji_table(position.view(), EMOJI_DECK, EMOJI.language, room=9999) is not None


def test_boards_are_text_without_application_emoji() -> None:
    game = Game.new("dimes", 8)
    without = Style(find_language("en"), Preferences(BoardView.EMOJI), None)
    assert all_text(board_of(game, without)) == all_text(board_of(game, TEXT))


def test_picture_board_has_no_other_table() -> None:
    for game in varied_games():
        message = board_of(game, PICTURE)
        assert message.picture is not None
        assert "```" not in description(message)
        assert not re.search("<:.*><:", description(message))


def test_cards_have_the_chosen_deck() -> None:
    ace = building("dimes", "A♣")
    for four_colour, key in ((False, "ac"), (True, "ac4")):
        style = style_of(BoardView.EMOJI, four_colour=four_colour)
        assert str(EMOJI_BY_KEY[key]) in draw_table(ace.view(), style)
        assert style.readable("A♣ can't go home.") == f"{EMOJI_BY_KEY[key]} can't go home."


@pytest.mark.parametrize(
    ("text", "as_code", "faces"),
    [
        ("10♥ can't go on 9♠ (8♠–8♠).", "`10♥` can't go on `9♠` (`8♠`–`8♠`).", ["10h", "9s", "8s", "8s"]),
        ("7♣ 6♣ → pile 2, or `7♣>f`; only ♥", "`7♣ 6♣` → pile 2, or `7♣>f`; only `♥`", ["7c4", "6c4", "7c4"]),
        ("Nothing to draw.", "Nothing to draw.", []),
    ],
)
def test_a_text_shows_cards_as_the_board_does(text: str, as_code: str, faces: list[str]) -> None:
    without_deck = Style(find_language("en"), Preferences(BoardView.EMOJI), None)
    for style in (TEXT, without_deck):
        assert style.readable(text) == as_code
    in_emoji = re.sub("(?:10|[2-9])[♣♥♠]", "{}", text).format(*(EMOJI_BY_KEY[key] for key in faces))
    for style in (EMOJI, PICTURE):
        assert style.readable(text) == in_emoji
