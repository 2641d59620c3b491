"""The shelf: games wait there while another lies on the table.

`test_shelf_model.py` tests what follows from one change after another; this is about order, damage and races.
"""

import asyncio

import pytest

from bot.model.errors import StaleBoardError, UnreadableGameError
from bot.model.game import NewGame, UserGame
from bot.model.shelf import MOST_SHELVED
from bot.store import GameStore
from engine import Status
from tests.support.contests import ranked
from tests.support.daily_room import TODAY
from tests.support.kinds import ask, on_both
from tests.support.processes import ALICE, BOB, Process, numbers

pytestmark = on_both


async def begin(process: Process, deal: int, *, most: int = 1) -> UserGame:
    game = await process.deal(ALICE, NewGame("dimes", deal))
    for _ in range(most):
        game = await process.draw()
    return game


async def resume(process: Process, game: UserGame) -> UserGame:
    return await process.shelf.resume(ALICE.id, game.id, next(numbers))


async def shelved(process: Process) -> list[int]:
    return [each.board.game_id for each in await process.shelf.shelved(ALICE.id)]


async def test_the_game_left_last_comes_first(here: Process) -> None:
    games = []
    for deal in range(3):
        games.append(await begin(here, deal))
        here.clock.now += 1
    await resume(here, games[0])
    here.clock.now += 1
    await begin(here, 3)
    assert await shelved(here) == [games[0].id, games[2].id, games[1].id]


async def test_a_redelivered_resume_changes_nothing(here: Process) -> None:
    first = await begin(here, 1)
    second = await begin(here, 2)
    number = next(numbers)
    await here.shelf.resume(ALICE.id, first.id, number)
    await resume(here, second)
    assert (await here.shelf.resume(ALICE.id, first.id, number)).id == second.id
    number = next(numbers)
    assert (await here.shelf.resume(ALICE.id, second.id, number)).id == second.id  # it is on the table already
    await resume(here, first)
    assert (await here.shelf.resume(ALICE.id, second.id, number)).id == first.id


async def test_a_game_that_was_played_since_is_not_given_up(here: Process) -> None:
    left = await begin(here, 1)
    other = await begin(here, 2)
    await resume(here, left)
    await here.draw()
    await resume(here, other)
    with pytest.raises(StaleBoardError):
        await here.shelf.give_up(ALICE.id, left.board, next(numbers))
    assert await shelved(here) == [left.id]


async def test_the_clock_of_an_attempt_on_the_shelf_goes_on(here: Process) -> None:
    attempt = await here.games.start(ALICE.id, ranked("dimes", TODAY), next(numbers))
    await begin(here, 1)
    here.clock.now += 1000
    await resume(here, attempt)
    here.clock.now += 10
    assert (await here.draw()).transcript == "draw@1010"


async def test_a_game_that_cannot_be_read_leaves_the_shelf_when_it_is_given_up(here: Process, url: str) -> None:
    lost = await begin(here, 1)
    await begin(here, 2)
    await ask(url, "UPDATE games SET saved = 'dimes|1|?' WHERE is_current = 0")
    with pytest.raises(UnreadableGameError):
        await resume(here, lost)
    await here.shelf.give_up(BOB.id, lost.board, next(numbers))
    assert await shelved(here) == [lost.id]
    await here.shelf.give_up(ALICE.id, lost.board, next(numbers))
    assert await shelved(here) == []
    assert await GameStore().finished(here.database, ALICE.id) == []


async def test_games_of_a_later_version_of_the_bot_take_no_room_on_the_shelf(here: Process, url: str) -> None:
    for deal in range(MOST_SHELVED):
        await begin(here, deal)
    await ask(url, "UPDATE games SET variant = 'canfield' WHERE is_current = 0")
    for deal in range(MOST_SHELVED):
        await begin(here, 100 + deal)
    assert len(await shelved(here)) == MOST_SHELVED


async def test_games_count_in_the_order_in_which_they_end(here: Process) -> None:
    first = await begin(here, 1)
    await begin(here, 2, most=12)
    best = (await here.games.current(ALICE.id)).game.cards_home
    here.clock.now += 1
    await here.give_up()
    here.clock.now += 1
    await resume(here, first)
    ended = await here.give_up()
    assert [game.id for game in await GameStore().finished(here.database, ALICE.id)][-1] == first.id
    assert (await here.services.endings.of(here.turn(), ended, None)).best_cards_home == best


async def test_of_two_processes_that_resume_both_leave_one_game_on_the_table(
    url: str, here: Process, elsewhere: Process
) -> None:
    games = [await begin(here, deal) for deal in range(3)]
    for _ in range(5):
        await asyncio.gather(*(resume(process, game) for game in games for process in (here, elsewhere)))
        assert await ask(url, "SELECT COUNT(*) FROM games WHERE is_current = 1") == [(1,)]
        assert len(await shelved(here)) == 2
        assert await here.games.current(ALICE.id) == await elsewhere.games.current(ALICE.id)


async def test_of_two_processes_that_take_the_last_place_one_gets_it(
    url: str, here: Process, elsewhere: Process
) -> None:
    for deal in range(MOST_SHELVED):
        await begin(here, deal)
    new = NewGame("tens", 8)
    dealt = await asyncio.gather(*(process.deal(ALICE, new) for process in (here, elsewhere)), return_exceptions=True)
    assert {type(each) for each in dealt} <= {UserGame, StaleBoardError}
    assert len(await shelved(here)) == MOST_SHELVED
    ((current,),) = await ask(url, "SELECT id FROM games WHERE is_current = 1")
    assert current in {each.id for each in dealt if isinstance(each, UserGame)}


async def test_two_processes_give_up_one_game_once_while_it_is_resumed(here: Process, elsewhere: Process) -> None:
    for deal in range(0, 10, 2):
        left = await begin(here, deal)
        await begin(here, deal + 1)
        await asyncio.gather(
            resume(here, left),
            elsewhere.shelf.give_up(ALICE.id, left.board, next(numbers)),
            return_exceptions=True,
        )
        is_over = (await here.games.owned(ALICE.id, left.id)).game.status is Status.GIVEN_UP
        assert is_over == ((await here.games.current(ALICE.id)).id != left.id)
