"""Lines of play: safe cards go home early, and cards take no detours."""

import pytest
from hypothesis import given

from engine import Game, Position, parse_move, safe_home_moves
from engine.solver.lines import with_homes_early, without_detours
from tests.engine.games import CHOICES, games, play_on
from tests.engine.positions import building, game_at


def early(position: Position, line: str) -> str:
    moves = with_homes_early(position, [parse_move(text) for text in line.split()])
    return " ".join(map(str, moves))


def test_a_line_is_changed_so_that_safe_cards_go_home_first() -> None:
    position = building("diplomat", "K♥ A♠ | 2♥ | Q♦ 3♦", waste="2♠", foundations="A♥")
    assert early(position, "2>3 3>f 1>f w>f 3>2") == "1>f 2>f w>f 3>2"


def test_a_line_stays_as_it_is_if_it_needs_the_other_copy_of_a_safe_card_to_go_home() -> None:
    position = building("dimes", "9♣ Q♠ | 5♥ Q♠ | | 3♦", foundations="J♠ 10♠")
    assert list(map(str, safe_home_moves(position))) == ["1>f"]
    assert early(position, "2>f 2>3") == "2>f 2>3"


@given(games(), CHOICES)
def test_with_homes_early_a_line_stays_legal_and_brings_no_fewer_cards_home(game: Game, choices: list[int]) -> None:
    longer = play_on(game_at(game.position), choices)
    changed = game_at(game.position)
    if moves := with_homes_early(game.position, longer.moves):
        changed.play(*moves)
    assert changed.cards_home >= longer.cards_home


@pytest.mark.parametrize(
    ("line", "shorter"),
    [
        ("1>4 4>2", "1>2"),
        ("1>4 1>3 4>1", "1>4 1>3 4>1"),
        ("1>4 w>5 4>1", "w>5"),
        ("1>4 1>3 4>2", "1>2 1>3"),
        ("1>4 4>5 5>2", "1>2"),
        ("w>4 draw 4>2", "w>2 draw"),
        ("1>2 2>1", ""),
        ("1>4 2>5 4>5", "2>5 1>5"),
        ("1>4 2>5", "1>4 2>5"),
    ],
)
def test_cards_go_straight_to_where_a_line_takes_them(line: str, shorter: str) -> None:
    position = building("diplomat", "Q♦ 8♠ | K♥ 9♥ | K♣", stock="2♣ 2♠", waste="8♣")
    moves = without_detours(position, [parse_move(text) for text in line.split()])
    assert " ".join(map(str, moves)) == shorter


@given(games(), CHOICES)
def test_without_detours_a_line_leads_to_the_same_position_in_no_more_moves(game: Game, choices: list[int]) -> None:
    longer = play_on(game_at(game.position), choices)
    moves = without_detours(game.position, longer.moves)
    assert len(moves) <= len(longer.moves)
    changed = game_at(game.position)
    if moves:
        changed.play(*moves)
    assert changed.position == longer.position
