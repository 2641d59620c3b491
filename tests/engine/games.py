"""Hypothesis strategies for games, and variations of a position."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, cycle, islice
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from engine import CELL, DEAL_COUNT, FOUNDATION, PILES, STOCK, WASTE, Discard, Game, Move, Position, Transfer
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from tests.engine.positions import EVERY_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

CHOICES = st.builds(
    lambda seed, count: Random(seed).choices(range(60), k=count), st.integers(0, 2**32), st.integers(0, 150)
)
DEAL_NUMBERS = st.integers(0, DEAL_COUNT - 1)
STEP_SIZES = st.lists(st.sampled_from((1, 1, 1, 2, 3, 7)), min_size=1, max_size=5)


def play_on(game: Game, choices: list[int]) -> Game:
    """Continue a game; each number chooses one of the legal moves."""
    for choice in choices:
        if not (moves := game.legal_moves()):
            break
        game.play(moves[choice % len(moves)])
    return game


def play_in_steps(game: Game, choices: list[int], sizes: list[int]) -> Game:
    """Continue a game like `play_on`, in steps of these sizes, repeated as often as needed."""
    moves = iter(play_on(game.copy(), choices).moves[len(game.moves) :])
    for size in cycle(sizes):
        if not (step := tuple(islice(moves, size))):
            return game
        game.play(*step)
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game at any point, in steps of one or more moves, perhaps with some undone, perhaps given up."""
    name, options = draw(st.sampled_from(EVERY_GAME))
    game = play_in_steps(Game.new(name, draw(DEAL_NUMBERS), options), draw(CHOICES), draw(STEP_SIZES))
    for _ in range(min(draw(st.integers(0, 5)), len(game.steps))):
        game.undo()
    gives_up = draw(st.booleans())
    if gives_up and game.legal_moves():
        game.give_up()
    return game


def conceivable_moves(position: Position) -> Iterator[Move]:
    """Yield every move that can be written for the piles of a position, and some for piles that do not exist."""
    piles = position.view().piles
    targets = (FOUNDATION, STOCK, WASTE, CELL, *PILES[1 : len(piles) + 3])
    sources = {*targets, *position.view().places()}
    for count in range(1, max(map(len, piles)) + 3):
        yield from (Transfer(source, target, count) for source in sources for target in targets)
    numbers = range(1, len(piles) + 3)
    yield from map(Discard, combinations(numbers, 2))
    yield from map(Discard, combinations(numbers, 3))
    yield from map(Discard, combinations(numbers, 4))


def shuffle_hidden(position: Position, random: Random, *, is_stock_seen: bool = False) -> Position:
    """Return the same position with the hidden cards in another order, without the stock's if they have been seen."""
    if isinstance(position, DiscardingPosition):
        return replace(position, stock=tuple(random.sample(position.stock, len(position.stock))))
    assert isinstance(position, BuildingPosition)
    down = [card for pile, count in zip(position.piles, position.face_down, strict=True) for card in pile[:count]]
    hidden = down if is_stock_seen else [*down, *position.stock]
    random.shuffle(hidden)
    piles = []
    for pile, count in zip(position.piles, position.face_down, strict=True):
        piles.append((*hidden[:count], *pile[count:]))
        del hidden[:count]
    return replace(position, piles=tuple(piles), stock=position.stock if is_stock_seen else tuple(hidden))
