"""The engine agrees with a slow, independent implementation of the rules, and with its perft counts."""

import json
from random import Random

import pytest

from engine import Game, Position, Status, parse_move
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from tests.engine import reference
from tests.engine.late_tables import late_table
from tests.engine.positions import EVERY_LABEL, building, engine_position, game_at, split_options
from tests.engine.reference import DEALS, DEPTHS, GAMES, PERFT, Table
from tests.support.thorough import times

COUNTS: dict[str, list[int]] = json.loads(PERFT.read_text())
MOST_MOVES = times(40)  # in some games cards can move back and forth without end
BUILDING_GAMES = [(game, option) for game, option in GAMES if game not in reference.SETS]


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


def assert_same(game: Game, table: Table) -> list[str]:
    """Compare the whole table, and return the legal moves."""
    position = game.position
    assert isinstance(position, BuildingPosition | DiscardingPosition)
    assert list(map(str, position.stock)) == table.stock
    assert sorted(map(str, position.discarded)) == sorted(table.gone)
    if isinstance(position, BuildingPosition):
        assert [list(map(str, pile)) for pile in position.piles] == table.piles
        assert list(position.face_down) == table.down
        assert list(map(str, position.waste)) == table.waste
        assert ["" if card is None else str(card) for card in position.cells] == table.cells
        assert sorted(map(str, foundation_tops(position))) == sorted(home[-1] for home in table.homes if home)
        assert position.foundations == engine_position(table).foundations
    else:
        assert [[str(card)] if card is not None else [] for card in position.piles] == table.piles
    legal = list(map(str, game.legal_moves()))
    assert sorted(legal) == sorted(reference.moves(table))
    assert game.status == reference.status(table)
    assert bool(legal) == (game.status is Status.PLAYING)
    assert game.cards_home == reference.home(table)
    return legal


def foundation_tops(position: BuildingPosition) -> list[object]:
    return [top for _, top in position.view().foundations if top is not None]


def spaces(table: Table) -> tuple[str, ...]:
    return tuple(str(number) for number, pile in enumerate(table.piles, 1) if not pile)


def longest(legal: list[str]) -> list[str]:
    """Return the moves of the most cards."""
    most = max(int(text.partition("*")[2] or 1) for text in legal)
    return [text for text in legal if int(text.partition("*")[2] or 1) == most]


def choose(random: Random, legal: list[str], boldness: float) -> str:
    """Choose a random move; with more boldness, draws become rarer."""
    others = [text for text in legal if text != "draw"]
    going_home = [text for text in others if text.endswith("f")]
    if going_home and random.random() < boldness:
        return random.choice(going_home)
    return random.choice(others if others and random.random() < boldness else legal)


def test_the_reference_knows_every_game_and_option() -> None:
    assert sorted(EVERY_LABEL) == sorted(f"{game} {option}".strip() for game, option in GAMES), (
        "teach tests/engine/reference.py the rules of the new game, and run it to count its move sequences"
    )


@pytest.mark.parametrize(("name", "option"), GAMES)
def test_random_games_agree_with_the_reference(name: str, option: str) -> None:
    for deal, boldness in enumerate((0.0, 0.6, 0.8, 0.95)):
        random = Random(deal)
        game = Game.new(name, deal, split_options(option))
        table = reference.new_table(name, option, deal)
        for _ in range(MOST_MOVES):
            legal = assert_same(game, table)
            if not legal:
                break
            text = choose(random, legal, boldness)
            game.play(text)
            table = reference.play(table, text)


@pytest.mark.parametrize(("name", "option"), BUILDING_GAMES)
def test_games_from_late_positions_agree_with_the_reference(name: str, option: str) -> None:
    for seed in range(times(3)):
        random = Random(seed)
        table = late_table(random, name, option)
        position = engine_position(table)
        for _ in range(25):
            legal = assert_same(game_at(position), table)
            if not legal:
                break
            joining = [text for text in legal if not text[2:].startswith(spaces(table))] or legal
            text = choose(random, random.choice((legal, joining, longest(joining))), 0.9)
            position = position.play(parse_move(text))
            table = reference.play(table, text)


@pytest.mark.parametrize(
    ("option", "stock", "waste", "status"),
    [
        ("", "10♠ J♠", "Q♠", Status.LOST),
        ("", "10♠ A♠ J♠", "Q♠", Status.PLAYING),
        ("", "", "A♠ J♠", Status.PLAYING),
        ("draw=three", "A♠ 10♠ J♠", "", Status.LOST),
        ("draw=three", "10♠ J♠ A♠", "", Status.PLAYING),
    ],
)
def test_a_game_is_lost_once_no_card_can_move_however_often_the_stock_is_turned(
    option: str, stock: str, waste: str, status: Status
) -> None:
    position = building("klondike", "2♠ | 3♠ | 4♠ | 5♠ | 6♠ | 7♠ | 8♠", stock, waste, option=option)
    game = game_at(position, "klondike")
    assert (game.status, [*map(str, game.legal_moves())]) == (status, [] if status is Status.LOST else ["draw"])


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("name", "option"), GAMES)
def test_perft_counts_match_the_recorded_ones(name: str, option: str, deal: int) -> None:
    position = Game.new(name, deal, split_options(option)).position
    counts = [perft(position, depth) for depth in DEPTHS]
    assert counts == COUNTS[" ".join(filter(None, [name, option, str(deal)]))]


@pytest.mark.parametrize(("game", "option"), GAMES)
def test_the_reference_still_produces_the_recorded_perft_counts(game: str, option: str) -> None:
    table = reference.new_table(game, option, 1)
    assert [reference.perft(table, depth) for depth in (1, 2)] == COUNTS[f"{game} {option}".strip() + " 1"][:2]
