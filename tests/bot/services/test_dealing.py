"""Random deals: winnable ones if any are known, and none twice while others are left."""

from collections.abc import Mapping
from itertools import count

import pytest

from bot.model.game import NewGame
from bot.store import Database
from engine.variant import Difficulty
from tests.support.kinds import on_both
from tests.support.turns import GamesInTurns, open_games

pytestmark = on_both

ALICE, BOB = 1, 2
INTERACTIONS = count(1)


@pytest.fixture
def dealing(database: Database, monkeypatch: pytest.MonkeyPatch) -> GamesInTurns:
    """A bot that knows three winnable deals of Dimes without options, and one of Tens."""

    def known(variant: str, options: Mapping[str, str], level: Difficulty | None) -> tuple[int, ...]:
        if level is not None:
            return {Difficulty.EASY: (5,), Difficulty.HARD: (4, 9)}[level]
        return {("dimes", 0): (4, 5, 9), ("tens", 0): (13,)}.get((variant, len(options)), ())

    monkeypatch.setattr("bot.services.dealing.winnable_deals", known)
    numbers = count(1000)
    return open_games(database, random_deal=lambda: next(numbers))


async def deal(games: GamesInTurns, new: NewGame, user_id: int = ALICE) -> int:
    started = await games.start(user_id, new, next(INTERACTIONS))
    return started.game.deal


async def test_no_winnable_deal_repeats_while_others_are_left(dealing: GamesInTurns) -> None:
    first = {await deal(dealing, NewGame("dimes")) for _ in range(3)}
    assert first == {4, 5, 9}
    assert {await deal(dealing, NewGame("dimes")) for _ in range(3)} <= {4, 5, 9}
    assert await deal(dealing, NewGame("dimes"), BOB) in {4, 5, 9}


async def test_a_deal_played_by_its_number_does_not_come_again_unless_its_rules_differ(dealing: GamesInTurns) -> None:
    await deal(dealing, NewGame("dimes", 5))
    await deal(dealing, NewGame("dimes", 4, {"tens": "deck"}))
    await deal(dealing, NewGame("tens", 9))
    assert {await deal(dealing, NewGame("dimes")) for _ in range(2)} == {4, 9}


async def test_the_first_deal_of_a_game_is_one_of_the_easiest(dealing: GamesInTurns) -> None:
    assert {await deal(dealing, NewGame("dimes"), user_id) for user_id in range(10, 16)} == {5}


async def test_the_random_number_selects_the_deal(dealing: GamesInTurns) -> None:
    deals = set()
    for user_id in range(10, 16):
        await deal(dealing, NewGame("dimes", 100), user_id)
        deals.add(await deal(dealing, NewGame("dimes"), user_id))
    assert deals == {4, 5, 9}
