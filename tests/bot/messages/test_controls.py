"""The controls under a board: every move is in the list, and no button is without an effect."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial

import discord
import pytest
from hypothesis import given

from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.custom_id import CustomId
from bot.messages.drawing import Drawing, MenuPage, Overlay
from bot.messages.message import Button, Message, Select
from bot.messages.move_list import ALL, moves_from
from bot.messages.style import Style
from bot.model.daily.contest import daily_contest
from bot.model.game import UserGame
from engine import DRAW, ClosedStockError, Game, PatienceError, Solution, Status, Verdict
from engine.searchable import knows
from tests.engine.games import games
from tests.engine.positions import building, game_at
from tests.support.boards import (
    EMOJI,
    EMOJI_BY_KEY,
    EVERY_VIEW,
    PICTURE,
    TEXT,
    action_of,
    board_of,
    button_rows,
    buttons_of,
    every_game,
    every_view,
    games_in_every_state,
    late_games,
    long_runs,
    selects_of,
)

LOUD = discord.ButtonStyle.primary


def find_button(message: Message, wanted: Action) -> Button | None:
    return next((button for button in buttons_of(message) if action_of(button) is wanted), None)


def enabled(message: Message, wanted: Action) -> bool:
    found = find_button(message, wanted)
    return found is not None and not found.disabled


def values(select: Select) -> list[str]:
    return [] if select.disabled else [choice.value for choice in select.choices]


def narrowed(game: Game, source: str) -> list[str]:
    """The moves that the list offers once it is narrowed to a source."""
    message = board_of(game, overlay=Overlay(narrowed=tuple(moves_from(game, source))))
    buttons = [
        CustomId.parse(button.custom_id).argument for button in buttons_of(message) if action_of(button) is Action.MOVE
    ]
    return buttons or [value for select in selects_of(message) for value in values(select) if value != ALL]


def offered(game: Game) -> list[str]:
    """The moves that a player finds in the list or on the button that draws, repeated if there are several ways."""
    message = board_of(game)
    found = ["draw"] * (enabled(message, Action.DRAW) and DRAW in game.legal_moves())
    for select in selects_of(message):
        for value in values(select):
            found += narrowed(game, value) if moves_from(game, value) else [value]
    return found


def assert_exactly_the_listed_moves_are_offered(game: Game) -> None:
    if not game.variant.rules.discards:
        assert Counter(offered(game)) == Counter(map(str, game.listed_moves())), game.position


@given(games())
def test_board_offers_exactly_the_listed_moves_in_any_game(game: Game) -> None:
    assert_exactly_the_listed_moves_are_offered(game)


@every_game
def test_board_offers_exactly_the_listed_moves_late_in_a_game(name: str, options: dict[str, str]) -> None:
    for game in [*late_games(name, options), *games_in_every_state(name, options)]:
        assert_exactly_the_listed_moves_are_offered(game)


def test_board_offers_exactly_the_listed_moves_even_if_there_are_hundreds() -> None:
    boards = list(long_runs())
    assert max(len(game.legal_moves()) for game in boards) > 300
    for game in boards:
        assert_exactly_the_listed_moves_are_offered(game)


@every_game
def test_source_with_one_move_is_offered_as_that_move(name: str, options: dict[str, str]) -> None:
    for game in [*late_games(name, options), *long_runs()]:
        for value in (value for select in selects_of(board_of(game)) for value in values(select)):
            assert (value in map(str, game.legal_moves())) != (len(moves_from(game, value)) > 1)


@every_game
def test_choices_are_distinct(name: str, options: dict[str, str]) -> None:
    runs = long_runs() if name == "grounds-for-divorce" else ()
    for game in [*late_games(name, options, count=10), *games_in_every_state(name, options), *runs]:
        for value in ["", *(value for select in selects_of(board_of(game)) for value in values(select))]:
            message = board_of(game, overlay=Overlay(narrowed=tuple(moves_from(game, value))))
            for select in selects_of(message):
                read = [(choice.label, choice.description) for choice in select.choices]
                assert len(set(read)) == len(read)
            labels = [button.label for button in buttons_of(message) if action_of(button) is Action.MOVE]
            assert len(set(labels)) == len(labels)


def test_a_narrowed_list_leads_back_to_all_moves() -> None:
    game = next(long_runs())
    for source in filter(lambda value: moves_from(game, value), values(*selects_of(board_of(game)))):
        moves = tuple(moves_from(game, source))
        few = board_of(game, overlay=Overlay(narrowed=moves[:2]))
        assert [button.label for button in buttons_of(few) if action_of(button) is Action.MENU] == ["", "Cancel"]
        (many,) = selects_of(board_of(game, overlay=Overlay(narrowed=moves * 5)))
        assert values(many)[-1] == ALL


@pytest.mark.parametrize("source", ["from 77", "from 3, 500", "nonsense", "1>2", ALL])
def test_unknown_source_has_no_moves(source: str) -> None:
    assert moves_from(next(long_runs()), source) == []


def changes_game(game: Game, play: Callable[[Game], object]) -> bool:
    twin = game.copy()
    try:
        play(twin)
    except PatienceError:
        return False
    return twin != game


def assert_enabled_buttons_have_an_effect(game: Game) -> None:
    message = board_of(game)
    assert not [button.label for button in buttons_of(message) if button.disabled and button.style is LOUD]
    playing, won_already = game.status is Status.PLAYING, game.status is Status.WON
    assert enabled(message, Action.UNDO) == (not won_already and changes_game(game, Game.undo))
    assert enabled(message, Action.REDO) == changes_game(game, Game.redo)
    draw = find_button(message, Action.DRAW)
    has_draw = playing and game.position.turn is not None and not game.position.is_stock_spent
    assert enabled(message, Action.DRAW) == has_draw  # if it is closed, to say why
    goes_home = any(str(move).endswith(">f") for move in game.legal_moves())
    assert enabled(message, Action.HOME) == (playing and goes_home)
    is_searched = knows(game.variant.rules_for(game.options))
    assert enabled(message, Action.HINT) == (playing and is_searched)
    assert enabled(message, Action.FINISH) == changes_game(game, partial(Game.finish, plainly=True))
    assert enabled(message, Action.MENU)
    if draw is not None and draw.style is LOUD:
        assert DRAW in game.legal_moves()
    first, second = (board_of(game, overlay=Overlay(menu=page)) for page in (MenuPage.FIRST, MenuPage.SECOND))
    for always in (Action.RULES, Action.NEW):
        assert enabled(first, always)
    for always in (Action.SHARE, Action.STATISTICS, Action.SETTINGS):
        assert enabled(second, always)
    assert enabled(second, Action.GIVE_UP) == playing
    never_began = game.status is Status.LOST and not game.steps
    assert enabled(first, Action.ANALYSE) == (is_searched and not playing and not won_already and not never_began)


@given(games())
def test_buttons_are_enabled_only_if_they_have_an_effect(game: Game) -> None:
    assert_enabled_buttons_have_an_effect(game)


@every_game
def test_buttons_are_enabled_only_if_they_have_an_effect_in_every_state(name: str, options: dict[str, str]) -> None:
    for game in [*games_in_every_state(name, options), *late_games(name, options)]:
        assert_enabled_buttons_have_an_effect(game)


@pytest.mark.parametrize(
    ("name", "stock", "home"),
    [
        ("cast-out-nines", "Draw", True),
        ("dimes", "Draw", True),
        ("diplomat", "Draw", True),
        ("forty-thieves", "Draw", True),
        ("grounds-for-divorce", "Deal", False),
        ("tens", None, False),
    ],
)
def test_game_has_only_the_buttons_its_rules_need(name: str, stock: str | None, home: bool) -> None:  # noqa: FBT001
    message = board_of(Game.new(name, 8))
    draw = find_button(message, Action.DRAW)
    assert (draw and draw.label) == stock
    assert (find_button(message, Action.HOME) is not None) == home


PHONE = 302
"""The width of a row of buttons on a phone, in pixels."""


def row_width(row: tuple[Button, ...]) -> float:
    """The width of a row of buttons in pixels, at 7.5 for a letter."""
    gap = 8
    width = float(gap * (len(row) - 1))
    for button in row:
        letters = len(button.label.replace("\ufe0e", ""))
        width += 24 + 7.5 * letters
        if button.emoji:
            width += 20 + (gap if letters else 0)
    return width


def row_with(message: Message, wanted: Action) -> tuple[Button, ...]:
    return next(row for row in button_rows(message) if wanted in map(action_of, row))


def answers_to_presses(game: Game) -> list[Overlay]:
    """What boards show on top of a game until the next press."""
    first = game.listed_moves()[0]
    return [
        Overlay(closed_stock=ClosedStockError("Not yet.")),
        Overlay(warned_move=None if game.variant.rules.discards else first),
        Overlay(hint=Solution(Verdict.WON, (first,))),
    ]


def attempt_at(game: Game, transcript: str | None) -> UserGame:
    """A game in progress; with a transcript, a ranked attempt."""
    contest = None if transcript is None else daily_contest(date(2026, 11, 21), game.variant.name)
    return UserGame(1, 1, 1, game, 0, 0, contest=contest, transcript=transcript)


@pytest.mark.parametrize("transcript", [None, ""], ids=["unranked", "ranked"])
@every_game
def test_no_answer_to_a_press_moves_a_button(name: str, options: dict[str, str], transcript: str | None) -> None:
    game = Game.new(name, 8, options)
    current = attempt_at(game, transcript)
    drawing = partial(Drawing, current, TEXT, player="alice", now=0)
    before = draw_board(drawing())
    assert max(map(row_width, button_rows(before))) <= PHONE
    for overlay in answers_to_presses(game):
        after = draw_board(drawing(overlay=overlay))
        assert max(map(row_width, button_rows(after))) <= PHONE
        for row, then in zip(button_rows(before), button_rows(after), strict=False):
            assert list(map(action_of, then[: len(row)])) == list(map(action_of, row))


@pytest.mark.parametrize("transcript", [None, ""], ids=["unranked", "ranked"])
@every_game
def test_undo_and_redo_move_no_button(name: str, options: dict[str, str], transcript: str | None) -> None:
    """Otherwise, a second quick press on *Undo* would hit another button."""
    game = Game.new(name, 8, options)
    current = attempt_at(game, transcript)
    game.play(game.listed_moves()[0])
    moved = draw_board(Drawing(current, TEXT, player="alice", now=0))
    game.undo()
    undone = draw_board(Drawing(current, TEXT, player="alice", now=0))
    assert len(undone.action_rows) == len(moved.action_rows)
    for row, then in zip(button_rows(moved), button_rows(undone), strict=True):
        assert [button for button in map(action_of, then) if button is not Action.REDO] == list(map(action_of, row))
        assert row_width(then) <= PHONE


def test_an_attempts_stock_button_says_when_it_turns_the_waste_over() -> None:
    for stock, said in (("2♣", ("", "🃏")), ("", ("🔄", None))):
        game = game_at(building("klondike", "9♥ | 10♠", stock=stock, waste="5♥"), "klondike")
        board = draw_board(Drawing(attempt_at(game, ""), TEXT, player="alice", now=0))
        (button,) = (each for each in buttons_of(board) if action_of(each) is Action.DRAW)
        assert (button.label, button.emoji) == said


def test_beside_a_question_only_its_answers_stand_out_and_undo_only_leaves_it() -> None:
    game = Game.new("diplomat", 8, {"stock": "free"})
    game.play("draw")
    first = game.listed_moves()[0]
    for overlay in (
        Overlay(narrowed=(first,)),
        Overlay(warned_move=first),
        Overlay(gives_up=True),
        Overlay(deals_anew=True),
    ):
        asked = board_of(game, TEXT, overlay)
        (undo,) = (CustomId.parse(each.custom_id) for each in buttons_of(asked) if action_of(each) is Action.UNDO)
        assert undo.argument == "close"
        assert max(map(row_width, button_rows(asked))) <= PHONE
        loud = {action_of(each) for each in buttons_of(asked) if each.style is not discord.ButtonStyle.secondary}
        assert loud <= {Action.MOVE, Action.PLAY, Action.GIVE_UP}


def test_a_choice_of_two_targets_fits_in_a_row_on_a_phone() -> None:
    game = game_at(building("diplomat", "7♥ | 8♠ | 8♦", stock="2♣"), "diplomat", {})
    asked = board_of(game, EMOJI, Overlay(narrowed=tuple(moves_from(game, "from 1")[:2])))
    assert row_width(row_with(asked, Action.MOVE)) <= PHONE


def test_win_now_fits_beside_the_waste_on_a_phone_and_keeps_its_place() -> None:
    """In Forty Thieves, they share a row: if *Win now* had its own, it would move *Draw*."""
    places = set()
    game = game_at(building("forty-thieves", "K♥ | K♥", foundations="Q♥ Q♥ K♣ K♣ K♦ K♦ K♠ K♠"), "forty-thieves")
    for overlay in (Overlay(), Overlay(hint=Solution(Verdict.WON, (game.listed_moves()[0],)))):
        row = row_with(board_of(game, TEXT, overlay), Action.FINISH)
        assert row_width(row) <= PHONE
        places.add([*map(action_of, row)].index(Action.FINISH))
    assert len(places) == 1


@pytest.mark.parametrize("page", [MenuPage.FIRST, MenuPage.SECOND])
@every_game
def test_each_row_of_the_open_menu_is_as_high_as_the_taps(name: str, options: dict[str, str], page: MenuPage) -> None:
    opened = board_of(Game.new(name, 8, options), EMOJI, Overlay(menu=page))
    assert max(map(row_width, button_rows(opened))) <= PHONE


@every_game
def test_menu_opens_in_the_place_of_the_taps(name: str, options: dict[str, str]) -> None:
    game = Game.new(name, 8, options)
    closed, opened = board_of(game), board_of(game, overlay=Overlay(menu=MenuPage.FIRST))
    assert selects_of(closed) == selects_of(opened)
    assert list(map(type, closed.action_rows)) == list(map(type, opened.action_rows))
    for before, after in zip(button_rows(closed), button_rows(opened), strict=True):
        if action_of(before[0]) is Action.TAP:
            assert Action.TAP not in map(action_of, after)
        else:
            assert before[:-1] == after[:-1]
            assert [CustomId.parse(row[-1].custom_id).argument for row in (before, after)] == ["", "close"]


@pytest.mark.parametrize("game", [Game.new("dimes", 8), next(long_runs())], ids=["few moves", "many moves"])
def test_choices_show_card_emoji_unless_the_board_is_text(game: Game) -> None:
    faces = {
        style.view: {choice.emoji for each in selects_of(board_of(game, style)) for choice in each.choices}
        for style in EVERY_VIEW
    }
    assert faces[TEXT.view] == {None}
    assert faces[PICTURE.view] == faces[EMOJI.view] <= set(EMOJI_BY_KEY.values())


@every_view
def test_controls_are_the_same_in_every_view(style: Style) -> None:
    for game in (Game.new("dimes", 8), next(long_runs())):
        sent = [(button.custom_id, button.disabled) for button in buttons_of(board_of(game, style))]
        assert sent == [(button.custom_id, button.disabled) for button in buttons_of(board_of(game))]
        assert list(map(values, selects_of(board_of(game, style)))) == list(map(values, selects_of(board_of(game))))
