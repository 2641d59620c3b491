"""Shared by the commands for managers of a server: who may use them, and where the bot can post."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.commands.context import Context
from bot.commands.request_errors import REQUEST_ERRORS, is_about_recipient
from engine import PatienceError


def managed_server(context: Context) -> int:
    """The server of the interaction. Raises PatienceError for a user who does not manage it."""
    # Servers may let others see the command, so Discord's own check of permissions is not enough.
    if context.server_id is None or not context.interaction.permissions.manage_guild:
        raise PatienceError("You need the Manage Server permission for that.")
    return context.server_id


@contextmanager
def naming_permissions(channel_id: int) -> Iterator[None]:
    """If Discord does not let the bot post in this channel, raise a PatienceError that names the missing permission."""
    try:
        yield
    except REQUEST_ERRORS as error:
        if not is_about_recipient(error):
            raise
        raise PatienceError(
            "I can't post in <#{channel}>. Add me to the server with the scope `bot`, and give me these "
            "permissions there: View Channel, Send Messages, Embed Links.",
            channel=channel_id,
        ) from error
