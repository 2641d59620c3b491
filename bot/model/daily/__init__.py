"""The rules of the daily challenge: days, fair deals, transcripts, ranking and streaks.

Only this package decides what a result is worth; other rooms store and show it.
"""
