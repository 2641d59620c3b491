"""What hints and analyses have found of a game is known to those that follow."""

import pytest

from bot.model.game import NewGame
from bot.model.solutions import Reached
from bot.services.findings import Findings
from engine import DRAW, Game, Move, Solution, Verdict, parse_move
from tests.engine.positions import building
from tests.support.processes import ALICE, Process, numbers

TENS = NewGame("tens", 13)
"""The solver wins it."""

NINES = NewGame("cast-out-nines", 17406)
"""The solver wins it, too."""


@pytest.fixture(autouse=True)
def _enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the solver search for long enough to win these deals."""
    monkeypatch.setattr("tests.support.solver_here.BUDGET", 10_000)


async def test_leaving_the_shown_line_starts_a_search_and_coming_back_does_not(here: Process) -> None:
    current = await here.deal(ALICE, TENS)
    _, first = await here.hint()
    other = next(str(move) for move in current.game.legal_moves() if move != first.moves[0])
    await here.move(other)
    await here.games.undo(ALICE.id, next(numbers))
    _, again = await here.hint()
    assert again == first
    assert len(here.solver.asked) == 1
    await here.move(other)
    await here.hint()
    assert len(here.solver.asked) == 2


async def test_an_analysis_uses_what_hints_have_proved_and_keeps_all_of_it(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = await here.deal(ALICE, NINES)
    _, hinted = await here.hint()
    assert hinted.verdict is Verdict.WON
    way = hinted.moves
    kept = 0
    while len(current.game.legal_moves()) == 1 or kept < 3:
        current = await here.move(str(way[kept]))
        kept += 1
    other = next(str(move) for move in current.game.legal_moves() if move != way[kept])
    await here.move(other)
    monkeypatch.setattr("tests.support.solver_here.BUDGET", 500)
    await here.hint()  # this search proves nothing
    found = await here.analysis(await here.give_up())
    assert (found.winnable_until, found.way) == (kept, way[kept:])
    back = await here.games.go_back(ALICE.id, 1, next(numbers))
    assert here.services.solving.known_way(back).moves == way[1:]


async def test_an_analysis_follows_the_player_along_the_winning_line(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = await here.deal(ALICE, NINES)
    way = (await here.solver.solve(Reached.in_game(current.game), 10_000)).moves
    for move in way[:40]:
        current = await here.move(str(move))
    given_up = await here.give_up()
    solved = []

    async def solve(reached: Reached, _: int) -> Solution:
        """Find a win at the start only."""
        solved.append(len(reached.moves))
        return Solution() if reached.moves else Solution(Verdict.WON, way)

    monkeypatch.setattr(here.solver, "solve", solve)
    found = await here.analysis(given_up)
    assert (found.winnable_until, found.way) == (40, way[40:])
    assert set(solved) == {0, 40}


async def test_hints_follow_the_line_that_an_analysis_found(here: Process) -> None:
    await here.deal(ALICE, NINES)
    found = await here.analysis(await here.give_up())
    assert found.way
    asked = len(here.solver.asked)
    await here.games.go_back(ALICE.id, 0, next(numbers))
    _, hinted = await here.hint()
    assert hinted == Solution(Verdict.WON, found.way)
    assert len(here.solver.asked) == asked


async def test_a_game_that_waits_on_the_shelf_keeps_its_winning_line(here: Process) -> None:
    current = await here.deal(ALICE, NINES)
    _, hinted = await here.hint()
    await here.move(str(hinted.moves[0]))
    await here.deal(ALICE, TENS)
    await here.hint()
    asked = len(here.solver.asked)
    await here.shelf.resume(ALICE.id, current.id, next(numbers))
    assert (await here.hint())[1].moves == hinted.moves[1:]
    assert len(here.solver.asked) == asked


async def test_an_analysis_knows_what_hints_have_proved_lost(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.deal(ALICE, NINES)

    async def solve(_: Reached, __: int) -> Solution:
        return Solution(Verdict.IMPOSSIBLE)

    with monkeypatch.context() as changed:
        changed.setattr(here.solver, "solve", solve)
        await here.draw()
        for _ in range(2):  # the first proof says more than the second
            await here.draw()
            await here.hint()
    given_up = await here.give_up()
    here.services.solving.analysis_seconds = 0.0
    found = await here.analysis(given_up)
    assert found.lost_from == 2


async def test_forgetting_a_user_leaves_nothing_in_memory(here: Process) -> None:
    await here.deal(ALICE, TENS)
    await here.hint()
    here.services.solving.forget(ALICE.id)
    await here.hint()
    assert len(here.solver.asked) == 2


async def test_the_end_of_a_line_that_is_lost_is_searched_again(here: Process) -> None:
    """A search from the end of a short search's line may find more moves."""
    await here.deal(ALICE, NewGame("dimes", 1))
    for _ in range(80):
        current = await here.games.current(ALICE.id)
        await here.move(str(current.game.listed_moves()[0]))
    _, first = await here.hint()
    assert first.verdict is Verdict.IMPOSSIBLE
    assert first.moves
    for move in first.moves:
        await here.move(str(move))
    asked = len(here.solver.asked)
    _, again = await here.hint()
    assert len(here.solver.asked) > asked
    assert again.verdict is Verdict.IMPOSSIBLE
    assert again.moves


@pytest.mark.parametrize("idle", [(), (DRAW,)], ids=str)
async def test_a_search_from_the_end_of_a_lost_line_is_no_guess_and_suggests_no_idle_move(
    here: Process, monkeypatch: pytest.MonkeyPatch, idle: tuple[Move, ...]
) -> None:
    await here.deal(ALICE, NewGame("dimes", 8))

    async def prove(*_: object) -> Solution:
        return Solution(Verdict.IMPOSSIBLE, (DRAW,))

    async def give_up(*_: object) -> Solution:
        return Solution(Verdict.UNKNOWN, idle)

    monkeypatch.setattr(here.solver, "solve", prove)
    await here.hint()
    await here.draw()
    monkeypatch.setattr(here.solver, "solve", give_up)
    _, solution = await here.hint()
    assert solution == Solution(Verdict.IMPOSSIBLE)


def test_a_card_that_a_hint_placed_is_taken_from_there_only_to_go_home() -> None:
    found = Findings(1)
    position = building("diplomat", "10♥ 9♣ | 10♦ | 10♠ | 2♣", foundations="A♣")
    found.note_step(position, (parse_move("1>2"),))
    after = position.play(parse_move("1>2"))
    assert found.takes_back(after, parse_move("2>3"))
    assert found.takes_back(after, parse_move("2>1"))
    assert not found.takes_back(after, parse_move("4>1"))
    assert not found.takes_back(after.play(parse_move("4>f")), parse_move("1>4"))


def test_of_several_lines_that_win_the_shortest_is_kept() -> None:
    """All of these are said to win."""
    found = Findings(1)
    game = Game.new("dimes", 8)
    found.keep(game, Solution(Verdict.WON, (DRAW, DRAW, DRAW)))
    found.keep(game, Solution(Verdict.WON, (DRAW,)))
    assert found.way_from(game.position).moves == (DRAW,)
    found.keep(game, Solution(Verdict.WON, (DRAW, DRAW)))
    assert found.way_from(game.position).moves == (DRAW,)
