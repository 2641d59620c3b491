"""Autoplay: which cards can safely go home, and when the rest of a game can be played."""

from __future__ import annotations

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
    UnsafeHomeError,
    finishing_moves,
    plain_moves,
    safe_home_moves,
)
from engine.autoplay import cards_to_send_home
from engine.building import BuildingPosition
from tests.engine import reference
from tests.engine.games import CHOICES, DEAL_NUMBERS, games, play_on, shuffle_hidden
from tests.engine.positions import building, engine_position, foundations, game_at, split_options, tens
from tests.engine.reference import GAMES, Table

DECK = "tens=deck"
WRAP = "tableau=wrap"
EIGHT_ACES = "A♣ A♣ A♦ A♦ A♥ A♥ A♠ A♠"
SEVEN_FULL = "K♣ K♣ K♦ K♦ K♥ K♥ K♠"
WINNABLE = 13
"""A winnable deal of Tens."""


def safe_moves(position: Position) -> list[str]:
    return list(map(str, safe_home_moves(position)))


@pytest.mark.parametrize(
    ("game", "option", "piles", "foundations", "moves"),
    [
        ("diplomat", "", "3♠", EIGHT_ACES.replace("A♠ A♠", "2♠ A♠"), ["1>f"]),
        ("diplomat", "", "3♠", "A♣ A♣ A♦ A♦ A♥ A♥ 2♠", []),
        ("forty-thieves", "", "5♠", "4♠ 3♠", ["1>f"]),
        ("forty-thieves", "", "5♠", "4♠ 2♠", []),
        ("dimes", "", "J♠ | 9♣ | Q♠ | Q♥ J♥", "", ["1>f", "3>f", "4>f", "4>f"]),
        ("dimes", "", "A♠", "K♠ J♠", []),  # a King may go on it
        ("dimes", DECK, "10♠", "", []),
        ("cast-out-nines", "", "A♠", "K♠", ["1>f"]),
        ("cast-out-nines", WRAP, "A♠", "K♠", []),
        ("grounds-for-divorce", "", "2♠ | A♠", "", []),
    ],
)
def test_a_card_is_safe_once_no_card_in_play_can_need_it(
    game: str, option: str, piles: str, foundations: str, moves: list[str]
) -> None:
    assert safe_moves(building(game, piles, foundations=foundations, option=option)) == moves


def test_the_only_legal_move_is_played_though_the_card_is_not_safe() -> None:
    def game(other: str) -> Game:
        piles = f"4♠ | {other} | K♥ | K♥ | K♥ | K♥ | K♥ | K♥"
        return game_at(building("diplomat", piles, foundations="3♠ 3♠ 2♥ 2♥ 2♦ 2♦ 2♣ A♣"))

    forced = game("K♥")
    forced.bring_home()
    assert [str(move) for move in forced.moves] == ["1>f"]
    for choice in ("5♥", "4♠"):  # the other 4♠ may go home instead
        with pytest.raises(UnsafeHomeError):
            game(choice).bring_home()


def test_uncovered_cards_go_home_too() -> None:
    position = building("diplomat", "K♥ 3♠ 2♠ A♠ | 2♠", waste="2♦ A♦", foundations="A♣ A♣ A♦ A♥ A♥ A♠")
    moves = safe_moves(position)
    assert moves == ["1>f", "1>f", "2>f", "w>f", "1>f", "w>f"]
    after = game_at(position)
    after.play(*moves)
    assert foundations(after.position) == "A♣ A♣ 2♦ A♦ A♥ A♥ 3♠ 2♠"


def assert_safe_moves_bring_cards_home(position: Position) -> None:
    """Assert that each move is legal and brings a card home, until no card is safe."""
    game = game_at(position)
    if moves := safe_home_moves(position):
        game.play(*moves)
    assert [later.home - position.home for later in game.positions] == list(range(len(moves) + 1))
    assert safe_home_moves(game.position) == ()


