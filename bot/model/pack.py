"""Packs: deals of different games, or by different rules, may have the same cards in the same order."""

from __future__ import annotations

from dataclasses import dataclass

from engine import VARIANTS


@dataclass(frozen=True)
class Pack:
    """The shuffled cards of a deal, whatever game is played with them.

    Some rules take cards out of the pack before the deal, but the others keep their order.
    """

    decks: int
    number: int

    @classmethod
    def of(cls, variant: str, number: int) -> Pack:
        """The pack of a game's deal.

        >>> Pack.of("diplomat", 7) == Pack.of("forty-thieves", 7), Pack.of("diplomat", 7) == Pack.of("tens", 7)
        (True, False)
        """
        return cls(VARIANTS[variant].rules.decks, number)

    @classmethod
    def parse(cls, dealt: str) -> Pack | None:
        """The pack of a deal as `Game.dealt` writes it; None for a game that this version of the bot does not know."""
        variant, number, _ = dealt.split("|")
        return cls.of(variant, int(number)) if variant in VARIANTS else None
