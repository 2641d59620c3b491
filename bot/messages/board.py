"""The board: a game as one message, with its controls."""

from __future__ import annotations

from datetime import date

import discord

import engine
from bot.language import Language
from bot.messages.controls import Shown, controls
from bot.messages.daily_game import DailyGame
from bot.messages.emoji_table import emoji_table
from bot.messages.hints import hint_text
from bot.messages.labels import label
from bot.messages.message import Message, Picture, code_block
from bot.messages.style import Style
from bot.messages.table import described, table
from bot.model.daily.days import ONE_DAY
from bot.model.preferences import View
from engine import DRAW, VARIANTS, Game, Position, Status
from engine.refusals import refusal
from engine.rules import DiscardingRules
from engine.winnable import is_known_winnable

_COLOURS = {
    Status.PLAYING: discord.Colour.blurple(),
    Status.WON: discord.Colour.green(),
    Status.LOST: discord.Colour.dark_orange(),
    Status.GIVEN_UP: discord.Colour.dark_grey(),
}

_ROOM_FOR_EMOJI = 3750
"""Characters for an emoji table, of the 4096 of an embed's description: what is said above and below has the rest."""

_MOST_LABELS = 3  # of one step's moves


def draw_board(
    game: Game,
    style: Style,
    *,
    game_id: int,
    version: int,
    player: str,
    daily: DailyGame | None = None,
    picture: bytes | None = None,
    shown: Shown = Shown(),  # noqa: B008 - it never changes
) -> Message:
    """The board of `player`'s game, whose controls belong to just this version of it.

    `daily` says what daily the game is, if it is one. `picture` is the drawn table, for those who have chosen pictures.
    """
    language = style.language
    embed = discord.Embed(
        title=_header(game, language, daily),
        description="\n".join(
            part
            for part in (
                _facts(game, language),
                _terms(game, daily, language),
                _table(game, style, picture),
                _outcome(game, daily, language),
            )
            if part
        ),
        colour=_COLOURS[game.status],
    )
    embed.set_author(name=player)
    if game.steps:
        embed.add_field(name=language.text("Last move"), value=_last_step(game, style), inline=False)
    closed = _closed_stock(game, language)
    if closed is not None:
        embed.add_field(name=language.text("Stock"), value=style.readable(closed), inline=False)
    if shown.hint is not None:
        hint = hint_text(game.position, shown.hint, style)
        embed.add_field(name="💡 " + language.text("Hint"), value=hint, inline=False)
    warning = None if shown.asked is None else game.warning(shown.asked)
    if warning is not None:
        embed.add_field(name="⚠️", value=style.readable(language.error(warning)), inline=False)
    return Message(
        embed=embed,
        picture=None if picture is None else table_picture(game.position, language, picture),
        rows=controls(game, style, game_id=game_id, version=version, shown=shown, daily=daily),
    )


def _header(game: Game, language: Language, daily: DailyGame | None) -> str:
    """The title, and whether the deal is known to be winnable; of a daily also that it is not."""
    parts = [title_of(game, language, None if daily is None else daily.day)]
    is_proven = daily.is_proven if daily else is_known_winnable(game.variant.name, game.options, game.deal)
    if is_proven:
        parts.append(language.text("can be won"))
    elif daily is not None and is_proven is not None:
        parts.append(language.text("not proven winnable"))
    return " · ".join(parts)


def title_of(game: Game, language: Language, day: date | None = None) -> str:
    """Which game it is, under which options, and which deal. That of a daily is not told, only its day."""
    if day is not None:
        return daily_title(game.variant.name, day, language)
    options = [
        option.words[game.options[option.name]] for option in game.variant.options if option.name in game.options
    ]
    parts = map(language.text, (game.variant.title, *options))
    return " · ".join([*parts, language.text("deal {number}", number=game.deal)])


def daily_title(variant: str, day: date, language: Language) -> str:
    """Which daily it is."""
    of_day = language.text("daily of {date}", date=language.day(day))
    return f"{language.text(VARIANTS[variant].title)} · {of_day}"


def draw_table(position: Position, style: Style, *, spread: bool) -> str:
    """A position as part of an embed's description, in emoji or as text."""
    return _drawn(position.view(), style, spread=spread)


