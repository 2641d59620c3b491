"""Which cards go home all at once: those that no card still in play could need to lie on."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from engine import Game, Position, safe_home_moves
from engine.building import BuildingPosition
from tests.engine import reference
from tests.engine.games import CHOICES, DEAL_NUMBERS, games, play_on
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, engine_position, foundations, game_at, tens
from tests.engine.reference import GAMES, Table

DECK = "tens=deck"
WRAP = "tableau=wrap"
EIGHT_ACES = "A♣ A♣ A♦ A♦ A♥ A♥ A♠ A♠"


def bring_home(position: Position) -> list[str]:
    return list(map(str, safe_home_moves(position)))


def test_aces_and_twos_of_diplomat_always_go_home() -> None:
    assert bring_home(building("diplomat", "A♠ | K♥ | 2♥ | 2♥", foundations="A♥", waste="A♦")) == ["1>f", "3>f", "w>f"]


@pytest.mark.parametrize(
    ("aces", "moves"), [(EIGHT_ACES.replace("A♠ A♠", "2♠ A♠"), ["1>f"]), ("A♣ A♣ A♦ A♦ A♥ A♥ 2♠", [])]
)
def test_a_three_of_diplomat_goes_home_once_all_eight_aces_are(aces: str, moves: list[str]) -> None:
    assert bring_home(building("diplomat", "3♠", foundations=aces)) == moves


def test_cards_that_others_set_free_go_home_too() -> None:
    position = building("diplomat", "K♥ 3♠ 2♠ A♠ | 2♠", waste="2♦ A♦", foundations="A♣ A♣ A♦ A♥ A♥ A♠")
    moves = bring_home(position)
    assert moves == ["1>f", "1>f", "2>f", "w>f", "1>f", "w>f"]
    after = game_at(position)
    after.play(*moves)
    assert foundations(after.position) == "A♣ A♣ 2♦ A♦ A♥ A♥ 3♠ 2♠"


def test_a_card_that_could_go_home_but_may_be_needed_stays() -> None:
    position = building("diplomat", "4♠", foundations="3♠ 3♠ 2♥ 2♥ 2♦ 2♦ 2♣ A♣")
    assert "1>f" in map(str, position.legal_moves())
    assert bring_home(position) == []
    assert bring_home(building("diplomat", "4♠", foundations="3♠ 3♠ 2♥ 2♥ 2♦ 2♦ 2♣ 2♣")) == ["1>f"]


@pytest.mark.parametrize(("other", "moves"), [("3♠", ["1>f"]), ("2♠", [])])
def test_in_forty_thieves_only_the_suit_counts(other: str, moves: list[str]) -> None:
    assert bring_home(building("forty-thieves", "5♠", foundations=f"4♠ {other}")) == moves


def test_jacks_and_queens_of_dimes_always_go_home() -> None:
    assert bring_home(building("dimes", "J♠ | 9♣ | Q♠ | Q♥ J♥")) == ["1>f", "3>f", "4>f", "4>f"]


@pytest.mark.parametrize(("other", "moves"), [("J♠", ["1>f"]), ("10♠", [])])
def test_a_king_of_dimes_goes_home_once_both_jacks_of_its_suit_are(other: str, moves: list[str]) -> None:
    assert bring_home(building("dimes", "K♠", foundations=f"Q♠ {other}")) == moves


@pytest.mark.parametrize(("other", "moves"), [("Q♠", ["1>f"]), ("J♠", [])])
def test_an_ace_of_dimes_waits_for_the_queens_since_a_king_may_lie_on_it(other: str, moves: list[str]) -> None:
    assert bring_home(building("dimes", "A♠", foundations=f"K♠ {other}")) == moves


def test_the_last_card_of_dimes_goes_home() -> None:
    assert bring_home(building("dimes", "9♠", foundations="8♠ 9♠")) == ["1>f"]


def test_with_the_tens_in_the_deck_a_ten_stays_since_a_nine_may_lie_on_it() -> None:
    assert bring_home(building("dimes", "10♠", option=DECK)) == []
    assert bring_home(building("dimes", "10♠", foundations="8♠", option=DECK)) == []


@pytest.mark.parametrize(("tens", "moves"), [("10♠ 10♠", ["1>f"]), ("10♠", [])])
def test_with_the_tens_in_the_deck_a_jack_goes_home_once_both_tens_are(tens: str, moves: list[str]) -> None:
    assert bring_home(building("dimes", "J♠", foundations=tens, option=DECK)) == moves


def test_a_nine_of_cast_out_nines_stays_since_an_eight_may_lie_on_it() -> None:
    assert bring_home(building("cast-out-nines", "9♠")) == []
    assert bring_home(building("cast-out-nines", "9♠", foundations="7♠")) == []


@pytest.mark.parametrize(("nines", "moves"), [("9♠ 9♠", ["1>f"]), ("9♠", [])])
def test_a_ten_of_cast_out_nines_goes_home_once_both_nines_of_its_suit_are(nines: str, moves: list[str]) -> None:
    assert bring_home(building("cast-out-nines", "10♠", foundations=nines)) == moves


def test_an_ace_of_cast_out_nines_goes_home_unless_a_king_may_lie_on_it() -> None:
    assert bring_home(building("cast-out-nines", "A♠", foundations="K♠")) == ["1>f"]
    assert bring_home(building("cast-out-nines", "A♠", foundations="K♠", option=WRAP)) == []
    assert bring_home(building("cast-out-nines", "A♠", foundations="K♠ Q♠", option=WRAP)) == ["1>f"]


def test_games_without_foundations_have_nothing_to_bring_home() -> None:
    assert bring_home(tens("2♠ 8♥")) == []
    assert bring_home(building("grounds-for-divorce", "2♠ | A♠")) == []


def goes_home(position: Position) -> None:
    """Every move is legal in its turn and brings one card home, and nothing is left to bring."""
    game = game_at(position)
    if moves := safe_home_moves(position):
        game.play(*moves)
    assert [later.home - position.home for later in game.positions] == list(range(len(moves) + 1))
    assert safe_home_moves(game.position) == ()


@settings(max_examples=150, deadline=None)
@given(games())
def test_each_move_brings_a_card_home_until_none_is_left(game: Game) -> None:
    goes_home(game.position)


def safe_cards(table: Table) -> set[str]:
    """The least set such that whatever can be put on one of them is home, or can go home now and is of the set."""
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


def agrees(position: Position, table: Table) -> int:
    """Compare with the reference, move by move; return how many there were."""
    moves = bring_home(position)
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


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
@settings(max_examples=5, deadline=None)
@given(deal=DEAL_NUMBERS, choices=CHOICES)
def test_the_reference_agrees_what_is_safe(name: str, options: dict[str, str], deal: int, choices: list[int]) -> None:
    game = play_on(Game.new(name, deal, options), choices)
    table = reference.new_table(name, "".join(f"{key}={value}" for key, value in options.items()), deal)
    for move in game.moves:
        table = reference.play(table, str(move))
    agrees(game.position, table)


@pytest.mark.parametrize(("name", "option"), [game for game in GAMES if game[0] in reference.FIRST_HOME])
def test_the_reference_agrees_what_is_safe_late_in_a_game(name: str, option: str) -> None:
    moved = 0
    for seed in range(60):
        table = reference.arranged(Random(seed), name, option)
        position = engine_position(table)
        assert isinstance(position, BuildingPosition)
        moved += agrees(position, table)
        goes_home(position)
    assert moved > 20
