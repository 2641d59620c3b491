"""Boards in words, as a screen reader reads them."""

import re
from textwrap import wrap

import pytest
from hypothesis import given

from bot.language import find_language
from bot.messages.aloud import in_words, table_in_words
from bot.messages.board import draw_board
from bot.messages.card_names import name_card, with_card_texts
from bot.messages.content import as_content
from bot.messages.drawing import Drawing, Overlay
from bot.messages.message import Message, Select
from bot.model.game import FIRST_VERSION, UserGame
from bot.model.preferences import BoardView
from bot.model.statistics import Ending
from engine import BACK, VARIANTS, Card, ClosedStockError, Game, Rank, Solution, Verdict
from engine.cards import CARDS, card_of
from tests.engine.games import games
from tests.engine.positions import building, game_at
from tests.support.boards import (
    WORDS,
    board_of,
    every_language,
    overlays_of,
    selects_of,
    style_of,
    varied_games_in,
    won_game,
)

STUMBLING_BLOCKS = re.compile(
    r"<a?:\w+:\d+>"  # emoji of the application
    r"|[\u2190-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"  # arrows, boxes, suits and emoji
    r"|[`*_~|]|^-# "  # marks of code, bold and small print
    r"|[^\w\s]{4,}",  # runs of signs
    re.MULTILINE,
)


PHONE = 40
"""Characters of a line on a phone."""


def heard(message: Message) -> str:
    """What a screen reader says of a message and its controls."""
    message = as_content(message)
    assert message.embed is None
    parts = [message.text or ""]
    for row in message.action_rows:
        if isinstance(row, Select):
            parts += [row.placeholder]
            parts += [said for choice in row.choices for said in (choice.label, choice.description) if said]
            assert not any(choice.emoji for choice in row.choices)
        else:
            parts += [button.label for button in row]
            assert {button.emoji for button in row} == {None}
    return "\n".join(parts)


def first_board(name: str, code: str = "en", *, player: str = "Ada", ending: Ending | None = None) -> Message:
    game = UserGame(1, 1, FIRST_VERSION, Game.new(name, 8), started_at=0, changed_at=0)
    return draw_board(Drawing(game, style_of(BoardView.WORDS, code), player=player, now=0, ending=ending))


def table_of(game: Game) -> list[str]:
    return table_in_words(game.view(), WORDS.language, room=9999).splitlines()


@every_language
def test_a_screen_reader_stumbles_over_nothing_on_a_board(code: str) -> None:
    style = style_of(BoardView.WORDS, code)
    for game in varied_games_in(code):
        for overlay in overlays_of(game):
            found = STUMBLING_BLOCKS.search(heard(board_of(game, style, overlay)))
            assert found is None, found


@every_language
@pytest.mark.parametrize("name", VARIANTS)
def test_a_screen_reader_stumbles_over_nothing_on_a_first_board(name: str, code: str) -> None:
    shown = as_content(first_board(name, code, ending=Ending(seconds=0, is_first=True))).text or ""
    assert STUMBLING_BLOCKS.search(re.sub(r"<t:\d+:R>", "a moment ago", shown)) is None


@every_language
def test_a_card_that_is_read_out_can_be_typed(code: str) -> None:
    for card in CARDS:
        assert with_card_texts(name_card(card, find_language(code))) == str(card)


@given(games())
def test_a_pile_names_its_cards_from_the_top_down_and_counts_its_hidden_ones(game: Game) -> None:
    by_name = {name_card(card, WORDS.language): card for card in CARDS}
    for number, (line, pile) in enumerate(zip(table_of(game), game.view().piles, strict=False), 1):
        told: list[Card] = []
        for name, run_to in re.findall(r"(\w+ of \w+)(?: to (\w+ of \w+))?", line):
            told.append(by_name[name])
            while run_to and told[-1] != by_name[run_to]:
                told.append(card_of(Rank(told[-1].rank + 1), told[-1].suit))
        assert told == [card for card in reversed(pile) if isinstance(card, Card)]
        hidden = pile.count(BACK)
        assert line.endswith(f"{hidden} face down.") is bool(hidden)
        assert line.startswith(f"Pile {number}: ")
        assert line.endswith(": empty.") is (not pile)


def test_a_long_run_is_named_by_its_ends() -> None:
    game = game_at(building("cast-out-nines", "2♥ K♠ Q♠ J♠ 10♠ | 7♣ 6♣"), "cast-out-nines")
    assert table_of(game)[:2] == [
        "Pile 1: 10 of spades to king of spades, 2 of hearts.",
        "Pile 2: 6 of clubs, 7 of clubs.",
    ]


