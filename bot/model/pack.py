"""Packs: deals of different games, or by different rules, may have the same cards in the same order."""

from __future__ import annotations

from dataclasses import dataclass

from engine import VARIANTS, Shuffle


@dataclass(frozen=True)
class Pack:
    """The shuffled cards of a deal, whatever game is played with them.

    Some rules take cards out of the pack before the deal, but the others keep their order.
    """

    decks: int
    number: int
    shuffle: Shuffle = Shuffle.STANDARD

    @classmethod
    def of(cls, variant: str, number: int) -> Pack:
        """The pack of a game's deal.

        >>> Pack.of("diplomat", 7) == Pack.of("forty-thieves", 7), Pack.of("diplomat", 7) == Pack.of("tens", 7)
        (True, False)
        >>> Pack.of("klondike", 7) == Pack.of("tens", 7), Pack.of("freecell", 7) == Pack.of("tens", 7)
        (True, False)
        """
        rules = VARIANTS[variant].rules
        return cls(rules.decks, number, rules.shuffle.of(number))

    @classmethod
    def parse(cls, dealt: str) -> Pack | None:
        """The pack of a deal as `Game.dealt` writes it; None for a game that this version of the bot does not know."""
        variant, number, _ = dealt.split("|")
        return cls.of(variant, int(number)) if variant in VARIANTS else None
