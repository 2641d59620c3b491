"""The running Discord application: the client, its connection, and what runs beside them.

Nothing here decides how a game is played or what a message says; no other room may import this one.
"""
