"""Challenges: opening them, entering them, and one attempt for each player."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.model.blocks import BlockKind
from bot.model.challenge import OPEN_SECONDS, Challenge, Entry, Placing, Role, number_of
from bot.model.contest import Contest, ContestId, Deal
from bot.model.errors import ChallengeTakenBackError, SpentAttemptError
from bot.model.game import UserGame
from bot.model.pack import Pack
from bot.model.player import Player
from bot.model.score import Score, counts_refusals
from bot.services.contests import Entered
from bot.services.dailies import Dailies
from bot.store import BlockStore, ChallengeStore, GameStore, PreferenceStore, Turn
from bot.store.challenges import check_answered
from engine import Game, PatienceError, Status
from engine.winnable import winnable_deals

_POST_SECONDS = 60
"""How long the process that opened a challenge may take to post its card."""


class Challenges:
    """Opens and changes challenges: each change is committed before it is returned, and takes effect once per turn."""

    def __init__(self, games: GameStore, dailies: Dailies, preferences: PreferenceStore) -> None:
        self.store = ChallengeStore()
        """Reads and stores what follows no rule, such as where a card is."""
        self._games = games
        self._dailies = dailies
        self._preferences = preferences
        self._blocks = BlockStore()

    async def find(self, turn: Turn, challenge_id: int) -> Challenge:
        """Raises PatienceError if there is no such challenge."""
        found = await self.store.find(turn, challenge_id)
        if found is None:
            raise PatienceError("I don't know this challenge any more. Start a new one with `/solitaire challenge`.")
        return found

    async def draft(self, turn: Turn, variant: str, *, named: Player | None = None, language: str) -> Challenge:
        """Prepare a challenge at a random winnable deal that no invited player has played.

        Raises PatienceError if the named player cannot be challenged, and UnansweredChallengeError while they have not
        answered the challenger's last challenge, so that nobody is notified again and again.
        """
        entries = [_entry(turn, Role.CHALLENGER)]
        if named is not None:
            if named.id == turn.player.id:
                raise PatienceError("You can't challenge yourself. Leave out the player, and anyone can play.")
            await self._check_willing(turn, named.id)
            entries.append(Entry(named.id, named.name, Role.NAMED))
        drafted = _drafted(turn, await self._random(turn, variant, {}, entries), entries, language=language)
        await check_answered(turn, drafted, drafted.opened_at - _POST_SECONDS, await self._dailies.fingerprints(turn))
        return drafted

    async def winner_of(self, turn: Turn, game_id: int) -> int | None:
        """The winner of a game that may be the mark of a challenge."""
        game = await self._games.game(turn, game_id)
        is_mark = game is not None and game.game.status is Status.WON and not game.is_contest
        return game.user_id if game is not None and is_mark else None

    async def draft_on(self, turn: Turn, game_id: int, *, winner: Player | None, language: str) -> Challenge:
        """Prepare a challenge at the deal of a game; with a `winner`, their score is the mark to beat.

        The game's owner knows the deal and so cannot play. Raises PatienceError for a game whose deal is secret or
        proven impossible, and for the challenger's own game until it is won.
        """
        game = await self._games.game(turn, game_id)
        if game is None or game.is_contest:
            raise PatienceError("This deal can't be played in a challenge.")
        if game.is_deal_impossible:
            raise PatienceError("Nobody can win this deal. `/solitaire challenge` deals one that can be won.")
        entries: list[Entry] = []
        if game.user_id != turn.player.id:
            entries.append(_entry(turn, Role.CHALLENGER))
        elif game.game.status is not Status.WON:
            raise PatienceError("Win this game first. Then you can challenge others to beat you.")
        if winner is not None:
            entries.append(Entry(game.user_id, winner.name, Role.MARK, score=await self._score(turn, game)))
        deal = Deal(game.game.variant.name, game.game.deal, game.game.options)
        return _drafted(turn, deal, entries, is_seen=True, language=language)

    async def open(self, turn: Turn, draft: Challenge) -> Challenge:
        """Open a challenge prepared earlier.

        Raises the errors of `draft` if the named player no longer accepts challenges or has been challenged meanwhile,
        and PatienceError if the player with the score to beat has deleted their data.
        """

        async def open_it() -> Challenge:
            if draft.mark is not None:
                await self._check_kept(turn, draft.mark, draft.deal)
            if draft.named is not None:
                await self._check_willing(turn, draft.named.user_id)
            return await self._open(turn, draft)

        opened = await turn.settle(open_it)
        assert turn.id is not None, "an interaction opens challenges"
        return opened or await self.find(turn, turn.id)

    async def rematch(self, turn: Turn, challenge_id: int) -> Challenge:
        """Start a rematch with the same players, unless one exists; return the rematch.

        Players whom nobody may challenge are not on its card until they press a button on it. Raises PatienceError for
        a user who has not finished an attempt of their own.
        """

        async def open_it() -> Challenge:
            challenge = await self.find(turn, challenge_id)
            known = await self.store.rematch_of(turn, challenge_id)
            if known is not None:
                return known
            own = challenge.entry(turn.player.id)
            if own is None or not (own.is_begun or own.is_mark or challenge.is_over(turn.now())):
                raise PatienceError("You can start a rematch once you've played. Press **Play** first.")
            if own.is_begun and own.score is None and not challenge.is_over(turn.now()):
                raise PatienceError("Finish your own attempt first.")
            others = (each for each in challenge.entries if each.user_id != turn.player.id and not each.is_declined)
            entries = [
                _entry(turn, Role.CHALLENGER),
                *[
                    Entry(each.user_id, each.name, Role.INVITED)
                    for each in others
                    if not await self._is_left_alone(turn, each.user_id)
                ],
            ]
            deal = await self._random(turn, challenge.deal.variant, challenge.deal.options, entries)
            draft = _drafted(turn, deal, entries, language=challenge.language, rematch_of=challenge_id)
            return await self._open(turn, draft)

        opened = await turn.settle(open_it) or await self.store.rematch_of(turn, challenge_id)
        return opened or await self.find(turn, challenge_id)

    async def join(self, turn: Turn, challenge_id: int) -> None:
        """Put the user on the card, to play later. Raises PatienceError."""

        async def join() -> None:
            challenge = await self._find_open(turn, challenge_id)
            own = challenge.entry(turn.player.id)
            if own is not None and not own.is_declined:
                raise PatienceError("You're in already. Press **Play** when you're ready.")
            self.store.enter(turn, challenge_id, _entry(turn, Role.JOINED))

        await turn.settle(join)

    async def decline(self, turn: Turn, challenge_id: int) -> None:
        """Record that the user, who was asked to play, declines. Raises PatienceError for anyone else."""

        async def decline() -> None:
            challenge = await self._find_open(turn, challenge_id)
            own = challenge.entry(turn.player.id)
            if own is None or not (own.may_decline or own.is_declined):
                raise PatienceError("Only invited players can decline.")
            self.store.decline(turn, challenge_id)

        await turn.settle(decline)

    async def take_back(self, turn: Turn, challenge_id: int) -> None:
        """Take back a challenge that the user has opened and nobody else has begun."""

        async def take_back() -> None:
            challenge = await self._find_open(turn, challenge_id)
            if challenge.maker is None or challenge.maker.user_id != turn.player.id:
                raise PatienceError("Only the person who opened this challenge can take it back.")
            if not challenge.may_be_taken_back(turn.now()):
                raise PatienceError("Somebody has begun to play, so you can't take it back any more.")
            self.store.take_back(turn, challenge_id)

        await turn.settle(take_back)

    async def attempt(self, turn: Turn, challenge: Challenge) -> UserGame | None:
        """The user's attempt at a challenge. Raises UnreadableGameError."""
        own = challenge.entry(turn.player.id)
        is_begun = own is not None and own.is_begun
        return await self._games.attempt(turn, challenge.contest.id) if is_begun else None

    async def enter(self, turn: Turn, contest: ContestId, *, is_ranked: bool) -> Entered:
        """Check that the player may begin an attempt, and put them on the card.

        Raises SpentAttemptError for a second attempt, and PatienceError if the challenge is over or they know the deal.
        """
        assert is_ranked, "a challenge has no practice"
        challenge = await self._find_open(turn, number_of(contest))
        if await self.attempt(turn, challenge) is not None:
            raise SpentAttemptError("You've already played this challenge.")
        self.store.begin(turn, challenge, _entry(turn, Role.JOINED), await self._dailies.fingerprints(turn))
        return Entered(challenge.contest, challenge.deal)

    def record(self, turn: Turn, contest: Contest, attempt: UserGame, score: Score) -> None:
        self.store.record(turn, number_of(contest), attempt.user_id, score)

    async def summary(
        self,
        turn: Turn,
        contest: Contest,
        attempt: UserGame,
        server_id: int | None,  # noqa: ARG002
    ) -> Placing | None:
        """Find the rank of an attempt among the scores so far; None if it did not end in time."""
        challenge = await self.store.find(turn, number_of(contest))
        placing = None if challenge is None else challenge.placing(attempt.user_id)
        if challenge is None or placing is None or attempt.ended_at is None:
            return None
        winners = [entry.user_id for entry in challenge.winners(attempt.ended_at)]
        earlier = await self.store.ended_before(turn, challenge.id, attempt.user_id, attempt.ended_at)
        return replace(placing, is_comeback=winners == [attempt.user_id] and earlier == placing.players - 1)

    async def is_winnable(self, turn: Turn, contest: Contest) -> None:
        """None, because only the list of winnable deals can tell."""

    def is_to_be_posted(self, turn: Turn, challenge: Challenge) -> bool:
        """Whether this turn must post the card, because it opened the challenge, or the turn that did has failed."""
        is_abandoned = challenge.place is None and turn.now() >= challenge.opened_at + _POST_SECONDS
        return challenge.id == turn.id or is_abandoned

    async def _check_kept(self, turn: Turn, mark: Entry, deal: Deal) -> None:
        if Pack.of(deal.variant, deal.number) not in await self._games.packs_played(turn, mark.user_id):
            raise PatienceError("This deal can't be played in a challenge.")

    async def _check_willing(self, turn: Turn, user_id: int) -> None:
        if await self._is_left_alone(turn, user_id):
            raise PatienceError("You can't challenge them by name. Leave out the player, and anyone can play.")

    async def _is_left_alone(self, turn: Turn, user_id: int) -> bool:
        """Whether nobody may challenge a user, because of their settings or a block by the host."""
        if (await self._preferences.of(turn, user_id)).no_challenges:
            return True
        return await self._blocks.has(turn, BlockKind.USER, user_id)

    async def _find_open(self, turn: Turn, challenge_id: int) -> Challenge:
        challenge = await self.find(turn, challenge_id)
        if challenge.is_taken_back:
            raise ChallengeTakenBackError
        if challenge.is_over(turn.now()):
            raise PatienceError(
                "This challenge is over. Press **Rematch**, or start a new one with `/solitaire challenge`."
            )
        return challenge

    async def _open(self, turn: Turn, draft: Challenge) -> Challenge:
        assert turn.id is not None, "an interaction opens challenges"
        now = int(turn.now())
        challenge = replace(draft, id=turn.id, opened_at=now, ends_at=now + OPEN_SECONDS)
        fingerprint = await self._dailies.fingerprints(turn)
        self.store.open(turn, challenge, posted_since=now - _POST_SECONDS, fingerprint=fingerprint)
        return challenge

    async def _random(self, turn: Turn, variant: str, options: Mapping[str, str], entries: Iterable[Entry]) -> Deal:
        """A random winnable deal; if possible, one whose cards none of these users has played in any game."""
        number = secrets.randbits(64)
        game = Game.new(variant, number, options)
        winnable = winnable_deals(variant, game.options)
        if not winnable:
            raise PatienceError("I don't know any winnable deals for this game. Choose a different game.")
        known: set[Pack] = set()
        for entry in entries:
            known |= await self._games.packs_played(turn, entry.user_id)
        unknown = [deal for deal in winnable if Pack.of(variant, deal) not in known] or winnable
        return Deal(variant, unknown[number % len(unknown)], game.options)

    async def _score(self, turn: Turn, won: UserGame) -> Score:
        """The score of a won game as the mark to beat, although its undos and hints were not counted."""
        finished = await self._games.finished(turn, won.user_id)
        seconds = next((each.seconds for each in finished if each.id == won.id), 0)
        variant = won.game.variant.name
        effort = 0 if counts_refusals(variant) else len(won.game.moves)
        return Score(variant, won.game.cards_home, effort, seconds)


def _entry(turn: Turn, role: Role) -> Entry:
    return Entry(turn.player.id, turn.player.name, role)


def _drafted(
    turn: Turn,
    deal: Deal,
    entries: Iterable[Entry],
    *,
    language: str,
    is_seen: bool = False,
    rematch_of: int | None = None,
) -> Challenge:
    """A challenge that begins now, without an id, not stored."""
    now = int(turn.now())
    return Challenge(
        0,
        deal,
        is_seen,
        opened_at=now,
        ends_at=now + OPEN_SECONDS,
        language=language,
        rematch_of=rematch_of,
        entries=tuple(entries),
    )
