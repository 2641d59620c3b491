"""Playing: each user's one game, read from the store, changed by the engine, and durable before it is shown."""

from __future__ import annotations

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.services.errors import (
    Board,
    BusyError,
    GameInProgressError,
    NoGameError,
    NotYourGameError,
    OldBoardError,
    StaleBoardError,
    UnreadableGameError,
    WarnedError,
)
from bot.store import Change, ConflictError, GameStore, RepeatedError, StoredGame
from engine import Game, GameOverError, InvalidSaveError, PatienceError, Status, homing

log = logging.getLogger(__name__)

_CACHED_GAMES = 256  # a long game's positions take some 300 kB
_ATTEMPTS = 5


@dataclass(frozen=True)
class CurrentGame:
    """A user's game as it is stored: `version` counts its changes. The game in it is not to be changed."""

    id: int
    user_id: int
    version: int
    game: Game

    @property
    def board(self) -> Board:
        """The board that shows just this version."""
        return Board(self.id, self.version)


@dataclass(frozen=True)
class NewGame:
    """What to deal; the deal is drawn at random where it is None."""

    variant: str
    deal: int | None = None
    options: Mapping[str, str] | None = None


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
        self._cache: OrderedDict[int, CurrentGame] = OrderedDict()

    async def find(self, user_id: int) -> CurrentGame | None:
        """The game that the user plays or finished last."""
        stored = await self._store.current(user_id)
        return None if stored is None else self._read(stored)

    async def current(self, user_id: int, *, board: Board | None = None) -> CurrentGame:
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

    async def owned(self, user_id: int, game_id: int) -> CurrentGame:
        """A game of the user's, current or not. Raises NotYourGameError."""
        stored = await self._store.game(game_id)
        if stored is None or stored.user_id != user_id:
            raise NotYourGameError
        return self._read(stored)

    async def start(self, user_id: int, new: NewGame, interaction_id: int, *, replacing: Board | None) -> CurrentGame:
        """Deal a game, which is named by the interaction. It ends the game `replacing`, if that is still played.

        Raises GameInProgressError when another game is being played, StaleBoardError or OldBoardError when that is
        no longer `replacing`, and what `Game.new` raises.
        """
        deal = self._random_deal() if new.deal is None else new.deal
        game = Game.new(new.variant, deal, new.options)
        stored = await self._store.current(user_id)
        if stored is not None and stored.id == interaction_id:
            return self._read(stored)
        try:
            replaced = None if stored is None else self._ended(stored, replacing, interaction_id)
        except PatienceError:
            await self._store.refuse(interaction_id)
            raise
        started = CurrentGame(interaction_id, user_id, 1, game)
        try:
            await self._store.add(
                self._stored(started, interaction_id), user_id=user_id, variant=new.variant, replaced=replaced
            )
        except RepeatedError:
            return await self.current(user_id)
        except ConflictError:
            # Another game was dealt meanwhile, as by the first of two quick presses.
            raise GameInProgressError from None
        return self._remember(started)

    async def undo(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> CurrentGame:
        """Take the last move back; a game that is won stays won."""

        def undo(draft: CurrentGame) -> None:
            if draft.game.status is Status.WON:
                raise GameOverError("This game is won, and stays so.")
            draft.game.undo()

        return await self._change(user_id, undo, interaction_id, board)

    async def redo(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> CurrentGame:
        """Play the move again that was taken back."""
        return await self._change(user_id, lambda draft: draft.game.redo(), interaction_id, board)

    async def give_up(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> CurrentGame:
        """End the game."""
        return await self._change(user_id, lambda draft: draft.game.give_up(), interaction_id, board)

    async def home(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> CurrentGame:
        """Bring every card home that can safely go there, as one step."""
        return await self._change(user_id, lambda draft: draft.game.bring_home(), interaction_id, board)

    async def play(
        self,
        user_id: int,
        move: str,
        interaction_id: int,
        *,
        board: Board | None = None,
        warned: bool = False,
        auto_home: bool = False,
    ) -> CurrentGame:
        """Play a move, given as text. With `auto_home` every card that can safely go home follows in the same step.

        Raises WarnedError, unless `warned`, before a move that spoils the game.
        """

        def play(draft: CurrentGame) -> None:
            legal = draft.game.read_move(move)
            warning = None if warned else draft.game.warning(legal)
            if warning is not None:
                raise WarnedError(warning, legal, draft.board)
            following = homing(draft.game.position.play(legal)) if auto_home else ()
            draft.game.play(legal, *following)

        return await self._change(user_id, play, interaction_id, board)

    async def _change(
        self, user_id: int, action: Callable[[CurrentGame], object], interaction_id: int, board: Board | None
    ) -> CurrentGame:
        """Change a draft of the user's game, once for this interaction, and return the game as it is stored then.

        Raises what `current` and the action raise.
        """
        for _ in range(_ATTEMPTS):
            try:
                current = await self.current(user_id, board=board)
                draft = replace(current, game=current.game.copy())
                action(draft)
                await self._store.save(self._stored(draft, interaction_id))
            except ConflictError:
                continue
            except RepeatedError:
                return await self.current(user_id)
            except PatienceError:
                # What cannot be done now may just have been done, by the same interaction delivered before; and
                # what is refused now must not be done when it is delivered again.
                if await self._store.is_settled(interaction_id):
                    return await self.current(user_id)
                await self._store.refuse(interaction_id)
                raise
            return self._remember(replace(draft, version=draft.version + 1))
        raise BusyError

    def _ended(self, stored: StoredGame, replacing: Board | None, interaction_id: int) -> Change:
        """The last change of a game that makes room for another. Raises as `start` does."""
        try:
            current = self._read(stored)
        except UnreadableGameError:
            return Change(
                game_id=stored.id,
                version=stored.version,
                saved=stored.saved,
                status=None,
                home=None,
                moves=None,
                is_begun=None,
                interaction_id=interaction_id,
                now=int(self._clock()),
            )
        if current.game.status is Status.PLAYING:
            if replacing is None:
                raise GameInProgressError
            if replacing.game_id != current.id:
                raise OldBoardError
            if replacing.version != current.version:
                raise StaleBoardError
            current = replace(current, game=current.game.copy())
            current.game.give_up()
        return self._stored(current, interaction_id)

    def _stored(self, draft: CurrentGame, interaction_id: int) -> Change:
        return Change(
            game_id=draft.id,
            version=draft.version,
            saved=draft.game.save(),
            status=draft.game.status,
            home=draft.game.home,
            moves=len(draft.game.moves),
            is_begun=bool(draft.game.moves or draft.game.undone),
            interaction_id=interaction_id,
            now=int(self._clock()),
        )

    def _read(self, stored: StoredGame) -> CurrentGame:
        """The game of a row; replaying its moves is spared where the same version was at hand lately."""
        cached = self._cache.get(stored.id)
        if cached is not None and cached.version == stored.version:
            self._cache.move_to_end(stored.id)
            return cached
        try:
            game = Game.load(stored.saved)
        except InvalidSaveError as error:
            log.error("game %d cannot be read: %s", stored.id, error)  # noqa: TRY400 - the message says it all
            raise UnreadableGameError from error
        return self._remember(CurrentGame(stored.id, stored.user_id, stored.version, game))

    def _remember(self, current: CurrentGame) -> CurrentGame:
        self._cache[current.id] = current
        self._cache.move_to_end(current.id)
        if len(self._cache) > _CACHED_GAMES:
            self._cache.popitem(last=False)
        return current
