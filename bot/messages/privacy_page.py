"""The data that the bot stores about a user, with buttons to export or delete it."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.message import Button, Message


def privacy_page(language: Language) -> Message:
    """The data that the bot stores about a user, and why; docs/privacy.md has the details."""
    kept = (
        language.text("**Your games**: deals, moves and times, so you can continue, undo, replay and see statistics."),
        language.text(
            "**Your daily attempts**: every move with its time, the result and the server you started in, "
            "for the leaderboards."
        ),
        language.text("**Your challenges**: your name on their cards, every move with its time, and how you did."),
        language.text("**Your name** as shown on leaderboards, **your badges** and **your settings**."),
        language.text("**Where your board is posted**, so I can update it in place."),
    )
    parts = [
        language.text("Stored with your Discord user ID:"),
        "\n".join(f"- {line}" for line in kept),
        language.text(
            "Others see only your boards, statistics and rankings. I keep your data until you delete it. I "
            "don't read messages, and I keep nothing else about you."
        ),
        language.text(
            "If you delete everything, I keep anonymous fingerprints of your current attempts, open challenges and "
            "past deals for a week, so deleting never gets anyone a second try."
        ),
    ]
    delete = Button.to(Action.DELETE, language).styled(discord.ButtonStyle.danger)
    buttons = (Button.to(Action.EXPORT, language), Button.to(Action.SETTINGS, language), delete)
    return Message.page(language.text("Your data"), "\n\n".join(parts), action_rows=(buttons,))
