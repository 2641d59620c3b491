"""`/solitaire-admin panel`: a message that stays, with buttons that answer in private."""

import pytest

from tests.support.card_room import CardRoom, only, private
from tests.support.shown import Shown

BUTTONS = ["Play", "Today", "My games", "Leaderboard"]


async def post(room: CardRoom) -> Shown:
    assert "Pin the message" in private(await room.alice.slash(room.channel, "solitaire-admin panel"))
    (panel,) = panels(room)
    return panel


def panels(room: CardRoom) -> list[Shown]:
    return [message for message in room.messages() if list(message.buttons) == BUTTONS]


async def test_a_panel_has_three_lines_at_most_and_is_posted_once(room: CardRoom) -> None:
    panel = await post(room)
    assert not panel.ephemeral
    assert len([panel.title, *panel.lines]) <= 3
    await room.deliver(room.last_interaction)
    assert len(panels(room)) == 1


@pytest.mark.parametrize(
    ("button", "answer"),
    [
        ("Play", "Hi, I'm Patience Bot!"),
        ("Today", "New deals <t:1795305600:R>"),
        ("My games", "No games are waiting."),
        ("Leaderboard", "Nobody has points yet."),
    ],
)
async def test_each_button_answers_a_newcomer_in_private_and_leaves_the_panel(
    day: CardRoom, button: str, answer: str
) -> None:
    panel = await post(day)
    await day.restart()
    shown = only(await day.press(panel, button, day.bob))
    assert shown.ephemeral
    assert answer in shown.text
    assert len(panels(day)) == 1


async def test_a_panel_offers_all_games_to_those_who_have_played(room: CardRoom) -> None:
    panel = await post(room)
    await room.start("tens", 8)
    shown = only(await room.press(panel, "Play"))
    assert shown.ephemeral
    assert shown.title == "What would you like to play?"


@pytest.mark.parametrize("command", ["panel", "announce"])
async def test_only_managers_of_the_server_can_use_admin_commands(room: CardRoom, command: str) -> None:
    (group,) = (each for each in await room.client.tree.fetch_commands() if each.name == "solitaire-admin")
    room.env.guild.set_command_permissions(group, {room.bob: True})
    said = private(await room.bob.slash(room.channel, f"solitaire-admin {command}"))
    assert "You need the Manage Server permission" in said
    assert room.posts() == []


async def test_a_bot_that_may_not_post_says_what_it_lacks(room: CardRoom) -> None:
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="No", times=1)
    said = private(await room.alice.slash(room.channel, "solitaire-admin panel"))
    assert f"I can't post in <#{room.channel.id}>" in said
    assert "Send Messages" in said
    assert panels(room) == []
