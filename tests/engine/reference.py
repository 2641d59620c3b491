"""A slow, independent implementation of the rules, to compare the engine with.

It shares nothing with the engine: cards are texts, and it checks every conceivable move against each sentence of the
rules. Run it to count the move sequences in `perft.json`.
"""

from __future__ import annotations

import hashlib
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "♣♦♥♠"

PILES = {
    "cast-out-nines": (7, 1),
    "dimes": (8, 1),
    "diplomat": (8, 4),
    "forty-thieves": (10, 4),
    "grounds-for-divorce": (10, 5),
    "tens": (13, 1),
}
SETS = {"tens": ["A 9", "2 8", "3 7", "4 6", "5 5", *(" ".join([rank] * 4) for rank in ("10", "J", "Q", "K"))]}
"""The sets that the games without building discard; such a game has one deck."""
RUNS_MOVE = {"cast-out-nines": "to cards", "grounds-for-divorce": "to cards and spaces"}
FIRST_HOME = {"dimes": "10", "cast-out-nines": "9", "diplomat": "A", "forty-thieves": "A"}
GAMES = [
    ("cast-out-nines", ""),
    ("cast-out-nines", "tableau=wrap"),
    ("dimes", ""),
    ("dimes", "tens=deck"),
    ("diplomat", ""),
    ("diplomat", "stock=free"),
    ("forty-thieves", ""),
    ("grounds-for-divorce", ""),
    ("grounds-for-divorce", "rules=classic"),
    ("tens", ""),
]
DEALS = (0, 1, 7, 2**64 - 1)
DEPTHS = (1, 2, 3, 4)
PERFT = Path(__file__).with_name("perft.json")


