"""Hints: true, and silent about hidden cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from discord import Embed

from bot.language import find_language
from bot.messages.message import Message
from bot.messages.solutions import certainty_text, hint_text
from bot.messages.style import Style
from bot.model.contest import Contest
from bot.model.game import UserGame
from bot.model.solutions import BlindGuess
from engine import Card, Game, Move, Position, Solution, Verdict, parse_move
from tests.engine.games import shuffle_hidden
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, game_at
from tests.engine.random_games import walk
from tests.support.boards import EMOJI, EVERY_STYLE, PICTURE, TEXT

ENGLISH = find_language("en")


def user_game(game: Game, *, transcript: str | None = None) -> UserGame:
    return UserGame(1, 1, 1, game, 0, 0, transcript=transcript)


def certainty(game: Game, verdict: Verdict) -> str:
    return certainty_text(user_game(game), Solution(verdict), ENGLISH)


def test_hint_distinguishes_proof_from_guess() -> None:
    game = Game.new("diplomat", 8)
    untouched = certainty(game, Verdict.IMPOSSIBLE)
    assert "impossible to win" in untouched
    assert "no longer" not in untouched
    game.play(game.legal_moves()[0])
    told = {verdict: certainty(game, verdict) for verdict in Verdict}
    assert [
        ("can still be won" in each, "can no longer be won" in each, "This is a guess" in each)
        for each in told.values()
    ] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_a_hint_in_a_lost_attempt_names_the_undo_button_by_its_emoji_too() -> None:
    game = Game.new("diplomat", 8)
    game.play(game.legal_moves()[0])
    attempt = replace(user_game(game, transcript=""), contest=Contest("challenge", "7", ends_at=9))
    told = certainty_text(attempt, Solution(Verdict.IMPOSSIBLE), ENGLISH)
    assert told == "This game can no longer be won (proven). Press ↩️ Undo to go back."


def test_the_only_move_is_not_called_a_guess() -> None:
    game = game_at(building("diplomat", "K♣ | K♦ | K♥ | K♠ | 9♣ | 9♠ | 7♣ | 7♠", stock="2♣ 5♣"), "diplomat")
    told = certainty(game, Verdict.UNKNOWN)
    assert told.startswith("It's the only move you have. I ")
    assert "guess" not in told


def test_a_guess_without_a_search_claims_none() -> None:
    game = game_at(building("diplomat", "K♣ | K♦ | K♥ | K♠ | 9♣ | 9♠ | 7♣ | 7♠", stock="2♣ 5♣"), "diplomat")
    assert certainty_text(user_game(game), BlindGuess(), ENGLISH) == (
        "It's the only move you have. I had no time to look ahead."
    )
    game = Game.new("diplomat", 8)
    assert certainty_text(user_game(game), BlindGuess(), ENGLISH) == "This is a guess. I had no time to look ahead."
    assert certainty_text(user_game(game, transcript=""), BlindGuess(), ENGLISH) == (
        "This is a guess. I had no time to look ahead. It doesn't count as a hint."
    )


def test_a_game_of_tens_was_lost_from_the_start_if_it_is_lost() -> None:
    game = Game.new("tens", 8)
    game.play(game.legal_moves()[0])
    assert certainty(game, Verdict.IMPOSSIBLE) == "This deal is impossible to win (proven)."


def test_a_hint_in_a_lost_game_only_gets_as_far_as_it_can() -> None:
    position, moves = building("diplomat", "8♠ | 9♥"), (parse_move("1>2"),)
    told = {verdict: hint_text(position, Solution(verdict, moves), TEXT, "So it is.") for verdict in Verdict}
    assert "It empties a pile." in told[Verdict.UNKNOWN]
    assert told[Verdict.IMPOSSIBLE].splitlines()[1:] == [
        "It starts the line that clears the most cards, as far as I can tell.",
        "So it is.",
    ]


def test_a_hint_ends_with_how_certain_it_is_and_may_lack_a_move() -> None:
    position, moves = building("diplomat", "A♠ | 9♥"), (parse_move("1>f"),)
    told = hint_text(position, Solution(Verdict.IMPOSSIBLE, moves), TEXT, "Certain.")
    assert "A♠" in told
    assert told.endswith("\nCertain.")
    told = hint_text(position, Solution(Verdict.IMPOSSIBLE), TEXT, "Certain.")
    assert told == "I couldn't find a way to clear another card.\nCertain."


@pytest.mark.parametrize("style", [TEXT, EMOJI, PICTURE], ids=["text", "emoji", "picture"])
def test_cards_in_hints_are_legible_in_every_view(style: Style) -> None:
    position = building("diplomat", "A♠ | 9♥")
    told = hint_text(position, Solution(Verdict.WON, (parse_move("1>f"),)), style, "")
    assert "`A♠`" in told or "<:" in told


def lines_of_play(name: str, options: dict[str, str]) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Positions of random games, each with the moves played from there, which also draw and reveal cards."""
    for deal in (1, 2, 3):
        *_, end = walk(name, deal, moves=100, options=options)
        yield from ((position, end.moves[at:]) for at, position in enumerate(end.positions[:-1]))


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", text))


def visible_cards(position: Position) -> set[str]:
    view = position.view()
    seen = [*(view.waste or ()), *(card for pile in view.piles for card in pile)]
    return {str(card) for card in [*seen, *(top for _, top in view.foundations)] if isinstance(card, Card)}


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_hints_reveal_nothing_about_hidden_cards(name: str, options: dict[str, str]) -> None:
    """A hint names only visible cards, and reads the same however the hidden ones lie."""
    named = 0
    for position, moves in lines_of_play(name, options):
        solution = Solution(Verdict.WON, moves)
        told = hint_text(position, solution, TEXT, "")
        named += len(cards_in(told))
        assert cards_in(told) <= visible_cards(position), told
        for seed in (1, 2):
            assert hint_text(shuffle_hidden(position, Random(seed)), solution, TEXT, "") == told
    assert named


@pytest.mark.parametrize("style", EVERY_STYLE, ids=lambda style: f"{style.language.code} {style.view}")
def test_hints_fit_in_every_language(style: Style) -> None:
    for position, moves in lines_of_play("grounds-for-divorce", {}):
        hint = Solution(Verdict.UNKNOWN, moves)
        game = Game.new("diplomat", 8)
        text = hint_text(position, hint, style, certainty_text(user_game(game), hint, style.language))
        Message(embed=Embed().add_field(name="Hint", value=text))


def test_hint_does_not_change_the_game() -> None:
    game = Game.new("dimes", 8)
    before = game.save()
    hint_text(game.position, Solution(Verdict.UNKNOWN, tuple(game.legal_moves()[:1])), TEXT, "")
    assert game.save() == before
