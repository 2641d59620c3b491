"""Texts in the user's language, from the translators' catalogues in `locales/`.

The English texts stay in the code that shows them.
"""

from bot.language.language import (
    CATALOGUES,
    COMMAND,
    LANGUAGES,
    NO_BREAK,
    Language,
    find_language,
    nearest_language,
)

__all__ = [
    "CATALOGUES",
    "COMMAND",
    "LANGUAGES",
    "NO_BREAK",
    "Language",
    "find_language",
    "nearest_language",
]
