"""What a host can watch grow: the servers and the database."""

from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY

from tests.support.card_room import CardRoom
from tests.support.daily_room import day

__all__ = ["day"]


async def test_servers_and_the_database_are_measured_every_hour(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    async def application_info() -> SimpleNamespace:
        return SimpleNamespace(approximate_guild_count=7)

    monkeypatch.setattr(day.client, "application_info", application_info)
    await day.pass_time(3601)
    assert REGISTRY.get_sample_value("patience_servers") == 7
    assert REGISTRY.get_sample_value("patience_database_bytes") == await day.database.size()
