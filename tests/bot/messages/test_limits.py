"""The one check that Discord takes a message."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.messages.message import Button, Choice, LimitError, Message, Picture, Row, Select, check_limits


def button(number: int) -> Button:
    return Button(str(number), "x")


def select(custom_id: str = "x", placeholder: str = "x", *choices: Choice) -> Select:
    return Select(custom_id, placeholder, choices or (Choice("x", "x"),))


FITTING = [
    Message("x" * 2000),
    Message(embed=discord.Embed(title="x" * 256)),
    Message(embed=discord.Embed(description="x" * 4096)),
    Message(picture=Picture("x.png", b"x", "x" * 1024)),
    Message("x", rows=(tuple(Button(str(number), "x" * 80) for number in range(5)),)),
    Message("x", rows=((Button("x" * 100, "x"),),)),
    Message("x", rows=tuple((button(number),) for number in range(5))),
    Message("x", rows=tuple(select(str(number)) for number in range(5))),
    Message("x", rows=(select("x" * 100, "x" * 150),)),
    Message("x", rows=(select("x", "x", *(Choice(str(number), "x") for number in range(25))),)),
    Message("x", rows=(select("x", "x", Choice("x" * 100, "x" * 100, "x" * 100)),)),
]


def embed(*, fields: int = 0, name: str = "x", value: str = "x", **parts: Any) -> discord.Embed:
    made = discord.Embed(**parts)
    for _ in range(fields):
        made.add_field(name=name, value=value)
    return made


@pytest.mark.parametrize("message", FITTING, ids=range(len(FITTING)))
def test_what_just_fits_is_taken(message: Message) -> None:
    check_limits(message)


@pytest.mark.parametrize("text", ["x" * 2001, "", " \n"])
def test_a_text_is_neither_too_long_nor_empty(text: str) -> None:
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
def test_an_embed_keeps_every_limit(wrong: discord.Embed) -> None:
    with pytest.raises(LimitError):
        Message(embed=wrong)


def test_a_message_without_text_and_embed_is_refused() -> None:
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
def test_buttons_keep_every_limit(wrong: tuple[Button, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", rows=(wrong,))


@pytest.mark.parametrize(
    "wrong",
    [
        Select("x", "x", tuple(Choice(str(number), "x") for number in range(26))),
        Select("x", "x", ()),
        select("x" * 101),
        select(""),
        select("x", "x" * 151),
        select("x", "x", Choice("x", "x" * 101)),
        select("x", "x", Choice("x", "")),
        select("x", "x", Choice("x" * 101, "x")),
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
def test_selects_keep_every_limit(wrong: Select) -> None:
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
def test_there_are_five_rows_at_most_and_no_custom_id_is_there_twice(wrong: tuple[Row, ...]) -> None:
    with pytest.raises(LimitError):
        Message("x", rows=wrong)


def test_the_words_for_a_picture_are_not_too_long() -> None:
    with pytest.raises(LimitError):
        Message(picture=Picture("x.png", b"x", "x" * 1025))
