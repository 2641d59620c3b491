"""The unwinding bound calls only lost positions lost."""

from dataclasses import replace
from random import Random

import pytest

from engine import Card, Game
from engine.building import BuildingPosition, Pile
from engine.rules import BuildingRules
from engine.solver import Verdict, solve
from engine.solver.two_decks import is_proven_lost
from tests.engine.positions import WINNING_LINES, building, played_line, rules_of
from tests.engine.solver.small_packs import can_be_won

GAMES = [
    ("dimes", ""),
    ("dimes", "tens=deck"),
    ("cast-out-nines", ""),
    ("cast-out-nines", "tableau=wrap"),
    ("forty-thieves", ""),
]
LINES = [line for line in WINNING_LINES if line[0] in ("dimes", "cast-out-nines", "forty-thieves")]


def random_position(game: str, option: str, random: Random, *, piles: int, most_left: int) -> BuildingPosition:
    """Make up a position with up to three runs on each pile and most of the other cards in the waste."""
    rules = rules_of(game, option)
    assert isinstance(rules, BuildingRules)
    rules = replace(rules, heights=rules.heights[:piles])
    base = int(rules.bases_dealt)
    least = max(base, 13 - most_left // 4)
    heights = [sorted((random.randint(least, 13), random.randint(least, 13)), reverse=True) for _ in range(4)]
    foundations = tuple(height for pair in heights for height in pair)
    left = [
        card
        for order, count in zip(rules.foundation_order, foundations, strict=True)
        for card in order[count:]
        if card is not None
    ]
    random.shuffle(left)
    tableau = tuple(_pile(rules, left, random) for _ in range(piles))
    waste = random.randint(0, len(left))
    return BuildingPosition(rules, tableau, (0,) * piles, foundations, tuple(left[waste:]), tuple(left[:waste]))


def _pile(rules: BuildingRules, left: list[Card], random: Random) -> Pile:
    runs = random.choices([0, 1, 2, 3], [2, 5, 2, 1])[0]
    return tuple(card for _ in range(runs) for card in _run(rules, left, random))


def _run(rules: BuildingRules, left: list[Card], random: Random) -> Pile:
    if not left:
        return ()
    run = [left.pop()]
    while (following := rules.next_in_run[run[-1]]) in left and random.random() < 0.8:
        assert following is not None
        left.remove(following)
        run.append(following)
    return tuple(run)


def test_a_card_that_has_no_room_makes_the_game_lost() -> None:
    """The Queen of the waste has no room on seven piles, and can go home only after a Jack."""

    def is_lost(waste: str, stock: str = "") -> bool:
        piles = "8♦ | 8♥ | 8♠ | 6♦ | 6♥ | 6♠ | 4♠"
        return is_proven_lost(building("cast-out-nines", piles, stock, waste, foundations="10♣"))

    assert not is_lost("7♥ 7♦")
    assert is_lost("7♦ Q♣")
    assert is_lost("7♦ Q♣", stock="Q♣")
    assert not is_lost("7♦ Q♣", stock="J♣")
    assert not is_lost("7♦ Q♣", stock="7♥ J♣")
    assert is_lost("7♦ Q♣", stock="K♥ J♣")


@pytest.mark.parametrize("draws", [90, 97])
def test_the_line_of_a_lost_position_ends_with_its_last_gain(draws: int) -> None:
    game = Game.new("cast-out-nines", 1)
    game.play(*["draw"] * draws)
    solution = solve(game.position, 1000)
    assert solution.verdict is Verdict.IMPOSSIBLE
    home = [reached.cards_home for reached in game.position.path(*solution.moves)]
    assert home == sorted(home)
    assert home.index(home[-1]) == len(home) - 1
    assert bool(solution.moves) is (draws == 90)


@pytest.mark.parametrize(("name", "option", "deal", "moves"), LINES)
def test_no_position_of_a_winning_line_is_lost(name: str, option: str, deal: str, moves: str) -> None:
    options = [option]
    if name == "cast-out-nines" and not option:
        options.append("tableau=wrap")  # which forbids nothing that the game without options allows
    for each in options:
        for position in played_line(name, each, deal, moves).positions:
            assert isinstance(position, BuildingPosition)
            assert not is_proven_lost(position)


@pytest.mark.parametrize(("game", "option"), GAMES)
def test_no_small_pack_that_can_be_won_is_lost(game: str, option: str) -> None:
    random = Random(f"{game} {option}")
    lost = 0
    while lost < 25:
        position = random_position(game, option, random, piles=random.randint(1, 3), most_left=20)
        if is_proven_lost(position):
            is_winnable = can_be_won(position, most=2000)
            assert not is_winnable, position
            lost += is_winnable is False
