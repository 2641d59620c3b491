"""A person in the local Discord, and a movable clock for it."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import simcord

from bot.app.local.world import World
from tests.support.commands import as_typed
from tests.support.shown import Shown

_NEW_DAY = time(0, 0, 1, tzinfo=UTC)
"""The time that `go_to_tomorrow` sets: SimCord's clock may end up a rounding error earlier."""


class MovableClock:
    """The present time, or a later one."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def advance(self, passed: timedelta) -> None:
        self._ahead += passed

    def go_to_tomorrow(self) -> None:
        now = self()
        self.advance(datetime.combine(now.date() + timedelta(days=1), _NEW_DAY) - now)


class Guest:
    """A person in a channel of the local Discord."""

    def __init__(self, world: World, name: str = "alice", channel: str = "solitaire") -> None:
        self._world = world
        self._room = world.rooms[channel]
        self._member = self._room.members[name]

    def messages(self) -> list[Shown]:
        stored = self._world.env.backend.messages[self._room.channel.id]
        seen = self._room.channel.history(viewer=self._member)
        return [Shown(self._world.env, stored[message.id]) for message in seen]

    async def say(self, command: str, **options: Any) -> Shown:
        """Type `/solitaire command`; return the last answer."""
        command, options = as_typed(command, options)
        return await self.call(f"solitaire {command}", **options)

    async def call(self, command: str, **options: Any) -> Shown:
        """Type a command; people and the channel are given by name. Return the last answer."""
        named: dict[Any, Any] = {**self._room.members, self._room.channel.name: self._room.channel}
        given = {option: named.get(value, value) for option, value in options.items()}
        async with self._world.turn():
            return _last_answer(await self._member.slash(self._room.channel, command, **given))

    async def press(self, label: str) -> Shown:
        """Press the newest button, or choose the newest choice, of this name; return the last answer.

        Raises LookupError if there is none.
        """
        async with self._world.turn():
            for message in reversed(self.messages()):
                if label in message.sent_choices:
                    custom_id, value = message.sent_choices[label]
                    return _last_answer(await self._member.select(message, [value], custom_id=custom_id))
                if (button := message.button(label)) is not None:
                    return _last_answer(await self._member.click(message, custom_id=button["custom_id"]))
        raise LookupError(f"there is no button {label}")


def _last_answer(result: simcord.InteractionResult) -> Shown:
    answers = [message for message in (result.response, *result.followups) if message is not None]
    return Shown.of(answers[-1])
