"""The colours of every picture, as red, green and blue from 0 to 255."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Suit, variant

Colour = tuple[int, int, int]

PAPER: Colour = (255, 255, 255)
EDGE: Colour = (142, 146, 156)
"""The thin border between a card and the one below it, or the light theme."""
BACK: Colour = (59, 82, 158)
BACK_PATTERN: Colour = (168, 184, 236)
MUTED: Colour = (135, 138, 148)
"""Legible on both of Discord's themes, as far from the dark one as from the light one."""
FELT: Colour = (38, 94, 72)
CHALK: Colour = (226, 238, 231)
"""Numbers on the felt."""
GOLD: Colour = (255, 204, 77)
MOVED: Colour = (255, 178, 0)
"""Marks the cards that the last step moved."""
HINTED: Colour = (140, 228, 255)
"""Marks the cards of a hint among emoji. Colour-blind eyes see yellow and blue apart; the outlines differ, too."""
TARGET: Colour = (132, 150, 255)
"""Marks the cards of a hint or a question in pictures, like the blue buttons that play them."""

BRIGHT: Mapping[variant.Colour, Colour] = {
    variant.Colour.RED: (221, 46, 68),
    variant.Colour.ORANGE: (244, 144, 12),
    variant.Colour.YELLOW: (253, 203, 88),
    variant.Colour.GREEN: (120, 177, 89),
    variant.Colour.BLUE: (85, 172, 238),
    variant.Colour.VIOLET: (170, 142, 214),
}
"""Bright colours for the games' badges and for confetti."""

# Any two inks of a deck differ in lightness or blueness, which colour-blind eyes can see: hence a medium red and a
# bluish green.
BLACK: Colour = (16, 18, 24)
RED: Colour = (222, 30, 16)
BLUE: Colour = (30, 62, 236)
GREEN: Colour = (0, 130, 92)

TWO_COLOURS = {Suit.CLUBS: BLACK, Suit.DIAMONDS: RED, Suit.HEARTS: RED, Suit.SPADES: BLACK}
FOUR_COLOURS = {Suit.CLUBS: GREEN, Suit.DIAMONDS: BLUE, Suit.HEARTS: RED, Suit.SPADES: BLACK}


def ink(suit: Suit, *, four_colour: bool) -> Colour:
    return (FOUR_COLOURS if four_colour else TWO_COLOURS)[suit]
