"""Challenges: opening one, and what the buttons on its card do."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.daily_options import DAILY_CHOICES
from bot.commands.posting import post_draft
from bot.commands.press import parse_component, presses
from bot.commands.request_errors import REQUEST_ERRORS
from bot.commands.shelf import find_table, show_resumed
from bot.commands.start import start_game
from bot.messages.actions import Action
from bot.messages.challenge import challenge_card, news_button, placing_lines, rematch_button
from bot.messages.challenge_question import challenge_question, parse_challenge
from bot.messages.custom_id import parse_id
from bot.messages.message import Button, Message
from bot.messages.player_names import world_name
from bot.messages.question import draft
from bot.model.challenge import CardPlace, Challenge
from bot.model.daily.deals import GAMES, featured_game
from bot.model.errors import UnseenError
from bot.model.game import NewGame
from bot.model.player import Player
from bot.services import StoreError
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
    challenge = await _random_draft(context, variant, None if player is None else _person(player))
    post = _open_button(context, f"{variant},{'' if player is None else player.id}")
    await _show_draft(context, challenge, post)


@handles_errors
async def ask_for_game(context: Context, player: discord.User | discord.Member) -> None:
    """Ask to which game the user challenges this player."""
    context.check_seen()
    if player.bot:
        raise PatienceError("Bots can't play. Challenge a person!")
    if player.id == context.user_id:
        raise PatienceError("You can't challenge yourself. With `/solitaire challenge`, anyone can play.")
    await context.whisper(challenge_question(player.id, world_name(player), context.language))


@presses(Action.CHALLENGE_PLAYER)
async def press_challenge_player(context: Context) -> None:
    """Show the card of a challenge at the chosen game in the place of the question."""
    context.check_seen()
    challenge = await _draft_again(context)
    await context.edit(_card(context, challenge, _open_button(context, context.argument)))
    context.bot.challenge_drafts.keep(_pressed_id(context), challenge)


@presses(Action.CHALLENGE)
async def press_challenge(context: Context) -> None:
    """Show the card of a challenge at the deal of the game that was pressed to the user alone, who may post it."""
    context.check_seen()
    game_id = context.pressed_board.game_id
    await _show_draft(context, await _draft_on(context, game_id), _open_button(context, game_id=game_id))


@presses(Action.OPEN)
async def press_open(context: Context) -> None:
    """Open the challenge whose card the pressed message shows, and post it; show another if that is forgotten."""
    context.check_seen()
    post = _open_button(context, context.argument, game_id=context.pressed_board.game_id)

    def draw(challenge: Challenge) -> Message:
        return _card(context, challenge, post)

    async def publish(challenge: Challenge) -> None:
        await _post(context, await context.services.challenges.open(context.turn, challenge))

    drafts = context.bot.challenge_drafts
    await post_draft(context, drafts, draw=draw, again=lambda: _draft_again(context), publish=publish)


async def _draft_again(context: Context) -> Challenge:
    """A draft like the one whose button was pressed."""
    if not context.argument:
        return await _draft_on(context, context.pressed_board.game_id)
    variant, player_id = parse_component(parse_challenge, context.argument)
    player = None if player_id is None else await _find_person(context, player_id)
    if player_id is not None and player is None:
        raise PatienceError("I can't find that player right now. Try `/solitaire challenge` again.")
    return await _random_draft(context, variant, player)


async def _random_draft(context: Context, variant: str, named: Player | None) -> Challenge:
    return await context.services.challenges.draft(context.turn, variant, named=named, language=context.language.code)


async def _draft_on(context: Context, game_id: int) -> Challenge:
    challenges = context.services.challenges
    winner_id = await challenges.winner_of(context.turn, game_id)
    winner = None if winner_id is None else await _find_person(context, winner_id)
    return await challenges.draft_on(context.turn, game_id, winner=winner, language=context.language.code)


async def _show_draft(context: Context, challenge: Challenge, post: Button) -> None:
    message_id = await context.send(_card(context, challenge, post), private=True)
    context.bot.challenge_drafts.keep(message_id, challenge)


def _card(context: Context, challenge: Challenge, post: Button) -> Message:
    """The card for its maker alone."""
    card = challenge_card(challenge, context.language, now=context.services.clock())
    return draft(card, post, context.language)


def _pressed_id(context: Context) -> int:
    """The id of the message that was pressed."""
    message = context.interaction.message
    assert message is not None, "a press is on a message"
    return message.id


def _open_button(context: Context, argument: str = "", *, game_id: int = 0) -> Button:
    return Button.to(Action.OPEN, context.language, game=game_id, argument=argument, primary=True)


@presses(Action.ENTER)
async def press_enter(context: Context) -> None:
    """Begin or continue the user's attempt at the challenge whose card was pressed."""
    await _enter(context, await _press_card(context))


