"""The texts about games that belong to a contest, by the kind of contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from bot.language import Language
from bot.messages.challenge import ChallengeTexts
from bot.messages.daily import DailyTexts
from bot.messages.drawing import Drawing, EndingButtons
from bot.messages.formatting import facts
from bot.messages.labels import deal_title
from bot.messages.message import Button
from bot.model.challenge import CHALLENGE
from bot.model.contest import Contest, Summary
from bot.model.daily.contest import DAILY
from bot.model.daily.days import ONE_DAY
from bot.model.game import UserGame
from bot.model.score import counts_refusals
from bot.model.transcripts import HINT_MOVES, hints


class ContestTexts(Protocol):
    def title(self, contest: Contest, variant: str, language: Language, *, today: date | None) -> str:
        """Name a game without its secret deal; leave out the date of a contest that belongs to `today`."""

    def outcome(self, summary: Summary, drawing: Drawing) -> list[str]:
        """What a finished attempt has achieved, in lines below its result."""

    def small_print(self, summary: Summary, language: Language) -> str:
        """What its player can do next; empty if the buttons say it."""

    def buttons(self, contest: Contest, drawing: Drawing, others: Sequence[Button]) -> EndingButtons:
        """The buttons after a finished attempt, and where the `others` of its board go; a late one does not count."""

    def picture_label(self, contest: Contest) -> str:
        """Name the deal in the picture of a game."""


TEXTS: Mapping[str, ContestTexts] = {DAILY: DailyTexts(), CHALLENGE: ChallengeTexts()}


def game_title(current: UserGame, language: Language, *, has_deal: bool = True) -> str:
    """Name a game, its options and its deal. The deal of a contest is secret, so name the contest instead."""
    game = current.game
    return title(current.contest, game.variant.name, game.deal if has_deal else None, game.options, language)


def title(
    contest: Contest | None, variant: str, deal: int | None, options: Mapping[str, str], language: Language
) -> str:
    if contest is None:
        return deal_title(variant, deal, options, language)
    return contest_title(contest, variant, language)


def contest_title(contest: Contest, variant: str, language: Language, *, today: date | None = None) -> str:
    return TEXTS[contest.kind].title(contest, variant, language, today=today)


def terms(current: UserGame, language: Language, now: float) -> str:
    """Whether a game in progress counts in its contest, the cost of help and, on the last day, the deadline.

    Before the last day, a daily's deadline would be confused with the end of its day.
    """
    if current.contest is None or current.is_final:
        return ""
    if not current.is_ranked:
        return language.text("Unranked practice")
    if current.is_late(now):
        return language.text("Ranked attempt · expired")
    ends_at = current.contest.ends_at
    is_last_day = ends_at - now <= ONE_DAY.total_seconds()
    ends = language.text("Ranked attempt · ends <t:{moment}:R>", moment=ends_at)
    said = [ends if is_last_day else language.text("Ranked attempt")]
    hinted = hints(current.transcript)
    counts_moves = not counts_refusals(current.game.variant.name)
    if hinted:
        said.append(_hints(hinted, language, counts_moves=counts_moves))
    elif counts_moves and not current.is_begun:
        said.append(language.text("undo +1 move, hint +{moves}", moves=HINT_MOVES))
    return facts(*said)


def _hints(number: int, language: Language, *, counts_moves: bool) -> str:
    """The number of hints in an attempt, and their cost if it `counts_moves`."""
    if not counts_moves:
        return language.count("{number} hint", "{number} hints", number)
    return language.count(
        "{number} hint (counts as {moves} moves)",
        "{number} hints (count as {moves} moves)",
        number,
        moves=number * HINT_MOVES,
    )
