"""Dealing a game, by a command or a button, after asking if there is something to lose."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import discord
from aiohttp import ClientError
from discord import app_commands

from bot.commands.context import Context, completes, handles_errors
from bot.commands.live_boards import LeftGame
from bot.commands.press import parse_component
from bot.commands.rendering import edit_arguments
from bot.language import Language, find_language
from bot.messages.board import draw_left_board
from bot.messages.custom_id import Action, CustomId, parse_new, write_new
from bot.messages.games_page import games_page
from bot.messages.labels import game_title, home_text, rated_title
from bot.messages.message import LONGEST_CHOICE, MOST_CHOICES, Message
from bot.messages.pages import question
from bot.model.errors import GameInProgressError, OldBoardError, StaleBoardError, UnreadableGameError
from bot.model.game import GUIDED, Board, NewGame, UserGame
from engine import VARIANTS, PatienceError, Status, find_variant, parse_deal
from engine.rules import Difficulty
from engine.winnable import levels_of

log = logging.getLogger(__name__)

GAME_CHOICES = [app_commands.Choice(name=variant.title, value=variant.name) for variant in VARIANTS.values()]

_RATED_CHOICES = [
    app_commands.Choice(
        name=app_commands.locale_str(rated_title(variant, find_language("en")), variant=variant.name),
        value=variant.name,
    )
    for variant in VARIANTS.values()
]


@app_commands.command(description="Start a new game")
@app_commands.describe(
    game="Which game (default: see them all)",
    deal="Play this deal number (default: random)",
    winnable="Only deals known to be winnable (default: yes)",
    rules="Which rules, if the game has a choice (default: the standard ones)",
    level="How hard the deal is, if the game has levels (default: any)",
)
@app_commands.choices(game=_RATED_CHOICES)
@handles_errors
async def start(
    context: Context,
    game: str | None = None,
    deal: str | None = None,
    winnable: bool | None = None,  # noqa: FBT001 - an option of a command
    rules: str | None = None,
    level: str | None = None,
) -> None:
    """Deal a game, after asking if another is being played; without the name of a game, offer all of them."""
    if game is None:
        if (deal, winnable, rules, level) != (None, None, None, None):
            raise PatienceError("Choose a game too: every game has deals and rules of its own.")
        await offer_games(context)
        return
    if deal is not None and winnable is not None:
        raise PatienceError("Choose either a deal number or “winnable”, not both.")
    if level is not None and deal is not None:
        raise PatienceError("Choose either a deal number or a level, not both.")
    if level is not None and winnable is False:
        raise PatienceError("Only deals known to be winnable have a level. Leave out either “winnable” or the level.")
    options = find_variant(game).parse_option(rules) if rules else {}
    new = NewGame(
        game,
        None if deal is None else parse_deal(deal),
        options,
        is_any=winnable is False,
        level=None if level is None else _parse_level(level, game, options, context.language),
    )
    await start_game(context, new)


def _parse_level(typed: str, game: str, options: Mapping[str, str], language: Language) -> Difficulty:
    """Parse a level, in the user's language or in English. Raises PatienceError for one that the game does not have."""
    levels, title = levels_of(game, options), find_variant(game).title
    wanted = typed.strip().casefold()
    for level in levels:
        if wanted in (level, language.text(level).casefold()):
            return level
    if not levels:
        raise PatienceError(
            "I don't know which {game} deals are easy or hard with these rules. Leave the level out.", game=title
        )
    raise PatienceError(
        "“{level}” isn't a level of {game} with these rules. Choose {known}.",
        game=title,
        level=typed[:40],
        known=" / ".join(map(language.text, levels)),
    )


