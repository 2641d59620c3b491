"""The languages that the bot speaks: every text a user reads goes through one of these."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine import PatienceError

CATALOGUES = Path(__file__).parent / "locales"

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es-ES": "Español",
    "fr": "Français",
    "pt-BR": "Português do Brasil",
    "pl": "Polski",
    "ja": "日本語",
    "zh-CN": "简体中文",
}
"""Each language by its code at Discord, with its own name for itself
(https://discord.com/developers/docs/reference#locales)."""

_NEAREST = {"en-US": "en", "en-GB": "en", "es-419": "es-ES", "zh-TW": "zh-CN"}
COMMAND = "command"
"""The context, in gettext's sense, of names of commands and of their options."""


class Language:
    """One language: its texts for the English ones in the code.

    Texts may hold `{names}`, which the values fill in. A text that lacks a translation stays English.
    """

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.code = code
        self._translations = translations

    def text(self, english: str, /, **values: object) -> str:
        """A text.

        >>> find_language("de").text("Undo")
        'Rückgängig'
        """
        translated = self._translations.gettext(english)
        return translated.format(**values) if values else translated

    def count(self, singular: str, plural: str, number: int, /, **values: object) -> str:
        """A text in the form that goes with a number, which is also the value `number`.

        >>> find_language("en").count("{number} move", "{number} moves", 2)
        '2 moves'
        """
        return self._translations.ngettext(singular, plural, number).format(number=number, **values)

    def error(self, error: PatienceError) -> str:
        """What an error says."""
        values = dict(error.values)
        for name, translate in (("game", self.text), ("option", self.command)):
            if name in values:
                values[name] = translate(str(values[name]))
        return self._translations.gettext(error.template).format(**values)

    def command(self, name: str) -> str:
        """The name of a command or of one of its options."""
        return self._translations.pgettext(COMMAND, name)


def nearest_language(code: str) -> str:
    """The code of the language that speaks best to users of Discord's `code`.

    >>> nearest_language("es-419"), nearest_language("fi")
    ('es-ES', 'en')
    """
    code = _NEAREST.get(code, code)
    return code if code in LANGUAGES else "en"


@cache
def find_language(code: str) -> Language:
    """The language of one of the codes in LANGUAGES."""
    if code == "en":
        return Language(code, NullTranslations())
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code.replace("-", "_"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Language(code, GNUTranslations(compiled))