def test_foundations_stock_and_waste_follow_the_piles() -> None:
    game = Game.new("dimes", 8)
    game.play("draw", "draw")
    *_, foundations, others = table_of(game)
    assert foundations.startswith("Foundations from 10 up: 10 of clubs, 10 of clubs, 10 of diamonds,")
    assert re.fullmatch(r"Stock: 86 cards\. Waste: \w+ of \w+, 1 more below\.", others)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_first_board_fits_on_a_phone(name: str) -> None:
    lines = (as_content(first_board(name, ending=Ending(seconds=0))).text or "").splitlines()
    has_cells = bool(VARIANTS[name].rules.cells)
    most = 30 if has_cells else 26  # all cards of a game with cells are open, and told
    assert sum(len(wrap(line, PHONE)) for line in lines) <= most


def test_the_news_come_first() -> None:
    game = Game.new("diplomat", 8)
    assert heard(board_of(game, WORDS)).startswith("Diplomat, deal 8, ")
    game.play(game.listed_moves()[0])
    assert heard(board_of(game, WORDS)).startswith("Last move: ")
    assert heard(board_of(won_game("dimes", {}), WORDS)).startswith("You won!")


@pytest.mark.parametrize("played", [0, 1])
def test_the_answer_to_a_press_comes_last_just_above_the_buttons(played: int) -> None:
    game = Game.new("diplomat", 8)
    for _ in range(played):
        game.play(game.listed_moves()[0])
    (move, *_) = game.listed_moves()
    answers = {
        "Hint: ": Overlay(hint=Solution(Verdict.WON, (move,))),
        "Stock: You can't draw yet.": Overlay(closed_stock=ClosedStockError("You can't draw yet.")),
    }
    for answer, overlay in answers.items():
        before, _, after = heard(board_of(game, WORDS, overlay)).rpartition(answer)
        assert "Pile 8: " in before
        assert before.startswith("Last move: " if played else "Diplomat, deal 8, ")
        assert "Pile" not in after
        assert "Diplomat" not in after


def test_moves_are_described_and_offered_in_words() -> None:
    game = game_at(building("diplomat", "7♣ | 8♥ | K♠"), "diplomat")
    said = "7 of clubs, pile 1 to pile 2 (8 of hearts)"
    (select,) = selects_of(board_of(game, WORDS))
    assert said in [choice.label for choice in select.choices]
    game.play("1>2")
    assert heard(board_of(game, WORDS)).splitlines()[0] == f"Last move: {said}"


def test_without_room_the_lowest_cards_of_long_piles_are_counted() -> None:
    game = game_at(building("grounds-for-divorce", "(A♥ A♣) 3♦ 9♣ 5♥ K♠ 2♣ | 4♦"), "grounds-for-divorce")
    assert table_of(game)[0] == (
        "Pile 1: 2 of clubs, king of spades, 5 of hearts, 9 of clubs, 3 of diamonds, 2 face down."
    )
    tight = table_in_words(game.view(), WORDS.language, room=230).splitlines()
    assert tight[0] == "Pile 1: 2 of clubs, king of spades, 3 more below, 2 face down."
    assert tight[1] == "Pile 2: 4 of diamonds."


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "`10♥` can't go on `9♠`: pile 3 takes `8♠`.",
            "10 of hearts can't go on 9 of spades: pile 3 takes 8 of spades.",
        ),
        ("`7♣–5♣` · pile 2 → pile 5 (8♦)", "7 of clubs to 5 of clubs, pile 2 to pile 5 (8 of diamonds)"),
        ("7♣\ufe0e–5♣\ufe0e or fewer · pile 2", "7 of clubs to 5 of clubs or fewer, pile 2"),
        ("→ pile 3, home", "to pile 3, home"),
        ("9♥ → pile 3 (10♠)", "9 of hearts, to pile 3 (10 of spades)"),
        ("7♣–5♣ → empty pile", "7 of clubs to 5 of clubs, to empty pile"),
        ("9♥ → home", "9 of hearts, to home"),
        ("next card → empty pile 2", "next card, to empty pile 2"),
        ("Menu › Rules", "Menu, Rules"),
        ("-# 🗄️ **2** games; only ♥ next", "2 games; only hearts next"),
    ],
)
def test_signs_become_words(written: str, said: str) -> None:
    assert in_words(written, WORDS.language) == said


def test_a_name_is_not_taken_for_cards() -> None:
    assert "A♠ Ada" in (as_content(first_board("dimes", player="A♠ Ada")).text or "")
