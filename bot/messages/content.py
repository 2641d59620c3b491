"""Messages without embeds, for the text view: Discord shows no embed to people who have switched link previews off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.language import Language
from bot.messages.message import LONGEST_TEXT, Message
from bot.messages.player_names import escaped_name
from bot.messages.style import view_names
from bot.model.preferences import BoardView


def as_content(message: Message) -> Message:
    if message.embed is None:
        return message
    text = "\n".join((*([message.text] if message.text else ()), *_lines(message.embed)))
    if len(text) > LONGEST_TEXT:
        return message
    return replace(message, text=text or None, embed=None)


def embed_guide(language: Language) -> str:
    """How to read a page, for people who have switched embeds off and see only this line and the buttons."""
    guide = language.text(
        "Is this message empty? Choose **{view}** in `/solitaire settings`, or turn on embeds in Discord's chat "
        "settings.",
        view=view_names(language)[BoardView.TEXT],
    )
    return f"-# {guide}"


def _lines(embed: discord.Embed) -> Iterator[str]:
    author = escaped_name(embed.author.name) if embed.author.name else ""
    yield from (f"**{line}**" for line in (author, embed.title) if line)
    if embed.description:
        yield embed.description
    for field in embed.fields:
        yield f"**{field.name}**"
        yield str(field.value)
    if embed.footer.text:
        yield from (f"-# {line}" for line in embed.footer.text.splitlines())
