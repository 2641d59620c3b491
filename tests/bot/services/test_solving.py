"""Searches: one at a time for each user, and no longer than they are of use."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count

import pytest

from bot.model.game import NewGame
from bot.model.solutions import BlindGuess, Reached
from bot.services import solving
from bot.solver import queue
from bot.solver.process import SolverDiedError
from engine import DRAW, Move, PatienceError, Solution, Status, Verdict, parse_move
from tests.support.processes import ALICE, BOB, Process, numbers
from tests.support.turns import turn_of

WINNABLE = NewGame("tens", 13)

UNKNOWN = NewGame("dimes", 3)
"""A deal in which the solver finds moves, but no win."""

UNLISTED = NewGame("dimes", 987654321)
"""A deal that the bot does not know to be winnable."""


async def test_each_user_has_one_search_at_a_time_and_a_repeated_interaction_shares_it(here: Process) -> None:
    await here.deal(ALICE, WINNABLE)
    go_on = asyncio.Event()
    here.solver.meanwhile = go_on.wait
    number = next(numbers)
    deliveries = [asyncio.create_task(here.services.solving.hint(here.turn(ALICE, number))) for _ in range(2)]
    while not here.solver.asked:
        await asyncio.sleep(0.001)
    with pytest.raises(PatienceError, match="Still thinking"):
        await here.hint()
    go_on.set()
    first, again = await asyncio.gather(*deliveries)
    assert first == again
    assert len(here.solver.asked) == 1


async def test_a_search_ends_in_time_with_its_best_guess(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is quick and finds a guess, the second would take a minute."""
    for module in (solving, queue):
        monkeypatch.setattr(module, "perf_counter", count(0, 0.001).__next__)  # however slow this machine is
    monkeypatch.setattr(solving, "HINT_SECONDS", 1.0)
    guess = Solution(Verdict.UNKNOWN, (DRAW,))
    budgets: list[int] = []
    ended: list[int] = []

    async def solve(_: Reached, budget: int) -> Solution:
        budgets.append(budget)
        if len(budgets) > 1:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(budget)
        return guess

    monkeypatch.setattr(here.solver, "solve", solve)
    await here.deal(ALICE, UNKNOWN)
    _, solution = await here.hint()
    assert solution == guess
    assert ended == budgets[1:]


