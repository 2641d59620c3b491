from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import presses
from bot.commands.start import GAME_CHOICES, offer_games
from bot.messages.actions import Action
from bot.messages.ending import suit_of
from bot.messages.games_page import rules_buttons
from bot.messages.rules_page import rules_page
from engine import Game, Suit, Variant, find_variant


@app_commands.command(description="Learn how to play a game")
@app_commands.describe(game="Game (default: your current one)")
@app_commands.choices(game=GAME_CHOICES)
@handles_errors
async def rules(context: Context, game: str | None = None) -> None:
    """Explain a game, by default the current one; offer all games to newcomers."""
    if game is not None:
        await _show_rules(context, find_variant(game), {}, is_offered=True)
        return
    current = await context.services.games.find(context.turn)
    if current is None:
        await offer_games(context, is_guide=False)
    else:
        await _show_rules(context, current.game.variant, current.game.options)


@presses(Action.RULES)
async def press_rules(context: Context) -> None:
    game = (await context.services.games.owned(context.turn, context.pressed_board.game_id)).game
    await _show_rules(context, game.variant, game.options)


async def _show_rules(
    context: Context, variant: Variant, options: Mapping[str, str], *, is_offered: bool = False
) -> None:
    """Show a game's rules under these options, with a button to play it if it `is_offered`."""
    buttons = rules_buttons(variant, context.language) if is_offered else ()
    drawn = None
    if context.style.view.has_embeds:
        cards = suit_of(Game.new(variant.name, 0), variant.sign if isinstance(variant.sign, Suit) else Suit.SPADES)
        four_colour = context.preferences.four_colour
        drawn = await context.services.pictures.title(variant, cards, four_colour=four_colour)
    await context.whisper(rules_page(variant, options, context.language, drawn=drawn, buttons=buttons))
