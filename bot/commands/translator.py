"""Translate the names and descriptions of commands."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.language import find_language, nearest_language
from bot.messages.labels import rated_title
from engine import VARIANTS

NAMES = (Location.command_name, Location.group_name, Location.parameter_name)
"""A text that is the name of a command or an option, a single word, has translations of its own. Names in menus are
ordinary texts."""


class CommandTranslator(app_commands.Translator):
    """Called by discord.py for each text of a command and each language of Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """None for English, and for languages that the bot does not speak."""
        code = nearest_language(locale.value)
        if code == "en":
            return None
        language = find_language(code)
        if "variant" in string.extras:
            return rated_title(VARIANTS[string.extras["variant"]], language)
        if isinstance(context.data, app_commands.ContextMenu) or context.location not in NAMES:
            return language.text(string.message)
        return language.command(string.message)
