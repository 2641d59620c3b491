"""People's actions in Discord: type commands, complete options, press buttons and use selects."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.support.commands import as_typed
from tests.support.components import button_name, plain_name
from tests.support.wire.interactions import Interaction, Kind
from tests.support.wire.objects import Guild, Message, Payload, User
from tests.support.wire.world import World

_SUBCOMMAND = 1
_BUTTON = 2
_SELECT = 3
_STRING = 3

Deliver = Callable[[Interaction], Awaitable[None]]
"""Sends an interaction to the bot."""


@dataclass(frozen=True)
class Person:
    """A user in a server."""

    user: User
    guild: Guild
    _world: World
    deliver: Deliver

    async def say(self, command: str, **options: Any) -> Interaction:
        """Type `/solitaire command`; return the answered interaction. Raises UnansweredError."""
        return await self.send(self.command(command, **options))

    async def press(self, message: Message, label: str) -> Interaction:
        """Press a button or choice; return the answered interaction. Raises UnansweredError."""
        return await self.send(self.component(message, label))

    async def complete(self, command: str, option: str, typed: str) -> dict[str, str]:
        """Return the suggested values for a typed text, by label. Raises UnansweredError."""
        answered = await self.send(self.completion(command, option, typed))
        return {choice["name"]: choice["value"] for choice in answered.choices}

    async def send(self, interaction: Interaction) -> Interaction:
        """Deliver an interaction, and wait for its answer. Raises UnansweredError."""
        await self.deliver(interaction)
        return await interaction.wait()

    def command(self, command: str, *, age: float = 0.0, **options: Any) -> Interaction:
        """Make the interaction of a command typed this many seconds ago, without delivering it.

        The word of a button, such as undo, is typed as a move.
        """
        return self._make(Kind.COMMAND, self._command_data(*as_typed(command, options)), age=age)

    def completion(self, command: str, option: str, typed: str) -> Interaction:
        """Make the interaction of typing an option, without delivering it."""
        data = self._command_data(command, {option: typed})
        data["options"][0]["options"][0]["focused"] = True
        return self._make(Kind.AUTOCOMPLETE, data)

    def component(self, message: Message, label: str, *, age: float = 0.0) -> Interaction:
        """Make the interaction of pressing the component with this label, without delivering it."""
        return self._make(Kind.COMPONENT, _component_data(message, label), message, age=age)

    def button(self, message: Message, custom_id: str) -> Interaction:
        """Make the interaction of pressing the button with this custom id in the message, without delivering it."""
        return self._make(Kind.COMPONENT, {"component_type": _BUTTON, "custom_id": custom_id}, message)

    def _make(self, kind: Kind, data: Payload, message: Message | None = None, *, age: float = 0.0) -> Interaction:
        number = self._world.ids.make(age=age)
        token = self._world.new_token()
        payload = {
            "id": str(number),
            "application_id": str(self._world.bot.id),
            "type": int(kind),
            "token": token,
            "version": 1,
            "data": data,
            "context": 0,
            "authorizing_integration_owners": {"0": str(self.guild.id)},
            "member": self.user.member_payload(),
            "channel_id": str(self.guild.channel_id),
            "channel": self.guild.channel_payload(),
            "guild_id": str(self.guild.id),
            "guild": {"id": str(self.guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "locale": "en-US",
            "app_permissions": "2147483647",
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if message is not None:
            message = self._world.message(message.id)
            payload["message"] = message.payload()
        interaction = Interaction(number, token, kind, self.guild.channel_id, payload, message)
        interaction.made -= age
        self._world.interactions[token] = interaction
        return interaction

    def _command_data(self, name: str, options: dict[str, Any]) -> Payload:
        """The data of a subcommand, from the first command that has one of this name."""
        for command in self._world.commands:
            for option in command.get("options", ()):
                if option["name"] == name:
                    given = [{"name": key, "type": _STRING, "value": value} for key, value in options.items()]
                    subcommand = {"name": name, "type": _SUBCOMMAND, "options": given}
                    return {"id": command["id"], "name": command["name"], "type": 1, "options": [subcommand]}
        raise LookupError(f"no command {name} is registered")


def _component_data(message: Message, label: str) -> Payload:
    """The data of a press on the button with this label, or of the choice with this label in a select."""
    for part in (part for row in message.components for part in row["components"]):
        if (
            part["type"] == _BUTTON
            and label in (part.get("label"), plain_name(button_name(part)))
            and not part.get("disabled")
        ):
            return {"component_type": _BUTTON, "custom_id": part["custom_id"]}
        for option in part.get("options", ()):
            if option["label"] == label:
                return {"component_type": _SELECT, "custom_id": part["custom_id"], "values": [option["value"]]}
    raise LookupError(f"there is no enabled button or choice {label}")
