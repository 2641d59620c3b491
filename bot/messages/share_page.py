"""What players share: a daily as ten squares, another win as a picture, without revealing the deal of a contest."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.custom_id import write_new
from bot.messages.daily import against_par, play_button
from bot.messages.ending import challenge_button, keepsake_picture, score_of
from bot.messages.formatting import duration, facts
from bot.messages.labels import cards_home_text, effort_text
from bot.messages.message import Button, Message
from bot.messages.player_names import player_name
from bot.messages.squares import squares, squares_in_words
from bot.messages.style import Style
from bot.model.daily.contest import DailySummary
from bot.model.game import UserGame
from bot.model.score import Score, is_race, pack_of
from bot.model.statistics import Ending
from engine import VARIANTS


def daily_share(attempt: UserGame, summary: DailySummary, style: Style, *, player: str) -> Message:
    """A result in a daily for everyone to see, with a button that plays the daily."""
    language = style.language
    result = summary.result
    title = _title(result, language.text(VARIANTS[result.variant].title), language, player=player)
    day = language.text("daily, {date}", date=language.short_day(result.day))
    drawn = squares(attempt)
    spoken = squares_in_words(drawn, language) if style.is_spoken else ""
    streak = f"🔥 {summary.streak}" if summary.streak > 1 else ""
    reached = facts(_reached(summary, language), duration(result.seconds), streak)
    lines = (f"{title} · {day}", drawn, spoken, reached)
    button = play_button(result.variant, result.day, language, emoji="🃏")
    return Message("\n".join(filter(None, lines)), action_rows=((button,),))


def game_share(ended: UserGame, ending: Ending, language: Language, *, player: str, win: bytes | None) -> Message:
    """A finished game for everyone to see, with the picture of a win and buttons that play its deal."""
    score = score_of(ended, ending)
    title = _title(score, game_title(ended, language), language, player=player)
    home = "" if score.is_won else cards_home_text(ended.game.variant, score.cards_home, language)
    moves = effort_text(score.variant, score.effort, language, is_ranked=False)
    reached = facts(home, moves, duration(score.seconds))
    page = Message(f"{title}\n{reached}", action_rows=(tuple(_buttons(ended, language)),))
    if win is None:
        return page
    embed = discord.Embed(colour=discord.Colour.green())
    return replace(page, embed=embed, picture=keepsake_picture(ended, win, language))


def _title(score: Score, game: str, language: Language, *, player: str) -> str:
    name = player_name(player, language)
    if score.is_won:
        return language.text("🏆 **{player}** won **{game}**", player=name, game=game)
    if score.is_given_up:
        return language.text("🏳️ **{player}** gave up **{game}**", player=name, game=game)
    return language.text("🏁 **{player}** played **{game}**", player=name, game=game)


def _reached(summary: DailySummary, language: Language) -> str:
    """The moves of a win beside par, or the cards home; in a race, only the cards."""
    result = summary.result
    if is_race(result.variant):
        return language.text("{home} of {pack}", home=result.cards_home, pack=pack_of(result.variant))
    if result.is_won:
        return against_par(result.effort, summary.facts.par, language)
    return cards_home_text(VARIANTS[result.variant], result.cards_home, language)


def _buttons(ended: UserGame, language: Language) -> list[Button]:
    play = Button.to(Action.DEAL, language, game=ended.id, argument=write_new(ended.again))
    return [play] if ended.is_deal_impossible else [play, challenge_button(ended, language)]
