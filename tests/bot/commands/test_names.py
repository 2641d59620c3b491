"""Players with invisible names: messages fall back to another name, as Discord does."""

from __future__ import annotations

import pytest

from tests.support.card_room import CardRoom, only, public
from tests.support.daily_room import begin, finish


@pytest.mark.parametrize("name", ["\u3164", "\u200b\u2800", "\u00ad\u115f \u034f"])
async def test_an_invisible_name_gives_way_to_the_username_everywhere(day: CardRoom, name: str) -> None:
    day.alice.user._user.global_name = name  # noqa: SLF001 - SimCord has no other way to rename
    assert "alice" in public(await day.say("start", game="dimes", deal="8")).text
    await day.say("draw")
    shown = [public(await day.say("start", game="diplomat", deal="8")), await day.post(await day.say("challenge"))]
    await finish(day, "tens")
    shown += [only(await day.say("leaderboard", game="tens")), only(await day.say("stats")), await begin(day, "dimes")]
    shown += [await day.post(await day.say("share", game="tens")), *day.messages()]
    for message in shown:
        assert name not in message.raw_text
    assert "alice" in only(await day.say("stats", day.bob, player=day.alice.user)).text
    leaderboard = only(await day.say("leaderboard", day.bob, game="tens")).text
    assert "alice" in leaderboard
