"""Autoplay: which cards can safely go home, and when the rest of a game can be played."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from engine import (
    CARDS,
    Game,
    GameOverError,
    IllegalMoveError,
    Position,
    Status,
    finishing_moves,
    home_moves,
    plain_moves,
    safe_home_moves,
)
from engine.building import BuildingPosition
from tests.engine import reference
from tests.engine.games import CHOICES, DEAL_NUMBERS, games, play_on, shuffle_hidden
from tests.engine.late_tables import late_table
from tests.engine.positions import building, engine_position, game_at, split_options, tens
from tests.engine.reference import GAMES, Table
from tests.support.thorough import times

SEVEN_FULL = "K♣ K♣ K♦ K♦ K♥ K♥ K♠"
WINNABLE = 13
"""A winnable deal of Tens."""


def safe_moves(position: Position) -> list[str]:
    return list(map(str, safe_home_moves(position)))


@pytest.mark.parametrize(
    ("piles", "foundations", "sent"),
    [
        ("4♠ | K♥ | K♥ | K♥ | K♥ | K♥ | K♥ | K♥", "3♠ 3♠ 2♥ 2♥ 2♦ 2♦ 2♣ A♣", "1>f"),  # the only legal move
        ("7♠ | 3♥", "6♠ 6♠ 2♥ 6♦ 6♦ 6♣ 6♣", "2>f"),  # two sixes may need 7♠, but only one two needs 3♥
        ("3♥ | 7♠", "6♠ 6♠ 2♥ 6♦ 6♦ 6♣ 6♣", "1>f"),
    ],
)
def test_home_sends_the_card_that_fewest_others_need_if_none_is_safe(piles: str, foundations: str, sent: str) -> None:
    position = building("diplomat", piles, stock="K♣", foundations=foundations)
    assert list(map(str, home_moves(position))) == [sent]


def safe_cards(table: Table) -> set[str]:
    """Return the safe cards: every card in play that could go on one can go home, and is safe itself."""
    in_play = Counter([*chain(*table.piles), *table.stock, *table.waste, *filter(None, table.cells)])
    pack = [rank + suit for suit in reference.SUITS for rank in reference.RANKS]
    found: set[str] = set()
    while True:
        more = {
            upper
            for upper in pack
            if all(
                card in found and count <= len(reference.homes_for(table, card))
                for card, count in in_play.items()
                if reference.goes_on(table, card, upper)
            )
        }
        if more == found:
            return found
        found = more


def compare_with_reference(position: Position, table: Table) -> int:
    """Compare the safe moves one by one; return how many there were."""
    moves = safe_moves(position)
    for text in [*moves, ""]:
        safe = {
            move
            for move in reference.moves(table)
            if move.endswith("f") and reference.lifted(table, move.partition(">")[0], 1)[0] in safe_cards(table)
        }
        if not text:
            assert not safe
            break
        assert text in safe
        table = reference.play(table, text)
    return len(moves)


@pytest.mark.parametrize(("name", "option"), GAMES)
@settings(max_examples=5)
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_safe_moves_agree_with_the_reference(name: str, option: str, deal: int, choices: list[int]) -> None:
    game = play_on(Game.new(name, deal, split_options(option)), choices)
    table = reference.new_table(name, option, deal)
    for move in game.moves:
        table = reference.play(table, str(move))
    compare_with_reference(game.position, table)


@pytest.mark.parametrize(("name", "option"), [game for game in GAMES if game[0] in reference.FIRST_HOME])
def test_safe_moves_agree_with_the_reference_late_in_a_game(name: str, option: str) -> None:
    moved = 0
    for seed in range(times(12)):
        table = late_table(Random(seed), name, option)
        moved += compare_with_reference(engine_position(table), table)
    assert moved > times(1)


def discard_the_rest(position: BuildingPosition) -> BuildingPosition:
    """Discard all cards that are not on the tableau."""
    left = Counter(CARDS * 2) - Counter(card for pile in position.piles for card in pile)
    return replace(position, discarded=tuple(left.elements()))


def run(ranks: str, suit: str) -> str:
    return " ".join(rank + suit for rank in ranks.split())


HIGH = "K Q J 10 9 8"
LOW = "7 6 5 4 3 2 A"
JOINABLE = f"{run(HIGH, '♠')} {run(LOW, '♥')} | {run(HIGH, '♥')} | {run(LOW, '♠')}"
CROSSED = f"{run(HIGH, '♠')} {run(LOW, '♥')} | {run(HIGH, '♥')} {run(LOW, '♠')}"


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        pytest.param(
            building("diplomat", "K♠ J♠ | 10♠", waste="Q♠", foundations=f"{SEVEN_FULL} 9♠"),
            ["2>f", "1>f", "w>f", "1>f"],
            id="all cards can go home, even from the waste",
        ),
        pytest.param(
            building("diplomat", "Q♠", stock="K♠", foundations=f"{SEVEN_FULL} J♠"), [], id="cards are in the stock"
        ),
        pytest.param(
            building("diplomat", "J♠ K♠ | Q♠", foundations=f"{SEVEN_FULL} 10♠"), [], id="a king has to make room first"
        ),
        pytest.param(
            discard_the_rest(building("grounds-for-divorce", JOINABLE)),
            ["1>2*7", "3>1*7"],
            id="whole runs join in suit, in an order that works",
        ),
        pytest.param(discard_the_rest(building("grounds-for-divorce", CROSSED)), [], id="a run has to go into a space"),
        pytest.param(tens("A♠ 9♠ 2♦ 8♦"), [], id="the other cards of the pack are missing"),
    ],
)
def test_the_rest_is_played_if_nothing_is_left_to_decide(position: Position, moves: list[str]) -> None:
    assert list(map(str, finishing_moves(position))) == moves


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        pytest.param(
            building("diplomat", "Q♠ K♠", foundations=f"{SEVEN_FULL} J♠"), ["1>2", "1>f", "2>f"], id="a space is filled"
        ),
        pytest.param(
            building("diplomat", "J♠ Q♠", stock="K♠", foundations=f"{SEVEN_FULL} 10♠"),
            [],
            id="no space is filled while cards are hidden",
        ),
        pytest.param(
            discard_the_rest(building("grounds-for-divorce", f"{run(HIGH, '♠')} | 7♠ 6♠ | 5♠ 4♠ 3♠ 2♠ A♠")),
            ["3>2*5", "2>1*7"],
            id="runs are joined until they are complete",
        ),
    ],
)
def test_plain_play_makes_simple_moves_only(position: Position, moves: list[str]) -> None:
    assert list(map(str, plain_moves(position))) == moves


def test_a_game_with_cells_is_won_plainly_only_once_half_the_pack_is_home() -> None:
    def moves(foundations: str, piles: str) -> list[str]:
        return list(map(str, plain_moves(building("freecell", piles, foundations=foundations))))

    few = f"{run(f'{HIGH} {LOW}', '♠')} | {run(f'{HIGH} {LOW}', '♥')} | {run(HIGH, '♣')}"
    assert moves("K♦ 6♣", f"{few} 7♣") == []
    assert len(moves("K♦ K♣", few.rpartition(" | ")[0])) == 26


def test_tens_is_finished_once_the_stock_is_empty() -> None:
    """The order of sets does not matter then; before that, the next cards are hidden."""
    game = Game.new("tens", WINNABLE)
    seen = []
    while game.status is Status.PLAYING:
        moves = finishing_moves(game.position)
        assert bool(moves) == (not game.position.hides_cards)
        seen.append(bool(moves))
        game.play(*(moves or game.legal_moves()[:1]))
    assert game.status is Status.WON
    assert seen[-1]


def test_finish_says_why_a_game_cannot_be_finished() -> None:
    game = Game.new("dimes", 8)
    with pytest.raises(IllegalMoveError, match="still face down"):
        game.finish()
    while game.position.view().stock:
        game.play("draw")
    with pytest.raises(IllegalMoveError, match="still have choices"):
        game.finish()
    assert len(game.moves) == 88
    game.give_up()
    with pytest.raises(GameOverError):
        game.finish()


@given(games())
def test_finishing_wins_or_does_nothing_and_ignores_hidden_cards(game: Game) -> None:
    moves = finishing_moves(game.position)
    if moves:
        finished = game_at(game.position)
        finished.play(*moves)
        assert finished.status is Status.WON
    assert bool(moves) == bool(finishing_moves(shuffle_hidden(game.position, Random(1))))


@given(games())
def test_home_sends_every_safe_card_else_one_card_whenever_one_can_go(game: Game) -> None:
    if game.status is not Status.PLAYING or not game.position.rules.has_foundations:
        return
    before = game.cards_home
    safe = safe_home_moves(game.position)
    can_go = any(str(move).endswith(">f") for move in game.legal_moves())
    moves = home_moves(game.position)
    assert moves == safe if safe else len(moves) == can_go
    if moves:
        game.bring_home()
        assert game.cards_home == before + len(moves)
    assert moves == () or len(game.last_step) == len(moves)


@pytest.mark.parametrize(("name", "option"), [game for game in GAMES if game[0] != "tens"])
def test_plain_moves_win_by_the_rules_of_the_reference(name: str, option: str) -> None:
    won = 0
    for seed in range(60):
        table = late_table(Random(seed), name, option)
        moves = list(map(str, plain_moves(engine_position(table))))
        for move in moves:
            assert move in reference.moves(table)
            table = reference.play(table, move)
        assert not moves or reference.status(table) == "won"
        won += bool(moves)
    assert won > 0


def test_a_game_is_finished_plainly_though_cards_are_in_the_stock() -> None:
    game = game_at(building("diplomat", "Q♠", stock="K♠", foundations=f"{SEVEN_FULL} J♠"))
    assert list(map(str, plain_moves(game.position))) == ["1>f", "draw", "w>f"]
    with pytest.raises(IllegalMoveError, match="in the stock"):
        game.finish()
    game.finish(plainly=True)
    assert (game.status, len(game.steps)) == (Status.WON, 1)


def test_plain_play_is_not_tried_before_half_of_the_pack_is_home_unless_no_card_is_hidden() -> None:
    game = Game.new("tens", WINNABLE)
    while game.status is Status.PLAYING:
        assert bool(plain_moves(game.position)) == (2 * game.cards_home >= 52)
        game.play(game.legal_moves()[0])
    assert game.status is Status.WON
