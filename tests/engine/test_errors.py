"""Messages are translatable: each is one string literal that gettext finds, with no English in its values."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import assume, given

import engine
from engine import Card, Discard, Game, PatienceError, Transfer, errors
from engine.refusals import refusal
from tests.engine.games import conceivable_moves, games

ERRORS = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, PatienceError)}
MESSAGES = [
    pytest.param(call, id=f"{file.name}:{call.lineno}")
    for file in sorted(Path(engine.__file__).parent.rglob("*.py"))
    for call in ast.walk(ast.parse(file.read_text()))
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ERRORS
]
SYMBOLS = re.compile(r"(?:(?:^|(?: [+/]|,) )(?:(?:10|[2-9AJQK])[♣♦♥♠]?|\w{1,2}>\w{1,2}(?:\*\d+)?))+")
"""A rank, a card or a move, or a list of them."""


@pytest.mark.parametrize("call", MESSAGES)
def test_a_message_is_one_literal_that_names_exactly_its_values(call: ast.Call) -> None:
    template = call.args[0]
    assert isinstance(template, ast.Constant)
    assert isinstance(template.value, str)
    named = {name for _, name, _, _ in Formatter().parse(template.value) if name is not None}
    given_values = {keyword.arg for keyword in call.keywords}
    assert named == given_values or (None in given_values and named >= given_values - {None})


@given(games())
def test_the_values_of_refusals_contain_no_english(game: Game) -> None:
    legal = game.position.legal_moves()
    assume(legal)  # a game without moves is over
    for move in conceivable_moves(game.position):
        if move not in legal:
            for value in refusal(game.position, move).values.values():
                assert isinstance(value, Card | int | Transfer | Discard) or SYMBOLS.fullmatch(str(value))