async def test_no_search_starts_that_would_take_too_long(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one would be too small to help, or take too long."""
    now = 0.0
    for module in (solving, queue):
        monkeypatch.setattr(module, "perf_counter", lambda: now)
    monkeypatch.setattr(solving, "HINT_SECONDS", 50.0)

    async def pass_time() -> None:
        nonlocal now
        now += 30.0

    here.solver.meanwhile = pass_time
    await here.deal(ALICE, UNKNOWN)
    await here.hint()
    assert (len(here.solver.asked), here.solver.cancelled) == (1, 0)


async def die(*_: object) -> Solution:
    raise SolverDiedError("it was killed")


async def never_answer(*_: object) -> Solution:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


@pytest.mark.parametrize("solve", [die, never_answer])
async def test_without_an_answer_a_hint_is_the_first_listed_move_and_an_analysis_is_refused(
    here: Process, monkeypatch: pytest.MonkeyPatch, solve: Callable[..., Awaitable[Solution]]
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.05)
    here.services.solving.analysis_seconds = 0.05
    monkeypatch.setattr(here.solver, "solve", solve)
    current = await here.deal(ALICE, UNLISTED)
    _, hint = await here.hint()
    assert hint == BlindGuess(moves=(current.game.listed_moves()[0],))
    await here.draw()
    with pytest.raises(PatienceError, match="no time"):
        await here.analysis(await here.give_up())


async def test_a_hint_without_an_answer_is_the_next_one_of_the_line_shown_before(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.deal(ALICE, UNKNOWN)
    _, first = await here.hint()
    assert first.verdict is Verdict.UNKNOWN
    await here.move(str(first.moves[0]))
    monkeypatch.setattr(here.solver, "solve", die)
    _, second = await here.hint()
    assert second == Solution(moves=first.moves[1:])


async def test_a_hint_does_not_wait_for_an_analysis_which_searches_again_afterwards(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.services.solving.analysis_seconds = 600.0
    go_on = asyncio.Event()
    solve_here = here.solver.solve

    async def solve(reached: Reached, budget: int) -> Solution:
        """Search positions of Dimes until the test lets the search end."""
        if reached.variant == "tens":
            return await solve_here(reached, budget)
        here.solver.asked.append(reached)
        await go_on.wait()
        return Solution(Verdict.IMPOSSIBLE)

    monkeypatch.setattr(here.solver, "solve", solve)
    await here.deal(BOB, UNLISTED)
    await here.draw(BOB)
    given_up = await here.give_up(BOB)
    analysis = asyncio.create_task(here.services.solving.analysis(here.turn(BOB), given_up))
    while not here.solver.asked:
        await asyncio.sleep(0.001)
    await here.deal(ALICE, WINNABLE)
    _, hint = await here.hint()
    assert hint.verdict is Verdict.WON
    go_on.set()
    assert (await analysis).lost_from == 0


async def test_of_many_hints_at_once_each_offers_a_move_and_claims_a_search_only_if_there_was_one(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.5)
    answered: set[int] = set()

    async def solve(reached: Reached, _: int) -> Solution:
        """Answer some questions, and then no more."""
        await asyncio.sleep(0)
        if len(answered) == 38:
            await asyncio.Event().wait()
        answered.add(reached.deal)
        return Solution(Verdict.UNKNOWN, (DRAW,))

    monkeypatch.setattr(here.solver, "solve", solve)
    users = range(1, 101)
    for user in users:
        await here.games.start(user, NewGame("dimes", user), next(numbers))
    hints = await asyncio.gather(
        *(here.services.solving.hint(turn_of(here.services, user, next(numbers))) for user in users)
    )
    for current, hint in hints:
        assert hint.moves[0] in current.game.legal_moves()
    assert {current.game.deal for current, hint in hints if not isinstance(hint, BlindGuess)} <= answered


async def test_a_hint_waits_until_the_solver_is_ready(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = asyncio.Event()
    monkeypatch.setattr(here.solver, "ready", ready.wait)
    await here.deal(ALICE, WINNABLE)
    here.services.solving.start()
    hint = asyncio.create_task(here.hint())
    for _ in range(10):
        await asyncio.sleep(0)
    assert here.solver.asked == []
    ready.set()
    _, solution = await hint
    assert solution.verdict is Verdict.WON


async def wait_until(is_true: Callable[[], bool]) -> None:
    while not is_true():
        await asyncio.sleep(0.001)


def solve_after_one_guess(here: Process, monkeypatch: pytest.MonkeyPatch, *, guess: Move) -> list[Reached]:
    """Let the solver win wherever the guess leads, and know nothing before; return what it is asked from there on."""
    further: list[Reached] = []

    async def solve(reached: Reached, _: int) -> Solution:
        if not reached.moves:
            return Solution(moves=(guess,))
        further.append(reached)
        return Solution(Verdict.WON, (DRAW,))

    monkeypatch.setattr(here.solver, "solve", solve)
    return further


async def test_while_a_player_looks_at_a_guess_the_solver_goes_on_and_the_next_hint_has_its_proof(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = await here.deal(ALICE, UNLISTED)
    guess = current.game.listed_moves()[0]
    further = solve_after_one_guess(here, monkeypatch, guess=guess)
    _, hint = await here.hint()
    assert hint.verdict is Verdict.UNKNOWN
    await wait_until(lambda: here.services.solving.known_way(current).verdict is Verdict.WON)
    assert (await here.hint())[1] == Solution(Verdict.WON, (guess, DRAW))
    await here.move(str(guess))
    assert (await here.hint())[1] == Solution(Verdict.WON, (DRAW,))
    assert {reached.moves for reached in further} == {(guess,)}


async def test_a_search_goes_on_while_the_hint_is_played_and_stops_when_the_player_goes_elsewhere(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = await here.deal(ALICE, UNLISTED)
    guess, other = current.game.listed_moves()[:2]
    stopped: list[Reached] = []
    searched: list[Reached] = []

    async def solve(reached: Reached, _: int) -> Solution:
        if not reached.moves:
            return Solution(moves=(guess,))
        searched.append(reached)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(reached)
            raise
        raise AssertionError("nobody sets it")

    monkeypatch.setattr(here.solver, "solve", solve)
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.05)
    await here.hint()
    await wait_until(lambda: bool(searched))
    await here.move(str(guess))
    await asyncio.sleep(0)
    assert not stopped
    await here.games.undo(ALICE.id, next(numbers))
    await here.move(str(other))
    await wait_until(lambda: bool(stopped))


async def test_a_hint_without_proof_never_takes_back_what_an_earlier_one_did(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver would move a card from pile 7 to pile 3 and back for ever."""
    there, back = parse_move("7>3"), parse_move("3>7")

    async def solve(reached: Reached, _: int) -> Solution:
        legal = reached.position().legal_moves()
        return Solution(moves=(next(move for move in (back, there, *legal) if move in legal),))

    monkeypatch.setattr(here.solver, "solve", solve)
    monkeypatch.setattr(solving, "LOOK_SECONDS", 0.0)
    await here.deal(ALICE, NewGame("diplomat", 3))
    current, hint = await here.hint()
    assert hint.moves == (there,)
    while current.game.status is Status.PLAYING and len(current.game.moves) < 30:
        await here.move(str(hint.moves[0]))
        after = (await here.games.current(ALICE.id)).game
        assert after.position not in current.game.positions
        current, hint = await here.hint()
