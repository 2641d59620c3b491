"""The check of a message against Discord's limits."""

from typing import Any

import discord
import pytest

from bot.commands.rendering import send_arguments
from bot.messages.message import ActionRow, Button, Choice, LimitError, Message, Picture, Select, check_limits
from tests.support.boards import selects_of


def button(number: int) -> Button:
    return Button(str(number), "x")


def select(custom_id: str = "x", placeholder: str = "x", *choices: Choice) -> Select:
    return Select(custom_id, placeholder, choices or (Choice("x", "x"),))


AT_A_LIMIT = [
    Message("x" * 2000),
    Message(embed=discord.Embed(title="x" * 256)),
    Message(embed=discord.Embed(description="x" * 4096)),
    Message(picture=Picture("x.png", b"x", "x" * 1024)),
    Message("x", action_rows=(tuple(Button(str(number), "x" * 80) for number in range(5)),)),
    Message("x", action_rows=((Button("x" * 100, "x"),),)),
    Message("x", action_rows=tuple((button(number),) for number in range(5))),
    Message("x", action_rows=tuple(select(str(number)) for number in range(5))),
    Message("x", action_rows=(select("x" * 93, "x" * 150),)),
    Message("x", action_rows=(select("x", "x", *(Choice(str(number), "x") for number in range(25))),)),
    Message("x", action_rows=(select("x", "x", Choice("x" * 93, "x" * 100, "x" * 100)),)),
]


def embed(*, fields: int = 0, name: str = "x", value: str = "x", **parts: Any) -> discord.Embed:
    made = discord.Embed(**parts)
    for _ in range(fields):
        made.add_field(name=name, value=value)
    return made


@pytest.mark.parametrize("message", AT_A_LIMIT, ids=range(len(AT_A_LIMIT)))
def test_message_at_a_limit_is_accepted(message: Message) -> None:
    check_limits(message)


async def test_select_at_a_limit_stays_within_it_when_sent() -> None:
    """Rendering adds a nonce to its custom id and values."""
    for message in AT_A_LIMIT:
        for select in send_arguments(message)["view"].to_components() if selects_of(message) else ():
            (sent,) = select["components"]
            assert len(sent["custom_id"]) <= 100
            assert all(len(option["value"]) <= 100 for option in sent["options"])


TOO_LONG = {
    "nothing": {},
    "text": {"text": "x" * 2001},
    "blank text": {"text": " \n"},
    "picture": {"picture": Picture("x.png", b"x", "x" * 1025)},
    "empty embed": {"embed": embed()},
    "title": {"embed": embed(title="x" * 257)},
    "description": {"embed": embed(description="x" * 4097)},
    "footer": {"embed": embed(description="x").set_footer(text="x" * 2049)},
    "author": {"embed": embed(description="x").set_author(name="x" * 257)},
    "fields": {"embed": embed(fields=26)},
    "name": {"embed": embed(fields=1, name="x" * 257)},
    "value": {"embed": embed(fields=1, value="x" * 1025)},
    "no name": {"embed": embed(fields=1, name="")},
    "no value": {"embed": embed(fields=1, value="")},
    "whole embed": {"embed": embed(description="x" * 4000, fields=2, value="x" * 1001)},
}


@pytest.mark.parametrize("parts", TOO_LONG.values(), ids=TOO_LONG)
def test_a_message_over_a_limit_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        Message(**parts)


WRONG_ROWS = {
    "six rows": tuple((button(number),) for number in range(6)),
    "a select like a button": (select("x"), (Button("x", "x"),)),
    "two equal selects": (select("x"), select("x")),
    "two equal buttons": ((button(1),), (button(1),)),
    "an empty row": ((),),
    "six buttons": (tuple(button(number) for number in range(6)),),
    "label": ((Button("x", "x" * 81),),),
    "custom id": ((Button("x" * 101, "x"),),),
    "same custom id": ((Button("x", "x"), Button("x", "y")),),
    "no label": ((Button("x", ""),),),
    "no custom id": ((Button("", "x"),),),
    "twenty-six choices": (Select("x", "x", tuple(Choice(str(number), "x") for number in range(26))),),
    "no choices": (Select("x", "x", ()),),
    "select's custom id": (select("x" * 94),),
    "no select's custom id": (select(""),),
    "placeholder": (select("x", "x" * 151),),
    "choice": (select("x", "x", Choice("x", "x" * 101)),),
    "empty choice": (select("x", "x", Choice("x", "")),),
    "value": (select("x", "x", Choice("x" * 94, "x")),),
    "no value": (select("x", "x", Choice("", "x")),),
    "choice's description": (select("x", "x", Choice("x", "x", "x" * 101)),),
    "no description": (select("x", "x", Choice("x", "x", "")),),
    "same value": (select("x", "x", Choice("x", "x"), Choice("x", "y")),),
}


@pytest.mark.parametrize("rows", WRONG_ROWS.values(), ids=WRONG_ROWS)
def test_rows_over_a_limit_are_refused(rows: tuple[ActionRow, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", action_rows=rows)
