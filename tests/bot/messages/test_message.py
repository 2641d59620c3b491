"""The check of a message against Discord's limits."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"text": "x" * 2001},
        {"text": " \n"},
        {"picture": Picture("x.png", b"x", "x" * 1025)},
        {"embed": embed()},
        {"embed": embed(title="x" * 257)},
        {"embed": embed(description="x" * 4097)},
        {"embed": embed(description="x").set_footer(text="x" * 2049)},
        {"embed": embed(description="x").set_author(name="x" * 257)},
        {"embed": embed(fields=26)},
        {"embed": embed(fields=1, name="x" * 257)},
        {"embed": embed(fields=1, value="x" * 1025)},
        {"embed": embed(fields=1, name="")},
        {"embed": embed(fields=1, value="")},
        {"embed": embed(description="x" * 4000, fields=2, value="x" * 1001)},
    ],
    ids=[
        *("nothing", "text", "blank text", "picture", "empty embed", "title", "description", "footer", "author"),
        *("fields", "name", "value", "no name", "no value", "whole embed"),
    ],
)
def test_a_message_over_a_limit_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        Message(**parts)


@pytest.mark.parametrize(
    "rows",
    [
        tuple((button(number),) for number in range(6)),
        (select("x"), (Button("x", "x"),)),
        (select("x"), select("x")),
        ((button(1),), (button(1),)),
        ((),),
        (tuple(button(number) for number in range(6)),),
        ((Button("x", "x" * 81),),),
        ((Button("x" * 101, "x"),),),
        ((Button("x", "x"), Button("x", "y")),),
        ((Button("x", ""),),),
        ((Button("", "x"),),),
        (Select("x", "x", tuple(Choice(str(number), "x") for number in range(26))),),
        (Select("x", "x", ()),),
        (select("x" * 94),),
        (select(""),),
        (select("x", "x" * 151),),
        (select("x", "x", Choice("x", "x" * 101)),),
        (select("x", "x", Choice("x", "")),),
        (select("x", "x", Choice("x" * 94, "x")),),
        (select("x", "x", Choice("", "x")),),
        (select("x", "x", Choice("x", "x", "x" * 101)),),
        (select("x", "x", Choice("x", "x", "")),),
        (select("x", "x", Choice("x", "x"), Choice("x", "y")),),
    ],
    ids=[
        *("six rows", "a select like a button", "two equal selects", "two equal buttons", "an empty row"),
        *("six buttons", "label", "custom id", "same custom id", "no label", "no custom id"),
        *("twenty-six choices", "no choices", "select's custom id", "no select's custom id", "placeholder"),
        *("choice", "empty choice", "value", "no value", "choice's description", "no description", "same value"),
    ],
)
def test_rows_over_a_limit_are_refused(rows: tuple[ActionRow, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", action_rows=rows)
