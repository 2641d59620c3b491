"""The bot asks and the worker answers in lines of JSON, one line each."""

from __future__ import annotations

import json
from functools import lru_cache

from bot.model.solutions import Reached
from engine import Solution, Verdict, parse_move

READY = "ready"
"""The worker's first line, once Numba has compiled everything."""

CANCEL = "cancel"
"""Tells the worker to stop the current search; it still answers."""

_parse_shared = lru_cache(maxsize=4096)(parse_move)
"""Parses a move of an answer. Hundreds of winning lines stay in memory, and share their equal moves."""


def write_question(reached: Reached, budget: int) -> str:
    moves = list(map(str, reached.moves))
    return json.dumps([reached.variant, reached.deal, dict(reached.options), moves, budget])


def read_question(line: str) -> tuple[Reached, int]:
    """Read what `write_question` wrote.

    >>> reached = Reached("tens", 8, {}, (parse_move("4+8"),))
    >>> read_question(write_question(reached, 1000)) == (reached, 1000)
    True
    """
    variant, deal, options, moves, budget = json.loads(line)
    return Reached(variant, deal, options, tuple(map(parse_move, moves))), budget


def write_answer(solution: Solution) -> str:
    return json.dumps([solution.verdict, solution.positions_searched, *map(str, solution.moves)])


def read_answer(line: str) -> Solution:
    """Read what `write_answer` wrote.

    >>> read_answer(write_answer(Solution(Verdict.WON, (parse_move("4+8"),), 12)))
    Solution(verdict=<Verdict.WON: 'won'>, moves=(Discard(piles=(4, 8)),), positions_searched=12)
    """
    verdict, positions_searched, *moves = json.loads(line)
    return Solution(Verdict(verdict), tuple(map(_parse_shared, moves)), positions_searched)
