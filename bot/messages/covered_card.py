"""The playable card that the last draw covered, perhaps by mistake."""

from __future__ import annotations

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import button_name, targets_label
from bot.model.game import UserGame
from bot.model.transcripts import TranscriptAction, price
from engine import DRAW, WASTE, Game, Status, Transfer
from engine.moves import Promise
from engine.promise import listed_moves, moves_of


def covered_moves(game: Game) -> list[Transfer]:
    """Return the moves home and the joins of the waste card that the last draw covered; none after any other move."""
    step = game.last_step
    if not step or step[0][1] != DRAW or game.status is not Status.PLAYING:
        return []
    before, _, _ = step[0]
    if len(game.view().waste or ()) <= len(before.view().waste or ()):  # the drawn card has moved on
        return []
    moves = moves_of(WASTE, listed_moves(before, before.legal_moves()))
    return [move for move in moves if isinstance(move, Transfer) and before.promise(move) <= Promise.JOIN]


def covered_card(current: UserGame, language: Language, *, is_late: bool = False) -> str:
    """Name the playable card that the last draw covered, and say how to get it back; empty if there is none.

    `is_late` means that a ranked attempt took too long to count, so an undo costs nothing.
    """
    game = current.game
    covered = covered_moves(game)
    if not covered:
        return ""
    before, _, _ = game.last_step[0]
    named = language.text(
        "Your draw covered {card}, which had a place to go: {places}.",
        card=before.moved_cards(covered[0])[0],
        places=targets_label(before, covered, language),
    )
    return f"{named} {_way_back(current, language, is_late=is_late)}"


def _way_back(current: UserGame, language: Language, *, is_late: bool) -> str:
    """Name the button that takes the last move back and, in a ranked attempt, its price."""
    undo = button_name(Action.UNDO, language)
    moves = 0
    if current.is_ranked and not is_late:
        moves = price(current.game.variant.name, TranscriptAction.UNDO)
    if not moves:
        return language.text("{undo} takes it back.", undo=undo)
    return language.count(
        "{undo} takes it back, but counts as {number} move.",
        "{undo} takes it back, but counts as {number} moves.",
        moves,
        undo=undo,
    )
