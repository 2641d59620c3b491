"""`/solitaire stats`."""

import pytest

from tests.support.card_room import CardRoom, only, private
from tests.support.shown import Shown


def facts(message: Shown, game: str) -> list[str]:
    assert "Time played: " in message.text
    return [fact for fact in message.field(game).split(" · ") if not fact.startswith("Best time: ")]


WON, LOST = 13, 1
"""Deals of Tens that playing the first legal move wins, and loses after two moves."""


async def finish(room: CardRoom, deal: int) -> None:
    await room.start("tens", deal)
    await room.play_to_the_end()


async def test_the_statistics_say_when_no_game_is_finished(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("give-up")  # before its first move
    await room.start("dimes", 8)
    for command in ("draw", "give-up", "undo"):
        await room.say(command)
    own = only(await room.say("stats"))
    assert own.ephemeral
    assert "No finished games yet" in own.text
    others = only(await room.say("stats", room.bob, player=room.alice.user)).text
    assert "alice hasn't finished a game yet." in others
    assert "/solitaire start" not in others


async def test_a_first_board_shows_the_best_so_far(room: CardRoom) -> None:
    await finish(room, LOST)
    assert f"Your best: {(await room.game()).game.cards_home}/52" in (await room.start("tens", WON)).text


async def test_a_best_of_other_rules_is_not_compared(room: CardRoom) -> None:
    for option in ("free", "stuck"):
        await room.start("diplomat", 57, rules=option)
        await room.play("7>f")
        await room.say("give-up")
    assert "Your best: 1/104" in (await room.start("diplomat", 58, rules="free")).text
    assert "Your best" not in (await room.start("dimes", 58, rules="deck")).text


async def test_games_won_and_lost_are_counted(room: CardRoom) -> None:
    for deal in (LOST, WON, WON):
        await finish(room, deal)
    await room.restart()
    for who in (room.alice, room.bob):
        page = only(await room.say("stats", who, player=room.alice.user))
        assert page.ephemeral
        assert "alice" in page.text
        assert facts(page, "Tens") == ["2 of 3 won (67%)", "Current streak: 2"]
    assert "No finished games yet" in only(await room.say("stats", room.bob)).text


@pytest.mark.parametrize("finished", [0, 1])
async def test_private_statistics_are_not_shown_to_others(room: CardRoom, finished: int) -> None:
    for _ in range(finished):
        await finish(room, WON)
    await room.prefer(private_statistics=True)
    assert private(await room.say("stats", room.bob, player=room.alice.user)) == "alice's statistics are private."
    assert "private" not in only(await room.say("stats", player=room.alice.user)).text
