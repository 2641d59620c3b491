"""Typed commands, and messages as text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

import pytest
from discord.app_commands import AppCommand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.local.terminal import TypingError, matches_label, parse_command, render_text
from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, Registered, only, private, readable

Commands = Sequence[AppCommand]
WORDS = ["/solitaire", "start", "move", "draw", "help", "tens", "deal:7", "deal:", "game:", ":", "3>5", "/", "what:x"]


@pytest.fixture
def commands(registered: Registered) -> Commands:
    return registered.commands


@pytest.mark.parametrize(
    ("line", "name", "options"),
    [
        ("/solitaire help", "solitaire help", {}),
        ("/solitaire start tens", "solitaire start", {"game": "tens"}),
        ("/solitaire start TENS 7", "solitaire start", {"game": "tens", "deal": "7"}),
        ("  /solitaire start tens".strip(), "solitaire start", {"game": "tens"}),
        ("/solitaire start deal:7 game:dimes", "solitaire start", {"game": "dimes", "deal": "7"}),
        ("/solitaire start dimes rules:deck", "solitaire start", {"game": "dimes", "rules": "deck"}),
        (
            "/solitaire start game:diplomat 7 rules:free",
            "solitaire start",
            {"game": "diplomat", "deal": "7", "rules": "free"},
        ),
        ("/solitaire move 3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire move move:3 > 5", "solitaire move", {"move": "3 > 5"}),
        ("/solitaire   show", "solitaire show", {}),
    ],
)
def test_options_are_given_in_order_or_by_name_and_extra_words_belong_to_the_last(
    commands: Commands, line: str, name: str, options: dict[str, str]
) -> None:
    assert parse_command(line, commands) == (name, options)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "start with a slash"),
        ("/", "There is no command /. Try /solitaire, /solitaire-admin."),
        ("/chess", "There is no command /chess. Try /solitaire, /solitaire-admin."),
        ("/solitaire", "Try /solitaire start, /solitaire daily"),
        ("/solitaire dance", "no command /solitaire dance. Try /solitaire start"),
        ("/solitaire show two", "takes no options"),
        ("/solitaire start deal:1 deal:2", "deal is given twice"),
    ],
)
def test_an_invalid_command_is_explained(commands: Commands, line: str, said: str) -> None:
    with pytest.raises(TypingError, match=re.escape(said)):
        parse_command(line, commands)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=300)
@given(line=st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5))).map(" ".join)))
def test_any_line_is_parsed_or_explained(commands: Commands, line: str) -> None:
    with contextlib.suppress(TypingError):
        name, options = parse_command(line, commands)
        assert name.startswith(("solitaire ", "solitaire-admin "))
        assert all(isinstance(value, str) for value in options.values())


@pytest.mark.parametrize("view", BoardView)
async def test_a_message_as_plain_text(room: CardRoom, view: BoardView) -> None:
    await room.prefer(view=view)
    await room.start("dimes", 8)  # a first board has more buttons
    shown = readable(render_text(await room.start("tens", 8)))
    assert "alice · Tens · deal 8" in shown
    assert "`" not in shown
    assert "*" not in shown
    assert "<:" not in shown
    assert "\ufe0e" not in shown
    assert "[9♠ + A♦ · piles 4 + 8]" in shown
    assert shown.endswith("(Undo) (Redo) [Menu] [Hint] [Challenge]")


async def test_emoji_become_cards_in_columns(room: CardRoom) -> None:
    shown = render_text(await room.start("grounds-for-divorce", 8))
    assert "\n1   2   3   4   5   6   7   8   9   10" in shown
    assert "\n▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒   ▒" in shown
    assert "\nK♦  J♣  K♠  5♣  9♣  A♣  6♣  8♥  7♥  7♣" in shown


async def test_empty_piles_become_dashes_and_empty_foundations_their_suits(room: CardRoom) -> None:
    await room.prefer(four_colour=True)
    shown = render_text(await room.start("diplomat", 8))
    assert "\nFoundations · up from A\n" in shown
    assert "\n–♣  –♣  –♦  –♦  –♥  –♥  –♠  –♠" in shown
    assert "\nWaste –" in shown
    assert "8♠  " in shown


async def test_a_picture_becomes_its_description(room: CardRoom) -> None:
    await room.prefer(view=BoardView.PICTURE)
    assert "\n(picture: Stock: 54. 1: " in render_text(await room.start("grounds-for-divorce", 8))


async def test_a_private_message_says_so(room: CardRoom) -> None:
    refused = await room.say("undo")
    assert render_text(only(refused)).startswith(f"(only you can see this)\n{plain_text(private(refused))}")


def plain_text(message: str) -> str:
    return message.replace("`", "")


@pytest.mark.parametrize(
    ("label", "typed"),
    [("Undo", "undo"), ("Give up", " GIVE UP "), ("9♠\ufe0e + A♦\ufe0e · piles 4 + 8", "9♠ + a♦\ufe0f · Piles 4 + 8")],
)
def test_labels_match_leniently(label: str, typed: str) -> None:
    assert matches_label(label, typed)
    assert not matches_label(label, f"{typed} too")


def test_an_option_may_be_a_person(commands: Commands) -> None:
    people = {"alice": 1, "bob": 2}
    for line in ("/solitaire stats bob", "/solitaire stats player:@Bob"):
        assert parse_command(line, commands, people=people) == ("solitaire stats", {"player": 2})
    with pytest.raises(TypingError, match=r"no @carol here. Try @alice, @bob\."):
        parse_command("/solitaire stats carol", commands, people=people)


def test_an_option_may_be_a_channel(commands: Commands) -> None:
    channels = {"solitaire": 1, "patience": 2}
    for line in ("/solitaire-admin announce patience", "/solitaire-admin announce channel:#Patience"):
        assert parse_command(line, commands, channels=channels) == ("solitaire-admin announce", {"channel": 2})
    with pytest.raises(TypingError, match=r"no #tea here. Try #solitaire, #patience\."):
        parse_command("/solitaire-admin announce #tea", commands, channels=channels)


async def test_selected_choices_and_buttons_that_are_on_are_marked(room: CardRoom) -> None:
    await room.prefer(view=BoardView.PICTURE, auto_home=True)
    read = render_text(only(await room.say("settings")))
    assert read.count("✅") == 4
    assert "[Board: Text] [✅ Board: Picture]" in read
    assert "[✅ Language: same as Discord]" in read
    assert "[Only I see new boards] [✅ Auto-move safe cards home]" in read


async def test_emoji_within_a_sentence_become_cards_without_columns(room: CardRoom) -> None:
    await room.start("diplomat", 7)
    assert "Q♠ can't go on 4♥. Any 3 can." in render_text(only(await room.say("move", move="3>5")))


async def test_timestamps_become_utc(room: CardRoom) -> None:
    await room.alice.send(room.channel, "The next one comes <t:1795305600:R>, at <t:1795305600>.")
    assert "comes Sun 22 Nov 2026, 00:00 UTC, at Sun 22 Nov 2026, 00:00 UTC." in render_text(room.messages()[-1])


@pytest.mark.parametrize(
    ("name", "content", "shown"),
    [
        ("games.json", b'{"games": ["`3>5` **"]}', '(file: games.json, 23 bytes)\n{"games": ["`3>5` **"]}'),
        ("notes.txt", b"x" * 9000, "(file: notes.txt, 9000 bytes)\n" + "x" * 4000 + "…"),
        ("games.zip", b"PK", "(file: games.zip, 2 bytes)"),
        ("table.png", b"PNG", "(picture: table.png)"),
    ],
)
async def test_an_attached_file_is_named_and_a_text_file_is_printed(
    room: CardRoom, name: str, content: bytes, shown: str
) -> None:
    await room.alice.send(room.channel, "Here:", attachments=[(name, content)])
    assert render_text(room.messages()[-1], room.env.backend.cdn.get) == f"Here:\n{shown}"


def test_an_option_may_be_a_switch(commands: Commands) -> None:
    for line in ("/solitaire start tens winnable:False", "/solitaire start tens winnable:no"):
        assert parse_command(line, commands) == ("solitaire start", {"game": "tens", "winnable": False})
    assert parse_command("/solitaire start tens winnable:true", commands)[1]["winnable"] is True
    with pytest.raises(TypingError, match=r"The option winnable is True or False, not “maybe”\."):
        parse_command("/solitaire start tens winnable:maybe", commands)
