"""Challenges: open one, and handle the buttons on its card."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.drafts import show_draft
from bot.commands.options import DAILY_CHOICES
from bot.commands.press import parse_component, presses
from bot.commands.request_errors import REQUEST_ERRORS
from bot.commands.shelf import find_table, show_resumed
from bot.commands.start import start_game
from bot.messages.actions import Action
from bot.messages.challenge import (
    challenge_card,
    challenge_question,
    parse_challenge,
    placing_lines,
    rematch_button,
)
from bot.messages.custom_id import parse_id
from bot.messages.daily import result_text
from bot.messages.message import Message
from bot.messages.player_names import world_name
from bot.model.challenge import Challenge
from bot.model.daily.deals import GAMES, pick_of
from bot.model.errors import UnseenError
from bot.model.game import NewGame
from bot.model.player import Player
from bot.services import StoreError, Turn
from engine import PatienceError, Status

log = logging.getLogger(__name__)


@app_commands.command(
    description="Challenge others: everyone plays the same deal, once", extras={"cost": Action.CHALLENGE.cost}
)
@app_commands.describe(player="Who to challenge (default: anyone)", game="Game (default: the one you're playing)")
@app_commands.choices(game=DAILY_CHOICES)
@handles_errors
async def challenge(context: Context, player: discord.User | None = None, game: str | None = None) -> None:
    """Show the card of a challenge at a random deal to the user alone, who may post it."""
    context.check_seen()
    if player is not None and player.bot:
        raise PatienceError("Bots can't play. Challenge a person!")
    variant = game or await _usual_game(context)
    challenge = await _random_challenge(context, variant, None if player is None else _person(player))
    await _show_draft(context, challenge)


@handles_errors
async def ask_for_game(context: Context, player: discord.User | discord.Member) -> None:
    context.check_seen()
    if player.bot:
        raise PatienceError("Bots can't play. Challenge a person!")
    if player.id == context.user_id:
        raise PatienceError("You can't challenge yourself. With `/solitaire challenge`, anyone can play.")
    await context.whisper(challenge_question(player.id, world_name(player), context.language))


@presses(Action.CHALLENGE_PLAYER)
async def press_challenge_player(context: Context) -> None:
    """Replace the question with the card of a challenge at the chosen game."""
    context.check_seen()
    variant, player_id = parse_component(parse_challenge, context.argument)
    player = await _find_person(context, player_id)
    if player is None:
        raise PatienceError("I can't find that player right now. Try `/solitaire challenge` again.")
    await _show_draft(context, await _random_challenge(context, variant, player), in_place=True)


@presses(Action.CHALLENGE)
async def press_challenge(context: Context) -> None:
    """Show the card of a challenge at the pressed game's deal to the user alone, who may post it."""
    context.check_seen()
    await _show_draft(context, await _challenge_on(context, context.pressed_board.game_id))


async def _show_draft(context: Context, challenge: Challenge, *, in_place: bool = False) -> None:
    card = challenge_card(challenge, context.language, now=context.services.clock())

    async def publish(context: Context) -> None:
        await _post(context, await context.services.challenges.open(context.turn, challenge))

    await show_draft(context, card, publish, in_place=in_place)


async def _random_challenge(context: Context, variant: str, named: Player | None) -> Challenge:
    return await context.services.challenges.draft(context.turn, variant, named=named, language=context.language.code)


async def _challenge_on(context: Context, game_id: int) -> Challenge:
    challenges = context.services.challenges
    winner_id = await challenges.winner_of(context.turn, game_id)
    winner = None if winner_id is None else await _find_person(context, winner_id)
    return await challenges.draft_on(context.turn, game_id, winner=winner, language=context.language.code)


@presses(Action.ENTER)
async def press_enter(context: Context) -> None:
    """Begin or continue the user's attempt at a challenge; once it is over, show its result."""
    challenge = await _press_card(context)
    started = None
    try:
        attempt = await context.services.challenges.attempt(context.turn, challenge)
        if attempt is None:
            new = NewGame(challenge.deal.variant, contest=challenge.contest.id, is_ranked=True)
            started = await start_game(context, new)
        elif attempt.game.status is Status.PLAYING:
            await show_resumed(context, attempt.id)
        else:
            await _show_result(context, challenge)
    finally:
        if started is None:  # a new attempt redraws the card anyway
            context.bot.cards.refresh(challenge.id)


