"""The engine against the slow reference, position by position, and against its counts of move sequences."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine import Game, Position, parse_move
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from tests.engine import reference
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, engine_position, game_at
from tests.engine.reference import DEALS, GAMES, PERFT, Table

COUNTS: dict[str, list[int]] = json.loads(PERFT.read_text())
MOST_MOVES = 120  # some games allow moving a card to and fro for ever
BUILDING = [(game, option) for game, option in GAMES if game != "tens"]


def sequences(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(sequences(position.play(move), depth - 1) for move in moves)


def assert_same(game: Game, table: Table) -> list[str]:
    """Compare everything that lies on the table, and return the legal moves."""
    position = game.position
    assert isinstance(position, BuildingPosition | DiscardingPosition)
    assert list(map(str, position.stock)) == table.stock
    assert sorted(map(str, position.discarded)) == sorted(table.gone)
    if isinstance(position, BuildingPosition):
        assert [list(map(str, pile)) for pile in position.piles] == table.piles
        assert list(position.face_down) == table.down
        assert list(map(str, position.waste)) == table.waste
        assert sorted(map(str, foundation_tops(position))) == sorted(home[-1] for home in table.homes if home)
        assert sorted(position.foundations) == sorted(map(len, table.homes))
    else:
        assert [[str(card)] if card is not None else [] for card in position.piles] == table.piles
    legal = list(map(str, game.legal_moves()))
    assert sorted(legal) == sorted(reference.moves(table))
    assert game.status == reference.status(table)
    assert game.home == reference.home(table)
    return legal


def foundation_tops(position: BuildingPosition) -> list[object]:
    return [top for _, top in position.view().foundations if top is not None]


def spaces(table: Table) -> tuple[str, ...]:
    return tuple(str(number) for number, pile in enumerate(table.piles, 1) if not pile)


def longest(legal: list[str]) -> list[str]:
    """The moves of the most cards."""
    most = max(int(text.partition("*")[2] or 1) for text in legal)
    return [text for text in legal if int(text.partition("*")[2] or 1) == most]


def choose(random: Random, legal: list[str], boldness: float) -> str:
    """A random move; the bolder the player, the more often something else than turning the stock."""
    others = [text for text in legal if text != "draw"]
    going_home = [text for text in others if text.endswith("f")]
    if going_home and random.random() < boldness:
        return random.choice(going_home)
    return random.choice(others if others and random.random() < boldness else legal)


def test_the_reference_knows_every_game_and_option() -> None:
    assert sorted(EVERY_LABEL) == sorted(f"{game} {option}".strip() for game, option in GAMES)


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_random_games_go_as_the_reference_says(name: str, options: dict[str, str]) -> None:
    option = "".join(f"{key}={value}" for key, value in options.items())
    for deal, boldness in enumerate((0.0, 0.6, 0.8, 0.95)):
        random = Random(deal)
        game, table = Game.new(name, deal, options), reference.new_table(name, option, deal)
        for _ in range(MOST_MOVES):
            legal = assert_same(game, table)
            if not legal:
                break
            text = choose(random, legal, boldness)
            game.play(text)
            table = reference.play(table, text)


@pytest.mark.parametrize(("name", "option"), BUILDING)
def test_games_go_as_the_reference_says_from_late_positions(name: str, option: str) -> None:
    for seed in range(15):
        random = Random(seed)
        table = reference.arranged(random, name, option)
        position = engine_position(table)
        for _ in range(25):
            legal = assert_same(game_at(position), table)
            if not legal:
                break
            joining = [text for text in legal if not text[2:].startswith(spaces(table))] or legal
            text = choose(random, random.choice((legal, joining, longest(joining))), 0.9)
            position = position.play(parse_move(text))
            table = reference.play(table, text)


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_the_number_of_move_sequences_is_as_counted_by_the_reference(
    name: str, options: dict[str, str], deal: int
) -> None:
    key = " ".join([name, *(f"{option}={value}" for option, value in options.items()), str(deal)])
    position = Game.new(name, deal, options).position
    assert [sequences(position, depth) for depth in (1, 2, 3, 4)] == COUNTS[key]


@pytest.mark.parametrize(("game", "option"), GAMES)
def test_the_reference_still_counts_what_is_on_record(game: str, option: str) -> None:
    table = reference.new_table(game, option, 1)
    assert [reference.sequences(table, depth) for depth in (1, 2)] == COUNTS[f"{game} {option}".strip() + " 1"][:2]


def test_moves_in_the_reference_read_back_in_the_engine() -> None:
    table = reference.new_table("diplomat", "", 1)
    assert all(str(parse_move(text)) == text for text in reference.moves(table))
