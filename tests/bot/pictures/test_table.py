"""Pictures of tables."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.model.marks import Marks, Spot, marks_of
from bot.pictures.cards import Size
from bot.pictures.colours import FELT, MOVED, TARGET, Colour
from bot.pictures.layout import LEGIBLE, WIDTH, Corner, lay_out
from bot.pictures.table import draw_table
from engine import BACK, FOUNDATIONS, STOCK, VARIANTS, WASTE, Card, Game, Hidden, Suit, View, parse_move, pile
from engine.cards import CARDS
from tests.engine.positions import building, game_at
from tests.support.boards import largest_position, views_of


def opening(name: str) -> View:
    return views_of(name)[0]


def largest(name: str) -> View:
    return largest_position(name, ()).view()


EXTREMES = [(view, name) for view in (opening, largest) for name in VARIANTS]
opening_and_largest = pytest.mark.parametrize(("view", "name"), EXTREMES)


def draw(view: View, *, four_colour: bool = False) -> bytes:
    return draw_table(view, FELT, four_colour=four_colour)


def decoded(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def stacked(*piles: tuple[Card | Hidden, ...]) -> View:
    return View(piles, (), None, 0, 0, 104)


@opening_and_largest
def test_table_is_small_and_well_proportioned(view: Callable[[str], View], name: str) -> None:
    png = draw(view(name))
    assert len(png) < 35_000
    picture = decoded(png)
    assert picture.width == WIDTH
    assert 1 <= picture.width / picture.height <= 2.1


@opening_and_largest
def test_ranks_are_legible_on_a_phone(view: Callable[[str], View], name: str) -> None:
    layout = lay_out([view(name)])
    in_sight = min(layout.steps) * 300 / WIDTH
    assert in_sight >= 9
    assert layout.card.width * 300 / WIDTH >= 26


@pytest.mark.parametrize("game", VARIANTS)
def test_opening_shows_the_chosen_deck(game: str) -> None:
    view = views_of(game)[0]
    suits = {card.suit for pile in view.piles for card in pile if isinstance(card, Card)}
    has_other_colours = bool(suits & {Suit.CLUBS, Suit.DIAMONDS})
    assert (draw(view, four_colour=True) != draw(view, four_colour=False)) is has_other_colours


@pytest.mark.parametrize("game", VARIANTS)
def test_every_move_changes_the_picture(game: str) -> None:
    seen = views_of(game, moves=40)
    assert len({draw(view) for view in seen}) == len(set(seen))


def test_every_card_of_a_pile_is_visible() -> None:
    pile = CARDS[:12]
    plain = draw(stacked(pile))
    for place, card in enumerate(pile):
        changed = (*pile[:place], CARDS[card + 26], *pile[place + 1 :])
        assert draw(stacked(changed)) != plain
    shorter = draw(stacked((BACK, *pile)))
    assert shorter != draw(stacked((BACK, BACK, *pile)))


@pytest.mark.parametrize("length", [1, 5, 13, 24, 60, 104])
def test_pile_of_any_length_fits_the_picture(length: int) -> None:
    pile = tuple(CARDS[number % 52] for number in range(length))
    view = stacked(*[()] * 9, pile)
    layout = lay_out([view])
    last = layout.piles[9].y + (length - 1) * layout.steps[9]
    assert last + layout.card.height < layout.height or length > 60
    assert layout.steps[9] >= int(layout.card.width * LEGIBLE) or length > 20
    assert decoded(draw(view)).size == layout.size


def test_picture_keeps_its_size_until_a_pile_gets_tall() -> None:
    sizes = {decoded(draw(view)).size for view in views_of("dimes", moves=30)}
    assert len(sizes) == 1


RIM = 4


def coloured(view: View, marks: Marks, colour: Colour) -> set[tuple[int, int]]:
    """The pixels of a mark's colour that a picture has with marks and lacks without."""
    plain, picture = (decoded(draw_table(view, FELT, four_colour=True, marks=each)) for each in (Marks(), marks))
    return {
        (at % picture.width, at // picture.width)
        for at, (before, after) in enumerate(zip(pixels_of(plain), pixels_of(picture), strict=True))
        if after == colour != before
    }


def pixels_of(picture: Image.Image) -> Iterator[tuple[int, ...]]:
    return zip(*(picture.getchannel(band).tobytes() for band in "RGB"), strict=True)


def is_around(pixels: set[tuple[int, int]], corner: Corner | None, size: Size) -> bool:
    """Whether pixels lie on all four edges of cards of this size altogether, and not elsewhere."""
    assert corner is not None
    left, top = corner.x - RIM, corner.y - RIM
    right, bottom = corner.x + size.width + RIM, corner.y + size.height + RIM
    near = 2 * RIM
    edges = [
        {(x, y) for x, y in pixels if x < left + near},
        {(x, y) for x, y in pixels if x >= right - near},
        {(x, y) for x, y in pixels if y < top + near},
        {(x, y) for x, y in pixels if y >= bottom - near},
    ]
    inside = all(left <= x < right and top <= y < bottom for x, y in pixels)
    return inside and all(edges) and set().union(*edges) == pixels


def test_an_outline_is_around_the_cards_that_moved_and_nowhere_else() -> None:
    game = game_at(building("grounds-for-divorce", "K♥ Q♠ | 9♦ 8♥ 7♠ 6♠ | 9♣ 8♦"), "grounds-for-divorce", {})
    game.play("2>3*2")
    view = game.view()
    layout = lay_out([view])
    pixels = coloured(view, marks_of(game), MOVED)
    assert is_around(
        pixels, layout.corner(Spot(pile(3), 2), view), Size(layout.card.width, layout.card.height + layout.steps[2])
    )
    assert not coloured(view, marks_of(game), TARGET)


def test_new_cards_in_tens_have_an_outline_each() -> None:
    game = Game.new("tens", 8)
    game.play("4+8")
    view = game.view()
    layout = lay_out([view])
    pixels = coloured(view, marks_of(game), MOVED)
    upper = {(x, y) for x, y in pixels if y < layout.piles[7].y - RIM}
    assert is_around(upper, layout.piles[3], layout.card)
    assert is_around(pixels - upper, layout.piles[7], layout.card)


def test_a_hint_has_outlines_where_a_card_is_and_where_it_goes() -> None:
    game = game_at(building("dimes", "3♥ | 9♦ 4♥"), "dimes", {})
    view = game.view()
    layout = lay_out([view])
    pixels = coloured(view, marks_of(game, [parse_move("1>2")]), TARGET)
    source = {(x, y) for x, y in pixels if x < layout.piles[1].x - RIM}
    assert is_around(source, layout.piles[0], layout.card)
    assert is_around(pixels - source, layout.corner(Spot(pile(2), 1), view), layout.card)


@pytest.mark.parametrize("waste", ["9♦", "6♣ 7♦ 8♦ 9♦", "2♣ 3♣ 4♣ 5♣ 6♣ 7♦ 8♦ 9♦"])
def test_marks_of_waste_stock_and_foundations_are_where_their_cards_are(waste: str) -> None:
    game = game_at(building("diplomat", "7♠", waste=waste, stock="2♣", foundations="A♥"), "diplomat", {})
    view = game.view()
    layout = lay_out([view])
    spots = {
        Spot(WASTE, len(waste.split()) - 1): (layout.waste[-1], layout.card),
        Spot(STOCK): (layout.stock, layout.card),
        Spot(FOUNDATIONS[5]): (layout.foundations[4], layout.chip),
    }
    for spot, (corner, size) in spots.items():
        assert is_around(coloured(view, Marks(frozenset({spot})), MOVED), corner, size)


def test_nothing_in_the_band_overlaps() -> None:
    for name in VARIANTS:
        view = opening(name)
        layout = lay_out([view])
        if not layout.foundations:
            continue
        in_order = [*layout.foundations[:: len(layout.foundations) // 4], *layout.cells, *layout.waste[:1]]
        in_order += [corner for corner in (layout.stock,) if corner is not None]
        for left, right in pairwise(in_order):
            assert left.x + layout.card.width < right.x
        assert in_order[-1].x + layout.card.width < WIDTH


@pytest.mark.parametrize("name", VARIANTS)
def test_a_table_has_the_colour_of_its_game(name: str) -> None:
    felt = VARIANTS[name].felt
    picture = decoded(draw_table(opening(name), felt, four_colour=True))
    assert picture.getpixel((1, 1)) == felt


def test_threads_can_draw_concurrently() -> None:
    jobs = [view(name) for view, name in EXTREMES] * 3
    expected = [draw(view) for view in jobs]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(draw, jobs)) == expected


def test_a_picture_is_no_higher_than_its_cards_need_give_or_take_a_step() -> None:
    deal = Game.new("dimes", 8).view()
    assert lay_out([deal]).height <= WIDTH * 5 // 8
