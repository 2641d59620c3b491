"""Registering the commands with Discord: when they have changed, and by one process for all."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Iterable
from typing import Any

from discord import app_commands

from bot.services import Services
from bot.store import StoreError

log = logging.getLogger(__name__)

LEASE_SECONDS = 10.0
"""For how long a process that registers is waited for: it takes a second or two, and twice does no harm."""

_LEASE = "commands"
_LOOK_SECONDS = 1.0


async def register_commands(tree: app_commands.CommandTree[Any], services: Services) -> None:
    """Have Discord know the commands as they are now.

    While the database fails they are registered whether it knows them or not.
    """
    try:
        payload = await _payload(tree)
        holder = secrets.token_hex(8)
        while not await _are_registered(tree, services, payload):
            if not await services.leases.claim(_LEASE, holder, LEASE_SECONDS):
                try:
                    return await _register(tree, services, payload)
                finally:
                    await services.leases.release(_LEASE, holder)
            await asyncio.sleep(_LOOK_SECONDS)
    except StoreError as error:
        log.warning("the commands are registered again: %s", error)
        await tree.sync()


async def _register(tree: app_commands.CommandTree[Any], services: Services, payload: str) -> None:
    """Register them, unless another process has just finished."""
    if not await _are_registered(tree, services, payload):
        registered = await tree.sync()
        await services.installation.put_commands(_known(payload, registered))
        log.info("the commands are registered")


async def _are_registered(tree: app_commands.CommandTree[Any], services: Services, payload: str) -> bool:
    """Whether Discord has what was registered last, and that was the same."""
    return await services.installation.commands() == _known(payload, await tree.fetch_commands())


async def _payload(tree: app_commands.CommandTree[Any]) -> str:
    """All that is to be registered, as text."""
    translator = tree.translator
    assert translator is not None, "the commands are translated"
    commands = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return json.dumps(commands, sort_keys=True)


def _known(payload: str, registered: Iterable[app_commands.AppCommand]) -> str:
    """What tells these commands, with the ids that Discord has given them, from any others."""
    ids = sorted(command.id for command in registered)
    return hashlib.sha256(f"{payload}{ids}".encode()).hexdigest()
