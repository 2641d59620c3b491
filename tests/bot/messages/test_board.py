"""The board."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from wcwidth import width

from bot.language import NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.custom_id import CustomId
from bot.messages.drawing import Drawing, Overlay
from bot.messages.formatting import WIDTH, facts
from bot.messages.labels import drawn_label, move_label
from bot.messages.message import Message, Select
from bot.messages.style import Style
from bot.messages.table import text_table
from bot.model.contest import Contest
from bot.model.game import UserGame
from bot.model.marks import Marks, Spot
from engine import BACK, CARDS, WASTE, Card, Game, Status, parse_move
from engine.solver import solve
from tests.engine.games import games
from tests.engine.positions import building, game_at
from tests.support.boards import (
    EVERY_VIEW,
    PICTURE,
    TEXT,
    all_text,
    board_of,
    crowded_positions,
    description,
    every_game,
    every_language,
    games_in_every_state,
    table_lines,
)
from tests.support.shown import readable

DISCARDING = ["grounds-for-divorce", "tens"]

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"


def visible_cards(game: Game) -> list[str]:
    """The cards that the player sees; of the waste, only those that lie side by side."""
    view = game.position.view()
    seen = [card for place in view.places() for card in (view.fan if place == WASTE else view.at(place))]
    return sorted(str(card) for card in seen if isinstance(card, Card))


def described_table(game: Game) -> str:
    """What a picture of the table says to a screen reader."""
    picture = board_of(game, PICTURE).picture
    assert picture is not None
    return picture.description.replace(NO_BREAK, " ")


@pytest.mark.parametrize("name", DISCARDING)
def test_games_that_discard_do_not_speak_of_home(name: str) -> None:
    for game in games_in_every_state(name, {}):
        assert "home" not in all_text(board_of(game)).lower()


@every_game
@every_language
def test_marked_cards_in_text_stand_apart_and_fit_a_phone(name: str, options: dict[str, str], code: str) -> None:
    language = find_language(code)
    for position in crowded_positions(name, options):
        view = position.view()
        marks = Marks(
            hinted=frozenset(Spot(place, index) for place in view.places() for index in range(len(view.at(place))))
        )
        for line in text_table(view, language, marks=marks).split("\n"):
            assert width(line) <= WIDTH
            assert not re.search(rf"{CARD}[?*]?[^ ?*]", line)


@given(games())
def test_board_shows_what_the_player_sees(game: Game) -> None:
    assume(game.status is not Status.WON)
    message = board_of(game)
    lines = table_lines(message)
    assert max(map(len, lines)) <= WIDTH
    view = game.position.view()
    table = "\n".join(lines)
    assert sorted(re.findall(CARD, table)) == visible_cards(game)
    assert table.count(str(BACK)) == sum(card is BACK for pile in view.piles for card in pile)
    for number, pile in enumerate(view.piles, 1):
        first = "–" if not pile else "▒" if pile[0] is BACK else str(pile[0])
        assert re.search(rf"(?m)(^|  ) ?{number}: {re.escape(first)}", table), (number, table)
    rules = game.variant.rules
    home = "home" if rules.has_foundations else "discarded"
    if view.cards_home or rules.has_foundations or rules.discards:
        assert f"**{view.cards_home}** of {view.pack} {home}" in all_text(message)
    if rules.stock is not None:
        assert f"**{view.stock}** in stock" in all_text(message)
    assert (f"deal {game.deal}" in all_text(message)) is (not game.steps or game.status is not Status.PLAYING)
    if view.waste:
        assert f"({len(view.waste)})" in table


def test_a_line_of_facts_breaks_only_at_its_dots() -> None:
    inner = facts("**3** cards face down", "longest run: **1**")
    pieces = facts(inner, "", "**54** in stock").split(" ")
    assert [piece.replace(NO_BREAK, " ") for piece in pieces] == [
        "**3** cards face down ·",
        "longest run: **1** ·",
        "**54** in stock",
    ]


def test_the_counts_of_a_game_of_runs_always_take_two_lines() -> None:
    table = building("grounds-for-divorce", "(2♣) 9♠ | K♠", stock="2♦")
    for position in (table, replace(table, discarded=tuple(CARDS[:13]))):
        game = game_at(position, "grounds-for-divorce")
        before, _, _ = description(board_of(game)).partition("```")
        assert [line.count("in stock") for line in before.strip().splitlines()] == [0, 1]


def test_a_game_of_runs_shows_what_leads_to_the_first_complete_one() -> None:
    piles = "(2♣ 3♣) 9♠ 8♠ | (8♦) 7♦ 6♦ 5♦ 4♥ | K♠"  # covering a run doesn't break it; a hidden card doesn't count
    board = all_text(board_of(game_at(building("grounds-for-divorce", piles), "grounds-for-divorce")))
    assert "**3** cards face down · longest run: **3**" in board
    assert "discarded" not in board
    position = replace(building("grounds-for-divorce", piles), discarded=tuple(CARDS[:13]))
    board = all_text(board_of(game_at(position, "grounds-for-divorce")))
    assert "**13** of 104 discarded" in board
    assert "longest run" not in board


def test_a_board_celebrates_the_run_that_the_last_move_completed() -> None:
    run = "K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥"
    game = game_at(building("grounds-for-divorce", f"(5♣) {run} | (9♣) A♥ | 6♠ | K♠"), "grounds-for-divorce")
    game.play(parse_move("2>1"))
    assert "Last move\n🎉 1 run is complete and discarded!" in all_text(board_of(game))
    game.play(parse_move("1>3"))
    assert "run is complete" not in all_text(board_of(game))


@every_game
def test_picture_description_names_every_visible_card(name: str, options: dict[str, str]) -> None:
    for game in [
        *games_in_every_state(name, options),
        *(game_at(each, name, options) for each in crowded_positions(name, options)),
    ]:
        picture = board_of(game, PICTURE).picture
        assert picture is not None
        if game.status is Status.WON:
            assert f"{game.cards_home} of {game.cards_home}" in readable(picture.description)
            continue
        described = re.sub(r"^Last move: .*?\. (?=Foundations|Cells|Stock)", "", picture.description)
        assert sorted(re.findall(CARD, described)) == visible_cards(game)
        for number, pile in enumerate(game.position.view().piles, 1):
            assert re.search(rf"\b{number}: (?:–|face down|{CARD})", picture.description)
            if hidden := sum(card is BACK for card in pile):
                assert f"{number}: face down: {hidden}" in picture.description
        assert len(picture.description) <= 1024


@given(games())
def test_picture_description_begins_with_the_last_step(game: Game) -> None:
    assume(game.status is not Status.WON)
    described = described_table(game)
    assert described.startswith("Last move: ") == bool(game.steps)
    if game.steps:
        moves = game.steps[-1]
        before, after = game.positions[-len(moves) - 1], game.positions[-len(moves)]
        first = drawn_label(game, PICTURE.language) or move_label(before, moves[0], PICTURE.language, after=after)
        assert described.startswith(f"Last move: {first}")
        assert (" more move" in described) == (len(moves) > 3) or "Drew" in first


def test_a_hint_takes_the_place_of_the_note_about_the_stock() -> None:
    position = building("diplomat", "7♣ | 8♥ | 7♦ | 8♠", stock="2♣")
    board = board_of(game_at(position, "diplomat", {}), overlay=Overlay(hint=solve(position)))
    assert board.embed is not None
    names = [field.name for field in board.embed.fields]
    assert "Stock" not in names
    assert "💡 Hint" in names


def test_the_deal_is_described_before_the_first_move_and_after_the_last_one() -> None:
    noon = 1_795_694_400
    game = Game.new("diplomat", 8)
    running = UserGame(1, 1, 0, game, started_at=noon, changed_at=noon + 60)

    def board() -> str:
        return all_text(draw_board(Drawing(running, TEXT, player="Ada", now=0)))

    assert "Diplomat · deal 8" in board()
    assert f"-# medium · winnable · started <t:{noon}:R>" in board()
    game.play(game.legal_moves()[0])
    assert "deal 8" not in board()
    assert "winnable" not in board()
    assert "started" not in board()
    game.give_up()
    assert "Diplomat · deal 8" in board()
    assert f"-# medium · winnable at the start · started <t:{noon}:R>" in board()


def test_a_deal_given_up_before_the_first_move_was_winnable_at_the_start() -> None:
    game = Game.new("diplomat", 8)
    game.give_up()
    given_up = UserGame(1, 1, 0, game, started_at=0, changed_at=0)
    assert "winnable at the start" in all_text(draw_board(Drawing(given_up, TEXT, player="Ada", now=0)))


KINGS = "K♣ | K♦ | K♥ | K♠"
SHIFTS = "No move stands out. If you have no plan, "


@pytest.mark.parametrize(
    ("name", "piles", "stock", "notes"),
    [
        ("diplomat", f"9♣ 8♠ | 9♦ | {KINGS} | 6♣ | 6♠", "2♣ 5♣", {"Stock": f"{SHIFTS}press Draw."}),
        ("diplomat", f"{KINGS} | 9♣ | 9♠ | 7♣ | 7♠", "2♣ 5♣", {"Stock": "No cards can move. Press Draw."}),
        ("diplomat", f"9♣ 8♠ | 9♦ | {KINGS} | 6♣ 5♥ | 6♠", "", {"Moves": f"{SHIFTS}press ↩️."}),
        ("diplomat", f"9♣ A♠ | 9♦ | {KINGS} | 6♣ 5♥ | 6♠", "", {}),
        ("diplomat", "7♣ | 8♥", "2♣", {}),
        (
            "grounds-for-divorce",
            f"9♣ 8♠ | 9♦ | {KINGS} | 6♣ | 6♦ | 6♥ | 6♠",
            "2♣ " * 10,
            {"Stock": f"{SHIFTS}press Deal."},
        ),
        ("grounds-for-divorce", "K♣ Q♠ | 9♦ | A♣ | 6♦", "2♣ " * 10, {}),  # an empty pile keeps the stock closed
    ],
)
def test_the_board_suggests_the_stock_or_undo_if_no_move_gains_anything(
    name: str, piles: str, stock: str, notes: dict[str, str]
) -> None:
    board = board_of(game_at(building(name, piles, stock=stock), name))
    assert board.embed is not None
    assert {field.name: field.value for field in board.embed.fields} == notes


def looks(board: Message, action: Action) -> str:
    """What a button of the board shows, apart from a price or a question mark."""
    (button,) = (
        each
        for row in board.action_rows
        if not isinstance(row, Select)
        for each in row
        if CustomId.parse(each.custom_id).action is action
    )
    return " ".join(filter(None, (str(button.emoji or ""), re.sub(r"[+]\d+|[?]", "", button.label).strip())))


@pytest.mark.parametrize("transcript", [None, ""], ids=["unranked", "ranked"])
@pytest.mark.parametrize("style", EVERY_VIEW, ids=lambda style: style.view)
@pytest.mark.parametrize(
    ("action", "said", "piles", "stock"),
    [
        (Action.DRAW, "No cards can move. Press {}.", f"{KINGS} | 9♣ | 9♠ | 7♣ | 7♠", "2♣ 5♣"),
        (Action.UNDO, "press {}.", f"9♣ 8♠ | 9♦ | {KINGS} | 6♣ 5♥ | 6♠", ""),
    ],
    ids=["draw", "undo"],
)
def test_a_text_names_a_button_as_it_looks_on_its_board(
    action: Action, said: str, piles: str, stock: str, style: Style, transcript: str | None
) -> None:
    contest = None if transcript is None else Contest("challenge", "7", ends_at=9)
    game = game_at(building("diplomat", piles, stock=stock), "diplomat")
    current = UserGame(1, 1, 1, game, 0, 0, contest=contest, transcript=transcript)
    board = draw_board(Drawing(current, style, player="Ada", now=0))
    assert said.format(looks(board, action)) in all_text(board)


def test_nobody_is_advised_to_undo_while_a_cell_is_free() -> None:
    assert "No move helps" not in all_text(board_of(Game.new("freecell", 1)))
