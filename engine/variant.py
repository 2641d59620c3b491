"""Variants: the games as players choose them, with their options, texts and looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any

from engine.cards import Suit
from engine.errors import Choices, UnknownOptionError
from engine.rules import Opens, Rules


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
    picks of past days decide points, so weekdays never change. Classics have a `turn` instead: one of them, in turn, is
    the classic of the day. A game with neither is a warm-up.

    To prove a deal winnable, the solver searches at most `budget` positions. Anyone who checks a past day repeats that,
    so change a budget only together with `SOLVER` in `bot.model.daily.deals`.
    """

    weekdays: tuple[int, ...] = ()
    turn: int | None = None
    budget: int = 2_000_000


@dataclass(frozen=True)
class Variant:
    """A game, with all that is particular to it: its name in commands and saves, its title, rules, texts and looks.

    `minutes` is roughly how long a game takes. The `summary` says what kind of game it is, the `lesson` gives, in a few
    short lines, what to know before the first game, and the `text` all the rules. `colour` and `sign`, a suit or a few
    characters, belong to the badge for the first win. `felt` is the colour of its table, as red, green and blue, dark
    enough for white numbers. `daily` is None for a game without dailies.

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
    felt: tuple[int, int, int]
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

    @property
    def is_classic(self) -> bool:
        """Whether it is one of the games that many people know, which add no points to a day."""
        return self.daily is None or self.daily.turn is not None

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
        if self.rules.stock is not None and self.rules.stock.opens is not Opens.ALWAYS:
            for option in self.options:
                for value, changes in option.values.items():
                    if "stock" in changes and changes["stock"].opens is Opens.ALWAYS:
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
