"""The shelf, dailies and challenges beside a simple model of them: two processes do anything in any order."""

import asyncio
import itertools
from dataclasses import dataclass, field

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.model.challenge import challenge_id as challenge_name
from bot.model.contest import ContestId
from bot.model.daily.contest import daily_id
from bot.model.errors import ShelfFullError, StaleBoardError
from bot.model.game import NewGame
from bot.model.player import Player
from bot.store import GameStore, open_database
from engine import GameOverError, PatienceError, Status
from tests.support.challenges import open_challenge
from tests.support.clock import Clock
from tests.support.daily_room import TODAY
from tests.support.kinds import ask, on_both
from tests.support.processes import NOON, Process, numbers

MOST = 2
"""How many games fit on the shelf here."""

GAME = "dimes"
DAILY = daily_id(TODAY, GAME)

_users = itertools.count(1)


@dataclass
class Modelled:
    contest: ContestId | None = None
    moves: int = 0
    undone: int = 0
    effort: int = 0
    is_over: bool = False

    @property
    def is_kept(self) -> bool:
        return not self.is_over and bool(self.contest or self.moves or self.undone)


@dataclass
class Model:
    """A table, a shelf, and all games by their ids, in the order of dealing.

    `entered` are the challenges with the user on their cards, and `spent` the contests that they have begun, also
    before they deleted their data.
    """

    table: int | None = None
    shelf: set[int] = field(default_factory=set)
    games: dict[int, Modelled] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    spent: set[ContestId] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        """Whether the game on the table would have no place on the shelf."""
        return self.table is not None and self.games[self.table].is_kept and len(self.shelf) == MOST

    def put_on_table(self, game_id: int) -> None:
        if self.table is not None:
            left = self.games[self.table]
            self.shelf |= {self.table} if left.is_kept else set()
            left.is_over = not left.is_kept
        self.table = game_id

    def give_up_shelved(self, game_id: int) -> None:
        self.shelf.remove(game_id)
        self.games[game_id].is_over = True


OFTEN = ["start"] * 3 + ["play"] * 4 + ["challenge", "resume", "make room"] * 2
ACTIONS = [*OFTEN, "rank", "undo", "give up", "drop", "delete"]

STEPS = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 5), st.integers(0, 1))
"""What to do, with which of the games, and in which process."""

LEFT_GAMES = [(action, 0, process) for process in (0, 1, 0) for action in ("start", "play")]
FULL_SHELF = [
    *LEFT_GAMES,
    ("start", 0, 1),  # refused, like the next one, which names the game on the table
    ("make room", 2, 0),
    ("make room", 0, 1),
    ("play", 0, 0),
    ("rank", 0, 0),
    ("challenge", 0, 1),
    ("challenge", 0, 0),
    ("resume", 1, 1),
]
"""Everything that deals a game while the shelf is full."""


