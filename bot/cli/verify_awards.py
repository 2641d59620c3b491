"""What `python -m bot verify` checks of challenges and badges."""

from __future__ import annotations

from bot.model.badges import STREAKS, Badge, game_won
from bot.model.challenge import CHALLENGE, Role
from bot.model.daily.deals import GAMES
from bot.model.score import pack_of
from bot.model.transcripts import InvalidTranscriptError, is_unaided, replay
from bot.store.verification import BadgeEvidence, Evidence
from engine import VARIANTS, Game, PatienceError


def score_fault(evidence: Evidence) -> str | None:
    """Return what is wrong with a score on the card of a challenge."""
    stored = (evidence.home, evidence.effort, evidence.seconds)
    try:
        deal = Game.load(f"{evidence.dealt}|0|")
        if evidence.role == Role.MARK:
            return None if evidence.home == pack_of(deal.variant.name) else "the score to beat is not of a won game"
        if evidence.transcript is None:
            return "its attempt is missing"
        outcome = replay(deal.variant.name, deal.deal, evidence.transcript, deal.options)
    except (InvalidTranscriptError, PatienceError, ValueError, TypeError, AttributeError) as error:
        return f"its attempt cannot be replayed: {error}"
    score = outcome.score
    if evidence.ended_at is None or evidence.ended_at >= evidence.ends_at:
        return "its attempt did not end in time"
    if outcome.game.save() != evidence.saved:
        return "its attempt did not lead to the saved game"
    replayed = (score.cards_home, score.effort, score.seconds)
    return None if stored == replayed else f"home, effort and seconds are {stored} instead of {replayed}"


def unearned_badges(evidence: BadgeEvidence) -> list[str]:
    """Return the badges of a user that nothing in the database can have earned. Skips badges of other versions."""
    return [badge for badge in evidence.badges if not _may_be_earned(badge, evidence)]


def _may_be_earned(badge: str, evidence: BadgeEvidence) -> bool:
    variant = game_won(badge)
    if variant is not None:
        return any(win.variant == variant.name for win in evidence.wins)
    if badge in STREAKS:
        return evidence.is_being_counted or evidence.longest_streak >= STREAKS[Badge(badge)]
    if badge == Badge.ALL_DAILIES:
        return evidence.most_dailies >= len(GAMES)
    ranked = [win for win in evidence.wins if win.transcript is not None and win.variant in VARIANTS]
    if badge == Badge.STRAIGHT:
        return any(not VARIANTS[win.variant].rules.is_luck and is_unaided(win.transcript) for win in ranked)
    if badge == Badge.COMEBACK:
        return any(win.contest_kind == CHALLENGE for win in ranked)
    return True
