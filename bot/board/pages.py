"""The pages without a position: help, the rules of a game, and questions."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.board.custom_id import Action, CustomId
from bot.board.message import Button, Message
from engine import VARIANTS, Variant

_HELP = """\
Play patience in this channel. Each player has one game, and it is kept until it is finished.

`/solitaire start` deals a game: choose which, and a deal number if you want a certain one
`/solitaire move` plays a move: type a card or a pile and choose, or write the move
`/solitaire draw` turns a card of the stock, or deals from it
`/solitaire undo` and `/solitaire redo` go back and forth, as far as you like
`/solitaire show` brings your board down here
`/solitaire give-up` ends your game; undo takes it back
`/solitaire rules` explains a game, or the one you play"""

_MOVES = """\
`3>5` the top card of pile 3 to pile 5
`3>5*4` its top four cards, where runs may move
`3>f` pile 3 home, to a foundation
`w>5` `w>f` the waste's top card to pile 5, or home
`s>5` the next stock card into space 5 (Dimes)
`draw` a card to the waste, or a deal
`2+7` discard the cards of piles 2 and 7 (Tens)"""


def help_page() -> Message:
    """What the bot is, its commands, and moves in writing."""
    embed = discord.Embed(title="Solitaire", description=_HELP, colour=discord.Colour.blurple())
    embed.add_field(name="Moves in writing", value=_MOVES, inline=False)
    embed.add_field(name="The games", value=_games(VARIANTS.values()), inline=False)
    return Message(embed=embed)


def rules_page(variant: Variant) -> Message:
    """The rules of one game, in words."""
    return Message(
        embed=discord.Embed(title=variant.title, description=variant.text, colour=discord.Colour.blurple()),
    )


def question(text: str, *, yes: tuple[str, CustomId], no: str) -> Message:
    """A question with two buttons: one does what was asked for, the other leaves everything as it is."""
    label, custom_id = yes
    return Message(
        text=text,
        buttons=(
            Button(str(custom_id), label, style=discord.ButtonStyle.danger),
            Button(str(CustomId(Action.KEEP, custom_id.game_id, custom_id.version)), no),
        ),
    )


def _games(variants: Iterable[Variant]) -> str:
    return "\n".join(f"**{variant.title}** {variant.summary}" for variant in variants)
