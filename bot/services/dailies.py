"""The daily challenge: the same deal for everyone, fairly drawn, and one ranked attempt at it for each player."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from bot.model.daily.days import ONE_DAY, day_of, end_of_attempts, start_of
from bot.model.daily.deals import GAMES, SECRET_BYTES, Daily, draw_daily, with_proof
from bot.model.errors import DailyOverError, UnfinishedAttemptError
from bot.model.game import Board, NewGame, UserGame
from bot.services.games import Games
from bot.store import Connection, DailyStore, Job, ProofStore, StoredDaily, attempt_barriers, name_player
from engine import PatienceError


class Dailies:
    """Knows the deals of each day, and who may play them how.

    All methods raise a PatienceError for what the player can put right, and StoreError when the database fails.
    """

    def __init__(
        self,
        store: DailyStore,
        proofs: ProofStore,
        games: Games,
        *,
        clock: Callable[[], float],
        secret: str | None = None,
    ) -> None:
        self._store = store
        self._proofs = proofs
        self._games = games
        self._clock = clock
        self._secret = secret
        """The installation's secret; None until it is read from the store."""
        self._fixed: dict[date, dict[str, Daily]] = {}
        """For each day, the dailies that are fixed and so can never change."""

    def today(self) -> date:
        """The current day."""
        return day_of(self._clock())

    async def first_day(self) -> date:
        """The first day that had dailies; today if there was none before."""
        return await self._store.first_day() or self.today()

    async def of(self, day: date) -> dict[str, Daily]:
        """The dailies of a day by game. Raises PatienceError for a day without dailies."""
        if day > self.today():
            raise PatienceError("{day} hasn't come yet.", day=day)
        dailies = await self.find(day)
        if not dailies:
            raise PatienceError("There was no daily on {day}.", day=day)
        return dailies

    async def find(self, day: date) -> dict[str, Daily]:
        """The dailies of a day by game; none for a day on which nobody asked for them.

        Today's are fixed when they are first asked for.
        """
        if day in self._fixed:
            return self._fixed[day]
        dailies = await self._store.of(day)
        if not dailies and day == self.today():
            proofs = await self._proofs.of(day, day)
            drawn = await self.draw(day)
            await self._store.put(with_proof(daily, proofs.get((day, daily.variant))) for daily in drawn)
            dailies = await self._store.of(day)
        if not dailies:
            return {}
        self._fixed[day] = {variant: stored.daily for variant, stored in dailies.items()}
        return self._fixed[day]

    async def is_winnable(self, day: date, variant: str) -> bool:
        """Whether a daily is proven winnable. Raises PatienceError for a day without dailies."""
        return (await self.of(day))[variant].is_winnable

    async def draw(self, day: date) -> list[Daily]:
        """Draw the dailies of any day, without their proofs. Nobody may see those of days to come."""
        secret = await self._load_secret()
        return [draw_daily(secret, day, variant) for variant in GAMES]

    async def reveal_due(self, day: date, asked_at: float) -> dict[str, StoredDaily]:
        """The dailies of a day by game, after revealing the keys of those that nobody plays for a rank any more.

        Nothing revealed can be hidden again, so the time `asked_at` by Discord's clock must agree with the host's
        clock, which may be ahead. Raises PatienceError for a day without dailies.
        """
        await self.of(day)
        now = min(self._clock(), asked_at)
        if day < day_of(now):
            are_attempts_over = now >= end_of_attempts(day)
            for variant, stored in (await self._store.of(day)).items():
                if not stored.is_revealed:
                    await self._store.reveal(day, variant, are_attempts_over=are_attempts_over)
        return await self._store.of(day)

    async def start(
        self,
        user_id: int,
        new: NewGame,
        interaction_id: int,
        *,
        replacing: Board | None,
        name: str,
        server_id: int | None,
    ) -> UserGame:
        """Deal a daily, for a rank or not.

        Leaderboards call the user by `name`, and count a ranked attempt for the server. Raises what `Games.start`
        raises; for a ranked attempt DailyOverError, or PatienceError for a second one; for an unranked game
        UnfinishedAttemptError while the user can still be ranked.
        """
        assert new.day is not None, "a daily has a day"
        if new.is_ranked and new.day != self.today():
            raise DailyOverError
        daily = (await self.of(new.day))[new.variant]
        attempt = await self._games.attempt(user_id, new.day, new.variant)
        jobs: list[Job[None]] = []
        if new.is_ranked:
            spent = PatienceError(
                "You've already played this daily. The next one starts <t:{moment}:R>.",
                moment=start_of(new.day + ONE_DAY),
            )
            if attempt is not None and not await self._games.is_settled(interaction_id):
                raise spent
            fingerprint = (await self.fingerprints(user_id))(new.day, new.variant)

            async def begin(connection: Connection) -> None:
                is_revealed, is_spent = await attempt_barriers(connection, daily, fingerprint)
                if is_revealed:
                    raise DailyOverError
                if is_spent:
                    raise spent
                await name_player(connection, user_id, name)

            jobs = [begin]
        elif new.day == self.today() if attempt is None else attempt.is_at_stake(self._clock()):
            raise UnfinishedAttemptError
        return await self._games.start(
            user_id,
            replace(new, deal=daily.deal),
            interaction_id,
            replacing=replacing,
            server_id=server_id,
            jobs=jobs,
        )

    async def fingerprints(self, user_id: int) -> Callable[[date, str], str]:
        """The fingerprints of a user's attempts, by day and game.

        They outlast the deletion of the user's data, so that nobody gets a second attempt that way. Without the secret
        they say nothing about the user.
        """
        secret = await self._load_secret()

        def fingerprint(day: date, variant: str) -> str:
            text = f"{user_id}/{day.isoformat()}/{variant}"
            return hmac.new(secret, text.encode("ascii"), hashlib.sha256).hexdigest()

        return fingerprint

    async def _load_secret(self) -> bytes:
        """The installation's secret: any text that the host has configured, or one that is generated and stored."""
        if self._secret is None:
            self._secret = await self._store.secret(secrets.token_hex(SECRET_BYTES))
        return self._secret.encode("utf-8")
