"""Dailies in messages: the buttons that play a daily, and the results of attempts.

Leaderboards, announcements and the proof of fair deals have pages of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import write_new
from bot.messages.drawing import Drawing, EndingButtons
from bot.messages.formatting import duration, facts
from bot.messages.labels import cards_home_text, daily_title, effort_text
from bot.messages.leaderboard_page import LeaderboardView
from bot.messages.message import Button, Message, felt_colour, page_embed
from bot.messages.squares import legend, squares, squares_in_words
from bot.messages.style import Style
from bot.model.contest import Contest, Summary
from bot.model.daily.contest import DailyFacts, DailySummary, PlayerRank, Ranks, daily_id, daily_of
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.ranking import FEWEST_RANKED, LeaderboardKind
from bot.model.game import NewGame, UserGame
from bot.model.score import Score, counts_refusals, is_race, pack_of
from engine import VARIANTS


class DailyTexts:
    def title(self, contest: Contest, variant: str, language: Language, *, today: date | None) -> str:
        day, _ = daily_of(contest)
        return daily_title(variant, day, language, today=today)

    def outcome(self, summary: Summary, drawing: Drawing) -> list[str]:
        assert isinstance(summary, DailySummary), "a daily sums up its attempts"
        return attempt_lines(summary, drawing.current, drawing.style)

    def small_print(self, summary: Summary, language: Language) -> str:
        assert isinstance(summary, DailySummary), "a daily sums up its attempts"
        return _open_text(summary, language)

    def buttons(self, contest: Contest, drawing: Drawing, others: Sequence[Button]) -> EndingButtons:
        """Share the result, and go on to the next daily; the same deal again and `others` are in the menu."""
        day, variant = daily_of(contest)
        language = drawing.language
        current = drawing.current
        share, ranks, again = attempt_buttons(variant, day, language, game_id=current.id)
        replay = Button.to(Action.REPLAY, language, game=current.board).enabled_if(current.game.steps)
        if not drawing.style.is_spoken:
            ranks = ranks._replace(label="")
            replay = replay._replace(label="")
        summary = None if drawing.ending is None else drawing.ending.summary
        following = [Button.to(Action.DAILIES, language)]
        if isinstance(summary, DailySummary):
            following = [_next_button(game, summary.today, language) for game in summary.still_open[:1]]
        return EndingButtons((share.enabled_if(not drawing.is_late), ranks, replay), following, (again, *others))

    def picture_label(self, contest: Contest) -> str:
        day, _ = daily_of(contest)
        return day.isoformat()


def attempt_buttons(variant: str, day: date, language: Language, *, game_id: int) -> tuple[Button, Button, Button]:
    board = LeaderboardView(LeaderboardKind.DAY, day, variant, is_world=False, number=None)
    again = write_new(NewGame(variant, contest=daily_id(day, variant)))
    button = partial(Button.to, language=language, game=game_id)
    return (
        button(Action.SHARE, argument=f"{variant},{day.isoformat()}").primary(),
        button(Action.RANKS, argument=str(board)),
        button(Action.DEAL, argument=again, label=language.text("Play again, unranked"), emoji="🔁"),
    )


def daily_button(game: str, day: date, language: Language, *, label: str, emoji: str) -> Button:
    argument = f"{game},{day.isoformat()}"
    return Button.to(Action.DAILY, language, argument=argument, label=label, emoji=emoji)


def play_button(game: str, day: date, language: Language, *, emoji: str) -> Button:
    label = language.text("Play {game}", game=language.text(VARIANTS[game].title))
    return daily_button(game, day, language, label=label, emoji=emoji)


def _next_button(game: str, day: date, language: Language) -> Button:
    label = language.text("Next: {game}", game=language.text(VARIANTS[game].title))
    return daily_button(game, day, language, label=label, emoji="▶️")


def result_page(attempt: UserGame, summary: DailySummary, style: Style) -> Message:
    language = style.language
    result = summary.result
    following = [_next_button(game, summary.today, language) for game in summary.still_open[:1]]
    title = daily_title(result.variant, result.day, language, today=summary.today)
    embed = page_embed(
        result_title(result, language),
        "\n".join((*attempt_lines(summary, attempt, style), _open_text(summary, language))),
        author=title,
        colour=felt_colour(VARIANTS[result.variant]),
    )
    buttons = attempt_buttons(result.variant, result.day, language, game_id=attempt.id)
    return Message(embed=embed, action_rows=((*buttons, *following),))


def result_title(score: Score, language: Language) -> str:
    """The headline of a ranked attempt that is over."""
    if score.is_given_up:
        return "🏳️ " + language.text("Gave up at {home} of {pack}", home=score.cards_home, pack=pack_of(score.variant))
    if not score.is_won:
        home = cards_home_text(VARIANTS[score.variant], score.cards_home, language)
        return "🏁 " + language.text("No moves left: {home}", home=home)
    if is_race(score.variant):
        return "🏆 " + language.text("Won in {time}", time=duration(score.seconds))
    return "🏆 " + language.count("Won in {number} move", "Won in {number} moves", score.effort)


def attempt_lines(summary: DailySummary, attempt: UserGame, style: Style) -> list[str]:
    """How a ranked attempt went: its squares, the streak and points, its ranks, par and its time."""
    language = style.language
    result = summary.result
    drawn = squares(attempt)
    if drawn:
        drawn = squares_in_words(drawn, language) if style.is_spoken else f"{drawn}\n{legend(language)}"
    streak = ""
    if summary.streak > 1:
        streak = "🔥 " + language.count("**{number} day in a row**", "**{number} days in a row**", summary.streak)
    points = language.count("**{number} point**", "**{number} points**", result.day_points) if result.day_points else ""
    place = place_text(summary.ranks, language)
    if not result.points:
        place = language.text("No points this time, so no rank.")
    # The headline of a win has its time in a race, otherwise its moves.
    is_race_won = result.is_won and is_race(result.variant)
    time = "" if is_race_won else duration(result.seconds)
    effort = effort_text(result.variant, result.effort, language) if is_race_won or not result.is_won else ""
    lines = (drawn, facts(streak, points), place, facts(effort, par_text(summary.facts, language), time))
    return list(filter(None, lines))


def _open_text(summary: DailySummary, language: Language) -> str:
    """In small print, the number of today's unfinished dailies or, if there are none, when the next ones begin."""
    left = len(summary.still_open)
    if left:
        return "-# " + language.count("{number} more daily today", "{number} more dailies today", left)
    return "-# " + language.text("New ones <t:{moment}:R>", moment=start_of(summary.today + ONE_DAY))


