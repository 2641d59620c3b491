"""The names and descriptions of commands in the languages of Discord's users."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.language import find_language, nearest_language

NAMES = (Location.command_name, Location.group_name, Location.parameter_name)
"""What is a name, and so of one word: a language may name a command otherwise than it speaks of it."""


class CommandTranslator(app_commands.Translator):
    """Called by discord.py for each text of a command and each language of Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a language of ours; None where it is English, or not ours."""
        code = nearest_language(locale.value)
        if code == "en":
            return None
        language = find_language(code)
        return language.command(string.message) if context.location in NAMES else language.text(string.message)
