"""The client: interactions in hand while it stops, and what it asks of Discord."""

import asyncio

import discord

from bot.model.game import UserGame
from tests.support.card_room import CardRoom
from tests.support.shown import private, public


async def test_stopping_waits_for_interactions_in_hand_and_refuses_new_ones(room: CardRoom) -> None:
    await room.start("dimes", 8)
    slow = asyncio.Event()
    play = room.services.games.play

    async def slowly(*given: object, **named: object) -> UserGame:
        slow.set()
        await asyncio.sleep(0.2)
        return await play(*given, **named)  # type: ignore[arg-type]

    room.services.games.play = slowly  # type: ignore[method-assign]
    drawing = asyncio.create_task(room.say("draw"))
    await slow.wait()
    await room.client.finish(60.0)
    board = public(await drawing)
    assert board.moves_made == 1
    assert "restarting" in private(await room.say("draw"))
    assert "restarting" in private(await room.press(board, "Draw"))
    assert "restarting" in private(await room.say("help"))
    assert await room.complete("") == {}
    assert await room.saved() == "dimes|8||1|draw"


async def test_stopping_does_not_wait_forever(room: CardRoom) -> None:
    await room.start("dimes", 8)
    begun = asyncio.Event()

    async def never(*_: object, **__: object) -> UserGame:
        begun.set()
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    room.services.games.play = never  # type: ignore[method-assign]
    drawing = asyncio.create_task(room.say("draw"))
    await begun.wait()
    await asyncio.wait_for(room.client.finish(0.05), 60.0)
    await drawing


async def test_stopping_removes_the_placeholder_of_a_cancelled_interaction(room: CardRoom) -> None:
    await room.start("tens", 8)
    room.solver.pause = 60

    def promises() -> list[str]:
        return [message.content for message in room.messages() if "Thinking …" in message.content]

    hinting = asyncio.create_task(room.say("hint"))
    while not promises():
        await asyncio.sleep(0.01)
    await room.client.finish(0.05)
    assert promises() == []
    await hinting


async def test_the_client_needs_no_intents(room: CardRoom) -> None:
    assert room.client.intents == discord.Intents.none()
    assert not room.client.allowed_mentions or not room.client.allowed_mentions.everyone


async def test_commands_work_in_servers_and_direct_messages_for_server_and_user_installs(room: CardRoom) -> None:
    payload = next(command.to_dict(room.client.tree) for command in room.client.tree.get_commands())
    assert payload["integration_types"] == [0, 1]
    assert payload["contexts"] == [0, 1, 2]
