"""Choose the deal for a player who asks for a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.model.game import NewGame, Pool
from bot.model.pack import Pack
from bot.store.games import GameStore
from bot.store.turn import Turn
from engine import Game
from engine.winnable import levels_of, winnable_deals


async def deal(turn: Turn, store: GameStore, new: NewGame, number: int, at_stake: Collection[Pack]) -> Game:
    """Deal the requested game, or a random one: proven winnable and, if any is left, new to the user.

    The random `number` chooses. A user's first deal of a game is one of the easiest, unless they chose a level. The
    packs `at_stake` are never dealt at random. Raises the errors of `Game.new`.
    """
    if new.deal is not None:
        return Game.new(new.variant, new.deal, new.options)
    game = Game.new(new.variant, number, new.options)
    winnable = () if new.pool is Pool.ANY else winnable_deals(new.variant, game.options, new.pool.level)
    if not winnable:
        return game
    played = await store.deals_played(turn, turn.player.id, new.variant)
    if new.pool is Pool.WINNABLE and not played:
        easiest = next(iter(levels_of(new.variant, game.options)), None)
        winnable = winnable_deals(new.variant, game.options, easiest)
    if at_stake:
        winnable = tuple(each for each in winnable if Pack.of(new.variant, each) not in at_stake) or winnable
    return Game.new(new.variant, _choose_deal(winnable, number, game, played), new.options)


def _choose_deal(winnable: Sequence[int], number: int, game: Game, played: Collection[str]) -> int:
    """Choose a deal by a random number: if any is left, one not `played` with this game's options.

    `played` are deals as `Game.dealt` writes them.
    """
    prefix, _, options = game.dealt.split("|")
    left = [each for each in winnable if f"{prefix}|{each}|{options}" not in played] or winnable
    return left[number % len(left)]
