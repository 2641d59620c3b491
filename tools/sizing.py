"""Compute the table of sizes in docs/operating.md: `python tools/sizing.py`."""

from __future__ import annotations

import math

# Measured by `bench.turn`, and on the rows of played games.
CPU_MILLISECONDS_A_TURN = 3.7
BYTES_A_GAME = 300
BYTES_A_MOVE = 4

# Assumptions about players.
TURNS_A_PLAYER = 100
"""Commands and presses a day."""
GAMES_A_PLAYER = 2
MOVES_A_GAME = 80
PEAK = 3
"""Turns in the busiest second, as a multiple of the mean."""
PLAYERS_A_SERVER = 10

# Goals.
BUSY = 0.5
"""The share of a core that turns may take at the peak; start-up, drawing pictures and bad luck need the rest."""
SERVERS_A_SHARD = 1000
"""As Discord recommends; it allows 2500 (https://discord.com/developers/docs/events/gateway#sharding)."""
CONNECTIONS_A_PROCESS = 10
"""`bot.store.postgresql.CONNECTIONS`."""

DAILY_PLAYERS = (1_000, 10_000, 100_000, 1_000_000)

HEADER = (
    "daily players",
    "turns a second, mean",
    "at the peak",
    "cores = processes",
    "shards",
    "connections to PostgreSQL",
    "stored in a year",
)


def row(players: int) -> tuple[str, ...]:
    """The sizes for a number of daily players, in the order of the header."""
    mean = players * TURNS_A_PLAYER / 86_400
    peak = mean * PEAK
    processes = max(1, math.ceil(peak * CPU_MILLISECONDS_A_TURN / 1000 / BUSY))
    shards = max(processes, math.ceil(players / PLAYERS_A_SERVER / SERVERS_A_SHARD))
    stored = players * GAMES_A_PLAYER * (BYTES_A_GAME + BYTES_A_MOVE * MOVES_A_GAME) * 365
    connections = processes * CONNECTIONS_A_PROCESS if processes > 1 else 0
    sizes = (f"{players:,}", f"{mean:,.1f}", f"{peak:,.0f}", f"{processes}", f"{shards}", f"{connections}")
    return (*sizes, f"{stored / 1e9:,.1f} GB")


def table() -> str:
    """The table in Markdown."""
    rows = [HEADER, ("---:",) * len(HEADER), *map(row, DAILY_PLAYERS)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


if __name__ == "__main__":
    print(table())
