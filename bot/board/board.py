"""The board: a game as one message, with its buttons."""

from __future__ import annotations

import textwrap

import discord

from bot.board.custom_id import Action, CustomId
from bot.board.labels import label, stock_verb
from bot.board.message import WIDTH, Button, Message, code_block
from bot.board.table import table
from engine import Game, Status
from engine.rules import DiscardingRules

_COLOURS = {
    Status.PLAYING: discord.Colour.blurple(),
    Status.WON: discord.Colour.green(),
    Status.LOST: discord.Colour.dark_orange(),
    Status.GIVEN_UP: discord.Colour.dark_grey(),
}


def draw_board(game: Game, *, game_id: int, version: int, player: str) -> Message:
    """The board of `player`'s game, whose buttons belong to just this version of it."""
    view = game.position.view()
    title = " · ".join((game.variant.title, f"deal {game.deal}", *_options(game)))
    facts = [f"**{view.home}** of {view.pack} home", f"**{view.stock}** in stock", _count(len(game.moves), "move")]
    spread = isinstance(game.variant.rules, DiscardingRules)
    embed = discord.Embed(
        title=title,
        description=f"{' · '.join(facts)}\n{code_block(table(view, spread=spread))}{_outcome(game)}",
        colour=_COLOURS[game.status],
    )
    embed.set_author(name=player)
    if game.previous is not None:
        last = label(game.previous, game.moves[-1], after=game.position)
        embed.add_field(name="Last move", value=code_block(textwrap.fill(last, WIDTH)), inline=False)
    return Message(embed=embed, buttons=_buttons(game, game_id, version))


def _options(game: Game) -> list[str]:
    return [f"{name}: {value}" for name, value in game.options.items()]


def _count(number: int, word: str) -> str:
    return f"**{number}** {word if number == 1 else word + 's'}"


def _outcome(game: Game) -> str:
    """How a finished game went, and what can be done now."""
    home, pack, moves = game.home, game.position.pack, _count(len(game.moves), "move")
    match game.status:
        case Status.WON:
            return f"\n🎉 **Won!** All {pack} cards are home after {moves}. Another one?"
        case Status.LOST:
            undo = "Undo to try another way, or deal" if game.moves else "That happens. Deal"
            return f"\n**Lost: no move is left.** {home} of {pack} cards are home after {moves}. {undo} a new game."
        case Status.GIVEN_UP:
            undo = "Undo to go on after all, or deal a new game."
            return f"\n**Given up** after {moves}, with {home} of {pack} cards home. {undo}"
        case Status.PLAYING:
            return ""


def _buttons(game: Game, game_id: int, version: int) -> tuple[Button, ...]:
    """Draw or deal, undo, redo and new game; what would do nothing is disabled."""
    going = game.status is Status.PLAYING
    won = game.status is Status.WON
    given_up = game.status is Status.GIVEN_UP

    def button(action: Action, text: str, emoji: str, *, enabled: bool, primary: bool = False) -> Button:
        return Button(
            custom_id=str(CustomId(action, game_id, version)),
            label=text,
            emoji=emoji,
            style=discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary,
            disabled=not enabled,
        )

    stock = stock_verb(game)
    # A stock that is closed for the moment can be pressed: the answer says what opens it.
    has_stock = game.position.view().stock > 0
    buttons = [button(Action.DRAW, stock, "🃏", enabled=going and has_stock, primary=True)] if stock else []
    buttons += [
        button(Action.UNDO, "Undo", "↩️", enabled=given_up or (bool(game.moves) and not won)),
        button(Action.REDO, "Redo", "↪️", enabled=bool(game.undone) and not given_up),
        button(Action.NEW, "New game", "🔄", enabled=True, primary=not going),
    ]
    return tuple(buttons)
