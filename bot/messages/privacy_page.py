"""What the bot keeps of its user, why, and what they can do about it. PRIVACY.md says the same."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId
from bot.messages.message import Button, Message


def privacy_page(language: Language, *, is_hidden: bool) -> Message:
    """The page; `is_hidden` says whether leaderboards hide the user's name."""
    text = language.text
    kept = (
        text("**Your games**: deals, moves and times, to play on, undo, replay and count statistics."),
        text(
            "**Your daily attempts**: what you did and when, the result, and the server where you began, to rank you."
        ),
        text("**Your name**, as leaderboards show it, and **your settings**."),
        text("**Where your board is**, to change it in place."),
    )
    parts = [
        text("What is kept about you, under the number that Discord gives you:"),
        "\n".join(f"- {line}" for line in kept),
        text(
            "Others see only your boards, statistics and places. It stays until you delete it. "
            "The bot reads no messages and keeps nothing else about you."
        ),
        text(
            "After you delete everything, fingerprints of your attempts at running dailies stay for a week, without "
            "your name, so that nobody plays a daily twice."
        ),
    ]
    embed = discord.Embed(title=text("Your data"), description="\n\n".join(parts), colour=discord.Colour.blurple())
    buttons = (
        Button(str(CustomId(Action.EXPORT)), text("Export my data"), "📦"),
        Button(
            str(CustomId(Action.HIDE, argument="off" if is_hidden else "on")),
            text("Hidden on leaderboards"),
            "✅" if is_hidden else "⬜",
            discord.ButtonStyle.success if is_hidden else discord.ButtonStyle.secondary,
        ),
        Button(str(CustomId(Action.DELETE)), text("Delete everything"), "🗑️", discord.ButtonStyle.danger),
    )
    return Message(embed=embed, rows=(buttons,))
