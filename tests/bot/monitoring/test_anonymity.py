"""No line of the log and no report names anyone: no person, server or channel, whatever happens."""

from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.app.limits import Limit
from bot.commands.routes import GROUPS
from bot.messages.actions import Action
from bot.monitoring import logs
from bot.services.games import Games
from bot.store import StoreError
from bot.store.sqlite import SQLite
from tests.support.card_room import CALLBACK, LATER_EDITS, CardRoom
from tests.support.daily_room import day, fill_every_table, midnight, on
from tests.support.forging import send
from tests.support.reports import Sent

__all__ = ["day", "on"]

CHANNEL_MESSAGES = "/channels/*/messages"


async def play_a_little(room: CardRoom) -> str:
    """Commands, a press and autocompletions; return the custom id of the menu."""
    board = await room.start("diplomat", 8)
    menu = str(board.buttons["Menu"]["custom_id"])
    await room.press(board, "Menu")
    await room.say("move", move="nonsense")
    await room.complete("")
    await room.alice.autocomplete(room.channel, "solitaire leaderboard", "date", "2026")
    await room.alice.autocomplete(room.channel, "solitaire start", "rules", "")
    await room.say("stats", player=room.bob)
    await room.say("undo")
    return menu


async def press_and_type(room: CardRoom, menu: str) -> None:
    """One command, one press and two autocompletions, each of which may fail."""
    await send(room, room.alice, 2, command("solitaire", "show"))
    await send(room, room.alice, 3, {"custom_id": menu, "component_type": 2})
    typed = {"name": "move", "type": 3, "value": "", "focused": True}
    await send(room, room.alice, 4, command("solitaire", "move", typed))
    game = {"name": "game", "type": 3, "value": "diplomat"}
    await send(room, room.alice, 4, command("solitaire", "start", game, {**typed, "name": "level"}))


async def send_outdated(room: CardRoom) -> None:
    """An option that this bot does not have, and a channel that Discord does not describe."""
    typed = {"name": "pile", "type": 3, "value": "secret", "focused": True}
    channel = {"name": "channel", "type": 7, "value": str(room.channel.id)}
    await send(room, room.alice, 4, command("solitaire", "move", typed))
    await send(room, room.alice, 2, command("solitaire-admin", "announce", channel))


async def use_everything(room: CardRoom) -> None:
    """Every command with and without what is optional, every completion, and every button."""
    for group in GROUPS:
        for each in group.walk_commands():
            assert isinstance(each, app_commands.Command)
            needed = [option(room, parameter) for parameter in each.parameters if parameter.required]
            await send(room, room.alice, 2, command(group.name, each.name, *needed))
            given = [option(room, parameter) for parameter in each.parameters]
            await send(room, room.alice, 2, command(group.name, each.name, *given))
            for number, parameter in enumerate(each.parameters):
                if parameter.autocomplete:
                    typed = [*given[:number], given[number] | {"focused": True}]
                    await send(room, room.alice, 4, command(group.name, each.name, *typed))
    for action in Action:
        custom_id = f"solitaire:{action}:{await own_game(room)}:"
        await send(room, room.alice, 3, {"custom_id": custom_id, "component_type": 2})


def option(room: CardRoom, parameter: app_commands.Parameter) -> dict[str, Any]:
    """What somebody might choose or type for a parameter."""
    typed = OPTIONS.get(parameter.name, "x")
    value = parameter.choices[0].value if parameter.choices else typed
    if parameter.type is AppCommandOptionType.channel:
        value = str(room.channel.id)
    elif parameter.type is AppCommandOptionType.user:
        value = str(room.bob.id)
    return {"name": parameter.name, "type": parameter.type.value, "value": value}


OPTIONS = {"game": "tens", "deal": "8", "date": "2026-11-21"}


async def own_game(room: CardRoom) -> str:
    """The id and version of Alice's game; of none once her data are deleted."""
    game = await room.games.find(room.alice.id)
    return "0:0" if game is None else f"{game.id}:{game.version}"


def command(group: str, name: str, *options: dict[str, Any]) -> dict[str, Any]:
    chosen = {"name": name, "type": 1, "options": options}
    return {"id": "1", "name": group, "type": 1, "options": [chosen]}


def names(room: CardRoom) -> set[str]:
    """What no line may contain: names and ids of people, servers and channels."""
    backend = room.env.backend
    numbers = {*backend.users, *backend.guilds, *backend.channels}
    people = {user.name for user in backend.users.values() if not user.bot}
    assert {"alice", "bob"} <= people
    return people | set(map(str, numbers))


async def test_no_line_and_no_report_names_anyone(
    on: CardRoom, sent: Sent, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.configure_logging("DEBUG")
    people = f"{on.alice.id} in {on.channel.id} of {on.env.guild.id}"
    menu = await play_a_little(on)

    async def fails(*_: object, **__: object) -> Any:
        raise KeyError(people)

    async def database_fails(*_: object, **__: object) -> Any:
        raise StoreError("The database cannot be used: the disk is full.")

    faults: dict[str, tuple[object, str, Any]] = {
        "in the services": (Games, "find", fails),
        "in a move": (Games, "play", fails),
        "of the database": (Games, "find", database_fails),
        "of preferences": (on.services.preferences, "of", database_fails),
        "of writes": (SQLite, "write", database_fails),
        "of late interactions": (None, "bot.app.client.LATEST_SECONDS", -1.0),
        "of quick users": (on.client.limits, "take", lambda *_, **__: Limit.USER),
    }
    for owner, name, fault in faults.values():
        with monkeypatch.context() as patch:
            patch.setattr(name, fault) if owner is None else patch.setattr(owner, name, fault)
            await press_and_type(on, menu)
    for status, code in ((404, 10062), (400, 40060), (403, 50013), (400, 50035), (503, 0), (404, 10008)):
        for path in (CALLBACK, *LATER_EDITS):
            on.env.inject_error("*", path, status=status, code=code, message="No", times=None)
            await press_and_type(on, menu)
            on.env.backend.faults.clear()
    await send_outdated(on)
    await fill_every_table(on, on.alice)
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=503, message="No", times=1)
    await midnight(on)
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=403, code=50013, message="No", times=1)
    await midnight(on, "2026-11-23")
    with monkeypatch.context() as patch:
        patch.setattr(SQLite, "write", database_fails)
        await use_everything(on)
    on.env.inject_error("*", CALLBACK, status=503, code=0, message="No", times=None)
    await use_everything(on)
    on.env.backend.faults.clear()
    await use_everything(on)

    out, written = capsys.readouterr()
    assert out == ""
    for about in ("ok", "refused", "not answered", "unexpected", "Ignoring exception in autocomplete", "announce"):
        assert about in written
    assert sent.events
    for name in names(on):
        assert name not in sent.content
        assert name not in written, [line for line in written.splitlines() if name in line]
