"""The running Discord application: the client, its supervisor, and what runs beside them.

Nothing here decides how a game is played or what a message says; no other room may import this one.
"""
