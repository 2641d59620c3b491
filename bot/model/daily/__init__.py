"""The daily challenge as arithmetic: days, fair deals, proofs, transcripts, ranking and streaks.

What a result is worth is decided here and nowhere else; storing and showing it is the work of other rooms.
"""