@dataclass
class Table:
    """Everything on the table; `down` is the number of face-down cards of each pile."""

    game: str
    option: str
    piles: list[list[str]]
    down: list[int]
    stock: list[str]
    waste: list[str] = field(default_factory=list)
    homes: list[list[str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


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


def new_table(game: str, option: str, deal: int) -> Table:
    pack = shuffled(deal, 1 if game in SETS else 2)
    homes: list[list[str]] = [[] for _ in SUITS for _ in "12"] if game in FIRST_HOME else []
    if game == "dimes" and option != "tens=deck":
        pack = [card for card in pack if not card.startswith("10")]
        homes = [["10" + suit] for suit in SUITS for _ in "12"]
    count, rows = PILES[game]
    piles: list[list[str]] = [[] for _ in range(count)]
    for _ in range(rows):
        for pile in piles:
            pile.append(pack.pop(0))
    return Table(game, option, piles, [4 if game == "grounds-for-divorce" else 0] * count, pack, [], homes)


def one_rank_below(table: Table, lower: str, upper: str) -> bool:
    if upper[:-1] == "A":
        king_on_ace = table.game == "dimes" or table.option in ("rules=classic", "tableau=wrap")
        return king_on_ace and lower[:-1] == "K"
    return RANKS.index(lower[:-1]) + 1 == RANKS.index(upper[:-1])


def goes_on(table: Table, card: str, upper: str) -> bool:
    any_suit = table.game in ("diplomat", "grounds-for-divorce")
    return one_rank_below(table, card, upper) and (any_suit or card[-1] == upper[-1])


def is_run(table: Table, cards: list[str]) -> bool:
    return all(
        cards[at][-1] == cards[at - 1][-1] and one_rank_below(table, cards[at], cards[at - 1])
        for at in range(1, len(cards))
    )


def homes_for(table: Table, card: str) -> list[list[str]]:
    """Return the foundations that take a card."""
    taking = []
    for number, home in enumerate(table.homes):
        if len(home) < 13 and SUITS[number // 2] == card[-1]:
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
    if not table.stock or table.game in SETS:
        return False
    if table.game == "grounds-for-divorce":
        return table.option == "rules=classic" or all(table.piles)
    return table.game != "diplomat" or table.option == "stock=free" or not stock_is_closed(table)


def lifted(table: Table, source: str, count: int) -> list[str]:
    """Return the cards that a move takes up, or none if it cannot."""
    if source == "s":
        return table.stock[:1] if count == 1 and table.game == "dimes" else []
    if source == "w":
        return table.waste[-1:] if count == 1 else []
    face_up = table.piles[int(source) - 1][table.down[int(source) - 1] :]
    cards = face_up[-count:]
    if len(cards) < count or not is_run(table, cards) or (count > 1 and table.game not in RUNS_MOVE):
        return []
    return cards


def may_move(table: Table, source: str, target: str, count: int) -> bool:
    cards = lifted(table, source, count)
    if not cards or source == target:
        return False
    if target == "f":
        return source != "s" and count == 1 and bool(homes_for(table, cards[0]))
    pile = table.piles[int(target) - 1]
    if pile:
        return source != "s" and goes_on(table, cards[0], pile[-1])
    if source not in "sw" and count == len(table.piles[int(source) - 1]):
        return False
    return count == 1 or "spaces" in RUNS_MOVE[table.game]


def is_set(table: Table, cards: list[str]) -> bool:
    ranks = sorted(card[:-1] for card in cards)
    return any(ranks == sorted(each.split()) for each in SETS[table.game])


def moves(table: Table) -> list[str]:
    """Return the texts of all legal moves."""
    numbers = [str(number) for number in range(1, len(table.piles) + 1)]
    if table.game in SETS:
        full = [number for number in numbers if table.piles[int(number) - 1]]
        chosen = [each for size in (2, 3, 4) for each in combinations(full, size)]
        return ["+".join(each) for each in chosen if is_set(table, [table.piles[int(at) - 1][0] for at in each])]
    found = ["draw"] if may_draw(table) else []
    for source in [*numbers, "w", "s"]:
        for count in range(1, 2 + (len(table.piles[int(source) - 1]) if source in numbers else 1)):
            for target in [*numbers, "f"]:
                text = f"{source}>{target}" + (f"*{count}" if count > 1 else "")
                found += [text] if may_move(table, source, target, count) else []
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
        else:
            pile = table.waste if source == "w" else table.piles[int(source) - 1]
            del pile[-count:]
        if target == "f":
            max(homes_for(table, cards[0]), key=len).extend(cards)
        else:
            table.piles[int(target) - 1].extend(cards)
    settle(table)
    return table


def draw(table: Table) -> None:
    if table.game != "grounds-for-divorce":
        table.waste.append(table.stock.pop(0))
        return
    for pile in [pile for pile in table.piles if pile] or table.piles[:1]:
        if table.stock:
            pile.append(table.stock.pop(0))


def settle(table: Table) -> None:
    """Discard finished sequences, then turn up uncovered cards."""
    for number, pile in enumerate(table.piles):
        end = pile[table.down[number] :][-13:]
        if table.game == "grounds-for-divorce" and len(end) == 13 and is_run(table, end):
            table.gone.extend(end)
            del pile[-13:]
        table.down[number] = min(table.down[number], max(len(pile) - 1, 0))


def home(table: Table) -> int:
    return len(table.gone) + sum(map(len, table.homes))


def status(table: Table) -> str:
    if home(table) == (52 if table.game in SETS else 104):
        return "won"
    return "playing" if moves(table) else "lost"


def perft(table: Table, depth: int) -> int:
    """Count the ways to play `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(play(table, text), depth - 1) for text in moves(table))


def late_table(random: Random, game: str, option: str) -> Table:
    """Make up a table late in a game: foundations half built, runs on the piles and some spaces."""
    table = new_table(game, option, 0)
    for number, home in enumerate(table.homes):
        suit = SUITS[number // 2]
        first = RANKS.index(FIRST_HOME[game])
        count = random.choice((len(home), len(home), random.randint(1, 13), 13, 13))
        home[:] = [RANKS[(first + step) % 13] + suit for step in range(count)]
    pack = [rank + suit for suit in SUITS for rank in reversed(RANKS * 2)]
    for home in table.homes:
        for card in home:
            pack.remove(card)
    if game == "grounds-for-divorce":
        random.shuffle(finished := [pack[at : at + 13] for at in range(0, 104, 13)])
        table.gone = [card for sequence in finished[: random.randint(0, 7)] for card in sequence]
        for card in table.gone:
            pack.remove(card)
    runs = []
    while pack:
        length = random.choice((1, 2, 5, 11, 12 if game == "grounds-for-divorce" else 25))
        runs.append(pack[:length])
        del pack[:length]
    random.shuffle(runs)
    table.piles = [[] for _ in table.piles]
    table.stock = []
    table.waste = []
    seats = [*table.piles[random.randint(0, 2) :], table.stock]
    if game != "grounds-for-divorce":
        seats.append(table.waste)
    for run in runs:
        random.choice(seats).extend(run)
    table.down = [random.randint(0, max(len(pile) - 1, 0)) if table.down[0] else 0 for pile in table.piles]
    unfinished = game != "grounds-for-divorce" or not any(
        is_run(table, pile[at : at + 13]) for pile in table.piles for at in range(len(pile) - 12)
    )
    return table if unfinished else late_table(random, game, option)


if __name__ == "__main__":
    lines = []
    for game, option in GAMES:
        for deal in DEALS:
            counts = [perft(new_table(game, option, deal), depth) for depth in DEPTHS]
            lines.append(f'"{f"{game} {option}".strip()} {deal}": {counts}')
    PERFT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
