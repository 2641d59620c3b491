"""Every text in the user's language, from the translators' catalogues in `locales/`.

English texts stay in the code that says them; nothing here knows what they are about.
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
