"""Dailies in messages: the buttons that play a daily, and the results of attempts.

Leaderboards, announcements and the proof of fair deals have pages of their own.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import write_new
from bot.messages.formatting import duration, facts
from bot.messages.labels import cards_home_text, daily_title, effort_text
from bot.messages.leaderboard_page import LeaderboardView
from bot.messages.message import GOLD, Button, Message
from bot.model.contest import Contest, Summary
from bot.model.daily.contest import DailyFacts, DailySummary, PlayerRank, Ranks, daily_id, daily_of
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.ranking import FEWEST_RANKED, LeaderboardKind
from bot.model.game import NewGame, UserGame
from bot.model.score import Score, counts_refusals, pack_of
from engine import VARIANTS


class DailyTexts:
    def title(self, contest: Contest, variant: str, language: Language, *, today: date | None) -> str:
        """Name a daily by its game and its day."""
        day, _ = daily_of(contest)
        return daily_title(variant, day, language, today=today)

    def outcome(self, summary: Summary, language: Language) -> list[str]:
        """The ranks of an attempt, and the dailies still open."""
        assert isinstance(summary, DailySummary), "a daily sums up its attempts"
        return attempt_lines(summary, board_result(summary.score, language), language)

    def buttons(self, contest: Contest, attempt: UserGame, language: Language, *, is_late: bool) -> list[Button]:
        """The ranks, the result to share, the other dailies, and the same deal again."""
        day, variant = daily_of(contest)
        *first, practise = attempt_buttons(variant, day, language, game_id=attempt.id, is_late=is_late)
        return [*first, Button.to(Action.DAILIES, language), practise]

    def picture_label(self, contest: Contest) -> str:
        day, _ = daily_of(contest)
        return day.isoformat()


def attempt_buttons(
    variant: str, day: date, language: Language, *, game_id: int, is_late: bool = False
) -> list[Button]:
    """The buttons after a ranked attempt. A late one has no result to share."""
    board = LeaderboardView(LeaderboardKind.DAY, day, variant, is_world=False, number=None)
    again = write_new(NewGame(variant, contest=daily_id(day, variant)))
    button = partial(Button.to, language=language, game=game_id)
    return [
        button(Action.RANKS, argument=str(board)),
        button(Action.SHARE, argument=f"{variant},{day.isoformat()}").enabled_if(not is_late),
        button(Action.DEAL, argument=again, label=language.text("Play again, unranked"), emoji="🔁"),
    ]


def daily_button(
    game: str,
    day: date,
    language: Language,
    *,
    label: str | None = None,
    emoji: str | None = None,
) -> Button:
    """A button that plays a daily for a rank."""
    argument = f"{game},{day.isoformat()}"
    return Button.to(Action.DAILY, language, argument=argument, label=label, emoji=emoji)


def result_page(attempt: DailySummary, language: Language, *, game_id: int) -> Message:
    result = attempt.result
    said = f"{'🏆' if result.is_won else '🏁'} {result_text(result, language)}"
    buttons = (
        *attempt_buttons(result.variant, result.day, language, game_id=game_id),
        Button.to(Action.DAILIES, language),
    )
    return Message.page(
        daily_title(result.variant, result.day, language),
        "\n".join(attempt_lines(attempt, said, language)),
        colour=GOLD,
        action_rows=(buttons,),
    )


def attempt_lines(attempt: DailySummary, result: str, language: Language) -> list[str]:
    """A ranked attempt's `result` in words, its ranks, everyone's results, the streak, and the dailies still open."""
    points = attempt.result.day_points
    earned = language.count("{number} point", "{number} points", points)
    no_rank = language.text("No points this time, so no rank.")
    here = ranks_text(replace(attempt.ranks, world=None), language)
    ranks = facts(better_text(attempt.ranks.world, language), here) if attempt.result.points else no_rank
    lines = [
        facts(result, f"**{earned}**" if points else ""),
        ranks,
        facts_text(attempt.facts, language),
        streak_text(attempt.streak, language),
        _open_text(attempt, language),
    ]
    return [line for line in lines if line]


def _open_text(attempt: DailySummary, language: Language) -> str:
    """The unfinished dailies of today, or the time when the next ones begin."""
    tomorrow = start_of(attempt.today + ONE_DAY)
    if not attempt.still_open:
        return language.text("Next daily <t:{moment}:R>.", moment=tomorrow)
    games = ", ".join(language.text(VARIANTS[game].title) for game in attempt.still_open)
    return language.text("Still open until <t:{moment}:t>: {games}", moment=tomorrow, games=games)


def winners_text(winners: int, language: Language) -> str:
    """The number of players who have won a deal, for a reader among them."""
    if winners <= 1:
        return language.text("You're the only one who has won this deal so far.")
    return language.count("{number} player has won this deal.", "{number} players have won this deal.", winners)


def board_result(score: Score, language: Language) -> str:
    """The time and illegal moves, which the rest of the board leaves out."""
    is_counted = score.is_won and counts_refusals(score.variant)
    effort = effort_text(score.variant, score.effort, language) if is_counted else ""
    return f"⏱️ {facts(duration(score.seconds), effort)}"


def result_text(score: Score, language: Language) -> str:
    """The cards home, the effort and the time."""
    return facts(
        home_reached(score, language),
        effort_text(score.variant, score.effort, language),
        duration(score.seconds),
    )


def home_reached(score: Score, language: Language) -> str:
    """The number of cards home, and whether the player gave up."""
    if score.is_given_up:
        return language.text("gave up at {home} of {pack}", home=score.cards_home, pack=pack_of(score.variant))
    return cards_home_text(VARIANTS[score.variant], score.cards_home, language)


def streak_text(days: int, language: Language) -> str:
    """A streak of dailies; empty for a single day."""
    return "🔥 " + language.count("{number} day in a row", "{number} days in a row", days) if days > 1 else ""


def better_text(world: PlayerRank | None, language: Language) -> str:
    """The share of players worldwide whom a result has beaten; empty for too few players, and for the worst."""
    if world is None or world.players < FEWEST_RANKED or not world.worse:
        return ""
    if world.rank == 1:
        return language.text("First of {players} players", players=world.players)
    share = language.percent(world.worse, world.players)
    return language.text("Better than {share} of {players} players", share=share, players=world.players)


def facts_text(known: DailyFacts, language: Language) -> str:
    """Everyone's results in a daily: the share of winners, unless few have played, and the solver's moves."""
    won = ""
    if known.finished >= FEWEST_RANKED:
        share = language.percent(known.winners, known.finished)
        nobody = language.text("Nobody has won yet")
        won = language.text("{share} of players won", share=share) if known.winners else nobody
    return facts(won, par_text(known, language))


def par_text(known: DailyFacts, language: Language) -> str:
    """The number of moves in the solver's win; empty if there is none to compare with."""
    return language.count("solver: {number} move", "solver: {number} moves", known.par) if known.par else ""


def ranks_text(ranks: Ranks, language: Language) -> str:
    """The ranks of a result, in this server and in the world, if enough players have one."""
    here = ranks.here
    world = ranks.world
    parts = []
    if here is not None and here.players >= FEWEST_RANKED:
        parts.append(language.text("#{rank} of {players} in this server", rank=here.rank, players=here.players))
    if world is not None and world.players >= FEWEST_RANKED:
        parts.append(language.text("#{rank} of {players} worldwide", rank=world.rank, players=world.players))
    return facts(*parts)
