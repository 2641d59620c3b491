"""What a game is, as data: two mechanisms, and the values in which the games of each differ.

A *building* game moves cards between piles until all are home; a *discarding* game takes sets of cards off the
piles. `engine.building` and `engine.discarding` play any game that these values describe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from engine.cards import CARDS, Card, Rank, Suit, card_of, rank_below
from engine.errors import UnknownOptionError


class Build(Enum):
    """Which card of the next lower rank goes onto a card of the tableau."""

    SAME_SUIT = "same suit"
    ANY_SUIT = "any suit"


class Stock(Enum):
    """How the stock comes into play."""

    TO_WASTE = "one card to the waste, at any time"
    TO_WASTE_WHEN_STUCK = "one card to the waste, while no two sequences can be joined and no top card can go home"
    DEAL = "one card on each pile, only while no pile is empty"
    DEAL_TO_OCCUPIED = "one card on each pile that is not empty; on the first pile, where all are"


SEQUENCE = 13
"""How many cards make a foundation full, and how long a finished sequence is."""


@dataclass(frozen=True, eq=False)
class BuildingRules:
    """A game that builds sequences.

    The foundations, two to a suit in a double pack, build up in suit from `foundation_base` through all thirteen
    ranks. Where `foundation_base` is None there are none: a run of all thirteen ranks that ends a pile is discarded.
    """

    piles: int
    rows: int
    build: Build
    stock: Stock
    foundation_base: Rank | None
    decks: int = 2
    face_down_rows: int = 0
    bases_dealt: bool = False
    wraps: bool = False
    """Whether a King goes on an Ace in the tableau, and runs go on past the Ace."""
    runs_move: bool = False
    runs_move_to_spaces: bool = False
    spaces_take_stock: bool = False

    @property
    def has_waste(self) -> bool:
        """Whether the stock is turned onto a waste, rather than dealt onto the tableau."""
        return self.stock in (Stock.TO_WASTE, Stock.TO_WASTE_WHEN_STUCK)

    @property
    def move_forms(self) -> tuple[str, ...]:
        """How the moves of this game are written, by example."""
        return (
            "3>5",
            *(["3>5*4"] if self.runs_move else []),
            *(["3>f"] if self.foundation_base else []),
            *(["w>5", "w>f"] if self.has_waste else []),
            *(["s>5"] if self.spaces_take_stock else []),
            "draw",
        )

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """For each card a number: it goes onto just the cards that offer this number (`offers`)."""
        return tuple(int(card.rank if self.build is Build.ANY_SUIT else card) for card in CARDS)

    @cached_property
    def offers(self) -> tuple[int, ...]:
        """For each card, the number of the cards that go onto it; -1 where none does."""
        return tuple(
            -1 if lower is None else self.seats[card_of(lower, card.suit)]
            for card in CARDS
            for lower in [rank_below(card.rank, wraps=self.wraps)]
        )

    @cached_property
    def run_next(self) -> tuple[Card | None, ...]:
        """For each card, the card that continues a run below it."""
        return tuple(
            None if lower is None else card_of(lower, card.suit)
            for card in CARDS
            for lower in [rank_below(card.rank, wraps=self.wraps)]
        )

    @cached_property
    def foundation_order(self) -> tuple[tuple[Card | None, ...], ...]:
        """For each foundation, `decks` to a suit, its cards from the base up, then None: the full one takes none."""
        if self.foundation_base is None:
            return ()
        base = self.foundation_base
        return tuple(
            (*(card_of(Rank((base - 1 + step) % 13 + 1), suit) for step in range(SEQUENCE)), None)
            for suit in Suit
            for _ in range(self.decks)
        )

    @lru_cache(maxsize=2_000)  # noqa: B019 - the rules live as long as the process
    def ready(self, foundations: tuple[int, ...]) -> frozenset[Card]:
        """The cards that foundations with so many cards each take next."""
        following = (order[count] for order, count in zip(self.foundation_order, foundations, strict=True))
        return frozenset(card for card in following if card is not None)


@dataclass(frozen=True, eq=False)
class DiscardingRules:
    """A game that discards sets of top cards; emptied piles are filled from the stock, lowest first.

    `sets` holds the ranks of each kind of set, a pair or a four of a kind: (ACE, NINE) is an Ace and a Nine.
    """

    piles: int
    sets: tuple[tuple[Rank, ...], ...]
    decks: int = 1

    @property
    def move_forms(self) -> tuple[str, ...]:
        """How the moves of this game are written, by example."""
        return ("2+7", "1+4+6+9") if any(len(ranks) == 4 for ranks in self.sets) else ("2+7",)

    @cached_property
    def counted_sets(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Each set as its ranks with how many of each it takes."""
        return tuple(tuple((int(rank), ranks.count(rank)) for rank in dict.fromkeys(ranks)) for ranks in self.sets)


Rules = BuildingRules | DiscardingRules


@dataclass(frozen=True)
class Option:
    """A choice that a game offers before the deal.

    `values` maps each value to the fields of the rules that it changes, `words` to a player's description of it;
    the first value is the default and changes nothing.
    """

    name: str
    values: Mapping[str, Mapping[str, Any]]
    words: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value that changes nothing."""
        return next(iter(self.values))


@dataclass(frozen=True)
class Variant:
    """One game: its name in commands and saves, its title, its rules as data and in words.

    `bonus` marks a game beyond the five that the project is about.
    """

    name: str
    title: str
    rules: Rules
    summary: str
    text: str
    options: tuple[Option, ...] = ()
    bonus: bool = False
    _rules: dict[tuple[tuple[str, str], ...], Rules] = field(default_factory=dict, repr=False, compare=False)

    def resolve_options(self, options: Mapping[str, str] | None) -> Mapping[str, str]:
        """Check options; return those that differ from the defaults, in the order of the variant.

        Raises UnknownOptionError for a name or a value that the game does not have.
        """
        asked = dict(options or {})
        chosen: dict[str, str] = {}
        for option in self.options:
            value = asked.pop(option.name, option.default)
            if value not in option.values:
                raise UnknownOptionError(
                    "{game} has no {option} “{value}”: choose {known}.",
                    game=self.title,
                    option=option.name,
                    value=value,
                    known=" / ".join(option.values),
                )
            if value != option.default:
                chosen[option.name] = value
        if asked and not self.options:
            raise UnknownOptionError("{game} has no options.", game=self.title)
        for name in asked:
            raise UnknownOptionError("{game} has no option “{option}”.", game=self.title, option=name)
        return MappingProxyType(chosen)

    def option_sets(self) -> list[dict[str, str]]:
        """Return no options, then each value that is not a default alone, for what has to cover every rule."""
        values = [(option.name, value) for option in self.options for value in option.values if value != option.default]
        return [{}, *({name: value} for name, value in values)]

    def rules_for(self, options: Mapping[str, str]) -> Rules:
        """The rules under resolved options."""
        key = tuple(options.items())
        if key not in self._rules:
            changes = {
                name: change
                for option in self.options
                for name, change in option.values[options.get(option.name, option.default)].items()
            }
            self._rules[key] = replace(self.rules, **changes)
        return self._rules[key]