@dataclass
class Scenario:
    """A user of two processes, and the model of what they have."""

    user: Player
    processes: list[Process]
    model: Model = field(default_factory=Model)
    opened: list[int] = field(default_factory=list)
    """The user's challenges."""

    async def step(self, action: str, which: int, process: Process) -> None:
        model = self.model
        chosen = list(model.games)[which % len(model.games)] if model.games else 0
        match action:
            case "start" | "make room":
                await self.start(process, chosen if action == "make room" else 0)
            case "rank":
                await self.enter(process, DAILY)
            case "challenge" if len(self.opened) <= which % 2:
                await self.challenge(process)
            case "challenge":
                challenge_id = self.opened[which % 2]
                if await self.enter(process, challenge_name(challenge_id)):
                    model.entered.add(challenge_id)
            case "resume":
                await self.resume(process, chosen)
            case "drop":
                await self.drop(process, chosen)
            case "delete":
                await process.delete_data(self.user)
                self.model = Model(spent=model.spent)
            case _ if model.table is not None and not model.games[model.table].is_over:
                await self.play(process, action, model.games[model.table])

    async def play(self, process: Process, action: str, known: Modelled) -> None:
        if action == "play":
            await process.draw(self.user)
            known.moves += 1
            known.effort += 1
            known.undone = 0
        elif action == "give up":
            await process.give_up(self.user)
            known.is_over = True
        elif known.moves:
            await process.games.undo(self.user.id, next(numbers))
            known.moves -= 1
            known.effort += 1 if known.contest else -1  # an undo counts as a move in a ranked attempt
            known.undone += 1

    async def start(self, process: Process, room: int) -> None:
        model, games = self.model, process.games
        giving_up = (await games.owned(self.user.id, room)).board if room else None
        new = NewGame(GAME, 8)
        if model.is_full and room not in model.shelf:
            with pytest.raises(ShelfFullError if room == 0 else StaleBoardError):
                await games.start(self.user.id, new, next(numbers), giving_up=giving_up)
            return
        started = await games.start(self.user.id, new, next(numbers), giving_up=giving_up)
        if model.is_full:
            model.give_up_shelved(room)
        model.put_on_table(started.id)
        model.games[started.id] = Modelled()

    async def challenge(self, process: Process) -> None:
        opened = await open_challenge(process.services, process.turn(self.user), GAME)
        self.opened.append(opened.id)
        self.model.entered.add(opened.id)

    async def enter(self, process: Process, contest: ContestId) -> bool:
        """Begin an attempt, and return whether the bot allows it."""
        model = self.model
        new = NewGame(GAME, contest=contest, is_ranked=True)
        if contest in model.spent or model.is_full:
            with pytest.raises(PatienceError) as refused:
                await process.services.games.start(process.turn(self.user), new)
            assert isinstance(refused.value, ShelfFullError) == (contest not in model.spent)
            return False
        started = await process.services.games.start(process.turn(self.user), new)
        model.put_on_table(started.id)
        model.games[started.id] = Modelled(contest)
        model.spent.add(contest)
        return True

    async def resume(self, process: Process, chosen: int) -> None:
        model, shelf = self.model, process.shelf
        if chosen != model.table and chosen not in model.shelf:
            with pytest.raises(GameOverError if chosen else PatienceError):
                await shelf.resume(self.user.id, chosen, next(numbers))
            return
        assert (await shelf.resume(self.user.id, chosen, next(numbers))).id == chosen
        if chosen != model.table:
            model.put_on_table(chosen)
            model.shelf.remove(chosen)

    async def drop(self, process: Process, chosen: int) -> None:
        if not chosen:
            return
        board = (await process.games.owned(self.user.id, chosen)).board
        if chosen not in self.model.shelf:
            with pytest.raises(StaleBoardError):
                await process.shelf.give_up(self.user.id, board, next(numbers))
            return
        await process.shelf.give_up(self.user.id, board, next(numbers))
        self.model.give_up_shelved(chosen)

    async def check(self, url: str) -> None:
        model = self.model
        for process in self.processes:
            table = await process.games.find(self.user.id)
            assert (table and table.id) == model.table
            if table is not None:
                known = model.games[table.id]
                assert (len(table.game.moves), table.game.status is not Status.PLAYING) == (known.moves, known.is_over)
            shelved = await process.shelf.shelved(self.user.id)
            assert {each.board.game_id: each.effort for each in shelved} == {
                game: model.games[game].effort for game in model.shelf
            }
            counted = {game for game, known in model.games.items() if known.is_over and (known.moves or known.undone)}
            assert {each.id for each in await GameStore().finished(process.database, self.user.id)} == counted
        for process, challenge_id in itertools.product(self.processes, self.opened):
            own = (await process.find(challenge_id)).entry(self.user.id)
            assert (own is not None) == (challenge_id in model.entered)
            attempts = [known for known in model.games.values() if known.contest == challenge_name(challenge_id)]
            if own is None:
                assert not attempts
            else:
                assert own.is_begun == bool(attempts)
                assert (own.score is not None) == any(known.is_over for known in attempts)
        on_tables = await ask(url, "SELECT user_id, id FROM games WHERE is_current = 1")
        assert [game for user, game in on_tables if user == self.user.id] == [model.table] * (model.table is not None)


@on_both
def test_after_any_steps_one_game_is_on_the_table_and_the_others_wait_or_are_over(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All examples share two processes, and each has a user of its own."""
    for room in ("store", "services"):
        monkeypatch.setattr(f"bot.{room}.games.MOST_SHELVED", MOST)
    with asyncio.Runner() as runner:
        databases = [runner.run(open_database(url)) for _ in range(2)]
        processes = [Process.create(database, Clock(NOON)) for database in databases]

        async def play(steps: list[tuple[str, int, int]]) -> None:
            player = Scenario(Player(next(_users), "someone"), processes)
            for action, which, process in steps:
                await player.step(action, which, processes[process])
                await player.check(url)

        @example(steps=FULL_SHELF)
        @example(steps=[("challenge", 0, 0), ("challenge", 0, 0), ("play", 0, 0), ("undo", 0, 0), ("start", 0, 0)])
        @settings(max_examples=20 if url.startswith("sqlite:") else 8)  # the other database tells no other story
        @given(steps=st.lists(STEPS, min_size=15, max_size=40))
        def check(steps: list[tuple[str, int, int]]) -> None:
            runner.run(play(steps))

        try:
            check()
        finally:
            for process in processes:
                runner.run(process.close())
                runner.run(process.database.close())
