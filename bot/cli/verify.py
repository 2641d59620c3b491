"""`python -m bot verify`: reads everything, replays every result and proof, and adds every leaderboard up again."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from bot.cli.verify_awards import score_fault, unearned_badges
from bot.model.contest import ContestId
from bot.model.daily.chain import Chain, chain_of
from bot.model.daily.contest import DAILY, daily_id, daily_of
from bot.model.daily.days import ONE_DAY, end_of_attempts, start_of
from bot.model.daily.deals import LISTED, Daily, draw_daily, wins
from bot.model.daily.ranking import Result, standings
from bot.model.transcripts import InvalidTranscriptError, replay
from bot.store import LeaderboardStore, open_database, open_snapshot
from bot.store.database import Snapshot
from bot.store.leaderboards import StoredKey, readable_result, stored_key, stored_run
from bot.store.schema import schema_faults
from bot.store.verification import Evidence, VerificationStore
from engine import Game, InvalidSaveError, Status
from engine.winnable import winnable_deals

_RESULTS_BETWEEN_LINES = 10_000

_GRACE_SECONDS = 60
"""How long after its day an attempt may be recorded as begun: midnight may pass while it is being dealt."""


async def verify(url: str | Path, *, rebuild: bool = False) -> int:
    """Print a line for each fault, and the number of results verified; return 1 if there are faults, else 0.

    With `rebuild`, first compute all leaderboards again from the results; if a result cannot be read, change nothing
    and return 1. Either way, bots may keep running. Raises StoreError when the database fails, does not exist or has
    another schema.
    """
    results = faults = 0
    if rebuild and not await _rebuild(url):
        return 1
    async with open_snapshot(url) as snapshot:
        damage = await snapshot.damage()
        if damage:
            sys.stdout.write("\n".join([*damage, "The database is damaged: restore it from a backup.\n"]))
            return 1
        unchecked = await snapshot.unchecked()
        if unchecked is not None:
            sys.stdout.write(f"{unchecked}\n")
        for fault in await schema_faults(snapshot):
            faults += 1
            sys.stdout.write(f"{fault}\n")
            if fault.is_missing and fault.kind == "table":
                sys.stdout.write("The database is damaged: restore it from a backup.\n")
                return 1
        store = VerificationStore(snapshot)
        await print_contents(snapshot)
        async for finding in Verification(store).findings():
            if finding.fault is not None:
                faults += 1
                sys.stdout.write(f"{finding.row}: {finding.fault}\n")
            if finding.is_result:
                results += 1
                if results % _RESULTS_BETWEEN_LINES == 0:
                    sys.stderr.write(f"Results so far: {results}.\n")
    sys.stdout.write(f"Results verified: {results}. Faults found: {faults}.\n")
    return 1 if faults else 0


async def print_contents(snapshot: Snapshot) -> None:
    """Print a line about what is in a database."""
    contents = await VerificationStore(snapshot).contents()
    changed = "never"
    if contents.changed_at is not None:
        changed = f"{datetime.fromtimestamp(contents.changed_at, UTC):%Y-%m-%d %H:%M:%S} UTC"
    sys.stdout.write(
        f"Games: {contents.games}, of {contents.users} users. Results: {contents.results}. "
        f"Challenges: {contents.challenges}. Servers with announcements: {contents.servers}. "
        f"Blocked: {contents.blocks}. Last move: {changed}. Schema: {contents.schema}.\n"
    )


async def _rebuild(url: str | Path) -> bool:
    """Rebuild all leaderboards, unless a result cannot be read; return whether they were rebuilt."""
    is_readable = True
    # This also raises StoreError for a database that `open_database` would create or migrate.
    async with open_snapshot(url) as reader:
        async for results in VerificationStore(reader).results():
            for each in results:
                columns = (each.day, each.variant, each.server_id, each.home, each.effort, each.seconds)
                if readable_result(columns) is None:
                    is_readable = False
                    sys.stdout.write(f"{_result_row(each)}: this version of the bot cannot read it\n")
    if not is_readable:
        sys.stdout.write("The leaderboards were not rebuilt; nothing was changed.\n")
        return False
    database = await open_database(url)
    try:
        await LeaderboardStore(database).rebuild()
    finally:
        await database.close()
    sys.stdout.write("All leaderboards were rebuilt.\n")
    return True


@dataclass(frozen=True)
class Finding:
    """A row and what is wrong with it; None for a result that is in order."""

    row: str
    fault: str | None
    is_result: bool = False


class Verification:
    """Finds faults; it only reads."""

    def __init__(self, store: VerificationStore) -> None:
        self._store = store
        self._chains: list[Chain] = []
        self._days: list[date] = []
        """The days that had dailies, in order."""

    async def findings(self) -> AsyncIterator[Finding]:
        """Yield one finding for each result, and one for each other row with a fault."""
        for findings in (
            self._check_games(),
            self._check_chains(),
            self._check_results(),
            self._check_leaderboards(),
            self._check_dailies(),
            self._check_scores(),
            self._check_badges(),
        ):
            async for finding in findings:
                yield finding

    async def _check_games(self) -> AsyncIterator[Finding]:
        async for game in self._store.games():
            fault = _game_fault(game)
            if fault is not None:
                yield Finding(f"game {game.game_id} of user {game.user_id}", fault)

    async def _check_scores(self) -> AsyncIterator[Finding]:
        async for score in self._store.scores():
            fault = score_fault(score)
            if fault is not None:
                yield Finding(f"score of user {score.user_id} in challenge {score.challenge_id}", fault)

    async def _check_badges(self) -> AsyncIterator[Finding]:
        async for user in self._store.badges():
            for badge in unearned_badges(user):
                yield Finding(f"badge {badge} of user {user.user_id}", "nothing in the database can have earned it")

    async def _check_results(self) -> AsyncIterator[Finding]:
        async for of_user in self._store.results():
            results: list[Result | None] = []
            """The user's counted results; None for one with a fault."""
            for evidence in of_user:
                row = _result_row(evidence)
                try:
                    result = _verified(evidence, self._chains)
                except _FaultError as fault:
                    results.append(None)
                    yield Finding(row, str(fault), is_result=True)
                else:
                    if evidence.is_counted:
                        results.append(result)
                    yield Finding(row, None, is_result=True)
            async for finding in self._check_standings(of_user[0].user_id, results):
                yield finding

    async def _check_chains(self) -> AsyncIterator[Finding]:
        """Compare the anchors of all chains with their seeds, and with those that were announced."""
        anchors = set()
        for number, evidence in enumerate(await self._store.chains(), start=1):
            anchors.add(evidence.anchor)
            try:
                chain = Chain(date.fromordinal(evidence.begun), str(evidence.seed))
                fault = None if chain.anchor == evidence.anchor else "its keys do not lead to its anchor"
                if self._chains and chain.begun < self._chains[-1].begun:
                    fault = "it was begun before the previous one"
                self._chains.append(chain)
            except (ValueError, TypeError, OverflowError):
                fault = "it cannot be read"
            if fault is not None:
                yield Finding(f"chain {number}", fault)
        for server_id, anchor in await self._store.announced_anchors():
            if anchor not in anchors:
                yield Finding(f"announcements of server {server_id}", "they named an anchor that belongs to no chain")

    async def _check_standings(self, user_id: int, results: list[Result | None]) -> AsyncIterator[Finding]:
        """Compare a user's standings and streaks with their results, unless one of these has a fault."""
        known = [result for result in results if result is not None]
        if len(known) < len(results):
            return
        if known and (not self._days or known[-1].day > self._days[-1]):
            self._days = await self._store.days_of_dailies()
        reached, runs = standings(known, self._days)
        for name, expected, stored in (
            ("standing", reached, await self._store.standings(user_id)),
            ("streak", {board: stored_run(run) for board, run in runs.items()}, await self._store.streaks(user_id)),
        ):
            by_key = {stored_key(leaderboard): value for leaderboard, value in expected.items()}
            for key in by_key.keys() | stored.keys():
                if stored.get(key) != by_key.get(key):
                    row = f"{name} of user {user_id} on {_named(key)}"
                    yield Finding(row, f"it is {stored.get(key)}, but the results add up to {by_key.get(key)}")

    async def _check_leaderboards(self) -> AsyncIterator[Finding]:
        for user_id in await self._store.users_without_results():
            yield Finding(f"standings of user {user_id}", "the user has no results")
        for game_id, user_id, key, ended_at in await self._store.attempts_without_result():
            day, variant = daily_of(ContestId(DAILY, key))
            if ended_at < end_of_attempts(day):
                row = f"game {game_id} of user {user_id}, {day}, {variant}"
                yield Finding(row, "the attempt ended in time, but its result is missing")

    async def _check_dailies(self) -> AsyncIterator[Finding]:
        for daily in await self._store.dailies():
            fault = _daily_fault(daily, self._chains)
            if fault is not None:
                yield Finding(f"daily of {_day(daily.day)}, {daily.variant}", fault)


