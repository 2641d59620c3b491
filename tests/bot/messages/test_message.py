"""The check of a message against Discord's limits."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.commands.rendering import send_arguments
from bot.messages.message import Button, Choice, LimitError, Message, Picture, Row, Select, check_limits


def button(number: int) -> Button:
    return Button(str(number), "x")


def select(custom_id: str = "x", placeholder: str = "x", *choices: Choice) -> Select:
    return Select(custom_id, placeholder, choices or (Choice("x", "x"),))


AT_A_LIMIT = [
    Message("x" * 2000),
    Message(embed=discord.Embed(title="x" * 256)),
    Message(embed=discord.Embed(description="x" * 4096)),
    Message(picture=Picture("x.png", b"x", "x" * 1024)),
    Message("x", rows=(tuple(Button(str(number), "x" * 80) for number in range(5)),)),
    Message("x", rows=((Button("x" * 100, "x"),),)),
    Message("x", rows=tuple((button(number),) for number in range(5))),
    Message("x", rows=tuple(select(str(number)) for number in range(5))),
    Message("x", rows=(select("x" * 93, "x" * 150),)),
    Message("x", rows=(select("x", "x", *(Choice(str(number), "x") for number in range(25))),)),
    Message("x", rows=(select("x", "x", Choice("x" * 93, "x" * 100, "x" * 100)),)),
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
        for select in send_arguments(message)["view"].to_components() if message.selects else ():
            (sent,) = select["components"]
            assert len(sent["custom_id"]) <= 100
            assert all(len(option["value"]) <= 100 for option in sent["options"])


@pytest.mark.parametrize("text", ["x" * 2001, "", " \n"])
def test_overlong_or_empty_text_is_refused(text: str) -> None:
    with pytest.raises(LimitError):
        Message(text)


@pytest.mark.parametrize(
    "wrong",
    [
        embed(title="x" * 257),
        embed(description="x" * 4097),
        embed(description="x").set_footer(text="x" * 2049),
        embed(description="x").set_author(name="x" * 257),
        embed(fields=26),
        embed(fields=1, name="x" * 257),
        embed(fields=1, value="x" * 1025),
        embed(fields=1, name=""),
        embed(fields=1, value=""),
        embed(description="x" * 4000, fields=2, value="x" * 1001),
        embed(),
    ],
    ids=["title", "description", "footer", "author", "fields", "name", "value", "no name", "no value", "all", "empty"],
)
def test_embed_over_a_limit_is_refused(wrong: discord.Embed) -> None:
    with pytest.raises(LimitError):
        Message(embed=wrong)


def test_empty_message_is_refused() -> None:
    with pytest.raises(LimitError):
        Message()


@pytest.mark.parametrize(
    "wrong",
    [
        tuple(button(number) for number in range(6)),
        (),
        (Button("x", "x" * 81),),
        (Button("x" * 101, "x"),),
        (Button("x", "x"), Button("x", "y")),
        (Button("x", ""),),
        (Button("", "x"),),
    ],
    ids=["six", "none", "label", "custom id", "same custom id", "no label", "no custom id"],
)
def test_buttons_over_a_limit_are_refused(wrong: tuple[Button, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", rows=(wrong,))


@pytest.mark.parametrize(
    "wrong",
    [
        Select("x", "x", tuple(Choice(str(number), "x") for number in range(26))),
        Select("x", "x", ()),
        select("x" * 94),
        select(""),
        select("x", "x" * 151),
        select("x", "x", Choice("x", "x" * 101)),
        select("x", "x", Choice("x", "")),
        select("x", "x", Choice("x" * 94, "x")),
        select("x", "x", Choice("", "x")),
        select("x", "x", Choice("x", "x", "x" * 101)),
        select("x", "x", Choice("x", "x", "")),
        select("x", "x", Choice("x", "x"), Choice("x", "y")),
    ],
    ids=[
        "twenty-six",
        "none",
        "custom id",
        "no custom id",
        "placeholder",
        "label",
        "no label",
        "value",
        "no value",
        "description",
        "no description",
        "same value",
    ],
)
def test_select_over_a_limit_is_refused(wrong: Select) -> None:
    with pytest.raises(LimitError):
        Message("x", rows=(wrong,))


@pytest.mark.parametrize(
    "wrong",
    [
        tuple((button(number),) for number in range(6)),
        (select("x"), (Button("x", "x"),)),
        (select("x"), select("x")),
        ((button(1),), (button(1),)),
    ],
    ids=["six", "a select and a button", "two selects", "two buttons"],
)
def test_rows_over_a_limit_or_with_equal_custom_ids_are_refused(wrong: tuple[Row, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", rows=wrong)


def test_overlong_picture_description_is_refused() -> None:
    with pytest.raises(LimitError):
        Message(picture=Picture("x.png", b"x", "x" * 1025))
