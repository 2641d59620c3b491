"""Positions written as text, and questions that tests ask about them."""

from collections.abc import Mapping
from pathlib import Path

from engine import DEAL_COUNT, VARIANTS, Card, Game, Position, parse_card, parse_move, refusals
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from engine.rules import BuildingRules, DiscardingRules, Rules
from tests.engine.reference import Table

EVERY_GAME = [(variant.name, options) for variant in VARIANTS.values() for options in variant.option_sets()]
"""Each game with each of its options."""

WINNING_LINES = [
    line.split("|") for line in (Path(__file__).parent / "solver" / "certificates.txt").read_text("ascii").splitlines()
]
"""Games, their options, deals and the moves that win them."""

BUILDING_GAMES = [(name, options) for name, options in EVERY_GAME if not VARIANTS[name].rules.discards]
TWO_DECK_GAMES = [(name, options) for name, options in BUILDING_GAMES if VARIANTS[name].rules.decks == 2]


def label(game: str, options: dict[str, str]) -> str:
    return " ".join([game, *(f"{name}={value}" for name, value in options.items())])


EVERY_LABEL = [label(game, options) for game, options in EVERY_GAME]
TWO_DECK_LABELS = [label(game, options) for game, options in TWO_DECK_GAMES]
BUILDING_LABELS = [label(game, options) for game, options in BUILDING_GAMES]


def split_options(option: str) -> dict[str, str]:
    """Parse an option such as "stock=free", or "" for none."""
    return dict([option.split("=")]) if option else {}


def rules_of(game: str, option: str = "") -> Rules:
    variant = VARIANTS[game]
    return variant.rules_for(variant.resolve_options(split_options(option)))


def played_line(game: str, option: str, deal: str, moves: str) -> Game:
    """Play a winning line as one step."""
    played = Game.new(game, int(deal), split_options(option))
    played.play(*moves.split("&"))
    return played


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def building(
    game: str, piles: str, stock: str = "", waste: str = "", foundations: str = "", option: str = "", cells: str = ""
) -> BuildingPosition:
    """Build a position from texts such as "(5♥ 2♠) K♠ Q♠ | 7♣", with hidden cards in parentheses.

    Piles and cells left out are empty. Foundations are given by their top cards; those left out are as dealt.
    """
    rules = rules_of(game, option)
    assert isinstance(rules, BuildingRules)
    texts = piles.split("|")
    assert len(texts) <= rules.piles
    texts += [""] * (rules.piles - len(texts))
    counts = [int(rules.bases_dealt)] * len(rules.foundation_order)
    for top in cards(foundations):
        first = top.suit * rules.decks
        free = first + (rules.decks > 1 and counts[first] > int(rules.bases_dealt))
        counts[free] = rules.foundation_order[free].index(top) + 1
        counts[first : first + rules.decks] = sorted(counts[first : first + rules.decks], reverse=True)
    return BuildingPosition(
        rules=rules,
        piles=tuple(cards(text.replace("(", "").replace(")", "")) for text in texts),
        face_down=tuple(len(text.partition(")")[0].split()) if ")" in text else 0 for text in texts),
        foundations=tuple(counts),
        stock=cards(stock),
        waste=cards(waste),
        cells=(*cards(cells), *[None] * rules.cells)[: rules.cells],
    )


def engine_position(table: Table) -> BuildingPosition:
    rules = rules_of(table.game, table.option)
    assert isinstance(rules, BuildingRules)
    lengths = list(map(len, table.homes))
    return BuildingPosition(
        rules=rules,
        piles=tuple(cards(" ".join(pile)) for pile in table.piles),
        face_down=tuple(table.down),
        foundations=tuple(
            length
            for at in range(0, len(lengths), rules.decks)
            for length in sorted(lengths[at : at + rules.decks])[::-1]
        ),
        stock=cards(" ".join(table.stock)),
        waste=cards(" ".join(table.waste)),
        discarded=cards(" ".join(table.gone)),
        cells=tuple(parse_card(card) if card else None for card in table.cells),
    )


def tens(piles: str, stock: str = "") -> DiscardingPosition:
    """Build a position of Tens from each pile's card, or "-" for an empty pile."""
    rules = rules_of("tens")
    assert isinstance(rules, DiscardingRules)
    shown = piles.split()
    shown += ["-"] * (rules.piles - len(shown))
    return DiscardingPosition(rules, tuple(None if text == "-" else parse_card(text) for text in shown), cards(stock))


def game_at(position: Position, name: str = "tens", options: Mapping[str, str] | None = None) -> Game:
    """Return a game whose history starts at this position, which need not be reachable by play."""
    game = Game.new(name, DEAL_COUNT - 1, options)
    game._begin(position)  # noqa: SLF001 - players always begin at a deal
    return game


def moves(position: Position) -> set[str]:
    return set(map(str, position.legal_moves()))


def play(position: Position, *texts: str) -> Position:
    """Play these moves, asserting that each is legal."""
    for text in texts:
        assert text in moves(position)
        position = position.play(parse_move(text))
    return position


def refusal(position: Position, text: str) -> str:
    assert text not in moves(position)
    return str(refusals.refusal(position, parse_move(text)))


def foundations(position: Position) -> str:
    return " ".join(str(top) for _, top in position.view().foundations if top is not None)
