"""The games to choose from, and the guide through a first one."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.custom_id import write_new
from bot.messages.labels import rated_title, timed_title
from bot.messages.message import Button, Message, button_rows
from bot.messages.shelf_page import HERE
from bot.messages.style import Style, view_names
from bot.model.game import BoardVersion, NewGame, Pick, UserGame
from bot.model.lessons import TAUGHT
from engine import VARIANTS, Variant
from engine.rules import Difficulty
from engine.winnable import levels_of

EASIEST_FIRST = sorted(
    VARIANTS.values(),
    key=lambda variant: (variant.daily is None, list(Difficulty).index(variant.difficulty), variant.minutes),
)
"""All games, in the order in which to try them."""

_LEVEL_EMOJI = {Difficulty.EASY: "🟢", Difficulty.MEDIUM: "🟡", Difficulty.HARD: "🔴"}


def games_page(played: Collection[str], language: Language, *, playing: UserGame | None = None) -> Message:
    """Offer all games, each with a short description and a mark if the user has not `played` it yet.

    The game that they are `playing`, if any, comes first.
    """
    text = language.text
    new = " · 🆕 " + text("new to you")
    lines = [
        f"**{_title(variant, language)}**{'' if variant.name in played else new}\n{text(variant.summary)}"
        f"{_levels_line(variant, language)}"
        for variant in EASIEST_FIRST
    ]
    embed = discord.Embed(
        title=text("What would you like to play?"), description="\n\n".join(lines), colour=discord.Colour.blurple()
    )
    buttons = [_choose_button(variant, language) for variant in EASIEST_FIRST]
    if playing is not None:
        title = game_title(playing, language) if playing.is_contest else text(playing.game.variant.title)
        label = text("Resume {game}", game=title)
        resume = Button.to(Action.RESUME, language, game=playing.id, argument=HERE, label=label, primary=True)
        buttons.insert(0, resume)
    return Message(embed=embed, rows=tuple(button_rows(buttons)))


def _title(variant: Variant, language: Language) -> str:
    """Name a game with its length and, unless its levels are listed, its difficulty."""
    return timed_title(variant, language) if _levels(variant) else rated_title(variant, language)


def _levels(variant: Variant) -> tuple[Difficulty, ...]:
    """The levels of a game's deals; none if there is no choice."""
    levels = levels_of(variant.name, {})
    return levels if len(levels) > 1 else ()


def _levels_line(variant: Variant, language: Language) -> str:
    """The levels of a game's deals, if there is a choice."""
    levels = _levels(variant)
    if not levels:
        return ""
    return "\n-# " + language.text("Levels: {levels}", levels=" · ".join(map(language.text, levels)))


def levels_page(variant: Variant, language: Language) -> Message:
    """Ask how hard a deal of the chosen game should be."""
    text = language.text
    any_level = Button.to(Action.DEAL, language, argument=write_new(NewGame(variant.name)), label=text("Any level"))
    asked = text("How hard should your game of {game} be?", game=text(variant.title))
    return Message(text=asked, rows=((*_level_buttons(variant, language), any_level),))


def _choose_button(variant: Variant, language: Language) -> Button:
    """A button that deals a game, or first asks for the level if there is a choice."""
    label = language.text(variant.title)
    if _level_buttons(variant, language):
        return Button.to(Action.LEVELS, language, argument=variant.name, label=label)
    return Button.to(Action.DEAL, language, argument=write_new(NewGame(variant.name)), label=label)


def _level_buttons(variant: Variant, language: Language) -> list[Button]:
    """A button for each level of a game's deals, which deals one of it; none if there is no choice."""
    return [
        Button.to(
            Action.DEAL,
            language,
            argument=write_new(NewGame(variant.name, pick=Pick(level))),
            label=language.text(level).capitalize(),
            emoji=_LEVEL_EMOJI[level],
        )
        for level in _levels(variant)
    ]


def next_game_buttons(language: Language) -> list[Button]:
    """The buttons after the guided game."""
    game = language.text(VARIANTS[TAUGHT.variant].title)
    return _one_game_or_all(TAUGHT, language.text("Next: {game}", game=game), language)


def rules_buttons(variant: Variant, language: Language) -> tuple[Button, ...]:
    """The buttons under the rules of a game, for those who have asked for them by a command."""
    play, every_game = _one_game_or_all(NewGame(variant.name), language.text("Play"), language)
    return (play, *_level_buttons(variant, language), every_game)


def _one_game_or_all(game: NewGame, label: str, language: Language) -> list[Button]:
    return [
        Button.to(Action.DEAL, language, argument=write_new(game), label=label, emoji="▶️", primary=True),
        Button.to(Action.GAMES, language),
    ]


def view_buttons(board: BoardVersion, style: Style) -> tuple[Button, ...]:
    """A button for each view, which draws the board in it; the view that the user has is marked.

    Four buttons fit side by side on a phone if no other has an emoji.
    """
    return tuple(
        Button.to(
            Action.VIEW,
            style.language,
            game=board,
            argument=view,
            label=name,
            emoji="✅" if view is style.preferences.view else "",
        )
        for view, name in view_names(style.language).items()
    )
