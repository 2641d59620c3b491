"""Challenges, and who is on their cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.model.challenge import CardPlace, Challenge, Deal, Duels, Entry, Role, count_duels
from bot.model.daily.ranking import Score
from bot.store.database import Connection, Database, Reader
from bot.store.queries import queries
from engine import Game


class ChallengeStore:
    """Reads and writes challenges. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, challenge: Challenge) -> bool:
        """Store a challenge and its entries; return False if it was opened before, or another is the rematch."""

        async def job(connection: Connection) -> bool:
            if not await queries.put_challenge(
                connection,
                challenge_id=challenge.id,
                dealt=_dealt(challenge.deal),
                is_seen=int(challenge.is_seen),
                opened_at=challenge.opened_at,
                ends_at=challenge.ends_at,
                language=challenge.language,
                rematch_of=challenge.rematch_of,
                server_id=None,
            ):
                return False
            for entry in challenge.entries:
                await put_entry(connection, challenge.id, entry)
            return True

        return await self._database.write(job)

    async def find(self, challenge_id: int) -> Challenge | None:
        """A challenge by its id."""
        return await _read(self._database, challenge_id)

    async def rematch_of(self, challenge_id: int) -> Challenge | None:
        """The rematch of a challenge."""
        found = await queries.rematch_of(self._database, challenge_id=challenge_id)
        return None if found is None else await self.find(found)

    async def ended_before(self, challenge_id: int, user_id: int, ended_at: int) -> int:
        """How many attempts of others that count ended before this Unix time."""
        return int(
            await queries.ended_before(self._database, challenge_id=challenge_id, user_id=user_id, ended_at=ended_at)
        )

    async def enter(self, challenge_id: int, entry: Entry, interaction_id: int) -> None:
        """Put someone on the card of a challenge, unless this interaction was settled before."""

        async def job(connection: Connection) -> None:
            if await queries.record_interaction(connection, interaction_id=interaction_id):
                await put_entry(connection, challenge_id, entry)

        await self._database.write(job)

    async def decline(self, challenge_id: int, user_id: int, interaction_id: int) -> None:
        """Say that someone is not going to play, unless they have begun or this interaction was settled before."""

        async def job(connection: Connection) -> None:
            if await queries.record_interaction(connection, interaction_id=interaction_id):
                await queries.decline_challenge(connection, challenge_id=challenge_id, user_id=user_id)

        await self._database.write(job)

    async def place(self, challenge_id: int, place: CardPlace) -> None:
        """Remember which message has the card of a challenge."""

        async def job(connection: Connection) -> None:
            await queries.place_card(connection, challenge_id=challenge_id, **vars(place))

        await self._database.write(job)

    async def open_of(self, user_id: int, now: float) -> list[int]:
        """The ids of the open challenges with this user on their cards."""
        rows = queries.open_challenges_of_user(self._database, user_id=user_id, now=int(now))
        return [challenge_id async for (challenge_id,) in rows]

    async def duels(self, user_id: int, other_id: int, now: float) -> Duels:
        """How the challenges that two users have both played went for the first of them."""
        rows = queries.duels(self._database, user_id=user_id, other_id=other_id, now=int(now))
        duels = []
        async for dealt, *columns in rows:
            deal = _parse_dealt(dealt)
            duels.append((deal, _score(deal.variant, *columns[:4]), _score(deal.variant, *columns[4:])))
        return count_duels(duels)


async def put_entry(connection: Connection, challenge_id: int, entry: Entry) -> None:
    """Put someone on the card of a challenge, in a job of `Database.write`."""
    score: Mapping[str, Any] = {"home": None, "effort": None, "seconds": None}
    if entry.score is not None:
        score = {"home": entry.score.home, "effort": entry.score.effort, "seconds": entry.score.seconds}
    await queries.put_entry(
        connection, challenge_id=challenge_id, user_id=entry.user_id, name=entry.name, role=entry.role, **score
    )


async def entry_barriers(
    connection: Connection, challenge: Challenge, user_id: int, *, day: int, fingerprint: str
) -> tuple[bool, bool]:
    """Return whether this is the fingerprint of a deleted attempt, and whether the user has played the deal elsewhere.

    For a job of `Database.write`.
    """
    is_spent, is_played = await queries.entry_barriers(
        connection,
        day=day,
        fingerprint=fingerprint,
        user_id=user_id,
        challenge_id=challenge.id,
        dealt=_dealt(challenge.deal),
    )
    return bool(is_spent), bool(is_played)


async def record_entry(connection: Connection, challenge_id: int, user_id: int, score: Score) -> None:
    """Store the score of an attempt on the card of its challenge, in a job of `Database.write`."""
    await queries.record_entry(
        connection,
        challenge_id=challenge_id,
        user_id=user_id,
        home=score.home,
        effort=score.effort,
        seconds=score.seconds,
    )


async def _read(reader: Reader, challenge_id: int) -> Challenge | None:
    row = await queries.challenge(reader, challenge_id=challenge_id)
    if row is None:
        return None
    found_id, dealt, is_seen, opened_at, ends_at, language, rematch_of, server_id, channel_id, message_id = row
    deal = _parse_dealt(dealt)
    entries = [_entry(deal.variant, *each) async for each in queries.entries(reader, challenge_id=challenge_id)]
    place = None if message_id is None else CardPlace(server_id, channel_id, message_id)
    return Challenge(
        found_id, deal, bool(is_seen), opened_at, ends_at, language, rematch_of, place, entries=tuple(entries)
    )


def _entry(
    variant: str, user_id: int, name: str, role: str, is_declined: int, at_home: int | None, *score: int | None
) -> Entry:
    return Entry(user_id, name, Role(role), bool(is_declined), at_home, _score(variant, *score))


def _score(
    variant: str, home: int | None, effort: int | None, seconds: int | None, is_given_up: int | None
) -> Score | None:
    if home is None or effort is None or seconds is None:
        return None
    return Score(variant, home, effort, seconds, bool(is_given_up))


def _dealt(deal: Deal) -> str:
    return Game.new(deal.variant, deal.number, deal.options).dealt


def _parse_dealt(text: str) -> Deal:
    variant, number, options = text.split("|")
    return Deal(variant, int(number), dict(each.split("=") for each in options.split(",") if each))
