"""What players share: a game in a sentence, a curve and a picture, without revealing the deal of a contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.custom_id import write_new
from bot.messages.daily import better_text, daily_button, home_reached, par_text, streak_text
from bot.messages.ending import challenge_button, moves_counted
from bot.messages.formatting import duration, facts
from bot.messages.labels import cards_home_text, effort_text
from bot.messages.message import BLURPLE, Button, Message, Picture
from bot.messages.player_names import player_name
from bot.model.daily.contest import DailySummary
from bot.model.game import UserGame
from bot.model.score import Score, pack_of
from bot.model.statistics import Ending
from bot.pictures.path import Path
from engine import VARIANTS, Status

_STEPS = 10
_HEIGHTS = "▁▂▃▄▅▆▇"
_FULL = "█"


def share_page(
    ended: UserGame, ending: Ending, path: Path, language: Language, *, player: str, picture: bytes | None
) -> Message:
    """A finished game for everyone to see, with buttons that play its deal. Without a move there is no picture."""
    daily = ending.summary if isinstance(ending.summary, DailySummary) else None
    score = _score(ended, ending)
    values = {"player": player_name(player, language), "game": game_title(ended, language)}
    if score.is_won:
        title = language.text("🏆 **{player}** won **{game}**!", **values)
    else:
        title = language.text("**{player}** played **{game}**", **values)
    steps = steps_of(path)
    parts = (title, _result(score, ended, daily, language), _course(score, steps, daily, language))
    page = Message("\n".join(filter(None, parts)), action_rows=(tuple(_buttons(ended, daily, language)),))
    if picture is None:
        return page
    embed = discord.Embed(colour=discord.Colour.green() if score.is_won else BLURPLE)
    return replace(page, embed=embed, picture=Picture("game.png", picture, _described(score, steps, language)))


def steps_of(path: Path) -> Sequence[int]:
    """The cards home after each tenth of a game.

    >>> steps_of(((0, 0), (60, 0), (61, 8), (100, 52)))
    [0, 0, 0, 0, 0, 0, 8, 8, 8, 52]
    """
    last = path[-1][0]
    return [
        [home for moment, home in path if moment * _STEPS <= last * step][-1]  # the first moment is 0
        for step in range(1, _STEPS + 1)
    ]


def curve(steps: Sequence[int], pack: int) -> str:
    """Draw cards home as columns; only the whole pack fills a column.

    >>> curve([0, 1, 13, 26, 51, 52], 52)
    '▁▂▃▄▇█'
    """
    return "".join(_FULL if home == pack else _HEIGHTS[ceil(home * (len(_HEIGHTS) - 1) / pack)] for home in steps)


def _score(ended: UserGame, ending: Ending) -> Score:
    """The score of a daily, or an equivalent score for another game."""
    if ending.summary is not None:
        return ending.summary.score
    game = ended.game
    moves = moves_counted(ended)
    return Score(game.variant.name, game.cards_home, moves, ending.seconds, game.status is Status.GIVEN_UP)


def _result(score: Score, ended: UserGame, daily: DailySummary | None, language: Language) -> str:
    """A daily's result: the share of players beaten, the cards home unless it is a win, its moves and the solver's."""
    better = "" if daily is None else better_text(daily.ranks.world, language)
    home = "" if score.is_won else home_reached(score, language)
    effort = effort_text(score.variant, score.effort, language, is_ranked=ended.is_ranked)
    return facts(better, home, effort, "" if daily is None else par_text(daily.facts, language))


def _course(score: Score, steps: Sequence[int], daily: DailySummary | None, language: Language) -> str:
    """The curve, its time, and the player's streak of dailies."""
    days = 0 if daily is None else daily.streak
    return facts(f"`{curve(steps, pack_of(score.variant))}`", duration(score.seconds), streak_text(days, language))


def _described(score: Score, steps: Sequence[int], language: Language) -> str:
    """Describe the picture for screen readers."""
    home = cards_home_text(VARIANTS[score.variant], score.cards_home, language)
    course = language.text("Cards cleared, in ten steps: {steps}.", steps=", ".join(map(str, steps)))
    return f"{facts(home, duration(score.seconds))}. {course}"


def _buttons(ended: UserGame, daily: DailySummary | None, language: Language) -> list[Button]:
    """Buttons for others: play the same daily or deal, or challenge others at it."""
    if daily is not None:
        return [daily_button(daily.result.variant, daily.result.day, language)]
    play = Button.to(Action.DEAL, language, game=ended.id, argument=write_new(ended.again))
    return [play] if ended.is_deal_impossible else [play, challenge_button(ended, language)]
