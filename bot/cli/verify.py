"""`python -m bot verify`: read everything, and replay every game and attempt."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.model.contest import ContestId
from bot.model.transcripts import InvalidTranscriptError, replay
from bot.store import open_snapshot
from bot.store.database import Snapshot
from bot.store.schema import schema_faults
from bot.store.verification import Evidence, VerificationStore
from engine import Game, PatienceError

_GAMES_BETWEEN_LINES = 10_000


async def verify(url: str | Path) -> int:
    """Print a line for each fault, and the number of games replayed; return 1 if there are faults, otherwise 0.

    Bots may keep running. Raises StoreError when the database fails, does not exist or has another schema.
    """
    async with open_snapshot(url) as snapshot:
        damage = await snapshot.damage()
        schema = await schema_faults(snapshot)
        damage = [*damage, *(str(fault) for fault in schema if fault.is_missing and fault.kind == "table")]
        if damage:
            sys.stdout.write("\n".join([*damage, "The database is damaged: restore it from a backup.\n"]))
            return 1
        await print_contents(snapshot)
        faults = len(schema)
        sys.stdout.writelines(f"{fault}\n" for fault in schema)
        games = 0
        store = VerificationStore(snapshot)
        async for game in store.games():
            games += 1
            fault = _fault(game)
            if fault is not None:
                faults += 1
                sys.stdout.write(f"game {game.game_id} of user {game.user_id}: {fault}\n")
            if games % _GAMES_BETWEEN_LINES == 0:
                sys.stderr.write(f"Games so far: {games}.\n")
    sys.stdout.write(f"Games replayed: {games}. Faults found: {faults}.\n")
    return 1 if faults else 0


async def print_contents(snapshot: Snapshot) -> None:
    """Print a line about the contents of a database."""
    contents = await VerificationStore(snapshot).contents()
    sys.stdout.write(
        f"Games: {contents.games}. Users with games: {contents.users}. Results: {contents.results}. "
        f"Challenges: {contents.challenges}. Servers with announcements: {contents.servers}. "
        f"Blocked: {contents.blocks}. Last move: {_moment(contents.changed_at)}. Schema: {contents.schema}.\n"
    )


def _moment(time: int | None) -> str:
    if time is None:
        return "never"
    try:
        return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (TypeError, ValueError, OverflowError, OSError):
        return "unreadable"


def _fault(evidence: Evidence) -> str | None:
    try:
        return _game_fault(evidence) or _attempt_fault(evidence)
    except (PatienceError, InvalidTranscriptError) as error:
        return str(error)
    except (AttributeError, TypeError, ValueError):
        return "it cannot be read"


def _game_fault(evidence: Evidence) -> str | None:
    """Describe how a game's columns differ from its text. Raises the error that makes it unreadable."""
    game = Game.load(evidence.saved)
    stored = (evidence.variant, evidence.dealt, evidence.status, evidence.home)
    read = (game.variant.name, game.dealt, game.status, game.cards_home)
    return None if stored == read else f"its columns are {stored}, but its moves lead to {read}"


def _attempt_fault(evidence: Evidence) -> str | None:
    """Describe how an attempt, or its score, differs from the replay. Raises the error that makes it unreadable."""
    if evidence.transcript is None:
        return None
    game = Game.load(evidence.saved)
    outcome = replay(game.variant.name, game.deal, evidence.transcript, game.options)
    if outcome.game.save() != evidence.saved:
        return "the saved game is not the one that the attempt led to"
    is_counted = evidence.ended_at is not None and evidence.ended_at < evidence.contest_ends_at
    score = outcome.score
    expected = (score.cards_home, score.effort, score.seconds) if is_counted else (None, None, None)
    stored = (evidence.scored_home, evidence.scored_effort, evidence.scored_seconds)
    if stored == expected:
        return None
    contest = " ".join(ContestId(evidence.contest_kind, evidence.contest_key))
    return f"its score in {contest} (home, effort, seconds) is {stored} instead of {expected}"
