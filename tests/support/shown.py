"""A message of the card room as people see it: texts, buttons and choices."""

import re
from collections.abc import Mapping
from typing import Any, Self

import simcord

from bot.commands.rendering import without_nonce
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.move_list import ALL
from tests.support.components import button_name, parts_of, plain_name, texts_of


class Shown(simcord.ResponseMessage):
    """A message that can be read and pressed. It changes when the bot edits it."""

    @classmethod
    def of(cls, message: simcord.ResponseMessage) -> Self:
        shown = cls.__new__(cls)
        vars(shown).update(vars(message))
        return shown

    @property
    def text(self) -> str:
        return readable(self.raw_text)

    @property
    def raw_text(self) -> str:
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.author.name or "", embed.title or "", embed.description or "", embed.footer.text or ""]
            parts += [f"{field.name}: {field.value}" for field in embed.fields]
        return "\n".join([*parts, *texts_of(self.components), *self.choices, *self.buttons])

    @property
    def title(self) -> str:
        """The title of the embed without a player's name, or the first line of a layout, made `readable`."""
        if self.flags.components_v2:
            return self.lines[0].removeprefix("## ")
        (embed, *_) = self.embeds
        return readable(embed.title or (embed.author.name or "").partition(" · ")[2])

    @property
    def lines(self) -> list[str]:
        """The lines of the embed's description, or of a layout, made `readable`, without empty ones."""
        texts = list(texts_of(self.components)) or [self.embeds[0].description or ""]
        return [line for text in texts for line in readable(text).splitlines() if line]

    @property
    def fields(self) -> dict[str, str]:
        """The values of the embed's fields by name, both made `readable`."""
        return {readable(field.name or ""): readable(field.value or "") for field in self.embeds[0].fields}

    def field(self, name: str) -> str:
        """The value of the field with this word in its name, or an empty text if the embed has none."""
        return next((value for title, value in self.fields.items() if name in title), "")

    @property
    def buttons(self) -> dict[str, Mapping[str, Any]]:
        """The buttons by label. Without a label, a button's action names it; beside a text, the text's title does."""
        return {title or button_name(part): part for part, title in self._titled if "options" not in part}

    def button(self, label: str) -> Mapping[str, Any] | None:
        """The first button of this name, with or without its price or question mark."""
        shown = self.buttons
        names = {str(part.get("label")): name for name, part in reversed(shown.items())}
        names |= {plain_name(name): name for name in shown} | {name: name for name in shown}
        return shown[names[label]] if label in names else None

    @property
    def enabled(self) -> set[str]:
        return {label for label, button in self.buttons.items() if not button.get("disabled")}

    @property
    def choices(self) -> dict[str, tuple[str, str]]:
        """The select and value of each choice, by its label without variation selectors."""
        return {label: (select, without_nonce(value)) for label, (select, value) in self.sent_choices.items()}

    @property
    def sent_choices(self) -> dict[str, tuple[str, str]]:
        """The choices with the nonces that were sent."""
        return {
            choice["label"].replace("\ufe0e", ""): (part["custom_id"], choice["value"])
            for part in self._parts
            if not part.get("disabled")
            for choice in part.get("options", ())
        }

    @property
    def offered_moves(self) -> list[str]:
        """The moves that can be chosen in the list under a board, or on the buttons in its place, in notation."""
        choices = self.choices.values()
        is_narrowed = ALL in (value for _, value in choices)
        chosen = [
            value
            for select, value in choices
            if (is_narrowed and value != ALL) or CustomId.parse(select).action is Action.MOVE
        ]
        pressed = [CustomId.parse(button["custom_id"]) for button in self.buttons.values()]
        return chosen + [each.argument for each in pressed if each.action is Action.MOVE]

    @property
    def actions(self) -> list[Action]:
        return [CustomId.parse(part["custom_id"]).action for part in self._parts]

    @property
    def moves_made(self) -> int:
        """The number of moves that a board shows."""
        found = re.search(r"\*\*(\d+)\*\*\smoves?", self.raw_text)
        assert found is not None
        return int(found[1])

    @property
    def _parts(self) -> list[Mapping[str, Any]]:
        return [part for part, _ in self._titled]

    @property
    def _titled(self) -> list[tuple[Mapping[str, Any], str]]:
        return list(parts_of(self.components))


def readable(written: str) -> str:
    """Replace typographic characters: no-break spaces, and isolates around names."""
    return written.replace("\u00a0", " ").replace("\u2068", "").replace("\u2069", "")


def only(result: simcord.InteractionResult) -> Shown:
    """Return the only message among the answers."""
    messages = [message for message in (result.response, *result.followups) if message is not None]
    assert len(messages) == 1, messages
    return Shown.of(messages[0])


def public(result: simcord.InteractionResult) -> Shown:
    """Return the only answer, and check that everyone sees it."""
    message = only(result)
    assert not message.ephemeral, message.content
    return message


def private(result: simcord.InteractionResult) -> str:
    """Return the text of an answer that only the user sees, without embeds."""
    message = only(result)
    assert message.ephemeral
    return readable(message.content or "\n".join(texts_of(message.components)))


def changed(answer: simcord.InteractionResult) -> Shown:
    """Return the message that a press edited, which is the only answer."""
    assert answer.response is not None
    assert answer.followups == []
    return Shown.of(answer.response)
