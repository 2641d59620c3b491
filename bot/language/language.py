"""The languages that the bot speaks: every text a user reads goes through one of these."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.dates import format_date, format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_percent

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

NO_BREAK = "\u00a0"
"""A space at which no line is broken."""

_NEAREST = {"en-US": "en", "en-GB": "en", "es-419": "es-ES", "zh-TW": "zh-CN"}
_COMMAND = re.compile(r"(?<=`/)[^`]+")
COMMAND = "command"
"""The context, in gettext's sense, of names of commands and of their options."""


class Language:
    """One language: its texts for the English ones in the code.

    Texts may hold `{names}`, which the values fill in. A text that lacks a translation stays English.
    """

    def __init__(self, code: str, translations: NullTranslations, command_names: Mapping[str, str]) -> None:
        self.code = code
        self._translations = translations
        self._command_names = command_names
        """The English names of commands by those in this language."""
        self._client = self
        self._naming: dict[Language, Language] = {}
        """The same language, by that in which commands are named."""
        self._texts: dict[str, str] = {}
        """Those without values, which are all in the code, by the English ones."""

    def naming_commands_in(self, client: Language) -> Language:
        """The same language, for someone whose Discord speaks another: commands have their names from there.

        >>> find_language("de").naming_commands_in(find_language("fr")).command("undo")
        'annuler'
        """
        if client is self:
            return self
        language = self._naming.get(client)
        if language is None:
            language = self._naming[client] = Language(self.code, self._translations, self._command_names)
            language._client = client
        return language

    def text(self, english: str, /, **values: object) -> str:
        """A text.

        >>> find_language("de").text("Undo")
        'Rückgängig'
        """
        translated = self._texts.get(english)
        if translated is None:
            translated = self._texts[english] = self._with_commands(self._translations.gettext(english))
        return translated.format(**values) if values else translated

    def count(self, singular: str, plural: str, number: int, /, **values: object) -> str:
        """A text in the form that goes with a number, which is also the value `number`.

        >>> find_language("en").count("{number} move", "{number} moves", 2)
        '2 moves'
        """
        return self._translations.ngettext(singular, plural, number).format(number=number, **values)

    def day(self, day: date) -> str:
        """A day, as this language writes it.

        >>> find_language("de").day(date(2026, 11, 21))
        '21.11.2026'
        """
        return format_date(day, locale=self._locale).replace(" ", NO_BREAK)

    def month(self, day: date) -> str:
        """The month of a day.

        >>> find_language("ja").month(date(2026, 11, 1))
        '2026年11月'
        """
        return format_skeleton("yMMMM", day, locale=self._locale).replace(" ", NO_BREAK)

    def percent(self, share: float) -> str:
        """A share of one.

        >>> find_language("en").percent(0.25)
        '25%'
        """
        return format_percent(share, locale=self._locale)

    def error(self, error: PatienceError) -> str:
        """What an error says."""
        values = {name: self.day(value) if isinstance(value, date) else value for name, value in error.values.items()}
        for name, translate in (("game", self.text), ("option", self.command)):
            if name in values:
                values[name] = translate(str(values[name]))
        return self._with_commands(self._translations.gettext(error.template)).format(**values)

    def command(self, name: str) -> str:
        """The name of a command or of one of its options, as the user's Discord shows it."""
        return self._client._translations.pgettext(COMMAND, name)  # noqa: SLF001 - another of this class

    @property
    def _locale(self) -> str:
        """The language's name in the Unicode CLDR."""
        return self.code.replace("-", "_")

    def _with_commands(self, text: str) -> str:
        """The text with commands named as the user's Discord shows them."""
        if self._client is self:
            return text
        return _COMMAND.sub(lambda found: " ".join(map(self._renamed, found[0].split())), text)

    def _renamed(self, name: str) -> str:
        return self.command(self._command_names.get(name, name))


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
        return Language(code, NullTranslations(), {})
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code.replace("-", "_"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    names = {str(message.string): str(message.id) for message in catalogue if message.context == COMMAND}
    return Language(code, GNUTranslations(compiled), names)
