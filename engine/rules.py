"""The rules of a game as data, for the two kinds of games.

A *building* game moves cards between piles until all are home; a *discarding* game removes sets of cards from the
piles. `engine.building` and `engine.discarding` play any game that these values describe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from engine.cards import CARDS, Card, Rank, Suit, card_of, rank_below
from engine.errors import Choices, InvalidMoveError, UnknownOptionError


class Build(Enum):
    """Which cards of the next lower rank a tableau card accepts."""

    SAME_SUIT = "same suit"
    ANY_SUIT = "any suit"


class Stock(Enum):
    """How cards leave the stock."""

    TO_WASTE = "one card to the waste, at any time"
    TO_WASTE_WHEN_STUCK = "one card to the waste, while no sequences can be joined and no top card can go home"
    DEAL = "one card onto each pile, while no pile is empty"
    DEAL_TO_OCCUPIED = "one card onto each pile that is not empty, or onto the first pile if all are"

    @property
    def closes(self) -> bool:
        """Whether the stock can be closed while it still has cards."""
        return self in (Stock.TO_WASTE_WHEN_STUCK, Stock.DEAL)


SEQUENCE = 13
"""The number of cards in a full foundation and in a finished sequence."""


@dataclass(frozen=True, eq=False)
class BuildingRules:
    """The rules of a game that builds sequences.

    Foundations build up in suit from `foundation_base` through all thirteen ranks; each suit has `decks` of them. If
    `foundation_base` is None there are no foundations, and a run of all thirteen ranks at the end of a pile is
    discarded.
    """

    most_piles: ClassVar[int] = 10
    """As many as a phone shows emoji side by side, and as fit into a select of sources."""
    is_luck: ClassVar[bool] = False
    discards: ClassVar[bool] = False

    piles: int
    rows: int
    build: Build
    stock: Stock
    foundation_base: Rank | None
    decks: int = 2
    face_down_rows: int = 0
    bases_dealt: bool = False
    """Whether each foundation's first card is taken out of the pack before the deal."""
    wraps: bool = False
    """Whether the tableau accepts a King on an Ace, so that runs continue past the Ace."""
    runs_move: bool = False
    runs_move_to_spaces: bool = False
    spaces_take_stock: bool = False
    """Whether the next stock card may go straight into a space."""

    @property
    def has_foundations(self) -> bool:
        """Whether cards go home to foundations instead of being discarded."""
        return self.foundation_base is not None

    @property
    def pack(self) -> int:
        """The number of cards in the game."""
        return len(CARDS) * self.decks

    @property
    def cards_dealt_home(self) -> int:
        """Before the first move."""
        return len(self.foundation_bases) if self.bases_dealt else 0

    @property
    def has_waste(self) -> bool:
        """Whether the stock is turned onto a waste instead of dealt onto the tableau."""
        return self.stock in (Stock.TO_WASTE, Stock.TO_WASTE_WHEN_STUCK)

    @property
    def move_examples(self) -> tuple[str, ...]:
        """One example of each kind of move."""
        return (
            "3>5",
            *(["3>5*4"] if self.runs_move else []),
            *(["3>f"] if self.foundation_base else []),
            *(["w>5", "w>f"] if self.has_waste else []),
            *(["s>5"] if self.spaces_take_stock else []),
            "draw" if self.has_waste else "deal",
        )

    def not_a_move(self, text: str) -> InvalidMoveError:
        """Explain how to type moves, for a text that is not a move."""
        return InvalidMoveError(
            "“{text}” isn't a move. Type 3>5 to move a card from pile 3 to pile 5. Other moves: {examples}.",
            text=text,
            examples=", ".join(self.move_examples[1:]),
        )

    @cached_property
    def build_keys(self) -> tuple[int, ...]:
        """The build key of each card: it goes onto the cards that accept this key."""
        return tuple(int(card.rank if self.build is Build.ANY_SUIT else card) for card in CARDS)

    @cached_property
    def accepted_keys(self) -> tuple[int, ...]:
        """The build key that each card accepts, or -1 if it accepts none."""
        return tuple(
            -1 if lower is None else self.build_keys[card_of(lower, card.suit)]
            for card in CARDS
            for lower in [rank_below(card.rank, wraps=self.wraps)]
        )

    @cached_property
    def next_in_run(self) -> tuple[Card | None, ...]:
        """The card that continues each card's run."""
        return tuple(
            None if lower is None else card_of(lower, card.suit)
            for card in CARDS
            for lower in [rank_below(card.rank, wraps=self.wraps)]
        )

    @cached_property
    def foundation_bases(self) -> tuple[Card, ...]:
        """The card that each foundation starts with."""
        if self.foundation_base is None:
            return ()
        return tuple(card_of(self.foundation_base, suit) for suit in Suit for _ in range(self.decks))

    @cached_property
    def foundation_order(self) -> tuple[tuple[Card | None, ...], ...]:
        """For each foundation, its cards from the base up, followed by None: a full foundation takes no card."""
        return tuple(
            (*(card_of(Rank((base.rank - 1 + step) % 13 + 1), base.suit) for step in range(SEQUENCE)), None)
            for base in self.foundation_bases
        )

    @lru_cache(maxsize=2_000)  # noqa: B019 - rules live as long as the process
    def next_home(self, foundations: tuple[int, ...]) -> frozenset[Card]:
        """Return the cards that foundations of these sizes take next."""
        following = (order[count] for order, count in zip(self.foundation_order, foundations, strict=True))
        return frozenset(card for card in following if card is not None)


