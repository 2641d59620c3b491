"""Challenges, and the players on their cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.model.challenge import CardPlace, Challenge, Duels, Entry, Role, UnansweredChallengeError, count_duels
from bot.model.contest import Deal
from bot.model.daily.days import day_of
from bot.model.errors import ChallengeTakenBackError, SpentAttemptError
from bot.model.pack import Pack
from bot.model.score import Score
from bot.store.database import Connection, Reader, change_row
from bot.store.queries import queries
from bot.store.spent import FINGERPRINT_DAYS, is_spent, known_pack, opened_challenge
from bot.store.turn import Turn
from engine import Game, PatienceError

_MOST_CLOSED = 100  # at a time

_CHALLENGE_COLUMNS = 11
"""The number of challenge columns in the query `challenge`; the others belong to an entry, if there is one."""


class ChallengeStore:
    def open(self, turn: Turn, challenge: Challenge, *, posted_since: int, fingerprint: Callable[[str], str]) -> None:
        """Store a challenge and its entries with the turn's change.

        The commit raises ConflictError if there is another rematch already, and UnansweredChallengeError while the
        named player has not answered the challenger's last challenge. A `fingerprint` proves this even after the
        challenger has deleted their data. A challenge opened before `posted_since`, a Unix time, that still has no card
        does not count, because it will never get one.
        """

        async def job(connection: Connection) -> None:
            put = queries.put_challenge(
                connection,
                challenge_id=challenge.id,
                dealt=Game.new(challenge.deal.variant, challenge.deal.number, challenge.deal.options).dealt,
                is_seen=int(challenge.is_seen),
                opened_at=challenge.opened_at,
                ends_at=challenge.ends_at,
                language=challenge.language,
                rematch_of=challenge.rematch_of,
                server_id=None,
            )
            await change_row(put)
            await check_answered(connection, challenge, posted_since, fingerprint)
            for entry in challenge.entries:
                await _put_entry(connection, challenge.id, entry)

        turn.also(job)

    async def delete(self, turn: Turn, challenge_id: int) -> None:
        """Delete a challenge that has no attempt yet."""
        await turn.write(partial(delete_challenge, challenge_id=challenge_id))

    async def find(self, turn: Turn, challenge_id: int) -> Challenge | None:
        return await turn.once(("challenge", challenge_id), partial(_read, turn, challenge_id))

    async def rematch_of(self, turn: Turn, challenge_id: int) -> Challenge | None:
        found = await queries.rematch_of(turn, challenge_id=challenge_id)
        return None if found is None else await self.find(turn, found)

    async def ended_before(self, reader: Reader, challenge_id: int, user_id: int, ended_at: int) -> int:
        """The number of others' attempts that count and ended before this Unix time."""
        return int(await queries.ended_before(reader, challenge_id=challenge_id, user_id=user_id, ended_at=ended_at))

    def enter(self, turn: Turn, challenge_id: int, entry: Entry) -> None:
        """Put someone on the card of a challenge, with the turn's change."""
        turn.also(partial(_put_entry, challenge_id=challenge_id, entry=entry))

    def begin(self, turn: Turn, challenge: Challenge, entry: Entry, fingerprint: Callable[[str], str]) -> None:
        """Put someone who begins their attempt on the card of a challenge, with the turn's change.

        The commit raises SpentAttemptError if they have deleted an attempt, ChallengeTakenBackError, and PatienceError
        if they know the cards from elsewhere. A `fingerprint` remains of what they have deleted.
        """

        async def job(connection: Connection) -> None:
            if await is_spent(connection, challenge.contest, fingerprint):
                raise SpentAttemptError("You've already played this challenge.")
            if await queries.is_taken_back(connection, challenge_id=challenge.id):
                raise ChallengeTakenBackError
            if challenge.is_seen and await _knows_cards(connection, challenge, entry.user_id, fingerprint):
                raise PatienceError("You already know this deal, so this challenge is for others.")
            await _put_entry(connection, challenge.id, entry)

        turn.also(job)

    def record(self, turn: Turn, challenge_id: int, user_id: int, score: Score) -> None:
        """Store the score of an attempt on the card, with the turn's change."""
        turn.also(partial(queries.record_entry, challenge_id=challenge_id, user_id=user_id, **_columns(score)))

    def decline(self, turn: Turn, challenge_id: int) -> None:
        """Record, with the turn's change, that an invited player declines, unless they have begun."""
        turn.also(partial(queries.decline_challenge, challenge_id=challenge_id, user_id=turn.player.id))

    def take_back(self, turn: Turn, challenge_id: int) -> None:
        """The commit raises ConflictError if somebody else has begun, or it was taken back already."""

        async def job(connection: Connection) -> None:
            user_id = turn.player.id
            await change_row(queries.take_back_challenge(connection, challenge_id=challenge_id, user_id=user_id))

        turn.also(job)

    async def to_close(self, turn: Turn) -> list[int]:
        """Return challenges that have ended since their cards were last drawn, the earliest first."""
        rows = queries.challenges_to_close(turn, now=int(turn.now()), most=_MOST_CLOSED)
        return [challenge_id async for (challenge_id,) in rows]

    async def close(self, turn: Turn, challenge_id: int) -> None:
        """Record that a challenge's card was drawn after its end."""
        await turn.write(partial(queries.close_challenge, challenge_id=challenge_id))

    async def place(self, turn: Turn, challenge_id: int, place: CardPlace) -> None:
        await turn.write(partial(queries.place_card, challenge_id=challenge_id, **vars(place)))
        turn.forget()

    async def open_of(self, turn: Turn) -> list[int]:
        rows = queries.open_challenges_of_user(turn, user_id=turn.player.id, now=int(turn.now()))
        return [challenge_id async for (challenge_id,) in rows]

    async def duels(self, turn: Turn, other_id: int) -> Duels:
        """The results of all challenges that the turn's user and another user have both played."""
        rows = queries.duels(turn, user_id=turn.player.id, other_id=other_id, now=int(turn.now()))
        duels = []
        async for dealt, *columns in rows:
            deal = Deal.parse(dealt)
            duels.append((deal, _score(deal.variant, *columns[:4]), _score(deal.variant, *columns[4:])))
        return count_duels(duels)


