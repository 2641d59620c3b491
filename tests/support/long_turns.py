"""Everything a player can do with a game of the greatest length that the bot has not cached."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.solver.process import SolverDiedError
from tests.support.card_room import CardRoom, running
from tests.support.chain import CHAIN
from tests.support.daily_room import TODAY, begin, give_up
from tests.support.long_games import Prophet, attempt, deal, put, unfinished, won
from tests.support.shown import only
from tests.support.turns import turn_of

LEFT = 20
"""The long game is this many moves away from its win."""

DAILY = "diplomat"

Act = Callable[[CardRoom], Awaitable[object]]


@asynccontextmanager
async def long_room(path: Path) -> AsyncIterator[CardRoom]:
    """Run a bot with a solver that knows how to win the long games."""
    room = CardRoom(path, moment="2026-11-21 10:00")
    room.solver = Prophet()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: ())
        patch.setattr("bot.services.dailies.new_chain", lambda _: CHAIN)
        async with running(room) as opened:
            yield opened


def say(command: str, **options: Any) -> Act:
    return lambda room: room.say(command, **options)


def press(*labels: str, on: str = "show") -> Act:
    """Press buttons in turn, each under the message that answered the command or the previous press."""

    async def act(room: CardRoom) -> None:
        message: simcord.ResponseMessage = only(await room.say(on))
        for label in labels:
            room.services.games.forget(room.alice.id)
            answer = await room.press(message, label)
            *_, message = (each for each in (answer.response, *answer.followups) if each is not None)

    return act


def after(*acts: Act) -> Act:
    async def act(room: CardRoom) -> None:
        for each in acts:
            await each(room)
            room.services.games.forget(room.alice.id)

    return act


async def play_next(room: CardRoom) -> None:
    game = await room.games.current(room.alice.id)
    await room.say("move", move=str(won().moves[len(game.game.moves)]))


async def hint_without_a_solver(room: CardRoom) -> None:
    room.solver.meanwhile = die
    await room.say("hint")


async def die() -> None:
    raise SolverDiedError("it was killed")


async def long_game(room: CardRoom) -> None:
    await deal(room, room.alice, unfinished(LEFT))


async def nearly_won(room: CardRoom) -> None:
    """Put the long game on Alice's table, one move before the win."""
    await deal(room, room.alice, unfinished(1))


async def shelved_game(room: CardRoom) -> None:
    """Put one long game on Alice's table and one on her shelf."""
    await deal(room, room.alice, unfinished(LEFT))
    await deal(room, room.alice, unfinished(LEFT + 1))


async def long_attempt(room: CardRoom) -> None:
    """Let Alice play the longest attempt at a daily."""
    game, transcript = attempt(
        DAILY, (await room.services.dailies.of(room.services.turns.background(), TODAY))[DAILY].deal
    )
    await begin(room, DAILY)
    await put(room, room.alice, game, transcript)


async def resume_in_turn(room: CardRoom) -> None:
    for _ in range(4):
        (shelved,) = await room.shelf.shelved(room.alice.id)
        await room.services.shelf.resume(
            turn_of(room.services, room.alice.id, room.env.backend.snowflake()), shelved.board.game_id
        )


TURNS: dict[str, tuple[Act, Act]] = {
    "show": (long_game, say("show")),
    "move": (long_game, play_next),
    "a refused move": (long_game, say("move", move="1>1")),
    "completion": (long_game, lambda room: room.complete("")),
    "undo": (long_game, say("undo")),
    "redo": (long_game, after(say("undo"), say("redo"))),
    "draw": (long_game, say("draw")),
    "home": (long_game, say("home")),
    "finish": (long_game, say("finish")),
    "hint": (long_game, say("hint")),
    "hint on a known way": (long_game, after(say("hint"), say("hint"))),
    "hint without a solver": (long_game, hint_without_a_solver),
    "analyse": (long_game, after(say("give-up"), press("Menu", "Analyse", "Watch a win"))),
    "menu": (long_game, press("Menu")),
    "buttons": (long_game, press("Undo", "Redo", "Hint")),
    "replay": (long_game, say("replay")),
    "statistics": (long_game, say("stats")),
    "start another": (long_game, say("start", game="tens")),
    "give up": (long_game, say("give-up")),
    "play on": (long_game, after(say("give-up"), say("undo"))),
    "start a daily": (long_game, say("daily", game="tens")),
    "leaderboard": (long_game, say("leaderboard")),
    "rules": (long_game, say("rules")),
    "settings": (long_game, press("Four-colour suits", on="settings")),
    "export": (long_game, press("Export my data", on="privacy")),
    "shelf": (shelved_game, say("games")),
    "resume": (shelved_game, resume_in_turn),
    "win": (nearly_won, play_next),
    "a won game": (nearly_won, after(play_next, say("show"))),
    "share a win": (nearly_won, after(play_next, press("Share"))),
    "challenge to a win": (nearly_won, after(play_next, press("Challenge"))),
    "end a daily": (long_attempt, give_up),
    "a finished daily": (long_attempt, after(give_up, say("daily", game=DAILY))),
    "share a daily": (long_attempt, after(give_up, say("share"))),
    "board of a finished daily": (long_attempt, after(give_up, say("show"))),
}
"""Each turn, after the steps that prepare it."""
