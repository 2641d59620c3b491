"""The colours of every picture, as red, green and blue from 0 to 255."""

from __future__ import annotations

from engine import Suit

Colour = tuple[int, int, int]

PAPER: Colour = (255, 255, 255)
EDGE: Colour = (142, 146, 156)
"""The thin border that parts a card from the card below and from a light theme."""
BACK: Colour = (59, 82, 158)
BACK_PATTERN: Colour = (168, 184, 236)
MUTED: Colour = (135, 138, 148)
"""As far from Discord's dark theme as from its light one, so that it reads on both."""
FELT: Colour = (38, 94, 72)
CHALK: Colour = (226, 238, 231)
"""Numbers on the felt."""
SLOT: Colour = (96, 142, 122)
"""What is not there yet, marked on the felt."""

# Two inks of a deck differ in lightness or in blueness, which colour-blind eyes see too: a red of middle lightness,
# a green that leans to blue.
BLACK: Colour = (16, 18, 24)
RED: Colour = (222, 30, 16)
BLUE: Colour = (30, 62, 236)
GREEN: Colour = (0, 130, 92)

TWO_COLOURS = {Suit.CLUBS: BLACK, Suit.DIAMONDS: RED, Suit.HEARTS: RED, Suit.SPADES: BLACK}
FOUR_COLOURS = {Suit.CLUBS: GREEN, Suit.DIAMONDS: BLUE, Suit.HEARTS: RED, Suit.SPADES: BLACK}


def ink(suit: Suit, *, four_colour: bool) -> Colour:
    """The colour in which a deck prints a suit."""
    return (FOUR_COLOURS if four_colour else TWO_COLOURS)[suit]