@settings(max_examples=150)
@given(games())
def test_each_safe_move_brings_a_card_home_until_none_is_safe(game: Game) -> None:
    assert_safe_moves_bring_cards_home(game.position)


def safe_cards(table: Table) -> set[str]:
    """Return the safe cards: every card in play that could go on one can go home, and is safe itself."""
    in_play = Counter([*chain(*table.piles), *table.stock, *table.waste])
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
    for seed in range(60):
        table = reference.late_table(Random(seed), name, option)
        position = engine_position(table)
        assert isinstance(position, BuildingPosition)
        moved += compare_with_reference(position, table)
        assert_safe_moves_bring_cards_home(position)
    assert moved > 20


def discard_the_rest(position: BuildingPosition) -> BuildingPosition:
    """Discard all cards that are not on the tableau."""
    left = Counter(CARDS * 2) - Counter(card for pile in position.piles for card in pile)
    return replace(position, discarded=tuple(left.elements()))


def finish(position: Position) -> list[str]:
    return list(map(str, finishing_moves(position)))


def wins(position: Position) -> bool:
    """Play the finishing moves, asserting that each is legal; return whether they win."""
    moves = finishing_moves(position)
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)
    return bool(moves) and position.home == position.pack


def test_a_game_is_finished_if_all_cards_can_go_home_even_from_the_waste() -> None:
    position = building("diplomat", "K♠ J♠ | 10♠", waste="Q♠", foundations=f"{SEVEN_FULL} 9♠")
    assert finish(position) == ["2>f", "1>f", "w>f", "1>f"]


def test_a_game_with_cards_in_the_stock_is_not_finished() -> None:
    position = building("diplomat", "Q♠", stock="K♠", foundations=f"{SEVEN_FULL} J♠")
    assert finish(position) == []


def test_a_game_that_needs_a_decision_is_not_finished() -> None:
    """The Jack is under the King, which has to make room first."""
    position = building("diplomat", "J♠ K♠ | Q♠", foundations=f"{SEVEN_FULL} 10♠")
    assert any(str(move) == "1>3" for move in position.legal_moves())
    assert finish(position) == []


def test_grounds_for_divorce_is_finished_by_joining_whole_runs_in_suit() -> None:
    low = "7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"
    high = "K♠ Q♠ J♠ 10♠ 9♠ 8♠"
    position = building("grounds-for-divorce", f"{high} | {low}")
    assert finish(discard_the_rest(position)) == ["2>1*7"]


def test_grounds_for_divorce_is_finished_in_an_order_that_works() -> None:
    high = "K{0} Q{0} J{0} 10{0} 9{0} 8{0}"
    low = "7{0} 6{0} 5{0} 4{0} 3{0} 2{0} A{0}"
    spades = high.format("♠")
    hearts = high.format("♥")
    position = building("grounds-for-divorce", f"{spades} {low.format('♥')} | {hearts} | {low.format('♠')}")
    assert finish(discard_the_rest(position)) == ["1>2*7", "3>1*7"]
    crossed = building("grounds-for-divorce", f"{spades} {low.format('♥')} | {hearts} {low.format('♠')}")
    assert finish(discard_the_rest(crossed)) == []  # one run would have to go into a space


def test_tens_is_finished_once_the_stock_is_empty() -> None:
    """The order of sets does not matter then; before that, the next cards are hidden."""
    assert finish(tens("A♠ 9♠ 2♦ 8♦")) == []  # the other cards of the pack are missing
    game = Game.new("tens", WINNABLE)
    seen = []
    while game.status is Status.PLAYING:
        moves = finishing_moves(game.position)
        assert bool(moves) == (not game.position.hides_cards)
        seen.append(bool(moves))
        game.play(*(moves or game.legal_moves()[:1]))
    assert game.status is Status.WON
    assert seen[-1]


def test_finishing_is_one_step_that_one_undo_takes_back() -> None:
    game = Game.new("tens", WINNABLE)
    while not finishing_moves(game.position):
        game.play(game.legal_moves()[0])
    steps = len(game.steps)
    game.finish()
    assert game.status is Status.WON
    assert len(game.steps) == steps + 1
    game.undo()
    assert game.home < 52


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


