"""Playing: each user's current game is read from the store, changed by the engine, and stored before it is shown."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import date

from bot.model.challenge import ChallengeKey
from bot.model.daily.ranking import counts_refusals
from bot.model.daily.transcripts import TranscriptAction, ends_with_hint
from bot.model.errors import (
    AtStakeError,
    BusyError,
    MistakeError,
    NoGameError,
    OldBoardError,
    ShelvedGameError,
    StaleBoardError,
    UnreadableGameError,
    WarnedError,
)
from bot.model.game import FIRST_VERSION, BoardVersion, GameAction, NewGame, UserGame, new_game_id
from bot.model.pack import Pack
from bot.model.shelf import MOST_SHELVED
from bot.monitoring import metrics
from bot.services.attempts import give_up, score_attempt
from bot.services.dealing import choose_deal
from bot.services.user_locks import UserLocks
from bot.store import Change, ConflictError, GameStore, Job, RepeatedError
from engine import Game, GameOverError, IllegalMoveError, Move, PatienceError, Status, safe_home_moves
from engine.winnable import levels_of, winnable_deals


class Games:
    """Every change is committed before it is returned, and takes effect once per interaction.

    All methods raise a PatienceError for what the player can put right, and StoreError when the database fails.
    """

    def __init__(
        self,
        store: GameStore,
        *,
        random_deal: Callable[[], int] = lambda: secrets.randbits(64),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._random_deal = random_deal
        self._clock = clock
        self._locks = UserLocks()
        self.on_change: list[Callable[[int], None]] = []
        """Each is called with a user whose current game has changed or been replaced."""
        self.on_attempt: list[Callable[[UserGame], None]] = []
        """Each is called with an attempt at a challenge that has begun, changed or ended."""

    async def find(self, user_id: int) -> UserGame | None:
        """The game that the user is playing, or finished last. Raises UnreadableGameError."""
        return await self._store.current(user_id)

    async def current(self, user_id: int, *, board: BoardVersion | None = None) -> UserGame:
        """The user's current game; with a `board`, only if that is its newest one.

        Raises NoGameError, UnreadableGameError, and for a board ShelvedGameError, OldBoardError or StaleBoardError.
        """
        current = await self.find(user_id)
        if board is not None and (current is None or current.id != board.game_id):
            other = await self.owned(user_id, board.game_id)
            raise ShelvedGameError(other.board) if other.game.status is Status.PLAYING else OldBoardError
        if current is None:
            raise NoGameError
        if board is not None and current.version != board.version:
            raise StaleBoardError
        return current

    async def owned(self, user_id: int, game_id: int) -> UserGame:
        """A game of the user's, current or not. Raises PatienceError for anyone else's, and UnreadableGameError."""
        game = await self._store.game(game_id)
        if game is None or game.user_id != user_id:
            raise PatienceError("This is somebody else's game. Start your own with `/solitaire start`.")
        return game

    async def check_not_practice(self, user_id: int, game: Game) -> None:
        """Raise PatienceError for a game with the same cards as a ranked attempt of the user's that still counts."""
        _check_not_practice(game, await self._store.packs_at_stake(user_id, self._clock()))

    async def attempt(self, user_id: int, day: date, variant: str) -> UserGame | None:
        """The user's ranked attempt at a daily, current or not. Raises UnreadableGameError."""
        return await self._store.attempt(user_id, day, variant)

    async def challenge_attempt(self, user_id: int, challenge_id: int) -> UserGame | None:
        """The user's attempt at a challenge, current or not. Raises UnreadableGameError."""
        return await self._store.challenge_attempt(user_id, challenge_id)

    async def is_settled(self, interaction_id: int) -> bool:
        """Whether this interaction was already applied or refused."""
        return await self._store.is_settled(interaction_id)

    async def start(
        self,
        user_id: int,
        new: NewGame,
        interaction_id: int,
        *,
        giving_up: BoardVersion | None = None,
        server_id: int | None = None,
        challenge: ChallengeKey | None = None,
        jobs: Iterable[Job[None]] = (),
    ) -> UserGame:
        """Deal a game, and put the one on the table on the shelf if it is worth keeping, or else give it up.

        If the shelf is full, the game on it that is named by `giving_up` makes room. `server_id` is where a ranked
        attempt is begun, and `challenge` what it is an attempt at. `jobs` run in the same transaction. Raises
        ShelfFullError, StaleBoardError when another game took the table in the meantime or `giving_up` is outdated,
        PatienceError for the cards of another ranked attempt that still counts, and whatever `Game.new` and `jobs`
        raise.
        """
        try:
            current = await self._store.current(user_id)
            replaced = None if current is None else current.board
        except UnreadableGameError as unreadable:
            current, replaced = None, unreadable.board
        now = int(self._clock())
        at_stake = await self._store.packs_at_stake(user_id, now, besides=new if new.is_ranked else None)
        game = await self._deal(user_id, new, at_stake)
        started = UserGame(
            new_game_id(),
            user_id,
            version=FIRST_VERSION,
            game=game,
            started_at=now,
            changed_at=now,
            day=new.day,
            transcript="" if new.is_ranked else None,
            server_id=server_id if new.is_ranked else None,
            ended_at=None if game.status is Status.PLAYING else now,  # some deals have no move at all
            challenge=challenge,
        )
        try:
            _check_not_practice(game, at_stake)
            ended = None
            if current is not None and current.is_kept(now):
                ended = await self._make_room(user_id, giving_up, interaction_id)
            elif current is not None and current.game.status is Status.PLAYING:
                ended = await give_up(current, interaction_id, now)
            score = await score_attempt(started)
            await self._store.add(started, interaction_id, score=score, replaced=replaced, ended=ended, jobs=jobs)
        except PatienceError:
            if await self._store.refuse(interaction_id):
                raise
            return await self.current(user_id)  # this very interaction was delivered before
        except RepeatedError:
            return await self.current(user_id)
        except ConflictError:
            # Another game was dealt first, for example by the other of two quick presses.
            raise StaleBoardError from None
        metrics.game_changed(new.variant, metrics.STARTED, game.status)
        self.report_change(user_id, started, *(() if ended is None else (ended.after,)))
        return started

    async def undo(self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None) -> UserGame:
        """Take back the last step. A won game stays won, and a ranked attempt that is over stays over."""

        def undo(draft: UserGame) -> TranscriptAction:
            if draft.game.status is Status.WON:
                raise GameOverError("You've already won this game.")
            draft.game.undo()
            return TranscriptAction.UNDO

        return await self._change(user_id, undo, interaction_id, board)

    async def go_back(
        self, user_id: int, moves: int, interaction_id: int, *, board: BoardVersion | None = None
    ) -> UserGame:
        """Take back all steps after the first `moves` moves of an unranked game that is not won."""

        def go_back(draft: UserGame) -> TranscriptAction:
            if draft.is_ranked or draft.game.status is Status.WON:
                raise StaleBoardError
            draft.game.go_back(moves)
            return TranscriptAction.UNDO

        return await self._change(user_id, go_back, interaction_id, board)

    async def redo(self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None) -> UserGame:
        """Play the step again that was undone last."""

        def redo(draft: UserGame) -> TranscriptAction:
            draft.game.redo()
            return TranscriptAction.REDO

        return await self._change(user_id, redo, interaction_id, board)

    async def give_up(
        self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None, is_sure: bool = False
    ) -> UserGame:
        """End the game. Raises AtStakeError for a ranked attempt that counts, unless the player `is_sure`."""

        def give_up(draft: UserGame) -> TranscriptAction:
            if not is_sure and draft.is_at_stake(self._clock()):
                raise AtStakeError(draft)
            draft.game.give_up()
            return TranscriptAction.GIVE_UP

        return await self._change(user_id, give_up, interaction_id, board)

    async def home(self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None) -> UserGame:
        """Bring every card home that can safely go there, as one step."""

        def home(draft: UserGame) -> None:
            draft.game.bring_home()

        return await self._change(user_id, home, interaction_id, board)

    async def finish(self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None) -> UserGame:
        """Play the game to its win as one step, once nothing is left to decide."""

        def finish(draft: UserGame) -> None:
            draft.game.finish()

        return await self._change(user_id, finish, interaction_id, board)

    async def play(
        self,
        user_id: int,
        move: str,
        interaction_id: int,
        *,
        board: BoardVersion | None = None,
        reader: Callable[[Game, str], Move] = Game.find_move,
        warned: bool = False,
        auto_home: bool = False,
    ) -> UserGame:
        """Play a move, given as text that `reader` reads.

        With `auto_home` every card that can safely go home follows in the same step.
        Raises WarnedError before a move that spoils the game, unless the player was `warned`.
        """

        def play(draft: UserGame) -> None:
            legal = reader(draft.game, move)
            warning = None if warned else draft.game.warning(legal)
            if warning is not None:
                raise WarnedError(warning, legal, draft.board)
            following = safe_home_moves(draft.game.position.play(legal)) if auto_home else ()
            draft.game.play(legal, *following)

        return await self._change(user_id, play, interaction_id, board, notes_refusal=True)

    async def note_hint(self, current: UserGame, interaction_id: int) -> UserGame:
        """Write in the transcript of a ranked attempt that a hint is about to be given; return the game with it.

        It counts once until the player does something else. Raises StaleBoardError or OldBoardError when the game has
        changed since, and PatienceError when the transcript is full.
        """

        async def note() -> UserGame:
            latest = await self.current(current.user_id, board=current.board)
            if latest.transcript is None or ends_with_hint(latest.transcript):
                return latest
            hinted = latest.append_action(TranscriptAction.HINT, int(self._clock()))
            try:
                await self._store.save_transcript(Change(latest, hinted, interaction_id))
            except RepeatedError:
                # The hint was noted when the interaction came first, so it holds for the position of that moment.
                latest = await self.current(current.user_id, board=current.board)
                if latest.transcript is not None and not ends_with_hint(latest.transcript):
                    raise StaleBoardError from None
                return latest
            return hinted

        return await self._locks.run(current.user_id, note)

    def forget(self, user_id: int) -> None:
        """Keep nothing about this user in memory."""
        self._store.forget(user_id)

    async def _deal(self, user_id: int, new: NewGame, at_stake: Collection[Pack]) -> Game:
        """Deal a game. A random deal is one that is proven winnable and new to the user, if any is left.

        A user's first deal of a game is one of the easiest, unless they chose a level. The packs `at_stake` are not
        dealt at random. Raises what `Game.new` raises.
        """
        if new.deal is not None:
            return Game.new(new.variant, new.deal, new.options)
        number = self._random_deal()
        game = Game.new(new.variant, number, new.options)
        winnable = () if new.is_any else winnable_deals(new.variant, game.options, new.level)
        if not winnable:
            return game
        played = await self._store.deals_played(user_id, new.variant)
        if new.level is None and not played:
            easiest = next(iter(levels_of(new.variant, game.options)), None)
            winnable = winnable_deals(new.variant, game.options, easiest)
        if at_stake:
            winnable = tuple(deal for deal in winnable if Pack.of(new.variant, deal) not in at_stake) or winnable
        return Game.new(new.variant, choose_deal(winnable, number, game, played), new.options)

    async def _make_room(self, user_id: int, giving_up: BoardVersion | None, interaction_id: int) -> Change | None:
        """The change that gives up a game on the shelf, if it is full. Raises StaleBoardError."""
        if giving_up is None:
            return None
        shelf = [each.board for each in await self._store.shelved(user_id)]
        if len(shelf) < MOST_SHELVED:
            return None
        if giving_up not in shelf:
            raise StaleBoardError
        return await give_up(await self.owned(user_id, giving_up.game_id), interaction_id, self._clock())

    async def _change(
        self,
        user_id: int,
        action: GameAction,
        interaction_id: int,
        board: BoardVersion | None,
        *,
        notes_refusal: bool = False,
    ) -> UserGame:
        """Apply an action to the user's game, once for this interaction, and return the game as it is stored.

        With `notes_refusal`, an illegal move is written in the transcript. Raises what `current` and the action raise.
        """

        async def change() -> UserGame:
            cached = self._store.cached(user_id)
            if cached is not None and board in (None, cached.board):
                # This saves a read. An outdated game conflicts, and what it refuses, the stored one may allow.
                with suppress(PatienceError, ConflictError):
                    return await self._apply(cached, action, interaction_id)
            refused = None
            try:
                current = await self.current(user_id, board=board)
                if notes_refusal and current.is_ranked and not current.is_final:
                    noted = current.append_action(TranscriptAction.REFUSED, int(self._clock()))
                    refused = Change(current, noted, interaction_id)
                return await self._apply(current, action, interaction_id)
            except PatienceError as error:
                # An action may be impossible because this very interaction was delivered before and applied it. What
                # is refused now must not be applied when it is delivered again.
                if await self.is_settled(interaction_id):
                    return await self.current(user_id)
                if refused is None or not isinstance(error, IllegalMoveError):
                    await self._store.refuse(interaction_id)
                    raise
                await self._store.refuse(interaction_id, refused)
                raise (MistakeError(error) if counts_refusals(refused.after.game.variant.name) else error) from None

        try:
            return await self._locks.run(user_id, change)
        except BusyError:
            await self._store.refuse(interaction_id)
            raise

    async def _apply(self, before: UserGame, action: GameAction, interaction_id: int) -> UserGame:
        """Apply an action and store the next version. Raises what the action raises, and ConflictError."""
        after = before.apply_action(action, int(self._clock()))
        try:
            await self._store.save(Change(before, after, interaction_id, await score_attempt(after)))
        except RepeatedError:
            return await self.current(before.user_id)
        metrics.game_changed(after.game.variant.name, before.game.status, after.game.status)
        self.report_change(after.user_id, after)
        return after

    def report_change(self, user_id: int, *changed: UserGame) -> None:
        """Say that the user's current game was changed or replaced, and which of their games have changed."""
        for callback in self.on_change:
            callback(user_id)
        self.report_attempts(*changed)

    def report_attempts(self, *changed: UserGame) -> None:
        """Say which of these games, which have changed, are attempts at challenges."""
        for game in changed:
            for callback in self.on_attempt if game.challenge is not None else ():
                callback(game)


def _check_not_practice(game: Game, at_stake: Collection[Pack]) -> None:
    """Raise PatienceError for a game whose pack is at stake: it would show where hidden cards of the attempt lie."""
    if Pack.of(game.variant.name, game.deal) in at_stake:
        raise PatienceError("You're playing these very cards in a ranked attempt. Finish that first.")
