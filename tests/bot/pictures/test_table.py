"""Pictures of tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures.layout import CARD, LEGIBLE, lay_out
from bot.pictures.table import draw_table
from engine import BACK, Card, Game, Hidden, View
from engine.cards import CARDS
from tests.engine.positions import building
from tests.support.tables import GAMES, is_spread, largest, views

OPENING_AND_LARGEST = [*((game, views(game)[0]) for game in GAMES), *((game, largest(game)) for game in GAMES)]
IDS = [*(f"{game} opening" for game in GAMES), *(f"{game} largest" for game in GAMES)]


def draw(game: str, view: View, *, four_colour: bool = False) -> bytes:
    return draw_table(view, spread=is_spread(game), four_colour=four_colour)


def decoded(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def stacked(*piles: tuple[Card | Hidden, ...]) -> View:
    return View(piles, (), None, 0, 0, 104)


@pytest.mark.parametrize(("game", "view"), OPENING_AND_LARGEST, ids=IDS)
def test_table_is_small_and_well_proportioned(game: str, view: View) -> None:
    png = draw(game, view)
    assert len(png) < 60_000
    picture = decoded(png)
    assert 0.9 <= picture.width / picture.height <= 2


@pytest.mark.parametrize(("game", "view"), OPENING_AND_LARGEST, ids=IDS)
def test_ranks_are_legible_on_a_phone(game: str, view: View) -> None:
    layout = lay_out([view], spread=is_spread(game))
    in_sight = min(layout.steps) * 300 / layout.size[0]
    assert in_sight >= 9
    assert CARD.width * 300 / layout.size[0] >= 24


@pytest.mark.parametrize("game", GAMES)
def test_opening_shows_the_chosen_deck(game: str) -> None:
    view = views(game)[0]
    assert draw(game, view, four_colour=True) != draw(game, view, four_colour=False)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_changes_the_picture(game: str) -> None:
    seen = views(game, moves=40)
    assert len({draw(game, view) for view in seen}) == len(set(seen))


def test_hidden_cards_all_look_the_same() -> None:
    one, other = (
        building("grounds-for-divorce", piles).view() for piles in ("(5♥ 2♠) K♠ | (A♦) 7♣", "(9♣ Q♦) K♠ | (J♥) 7♣")
    )
    assert draw("grounds-for-divorce", one) == draw("grounds-for-divorce", other)


def test_every_card_of_a_pile_is_visible() -> None:
    pile = CARDS[:12]
    plain = draw_table(stacked(pile), spread=False, four_colour=False)
    for place, card in enumerate(pile):
        changed = (*pile[:place], CARDS[card + 26], *pile[place + 1 :])
        assert draw_table(stacked(changed), spread=False, four_colour=False) != plain
    shorter = draw_table(stacked((BACK, *pile)), spread=False, four_colour=False)
    assert shorter != draw_table(stacked((BACK, BACK, *pile)), spread=False, four_colour=False)


@pytest.mark.parametrize("length", [1, 5, 13, 24, 60, 104])
def test_pile_of_any_length_fits_the_picture(length: int) -> None:
    pile = tuple(CARDS[number % 52] for number in range(length))
    view = stacked(*[()] * 9, pile)
    layout = lay_out([view], spread=False)
    last = layout.piles[9].y + (length - 1) * layout.steps[9]
    assert last + CARD.height < layout.size[1]
    assert layout.steps[9] >= LEGIBLE or length > 24
    assert decoded(draw_table(view, spread=False, four_colour=False)).size == layout.size


def test_picture_keeps_its_size_until_a_pile_gets_tall() -> None:
    sizes = {decoded(draw("dimes", view)).size for view in views("dimes", moves=30)}
    assert len(sizes) == 1


def test_threads_can_draw_concurrently() -> None:
    jobs = [(game, view) for game, view in OPENING_AND_LARGEST for _ in range(3)]
    expected = [draw(game, view) for game, view in jobs]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda job: draw(*job), jobs)) == expected


def test_a_picture_is_no_higher_than_its_cards_need_give_or_take_a_step() -> None:
    deal = Game.new("dimes", 8).view()
    width, height = lay_out([deal], spread=False).size
    assert height <= width * 5 // 8
