"""What hints and analyses have found of a game is known to those that follow."""

from __future__ import annotations

import pytest

from bot.model.solutions import Reached
from engine import DRAW, Move, Solution, Verdict
from tests.support.search_room import ALICE, INTERACTIONS, WINNABLE, SearchRoom, alice
from tests.support.turns import GamesInTurns, turn_of

__all__ = ["alice"]


async def test_leaving_the_shown_way_starts_a_search_and_coming_back_does_not(alice: SearchRoom) -> None:
    await alice.start(WINNABLE)
    _, first = await alice.hint()
    games = GamesInTurns.of(alice.services)
    other = next(str(move) for move in (await games.current(ALICE)).game.legal_moves() if move != first.moves[0])
    await games.play(ALICE, other, next(INTERACTIONS))
    await games.undo(ALICE, next(INTERACTIONS))
    _, again = await alice.hint()
    assert again == first
    assert len(alice.solver.asked) == 1
    await games.play(ALICE, other, next(INTERACTIONS))
    await alice.hint()
    assert len(alice.solver.asked) == 2


async def test_an_analysis_knows_what_hints_have_proved(alice: SearchRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    games = GamesInTurns.of(alice.services)
    current = await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    assert hinted.verdict is Verdict.WON
    way = hinted.moves
    kept = 0
    while len(current.game.legal_moves()) == 1 or kept < 3:
        current = await games.play(ALICE, str(way[kept]), next(INTERACTIONS))
        kept += 1
    other = next(str(move) for move in current.game.legal_moves() if move != way[kept])
    await games.play(ALICE, other, next(INTERACTIONS))
    monkeypatch.setattr("tests.support.solver_here.BUDGET", 500)
    await alice.hint()  # which proves nothing
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    found = await alice.services.solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)
    assert (found.winnable_until, found.way) == (kept, way[kept:])


async def test_an_analysis_follows_the_player_along_the_winning_line(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GamesInTurns.of(alice.services)
    current = await alice.start(17406, "cast-out-nines")
    way = (await alice.solver.solve(Reached.in_game(current.game), 10_000)).moves
    for move in way[:40]:
        current = await games.play(ALICE, str(move), next(INTERACTIONS))
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    solved = []

    async def solve(reached: Reached, _: int) -> Solution:
        """Find a win at the start only."""
        solved.append(len(reached.moves))
        return Solution() if reached.moves else Solution(Verdict.WON, way)

    monkeypatch.setattr(alice.solver, "solve", solve)
    found = await alice.services.solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)
    assert (found.winnable_until, found.way) == (40, way[40:])
    assert set(solved) == {0, 40}


async def test_hints_follow_the_line_that_an_analysis_found(alice: SearchRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    games = GamesInTurns.of(alice.services)
    solving = alice.services.solving
    await alice.start(17406, "cast-out-nines")
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    found = await solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)
    assert found.way

    async def solve(*_: object) -> Solution:
        raise AssertionError("a winning line is known")

    monkeypatch.setattr(alice.solver, "solve", solve)
    await games.go_back(ALICE, 0, next(INTERACTIONS))
    _, hinted = await alice.hint()
    assert hinted == Solution(Verdict.WON, found.way)


async def test_an_analysis_forgets_no_part_of_a_known_win(alice: SearchRoom) -> None:
    games = GamesInTurns.of(alice.services)
    await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    for move in hinted.moves[:3]:
        await games.play(ALICE, str(move), next(INTERACTIONS))
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    await alice.services.solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)
    back = await games.go_back(ALICE, 1, next(INTERACTIONS))
    assert alice.services.solving.known_way(back).moves == hinted.moves[1:]


async def test_a_game_that_waits_on_the_shelf_keeps_its_winning_line(alice: SearchRoom) -> None:
    current = await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    await GamesInTurns.of(alice.services).play(ALICE, str(hinted.moves[0]), next(INTERACTIONS))
    await alice.start(WINNABLE)
    await alice.hint()
    asked = len(alice.solver.asked)
    await alice.services.shelf.resume(turn_of(alice.services, ALICE, next(INTERACTIONS)), current.id)
    assert (await alice.hint())[1].moves == hinted.moves[1:]
    assert len(alice.solver.asked) == asked


async def test_an_analysis_knows_what_hints_have_proved_lost(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GamesInTurns.of(alice.services)
    await alice.start(17406, "cast-out-nines")

    async def solve(_: Reached, __: int) -> Solution:
        return Solution(Verdict.IMPOSSIBLE)

    with monkeypatch.context() as changed:
        changed.setattr(alice.solver, "solve", solve)
        await games.play(ALICE, "draw", next(INTERACTIONS))
        for _ in range(2):  # the first proof says more than the second
            await games.play(ALICE, "draw", next(INTERACTIONS))
            await alice.hint()
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    monkeypatch.setattr(alice.services.solving, "_analysis_seconds", 0.0)
    found = await alice.services.solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)
    assert found.lost_from == 2


async def test_forgetting_a_user_leaves_nothing_in_memory(alice: SearchRoom) -> None:
    await alice.start(WINNABLE)
    await alice.hint()
    alice.services.solving.forget(ALICE)
    await alice.hint()
    assert len(alice.solver.asked) == 2


async def test_the_end_of_a_line_that_is_lost_is_searched_again(alice: SearchRoom) -> None:
    """A search from the end of a short search's line may find more moves."""
    await alice.start(1, "dimes")
    for _ in range(80):
        await alice.play_listed()
    _, first = await alice.hint()
    assert first.verdict is Verdict.IMPOSSIBLE
    assert first.moves
    for move in first.moves:
        await GamesInTurns.of(alice.services).play(ALICE, str(move), next(INTERACTIONS))
    asked = len(alice.solver.asked)
    _, again = await alice.hint()
    assert len(alice.solver.asked) > asked
    assert again.verdict is Verdict.IMPOSSIBLE
    assert again.moves


@pytest.mark.parametrize("idle", [(), (DRAW,)], ids=str)
async def test_a_search_from_the_end_of_a_lost_line_is_no_guess_and_suggests_no_idle_move(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch, idle: tuple[Move, ...]
) -> None:
    await alice.start(8, "dimes")

    async def prove(*_: object) -> Solution:
        return Solution(Verdict.IMPOSSIBLE, (DRAW,))

    async def give_up(*_: object) -> Solution:
        return Solution(Verdict.UNKNOWN, idle)

    monkeypatch.setattr(alice.solver, "solve", prove)
    await alice.hint()
    await GamesInTurns.of(alice.services).play(ALICE, "draw", next(INTERACTIONS))
    monkeypatch.setattr(alice.solver, "solve", give_up)
    _, solution = await alice.hint()
    assert solution == Solution(Verdict.IMPOSSIBLE)
