"""Plain values that the other rooms share: games, preferences, statistics, solutions, and the rules of the daily.

No I/O and no clock: everything here depends on its arguments alone.
"""