@presses(Action.JOIN)
async def press_join(context: Context) -> None:
    await _change_card(context, context.services.challenges.join)


@presses(Action.DECLINE)
async def press_decline(context: Context) -> None:
    await _change_card(context, context.services.challenges.decline)


@presses(Action.TAKE_BACK)
async def press_take_back(context: Context) -> None:
    await _change_card(context, context.services.challenges.take_back)


@presses(Action.REMATCH)
async def press_rematch(context: Context) -> None:
    """Start a rematch with the same players and post its card, unless one exists."""
    context.check_seen()
    challenge_id = _challenge_id(context)
    if not context.pressed_message.flags.ephemeral:  # the card, not a player's own board
        await _press_card(context)
        context.bot.cards.refresh(challenge_id)
    rematch = await context.services.challenges.rematch(context.turn, challenge_id)
    await _post(context, rematch)


async def _change_card(context: Context, change: Callable[[Turn, int], Awaitable[None]]) -> None:
    challenge = await _press_card(context)
    try:
        await change(context.turn, challenge.id)
    finally:
        context.bot.cards.refresh(challenge.id)


async def _press_card(context: Context) -> Challenge:
    """Handle a press on a card, which the bot may edit from now on, even if it did not know the message."""
    message = context.pressed_message
    challenge = await context.services.challenges.find(context.turn, _challenge_id(context))
    await context.defer()
    if challenge.place is not None and challenge.place.message_id == message.id:
        context.bot.messages.remember(context.interaction, message.id)
    elif context.has_pressed_component:
        await context.bot.cards.track(context.turn, context.interaction, challenge.id, message.id)
    return challenge


async def _post(context: Context, challenge: Challenge) -> None:
    """Post a challenge's card, or link to the one already posted.

    Withdraws the challenge and raises UnseenError if nobody else sees the card.
    """
    if not context.services.challenges.is_to_be_posted(context.turn, challenge):
        said = context.language.text("There's a rematch already. Look for its card in this channel.")
        if challenge.place is not None:
            said = context.language.text("There's a rematch already: {url}", url=challenge.place.url)
        await context.whisper(Message(said))
        return
    try:
        message_id = await context.post(context.bot.cards.draw(challenge))
    except UnseenError:
        await context.services.challenges.store.delete(context.turn, challenge.id)
        raise
    try:
        await context.bot.cards.track(context.turn, context.interaction, challenge.id, message_id)
    except StoreError as error:
        log.warning("the message of a challenge's card was not stored; the next press on it will do that: %s", error)


async def _show_result(context: Context, challenge: Challenge) -> None:
    placing = challenge.placing(context.user_id)
    lines = [context.language.text("You've already played this challenge.")]
    if placing is not None:
        lines += placing_lines(placing, result_text(placing.score, context.language), context.language)
    rematch = rematch_button(challenge.id, context.language)
    await context.whisper(Message("\n".join(lines), action_rows=((rematch,),)))


async def _usual_game(context: Context) -> str:
    """The game on the user's table if it has challenges, otherwise today's pick."""
    table = await find_table(context)
    if table is not None and table.game.variant.name in GAMES:
        return table.game.variant.name
    return pick_of(context.services.dailies.today())


async def _find_person(context: Context, user_id: int) -> Player | None:
    if user_id == context.user_id:
        return _person(context.interaction.user)
    try:
        return _person(await context.interaction.client.fetch_user(user_id))
    except REQUEST_ERRORS as error:
        log.warning("the winner of a game is not named on a card: %s", error)
        return None


def _challenge_id(context: Context) -> int:
    return parse_component(parse_id, context.argument)


def _person(user: discord.User | discord.Member) -> Player:
    return Player(user.id, world_name(user))
