"""Deal a game, by a command or a button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace

from discord import app_commands

from bot.commands.boards import show_board, show_new_board
from bot.commands.completion import completes
from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component, presses
from bot.commands.shelf import asks_to_drop, find_chosen, find_table, note_left_game, show_instead
from bot.language import Language, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import parse_new
from bot.messages.drawing import Overlay
from bot.messages.games_page import games_page, levels_page
from bot.messages.help_page import greeting
from bot.messages.labels import rated_title
from bot.messages.message import LONGEST_CHOICE, MOST_CHOICES, Message
from bot.messages.panel import PANEL
from bot.messages.question import SURE
from bot.messages.shelf_page import full_shelf_page
from bot.model.errors import ShelfFullError, SpentAttemptError, StaleBoardError, UnreadableGameError
from bot.model.game import GUIDED, BoardVersion, NewGame, Pool, UserGame
from bot.model.preferences import Preferences
from engine import VARIANTS, PatienceError, Status, Variant, find_variant, parse_deal
from engine.variant import Difficulty
from engine.winnable import level_of, levels_of

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
    game="Which game (default: choose from a list; new players get a warm-up)",
    deal="Play this deal number (default: random)",
    winnable="Only deals known to be winnable (default: yes)",
    rules="Which rules (default: as in your settings, or standard with a deal number)",
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
    """Deal a game; without its name, offer all games."""
    if game is None:
        if (deal, winnable, rules, level) != (None, None, None, None):
            raise PatienceError("Choose a game too, because each has its own deals and rules.")
        await offer_games(context)
        return
    if deal is not None and winnable is not None:
        raise PatienceError("Choose either a deal number or “winnable”, not both.")
    if level is not None and deal is not None:
        raise PatienceError("Choose either a deal number or a level, not both.")
    if level is not None and winnable is False:
        raise PatienceError("Only deals known to be winnable have a level. Leave out either “winnable” or the level.")
    options = _options(context, find_variant(game), rules, deal)
    pool = Pool.ANY if winnable is False else Pool.WINNABLE
    if level is not None:
        pool = Pool(_parse_level(level, game, options, context.language))
    await start_game(context, NewGame(game, None if deal is None else parse_deal(deal), options, pool=pool))


def _options(context: Context, variant: Variant, rules: str | None, deal: str | None) -> Mapping[str, str]:
    """The chosen rules or, for a random deal, those that the user prefers. Raises UnknownOptionError."""
    if rules:
        return variant.parse_option(rules)
    return context.preferences.options_for(variant) if deal is None else {}


def _parse_level(typed: str, game: str, options: Mapping[str, str], language: Language) -> Difficulty:
    """Parse a level, in the user's language or in English. Raises PatienceError for one that the game does not have."""
    levels = levels_of(game, options)
    title = find_variant(game).title
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
        known=language.either(list(map(language.text, levels))),
    )


