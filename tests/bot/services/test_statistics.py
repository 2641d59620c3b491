"""Statistics of finished games."""

from hypothesis import given
from hypothesis import strategies as st

from bot.model.game import NewGame
from bot.model.player import Player
from bot.model.statistics import GameStatistics
from bot.services.statistics import count
from bot.store.games import FinishedGame
from engine import VARIANTS, Status
from tests.support.kinds import ask
from tests.support.processes import ALICE, BOB, Process, numbers

WINNABLE = NewGame("tens", 13)


async def statistics(here: Process, who: Player = ALICE) -> list[GameStatistics]:
    return await here.services.statistics.of(here.turn(who), who.id)


async def only(here: Process) -> GameStatistics:
    (counted,) = await statistics(here)
    return counted


async def win(here: Process) -> int:
    await here.deal(ALICE, WINNABLE)
    won = await here.play(ALICE, seconds=0)
    assert won.game.status is Status.WON
    return len(won.game.moves)


async def undo(here: Process) -> None:
    await here.games.undo(ALICE.id, next(numbers))


def finished(variant: str = "tens", status: str = "won", cards_home: int = 52, moves: int = 20) -> FinishedGame:
    return FinishedGame(1, f"{variant}|8|", status, cards_home, moves, seconds=60)


async def test_games_count_when_they_end(here: Process) -> None:
    moves = await win(here)
    assert await only(here) == GameStatistics("tens", 1, 1, 52, moves, 0, streak=1, longest_streak=1, seconds=0)
    await here.deal(ALICE, NewGame("tens", 8))
    left = await here.move("4+8")
    assert (await only(here)).played == 1
    await here.deal(ALICE, NewGame("tens", 9))
    assert (await only(here)).played == 1
    await here.shelf.give_up(ALICE.id, left.board, next(numbers))
    assert await only(here) == GameStatistics("tens", 2, 1, 52, moves, 0, streak=0, longest_streak=1, seconds=0)
    assert await statistics(here, BOB) == []


async def test_a_game_lost_at_the_deal_counts(here: Process) -> None:
    lost = await here.deal(ALICE, NewGame("tens", 16))
    assert lost.game.status is Status.LOST
    counted = await only(here)
    assert (counted.played, counted.best) == (1, 0)


async def test_undoing_all_moves_before_giving_up_does_not_hide_a_game(here: Process) -> None:
    await win(here)
    await here.deal(ALICE, NewGame("tens", 8))
    await here.move("4+8")
    await undo(here)
    await here.give_up()
    counted = await only(here)
    assert (counted.played, counted.streak) == (2, 0)


async def test_undone_moves_do_not_count(here: Process) -> None:
    await here.deal(ALICE, NewGame("tens", 8))
    await here.move("4+8")
    await here.give_up()
    assert (await only(here)).best == 2
    await undo(here)
    assert await statistics(here) == []
    await undo(here)
    await here.move("5+13")
    await here.move("4+8")
    await here.give_up()
    assert (await only(here)).best == 4


async def test_of_games_that_become_unreadable_those_that_were_finished_count(here: Process, url: str) -> None:
    await win(here)
    await here.deal(ALICE, NewGame("dimes", 8))
    await here.draw()
    await here.give_up()
    before = await statistics(here)
    assert [(game.variant, game.won) for game in before] == [("dimes", 0), ("tens", 1)]
    await here.deal(ALICE, NewGame("tens", 8))
    await here.move("4+8")
    await ask(url, "UPDATE games SET saved = 'This is no game.', version = version + 1")
    await here.deal(ALICE, NewGame("tens", 8))
    assert await statistics(here) == before


async def test_at_most_five_minutes_between_two_changes_count_as_played(here: Process) -> None:
    pauses = {0: 0, 10: 10, 299: 299, 300: 300, 301: 300, 86400: 300, -520: 0}
    await here.deal(ALICE, NewGame("dimes", 8))
    for pause in pauses:
        here.clock.now += pause
        await here.draw()
    await here.give_up()
    assert (await only(here)).seconds == sum(pauses.values())


async def test_time_after_the_end_of_a_game_does_not_count(here: Process) -> None:
    await here.deal(ALICE, NewGame("dimes", 8))
    await here.draw()
    here.clock.now += 60
    await here.give_up()
    here.clock.now += 100
    await undo(here)
    here.clock.now += 7
    await here.give_up()
    here.clock.now += 100
    await here.deal(ALICE, NewGame("dimes", 9))
    assert (await only(here)).seconds == 60 + 7


@given(st.lists(st.tuples(st.sampled_from(["tens", "dimes"]), st.sampled_from(["won", "lost", "given up"]))))
def test_streaks_count_consecutive_wins(results: list[tuple[str, str]]) -> None:
    for counted in count(finished(variant, status) for variant, status in results):
        line = [status == "won" for variant, status in results if variant == counted.variant]
        streaks = [
            (first, end)
            for first in range(len(line))
            for end in range(first + 1, len(line) + 1)
            if all(line[first:end])
        ]
        assert counted.longest_streak == max((end - first for first, end in streaks), default=0)
        assert counted.streak == max((end - first for first, end in streaks if end == len(line)), default=0)
        assert (counted.played, counted.won) == (len(line), sum(line))


def test_the_best_game_has_the_most_cards_home_and_the_shortest_win_the_fewest_moves() -> None:
    (counted,) = count(
        [
            finished(status="lost", cards_home=40, moves=5),
            finished(status="won", cards_home=52, moves=24),
            finished(status="won", cards_home=52, moves=22),
            finished(status="given up", cards_home=10, moves=1),
        ]
    )
    assert (counted.best, counted.best_moves, counted.seconds) == (52, 22, 240)


def test_variants_keep_their_order_and_those_that_this_version_does_not_know_are_left_out() -> None:
    variants = ["canfield", *reversed(VARIANTS)]
    assert [counted.variant for counted in count(map(finished, variants))] == list(VARIANTS)
