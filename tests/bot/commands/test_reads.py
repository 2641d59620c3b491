"""A turn reads the database as rarely as possible, and edits a card once for each change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.card_room import CardRoom, public

MOST_READS_OF_PLAY = 7
"""What *Play* on the card of a challenge may read, with the drawing of the card."""


@pytest.fixture
def reads(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The queries that are read from now on."""
    kind: Any = type(room.database)
    read = kind._rows  # noqa: SLF001 - every read goes through it
    queries: list[str] = []

    async def counted(database: Any, sql: str, *given: Any) -> Sequence[Any]:
        queries.append(sql)
        rows: Sequence[Any] = await read(database, sql, *given)
        return rows

    monkeypatch.setattr(kind, "_rows", counted)
    return queries


async def test_a_move_and_an_undo_read_once(room: CardRoom, reads: list[str]) -> None:
    await room.start("dimes")
    for command in ("draw", "undo"):
        await room.say("draw")
        reads.clear()
        await room.say(command)
        assert len(reads) == 1
    board = public(await room.say("show"))
    reads.clear()
    await room.press(board, "Draw")
    assert len(reads) == 1


async def test_play_on_a_challenge_reads_little_and_edits_the_card_once(room: CardRoom, reads: list[str]) -> None:
    await room.say("start", room.bob, game="tens", deal="13")
    first = str((await room.game(room.bob)).game.legal_moves()[0])
    await room.games.play(room.bob.id, first, room.env.backend.snowflake())
    await room.say("give-up", room.bob)
    card = await room.post(await room.say("challenge", game="tens"))
    reads.clear()
    before = len(room.env.http_requests)
    await room.press(card, "Play", room.bob)
    edits = [
        request
        for request in room.env.http_requests[before:]
        if request.method == "PATCH" and request.path.endswith(f"/messages/{card.id}")
    ]
    assert len(edits) == 1
    assert len(reads) <= MOST_READS_OF_PLAY
