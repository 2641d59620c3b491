"""The solver's process, the queue in front of it, the worker that runs in it, and the protocol between them.

The search itself is `engine.solver`; what a solution means to a player is decided in `bot.services`.
"""