def _drawn(view: engine.View, style: Style, *, spread: bool) -> str:
    if style.view is View.EMOJI and style.faces is not None:
        drawn = emoji_table(view, style.faces, style.language, spread=spread, room=_ROOM_FOR_EMOJI)
        if drawn is not None:
            return drawn
    return code_block(table(view, style.language, spread=spread))


def table_picture(position: Position, language: Language, content: bytes) -> Picture:
    """A drawn table, with words for those who do not see it."""
    return Picture("table.png", content, described(position.view(), language))


def is_spread(game: Game) -> bool:
    """Whether the game's piles hold one card each, and so lie in rows."""
    return isinstance(game.variant.rules, DiscardingRules)


def _table(game: Game, style: Style, picture: bytes | None) -> str:
    return "" if picture is not None else _drawn(game.view(), style, spread=is_spread(game))


def _facts(game: Game, language: Language) -> str:
    view = game.view()
    return " · ".join(
        (
            language.text("**{home}** of {pack} home", home=view.home, pack=view.pack),
            language.text("**{number}** in stock", number=view.stock),
            language.count("**{number}** move", "**{number}** moves", len(game.moves)),
        )
    )


def _last_step(game: Game, style: Style) -> str:
    """The moves of the last step, the first few of many."""
    step = game.last_step
    labels = [label(before, move, style.language, after=after) for before, move, after in step[:_MOST_LABELS]]
    left = len(step) - len(labels)
    if left:
        labels.append(style.language.count("and {number} more", "and {number} more", left))
    return style.readable("\n".join(labels))


def _closed_stock(game: Game, language: Language) -> str | None:
    """Why nothing can be drawn or dealt, where that can change."""
    if game.status is not Status.PLAYING or is_spread(game) or not game.view().stock:
        return None
    return None if DRAW in game.legal_moves() else language.error(refusal(game.position, DRAW))


def _terms(game: Game, daily: DailyGame | None, language: Language) -> str:
    """Whether a daily is played for a rank, and until when that counts."""
    if daily is None or daily.is_final(game):
        return ""
    if not daily.is_ranked:
        return language.text("Unranked: for practice")
    if daily.is_late:
        return language.text("Ranked attempt · too late to count")
    until = language.day(daily.day + ONE_DAY)
    terms = [language.text("Ranked attempt · open until the end of {date} (UTC)", date=until)]
    if daily.refused:
        terms.append(language.count("{number} refused", "{number} refused", daily.refused))
    if daily.hints:
        terms.append(language.count("{number} hint", "{number} hints", daily.hints))
    return " · ".join(terms)


def _final_outcome(game: Game, daily: DailyGame, language: Language) -> str:
    """How a ranked attempt went, once it is over."""
    moves = language.count("**{number}** move", "**{number}** moves", len(game.moves))
    outcomes = {
        Status.WON: language.text("🎉 **Won!** All cards are home ({moves}).", moves=moves),
        Status.LOST: language.text("**No move is left.** That ends your attempt."),
        Status.GIVEN_UP: language.text("**Given up.** That ends your attempt."),
    }
    late = language.text("It ended too late to count.") if daily.is_late else ""
    return f"{outcomes[game.status]} {late}".rstrip()


def _outcome(game: Game, daily: DailyGame | None, language: Language) -> str:
    """How a finished game went, and what can be done now."""
    if daily is not None and daily.is_final(game):
        return _final_outcome(game, daily, language)
    if game.status is Status.PLAYING:
        return ""
    home = language.text("**{home}** of {pack} home", home=game.home, pack=game.position.pack)
    moves = language.count("**{number}** move", "**{number}** moves", len(game.moves))
    match game.status:
        case Status.WON:
            return language.text("🎉 **Won!** All cards are home ({moves}). Another one?", moves=moves)
        case Status.LOST if game.steps:
            return language.text("**Lost: no move is left** ({home}). Undo to try another way.", home=home)
        case Status.LOST:
            return language.text("**Lost: this deal has no move at all.** That happens. Deal a new game.")
        case Status.GIVEN_UP:
            return language.text("**Given up** ({home}). Undo to go on after all, or deal a new game.", home=home)
