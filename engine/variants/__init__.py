"""The games: every module in this folder defines one as VARIANT, so a new game is one new file."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from engine.errors import UnknownVariantError
from engine.variant import Variant

_FOUND: list[Variant] = [
    import_module(f"{__name__}.{module.name}").VARIANT for module in pkgutil.iter_modules(__path__)
]

VARIANTS: dict[str, Variant] = {
    variant.name: variant for variant in sorted(_FOUND, key=lambda variant: (variant.is_classic, variant.name))
}
"""All games by name; classics come last."""


def find_variant(name: str) -> Variant:
    """Raises UnknownVariantError, which lists the known names."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise UnknownVariantError(
            "There's no game “{name}”. The games are {known}.", name=str(name)[:40], known=", ".join(VARIANTS)
        ) from None
