"""Challenges: opening them, entering them, and one attempt for each player."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.model.challenge import OPEN_SECONDS, CardPlace, Challenge, Deal, Duels, Entry, Role
from bot.model.daily.ranking import Score, counts_refusals
from bot.model.errors import ChallengeOverError, SpentAttemptError
from bot.model.game import Board, NewGame, UserGame
from bot.model.pack import Pack
from bot.services.dailies import Dailies
from bot.services.games import Games
from bot.services.preferences import PreferenceBook
from bot.store import ChallengeStore, Connection, GameStore, entry_barriers, put_entry
from engine import Game, PatienceError, Status
from engine.winnable import winnable_deals

_POST_SECONDS = 60
"""How long the process that has opened a challenge may take to post its card."""


@dataclass(frozen=True)
class Person:
    """Someone by their id, and by the name that cards call them."""

    id: int
    name: str


class Challenges:
    """Every change is committed before it is returned, and takes effect once per interaction.

    All methods raise a PatienceError for what the player can put right, and StoreError when the database fails.
    """

    def __init__(
        self,
        store: ChallengeStore,
        game_store: GameStore,
        games: Games,
        dailies: Dailies,
        preferences: PreferenceBook,
        *,
        random_deal: Callable[[], int] = lambda: secrets.randbits(64),
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._game_store = game_store
        self._games = games
        self._dailies = dailies
        self._preferences = preferences
        self._random_deal = random_deal
        self._clock = clock

    async def find(self, challenge_id: int) -> Challenge:
        """A challenge by its id. Raises PatienceError if there is none."""
        found = await self._store.find(challenge_id)
        if found is None:
            raise PatienceError("I don't know this challenge any more. Start a new one with `/solitaire challenge`.")
        return found

    async def open(
        self, challenger: Person, variant: str, interaction_id: int, *, named: Person | None = None, language: str
    ) -> Challenge:
        """Open a challenge at a random winnable deal, which nobody who is asked to play has played before.

        Raises PatienceError for someone who may not be named, and UnansweredChallengeError while the challenger's last
        challenge to them waits for an answer, so that nobody is notified again and again.
        """
        if named is not None and named.id == challenger.id:
            raise PatienceError("You can't challenge yourself. Leave out the player, and anyone can play.")
        if named is not None and await self._is_left_alone(named.id):
            raise PatienceError("They don't want to be challenged by name. Leave out the player, and anyone can play.")
        entries = [Entry(challenger.id, challenger.name, Role.CHALLENGER)]
        if named is not None:
            entries.append(Entry(named.id, named.name, Role.NAMED))
        deal = await self._random(variant, {}, entries)
        return await self._open(interaction_id, deal, entries, language=language)

    async def winner_of(self, game_id: int) -> int | None:
        """Who has won a game, if it is won and may be the mark of a challenge."""
        game = await self._game_store.game(game_id)
        is_mark = game is not None and game.game.status is Status.WON and not game.is_contest
        return game.user_id if game is not None and is_mark else None

    async def open_on(
        self, challenger: Person, game_id: int, interaction_id: int, *, winner: Person | None, language: str
    ) -> Challenge:
        """Open a challenge at the deal of a game; with a `winner`, their score is the mark to beat.

        The game's owner knows the deal and so cannot play. Raises PatienceError for a game whose deal is secret or that
        proves it impossible, and for the challenger's own game until it is won.
        """
        game = await self._game_store.game(game_id)
        if game is None or game.is_contest:
            raise PatienceError("This deal can't be played in a challenge.")
        if game.is_deal_impossible:
            raise PatienceError("Nobody can win this deal. `/solitaire challenge` deals one that can be won.")
        entries: list[Entry] = []
        if game.user_id != challenger.id:
            entries.append(Entry(challenger.id, challenger.name, Role.CHALLENGER))
        elif game.game.status is not Status.WON:
            raise PatienceError("Win this game first. Then you can challenge others to beat you.")
        if winner is not None:
            entries.append(Entry(game.user_id, winner.name, Role.MARK, score=await self._score(game)))
        deal = Deal(game.game.variant.name, game.game.deal, game.game.options)
        return await self._open(interaction_id, deal, entries, is_seen=True, language=language)

    async def rematch(self, challenge_id: int, person: Person, interaction_id: int) -> Challenge:
        """Deal another one to the same people, unless that was done before; return the rematch.

        Those whom nobody may challenge are not on its card until they press a button on it.
        Raises PatienceError for someone who has not played, or is still to end their attempt.
        """
        challenge = await self.find(challenge_id)
        known = await self._store.rematch_of(challenge_id)
        if known is not None:
            return known
        own = challenge.entry(person.id)
        if own is None or not (own.is_begun or own.is_mark or challenge.is_over(self._clock())):
            raise PatienceError("You can start a rematch once you've played. Press **Play** first.")
        if own.is_begun and own.score is None and not challenge.is_over(self._clock()):
            raise PatienceError("Finish your own attempt first.")
        others = (each for each in challenge.entries if each.user_id != person.id and not each.is_declined)
        entries = [
            Entry(person.id, person.name, Role.CHALLENGER),
            *[
                Entry(each.user_id, each.name, Role.INVITED)
                for each in others
                if not await self._is_left_alone(each.user_id)
            ],
        ]
        deal = await self._random(challenge.deal.variant, challenge.deal.options, entries)
        return await self._open(interaction_id, deal, entries, language=challenge.language, rematch_of=challenge_id)

    async def join(self, challenge_id: int, person: Person, interaction_id: int) -> None:
        """Put someone on the card, who is going to play later. Raises ChallengeOverError."""
        challenge = await self._find_open(challenge_id)
        own = challenge.entry(person.id)
        if own is not None and not own.is_declined:
            raise PatienceError("You're in already. Press **Play** when you're ready.")
        await self._store.enter(challenge_id, Entry(person.id, person.name, Role.JOINED), interaction_id)

    async def decline(self, challenge_id: int, user_id: int, interaction_id: int) -> None:
        """Say that someone who was asked to play is not going to. Raises PatienceError for anyone else."""
        challenge = await self._find_open(challenge_id)
        own = challenge.entry(user_id)
        if own is None or not (own.may_decline or own.is_declined):
            raise PatienceError("Only invited players can decline.")
        await self._store.decline(challenge_id, user_id, interaction_id)

    async def attempt(self, user_id: int, challenge_id: int) -> UserGame | None:
        """The user's attempt at a challenge. Raises UnreadableGameError."""
        return await self._games.challenge_attempt(user_id, challenge_id)

    async def start(
        self, person: Person, new: NewGame, interaction_id: int, *, giving_up: Board | None = None
    ) -> UserGame:
        """Begin an attempt at a challenge, and enter it.

        Raises what `Games.start` raises, ChallengeOverError, and SpentAttemptError for a second attempt.
        """
        assert new.challenge_id is not None, "an attempt is at a challenge"
        challenge = await self.find(new.challenge_id)
        attempt = await self.attempt(person.id, challenge.id)
        if attempt is None or not await self._games.is_settled(interaction_id):
            self._check_open(challenge)
            if attempt is not None:
                raise SpentAttemptError("You've already played this challenge.")
        fingerprint = await self._dailies.fingerprints(person.id)

        async def begin(connection: Connection) -> None:
            is_spent, is_known = await entry_barriers(connection, challenge, person.id, fingerprint)
            if is_spent:
                raise SpentAttemptError("You've already played this challenge.")
            if is_known and challenge.is_seen:
                raise PatienceError("You already know this deal, so this challenge is for others.")
            await put_entry(connection, challenge.id, Entry(person.id, person.name, Role.JOINED))

        deal = challenge.deal
        return await self._games.start(
            person.id,
            replace(new, variant=deal.variant, deal=deal.number, options=deal.options, is_ranked=True),
            interaction_id,
            giving_up=giving_up,
            challenge=challenge.key,
            jobs=[begin],
        )

    async def withdraw(self, challenge_id: int) -> None:
        """Delete a challenge whose card nobody can see."""
        await self._store.delete(challenge_id)

    async def place(self, challenge_id: int, place: CardPlace) -> None:
        """Remember which message has the card."""
        await self._store.place(challenge_id, place)

    def is_to_be_posted(self, challenge: Challenge, interaction_id: int) -> bool:
        """Whether the card is for this interaction to post: it opened the challenge, or whatever did has failed."""
        is_abandoned = challenge.place is None and self._clock() >= challenge.opened_at + _POST_SECONDS
        return challenge.id == interaction_id or is_abandoned

    async def open_of(self, user_id: int) -> list[int]:
        """The ids of the open challenges with this user on their cards."""
        return await self._store.open_of(user_id, self._clock())

    async def duels(self, user_id: int, other_id: int) -> Duels:
        """How the challenges that two users have both played went for the first of them."""
        return await self._store.duels(user_id, other_id, self._clock())

    async def _is_left_alone(self, user_id: int) -> bool:
        """Whether a user has set that nobody may challenge them."""
        return (await self._preferences.of(user_id)).no_challenges

    async def _find_open(self, challenge_id: int) -> Challenge:
        return self._check_open(await self.find(challenge_id))

    def _check_open(self, challenge: Challenge) -> Challenge:
        if challenge.is_over(self._clock()):
            raise ChallengeOverError
        return challenge

    async def _open(
        self,
        interaction_id: int,
        deal: Deal,
        entries: Iterable[Entry],
        *,
        language: str,
        is_seen: bool = False,
        rematch_of: int | None = None,
    ) -> Challenge:
        """Open a challenge, unless this interaction has; return the one that is stored."""
        now = int(self._clock())
        challenge = Challenge(
            interaction_id,
            deal,
            is_seen,
            opened_at=now,
            ends_at=now + OPEN_SECONDS,
            language=language,
            rematch_of=rematch_of,
            entries=tuple(entries),
        )
        if await self._store.open(challenge, posted_since=now - _POST_SECONDS):
            return await self.find(challenge.id)
        known = None if rematch_of is None else await self._store.rematch_of(rematch_of)
        return known or await self.find(challenge.id)

    async def _random(self, variant: str, options: Mapping[str, str], entries: Iterable[Entry]) -> Deal:
        """A random winnable deal of a game whose cards nobody of these has played in any game, if any is left."""
        number = self._random_deal()
        game = Game.new(variant, number, options)
        winnable = winnable_deals(variant, game.options)
        if not winnable:
            raise PatienceError("I don't know any winnable deals for this game. Choose a different game.")
        known: set[Pack] = set()
        for entry in entries:
            known |= await self._game_store.packs_played(entry.user_id)
        unknown = [deal for deal in winnable if Pack.of(variant, deal) not in known] or winnable
        return Deal(variant, unknown[number % len(unknown)], game.options)

    async def _score(self, won: UserGame) -> Score:
        """What a won game comes to as a mark: nobody counted its undos and hints."""
        finished = await self._game_store.finished(won.user_id)
        seconds = next((each.seconds for each in finished if each.id == won.id), 0)
        variant = won.game.variant.name
        effort = 0 if counts_refusals(variant) else len(won.game.moves)
        return Score(variant, won.game.home, effort, seconds)
