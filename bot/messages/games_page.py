"""The games to choose from, and the guide through the first one."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from itertools import groupby
from operator import attrgetter

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.custom_id import write_new
from bot.messages.formatting import facts
from bot.messages.labels import EASIEST_FIRST, levels_text
from bot.messages.layout import Layout, Part, Section
from bot.messages.message import Button
from bot.messages.shelf_page import HERE
from bot.model.game import TAUGHT, NewGame, Pool, UserGame
from engine import VARIANTS, Variant
from engine.variant import Difficulty
from engine.winnable import levels_of

_LEVEL_EMOJI = {Difficulty.EASY: "🟢", Difficulty.MEDIUM: "🟡", Difficulty.HARD: "🔴"}


def games_page(played: Collection[str], language: Language, *, playing: UserGame | None = None) -> Layout:
    """Offer all games, each with a short description and a mark if the user has not `played` it yet.

    The game that they are `playing`, if any, comes first.
    """
    parts: list[Part] = ["## " + language.text("What would you like to play?")]
    if playing is not None:
        title = game_title(playing, language) if playing.is_contest else language.text(playing.game.variant.title)
        label = language.text("Resume {game}", game=title)
        parts.append((Button.to(Action.RESUME, language, game=playing.id, argument=HERE, label=label).primary(),))
    for is_classic, games in groupby(EASIEST_FIRST, key=attrgetter("is_classic")):
        if is_classic:
            parts.append("### " + language.text("Classics"))
        parts += (_section(each, language, is_new=each.name not in played) for each in games)
    return Layout(tuple(parts))


def _section(variant: Variant, language: Language, *, is_new: bool) -> Section:
    """A game with its length and its levels, and a button that deals it or asks for the level."""
    new = language.text("not played yet") if is_new else ""
    lines = (
        facts(f"**{language.text(variant.title)}**", new),
        "-# " + facts(language.text("{minutes} min", minutes=variant.minutes), levels_text(variant, language)),
        "-# " + language.text(variant.summary),
    )
    button = partial(Button.to, language=language, label=language.text("Play"))
    if _levels(variant):
        return Section("\n".join(lines), button(Action.LEVELS, argument=variant.name))
    return Section("\n".join(lines), button(Action.DEAL, argument=write_new(NewGame(variant.name)), emoji=""))


def _levels(variant: Variant) -> tuple[Difficulty, ...]:
    """None if there is no choice."""
    levels = levels_of(variant.name, {})
    return levels if len(levels) > 1 else ()


def levels_page(variant: Variant, language: Language) -> Layout:
    text = language.text
    any_level = Button.to(
        Action.DEAL, language, argument=write_new(NewGame(variant.name)), label=text("Any level"), emoji="🎲"
    )
    asked = text("How hard should your game of {game} be?", game=text(variant.title))
    every_game = Button.to(Action.GAMES, language)
    return Layout((asked, (*_level_buttons(variant, language), any_level), (every_game,)))


def _level_buttons(variant: Variant, language: Language) -> list[Button]:
    """A button for each level, which deals a game of it; none if there is no choice."""
    return [
        Button.to(
            Action.DEAL,
            language,
            argument=write_new(NewGame(variant.name, pool=Pool(level))),
            label=language.text(level).capitalize(),
            emoji=_LEVEL_EMOJI[level],
        )
        for level in _levels(variant)
    ]


def next_game_buttons(language: Language) -> list[Button]:
    game = language.text(VARIANTS[TAUGHT.variant].title)
    return _one_game_or_all(TAUGHT, language.text("Next: {game}", game=game), language)


def rules_buttons(variant: Variant, language: Language) -> tuple[Button, ...]:
    play, every_game = _one_game_or_all(NewGame(variant.name), language.text("Play"), language)
    return (play, *_level_buttons(variant, language), every_game)


def _one_game_or_all(game: NewGame, label: str, language: Language) -> list[Button]:
    return [
        Button.to(Action.DEAL, language, argument=write_new(game), label=label, emoji="▶️").primary(),
        Button.to(Action.GAMES, language),
    ]