@start.autocomplete("rules")
@completes
async def _complete_rules(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the values of the chosen game's options."""
    variant = VARIANTS.get(context.interaction.namespace.game or "")
    text = context.language.text
    found = [
        (text(option.labels[value]), value)
        for option in (variant.options if variant else ())
        for value in option.values
    ]
    return _choices(found, typed)


@start.autocomplete("level")
async def _complete_level(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the levels that the chosen game has with the chosen rules."""
    chosen = interaction.namespace
    variant = VARIANTS.get(chosen.game or "")
    if variant is None:
        return []
    try:
        options = variant.parse_option(chosen.rules) if chosen.rules else {}
    except PatienceError:
        return []
    text = Context.of(interaction).language.text
    return _choices([(text(level), level.value) for level in levels_of(variant.name, options)], typed)


def _choices(found: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """The labels and values that contain what is typed."""
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=label[:LONGEST_CHOICE], value=value)
        for label, value in found
        if wanted in label.casefold() or wanted in value
    ][:MOST_CHOICES]


async def offer_games(context: Context) -> None:
    """Offer all games; deal a guided one to a user who has never played."""
    services = context.services
    played = {game.variant for game in await services.statistics.of(context.user_id)}
    try:
        current = await services.games.find(context.user_id)
        has_played = current is not None
        if current is not None:
            played.add(current.game.variant.name)
    except UnreadableGameError:
        has_played = True
    if played or has_played:
        await context.whisper(games_page(played, context.language))
    else:
        await start_game(context, GUIDED)


async def press_new(context: Context) -> None:
    """Deal another game of the same kind."""
    current = await context.services.games.current(context.user_id, board=context.board)
    await start_game(context, NewGame(current.game.variant.name, None, current.game.options))


async def press_deal(context: Context) -> None:
    """Deal what someone has shared."""
    await start_game(context, parse_component(parse_new, context.press.argument))


async def press_start(context: Context) -> None:
    """Deal the game that the user was asked about, or ask again if the question is outdated."""
    new = parse_component(parse_new, context.press.argument)
    if context.answers_old_question:
        await _ask_again(context, new)
        return
    try:
        started, left = await _deal(context, new, replacing=context.board)
    except (StaleBoardError, OldBoardError, GameInProgressError):
        await _ask_again(context, new)
    except PatienceError as error:
        await context.edit(Message(context.style.readable(context.language.error(error))))
    else:
        await _show_instead_of_question(context, started, left)


async def _show_instead_of_question(context: Context, started: UserGame, left: LeftGame | None) -> None:
    """Show the user's board instead of the question, which only the user sees."""
    if context.is_private(started):
        await context.show_board(started, left=left)
        return
    await context.defer()
    await context.show_new_board(started, left=left)
    try:
        await context.interaction.delete_original_response()
    except (discord.HTTPException, ClientError, OSError) as error:
        log.warning("the question stays: %s", error)


async def _ask_again(context: Context, new: NewGame) -> None:
    """Ask again in the place of an outdated question, if there is still something to lose."""
    current = await context.services.games.current(context.user_id)
    if _is_worth_asking(context, current):
        await context.ask_again(_ask_to_give_up(context, current, new))
    elif current.game.status is Status.PLAYING:
        await context.acknowledge()  # most often the second of two quick presses, and the first has dealt this game
    else:
        started, _ = await _deal(context, new, replacing=current.board)
        await _show_instead_of_question(context, started, None)


def _is_worth_asking(context: Context, current: UserGame) -> bool:
    """Whether the user would lose something by starting another game."""
    is_at_stake = current.is_at_stake(context.services.clock())
    return current.game.status is Status.PLAYING and (is_at_stake or bool(current.game.moves))


async def press_keep(context: Context) -> None:
    """Leave everything as it is."""
    await context.edit(Message(context.language.text("OK, nothing changed.")))


async def start_game(context: Context, new: NewGame) -> None:
    """Deal a game and show its board, or ask first if another game is being played."""
    try:
        started, left = await _deal(context, new, replacing=None)
    except GameInProgressError:
        current = await context.services.games.current(context.user_id)
        is_same = new.is_ranked and (current.day, current.game.variant.name) == (new.day, new.variant)
        if is_same or not _is_worth_asking(context, current):
            # It has just begun, for example by the first of two quick presses.
            await context.show_new_board(current)
        else:
            await context.whisper(_ask_to_give_up(context, current, new))
    else:
        await context.show_new_board(started, left=left)


async def _deal(context: Context, new: NewGame, *, replacing: Board | None) -> tuple[UserGame, LeftGame | None]:
    """Deal a game, a daily or another; return it and the game that the user left for it, if any.

    Raises what `Games.start` and `Dailies.start` raise.
    """
    try:
        before = await context.services.games.find(context.user_id)
    except UnreadableGameError:
        before = None
    if new.day is None:
        started = await context.services.games.start(context.user_id, new, context.id, replacing=replacing)
    else:
        started = await context.services.dailies.start(
            context.user_id,
            new,
            context.id,
            replacing=replacing,
            name=context.user_name,
            server_id=context.server_id,
        )
    if before is None or before.id == started.id or before.game.status is not Status.PLAYING:
        return started, None
    if not before.game.moves:  # then nothing is worth keeping
        return started, LeftGame(before.id, None)
    farewell = draw_left_board(before, context.language, player=context.interaction.user.display_name)
    return started, LeftGame(before.id, edit_arguments(farewell))


def _ask_to_give_up(context: Context, current: UserGame, new: NewGame) -> Message:
    text = context.language.text
    home = home_text(current.game.variant, current.game.home, context.language)
    if current.is_at_stake(context.services.clock()):
        asked = text(
            "Your ranked attempt ({game}, {home}) is still open. If you start another game, "
            "it ends now and counts as it is.",
            game=game_title(current.game, context.language, current.day),
            home=home,
        )
    else:
        asked = text(
            "You have a {game} game in progress ({home}). Give it up and start a new one?",
            game=text(current.game.variant.title),
            home=home,
        )
    custom_id = CustomId(Action.START, current.id, current.version, write_new(new))
    return question(asked, yes=(text("Give up and deal"), custom_id), no=text("Keep playing"))
