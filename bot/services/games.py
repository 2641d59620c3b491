"""Playing: each user's one game, read from the store, changed by the engine, and durable before it is shown."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from bot.model.daily.ranking import Result
from bot.model.daily.transcripts import Action, is_hinted
from bot.model.errors import (
    AtStakeError,
    BusyError,
    GameInProgressError,
    NoGameError,
    NotYourGameError,
    OldBoardError,
    StaleBoardError,
    UnreadableGameError,
    WarnedError,
)
from bot.model.game import Board, NewGame, UserGame
from bot.monitoring import metrics
from bot.services.dealing import draw_deal
from bot.services.drafts import drafted, last_step, noted
from bot.services.recent_games import RecentGames
from bot.services.referee import judged
from bot.services.turns import Turns
from bot.store import Change, ConflictError, GameStore, Job, RepeatedError, StoredGame
from engine import Game, GameOverError, IllegalMoveError, InvalidSaveError, Move, PatienceError, Status, homing

log = logging.getLogger(__name__)


class Games:
    """Every change is committed before it is returned, and counts once for each interaction.

    All methods raise a PatienceError for what a player can mend, and StoreError when the database fails.
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
        self._recent = RecentGames()
        self._turns = Turns()
        self.when_changed: Callable[[int], None] = lambda _: None
        """Called with the user whose game has changed, or who has another one."""

    async def find(self, user_id: int) -> UserGame | None:
        """The game that the user plays or finished last."""
        stored = await self._store.current(user_id)
        return None if stored is None else self._read(stored)

    async def current(self, user_id: int, *, board: Board | None = None) -> UserGame:
        """The user's game; where `board` is given, only if that is the newest board of it.

        Raises NoGameError; NotYourGameError, OldBoardError or StaleBoardError for a board.
        """
        current = await self.find(user_id)
        if board is not None and (current is None or current.id != board.game_id):
            await self.owned(user_id, board.game_id)
            raise OldBoardError
        if current is None:
            raise NoGameError
        if board is not None and current.version != board.version:
            raise StaleBoardError
        return current

    async def owned(self, user_id: int, game_id: int) -> UserGame:
        """A game of the user's, current or not. Raises NotYourGameError."""
        stored = await self._store.game(game_id)
        if stored is None or stored.user_id != user_id:
            raise NotYourGameError
        return self._read(stored)

    async def start(
        self,
        user_id: int,
        new: NewGame,
        interaction_id: int,
        *,
        replacing: Board | None,
        server_id: int | None = None,
        along: Iterable[Job] = (),
    ) -> UserGame:
        """Deal a game, which is named by the interaction. It ends the game `replacing`, if that is still played.

        A ranked attempt is begun in the server, if in one. What goes `along` is done in the same transaction.
        Raises GameInProgressError when another game is being played, StaleBoardError or OldBoardError when that is
        no longer `replacing`, and what `Game.new` and `along` raise.
        """
        stored = await self._store.current(user_id)
        if stored is not None and stored.id == interaction_id:
            return self._read(stored)
        deal = new.deal
        if deal is None:
            deal = await draw_deal(self._store, user_id, new, self._random_deal(), current=stored)
        game = Game.new(new.variant, deal, new.options)
        now = int(self._clock())
        try:
            replaced = None if stored is None else self._ended(stored, replacing, interaction_id, now)
            started = UserGame(
                interaction_id,
                user_id,
                1,
                game,
                changed_at=now,
                day=new.day,
                transcript="" if new.is_ranked else None,
                server_id=server_id if new.is_ranked else None,
                ended_at=None if game.status is Status.PLAYING else now,  # a deal may have no move at all
            )
            await self._store.add(
                _change(started, started, interaction_id, now, judged(started)),
                variant=new.variant,
                replaced=replaced,
                day=started.day,
                server_id=started.server_id,
                along=along,
            )
        except PatienceError:
            await self._store.refuse(interaction_id)
            raise
        except RepeatedError:
            return await self.current(user_id)
        except ConflictError:
            # Another game was dealt meanwhile, as by the first of two quick presses.
            raise GameInProgressError from None
        metrics.game_changed(new.variant, metrics.STARTED, game.status)
        self.when_changed(user_id)
        return self._recent.put(started)

    async def undo(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> UserGame:
        """Take the last move back; a game that is won stays won, and a ranked attempt that is over stays over."""

        def undo(draft: UserGame) -> str:
            if draft.game.status is Status.WON:
                raise GameOverError("This game is won, and stays so.")
            draft.game.undo()
            return Action.UNDO

        return await self._change(user_id, undo, interaction_id, board)

    async def redo(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> UserGame:
        """Play the move again that was taken back."""

        def redo(draft: UserGame) -> str:
            draft.game.redo()
            return Action.REDO

        return await self._change(user_id, redo, interaction_id, board)

    async def give_up(
        self, user_id: int, interaction_id: int, *, board: Board | None = None, is_sure: bool = False
    ) -> UserGame:
        """End the game. Raises AtStakeError, unless the player `is_sure`, for a ranked attempt that counts."""

        def give_up(draft: UserGame) -> str:
            if not is_sure and draft.is_at_stake(self._clock()):
                raise AtStakeError(draft.game.home, draft.game.position.pack, draft.board)
            draft.game.give_up()
            return Action.GIVE_UP

        return await self._change(user_id, give_up, interaction_id, board)

    async def home(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> UserGame:
        """Bring every card home that can safely go there, as one step."""

        def home(draft: UserGame) -> str:
            draft.game.bring_home()
            return last_step(draft.game)

        return await self._change(user_id, home, interaction_id, board)

    async def finish(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> UserGame:
        """Play a game to its win in which nothing is left to decide, as one step."""

        def finish(draft: UserGame) -> str:
            draft.game.finish()
            return last_step(draft.game)

        return await self._change(user_id, finish, interaction_id, board)

    async def play(
        self,
        user_id: int,
        move: str,
        interaction_id: int,
        *,
        board: Board | None = None,
        reader: Callable[[Game, str], Move] = Game.read_move,
        warned: bool = False,
        auto_home: bool = False,
    ) -> UserGame:
        """Play a move, given as text that `reader` reads.

        With `auto_home` every card that can safely go home follows in the same step.
        Raises WarnedError, unless `warned`, before a move that spoils the game.
        """

        def play(draft: UserGame) -> str:
            legal = reader(draft.game, move)
            warning = None if warned else draft.game.warning(legal)
            if warning is not None:
                raise WarnedError(warning, legal, draft.board)
            following = homing(draft.game.position.play(legal)) if auto_home else ()
            draft.game.play(legal, *following)
            return last_step(draft.game)

        return await self._change(user_id, play, interaction_id, board, is_tried=True)

    async def refuse(self, interaction_id: int) -> None:
        """Note that this interaction changes nothing, whatever it asks for and however often it is delivered."""
        await self._store.refuse(interaction_id)

    async def note_hint(self, current: UserGame, interaction_id: int) -> UserGame:
        """Note in the transcript of a ranked attempt that a hint is about to be given; return the game as it is then.

        It counts once for each interaction, and until something is done, the same hint once only. Raises
        StaleBoardError or OldBoardError when the game has gone on since, and TooLongAttemptError.
        """

        async def note() -> UserGame:
            latest = await self.current(current.user_id, board=current.board)
            if latest.transcript is None or is_hinted(latest.transcript):
                return latest
            now = int(self._clock())
            hinted = noted(latest, Action.HINT, now)
            try:
                await self._store.note(_change(hinted, latest, interaction_id, now))
            except RepeatedError:
                # What was noted then holds for where the game stood then.
                latest = await self.current(current.user_id, board=current.board)
                if latest.transcript is not None and not is_hinted(latest.transcript):
                    raise StaleBoardError from None
                return latest
            return self._recent.put(hinted)

        return await self._turns.take(current.user_id, note)

    def forget(self, user_id: int) -> None:
        """Keep nothing of this user in memory."""
        self._recent.drop(user_id)

    async def _change(
        self,
        user_id: int,
        action: Callable[[UserGame], str],
        interaction_id: int,
        board: Board | None,
        *,
        is_tried: bool = False,
    ) -> UserGame:
        """Change a draft of the user's game, once for this interaction, and return the game as it is stored then.

        The action returns what a transcript has to say of it; one that `is_tried` against the rules is noted there too.
        Raises what `current` and the action raise.
        """

        async def change() -> UserGame:
            return await self._try(user_id, action, interaction_id, board, is_tried=is_tried)

        try:
            return await self._turns.take(user_id, change)
        except BusyError:
            await self._store.refuse(interaction_id)
            raise

    async def _try(
        self,
        user_id: int,
        action: Callable[[UserGame], str],
        interaction_id: int,
        board: Board | None,
        *,
        is_tried: bool,
    ) -> UserGame:
        """Do what `_change` does, unless the game has changed meanwhile: that raises ConflictError."""
        now = int(self._clock())
        current, draft = self._recent.of(user_id), None
        if current is not None and board in (None, current.board):
            # Whether the game at hand is still the stored one is seen when the change is stored. What it refuses the
            # stored one may allow, and that alone decides.
            with suppress(PatienceError):
                draft = drafted(current, action, now)
        if current is None or draft is None:
            tried = None
            try:
                current = await self.current(user_id, board=board)
                if is_tried and current.is_ranked and not current.is_final:
                    tried = _change(noted(current, Action.REFUSED, now), current, interaction_id, now)
                draft = drafted(current, action, now)
            except PatienceError as error:
                # What cannot be done now may just have been done, by the same interaction delivered before; and
                # what is refused now must not be done when it is delivered again.
                if await self._store.is_settled(interaction_id):
                    return await self.current(user_id)
                await self._store.refuse(interaction_id, tried if isinstance(error, IllegalMoveError) else None)
                raise
        try:
            await self._store.save(_change(draft, current, interaction_id, now, judged(draft)))
        except RepeatedError:
            return await self.current(user_id)
        except ConflictError:
            self._recent.drop(user_id)
            raise
        metrics.game_changed(draft.game.variant.name, current.game.status, draft.game.status)
        self.when_changed(user_id)
        return self._recent.put(replace(draft, version=draft.version + 1))

    def _ended(self, stored: StoredGame, replacing: Board | None, interaction_id: int, now: int) -> Change:
        """The last change of a game that makes room for another. Raises as `start` does."""
        try:
            current = self._read(stored)
        except UnreadableGameError:
            return Change(
                game_id=stored.id,
                user_id=stored.user_id,
                version=stored.version,
                saved=stored.saved,
                status=None,
                home=None,
                moves=None,
                is_begun=None,
                interaction_id=interaction_id,
                now=now,
                transcript=stored.transcript,
                was_transcript=stored.transcript,
            )
        if current.game.status is not Status.PLAYING:
            return _change(current, current, interaction_id, now)
        if replacing is None:
            raise GameInProgressError
        if replacing.game_id != current.id:
            raise OldBoardError
        if replacing.version != current.version:
            raise StaleBoardError
        draft = replace(current, game=current.game.copy())
        draft.game.give_up()
        draft = noted(draft, Action.GIVE_UP, now)
        return _change(draft, current, interaction_id, now, judged(draft))

    def _read(self, stored: StoredGame) -> UserGame:
        """The game of a row; replaying its moves is spared where the same version was at hand lately."""
        recent = self._recent.of(stored.user_id)
        if recent is not None and recent.board == Board(stored.id, stored.version):
            game = recent.game
        else:
            try:
                game = Game.load(stored.saved)
            except InvalidSaveError as error:
                log.error("game %d cannot be read: %s", stored.id, error)  # noqa: TRY400 - the message says it all
                raise UnreadableGameError from error
        return self._recent.put(
            UserGame(
                stored.id,
                stored.user_id,
                stored.version,
                game,
                changed_at=stored.changed_at,
                day=stored.day,
                transcript=stored.transcript,
                server_id=stored.server_id,
                ended_at=stored.ended_at,
            )
        )


def _change(draft: UserGame, current: UserGame, interaction_id: int, now: int, result: Result | None = None) -> Change:
    """What is stored of a draft that was made of the current game, and of what it came to."""
    return Change(
        game_id=draft.id,
        user_id=draft.user_id,
        version=draft.version,
        saved=draft.game.save(),
        status=draft.game.status,
        home=draft.game.home,
        moves=len(draft.game.moves),
        is_begun=bool(draft.game.moves or draft.game.undone),
        interaction_id=interaction_id,
        now=now,
        ended_at=draft.ended_at,
        transcript=draft.transcript,
        was_transcript=current.transcript,
        result=result,
    )
