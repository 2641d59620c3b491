"""The moves that `/solitaire move` offers while the user types."""

from __future__ import annotations

from cProfile import Profile

from bot.language import find_language
from bot.messages.typed_moves import matching_moves
from engine import Game
from tests.support.boards import FORTY_MOVES
from tests.support.card_room import CardRoom


async def test_nothing_is_offered_without_a_game_or_in_a_finished_one(room: CardRoom) -> None:
    assert await room.complete("") == {}
    await room.start("tens")
    await room.say("give-up")
    assert await room.complete("") == {}


async def test_the_legal_moves_are_offered_in_words(room: CardRoom) -> None:
    await room.start("tens", 8)
    offered = await room.complete("")
    assert list(offered.values()) == list(map(str, Game.new("tens", 8).legal_moves()))
    assert next(iter(offered)) == "9♠ + A♦ · piles 4 + 8"
    await room.start("diplomat", 8)
    assert (await room.complete(""))["8♠ · pile 7 → pile 6 (9♣)"] == "7>6"


async def test_a_move_is_found_by_card_by_pile_and_by_its_notation(room: CardRoom) -> None:
    await room.start("diplomat", 8)
    for typed in ("8♠", "8s", "7>6", "7 > 6", "7>", "pile 7", "7", "7 6", "8s 9c"):
        assert "7>6" in (await room.complete(typed)).values(), typed
    for typed in ("3♦", "k♥", "5>", "99", "nonsense", "7>6*2"):
        assert "7>6" not in (await room.complete(typed)).values(), typed


async def test_moves_from_the_typed_pile_come_first(room: CardRoom) -> None:
    await room.start("tens", 8)
    assert next(iter((await room.complete("9")).values())).startswith("9+")


async def test_at_most_25_moves_are_offered_and_each_fits_discords_limits(room: CardRoom) -> None:
    await room.start_with_forty_moves()
    offered = await room.complete("")
    assert len(offered) == 25
    for label, move in offered.items():
        assert 1 <= len(label) <= 100
        assert 1 <= len(move) <= 100


def calls_to_complete(game: Game, typed: str) -> int:
    """How many functions are called to find what a text may mean."""
    counted = Profile()
    counted.runcall(matching_moves, game, typed, find_language("en"))
    return sum(entry.callcount for entry in counted.getstats())


def test_long_texts_hardly_make_completion_slower() -> None:
    """Discord sends up to 6000 characters, and the bot answers nobody else while it reads them."""
    game = Game.new("grounds-for-divorce", 303, {"rules": "classic"})
    game.play(*FORTY_MOVES.split())
    assert len(game.legal_moves()) == 40
    assert calls_to_complete(game, "p " * 2900) < 10 * calls_to_complete(game, "p ")