def _game_fault(evidence: Evidence) -> str | None:
    """Return why a saved game cannot be read, or how its columns differ from its text."""
    try:
        game = Game.load(evidence.saved)
    except (InvalidSaveError, AttributeError, TypeError, ValueError) as error:
        return str(error)
    stored = (evidence.variant, evidence.dealt, evidence.status, evidence.home)
    read = (game.variant.name, game.dealt, game.status, game.cards_home)
    return None if stored == read else f"its columns are {stored}, but its moves lead to {read}"


class _FaultError(Exception):
    """What is wrong with a result."""


def _verified(evidence: Evidence, chains: Sequence[Chain]) -> Result:
    """Return the result of the attempt's replay. Raises _FaultError if another one is stored."""
    if evidence.is_counted not in (0, 1):
        raise _FaultError(f"is_counted is {evidence.is_counted} instead of 0 or 1")
    if evidence.saved is None or evidence.transcript is None:
        raise _FaultError(f"game {evidence.game_id} is missing, or not a ranked attempt")
    if evidence.candidate is None:
        raise _FaultError("there was no such daily")
    if evidence.player_id != evidence.user_id:
        raise _FaultError(f"game {evidence.game_id} belongs to user {evidence.player_id}")
    try:
        replayed = _replayed(evidence, chains)
    except InvalidTranscriptError as error:
        raise _FaultError(f"the attempt cannot be replayed from the day's deal: {error}") from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise _FaultError(f"it cannot be read: {error}") from error
    stored = (evidence.server_id or None, evidence.home, evidence.effort, evidence.seconds)
    found = (replayed.server_id, replayed.cards_home, replayed.effort, replayed.seconds)
    names = ("server_id", "home", "effort", "seconds")
    wrong = [
        f"{name} is {value} instead of {right}"
        for name, value, right in zip(names, stored, found, strict=True)
        if value != right
    ]
    if wrong:
        raise _FaultError("; ".join(wrong))
    return replayed


