"""Slash commands as typed lines."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from discord.app_commands import AppCommand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.terminal import TypingError, as_text, read_command
from tests.bot.card_room import CardRoom

Commands = Sequence[AppCommand]
WORDS = ["/solitaire", "start", "move", "draw", "help", "tens", "deal:7", "deal:", "game:", ":", "3>5", "/", "what:x"]


@pytest.fixture
async def commands(room: CardRoom) -> Commands:
    return await room.client.tree.fetch_commands()


@pytest.mark.parametrize(
    ("line", "name", "options"),
    [
        ("/solitaire help", "solitaire help", {}),
        ("/solitaire start tens", "solitaire start", {"game": "tens"}),
        ("/solitaire start TENS 7", "solitaire start", {"game": "tens", "deal": "7"}),
        ("  /solitaire start tens".strip(), "solitaire start", {"game": "tens"}),
        ("/solitaire start deal:7 game:dimes", "solitaire start", {"game": "dimes", "deal": "7"}),
        ("/solitaire start dimes tens:deck", "solitaire start", {"game": "dimes", "tens": "deck"}),
        (
            "/solitaire start game:diplomat 7 stock:free",
            "solitaire start",
            {"game": "diplomat", "deal": "7", "stock": "free"},
        ),
        ("/solitaire move 3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire move move:3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire   draw", "solitaire draw", {}),
    ],
)
def test_options_come_in_order_by_name_and_the_rest_joined(
    commands: Commands, line: str, name: str, options: dict[str, str]
) -> None:
    assert read_command(line, commands) == (name, options)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "start with a slash"),
        ("/", "There is no command /. There is /solitaire."),
        ("/chess", "There is no command /chess. There is /solitaire."),
        ("/solitaire", "There is /solitaire start, /solitaire move"),
        ("/solitaire dance", "no command /solitaire dance. There is /solitaire start"),
        ("/solitaire draw two", "takes no options"),
        ("/solitaire start deal:1 deal:2", "deal is given twice"),
    ],
)
def test_what_is_no_command_is_told_why(commands: Commands, line: str, said: str) -> None:
    with pytest.raises(TypingError, match=re.escape(said)):
        read_command(line, commands)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(line=st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5))).map(" ".join)))
def test_no_line_breaks_the_reading(commands: Commands, line: str) -> None:
    with contextlib.suppress(TypingError):
        name, options = read_command(line, commands)
        assert name.startswith("solitaire ")
        assert all(isinstance(value, str) for value in options.values())


async def test_a_message_reads_as_plain_text(room: CardRoom) -> None:
    shown = as_text(await room.start("tens", 8))
    assert "alice · Tens · deal 8" in shown
    assert "`" not in shown
    assert "*" not in shown
    assert shown.endswith("(Undo) (Redo) [New game]")


def test_a_private_message_says_so() -> None:
    message = cast("object", SimpleNamespace(ephemeral=True, content="No.", embeds=[], components=[]))
    assert as_text(message) == "(only you can see this)\nNo."  # type: ignore[arg-type]
