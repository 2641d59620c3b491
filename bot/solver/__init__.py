"""The solver's process, the queue in front of it, the worker that runs in it, and the protocol between them.

The search itself is in `engine.solver`; `bot.services` decides what a solution means for a player.
"""
