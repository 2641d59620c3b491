"""Draw on: one step draws until a card has somewhere to go."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from engine import DRAW, STOCK, WASTE, Game, Position, Transfer, Turn, draws
from engine.building import BuildingPosition
from tests.engine.games import CHOICES, DEAL_NUMBERS, play_on, shuffle_hidden
from tests.engine.positions import EVERY_GAME, building, rules_of
from tests.engine.solver.small_packs import small_position


def option_of(options: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


WITH_WASTE = [(name, options) for name, options in EVERY_GAME if rules_of(name, option_of(options)).has_waste]
"""Every game that draws to a waste, those that only tests know too."""


def can_leave(position: BuildingPosition, most: int) -> bool | None:
    """Search exhaustively for moves without drawing that play the waste's top card; None after `most` positions.

    None, too, if a move turns up a hidden card.
    """
    seen = {position}
    left = [position]
    is_certain = True
    while left:
        position = left.pop()
        for move in position.legal_moves():
            assert isinstance(move, Transfer)
            if move.source == WASTE:
                return True
            after = position.play(move)
            if move == DRAW or after in seen:
                continue
            if move.source == STOCK or after.face_down != position.face_down or len(seen) == most:
                is_certain = False
            elif is_certain:
                seen.add(after)
                left.append(after)
    return False if is_certain else None


def can_draw(position: BuildingPosition) -> bool:
    return position.turn is Turn.DRAW and DRAW in position.legal_moves()


@st.composite
def positions(draw: st.DrawFn) -> BuildingPosition:
    """Draw a position that opens the stock to the waste: of a game that was played for a while, or a small one."""
    name, options = draw(st.sampled_from(WITH_WASTE))
    seed = draw(st.integers(0, 2**32))
    if draw(st.booleans()):
        position: Position = small_position(name, options, Random(seed))
    else:
        position = play_on(Game.new(name, draw(DEAL_NUMBERS), options), draw(CHOICES)).position
    assert isinstance(position, BuildingPosition)
    assume(can_draw(position))
    return position


@given(positions())
def test_a_step_ends_with_the_first_card_that_moves_without_drawing_could_play(position: BuildingPosition) -> None:
    *earlier, last = position.path(*draws(position))[1:]
    for reached in earlier:
        assert isinstance(reached, BuildingPosition)
        assert can_leave(reached, most=10_000) is False
        assert can_draw(reached)
    assert isinstance(last, BuildingPosition)
    assert not can_draw(last) or can_leave(last, most=300) is not False


@given(positions(), st.integers(0, 2**32))
def test_the_cards_still_hidden_after_a_step_do_not_change_it(position: BuildingPosition, seed: int) -> None:
    step = draws(position)
    unseen = position.path(*step)[-1].stock
    seen = position.stock[: len(position.stock) - len(unseen)]
    shuffled = shuffle_hidden(replace(position, stock=unseen), Random(seed))
    assert isinstance(shuffled, BuildingPosition)
    twin = replace(shuffled, stock=seen + shuffled.stock)
    assert twin.view() == position.view()
    # A stock without end that brings nothing has lost the game: that is no longer hidden.
    if all(each.path(*step)[-1].legal_moves() for each in (position, twin)):
        assert draws(twin) == step


def test_a_step_turns_three_cards_at_a_time_where_the_rules_do() -> None:
    full = "K♥ | K♦ | Q♠ | K♣ | 2♦ | K♠ | 8♠"
    assert len(draws(building("klondike", full, stock="A♥ 9♠ 9♣ 4♠ 5♠ A♦ 6♦", option="draw=three"))) == 2


def test_a_deal_is_a_step_of_its_own() -> None:
    assert len(draws(building("grounds-for-divorce", " | ".join(["K♠"] * 10), stock=" ".join(["K♥"] * 20)))) == 1