async def enter_elsewhere(context: Context) -> None:
    """Begin or continue the user's attempt at a challenge whose card was not pressed."""
    await _enter(context, await context.services.challenges.find(context.turn, _challenge_id(context)))


async def _enter(context: Context, challenge: Challenge) -> None:
    """Begin or continue the user's attempt at a challenge; once it is over, show its result."""
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
    """Put the user on the card, to play later."""
    async with _redrawn_card(context) as challenge:
        await context.services.challenges.join(context.turn, challenge.id)


@presses(Action.DECLINE)
async def press_decline(context: Context) -> None:
    """Record that an invited player declines."""
    async with _redrawn_card(context) as challenge:
        await context.services.challenges.decline(context.turn, challenge.id)


@presses(Action.TAKE_BACK)
async def press_take_back(context: Context) -> None:
    """Take back a challenge that the user has opened."""
    async with _redrawn_card(context) as challenge:
        await context.services.challenges.take_back(context.turn, challenge.id)


@presses(Action.NEWS)
async def press_news(context: Context) -> None:
    """Record that the user wants to be told when a challenge is over."""
    text = context.language.text
    challenge = await context.services.challenges.find(context.turn, _challenge_id(context))
    if challenge.place is None or challenge.place.server_id is None or _is_stranger(context, challenge.place):
        raise PatienceError("I can't write there by myself, but the card will say who has won.")
    await context.services.challenges.want_news(context.turn, challenge.id)
    await context.whisper(
        Message(text("I'll mention you in <#{channel}> when it's over.", channel=challenge.place.channel_id))
    )


def _is_stranger(context: Context, place: CardPlace) -> bool:
    """Whether the bot has not joined the server with the card, as far as this interaction shows."""
    return context.server_id == place.server_id and context.is_guest


@presses(Action.REMATCH)
async def press_rematch(context: Context) -> None:
    """Start a rematch with the same players and post its card, unless one exists."""
    context.check_seen()
    message = context.interaction.message
    assert message is not None, "a press is on a message"
    challenge_id = _challenge_id(context)
    if not message.flags.ephemeral:  # it is the card, and no player's own board
        await _press_card(context)
        context.bot.cards.refresh(challenge_id)
    rematch = await context.services.challenges.rematch(context.turn, challenge_id)
    await _post(context, rematch)


@asynccontextmanager
async def _redrawn_card(context: Context) -> AsyncIterator[Challenge]:
    """Find the challenge whose card was pressed, and draw the card again afterwards, even after a refusal."""
    challenge = await _press_card(context)
    try:
        yield challenge
    finally:
        context.bot.cards.refresh(challenge.id)


async def _press_card(context: Context) -> Challenge:
    """Handle a press on a card: from now on the bot may edit the card, even if its message was unknown."""
    message = context.interaction.message
    assert message is not None, "a press is on a message"
    challenge = await context.services.challenges.find(context.turn, _challenge_id(context))
    await context.defer()
    if challenge.place is None or challenge.place.message_id != message.id:
        await context.bot.cards.track(context.turn, context.interaction, challenge.id, message.id)
    else:
        context.bot.messages.remember(context.interaction, message.id)
    return challenge


async def _post(context: Context, challenge: Challenge) -> None:
    """Post a challenge's card, or link to the one posted.

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
        await context.services.challenges.withdraw(context.turn, challenge.id)
        raise
    try:
        await context.bot.cards.track(context.turn, context.interaction, challenge.id, message_id)
    except StoreError as error:
        log.warning("the message of a challenge's card was not stored; the next press on it will do that: %s", error)


async def _show_result(context: Context, challenge: Challenge) -> None:
    """Show the result of the user's finished attempt."""
    placing = challenge.placing(context.user_id)
    lines = [context.language.text("You've already played this challenge.")]
    if placing is not None:
        lines += placing_lines(placing, context.language)
    buttons = [rematch_button(challenge.id, context.language)]
    if placing is not None and not challenge.is_finished(context.services.clock()):
        buttons.append(news_button(challenge.id, context.language))
    await context.whisper(Message("\n".join(lines), rows=(tuple(buttons),)))


async def _usual_game(context: Context) -> str:
    """The game on the user's table, if there are challenges at it, or else the one that is featured today."""
    table = await find_table(context)
    if table is not None and table.game.variant.name in GAMES:
        return table.game.variant.name
    return featured_game(context.services.dailies.today())


async def _find_person(context: Context, user_id: int) -> Player | None:
    """Look up a person by their id; None if Discord does not give their name."""
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
