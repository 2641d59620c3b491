"""Playing: each user's current game is read from the store, changed by the engine, and stored before it is shown."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from functools import partial

from bot.model.contest import ContestId
from bot.model.errors import (
    MistakeError,
    NoGameError,
    OldBoardError,
    ShelvedGameError,
    StaleBoardError,
    UnconfirmedError,
    UnreadableGameError,
    WarnedError,
)
from bot.model.game import FIRST_VERSION, BoardVersion, GameAction, NewGame, UserGame, new_game_id
from bot.model.pack import Pack
from bot.model.score import counts_refusals
from bot.model.shelf import MOST_SHELVED
from bot.model.transcripts import TranscriptAction, ends_with_hint
from bot.monitoring import metrics
from bot.services.contests import ContestKinds
from bot.services.dealing import deal
from bot.store.games import Change, GameStore
from bot.store.turn import Turn
from engine import (
    ClosedStockError,
    Game,
    GameOverError,
    IllegalMoveError,
    PatienceError,
    Status,
    safe_home_moves,
)
from engine.steps import StepReader, read_step

_RANDOM_DEALS = 10**9
"""The number of deals that a random deal comes from: nine digits are easy to type."""

Listener = Callable[[Turn, Change], None]
"""Called with each committed change of a game, and with the turn that made it."""


class Games:
    """Deals and changes games: each change is committed before it is returned, and takes effect once per turn."""

    def __init__(
        self,
        store: GameStore,
        kinds: ContestKinds,
        *,
        random_deal: Callable[[], int] = lambda: secrets.randbelow(_RANDOM_DEALS),
    ) -> None:
        self._store = store
        self._kinds = kinds
        self._random_deal = random_deal
        self._listeners: list[tuple[str | None, Listener]] = []
        """Each with the kind of contest whose games it is called for; None for all games."""

    def on_change(self, listener: Listener, *, kind: str | None = None) -> None:
        """Call this with each future change of a game, or only of games at this kind of contest."""
        self._listeners.append((kind, listener))

    async def find(self, turn: Turn) -> UserGame | None:
        """The game that the user is playing, or finished last. Raises UnreadableGameError."""
        return await self._store.current(turn)

    async def current(self, turn: Turn, *, board: BoardVersion | None = None) -> UserGame:
        """The user's current game; with a `board`, only if that is its newest one.

        Raises NoGameError, UnreadableGameError, and for a board ShelvedGameError, OldBoardError or StaleBoardError.
        """
        return await self._check_current(turn, await self.find(turn), board)

    async def _check_current(self, turn: Turn, current: UserGame | None, board: BoardVersion | None) -> UserGame:
        if board is not None and (current is None or current.id != board.game_id):
            other = await self.owned(turn, board.game_id)
            raise ShelvedGameError(other.board) if other.game.status is Status.PLAYING else OldBoardError
        if current is None:
            raise NoGameError
        if board is not None and current.version != board.version:
            raise StaleBoardError
        return current

    async def owned(self, turn: Turn, game_id: int) -> UserGame:
        """Raises PatienceError for another user's game, OldBoardError for a deleted one, and UnreadableGameError."""
        game = await self._store.game(turn, game_id)
        if game is None:
            raise OldBoardError
        if game.user_id != turn.player.id:
            raise PatienceError("This is somebody else's game. Start your own with `/solitaire start`.")
        return game

    async def check_not_practice(self, turn: Turn, game: Game) -> None:
        """Raise PatienceError if the game has the same cards as a ranked attempt of the user that still counts."""
        _check_not_practice(game, await self._store.packs_at_stake(turn))

    async def attempt(self, turn: Turn, contest: ContestId) -> UserGame | None:
        """The user's ranked attempt at a contest, current or not. Raises UnreadableGameError."""
        return await self._store.attempt(turn, contest)

    async def start(self, turn: Turn, new: NewGame, *, giving_up: BoardVersion | None = None) -> UserGame:
        """Deal a game; the game on the table goes on the shelf if it is worth keeping, and is given up otherwise.

        If the shelf is full, the game that `giving_up` names makes room. Raises ShelfFullError, StaleBoardError if
        another game has taken the table or `giving_up` is outdated, PatienceError for the cards of another ranked
        attempt that still counts, and the errors of `Game.new` and of entering the contest.
        """

        async def start() -> UserGame:
            return await self._start(turn, new, giving_up)

        # Another game may have been dealt first, for example by the other of two quick presses: that one stays.
        return await turn.settle(start, retries=False) or await self.current(turn)

    async def _start(self, turn: Turn, new: NewGame, giving_up: BoardVersion | None) -> UserGame:
        entered = None
        if new.contest is not None:
            entered = await self._kinds[new.contest.kind].enter(turn, new.contest, is_ranked=new.is_ranked)
        try:
            current = await self.find(turn)
            replaced = None if current is None else current.board
        except UnreadableGameError as unreadable:
            current = None
            replaced = unreadable.board
        now = int(turn.now())
        at_stake = await self._store.packs_at_stake(turn, besides=new.contest if new.is_ranked else None)
        if entered is None:
            game = await deal(turn, self._store, new, self._random_deal(), at_stake)
        else:
            game = Game.new(entered.deal.variant, entered.deal.number, entered.deal.options)
        _check_not_practice(game, at_stake)
        started = UserGame(
            new_game_id(),
            turn.player.id,
            version=FIRST_VERSION,
            game=game,
            started_at=now,
            changed_at=now,
            contest=None if entered is None else entered.contest,
            transcript="" if new.is_ranked else None,
            begun_in=None if entered is None else entered.begun_in,
            ended_at=None if game.status is Status.PLAYING else now,  # some deals have no move at all
        )
        ended = None
        if current is not None and current.is_kept(now):
            ended = await self._make_room(turn, giving_up)
        elif current is not None and current.game.status is Status.PLAYING:
            ended = Change(current, current.give_up(now))
        self._store.add(turn, started, replaced=replaced, ended=ended)
        if ended is not None:
            self.report(turn, ended)
        self.report(turn, Change(None, started))
        return started

    async def undo(self, turn: Turn, *, board: BoardVersion | None = None) -> UserGame:
        """Take back the last step. A won game stays won, and a ranked attempt that is over stays over."""

        def undo(draft: UserGame) -> TranscriptAction:
            if draft.game.status is Status.WON:
                raise GameOverError("You've already won this game.")
            draft.game.undo()
            return TranscriptAction.UNDO

        return await self._change(turn, undo, board)

    async def go_back(self, turn: Turn, moves: int, *, board: BoardVersion | None = None) -> UserGame:
        """Take back all steps after the first `moves` moves of an unranked game that is not won."""

        def go_back(draft: UserGame) -> TranscriptAction:
            if draft.is_ranked or draft.game.status is Status.WON:
                raise StaleBoardError
            draft.game.go_back(moves)
            return TranscriptAction.UNDO

        return await self._change(turn, go_back, board)

    async def redo(self, turn: Turn, *, board: BoardVersion | None = None) -> UserGame:
        """Repeat the step that was undone last."""

        def redo(draft: UserGame) -> TranscriptAction:
            draft.game.redo()
            return TranscriptAction.REDO

        return await self._change(turn, redo, board)

    async def give_up(self, turn: Turn, *, board: BoardVersion | None = None, is_sure: bool = False) -> UserGame:
        """End the game.

        Unless the player `is_sure`, raises UnconfirmedError for a ranked attempt that counts and, after a press on a
        `board`, for any begun game.
        """

        def give_up(draft: UserGame) -> TranscriptAction:
            if not is_sure and (draft.is_at_stake(turn.now()) or (board is not None and draft.is_begun)):
                raise UnconfirmedError(draft)
            draft.game.give_up()
            return TranscriptAction.GIVE_UP

        return await self._change(turn, give_up, board)

    async def bring_home(self, turn: Turn, *, board: BoardVersion | None = None) -> UserGame:
        """Bring every safe card home in one step; if none is safe, the card that fewest others need."""

        def home(draft: UserGame) -> None:
            draft.game.bring_home()

        return await self._change(turn, home, board)

    async def finish(self, turn: Turn, *, board: BoardVersion | None = None) -> UserGame:
        """Play the game to its win as one step, as soon as `UserGame.can_finish`."""

        def finish(draft: UserGame) -> None:
            draft.game.finish(plainly=not draft.is_ranked)

        return await self._change(turn, finish, board)

    async def play(
        self,
        turn: Turn,
        move: str,
        *,
        board: BoardVersion | None = None,
        reader: StepReader = read_step,
        warned: bool = False,
        auto_home: bool = False,
    ) -> UserGame:
        """Play a step, given as text that `reader` reads.

        With `auto_home`, all cards that can safely go home follow in the same step. An illegal move is recorded in the
        transcript of a ranked attempt, except for turning a closed stock. Raises WarnedError before a move that spoils
        the game, unless the player was `warned`.
        """

        def play(draft: UserGame) -> None:
            legal = reader(draft.game, move)
            warning = None if warned else draft.game.warning(legal[0])
            if warning is not None:
                raise WarnedError(warning, legal[0], draft.board)
            following = safe_home_moves(draft.game.position.path(*legal)[-1]) if auto_home else ()
            draft.game.play(*legal, *following)

        return await self._change(turn, play, board, notes_refusal=True)

    async def note_hint(self, turn: Turn, current: UserGame) -> UserGame:
        """Record a hint in a ranked attempt's transcript before showing it; return the updated game.

        Repeated hints count once until the player does something else. Raises StaleBoardError or OldBoardError if the
        game has changed since, and PatienceError if the transcript is full.
        """

        async def note() -> UserGame:
            latest = await self.current(turn, board=current.board)
            if _is_hint_free(latest):
                return latest
            hinted = latest.append_action(TranscriptAction.HINT, int(turn.now()))
            self._store.save_transcript(turn, Change(latest, hinted))
            return hinted

        latest = await self.current(turn, board=current.board)
        if _is_hint_free(latest):
            return latest
        hinted = await turn.settle(note)
        if hinted is None:
            # The first delivery of this interaction recorded the hint, which is for the position at that moment.
            hinted = await self.current(turn, board=current.board)
            if not _is_hint_free(hinted):
                raise StaleBoardError
        return hinted

    async def is_winnable(self, turn: Turn, game: UserGame) -> bool | None:
        """Whether the deal of a contest is proven winnable; None if only the list of winnable deals can tell."""
        contest = game.contest
        return None if contest is None else await self._kinds[contest.kind].is_winnable(turn, contest)

    def forget(self, user_id: int) -> None:
        """Drop this user's data from memory."""
        self._store.forget(user_id)

    async def _make_room(self, turn: Turn, giving_up: BoardVersion | None) -> Change | None:
        """A change that gives up a game on the shelf if the shelf is full. Raises StaleBoardError."""
        if giving_up is None:
            return None
        shelf = [each.board for each in await self._store.shelf(turn)]
        if len(shelf) < MOST_SHELVED:
            return None
        if giving_up not in shelf:
            raise StaleBoardError
        shelved = await self.owned(turn, giving_up.game_id)
        return Change(shelved, shelved.give_up(turn.now()), is_current=False)

    async def _change(
        self,
        turn: Turn,
        action: GameAction,
        board: BoardVersion | None,
        *,
        notes_refusal: bool = False,
    ) -> UserGame:
        """Apply an action to the user's game, once per turn, and return the stored game.

        With `notes_refusal`, an illegal move is recorded in the transcript. Raises the errors of `current` and of the
        action.
        """

        async def change() -> UserGame:
            cached = self._store.cached(turn.player.id)
            if cached is not None and board not in (None, cached.board):
                cached = None
            current = await self._check_current(turn, await self._store.current(turn, cached), board)
            try:
                after = current.apply_action(action, int(turn.now()))
            except IllegalMoveError as refusal:
                is_noted = notes_refusal and not isinstance(refusal, ClosedStockError)
                if is_noted and current.is_ranked and not current.is_final:
                    self._note_refusal(turn, current, refusal)
                raise
            made = Change(current, after)
            self._store.save(turn, made)
            self.report(turn, made)
            return after

        return await turn.settle(change) or await self.current(turn)

    def _note_refusal(self, turn: Turn, current: UserGame, refusal: IllegalMoveError) -> None:
        """Record an illegal move in the transcript. Raises MistakeError if it counts, PatienceError if that is full."""
        noted = current.append_action(TranscriptAction.REFUSED, int(turn.now()))
        self._store.note_refusal(turn, Change(current, noted))
        if counts_refusals(current.game.variant.name):
            raise MistakeError(refusal) from None

    def report(self, turn: Turn, change: Change) -> None:
        """Record the score of a change in its contest, and call the listeners once the turn is committed."""
        contest = change.after.contest
        score = change.after.score
        if contest is not None and score is not None:
            self._kinds[contest.kind].record(turn, contest, change.after, score)
        turn.afterwards(partial(self._call_listeners, turn, change))

    def _call_listeners(self, turn: Turn, change: Change) -> None:
        game = change.after.game
        contest = change.after.contest
        if change.before is None:
            metrics.GAMES.labels(game.variant.name, metrics.STARTED).inc()
        was_playing = change.before is None or change.before.game.status is Status.PLAYING
        if was_playing and game.status is not Status.PLAYING:
            metrics.GAMES.labels(game.variant.name, game.status).inc()
        for kind, listener in self._listeners:
            if kind is None or (contest is not None and contest.kind == kind):
                listener(turn, change)


def _is_hint_free(game: UserGame) -> bool:
    """Whether a hint costs nothing now: the game is not ranked, or its last action was a hint."""
    return game.transcript is None or ends_with_hint(game.transcript)


def _check_not_practice(game: Game, at_stake: Collection[Pack]) -> None:
    """Raise PatienceError if the game's pack is at stake, because it would reveal the attempt's hidden cards."""
    if Pack.of(game.variant.name, game.deal) in at_stake:
        raise PatienceError("You're playing these very cards in a ranked attempt. Finish that first.")
