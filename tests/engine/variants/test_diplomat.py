"""Diplomat: what the reference leaves out."""

import re

from engine import Game, parse_move
from tests.engine.positions import moves, refusal


def test_joining_sequences_always_opens_the_stock_in_the_end() -> None:
    for deal in range(40):
        position = Game.new("diplomat", deal).position
        for _ in range(104):
            if "draw" in moves(position):
                break
            source, target = (*re.findall(r"pile (\d)", refusal(position, "draw")), "f")[:2]
            assert f"{source}>{target}" in moves(position)
            position = position.play(parse_move(f"{source}>{target}"))
        assert "draw" in moves(position)
