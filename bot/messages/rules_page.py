"""The rules of a game, with an example of how it starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.language import Language
from bot.messages.labels import deal_title
from bot.messages.message import Message, Row
from bot.messages.style import Style
from bot.messages.table import draw_table, table_picture
from engine import Game, Variant

OPENING_DEAL = 1100
"""The deal that illustrates the rules. No list of winnable deals has it, so no contest is played with its cards."""


def opening(variant: Variant, options: Mapping[str, str]) -> Game:
    """The game that illustrates the rules."""
    return Game.new(variant.name, OPENING_DEAL, options)


def rules_page(game: Game, style: Style, *, buttons: Row = (), picture: bytes | None = None) -> Message:
    """The rules and the opening of `game`, which is a `picture` for users who prefer pictures."""
    language = style.language
    variant = game.variant
    rows = (buttons,) if buttons else ()
    title = deal_title(variant.name, None, game.options, language)
    text = "\n".join((language.text(variant.text), *_buttons(variant, language)))
    if picture is not None:
        return Message.page(title, text, picture=table_picture(game, language, picture), rows=rows)
    table = draw_table(game.view(), style)
    beginning = language.text("Example start (deal {number})", number=OPENING_DEAL)
    return Message.page(title, f"{text}\n\n**{beginning}**\n{table}", rows=rows)


def _buttons(variant: Variant, language: Language) -> Iterator[str]:
    """Explain the buttons under a board, except in discarding games, whose rules explain them."""
    if variant.rules.discards:
        return
    yield language.text(
        "**Buttons.** A pile's button makes the best move from there, in suit if it can. A “?” asks where."
    )
    if variant.rules.has_foundations:
        yield language.text(
            "Cards go home first. 🏠 sends home what no other card needs; pressed again, every card that can go."
        )
