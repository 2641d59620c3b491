"""The dailies: the same deal for everyone, fairly drawn, and one ranked attempt for each player."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import date
from functools import partial

from bot.model.calendar import Calendar, mark_dailies
from bot.model.contest import Contest, ContestId, Deal
from bot.model.daily.chain import SEED_BYTES, Chain, chain_of
from bot.model.daily.contest import DailyFacts, DailySummary, Ranks, daily_contest, daily_of
from bot.model.daily.days import ONE_DAY, day_of, end_of_attempts, month_of, start_of
from bot.model.daily.deals import CLASSICS, GAMES, Daily, draw_daily, games_of, with_proof
from bot.model.daily.ranking import Result
from bot.model.errors import DailyOverError, SpentAttemptError, UnfinishedAttemptError
from bot.model.game import UserGame
from bot.model.score import Score, counts_refusals
from bot.services.contests import Entered
from bot.services.leaderboards import Leaderboards
from bot.store import Connection, DailyStore, GameStore, ProofStore, Turn
from bot.store.dailies import StoredDaily, is_revealed
from bot.store.leaderboards import name_player, record_result
from bot.store.spent import is_spent
from engine import VARIANTS, PatienceError


def new_chain(day: date) -> Chain:
    """A chain that begins on this day, from a random seed."""
    return Chain(day, secrets.token_hex(SEED_BYTES))


class Dailies:
    """Knows each day's deals, and who may play them, for a rank or not."""

    def __init__(self, games: GameStore, leaderboards: Leaderboards, *, clock: Callable[[], float]) -> None:
        self._store = DailyStore()
        self._proofs = ProofStore()
        self._games = games
        self._leaderboards = leaderboards
        self._clock = clock
        self._chains: list[Chain] = []
        """The installation's chains of keys, the oldest first; empty until they are read from the store."""
        self._fixed: dict[date, dict[str, Daily]] = {}
        """For each day, the dailies that are fixed and can never change."""

    def today(self) -> date:
        return day_of(self._clock())

    def check_has_come(self, day: date) -> None:
        """Raise PatienceError for a day of the future."""
        if day > self.today():
            raise PatienceError("{day} hasn't come yet.", day=day)

    async def first_day(self, turn: Turn) -> date:
        """The first day that had dailies; today if there was none before."""
        return await self._store.first_day(turn) or self.today()

    async def of(self, turn: Turn, day: date) -> dict[str, Daily]:
        """The dailies of a day by game. Raises PatienceError for a day without dailies."""
        dailies = await self.find(turn, day)
        if dailies:
            return dailies
        self.check_has_come(day)
        if day == self.today():
            raise PatienceError("My first dailies start <t:{moment}:R>.", moment=start_of(day + ONE_DAY))
        raise PatienceError("There was no daily on {day}.", day=day)

    async def find(self, turn: Turn, day: date) -> dict[str, Daily]:
        """The dailies of a day by game; none for a day on which the bot was down, or on which the chain began.

        Today's are fixed at the first call.
        """
        if day in self._fixed:
            return self._fixed[day]
        dailies = await self._stored(turn, day)
        if not dailies and day == self.today():
            proofs = await self._proofs.of(turn, day, day)
            drawn = await self.draw(turn, day)
            await self._store.put(turn, [with_proof(daily, proofs.get((day, daily.variant))) for daily in drawn])
            dailies = await self._stored(turn, day)
        if not dailies:
            return {}
        self._fixed[day] = {variant: stored.daily for variant, stored in dailies.items()}
        return self._fixed[day]

    async def is_winnable(self, turn: Turn, contest: Contest) -> bool:
        """Whether a daily is proven winnable. Raises PatienceError for a day without dailies."""
        day, variant = daily_of(contest)
        return (await self._of_game(turn, day, variant)).is_winnable

    async def _of_game(self, turn: Turn, day: date, variant: str) -> Daily:
        """The daily of a game. Raises PatienceError for a day without one."""
        dailies = await self.of(turn, day)
        if variant not in dailies:
            title = VARIANTS[variant].title
            for classic in dailies.keys() & set(CLASSICS):
                raise PatienceError(
                    "{game} has no daily on {day}. The classic of that day is {classic}.",
                    game=title,
                    day=day,
                    classic=VARIANTS[classic].title,
                )
            raise PatienceError("{game} had no daily on {day}.", game=title, day=day)
        return dailies[variant]

    async def draw(self, turn: Turn, day: date) -> list[Daily]:
        """Draw the dailies of any day, without their proofs; none if no chain has a key for it.

        Nobody may see those of future days.
        """
        chain = await self.chain(turn, day)
        return [] if chain is None else [draw_daily(chain.key(day), day, variant) for variant in games_of(day)]

    async def chain(self, turn: Turn, day: date) -> Chain | None:
        """The chain that a day's dailies are drawn with, if there is one."""
        return chain_of(day, await self.chains(turn))

    async def chains(self, turn: Turn) -> list[Chain]:
        """The chains of keys, the oldest first; the last one has tomorrow's key. Begin one if that is missing."""
        if not self._chains or self._chains[-1].last <= self.today():
            await self.begin_chain(turn, self.today())
        return self._chains

    async def begin_chain(self, turn: Turn, day: date) -> None:
        """Begin a chain of keys on this day, unless there is one that lasts longer."""
        self._chains = await self._store.begin_chain(turn, new_chain(day))

    async def reveal_due(self, turn: Turn, day: date, asked_at: float) -> dict[str, StoredDaily]:
        """The dailies of a day by game, after revealing its key if nobody plays them for a rank any more.

        A revealed key cannot be hidden again, so the time `asked_at` by Discord's clock must agree with the host's
        clock, which may be ahead. Raises PatienceError for a day without dailies, except today.
        """
        if day == self.today():
            await self.find(turn, day)
        else:
            await self.of(turn, day)
        now = min(self._clock(), asked_at)
        if day < day_of(now):
            await self._store.reveal(turn, day, are_attempts_over=now >= end_of_attempts(day))
        return await self._stored(turn, day)

    async def reveal_over(self, turn: Turn, now: float) -> None:
        """Reveal the keys of all days whose attempts are over, now by Discord's clock and by the host's."""
        await self._store.reveal_before(turn, day_of(min(self._clock(), now)) - ONE_DAY)

    async def last_revealed(self, turn: Turn) -> tuple[date, str] | None:
        """The last day whose key is revealed, with the key."""
        day = await self._store.last_revealed(turn)
        chain = None if day is None else await self.chain(turn, day)
        return None if day is None or chain is None else (day, chain.key(day))

    async def enter(self, turn: Turn, contest: ContestId, *, is_ranked: bool) -> Entered:
        """Check that the player may begin a daily; a ranked attempt names them on leaderboards.

        Raises DailyOverError, or SpentAttemptError for a second attempt; for practice UnfinishedAttemptError while the
        user can still be ranked.
        """
        day, variant = daily_of(contest)
        is_today = day == self.today()
        if is_ranked and not is_today:
            raise DailyOverError
        daily = await self._of_game(turn, day, variant)
        attempt = await self._games.attempt(turn, contest)
        if is_ranked:
            await self._enter_ranked(turn, daily, attempt)
        elif is_today if attempt is None else attempt.is_at_stake(self._clock()):
            raise UnfinishedAttemptError
        begun_in = turn.player.server_id if is_ranked else None
        return Entered(daily_contest(day, variant), Deal(variant, daily.deal, {}), begun_in)

    async def _enter_ranked(self, turn: Turn, daily: Daily, attempt: UserGame | None) -> None:
        spent = SpentAttemptError(
            "You've already played this daily. This game has a new one <t:{moment}:R>.",
            moment=start_of(daily.day + ONE_DAY),
        )
        if attempt is not None:
            raise spent
        player = turn.player
        contest = daily_contest(daily.day, daily.variant)
        fingerprint = await self.fingerprints(turn)

        async def enter(connection: Connection) -> None:
            if await is_revealed(connection, daily.day):
                raise DailyOverError
            if await is_spent(connection, contest, fingerprint):
                raise spent
            await name_player(connection, player.id, player.name)

        turn.also(enter)

    def record(self, turn: Turn, contest: Contest, attempt: UserGame, score: Score) -> None:
        day, _ = daily_of(contest)
        result = Result.of(score, day, attempt.begun_in)
        turn.also(partial(record_result, user_id=attempt.user_id, game_id=attempt.id, result=result))

    async def summary(
        self,
        turn: Turn,
        contest: Contest,
        attempt: UserGame,  # noqa: ARG002
        server_id: int | None,
    ) -> DailySummary | None:
        """Find the ranks and the streak of an attempt; None if it did not end in time."""
        day, variant = daily_of(contest)
        return (await self.attempts(turn, day, server_id)).get(variant)

    async def attempts(self, turn: Turn, day: date, server_id: int | None) -> dict[str, DailySummary]:
        """The user's finished attempts at a day's games, by game, as seen in this server.

        A result without points has no ranks.
        """
        results = await self._leaderboards.results(turn)
        of_day = [result for result in results if result.day == day]
        if not of_day:
            return {}
        facts = await self.facts(turn, day, server_id)
        places = await self._leaderboards.places(turn, day, server_id)
        played = await self._leaderboards.streak(turn, results)
        today = self.today()
        finished = {result.variant for result in results if result.day == today}
        dealt = await self.find(turn, today)
        still_open = [game for game in GAMES if game in dealt and game not in finished]
        return {
            result.variant: DailySummary(
                result,
                places[result.variant].ranks if result.points else Ranks(),
                played.current,
                today,
                still_open,
                len(of_day) == len(facts),
                facts[result.variant],
            )
            for result in of_day
        }

    async def facts(self, turn: Turn, day: date, server_id: int | None) -> dict[str, DailyFacts]:
        """Everyone's results in a day's games, for players to see after their own attempt or after the day.

        There are none for a day without dailies.
        """
        dailies = await self.find(turn, day)
        places = await self._leaderboards.places(turn, day, server_id)
        return {
            variant: DailyFacts(
                places[variant].finished,
                places[variant].winners,
                par=None if counts_refusals(variant) else daily.par,
            )
            for variant, daily in dailies.items()
        }

    async def calendar(self, turn: Turn, day: date) -> Calendar:
        """Raises PatienceError for a day before the first dailies or after today."""
        today = self.today()
        first_day = await self.first_day(turn)
        server_id = turn.player.server_id
        is_over = first_day <= day < today
        # A day on which the bot was down has no dailies.
        dailies = await (self.find(turn, day) if is_over else self.of(turn, day))
        results = await self._leaderboards.results(turn)
        of_month = (result for result in results if month_of(result.day) == month_of(day))
        games = await self._store.games(turn, turn.player.id, day)
        return Calendar(
            day,
            today,
            first_day,
            {game: dailies[game].level for game in GAMES if game in dailies},
            mark_dailies(games, of_month, turn.now()),
            await self.attempts(turn, day, server_id),
            await self.facts(turn, day, server_id) if is_over else {},
            await self._leaderboards.streak(turn, results),
        )

    async def fingerprints(self, turn: Turn) -> Callable[[str], str]:
        """The fingerprints of the user's attempts, deals and challenges that `bot.store.spent` lists.

        They outlast the deletion of the user's data, so that nobody gets a second attempt that way. They reveal nothing
        about the user to anyone without the installation's first seed.
        """
        seed = (await self.chains(turn))[0].seed.encode("ascii")
        user_id = turn.player.id
        return lambda spent: hmac.new(seed, f"{user_id}/{spent}".encode("ascii"), hashlib.sha256).hexdigest()

    async def _stored(self, turn: Turn, day: date) -> dict[str, StoredDaily]:
        chain = await self.chain(turn, day)
        return {} if chain is None else await self._store.of(turn, day, chain.key(day))
