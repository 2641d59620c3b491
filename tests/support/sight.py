"""How colours look: their contrast on a screen, and their difference to colour-blind eyes."""

from collections.abc import Sequence

from bot.pictures.colours import Colour

DISCORD_DARK: Colour = (49, 51, 56)
DISCORD_LIGHT: Colour = (255, 255, 255)

# Matrices for linear red, green and blue at full severity, by Machado, Oliveira and Fernandes (2009).
COLOUR_BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    lighter, darker = sorted((_lightness(one), _lightness(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def difference(one: Colour, other: Colour, blindness: str) -> float:
    """The distance of two colours in CIE Lab; below 10 they look alike at a glance."""
    pair = [_lab(_seen(_linear(colour), blindness)) for colour in (one, other)]
    return float(sum((left - right) ** 2 for left, right in zip(*pair, strict=True)) ** 0.5)


def _linear(colour: Colour) -> list[float]:
    return [_linear_part(part / 255) for part in colour]


def _linear_part(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _lightness(colour: Colour) -> float:
    return _weighted_sum(_linear(colour), (0.2126, 0.7152, 0.0722))


def _seen(linear: Sequence[float], blindness: str) -> list[float]:
    return [max(0.0, _weighted_sum(linear, row)) for row in COLOUR_BLINDNESS[blindness]]


def _lab(linear: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (
        _cube_root(_weighted_sum(linear, row))
        for row in ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1094, 0.8728))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def _weighted_sum(parts: Sequence[float], weights: Sequence[float]) -> float:
    return sum(part * weight for part, weight in zip(parts, weights, strict=True))
