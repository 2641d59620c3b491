"""Tables late in a game, made up for the reference implementation."""

from random import Random

from tests.engine.reference import (
    ALTERNATING,
    CELLS,
    DEALS_ROWS,
    FIRST_HOME,
    ONE_CARD_UP,
    RANKS,
    SUITS,
    Table,
    decks,
    is_run,
    new_table,
    suited,
)


def _sorted_pack(game: str, option: str) -> list[str]:
    """Return the cards of a game in long runs or sequences."""
    if game in ALTERNATING:
        return [rank + suits[at % 2] for suits in ("♣♦", "♦♣", "♥♠", "♠♥") for at, rank in enumerate(reversed(RANKS))]
    pack = [rank + suit for suit in SUITS for rank in reversed(RANKS * decks(game))]
    return [suited(option, card) for card in pack] if game == "spider" else pack


def late_table(random: Random, game: str, option: str) -> Table:
    """Make up a table late in a game: foundations half built, runs on the piles and some spaces."""
    table = new_table(game, option, 0)
    for number, home in enumerate(table.homes):
        suit = SUITS[number // decks(game)]
        first = RANKS.index(FIRST_HOME[game])
        count = random.choice((len(home), len(home), random.randint(1, 13), 13, 13))
        home[:] = [RANKS[(first + step) % 13] + suit for step in range(count)]
    pack = _sorted_pack(game, option)
    for home in table.homes:
        for card in home:
            pack.remove(card)
    if game in DEALS_ROWS:
        random.shuffle(finished := [pack[at : at + 13] for at in range(0, 104, 13)])
        table.gone = [card for sequence in finished[: random.randint(0, 7)] for card in sequence]
        for card in table.gone:
            pack.remove(card)
    runs = []
    while pack:
        length = random.choice((1, 2, 5, 11, 12 if game in DEALS_ROWS else 25))
        runs.append(pack[:length])
        del pack[:length]
    random.shuffle(runs)
    table.piles = [[] for _ in table.piles]
    table.stock = []
    table.waste = []
    seats = table.piles[random.randint(0, 2) :]
    if game not in CELLS:
        seats += [table.stock] if game in DEALS_ROWS else [table.stock, table.waste]
    for run in runs:
        random.choice(seats).extend(run)
    table.down = [random.randint(0, max(len(pile) - 1, 0)) if game in ONE_CARD_UP else 0 for pile in table.piles]
    for number in range(len(table.cells)):
        pile = random.choice(table.piles)
        table.cells[number] = pile.pop() if pile and random.random() < 0.7 else ""
    unfinished = game not in DEALS_ROWS or not any(
        is_run(table, pile[at : at + 13]) for pile in table.piles for at in range(len(pile) - 12)
    )
    return table if unfinished else late_table(random, game, option)
