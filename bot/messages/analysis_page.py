"""Up to where a game that is over could have been won."""

from __future__ import annotations

from datetime import date
from textwrap import wrap

import discord

from bot.language import Language
from bot.messages.board import title_of
from bot.messages.labels import label
from bot.messages.message import Message, code_block
from bot.messages.style import Style
from bot.model.solutions import Analysis
from engine import Game, Move, Status

_LONGEST_FIELD = 1000
"""Characters of moves in a field, whose 1024 hold a code block's marks too."""

_MOST_FIELDS = 5
"""Of moves: more would leave too little of an embed's 6000 characters."""


def analysis_page(game: Game, analysis: Analysis, style: Style, *, day: date | None) -> Message:
    """What is proven of the game, the move that changed it, and a way that would have won.

    The way is written as moves, counted from there, which name no card: the game may still be taken up again.
    """
    language, until = style.language, analysis.winnable_until
    embed = discord.Embed(
        title=title_of(game, language, day),
        description=_found(game, analysis, language),
        colour=discord.Colour.blurple(),
    )
    if game.status is Status.WON or until is None:
        return Message(embed=embed)
    if until < len(game.moves):
        move = label(game.positions[until], game.moves[until], language)
        played = language.text("Move {number}, as you played it", number=until + 1)
        embed.add_field(name=played, value=style.readable(move), inline=False)
    heading, written = language.text("A way that wins from there"), 0
    for part in _written(analysis.way):
        count = len(part.removesuffix(" …").split())
        which = f"{written + 1}–{written + count}"
        name = which if written else f"{heading} · {which}"
        embed.add_field(name=name, value=code_block(part), inline=False)
        written += count
    return Message(embed=embed)


def _found(game: Game, analysis: Analysis, language: Language) -> str:
    """What is proven, in words."""
    text, until, lost_from, moves = language.text, analysis.winnable_until, analysis.lost_from, len(game.moves)
    if game.status is Status.WON:
        return text("You won this game, so it could be won all the way.")
    if lost_from == 0:
        return text("This deal can't be won at all: that is proven.")
    if until == moves:
        return text("This could still be won when it ended: that is proven.")
    parts = []
    if until == 0:
        parts.append(text("This could be won at the start: that is proven."))
    elif until is not None:
        parts.append(text("This could still be won until move {number}: that is proven.", number=until))
    else:
        parts.append(text("Nothing was found in time that wins this, at no point of the game."))
    if lost_from is None:
        parts.append(text("Beyond that nothing is known.") if until is not None else text("That proves nothing."))
    elif until is None or lost_from > until + 1:
        parts.append(text("From move {number} on it could not: that is proven too.", number=lost_from))
    return " ".join(parts)


def _written(way: tuple[Move, ...]) -> list[str]:
    """The moves as text, in parts that fit into a field; as many as there is room for."""
    parts = wrap(" ".join(map(str, way)), _LONGEST_FIELD)
    if len(parts) > _MOST_FIELDS:
        parts[_MOST_FIELDS - 1 :] = [f"{parts[_MOST_FIELDS - 1].rpartition(' ')[0]} …"]
    return parts