def _replayed(evidence: Evidence, chains: Sequence[Chain]) -> Result:
    """Replay an attempt's transcript, and check its times and the saved game."""
    day = date.fromordinal(evidence.day)
    if (evidence.contest_kind, evidence.contest_key) != daily_id(day, evidence.variant):
        raise _FaultError(f"game {evidence.game_id} belongs to {evidence.contest_kind} {evidence.contest_key}")
    daily = _drawn(day, evidence.variant, evidence.candidate, chains)
    outcome = replay(evidence.variant, daily.deal, evidence.transcript)
    if outcome.game.save() != evidence.saved:
        raise _FaultError("the saved game is not the one that the attempt led to")
    if outcome.game.status is Status.PLAYING or evidence.ended_at is None:
        raise _FaultError("the attempt is not over")
    if not start_of(day) <= evidence.started_at < start_of(day + ONE_DAY) + _GRACE_SECONDS:
        raise _FaultError("the attempt did not begin on its day")
    if evidence.ended_at >= end_of_attempts(day):
        raise _FaultError("the attempt ended too late to count")
    # If the clock was set back, the pauses add up to more than the whole time, but never to less.
    if outcome.seconds < evidence.ended_at - evidence.started_at:
        raise _FaultError("the attempt took longer than its transcript says")
    return Result.of(outcome.score, day, evidence.begun_in)


def _drawn(day: date, variant: str, candidate: int, chains: Sequence[Chain]) -> Daily:
    """Draw a daily. Raises _FaultError for a day without a key."""
    chain = chain_of(day, chains)
    if chain is None:
        raise _FaultError("no chain has a key for this day")
    return replace(draw_daily(chain.key(day), day, variant), candidate=candidate)


def _daily_fault(evidence: Evidence, chains: Sequence[Chain]) -> str | None:
    """Return what is wrong with the choice of a daily's candidate, without naming the candidate."""
    if evidence.is_proven not in (0, 1):
        return f"is_proven is {evidence.is_proven} instead of 0 or 1"
    try:
        daily = _drawn(date.fromordinal(evidence.day), evidence.variant, evidence.candidate, chains)
        return _proof_fault(evidence, daily) if evidence.is_proven else _fallback_fault(daily)
    except _FaultError as fault:
        return str(fault)
    except (ValueError, TypeError, AttributeError, OverflowError):
        return "its proof cannot be read"


def _proof_fault(evidence: Evidence, daily: Daily) -> str | None:
    if (evidence.commitment, evidence.proven_candidate) != (daily.commitment, daily.candidate):
        return "its proof is missing, or belongs to another deal"
    return None if wins(daily.variant, daily.deal, evidence.moves) else "its proof does not win"


def _fallback_fault(daily: Daily) -> str | None:
    # Earlier versions played the first candidate of every game without a proof.
    fallbacks = (LISTED, 1) if winnable_deals(daily.variant, {}) else (1,)
    if daily.candidate in fallbacks:
        return None
    return f"it has no proof, but is not candidate {' or '.join(map(str, fallbacks))}"


def _result_row(evidence: Evidence) -> str:
    return f"result of user {evidence.user_id}, {_day(evidence.day)}, {evidence.variant}"


def _day(ordinal: int) -> str:
    try:
        return date.fromordinal(ordinal).isoformat()
    except (ValueError, TypeError, OverflowError):
        return f"day {ordinal}"


def _named(key: StoredKey) -> str:
    span = f"{key.kind} {_day(key.start)}" if key.start else str(key.kind)
    where = f"server {key.server_id}" if key.server_id else "the world"
    return f"{span}, {key.variant or 'all games'}, {where}"