def winners_text(winners: int, language: Language) -> str:
    """The number of players who have won a deal, for a reader among them."""
    if winners <= 1:
        return language.text("You're the only one who has won this deal so far.")
    return language.count("{number} player has won this deal.", "{number} players have won this deal.", winners)


def board_result(score: Score, language: Language) -> str:
    is_counted = score.is_won and counts_refusals(score.variant)
    effort = effort_text(score.variant, score.effort, language) if is_counted else ""
    return f"⏱️ {facts(duration(score.seconds), effort)}"


def result_text(score: Score, language: Language) -> str:
    if score.is_given_up:
        home = language.text("gave up at {home} of {pack}", home=score.cards_home, pack=pack_of(score.variant))
    else:
        home = cards_home_text(VARIANTS[score.variant], score.cards_home, language)
    return facts(home, effort_text(score.variant, score.effort, language), duration(score.seconds))


def place_text(ranks: Ranks, language: Language) -> str:
    """The rank of a result in this server, and the share of players worldwide that it beat, if enough have one."""
    return facts(_here_text(ranks.here, language), _better_text(ranks.world, language))


def _here_text(here: PlayerRank | None, language: Language) -> str:
    if here is None or here.players < FEWEST_RANKED:
        return ""
    podium = {
        1: language.text("🥇 1st of {players} here", players=here.players),
        2: language.text("🥈 2nd of {players} here", players=here.players),
        3: language.text("🥉 3rd of {players} here", players=here.players),
    }
    return podium.get(here.rank) or language.text("#{rank} of {players} here", rank=here.rank, players=here.players)


def _better_text(world: PlayerRank | None, language: Language) -> str:
    """Empty for too few players, and for the worst result."""
    if world is None or world.players < FEWEST_RANKED or not world.worse:
        return ""
    if world.rank == 1:
        return language.text("first of {players} worldwide", players=world.players)
    return language.text("better than {share}", share=language.percent(world.worse, world.players))


def facts_text(known: DailyFacts, language: Language) -> str:
    """Everyone's results in a daily: the share of winners, unless few have played, and par."""
    won = ""
    if known.finished >= FEWEST_RANKED:
        share = language.percent(known.winners, known.finished)
        nobody = language.text("Nobody has won yet")
        won = language.text("{share} of players won", share=share) if known.winners else nobody
    return facts(won, par_text(known, language))


def par_text(known: DailyFacts, language: Language) -> str:
    """The number of moves in the solver's win; empty if there is none to compare with."""
    return language.text("par {number}", number=known.par) if known.par else ""


def against_par(effort: int, par: int | None, language: Language) -> str:
    """The moves of a win, and how far they are from par."""
    moves = language.count("{number} move", "{number} moves", effort)
    if not par:
        return moves
    if effort > par:
        return language.text("{moves}, {number} over par", moves=moves, number=effort - par)
    if effort < par:
        return language.text("{moves}, **{number} under par**", moves=moves, number=par - effort)
    return language.text("{moves}, at par", moves=moves)