_SETS_OF_PILES = {2: "2+7", 3: "1+4+6", 4: "1+4+6+9"}


@dataclass(frozen=True, eq=False)
class DiscardingRules:
    """The rules of a game that discards sets of top cards and refills emptied piles from the stock, lowest pile first.

    `sets` holds the ranks of each kind of set: (ACE, NINE) is an Ace and a Nine.
    """

    most_piles: ClassVar[int] = 13
    """As many as there are number emoji; single cards are drawn in two rows."""
    is_luck: ClassVar[bool] = True
    """Whether choices never change how far a deal goes, so that all wins take the same moves."""
    discards: ClassVar[bool] = True
    """Whether moves discard sets of single cards instead of moving cards between piles."""
    has_foundations: ClassVar[Literal[False]] = False
    foundation_bases: ClassVar[tuple[Card, ...]] = ()
    cards_dealt_home: ClassVar[int] = 0
    has_waste: ClassVar[bool] = False
    stock: ClassVar[None] = None
    """The player never turns the stock."""

    piles: int
    sets: tuple[tuple[Rank, ...], ...]
    decks: int = 1

    @property
    def pack(self) -> int:
        """The number of cards in the game."""
        return len(CARDS) * self.decks

    @property
    def move_examples(self) -> tuple[str, ...]:
        """One example of each kind of move."""
        sizes = {len(ranks) for ranks in self.sets}
        return tuple(example for size, example in _SETS_OF_PILES.items() if size in sizes)

    def not_a_move(self, text: str) -> InvalidMoveError:
        """Explain how to type moves, for a text that is not a move."""
        return InvalidMoveError(
            "“{text}” isn't a move. Name piles by their numbers, as in {examples}.",
            text=text,
            examples=", ".join(self.move_examples),
        )

    @cached_property
    def rank_counts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Each kind of set as pairs of a rank and how many of it the set takes."""
        return tuple(tuple((int(rank), ranks.count(rank)) for rank in dict.fromkeys(ranks)) for ranks in self.sets)


Rules = BuildingRules | DiscardingRules


def write_options(options: Mapping[str, str]) -> str:
    """Write options as one text, as in saved games.

    >>> write_options({"stock": "free"})
    'stock=free'
    """
    return ",".join(f"{name}={value}" for name, value in options.items())


@dataclass(frozen=True)
class Option:
    """A choice of rules that a game offers before the deal.

    `values` maps each value to the fields of the rules that it changes, and `labels` to its description for players.
    The first value is the default, which changes nothing.
    """

    name: str
    values: Mapping[str, Mapping[str, Any]]
    labels: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value that changes nothing."""
        return next(iter(self.values))


class Difficulty(StrEnum):
    """How hard it is to win a game, or one of its winnable deals."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Colour(Enum):
    """The colour of a game's badge; `bot.pictures.colours` has the shades."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"


@dataclass(frozen=True)
class DailyTerms:
    """How a game takes part in the dailies.

    On its `weekdays` it is the pick of the day; Monday is 0. A week begins with easy games and ends with hard ones. The
    picks of past days decide points, so weekdays never change. A game without any is a warm-up.

    To prove a deal winnable, the solver searches at most `budget` positions. Anyone who checks a past day repeats that,
    so change a budget only together with `SOLVER` in `bot.model.daily.deals`.
    """

    weekdays: tuple[int, ...] = ()
    budget: int = 2_000_000