@settings(max_examples=60)
@given(games())
def test_finishing_wins_or_does_nothing_and_ignores_hidden_cards(game: Game) -> None:
    moves = finishing_moves(game.position)
    assert not moves or wins(game.position)
    assert bool(moves) == bool(finishing_moves(shuffle_hidden(game.position, Random(1))))


@settings(max_examples=100)
@given(games())
def test_a_player_who_is_sure_brings_a_card_home_whenever_one_can_go(game: Game) -> None:
    going = cards_to_send_home(game.position) if game.status is Status.PLAYING else []
    before = game.home
    if going and game.position.rules.has_foundations:
        game.bring_home(is_sure=True)
        assert game.home >= before + 1


def test_a_player_who_is_sure_sends_every_card_until_none_can_go() -> None:
    game = game_at(building("diplomat", "7♠ 5♦ 4♠ | 4♦ | 4♦", foundations="3♠ 2♠ 2♥ 2♥ 3♦ 3♦ 2♣ A♣"))
    game.bring_home(is_sure=True)
    assert list(map(str, game.moves)) == ["1>f", "2>f", "1>f", "3>f"]


@pytest.mark.parametrize(("name", "option"), [game for game in GAMES if game[0] != "tens"])
def test_plain_moves_win_by_the_rules_of_the_reference(name: str, option: str) -> None:
    won = 0
    for seed in range(60):
        table = reference.late_table(Random(seed), name, option)
        moves = list(map(str, plain_moves(engine_position(table))))
        for move in moves:
            assert move in reference.moves(table)
            table = reference.play(table, move)
        assert not moves or reference.status(table) == "won"
        won += bool(moves)
    assert won > 0


@settings(max_examples=60)
@given(games())
def test_plain_play_wins_or_does_nothing(game: Game) -> None:
    copy = game_at(game.position, game.variant.name, game.options)
    moves = plain_moves(game.position)
    if moves:
        copy.play(*moves)
        assert copy.status is Status.WON


def test_a_game_is_finished_plainly_though_cards_are_in_the_stock() -> None:
    game = game_at(building("diplomat", "Q♠", stock="K♠", foundations=f"{SEVEN_FULL} J♠"))
    assert list(map(str, plain_moves(game.position))) == ["1>f", "draw", "w>f"]
    with pytest.raises(IllegalMoveError, match="in the stock"):
        game.finish()
    game.finish(plainly=True)
    assert (game.status, len(game.steps)) == (Status.WON, 1)


def test_plain_play_fills_spaces_only_once_no_card_is_hidden() -> None:
    assert list(map(str, plain_moves(building("diplomat", "Q♠ K♠", foundations=f"{SEVEN_FULL} J♠")))) == [
        "1>2",
        "1>f",
        "2>f",
    ]
    assert plain_moves(building("diplomat", "10♠ K♠", stock="J♠ Q♠", foundations=f"{SEVEN_FULL} 9♠")) == ()


def test_plain_play_joins_runs_until_they_are_complete() -> None:
    piles = "K♠ Q♠ J♠ 10♠ 9♠ | 8♠ 7♠ 6♠ | 5♠ 4♠ 3♠ 2♠ A♠"
    position = discard_the_rest(building("grounds-for-divorce", piles))
    assert list(map(str, plain_moves(position))) == ["3>2*5", "2>1*8"]


def test_plain_play_is_not_tried_before_half_of_the_pack_is_home_unless_no_card_is_hidden() -> None:
    game = Game.new("tens", WINNABLE)
    while game.status is Status.PLAYING:
        assert bool(plain_moves(game.position)) == (2 * game.home >= 52)
        game.play(game.legal_moves()[0])
    assert game.status is Status.WON


def test_finish_says_that_plain_play_does_not_win() -> None:
    with pytest.raises(IllegalMoveError, match="simple moves alone"):
        Game.new("dimes", 8).finish(plainly=True)
