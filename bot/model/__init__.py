"""Plain values that the other rooms share: games, preferences, statistics, solutions, and the daily's arithmetic.

No I/O and no clock: every value follows from its arguments.
"""
