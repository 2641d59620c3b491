"""`python -m bot verify`: checks every result and leaderboard, and names what is not as it was made."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.services.verification import Verification
from bot.store import VerificationStore, open_snapshot

_RESULTS_BETWEEN_NEWS = 10_000


async def verify(url: str | Path) -> int:
    """Print a line for each fault, and how many results were verified; return 1 where there was a fault, else 0.

    The bot may go on meanwhile. Raises StoreError when the database fails, or is none of this bot's.
    """
    results = faults = 0
    async with open_snapshot(url) as connection:
        async for finding in Verification(VerificationStore(connection)).findings():
            if finding.fault is not None:
                faults += 1
                sys.stdout.write(f"{finding.row}: {finding.fault}\n")
            if finding.is_result:
                results += 1
                if results % _RESULTS_BETWEEN_NEWS == 0:
                    sys.stderr.write(f"Results so far: {results}.\n")
    sys.stdout.write(f"Results verified: {results}. Faults found: {faults}.\n")
    return 1 if faults else 0
