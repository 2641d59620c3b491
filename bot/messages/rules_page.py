from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.language import Language
from bot.messages.labels import deal_title
from bot.messages.message import ActionRow, Message, Picture, felt_colour
from engine import Variant


def rules_page(
    variant: Variant,
    options: Mapping[str, str],
    language: Language,
    *,
    drawn: bytes | None = None,
    buttons: ActionRow = (),
) -> Message:
    """The rules of a game with these options; `drawn` is the title picture, above the buttons."""
    title = deal_title(variant.name, None, options, language)
    text = "\n".join((language.text(variant.text), *_buttons(variant, language)))
    picture = None if drawn is None else Picture("title.png", drawn, title)
    rows = (buttons,) if buttons else ()
    return Message.page(title, text, colour=felt_colour(variant), picture=picture, action_rows=rows)


def _buttons(variant: Variant, language: Language) -> Iterator[str]:
    """Explain the buttons under a board; the rules of discarding games already do."""
    if variant.rules.discards:
        return
    yield language.text(
        "**Buttons.** A pile's button plays its most promising move, to an empty pile last. “?” asks first."
    )
    if variant.rules.has_waste:
        yield language.text("Draw goes on until a card has somewhere to go.")
    if variant.rules.has_foundations:
        yield language.text(
            "Cards go home first. 🏠 sends home those that no other card needs or, without any, the one needed least."
        )