async def _put_entry(connection: Connection, challenge_id: int, entry: Entry) -> None:
    await queries.put_entry(
        connection,
        challenge_id=challenge_id,
        user_id=entry.user_id,
        name=entry.name,
        role=entry.role,
        **_columns(entry.score),
    )


def _columns(score: Score | None) -> dict[str, int | None]:
    if score is None:
        return {"home": None, "effort": None, "seconds": None}
    return {"home": score.cards_home, "effort": score.effort, "seconds": score.seconds}


async def _knows_cards(
    connection: Connection, challenge: Challenge, user_id: int, fingerprint: Callable[[str], str]
) -> bool:
    """Whether the user has played the cards of a challenge in another game, even in a deleted one."""
    pack = Pack.of(challenge.deal.variant, challenge.deal.number)
    oldest = day_of(challenge.ends_at).toordinal() - FINGERPRINT_DAYS
    if await queries.is_spent_since(connection, oldest=oldest, fingerprint=fingerprint(known_pack(pack))):
        return True
    pattern = f"%|{challenge.deal.number}|%"
    played = queries.deals_like(connection, user_id=user_id, pattern=pattern, **challenge.contest.id._asdict())
    return pack in {Pack.parse(dealt) async for (dealt,) in played}


async def check_answered(
    reader: Reader, challenge: Challenge, posted_since: int, fingerprint: Callable[[str], str]
) -> None:
    """Raise UnansweredChallengeError if the named player has not answered the challenger's last challenge."""
    challenger = challenge.challenger
    named = challenge.named
    if challenger is None or named is None:
        return
    unanswered = queries.unanswered_challenges(
        reader,
        named_id=named.user_id,
        challenge_id=challenge.id,
        now=challenge.opened_at,
        posted_since=posted_since,
    )
    async for challenge_id, ends_at, is_taken_back, asking_id, *place in unanswered:
        is_own = asking_id == challenger.user_id
        if asking_id is None:
            opened = opened_challenge(challenge_id)
            day = day_of(ends_at).toordinal()
            is_own = await queries.is_spent(reader, day=day, fingerprint=fingerprint(opened))
        if is_own:
            raise UnansweredChallengeError(ends_at, _place(*place), is_taken_back=bool(is_taken_back))


async def delete_challenge(connection: Connection, challenge_id: int) -> None:
    await queries.delete_entries_of_challenge(connection, challenge_id=challenge_id)
    await queries.delete_challenge(connection, challenge_id=challenge_id)


async def _read(reader: Reader, challenge_id: int) -> Challenge | None:
    rows = [row async for row in queries.challenge(reader, challenge_id=challenge_id)]
    if not rows:
        return None
    found_id, dealt, is_seen, opened_at, ends_at, language, rematch_of, *rest = rows[0][:_CHALLENGE_COLUMNS]
    *place, is_taken_back = rest
    deal = Deal.parse(dealt)
    entries = (row[_CHALLENGE_COLUMNS:] for row in rows)
    return Challenge(
        found_id,
        deal,
        bool(is_seen),
        opened_at,
        ends_at,
        language,
        rematch_of,
        _place(*place),
        bool(is_taken_back),
        entries=tuple(_entry(deal.variant, *entry) for entry in entries if entry[0] is not None),
    )


def _place(server_id: int | None, channel_id: int | None, message_id: int | None) -> CardPlace | None:
    return None if channel_id is None or message_id is None else CardPlace(server_id, channel_id, message_id)


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
