"""A slow, independent implementation of the rules, to compare the engine with.

It shares nothing with the engine: cards are texts, and it checks every conceivable move against each sentence of the
rules. Run it to count the move sequences in `perft.json`.
"""

import hashlib
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "♣♦♥♠"
RED = "♦♥"

HEIGHTS = {
    "cast-out-nines": [1] * 7,
    "dimes": [1] * 8,
    "diplomat": [4] * 8,
    "forty-thieves": [4] * 10,
    "freecell": [7, 7, 7, 7, 6, 6, 6, 6],
    "grounds-for-divorce": [5] * 10,
    "klondike": [1, 2, 3, 4, 5, 6, 7],
    "spider": [6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
    "tens": [1] * 13,
}
ONE_CARD_UP = ("grounds-for-divorce", "klondike", "spider")
SETS = {"tens": ["A 9", "2 8", "3 7", "4 6", "5 5", *(" ".join([rank] * 4) for rank in ("10", "J", "Q", "K"))]}
"""The sets that the games without building discard."""
ONE_DECK = ("freecell", "klondike", "tens")
ALTERNATING = ("freecell", "klondike")
CELLS = {"freecell": 4}
ANY_SUIT = ("diplomat", "grounds-for-divorce", "spider")
TO_CARDS = ("cast-out-nines", "freecell", "grounds-for-divorce", "klondike", "spider")
"""Games in which several cards may move onto a card at once."""
TO_SPACES = TO_CARDS[1:]
FIRST_HOME = {
    "dimes": "10",
    "cast-out-nines": "9",
    "diplomat": "A",
    "forty-thieves": "A",
    "freecell": "A",
    "klondike": "A",
}
"""The games with foundations, and their first card. Where cards are dealt in rows, there are none."""
DEALS_ROWS = ("grounds-for-divorce", "spider")
GAMES = [
    ("cast-out-nines", ""),
    ("cast-out-nines", "tableau=wrap"),
    ("dimes", ""),
    ("dimes", "tens=deck"),
    ("diplomat", ""),
    ("diplomat", "stock=free"),
    ("forty-thieves", ""),
    ("freecell", ""),
    ("grounds-for-divorce", ""),
    ("grounds-for-divorce", "rules=classic"),
    ("klondike", ""),
    ("klondike", "draw=three"),
    ("spider", ""),
    ("spider", "suits=two"),
    ("spider", "suits=four"),
    ("tens", ""),
]
DEALS = (0, 1, 7, 2**64 - 1)
DEPTHS = (1, 2, 3, 4)
PERFT = Path(__file__).with_name("perft.json")


@dataclass
class Table:
    """Everything on the table; `down` is the number of face-down cards of each pile, and an empty cell is ""."""

    game: str
    option: str
    piles: list[list[str]]
    down: list[int]
    stock: list[str]
    waste: list[str] = field(default_factory=list)
    homes: list[list[str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)


def shuffled(deal: int, decks: int) -> list[str]:
    pack = [rank + suit for _ in range(decks) for suit in SUITS for rank in RANKS]
    stream = hashlib.shake_256(str(deal).encode()).digest(8 * 1000)
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    for i in reversed(range(1, len(pack))):
        while words[0] >= 2**64 // (i + 1) * (i + 1):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def microsoft(deal: int) -> list[str]:
    left = [rank + suit for rank in RANKS for suit in SUITS]
    pack = []
    state = deal
    while left:
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        at = (state >> 16) % len(left)
        pack.append(left[at])
        left[at] = left[-1]
        left.pop()
    return pack


def decks(game: str) -> int:
    return 1 if game in ONE_DECK else 2


def suited(option: str, card: str) -> str:
    """Return the card that a card becomes in a game with fewer suits."""
    if option == "suits=four":
        return card
    return card[:-1] + ("♥" if option == "suits=two" and card[-1] in RED else "♠")


def new_table(game: str, option: str, deal: int) -> Table:
    pack = microsoft(deal) if game == "freecell" and 1 <= deal <= 1_000_000 else shuffled(deal, decks(game))
    homes: list[list[str]] = [[] for _ in SUITS for _ in range(decks(game))] if game in FIRST_HOME else []
    if game == "dimes" and option != "tens=deck":
        pack = [card for card in pack if not card.startswith("10")]
        homes = [["10" + suit] for suit in SUITS for _ in "12"]
    if game == "spider":
        pack = [suited(option, card) for card in pack]
    heights = HEIGHTS[game]
    piles: list[list[str]] = [[] for _ in heights]
    for row in range(max(heights)):
        for pile, height in zip(piles, heights, strict=True):
            if row < height:
                pile.append(pack.pop(0))
    down = [height - 1 if game in ONE_CARD_UP else 0 for height in heights]
    return Table(game, option, piles, down, pack, [], homes, [], [""] * CELLS.get(game, 0))


def one_rank_below(table: Table, lower: str, upper: str) -> bool:
    if upper[:-1] == "A":
        king_on_ace = table.game == "dimes" or table.option in ("rules=classic", "tableau=wrap")
        return king_on_ace and lower[:-1] == "K"
    return RANKS.index(lower[:-1]) + 1 == RANKS.index(upper[:-1])


def goes_on(table: Table, card: str, upper: str) -> bool:
    if table.game in ALTERNATING:
        fits = (card[-1] in RED) != (upper[-1] in RED)
    else:
        fits = table.game in ANY_SUIT or card[-1] == upper[-1]
    return fits and one_rank_below(table, card, upper)


def is_run(table: Table, cards: list[str]) -> bool:
    return all(
        cards[at][-1] == cards[at - 1][-1] and one_rank_below(table, cards[at], cards[at - 1])
        for at in range(1, len(cards))
    )


def move_together(table: Table, cards: list[str]) -> bool:
    if table.game in ALTERNATING:
        return all(goes_on(table, cards[at], cards[at - 1]) for at in range(1, len(cards)))
    return is_run(table, cards)


def homes_for(table: Table, card: str) -> list[list[str]]:
    """Return the foundations that take a card."""
    taking = []
    for number, home in enumerate(table.homes):
        if len(home) < 13 and SUITS[number // decks(table.game)] == card[-1]:
            first = RANKS.index(FIRST_HOME[table.game])
            if RANKS[(first + len(home)) % 13] == card[:-1]:
                taking.append(home)
    return taking


def stock_is_closed(table: Table) -> bool:
    """Apply Diplomat's rule."""
    for pile in table.piles:
        if not pile:
            continue
        if homes_for(table, pile[-1]):
            return True
        continues = len(pile) > 1 and one_rank_below(table, pile[-1], pile[-2])
        goes = any(other and other is not pile and goes_on(table, pile[-1], other[-1]) for other in table.piles)
        if goes and not continues:
            return True
    return False


def may_draw(table: Table) -> bool:
    if table.game == "klondike":
        return can_turn_to_a_move(table)
    if not table.stock or table.game in SETS:
        return False
    if table.game in DEALS_ROWS:
        return table.option == "rules=classic" or all(table.piles)
    return table.game != "diplomat" or table.option == "stock=free" or not stock_is_closed(table)


def can_turn_to_a_move(table: Table) -> bool:
    """Check whether there is a move now, or will be one at some point of going round the stock."""
    table = deepcopy(table)
    for _ in range(len(table.stock + table.waste) * 2):
        if card_moves(table):
            return True
        draw(table)
    return False


def lifted(table: Table, source: str, count: int) -> list[str]:
    """Return the cards that a move takes up, or none if it cannot."""
    if source == "s":
        return table.stock[:1] if count == 1 and table.game == "dimes" else []
    if source == "w":
        return table.waste[-1:] if count == 1 else []
    if source[0] in "cf":
        return place_of(table, source)[-1:] if count == 1 else []
    face_up = table.piles[int(source) - 1][table.down[int(source) - 1] :]
    cards = face_up[-count:]
    if len(cards) < count or not move_together(table, cards) or (count > 1 and table.game not in TO_CARDS):
        return []
    return cards


def place_of(table: Table, source: str) -> list[str]:
    if source == "w":
        return table.waste
    if source[0] == "c":
        return [card for card in [table.cells[int(source[1:]) - 1]] if card]
    if source[0] == "f":
        return table.homes["cdhs".index(source[1])]
    return table.piles[int(source) - 1]


def carried(table: Table, target: str) -> int:
    """Return how many cards cells and other empty piles can carry."""
    spaces = [number for number, pile in enumerate(table.piles, 1) if not pile and str(number) != target]
    return int((table.cells.count("") + 1) * 2 ** len(spaces))


def may_move(table: Table, source: str, target: str, cards: list[str]) -> bool:
    count = len(cards)
    if source == target:
        return False
    if target == "f":
        return source[0] not in "sf" and count == 1 and bool(homes_for(table, cards[0]))
    if target == "c":
        return source[0] != "c" and count == 1 and "" in table.cells
    if table.game in CELLS and count > carried(table, target):
        return False
    pile = table.piles[int(target) - 1]
    if pile:
        return source != "s" and goes_on(table, cards[0], pile[-1])
    if source.isdigit() and count == len(table.piles[int(source) - 1]):
        return False
    if table.game == "klondike" and cards[0][:-1] != "K":
        return False
    return count == 1 or table.game in TO_SPACES


def is_set(table: Table, cards: list[str]) -> bool:
    ranks = sorted(card[:-1] for card in cards)
    return any(ranks == sorted(each.split()) for each in SETS[table.game])


def moves(table: Table) -> list[str]:
    numbers = [str(number) for number in range(1, len(table.piles) + 1)]
    if table.game in SETS:
        full = [number for number in numbers if table.piles[int(number) - 1]]
        chosen = [each for size in (2, 3, 4) for each in combinations(full, size)]
        return ["+".join(each) for each in chosen if is_set(table, [table.piles[int(at) - 1][0] for at in each])]
    return (["draw"] if may_draw(table) else []) + card_moves(table)


def card_moves(table: Table) -> list[str]:
    if table.game == "klondike" and home(table) == 52:
        return []
    numbers = [str(number) for number in range(1, len(table.piles) + 1)]
    others = ["w", "s", *(f"c{number}" for number in range(1, len(table.cells) + 1))]
    if table.game == "klondike":
        others += ["fc", "fd", "fh", "fs"]
    found = []
    for source in [*numbers, *others]:
        for count in range(1, 2 + (len(table.piles[int(source) - 1]) if source in numbers else 1)):
            cards = lifted(table, source, count)
            targets = [*numbers, "f", "c"] if cards else []
            number = f"*{count}" if count > 1 else ""
            found += [f"{source}>{target}{number}" for target in targets if may_move(table, source, target, cards)]
    return found


def play(table: Table, text: str) -> Table:
    """Return the table after a legal move."""
    table = deepcopy(table)
    if table.game in SETS:
        for number in text.split("+"):
            table.gone.append(table.piles[int(number) - 1].pop())
        for pile in table.piles:
            if not pile and table.stock:
                pile.append(table.stock.pop(0))
        return table
    if text == "draw":
        draw(table)
    else:
        places, _, number = text.partition("*")
        source, target = places.split(">")
        count = int(number or 1)
        cards = lifted(table, source, count)
        if source == "s":
            del table.stock[0]
        elif source[0] == "c":
            table.cells[int(source[1:]) - 1] = ""
        else:
            del place_of(table, source)[-count:]
        if target == "f":
            max(homes_for(table, cards[0]), key=len).extend(cards)
        elif target == "c":
            table.cells[table.cells.index("")] = cards[0]
        else:
            table.piles[int(target) - 1].extend(cards)
    settle(table)
    return table


def draw(table: Table) -> None:
    if table.game == "klondike" and not table.stock:
        table.stock, table.waste = table.waste, []
        return
    if table.game not in DEALS_ROWS:
        count = 3 if table.option == "draw=three" else 1
        table.waste += table.stock[:count]
        del table.stock[:count]
        return
    for pile in [pile for pile in table.piles if pile] or table.piles[:1]:
        if table.stock:
            pile.append(table.stock.pop(0))


def settle(table: Table) -> None:
    """Discard finished sequences, then turn up uncovered cards."""
    for number, pile in enumerate(table.piles):
        end = pile[table.down[number] :][-13:]
        if table.game in DEALS_ROWS and len(end) == 13 and is_run(table, end):
            table.gone.extend(end)
            del pile[-13:]
        table.down[number] = min(table.down[number], max(len(pile) - 1, 0))


def home(table: Table) -> int:
    return len(table.gone) + sum(map(len, table.homes))


def status(table: Table) -> str:
    if home(table) == 52 * decks(table.game):
        return "won"
    return "playing" if moves(table) else "lost"


def perft(table: Table, depth: int) -> int:
    """Count the ways to play `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(play(table, text), depth - 1) for text in moves(table))


if __name__ == "__main__":
    lines = []
    for game, option in GAMES:
        for deal in DEALS:
            counts = [perft(new_table(game, option, deal), depth) for depth in DEPTHS]
            lines.append(f'"{f"{game} {option}".strip()} {deal}": {counts}')
    PERFT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
