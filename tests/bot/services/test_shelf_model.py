"""The shelf, dailies and challenges beside a simple model of them: two processes do anything in any order."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.challenge import CHALLENGE
from bot.model.challenge import challenge_id as challenge_name
from bot.model.daily.contest import DAILY
from bot.model.errors import ShelfFullError, StaleBoardError
from bot.model.game import NewGame
from bot.services.challenges import Challenges
from bot.services.contests import ContestKinds
from bot.services.dailies import Dailies
from bot.services.preferences import PreferenceBook
from bot.services.shelf import Shelf
from bot.store import (
    ChallengeStore,
    Database,
    GameStore,
    PrivacyStore,
    Turns,
    open_database,
)
from engine import GameOverError, PatienceError, Status
from tests.support.contests import OneDeal, ranked
from tests.support.kinds import ask, on_both
from tests.support.turns import GamesInTurns, ShelfInTurns, open_games, turn_of

MOST = 2
"""How many games fit on the shelf here."""

NOON = 1_795_262_400.0
TODAY = date(2026, 11, 21)

_users = itertools.count(1)
_numbers = itertools.count(1000)


@dataclass
class Modelled:
    """What the model knows of a game."""

    is_ranked: bool
    challenge: int | None = None
    moves: int = 0
    undone: int = 0
    is_over: bool = False

    @property
    def is_kept(self) -> bool:
        return not self.is_over and bool(self.is_ranked or self.moves or self.undone)


@dataclass
class Model:
    """A table, a shelf, and all games by their ids, in the order of dealing.

    `entered` are the challenges with the user on their cards, and `spent` those that they have begun, also before they
    deleted their data.
    """

    table: int | None = None
    shelf: set[int] = field(default_factory=set)
    games: dict[int, Modelled] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    spent: set[int] = field(default_factory=set)

    def clear_table(self) -> None:
        if self.table is not None:
            left = self.games[self.table]
            self.shelf |= {self.table} if left.is_kept else set()
            left.is_over = not left.is_kept


STEPS = st.tuples(
    st.sampled_from(
        [
            *("start", "start", "rank", "challenge", "challenge", "resume", "resume", "drop", "make room"),
            *("play", "undo", "give up", "delete"),
        ]
    ),
    st.integers(0, 5),
    st.integers(0, 1),
)
"""What to do, with which of the games, and in which process."""


@dataclass
class Player:
    """A user of two processes, and the model of what they have."""

    user: int
    databases: list[Database]
    model: Model = field(default_factory=Model)
    opened: list[int] = field(default_factory=list)
    """The user's challenges."""

    def __post_init__(self) -> None:
        self.stores = [GameStore() for _ in self.databases]
        self.dailies: list[Dailies] = []
        self.challenges: list[Challenges] = []
        self.games: list[GamesInTurns] = []
        for database, store in zip(self.databases, self.stores, strict=True):
            dailies = OneDeal(store, lambda: NOON)
            challenges = Challenges(store, dailies, PreferenceBook())
            kinds: ContestKinds = {DAILY: dailies, CHALLENGE: challenges}
            self.dailies.append(dailies)
            self.challenges.append(challenges)
            self.games.append(open_games(database, store, kinds, clock=lambda: NOON))
        self.shelves = [
            ShelfInTurns(games.turns, Shelf(store, games.games))
            for store, games in zip(self.stores, self.games, strict=True)
        ]

    async def step(self, action: str, which: int, process: int) -> None:
        model, games = self.model, self.games[process]
        chosen = list(model.games)[which % len(model.games)] if model.games else 0
        match action:
            case "start" | "make room":
                await self.start(process, chosen if action == "make room" else 0)
            case "rank":
                await self.rank(games)
            case "challenge":
                await self.challenge(process, which % 2)
            case "resume":
                await self.resume(process, chosen)
            case "drop":
                await self.drop(process, chosen)
            case "delete":
                fingerprint = await self.dailies[process].fingerprints(turn_of(games.turns, self.user))
                await PrivacyStore(self.databases[process]).delete(self.user, now=NOON, fingerprint=fingerprint)
                games.games.forget(self.user)
                self.model = Model(spent=model.spent)
            case _ if model.table is not None and not model.games[model.table].is_over:
                await self.play(games, action, model.games[model.table])

    async def play(self, games: GamesInTurns, action: str, known: Modelled) -> None:
        if action == "play":
            await games.play(self.user, "draw", next(_numbers))
            known.moves, known.undone = known.moves + 1, 0
        elif action == "give up":
            await games.give_up(self.user, next(_numbers), is_sure=True)
            known.is_over = True
        elif known.moves:
            await games.undo(self.user, next(_numbers))
            known.moves, known.undone = known.moves - 1, known.undone + 1

    async def start(self, process: int, room: int) -> None:
        model, games = self.model, self.games[process]
        is_kept = model.table is not None and model.games[model.table].is_kept
        is_full = is_kept and len(model.shelf) == MOST
        giving_up = (await games.owned(self.user, room)).board if room else None
        new = NewGame("dimes", 8)
        if is_full and (room == 0 or room not in model.shelf):
            with pytest.raises(ShelfFullError if room == 0 else StaleBoardError):
                await games.start(self.user, new, next(_numbers), giving_up=giving_up)
            return
        started = await games.start(self.user, new, next(_numbers), giving_up=giving_up)
        if is_full:
            model.shelf.remove(room)
            model.games[room].is_over = True
        model.clear_table()
        model.table, model.games[started.id] = started.id, Modelled(is_ranked=False)

    async def rank(self, games: GamesInTurns) -> None:
        model, new = self.model, ranked("dimes", TODAY)
        if any(game.is_ranked and game.challenge is None for game in model.games.values()):
            with pytest.raises((StaleBoardError, ShelfFullError)):
                await games.start(self.user, new, next(_numbers))
            return
        if model.table is not None and model.games[model.table].is_kept and len(model.shelf) == MOST:
            return
        started = await games.start(self.user, new, next(_numbers))
        model.clear_table()
        model.table, model.games[started.id] = started.id, Modelled(is_ranked=True)

    async def challenge(self, process: int, number: int) -> None:
        """Open a challenge, or enter one that was opened before."""
        model, challenges = self.model, self.challenges[process]
        turn = turn_of(self.games[process].turns, self.user, next(_numbers), name="someone")
        if len(self.opened) <= number:
            opened = await challenges.open(turn, await challenges.draft(turn, "dimes", language="en"))
            self.opened.append(opened.id)
            model.entered.add(opened.id)
            return
        challenge_id = self.opened[number]
        new = NewGame("dimes", contest=challenge_name(challenge_id), is_ranked=True)
        is_full = model.table is not None and model.games[model.table].is_kept and len(model.shelf) == MOST
        if challenge_id in model.spent or is_full:
            with pytest.raises(PatienceError) as refused:
                await self.games[process].games.start(turn, new)
            assert isinstance(refused.value, ShelfFullError) == (challenge_id not in model.spent)
            return
        started = await self.games[process].games.start(turn, new)
        model.clear_table()
        model.table, model.games[started.id] = started.id, Modelled(is_ranked=True, challenge=challenge_id)
        model.spent.add(challenge_id)
        model.entered.add(challenge_id)

    async def resume(self, process: int, chosen: int) -> None:
        model, shelf = self.model, self.shelves[process]
        if chosen != model.table and chosen not in model.shelf:
            with pytest.raises(GameOverError if chosen else PatienceError):
                await shelf.resume(self.user, chosen, next(_numbers))
            return
        assert (await shelf.resume(self.user, chosen, next(_numbers))).id == chosen
        if chosen != model.table:
            model.clear_table()
            model.shelf.remove(chosen)
            model.table = chosen

    async def drop(self, process: int, chosen: int) -> None:
        model, shelf = self.model, self.shelves[process]
        if not chosen:
            return
        board = (await self.games[process].owned(self.user, chosen)).board
        if chosen not in model.shelf:
            with pytest.raises(StaleBoardError):
                await shelf.give_up(self.user, board, next(_numbers))
            return
        await shelf.give_up(self.user, board, next(_numbers))
        model.shelf.remove(chosen)
        model.games[chosen].is_over = True

    async def check(self, url: str) -> None:
        model = self.model
        for games, shelf, store in zip(self.games, self.shelves, self.stores, strict=True):
            table = await games.find(self.user)
            assert (table and table.id) == model.table
            if table is not None:
                known = model.games[table.id]
                assert (len(table.game.moves), table.game.status is not Status.PLAYING) == (known.moves, known.is_over)
            shelved = await shelf.shelved(self.user)
            assert {each.board.game_id: each.effort for each in shelved} == {
                game: model.games[game].moves for game in model.shelf
            }
            counted = {game for game, known in model.games.items() if known.is_over and (known.moves or known.undone)}
            assert {each.id for each in await store.finished(games.turns.database, self.user)} == counted
        for database, challenge_id in itertools.product(self.databases, self.opened):
            challenge = await ChallengeStore().find(turn_of(Turns(database), self.user), challenge_id)
            assert challenge is not None
            own = challenge.entry(self.user)
            assert (own is not None) == (challenge_id in model.entered)
            attempts = [known for known in model.games.values() if known.challenge == challenge_id]
            assert (
                [own.is_begun, own.score is not None]
                == [
                    bool(attempts),
                    any(known.is_over for known in attempts),
                ]
                if own is not None
                else not attempts
            )
        on_tables = await ask(url, "SELECT user_id, id FROM games WHERE is_current = 1")
        assert [game for user, game in on_tables if user == self.user] == [model.table] * (model.table is not None)


@on_both
def test_whatever_is_done_one_game_lies_on_the_table_and_the_others_wait_or_are_over(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All examples share two connections, and each has a user of its own."""
    for room in ("store", "services"):
        monkeypatch.setattr(f"bot.{room}.games.MOST_SHELVED", MOST)
    with asyncio.Runner() as runner:
        databases = [runner.run(open_database(url)) for _ in range(2)]

        async def play(steps: list[tuple[str, int, int]]) -> None:
            player = Player(next(_users), databases)
            for step in steps:
                await player.step(*step)
                await player.check(url)

        @settings(max_examples=25)
        @given(steps=st.lists(STEPS, max_size=25))
        def check(steps: list[tuple[str, int, int]]) -> None:
            runner.run(play(steps))

        try:
            check()
        finally:
            for database in databases:
                runner.run(database.close())
