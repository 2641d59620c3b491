"""The rules of a game as data, for the two kinds of games.

A *building* game moves cards between piles until all are home; a *discarding* game removes sets of cards from the
piles. `engine.building` and `engine.discarding` play any game that these values describe.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

from engine.cards import CARDS, Card, Rank, Suit, card_of, rank_below
from engine.deal import Shuffle
from engine.errors import InvalidMoveError


class Build(Enum):
    """Which cards of the next lower rank a tableau card accepts."""

    SAME_SUIT = "same suit"
    ANY_SUIT = "any suit"
    ALTERNATING_COLOURS = "the other colour"


class Together(Enum):
    """Which face-up cards at the end of a pile move together.

    A *run* is in suit. A *sequence* is in the order in which the tableau builds, whatever its suits.
    """

    ONE = "one card"
    RUN = "a run"
    SEQUENCE = "a sequence"
    CARRIED = "a sequence that could be moved card by card, by way of cells and spaces"


class Spaces(Enum):
    """What a space (an empty pile) takes."""

    CARD = "one card"
    ANY = "one card, or all that moves together"
    KINGS = "a King, or all that moves together with it"


class Opens(Enum):
    """When the stock can be turned."""

    ALWAYS = "always"
    WITHOUT_SPACES = "while no pile is empty"
    WHEN_STUCK = "while no sequences can be joined and no top card can go home"


@dataclass(frozen=True)
class StockRules:
    """How the stock is turned: `cards` at a time to the waste or, if it `deals`, one onto each pile that has a card.

    If it `deals` and all piles are empty, the first one gets a card. If it `redeals`, the waste becomes the stock again
    once that is empty, without limit. If it `fills_spaces`, the next card may go straight into a space.
    """

    deals: bool = False
    opens: Opens = Opens.ALWAYS
    cards: int = 1
    redeals: bool = False
    fills_spaces: bool = False


RUN = len(Rank)
"""The number of cards in a full foundation and in a finished run."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BuildingRules:
    """The rules of a game that builds sequences.

    Foundations build up in suit from `foundation_base` through all thirteen ranks; each suit has `decks` of them. If
    `foundation_base` is None there are no foundations, and a run of all thirteen ranks at the end of a pile is
    discarded. Raises ValueError for rules that contradict each other.
    """

    most_piles: ClassVar[int] = 10
    """As many as a phone shows emoji side by side, and as fit into a select of sources."""
    is_luck: ClassVar[bool] = False
    discards: ClassVar[bool] = False

    heights: tuple[int, ...]
    """The number of cards dealt to each pile."""
    face_up: int | None = None
    """How many of them are face up, at most; None for all."""
    decks: int = 2
    shuffle: Shuffle = Shuffle.STANDARD
    suits: tuple[Suit, ...] = tuple(Suit)
    """Cards of other suits become cards of these: of their colour or, without one, of the first suit."""
    build: Build
    wraps: bool = False
    """Whether the tableau accepts a King on an Ace, so that runs continue past the Ace."""
    together: Together = Together.ONE
    spaces: Spaces = Spaces.ANY
    stock: StockRules | None = None
    cells: int = 0
    foundation_base: Rank | None
    bases_dealt: bool = False
    """Whether each foundation's first card is taken out of the pack before the deal."""
    foundations_return: bool = False
    """Whether a foundation's top card may go back to a pile."""

    def __post_init__(self) -> None:
        if self.foundations_return and self.decks > 1:
            raise ValueError(
                "Cards can come back only if each suit has one foundation, because moves name it by the suit."
            )
        if self.has_foundations and len(self.suits) < len(Suit):
            raise ValueError("Foundations need all four suits.")

    @property
    def piles(self) -> int:
        return len(self.heights)

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

    @cached_property
    def opens(self) -> Opens:
        """When the stock can be turned."""
        return Opens.ALWAYS if self.stock is None else self.stock.opens

    @cached_property
    def redeals(self) -> bool:
        """Whether the waste becomes the stock again."""
        return self.stock is not None and self.stock.redeals

    @property
    def has_waste(self) -> bool:
        """Whether the stock is turned to a waste."""
        return self.stock is not None and not self.stock.deals

    @property
    def deals_to_piles(self) -> bool:
        """Whether the stock is dealt onto the piles."""
        return self.stock is not None and self.stock.deals

    @property
    def move_examples(self) -> tuple[str, ...]:
        """One example of each kind of move."""
        return (
            "3>5",
            *(["3>5*4"] if self.together is not Together.ONE else []),
            *(["3>f"] if self.has_foundations else []),
            *(["fh>3"] if self.foundations_return else []),
            *(["3>c", "c2>5"] if self.cells else []),
            *(["w>5", "w>f"] if self.has_waste else []),
            *(["s>5"] if self.stock and self.stock.fills_spaces else []),
            *(["draw"] if self.has_waste else ["deal"] if self.deals_to_piles else []),
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
        match self.build:
            case Build.SAME_SUIT:
                return tuple(map(int, CARDS))
            case Build.ANY_SUIT:
                return tuple(int(card.rank) for card in CARDS)
            case Build.ALTERNATING_COLOURS:
                return tuple(2 * card.rank + card.suit.is_red for card in CARDS)

    @cached_property
    def accepted_keys(self) -> tuple[int, ...]:
        """The build key that each card accepts, or -1 if it accepts none."""
        flips = self.build is Build.ALTERNATING_COLOURS
        return tuple(
            -1 if lower is None else self.build_keys[lower if not flips else lower.in_other_colour]
            for lower in self.next_in_run
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
    def together_keys(self) -> tuple[int, ...]:
        """The key of each card: it moves together with the card under it if that card accepts this key."""
        return tuple(map(int, CARDS)) if self._moves_runs else self.build_keys

    @cached_property
    def accepted_together(self) -> tuple[int, ...]:
        """The key of the cards that move together with each card when they lie on it, or -1."""
        if not self._moves_runs:
            return self.accepted_keys
        return tuple(-1 if lower is None else int(lower) for lower in self.next_in_run)

    @property
    def _moves_runs(self) -> bool:
        return self.together in (Together.ONE, Together.RUN)

    @cached_property
    def fills_space(self) -> tuple[bool, ...]:
        """Whether each card may be the first in a space."""
        return tuple(self.spaces is not Spaces.KINGS or card.rank is Rank.KING for card in CARDS)

    @cached_property
    def most_together(self) -> tuple[int, int] | None:
        """How many cards may move together onto a card, and into a space; None if that depends on the `room`."""
        if self.together is Together.CARRIED:
            return None
        onto = 1 if self.together is Together.ONE else self.pack
        return onto, 1 if self.spaces is Spaces.CARD else onto

    def room(self, cells: int, spaces: int) -> tuple[int, int]:
        """How many cards so many empty cells and spaces carry onto a card, and into one of these spaces."""
        carrying = 0 if self.spaces is Spaces.KINGS else spaces  # a space for Kings holds no other card meanwhile
        into = 1 if self.spaces is Spaces.CARD else (cells + 1) << max(0, carrying - 1)
        return (cells + 1) << carrying, into

    def pack_of(self, deal: int) -> list[Card]:
        """Return the shuffled pack of a deal, without the cards that are dealt to the foundations."""
        pack = map(self.dealt_as, self.shuffle.pack(deal, self.decks))
        return [card for card in pack if not self.bases_dealt or card.rank is not self.foundation_base]

    def dealt_as(self, card: Card) -> Card:
        """The card that a card of the pack becomes in a game without its suit."""
        if card.suit in self.suits:
            return card
        alike = [suit for suit in self.suits if suit.is_red == card.suit.is_red]
        return card_of(card.rank, (alike or self.suits)[0])

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
            (*(card_of(Rank((base.rank - 1 + step) % 13 + 1), base.suit) for step in range(RUN)), None)
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
    """As many as there are number emoji; single cards are drawn in two lines."""
    is_luck: ClassVar[bool] = True
    """Whether choices never change how far a deal goes, so that all wins take the same moves."""
    discards: ClassVar[bool] = True
    """Whether moves discard sets of single cards instead of moving cards between piles."""
    has_foundations: ClassVar[Literal[False]] = False
    has_waste: ClassVar[Literal[False]] = False
    cells: ClassVar[Literal[0]] = 0
    foundation_bases: ClassVar[tuple[Card, ...]] = ()
    cards_dealt_home: ClassVar[int] = 0
    stock: ClassVar[None] = None
    """The player never turns the stock."""
    shuffle: ClassVar[Shuffle] = Shuffle.STANDARD

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
