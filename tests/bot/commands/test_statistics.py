"""`/solitaire stats`."""

from __future__ import annotations

import pytest
import simcord

from bot.store import GameStore
from bot.store.database import Reader
from bot.store.games import FinishedGame
from engine import Status
from tests.support.card_room import CardRoom, changed, only, private, public, readable, text

WINNING_TENS = 13  # won in 22 moves by playing the first legal one
LOST_TENS = 1  # after two moves


async def finish(room: CardRoom, deal: int) -> None:
    """Play a game of Tens as Alice to its end."""
    public(await room.say("start", game="tens", deal=str(deal)))
    while (game := (await room.game()).game).status is Status.PLAYING:
        await room.play(str(game.legal_moves()[0]))


async def ask_for_statistics(
    room: CardRoom, who: simcord.MemberActor, player: simcord.MemberActor
) -> simcord.ResponseMessage:
    answer = await room.say("stats", who, player=player)
    private(answer)
    return only(answer)


def facts(message: simcord.ResponseMessage, game: str) -> list[str]:
    """What is said about one game, except times."""
    (told,) = [readable(field.value or "") for field in message.embeds[0].fields if game in (field.name or "")]
    *others, time = told.split(" · ")
    assert time.startswith("Time played: ")
    return [fact for fact in others if not fact.startswith("Best time: ")]


async def test_the_statistics_say_when_no_game_is_finished(room: CardRoom) -> None:
    await room.start("tens", 8)
    answer = await room.say("stats")
    private(answer)
    assert "No finished games yet" in text(only(answer))


async def test_a_first_board_shows_the_best_so_far_and_reads_it_once_a_game(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(room, LOST_TENS)
    home = (await room.game()).game.home
    reads = []
    finished = GameStore.finished

    async def count_reads(self: GameStore, reader: Reader, user_id: int) -> list[FinishedGame]:
        reads.append(user_id)
        return await finished(self, reader, user_id)

    monkeypatch.setattr(GameStore, "finished", count_reads)
    board = await room.start("tens", WINNING_TENS)
    assert f"Your best: {home}/52" in text(board)
    for _ in range(3):
        board = changed(await room.play_first(board))
    assert len(reads) == 1


async def test_games_won_and_lost_are_counted(room: CardRoom) -> None:
    for deal in (LOST_TENS, WINNING_TENS, WINNING_TENS):
        await finish(room, deal)
    answer = await room.say("stats")
    private(answer)
    assert facts(only(answer), "Tens") == [
        "2 of 3 won (67%)",
        "Current streak: 2",
        "Longest streak: 2",
    ]


async def test_a_deal_given_up_before_its_first_move_does_not_count(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("give-up")
    assert "No finished games yet" in text(only(await room.say("stats")))


async def test_a_game_that_is_resumed_does_not_count_yet(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    await room.say("give-up")
    await room.say("undo")
    assert "No finished games yet" in text(only(await room.say("stats")))


async def test_the_numbers_survive_a_restart(room: CardRoom) -> None:
    await finish(room, WINNING_TENS)
    before = facts(only(await room.say("stats")), "Tens")
    await room.restart()
    assert facts(only(await room.say("stats")), "Tens") == before


async def test_another_player_without_finished_games_is_named(room: CardRoom) -> None:
    page = text(only(await room.say("stats", player=room.bob.user)))
    assert "bob hasn't finished a game yet." in page
    assert "/solitaire start" not in page


async def test_another_players_statistics_are_shown_in_private(room: CardRoom) -> None:
    await finish(room, WINNING_TENS)
    hers = await ask_for_statistics(room, room.bob, room.alice)
    assert "alice" in text(hers)
    assert facts(hers, "Tens")[0] == "1 of 1 won (100%)"
    assert "No finished games yet" in text(only(await room.say("stats", room.bob)))


@pytest.mark.parametrize("finished", [0, 1])
async def test_private_statistics_are_not_shown_to_others(room: CardRoom, finished: int) -> None:
    for _ in range(finished):
        await finish(room, WINNING_TENS)
    await room.prefer(private_statistics=True)
    answer = await ask_for_statistics(room, room.bob, room.alice)
    assert text(answer) == "alice's statistics are private."
    assert "alice keeps" not in text(await ask_for_statistics(room, room.alice, room.alice))
