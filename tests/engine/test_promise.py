"""The moves that are offered to players, and their order."""

import pytest
from hypothesis import given

from engine import DRAW, Game, Position, Transfer, parse_move, pile
from engine.building import BuildingPosition
from engine.promise import listed_moves
from tests.engine.games import games
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, tens


def listed(position: BuildingPosition) -> list[str]:
    return list(map(str, listed_moves(position, position.legal_moves())))


@given(games())
def test_every_legal_move_is_listed_once_or_as_its_equal(game: Game) -> None:
    shown = game.listed_moves()
    assert len(set(shown)) == len(shown)
    assert set(shown) <= set(game.legal_moves())
    for missing in set(game.legal_moves()) - set(shown):
        assert isinstance(missing, Transfer)
        assert game.position.target_card(missing) is None
        equal = [move for move in shown if isinstance(move, Transfer) and move[::2] == missing[::2]]
        assert any(game.position.target_card(move) is None for move in equal)


def test_equal_spaces_are_one_choice() -> None:
    position = building("dimes", "9♥ 3♠ | K♣ 5♦ | 2♣", stock="8♦ 4♦", waste="7♠")
    assert len(position.legal_moves()) == 21
    assert listed(position) == ["1>4", "2>4", "w>4", "s>4", "draw"]


def test_spaces_differ_where_the_last_cards_are_dealt_onto_the_first_piles() -> None:
    piles = "9♥ 3♠ | K♥ | K♦ | | K♣ | K♠ | | Q♣ | Q♥ | "
    assert building("grounds-for-divorce", piles, stock="2♣ 3♣ 4♣ 5♣").distinct_spaces() == [pile(4), pile(7)]
    assert building("grounds-for-divorce", piles).distinct_spaces() == [pile(4)]
    assert building("grounds-for-divorce", piles, stock=" ".join(["2♣"] * 14)).distinct_spaces() == [pile(4)]


@pytest.mark.parametrize(
    ("game", "piles", "order"),
    [
        pytest.param(
            "forty-thieves", "9♥ A♠ | 7♥ 3♣ | 4♣", ["1>f", "2>3", "1>4", "2>4"], id="home, then joins, then the rest"
        ),
        pytest.param("diplomat", "2♦ 8♥ | 3♦ 9♠ | 4♦ 9♥", ["1>3", "1>2"], id="its own suit first"),
        pytest.param("diplomat", "2♦ 8♥ | 3♦ 9♠ | 8♠", ["3>2", "1>2"], id="in suit, which also empties a pile"),
        pytest.param("diplomat", "2♦ 8♥ | 3♦ 9♠ | 8♦", ["3>2", "1>2"], id="emptying a pile first"),
        pytest.param(
            "grounds-for-divorce", "2♦ 8♥ | 3♦ 9♠ | (4♦) 8♦", ["3>2", "1>2"], id="turning a hidden card first"
        ),
        pytest.param("diplomat", "8♣ 7♥ | 8♠ | 6♦", ["3>1", "1>2"], id="between equal places last"),
        pytest.param("diplomat", "8♣ 7♥ | 8♥ | 6♦", ["1>2", "3>1"], id="onto its own suit from another"),
        pytest.param(
            "grounds-for-divorce",
            "J♠ 10♥ 9♥ 8♥ | 9♠ | ",
            ["1>3*3", "1>2"],
            id="a whole run to a space before a part onto a card",
        ),
        pytest.param("grounds-for-divorce", "9♣ 8♥ | | 9♠", ["1>3", "1>2"], id="onto a card before a space"),
    ],
)
def test_moves_are_ordered_by_promise(game: str, piles: str, order: list[str]) -> None:
    shown = [move for move in listed(building(game, piles)) if move in order]
    assert shown == order


def test_a_card_is_taken_back_from_its_foundation_last_of_all() -> None:
    position = building("klondike", "(2♣) 9♠ | 8♦ 7♠ | 8♥ | K♣", stock="2♦", foundations="7♥ Q♦")
    assert listed(position) == ["3>f", "2>1*2", "3>1", "draw", "2>3", "fd>4"]


def test_a_card_goes_to_a_cell_after_anything_better() -> None:
    position = building("freecell", "9♠ 2♥ | 3♠ | 5♣ | 5♦ | 5♥ | 5♠ | K♦", cells="2♦")
    assert listed(position)[:5] == ["1>2", "c1>2", "1>8", "c1>8", "1>c"]


def test_the_draw_is_among_the_moves_that_promise_nothing() -> None:
    position = building("dimes", "9♥ 8♥ | 9♥ | 3♠", stock="8♦")
    moves = listed_moves(position, position.legal_moves())
    assert [*map(str, moves)].index(str(DRAW)) < [*map(str, moves)].index("1>2")


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_legal_moves_that_bring_a_card_home_come_first_and_the_draw_last(name: str, options: dict[str, str]) -> None:
    for deal in range(20):
        texts = [str(move) for move in Game.new(name, deal, options).legal_moves()]
        ranks = [0 if text.endswith("f") else 2 if text == "draw" else 1 for text in texts]
        assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("position", "move", "cards"),
    [
        (building("dimes", "9♥ 8♠", waste="2♦ 3♦", stock="4♦"), "1>2", "8♠"),
        (building("dimes", "9♥ 8♠", waste="2♦ 3♦", stock="4♦"), "w>2", "3♦"),
        (building("dimes", "9♥ 8♠", waste="2♦ 3♦", stock="4♦"), "s>2", "▒"),
        (building("grounds-for-divorce", "9♥ 8♠ 7♠ | 9♣"), "1>2*2", "8♠ 7♠"),
        (tens("2♠ 3♥ 8♦"), "1+3", "2♠ 8♦"),
    ],
    ids=["a pile", "the waste", "the stock", "a run", "a set"],
)
def test_moved_cards_are_the_cards_that_leave_their_place_and_hide_a_stock_card(
    position: Position, move: str, cards: str
) -> None:
    assert " ".join(map(str, position.moved_cards(parse_move(move)))) == cards
