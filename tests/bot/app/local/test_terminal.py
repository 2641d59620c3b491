"""Typed commands, and messages as text."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import simcord
from discord import AppCommandType
from discord.app_commands import AppCommand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.local.terminal import Control, TypingError, matches_label, parse_command, render_text
from bot.model.preferences import BoardView
from engine import Status
from tests.support.card_room import CardRoom, Registered
from tests.support.shown import only, private, public, readable

Commands = Sequence[AppCommand]
NAMED = {"alice": 1, "bob": 2, "solitaire": 3}
WORDS = ["/solitaire", "start", "move", "draw", "help", "tens", "deal:7", "deal:", "game:", ":", "3>5", "/", "what:x"]


@pytest.fixture
def commands(registered: Registered) -> Commands:
    return [command for command in registered.commands if command.type is AppCommandType.chat_input]


@pytest.mark.parametrize(
    ("line", "name", "options"),
    [
        ("/solitaire help", "solitaire help", {}),
        ("/solitaire   show", "solitaire show", {}),
        ("/solitaire start tens", "solitaire start", {"game": "tens"}),
        ("/solitaire start deal:7 game:dimes", "solitaire start", {"game": "dimes", "deal": "7"}),
        (
            "/solitaire start tens deal:7 winnable:False",
            "solitaire start",
            {"game": "tens", "deal": "7", "winnable": False},
        ),
        ("/solitaire move 3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire move move:3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire stats bob", "solitaire stats", {"player": 2}),
        ("/solitaire challenge game:tens player:bob", "solitaire challenge", {"game": "tens", "player": 2}),
        ("/solitaire-admin announce solitaire", "solitaire-admin announce", {"channel": 3}),
        ("/solitaire", "solitaire", {}),
        ("/solitaire show two", "solitaire show two", {}),
    ],
)
def test_options_have_names_and_other_words_are_the_first_one(
    commands: Commands, line: str, name: str, options: dict[str, object]
) -> None:
    assert parse_command(line, commands, NAMED) == (name, options)


@pytest.mark.parametrize("line", ["hello", "solitaire help", "press"])
def test_a_line_that_is_no_command_is_explained(commands: Commands, line: str) -> None:
    with pytest.raises(TypingError, match="start with a slash"):
        parse_command(line, commands, NAMED)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=300)
@given(line=st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5))).map(" ".join)))
def test_any_line_is_parsed_or_explained(commands: Commands, line: str) -> None:
    with contextlib.suppress(TypingError):
        _, options = parse_command(line, commands, {})
        assert all(isinstance(value, str | bool) for value in options.values())


def printed(room: CardRoom, message: simcord.ResponseMessage) -> str:
    """The text that the terminal prints for a message at this moment."""
    return render_text(message, now=datetime.fromtimestamp(room.now(), UTC))


@pytest.mark.parametrize("view", BoardView)
async def test_a_message_as_plain_text(room: CardRoom, view: BoardView) -> None:
    await room.prefer(view=view)
    await room.start("dimes", 8)  # a first board has more buttons
    shown = readable(printed(room, await room.start("tens", 8)))
    assert "alice" in shown
    assert "deal 8" in shown
    assert not any(mark in shown for mark in ("`", "*", "<:", "\ufe0e"))
    assert shown.endswith("[10] (11) [12] [13] (Undo) [Hint] [Menu]")
    listed = readable(printed(room, await room.start("diplomat", 8)))
    named = "8 of spades, pile 7 to pile 6 (9 of clubs)" if view is BoardView.WORDS else "8♠ · pile 7 → pile 6 (9♣)"
    assert f"[{named}]" in listed
    assert "[7] (8) (Waste) " in listed


async def test_emoji_become_cards_in_columns_and_marked_ones_get_a_sign(room: CardRoom) -> None:
    shown = printed(room, await room.start("grounds-for-divorce", 8))
    assert "\n1   2   3   4   5   6   7   8   9   10" in shown
    assert "\n▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒" in shown
    assert "\nK♦  J♣  K♠  5♣  9♣  A♣  6♣  8♥  7♥  7♣" in shown
    shown = printed(room, public(await room.say("move", move="deal")))
    dealt = next(line for line in shown.splitlines() if "*" in line)
    assert len(dealt.split("*")) == 11
    assert {dealt.index(card) % 4 for card in dealt.split()} == {0}


async def test_empty_piles_become_dashes_and_empty_foundations_their_suits(room: CardRoom) -> None:
    await room.prefer(four_colour=True)
    shown = printed(room, await room.start("diplomat", 8))
    assert "\nFoundations · from A up\n" in shown
    assert "\n–♣  –♣  –♦  –♦  –♥  –♥  –♠  –♠" in shown
    assert "\nWaste –" in shown
    assert "8♠  " in shown


async def test_a_picture_becomes_its_description(room: CardRoom) -> None:
    await room.prefer(view=BoardView.PICTURE)
    assert "\n(picture: Stock: 54. 1: " in printed(room, await room.start("grounds-for-divorce", 8))


async def test_a_private_message_says_so(room: CardRoom) -> None:
    refused = await room.say("undo")
    said = private(refused).replace("`", "")
    assert printed(room, only(refused)).startswith(f"(only you can see this)\n{said}")


async def test_a_button_beside_a_text_is_on_its_line(room: CardRoom) -> None:
    shown = printed(room, only(await room.say("settings")))
    assert "\nHide my statistics from others [Off]\nKeeps everyone else" in shown


@pytest.mark.parametrize(
    ("label", "typed"),
    [("Undo", "undo"), ("Give up", " GIVE UP "), ("9♠\ufe0e + A♦\ufe0e · piles 4 + 8", "9♠ + a♦\ufe0f · Piles 4 + 8")],
)
def test_labels_match_leniently(label: str, typed: str) -> None:
    control = Control("", label)
    assert matches_label(control, typed)
    assert not matches_label(control, f"{typed} too")


async def test_emoji_within_a_sentence_become_cards_without_columns(room: CardRoom) -> None:
    await room.start("diplomat", 7)
    assert "Q♠ can't go on 4♥. Any 3 can." in printed(room, only(await room.say("move", move="3>5")))


@pytest.mark.parametrize(
    ("seconds", "style", "said"),
    [
        (0, "", "Sat 21 Nov 2026, 12:00 UTC"),
        (0, ":t", "12:00 UTC"),
        (2 * 86_400, ":R", "in 2 days"),
        (86_000, ":R", "in 24 hours"),
        (90, ":R", "in 2 minutes"),
        (0, ":R", "now"),
        (-1, ":R", "1 second ago"),
    ],
)
async def test_timestamps_become_utc_or_count_from_now(room: CardRoom, seconds: int, style: str, said: str) -> None:
    room.set_clock("2026-11-21 12:00")
    await room.alice.send(room.channel, f"Open until then (<t:{int(room.now()) + seconds}{style}>).")
    assert printed(room, room.messages()[-1]) == f"Open until then ({said})."


async def test_badges_become_an_emoji_that_a_terminal_has(room: CardRoom) -> None:
    await room.start("tens", 13)
    while (game := (await room.game()).game).status is Status.PLAYING:
        await room.play(str(game.legal_moves()[0]))
    assert "\n🏅 New badge: First win at Tens" in printed(room, only(await room.say("show")))


async def test_an_attached_file_is_named(room: CardRoom) -> None:
    files = [("games.json", b"{}"), ("table.png", b"PNG")]
    await room.alice.send(room.channel, "Here:", attachments=files)
    assert printed(room, room.messages()[-1]) == "Here:\n(file: games.json, 2 bytes)\n(picture: table.png)"
