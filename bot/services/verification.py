"""Verifying what is stored: results and proofs are played again from the days' deals, leaderboards added up again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, fields
from datetime import date

from bot.model.daily.days import ONE_DAY, end_of_attempts, start_of
from bot.model.daily.deals import Daily, wins
from bot.model.daily.ranking import Result, standings
from bot.model.daily.transcripts import InvalidTranscriptError, replay
from bot.store import DailyEvidence, Evidence, StoredKey, VerificationStore, stored_key, stored_run
from engine import Status

_GRACE_SECONDS = 60
"""How long after its day an attempt may be put down as begun: midnight may come while it is dealt."""


@dataclass(frozen=True)
class Finding:
    """A row, and in what way it is not as it was made; None for a result that is in order."""

    row: str
    fault: str | None
    is_result: bool = False


class FaultError(Exception):
    """What is wrong with a result."""


class Verification:
    """Reads everything and changes nothing."""

    def __init__(self, store: VerificationStore) -> None:
        self._store = store

    async def findings(self) -> AsyncIterator[Finding]:
        """One finding for each result, and one for each other row that is at fault."""
        user_id: int | None = None
        results: list[Result | None] = []
        """Those that count; None for one that is at fault."""
        async for evidence in self._store.results():
            if evidence.user_id != user_id:
                async for finding in self._of_standings(user_id, results):
                    yield finding
                user_id, results = evidence.user_id, []
            row = f"result of user {evidence.user_id}, {_day(evidence.day)}, {evidence.variant}"
            try:
                result = verified(evidence)
            except FaultError as fault:
                results.append(None)
                yield Finding(row, str(fault), is_result=True)
            else:
                if evidence.is_counted:
                    results.append(result)
                yield Finding(row, None, is_result=True)
        async for finding in self._of_standings(user_id, results):
            yield finding
        async for finding in self._of_leaderboards():
            yield finding
        async for finding in self._of_dailies():
            yield finding

    async def _of_standings(self, user_id: int | None, results: list[Result | None]) -> AsyncIterator[Finding]:
        """What is wrong with a user's standings; nothing can be said while a result of theirs is at fault."""
        known = [result for result in results if result is not None]
        if user_id is None or len(known) < len(results):
            return
        reached, runs = standings(known)
        for name, expected, stored in (
            ("standing", reached, await self._store.standings(user_id)),
            ("streak", {board: stored_run(run) for board, run in runs.items()}, await self._store.streaks(user_id)),
        ):
            by_key = {stored_key(leaderboard): value for leaderboard, value in expected.items()}
            for key in by_key.keys() | stored.keys():
                if stored.get(key) != by_key.get(key):
                    row = f"{name} of user {user_id} on {_named(key)}"
                    yield Finding(row, f"it is {stored.get(key)}, but the results come to {by_key.get(key)}")

    async def _of_leaderboards(self) -> AsyncIterator[Finding]:
        for user_id in await self._store.users_without_results():
            yield Finding(f"standings of user {user_id}", "there are no results that they come from")
        for game_id, user_id, day, variant, ended_at in await self._store.attempts_without_result():
            if ended_at < end_of_attempts(date.fromordinal(day)):
                row = f"game {game_id} of user {user_id}, {_day(day)}, {variant}"
                yield Finding(row, "the attempt ended in time, but its result is missing")
        for key, counted, there in await self._store.miscounting_fences():
            yield Finding(f"fences of {_named(key)}", f"one counts {counted} players, but there are {there}")

    async def _of_dailies(self) -> AsyncIterator[Finding]:
        for daily in await self._store.dailies():
            fault = choice_fault(daily)
            if fault is not None:
                yield Finding(f"daily of {_day(daily.day)}, {daily.variant}", fault)


def choice_fault(evidence: DailyEvidence) -> str | None:
    """What is wrong with which candidate a daily is; it does not tell which."""
    if evidence.is_proven not in (0, 1):
        return f"is_proven is {evidence.is_proven}, but can be 0 or 1 only"
    if not evidence.is_proven:
        return None if evidence.candidate == 1 else "it is not proven winnable, and yet not the first candidate"
    try:
        daily = Daily(date.fromordinal(evidence.day), evidence.variant, evidence.key, evidence.candidate)
        if (evidence.commitment, evidence.proven_candidate) != (daily.commitment, daily.candidate):
            return "its proof is missing, or one of another deal"
        return None if wins(daily.variant, daily.deal, evidence.moves) else "its proof does not win"
    except (ValueError, TypeError, AttributeError, OverflowError):
        return "its proof cannot be read"


def verified(evidence: Evidence) -> Result:
    """The result that an attempt came to, replayed. Raises FaultError where the stored one is another."""
    if evidence.is_counted not in (0, 1):
        raise FaultError(f"is_counted is {evidence.is_counted}, but can be 0 or 1 only")
    if evidence.saved is None or evidence.transcript is None:
        raise FaultError(f"game {evidence.game_id} is missing, or no ranked attempt")
    if evidence.key is None:
        raise FaultError("there was no such daily")
    if (evidence.player_id, evidence.game_day) != (evidence.user_id, evidence.day):
        raise FaultError(f"game {evidence.game_id} is of user {evidence.player_id} and {_day(evidence.game_day)}")
    try:
        came_to = _replayed(evidence)
    except InvalidTranscriptError as error:
        raise FaultError(f"the attempt cannot be replayed from the day's deal: {error}") from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise FaultError(f"it cannot be read: {error}") from error
    stored = (evidence.server_id or None, evidence.home, evidence.effort, evidence.seconds)
    names = [field.name for field in fields(Result)][2:]
    wrong = [
        f"{name} is {value}, but was {getattr(came_to, name)}"
        for name, value in zip(names, stored, strict=True)
        if value != getattr(came_to, name)
    ]
    if wrong:
        raise FaultError("; ".join(wrong))
    return came_to


def _replayed(evidence: Evidence) -> Result:
    """The result of an attempt's transcript, if its times are possible and its saved game is what it led to."""
    day = date.fromordinal(evidence.day)
    daily = Daily(day, evidence.variant, evidence.key, evidence.candidate)
    outcome = replay(evidence.variant, daily.deal, evidence.transcript)
    if outcome.game.save() != evidence.saved:
        raise FaultError("the saved game is not what the attempt led to")
    if outcome.game.status is Status.PLAYING or evidence.ended_at is None:
        raise FaultError("the attempt is not over")
    if not start_of(day) <= evidence.started_at < start_of(day + ONE_DAY) + _GRACE_SECONDS:
        raise FaultError("the attempt was not begun on its day")
    if evidence.ended_at >= end_of_attempts(day):
        raise FaultError("the attempt ended too late to count")
    # Where the clock was set back, the pauses come to more than the whole; never to less.
    if outcome.seconds < evidence.ended_at - evidence.started_at:
        raise FaultError("the attempt took longer than its transcript says")
    return outcome.result(day, evidence.begun_in)


def _day(ordinal: int) -> str:
    """A day by its number, if it is one."""
    try:
        return date.fromordinal(ordinal).isoformat()
    except (ValueError, TypeError, OverflowError):
        return f"day {ordinal}"


def _named(key: StoredKey) -> str:
    span = f"{key.kind} {_day(key.start)}" if key.start else str(key.kind)
    where = f"server {key.server_id}" if key.server_id else "the world"
    return f"{span}, {key.variant or 'all games'}, {where}"
