"""The games, one module each; a module in this folder that defines VARIANT is a game."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from engine.errors import UnknownVariantError
from engine.rules import Variant

_FOUND: list[Variant] = [
    import_module(f"{__name__}.{module.name}").VARIANT for module in pkgutil.iter_modules(__path__)
]

VARIANTS: dict[str, Variant] = {
    variant.name: variant for variant in sorted(_FOUND, key=lambda variant: (variant.bonus, variant.name))
}
"""Every game by name: the five, then the bonus games."""


def find_variant(name: str) -> Variant:
    """The game of this name; raises UnknownVariantError, which lists the names, where there is none."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise UnknownVariantError(
            "There is no game “{name}”. The games are {known}.", name=str(name)[:40], known=", ".join(VARIANTS)
        ) from None