@dataclass(frozen=True)
class Variant:
    """A game, with all that is particular to it: its name in commands and saves, its title, rules, texts and looks.

    `minutes` is roughly how long a game takes. The `summary` says what kind of game it is, the `lesson` gives, in a few
    short lines, what to know before the first game, and the `text` all the rules. `colour` and `sign`, a suit or a few
    characters, belong to the badge for the first win. `daily` is None for a bonus game, which has no daily.

    `short_searches` maps options, as `write_options` writes them, to the number of positions that the solver may search
    to win a deal of medium difficulty. Deals under other options are not graded.

    Raises ValueError for rules that messages and pictures have no room for, and for values that two options share.
    """

    name: str
    title: str
    rules: Rules
    minutes: int
    difficulty: Difficulty
    colour: Colour
    sign: Suit | str
    summary: str
    lesson: str
    text: str
    options: tuple[Option, ...] = ()
    daily: DailyTerms | None = None
    short_searches: Mapping[str, int] = field(default_factory=dict)
    _rules: dict[tuple[tuple[str, str], ...], Rules] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for options in self.option_sets():
            rules = self.rules_for(options)
            if rules.piles > rules.most_piles:
                raise ValueError(f"{self.title} has {rules.piles} piles, but there is room for {rules.most_piles}.")
        values = [value for option in self.options for value in option.values]
        if len(set(values)) < len(values):
            raise ValueError(f"Two options of {self.title} share a value, which `parse_option` could not tell apart.")

    def resolve_options(self, options: Mapping[str, str] | None) -> Mapping[str, str]:
        """Validate options; return those that differ from the defaults, in the variant's order.

        Raises UnknownOptionError for an unknown name or value.
        """
        remaining = dict(options or {})
        resolved: dict[str, str] = {}
        for option in self.options:
            value = remaining.pop(option.name, option.default)
            if value not in option.values:
                raise UnknownOptionError(
                    "“{value}” isn't a choice for {option} in {game}. Choose {known}.",
                    game=self.title,
                    option=option.name,
                    value=value,
                    known=Choices(option.values),
                )
            if value != option.default:
                resolved[option.name] = value
        if remaining and not self.options:
            raise UnknownOptionError("{game} has no options.", game=self.title)
        for name in remaining:
            raise UnknownOptionError("“{option}” doesn't apply to {game}.", game=self.title, option=name)
        return MappingProxyType(resolved)

    @property
    def open_stock(self) -> Mapping[str, str]:
        """The option that keeps the stock open; empty for a game whose stock never closes.

        >>> from engine import VARIANTS
        >>> VARIANTS["diplomat"].open_stock, VARIANTS["dimes"].open_stock
        ({'stock': 'free'}, {})
        """
        if self.rules.stock is not None and self.rules.stock.closes:
            for option in self.options:
                for value, changes in option.values.items():
                    if "stock" in changes and not changes["stock"].closes:
                        return {option.name: value}
        return {}

    def parse_option(self, text: str) -> Mapping[str, str]:
        """Parse the name of an option's value, and resolve it.

        >>> from engine import VARIANTS
        >>> dict(VARIANTS["diplomat"].parse_option("Free"))
        {'stock': 'free'}

        Raises UnknownOptionError, which lists the known names.
        """
        value = text.strip().casefold()
        for option in self.options:
            if value in option.values:
                return self.resolve_options({option.name: value})
        if not self.options:
            raise UnknownOptionError("{game} has only one set of rules. Leave the rules out.", game=self.title)
        raise UnknownOptionError(
            "{game} has no rules called “{value}”. Choose {known}.",
            game=self.title,
            value=text[:40],
            known=Choices(f"`{name}`" for option in self.options for name in option.values),
        )

    def option_sets(self) -> list[dict[str, str]]:
        """Return the sets of options that together cover every rule: the defaults, and each other value alone."""
        values = [(option.name, value) for option in self.options for value in option.values if value != option.default]
        return [{}, *({name: value} for name, value in values)]

    def rules_for(self, options: Mapping[str, str]) -> Rules:
        """Return the same object for the same resolved options."""
        key = tuple(options.items())
        if key not in self._rules:
            changes = {
                name: change
                for option in self.options
                for name, change in option.values[options.get(option.name, option.default)].items()
            }
            self._rules[key] = replace(self.rules, **changes)
        return self._rules[key]
