"""Playing games, in one process or in two that share a database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from unittest.mock import Mock

import pytest

from bot.model.errors import (
    BusyError,
    OldBoardError,
    UnreadableGameError,
)
from bot.model.errors import StaleBoardError as Stale
from bot.model.game import NewGame, Pick
from bot.store import Connection, Database, open_database
from engine import Game, GameOverError, IllegalMoveError, PatienceError, Status, UnknownVariantError
from tests.support.kinds import ask, on_both
from tests.support.recording import rows
from tests.support.turns import GamesInTurns, open_games

pytestmark = on_both

ALICE, BOB = 1, 2


@pytest.fixture
async def elsewhere(url: str, games: GamesInTurns) -> AsyncIterator[GamesInTurns]:
    """A second process with the same database."""
    await games.find(ALICE)
    database = await open_database(url)
    yield open_games(database)
    await database.close()


async def test_a_started_game_is_the_current_one(games: GamesInTurns) -> None:
    started = await games.start(ALICE, NewGame("tens", 8), 100)
    assert (started.user_id, started.version) == (ALICE, 1)
    assert await games.current(ALICE) == started


async def test_the_log_names_a_game_but_not_the_interaction_that_dealt_it(
    url: str, games: GamesInTurns, elsewhere: GamesInTurns, caplog: pytest.LogCaptureFixture
) -> None:
    interaction_id = 1_440_000_000_000_000_123
    started = await games.start(ALICE, NewGame("tens", 8), interaction_id)
    await ask(url, "UPDATE games SET saved = 'nonsense'")
    with pytest.raises(UnreadableGameError):
        await elsewhere.find(ALICE)
    assert f"game {started.id} cannot be read" in caplog.text
    assert str(interaction_id) not in caplog.text


async def test_later_games_have_larger_ids(games: GamesInTurns) -> None:
    ids = [(await games.start(user, NewGame("tens", 8), user)).id for user in range(100, 0, -1)]
    assert ids == sorted(set(ids))


async def test_a_redelivered_start_deals_no_second_game(games: GamesInTurns, elsewhere: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.play(ALICE, "draw", 101)
    current = await games.current(ALICE)
    assert await elsewhere.start(ALICE, NewGame("dimes", 8), 100) == current
    assert await games.current(ALICE) == current


async def test_without_a_number_a_random_deal_comes(database: Database) -> None:
    games = open_games(database, random_deal=lambda: 77)
    assert (await games.start(ALICE, NewGame("tens", pick=Pick.ANY), 100)).game.deal == 77


async def test_wrong_requests_change_nothing(games: GamesInTurns) -> None:
    with pytest.raises(PatienceError, match="have a game yet"):
        await games.current(ALICE)
    with pytest.raises(UnknownVariantError):
        await games.start(ALICE, NewGame("klondike"), 100)
    await games.start(ALICE, NewGame("tens", 8), 101)
    await games.play(ALICE, "4+8", 103)
    with pytest.raises(PatienceError, match="somebody else's"):
        await games.owned(BOB, 101)
    with pytest.raises(PatienceError, match="somebody else's"):
        await games.owned(ALICE, 999)
    assert (await games.current(ALICE)).version == 2


async def test_old_interactions_are_forgotten_in_batches(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.turn._MOST_FORGOTTEN", 7)
    month = 30 * 24 * 60 * 60 * 1000 << 22  # in Discord's ids
    long_ago = [(1 << 60) - month + number for number in range(50)]

    async def interact(connection: Connection) -> None:
        for number in long_ago:
            await connection.execute("INSERT INTO interactions VALUES (:id)", {"id": number})

    await database.write(interact)
    games = open_games(database)
    await games.start(ALICE, NewGame("dimes", 8), 1 << 60)
    while len(await rows(url, "interactions")) > 1:
        await asyncio.sleep(0.01)
    assert await games.play(ALICE, "draw", (1 << 60) + 1) == await games.play(ALICE, "draw", (1 << 60) + 1)


async def test_a_game_cannot_exceed_the_longest_length(games: GamesInTurns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.game.MOST_MOVES", 3)
    await games.start(ALICE, NewGame("dimes", 8), 100)
    for number in range(101, 104):
        await games.play(ALICE, "draw", number)
    with pytest.raises(PatienceError, match="3 moves"):
        await games.play(ALICE, "draw", 104)
    assert len((await games.undo(ALICE, 105)).game.moves) == 2
    assert len((await games.redo(ALICE, 106)).game.moves) == 3
    assert (await games.give_up(ALICE, 107)).game.status is Status.GIVEN_UP


async def test_a_board_counts_only_at_its_version(games: GamesInTurns) -> None:
    first = await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.play(ALICE, "draw", 101, board=first.board)
    with pytest.raises(Stale):
        await games.play(ALICE, "draw", 102, board=first.board)
    given_up = await games.give_up(ALICE, 103)
    second = await games.start(ALICE, NewGame("dimes", 9), 104)
    with pytest.raises(OldBoardError):
        await games.play(ALICE, "draw", 105, board=given_up.board)
    with pytest.raises(PatienceError, match="somebody else's"):
        await games.play(BOB, "draw", 106, board=second.board)
    assert (await games.current(ALICE)).version == 1


async def test_a_won_game_cannot_be_undone(games: GamesInTurns) -> None:
    current = await games.start(ALICE, NewGame("tens", 13), 100)
    for number in range(22):
        current = await games.play(ALICE, str(current.game.legal_moves()[0]), 200 + number)
    assert current.game.status is Status.WON
    with pytest.raises(GameOverError):
        await games.undo(ALICE, 300)


async def test_all_safe_cards_go_home_as_one_step(games: GamesInTurns) -> None:
    dealt = await games.start(ALICE, NewGame("dimes", 1), 100)
    home = await games.home(ALICE, 101, board=dealt.board)
    assert home.game.save() == "dimes|1||1|2>f&4>f&5>f"
    assert (await games.undo(ALICE, 102)).game.save() == "dimes|1||0|2>f&4>f&5>f"
    with pytest.raises(Stale):
        await games.home(ALICE, 103, board=dealt.board)


async def test_nothing_changes_when_no_card_can_safely_go_home(games: GamesInTurns) -> None:
    for number, (variant, reason) in enumerate({"dimes": "can go home right now", "tens": "no foundations"}.items()):
        await games.start(ALICE + number, NewGame(variant, 8), 100 + number)
        with pytest.raises(IllegalMoveError, match=reason):
            await games.home(ALICE + number, 200 + number)
        assert (await games.current(ALICE + number)).version == 1


async def test_safe_cards_follow_a_move_only_on_request(games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 5), 100)
    assert (await games.play(ALICE, "draw", 101)).game.save() == "dimes|5||1|draw"
    await games.undo(ALICE, 102)
    assert (await games.play(ALICE, "draw", 103, auto_home=True)).game.save() == "dimes|5||1|draw&w>f"


async def test_bringing_cards_home_takes_effect_once_per_interaction(
    games: GamesInTurns, elsewhere: GamesInTurns
) -> None:
    await games.start(ALICE, NewGame("dimes", 1), 100)
    await asyncio.gather(*(each.home(ALICE, 101) for each in (games, elsewhere, games)))
    assert (await games.home(ALICE, 101)).version == 2


async def test_a_refused_request_to_go_home_stays_refused(games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 5), 100)
    with pytest.raises(IllegalMoveError):
        await games.home(ALICE, 101)
    await games.play(ALICE, "draw", 102)
    assert (await games.home(ALICE, 101)).game.save() == "dimes|5||1|draw"


async def test_a_process_notices_that_another_has_changed_a_cached_game(
    games: GamesInTurns, elsewhere: GamesInTurns
) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    await elsewhere.play(ALICE, "draw", 101)
    assert (await games.current(ALICE)).version == 2
    await games.undo(ALICE, 102)
    await games.play(ALICE, "draw", 103)
    assert (await elsewhere.current(ALICE)).game.save() == "dimes|8||1|draw"
    await elsewhere.give_up(ALICE, 104)
    await elsewhere.start(ALICE, NewGame("tens", 8), 105)
    assert (await games.current(ALICE)).game.variant.name == "tens"


async def test_concurrent_changes_from_two_processes_are_each_played_or_refused(
    games: GamesInTurns, elsewhere: GamesInTurns
) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    changes = [(games, elsewhere)[number % 2].play(ALICE, "draw", 200 + number) for number in range(40)]
    answers = await asyncio.gather(*changes, return_exceptions=True)
    played = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert all(isinstance(answer, BusyError) for answer in answers if isinstance(answer, BaseException))
    assert played
    assert sorted(len(answer.game.moves) for answer in played) == list(range(1, len(played) + 1))
    assert len((await elsewhere.current(ALICE)).game.moves) == len(played)


async def test_concurrent_moves_are_played_in_order_of_arrival(games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    answers = await asyncio.gather(*(games.play(ALICE, "draw", 200 + number) for number in range(10)))
    assert [len(answer.game.moves) for answer in answers] == list(range(1, 11))


async def test_one_interaction_in_two_processes_takes_effect_once(games: GamesInTurns, elsewhere: GamesInTurns) -> None:
    for service in (games, elsewhere):
        await asyncio.gather(*(service.start(ALICE, NewGame("dimes", 8), 100) for service in (games, elsewhere)))
        await asyncio.gather(*(each.play(ALICE, "draw", 101) for each in (games, elsewhere, service)))
        assert (await service.current(ALICE)).game.save() == "dimes|8||1|draw"


async def test_concurrent_players_do_not_affect_each_other(games: GamesInTurns, elsewhere: GamesInTurns) -> None:
    async def life(user: int) -> int:
        dice = random.Random(user)
        made = 0
        service = dice.choice((games, elsewhere))
        await service.start(user, NewGame("dimes", user), user * 1000)
        for number in range(1, 15):
            service = dice.choice((games, elsewhere))
            try:
                if dice.random() < 0.3:
                    await service.undo(user, user * 1000 + number)
                    made -= 1
                else:
                    await service.play(user, "draw", user * 1000 + number)
                    made += 1
            except PatienceError:
                continue
        return made

    made = await asyncio.gather(*map(life, range(1, 41)))
    for user, moves in enumerate(made, 1):
        for service in (games, elsewhere):
            assert len((await service.current(user)).game.moves) == moves


async def test_the_record_of_interactions_does_not_grow_forever(database: Database, games: GamesInTurns) -> None:
    day = 24 * 60 * 60 * 1000 << 22
    await games.start(ALICE, NewGame("dimes", 8), 100)
    for number in range(600):
        await games.play(ALICE, "draw", day * 3 + 2 * number)
        await games.undo(ALICE, day * 3 + 2 * number + 1)
    while database._background_task is not None:  # noqa: SLF001 - nobody else waits for that
        await asyncio.sleep(0.001)
    kept = [number for (number,) in await database.rows("SELECT id FROM interactions")]
    assert 100 not in kept
    assert day * 3 + 1 in kept


async def test_looking_at_an_earlier_game_does_not_evict_the_current_one(
    games: GamesInTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.give_up(ALICE, 101)
    started = await games.start(ALICE, NewGame("dimes", 9), 102)
    await games.owned(ALICE, earlier.id)
    monkeypatch.setattr(Game, "load", Mock(side_effect=AssertionError("the current game was parsed again")))
    assert (await games.play(ALICE, "draw", 103)).id == started.id
