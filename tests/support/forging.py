"""Interactions that Discord's own clients would never send: any option or custom id, from any user."""

import copy
from typing import Any
from weakref import WeakKeyDictionary

import simcord

from tests.support.card_room import CardRoom
from tests.support.kinds import tables
from tests.support.shown import Shown


async def send(room: CardRoom, who: simcord.MemberActor, kind: int, data: dict[str, Any]) -> Any:
    """Deliver a forged interaction, and return SimCord's record of it."""
    if room not in _interactions:
        async with room.at_once(times=0):
            await room.say("help")
        (_interactions[room],) = room.held
    payload = copy.deepcopy(_interactions[room])
    record = room.env.backend.new_interaction(kind, room.channel.id, who.id, room.env.guild.id)
    payload |= {"id": str(record.id), "token": record.token, "type": kind, "data": data}
    payload["member"]["user"] |= {"id": str(who.id), "username": who.user.name}
    if kind == 3:
        record.source_message_id = max(room.env.backend.messages[room.channel.id])
        payload["message"] = {"id": str(record.source_message_id), "channel_id": str(room.channel.id)} | _MESSAGE
    await room.deliver(payload)
    return record


_interactions: WeakKeyDictionary[CardRoom, dict[str, Any]] = WeakKeyDictionary()
"""A genuine interaction of each room, to forge others from."""

_MESSAGE: dict[str, Any] = {
    "author": {"id": "1", "username": "bot", "discriminator": "0000", "avatar": None},
    "content": "",
    "timestamp": "2026-11-21T10:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "pinned": False,
    "type": 0,
    "components": [],
    "flags": 64,
}


async def press(
    room: CardRoom,
    custom_id: str,
    chosen: str | None = None,
    who: simcord.MemberActor | None = None,
    *,
    is_private: bool = True,
) -> list[Shown]:
    """Press a forged component under the newest message, and return that message and the answers.

    If `is_private`, the answer must be private.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if chosen is not None:
        data |= {"component_type": 3, "values": [chosen]}
    messages = room.env.backend.messages[room.channel.id]
    known = set(messages)
    pressed = Shown(room.env, messages[max(known)])
    record = await send(room, who or room.alice, 3, data)
    assert record.responded, custom_id
    answers = [Shown(room.env, messages[number]) for number in sorted(messages.keys() - known)]
    assert not is_private or [answer.ephemeral for answer in answers] in ([], [True]), (custom_id, chosen)
    return [pressed, *answers]


async def press_on(
    message: Shown, room: CardRoom, custom_id: str, chosen: str | None = None, who: simcord.MemberActor | None = None
) -> None:
    """Press a forged component under a message that has other buttons."""
    async with room.at_once(times=0):
        await room.press(message, min(message.enabled), who)
    (payload,) = room.held
    payload["data"] = {"custom_id": custom_id, "component_type": 2}
    if chosen is not None:
        payload["data"] |= {"component_type": 3, "values": [chosen]}
    await room.deliver(payload)


async def kept(room: CardRoom) -> dict[str, list[dict[str, Any]]]:
    """The whole database except the settled interactions."""
    return {name: rows for name, rows in (await tables(room.url)).items() if name != "interactions"}
