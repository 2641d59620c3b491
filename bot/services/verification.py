"""Verifying what is stored: every result is played again from its day's deal, every leaderboard added up again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, fields

from bot.daily.days import end_of_attempts
from bot.daily.ranking import Leaderboard, Result, standings
from bot.daily.transcripts import InvalidTranscriptError, Outcome, replay
from bot.services.referee import result_of
from bot.store import Evidence, VerificationStore
from engine import VARIANTS, Status


@dataclass(frozen=True)
class Finding:
    """A row, and in what way it is not as it was made; None for a result that is in order."""

    row: str
    fault: str | None
    is_result: bool = False


class Verification:
    """Reads everything and changes nothing. Its method raises StoreError when the database fails."""

    def __init__(self, store: VerificationStore) -> None:
        self._store = store

    async def findings(self) -> AsyncIterator[Finding]:
        """One finding for each result, and one for each other row that is at fault."""
        user_id: int | None = None
        results: list[Result] = []
        async for evidence in self._store.results():
            if evidence.user_id != user_id:
                async for finding in self._of_standings(user_id, results):
                    yield finding
                user_id, results = evidence.user_id, []
            results.append(evidence.result)
            row = f"result of user {evidence.user_id}, {evidence.result.day}, {evidence.result.variant}"
            yield Finding(row, _fault(evidence), is_result=True)
        async for finding in self._of_standings(user_id, results):
            yield finding
        for user_id in await self._store.without_results():
            yield Finding(f"standings of user {user_id}", "there are no results that they come from")
        for attempt in await self._store.without_result():
            if attempt.ended_at < end_of_attempts(attempt.day):
                row = f"game {attempt.game_id} of user {attempt.user_id}, {attempt.day}, {attempt.variant}"
                yield Finding(row, "the attempt ended in time, but its result is missing")
        for leaderboard, counted, players in await self._store.miscounted():
            yield Finding(f"fences of {_named(leaderboard)}", f"they count {counted} players, but there are {players}")

    async def _of_standings(self, user_id: int | None, results: list[Result]) -> AsyncIterator[Finding]:
        """What is wrong with the standings of a user who has these results."""
        if user_id is None:
            return
        expected = {} if any(result.variant not in VARIANTS for result in results) else standings(results)
        stored = await self._store.standings(user_id)
        for leaderboard in expected.keys() | stored.keys():
            is_, should_be = stored.get(leaderboard), expected.get(leaderboard)
            if is_ != should_be:
                row = f"standing of user {user_id} on {_named(leaderboard)}"
                yield Finding(row, f"it is {is_}, but the results come to {should_be}")


def _fault(evidence: Evidence) -> str | None:
    """What is wrong with a result; None where it is just what the attempt came to."""
    result, daily = evidence.result, evidence.daily
    if evidence.saved is None or evidence.transcript is None:
        return f"game {evidence.game_id} is missing, or no ranked attempt"
    if daily is None:
        return "there was no such daily"
    if (evidence.player_id, evidence.day) != (evidence.user_id, result.day):
        return f"game {evidence.game_id} is of user {evidence.player_id} and day {evidence.day}"
    try:
        outcome = replay(result.variant, daily.deal, evidence.transcript)
    except InvalidTranscriptError as error:
        return f"the attempt cannot be replayed from the day's deal: {error}"
    return _difference(evidence, outcome)


def _difference(evidence: Evidence, outcome: Outcome) -> str | None:
    """How a result differs from what its attempt came to, replayed."""
    if outcome.game.save() != evidence.saved:
        return "the saved game is not what the attempt led to"
    if outcome.game.status is Status.PLAYING:
        return "the attempt is not over"
    put_down = evidence.result
    came_to = result_of(outcome, put_down.day, evidence.server_id)
    wrong = [
        f"{field.name} is {getattr(put_down, field.name)}, but was {getattr(came_to, field.name)}"
        for field in fields(Result)
        if getattr(put_down, field.name) != getattr(came_to, field.name)
    ]
    return "; ".join(wrong) or None


def _named(leaderboard: Leaderboard) -> str:
    where = "the world" if leaderboard.server_id is None else f"server {leaderboard.server_id}"
    return f"{leaderboard.kind} {leaderboard.start or ''} {leaderboard.variant or 'all games'}, {where}".replace(
        "  ", " "
    )