@start.autocomplete("rules")
@completes
async def _complete_rules(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    variant = VARIANTS.get(context.interaction.namespace.game or "")
    found = [
        (context.language.text(option.labels[value]), value)
        for option in (variant.options if variant else ())
        for value in option.values
    ]
    return _choices(found, typed)


@start.autocomplete("level")
@completes
async def _complete_level(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    chosen = context.interaction.namespace
    variant = VARIANTS.get(chosen.game or "")
    if variant is None:
        return []
    options = _options(context, variant, chosen.rules, chosen.deal)
    return _choices([(context.language.text(level), level.value) for level in levels_of(variant.name, options)], typed)


def _choices(found: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=label[:LONGEST_CHOICE], value=value)
        for label, value in found
        if wanted in label.casefold() or wanted in value
    ][:MOST_CHOICES]


@presses(Action.GAMES)
async def press_games(context: Context) -> None:
    await offer_games(context)


async def offer_games(context: Context, *, is_guide: bool = True) -> None:
    """Offer all games; if `is_guide`, deal a new user their first game, or greet them if they pressed a panel."""
    services = context.services
    played = {game.variant for game in await services.statistics.of(context.turn, context.user_id)}
    played |= {game.variant for game in await services.shelf.of(context.turn)}
    playing = None
    try:
        current = await services.games.find(context.turn)
        has_played = current is not None
        if current is not None:
            played.add(current.game.variant.name)
            playing = current if current.is_kept(services.clock()) else None
    except UnreadableGameError:
        has_played = True
    if played or has_played or not is_guide:
        await context.whisper(games_page(played, context.language, playing=playing))
    elif context.argument == PANEL:
        await context.whisper(greeting(context.language))
    else:
        await start_game(context, GUIDED)


@presses(Action.LEVELS)
async def press_levels(context: Context) -> None:
    variant = parse_component(find_variant, context.argument)
    await context.edit(levels_page(variant, context.language))


@presses(Action.NEW)
async def press_new(context: Context) -> None:
    """Deal another game under the same rules and, if the level of this deal is known, of the same level.

    Ask first if that leaves a game in progress, because players may expect the button to offer a choice of games.
    """
    current = await context.services.games.current(context.turn, board=context.board)
    if context.argument != SURE and current.is_kept(context.services.clock()):
        await show_board(context, current, Overlay(deals_anew=True))
        return
    game = current.game
    level = level_of(game.variant.name, game.options, game.deal)
    pool = Pool.WINNABLE if level is None else Pool(level)
    await start_game(context, NewGame(game.variant.name, None, game.options, pool=pool))


@presses(Action.DEAL)
async def press_deal(context: Context) -> None:
    """Deal the game on a button. If the button was on a private page of games, delete that page."""
    new = _as_preferred(parse_component(parse_new, context.argument), context.preferences)
    is_page = context.is_on_layout and context.pressed_message.flags.ephemeral
    await start_game(context, new, show=show_instead if is_page else show_new_board)


def _as_preferred(new: NewGame, preferences: Preferences) -> NewGame:
    """The same under the user's preferred rules, unless it names rules or a deal, or is a daily or a challenge."""
    if new.options or new.deal is not None or new.contest is not None:
        return new
    options = preferences.options_for(find_variant(new.variant))
    has_deals = new.pool.level is None or new.pool.level in levels_of(new.variant, options)
    return replace(new, options=options) if has_deals else new


@presses(Action.START)
async def press_start(context: Context) -> None:
    """Deal the requested game; if the user chose a game on a full shelf to make room, ask first, then give it up."""
    new = parse_component(parse_new, context.argument)
    current = await context.services.games.current(context.turn)
    if current.game.status is Status.PLAYING and not current.is_kept(context.services.clock()):
        await context.acknowledge()  # most often the second of two quick presses; the first has dealt this game
        return
    chosen = await find_chosen(context)
    if chosen is not None and await asks_to_drop(context, chosen, new):
        return
    try:
        started = await _deal(context, new, giving_up=None if chosen is None else chosen.board)
    except ShelfFullError:
        await context.edit(await _full_shelf(context, new))
    except StaleBoardError:
        await context.acknowledge()
    except PatienceError as error:
        await context.edit(Message(context.style.readable(context.language.error(error))))
    else:
        await show_instead(context, started)


@presses(Action.KEEP)
async def press_keep(context: Context) -> None:
    await context.defer()
    await context.delete_pressed()


async def start_game(
    context: Context, new: NewGame, *, show: Callable[[Context, UserGame], Awaitable[None]] = show_new_board
) -> UserGame | None:
    """Deal a game, `show` its board and return it.

    If the shelf is full, asks first which game should go. Returns None if no game was dealt.
    """
    try:
        started = await _deal(context, new)
    except ShelfFullError:
        await context.whisper(await _full_shelf(context, new))
    except StaleBoardError:
        # Another game has just been dealt, for example by the first of two quick presses.
        await show_new_board(context, await context.services.games.current(context.turn))
    except SpentAttemptError:
        # The same may have happened just before the deal.
        current = await find_table(context)
        if current is None or current.is_final or not current.is_attempt_at(new.contest):
            raise
        await show_new_board(context, current)
    else:
        await show(context, started)
        return started
    return None


async def _deal(context: Context, new: NewGame, *, giving_up: BoardVersion | None = None) -> UserGame:
    """Deal a game, and note which one the user left for it. Raises the errors of `Games.start`."""
    before = await find_table(context)
    started = await context.services.games.start(context.turn, new, giving_up=giving_up)
    note_left_game(context, before, started)
    return started


async def _full_shelf(context: Context, new: NewGame) -> Message:
    shelf = await context.services.shelf.of(context.turn)
    return full_shelf_page(shelf, new, context.language, now=context.services.clock())
