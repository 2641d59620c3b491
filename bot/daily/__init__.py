"""The daily challenge, as far as it is arithmetic: days, fair deals, what an attempt came to, ranking and streaks."""
