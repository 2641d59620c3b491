"""Texts in the user's language, from the translators' catalogues in `locales/`.

The English texts stay in the code that shows them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_percent

from engine import PatienceError, Rank
from engine.errors import Choices

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
"""The languages by their codes at Discord (https://discord.com/developers/docs/reference#locales)."""

NO_BREAK = "\u00a0"
"""A space that keeps two words on one line."""

_NEAREST = {"en-US": "en", "en-GB": "en", "es-419": "es-ES", "zh-TW": "zh-CN"}
_COMMAND = re.compile(r"(?<=`/)[^`]+")
COMMAND = "command"
"""The gettext context of the names of commands and their options."""


class Language:
    """One language: its translations of the English texts in the code.

    Texts may contain `{names}`, replaced by the values given. A text without a translation stays English.
    """

    def __init__(
        self,
        code: str,
        translations: NullTranslations,
        *,
        client: Language | None = None,
        english_names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Make a language from its translations.

        `client` is the language of the user's Discord, if it is another one: it has the names of commands.
        `english_names` then maps the name of each command and option in this language to its English name.
        """
        self.code = code
        self._translations = translations
        self._client = client
        self._english_names = english_names
        self._translated = cache(self._translate)

    def text(self, english: str, /, **values: object) -> str:
        """Translate a text.

        >>> find_language("de").text("Undo")
        'Rückgängig'
        """
        translated = self._translated(english)
        return translated.format(**values) if values else translated

    def count(self, singular: str, plural: str, number: int, /, **values: object) -> str:
        """Translate a text in the plural form for a number, which replaces `{number}`.

        >>> find_language("en").count("{number} move", "{number} moves", 2)
        '2 moves'
        """
        return self._translations.ngettext(singular, plural, number).format(number=number, **values)

    def day(self, day: date) -> str:
        """Write a day as this language does.

        >>> find_language("de").day(date(2026, 11, 21))
        '21.11.2026'
        """
        return format_date(day, locale=self._locale).replace(" ", NO_BREAK)

    def short_day(self, day: date) -> str:
        """Write a day without its year.

        >>> find_language("de").short_day(date(2026, 11, 21)).split()
        ['21.', 'Nov.']
        """
        return format_skeleton("MMMd", day, locale=self._locale).replace(" ", NO_BREAK)

    def percent(self, part: int, whole: int) -> str:
        """Format a part of a whole as a rounded percentage: 0% only for none, and 100% only for all.

        >>> [find_language("en").percent(part, 300) for part in (0, 1, 75, 299, 300)]
        ['0%', '1%', '25%', '99%', '100%']
        """
        rounded = round(100 * part / whole)
        if 0 < part < whole:
            rounded = max(1, min(rounded, 99))
        return format_percent(rounded / 100, locale=self._locale)

    def either(self, choices: Sequence[str]) -> str:
        """List what there is to choose from.

        >>> find_language("de").either(["Karo", "Herz", "Pik"])
        'Karo, Herz oder Pik'
        """
        return format_list(choices, style="or", locale=self._locale)

    def error(self, error: PatienceError) -> str:
        values = {name: self._write(value) for name, value in error.values.items()}
        for name, translate in (("game", self.text), ("option", self.command)):
            if name in values:
                values[name] = translate(str(values[name]))
        return self._translate(error.template).format(**values)

    def _write(self, value: object) -> object:
        if isinstance(value, date):
            return self.day(value)
        if isinstance(value, Choices):
            return self.either(value)
        if isinstance(value, PatienceError):
            return self.error(value)
        return self.text(value.word) if isinstance(value, Rank) else value

    def command(self, name: str) -> str:
        """Name a command or one of its options as the user's Discord does.

        >>> find_language("de", client="fr").command("show")
        'afficher'
        """
        return self._client.command(name) if self._client else self._translations.pgettext(COMMAND, name)

    @property
    def _locale(self) -> str:
        """The language's name in the Unicode CLDR."""
        return self.code.replace("-", "_")

    def _translate(self, english: str) -> str:
        text = self._translations.gettext(english)
        return _COMMAND.sub(self._rename_command, text) if self._client else text

    def _rename_command(self, found: re.Match[str]) -> str:
        return " ".join(self.command(self._english_names.get(name, name)) for name in found[0].split())


def nearest_language(code: str) -> str:
    """The code of the best language for users of Discord's locale `code`.

    >>> nearest_language("es-419"), nearest_language("fi")
    ('es-ES', 'en')
    """
    code = _NEAREST.get(code, code)
    return code if code in LANGUAGES else "en"


@cache
def find_language(code: str, client: str | None = None) -> Language:
    """`code` is one of LANGUAGES; `client` is the language of the user's Discord, if it is another one."""
    translations, english_names = read_catalogue(code)
    if client in (None, code):
        return Language(code, translations)
    return Language(code, translations, client=find_language(client), english_names=english_names)


@cache
def read_catalogue(code: str) -> tuple[NullTranslations, Mapping[str, str]]:
    """Return the translations, and the English name of each command by its name in the language."""
    if code == "en":
        return NullTranslations(), {}
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code.replace("-", "_"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    names = {str(message.string): str(message.id) for message in catalogue if message.context == COMMAND}
    return GNUTranslations(compiled), names
