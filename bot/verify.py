"""`python -m bot verify`: checks every result and leaderboard, and names what is not as it was made."""

from __future__ import annotations

import sys

from bot.services.verification import Verification
from bot.store import Database, VerificationStore

_LINES_OF_PROGRESS = 10_000


async def verify(database: Database) -> int:
    """Print a line for each fault, and how many results were verified; return 1 where there was a fault, else 0.

    Raises StoreError when the database fails.
    """
    results = faults = 0
    async for finding in Verification(VerificationStore(database)).findings():
        if finding.fault is not None:
            faults += 1
            sys.stdout.write(f"{finding.row}: {finding.fault}\n")
        if finding.is_result:
            results += 1
            if results % _LINES_OF_PROGRESS == 0:
                sys.stderr.write(f"{results} results so far\n")
    sys.stdout.write(f"{results} results verified, {faults} faults found\n")
    return 1 if faults else 0
