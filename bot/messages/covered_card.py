"""What the last move covered or passed over, for players who didn't mean it to."""

from __future__ import annotations

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import button_name, cards_label, targets_label
from bot.messages.taps import tapped_moves
from bot.model.game import UserGame
from bot.model.transcripts import TranscriptAction, price
from engine import DRAW, FOUNDATION, WASTE, Game, Position, Status, Transfer, home_moves
from engine.moves import Promise
from engine.promise import best_moves, listed_moves, moves_of


def covered_moves(game: Game) -> list[Transfer]:
    """Return the safe moves home and the joins that the waste card had before the last move, a draw, covered it."""
    step = game.last_step
    if not step or step[0][1] != DRAW or game.status is not Status.PLAYING:
        return []
    before, _, _ = step[0]
    if len(game.view().waste or ()) <= len(before.view().waste or ()):  # the drawn card has moved on
        return []
    safe = home_moves(before)  # *Home* warns against the others
    moves = [move for move in _moves_from(WASTE, before) if move.target != FOUNDATION or move in safe]
    return [move for move in moves if before.promise(move) <= Promise.JOIN]


def second_thoughts(current: UserGame, language: Language, *, is_late: bool = False) -> str:
    """Name what the last move covered or passed over, and how to get at it; empty if there is nothing.

    `is_late` means that a ranked attempt took too long to count, so an undo costs nothing.
    """
    game = current.game
    if not game.last_step or game.status is not Status.PLAYING:
        return ""
    before, move, _ = game.last_step[0]
    covered = covered_moves(game)
    if covered:
        named = language.text(
            "Your draw covered {card}, which could have gone here: {places}.",
            card=before.moved_cards(covered[0])[0],
            places=targets_label(before, covered, language),
        )
        return f"{named} {_way_back(current, language, is_late=is_late)}"
    return _passed_over(game, before, move, language) if isinstance(move, Transfer) else ""


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


def _passed_over(game: Game, before: Position, move: Transfer, language: Language) -> str:
    """Name the other piles that the moved cards can go to, if a tap chose between piles without asking."""
    moves = _moves_from(move.source, before)
    if move.target <= 0 or before.target_card(move) is None or best_moves(before, moves) != [move]:
        return ""
    cards = before.moved_cards(move)
    is_idle = before.promise(move) is Promise.SIDEWAYS
    passed = {
        other.target
        for other in moves
        if before.moved_cards(other) == cards
        and before.target_card(other) is not None
        and (before.promise(other) is Promise.SIDEWAYS) == is_idle
    }
    now = game.position
    onward = [
        other for other in _moves_from(move.target, now) if now.moved_cards(other) == cards and other.target in passed
    ]
    if not onward:
        return ""
    named = language.text(
        "{cards} can go elsewhere, too: {places}.",
        cards=cards_label(cards, language),
        places=targets_label(now, onward, language),
    )
    is_tap = tapped_moves(game, move.target) in [[other] for other in onward]
    way = language.text("Press it again to move it on.") if is_tap else language.text("You'll find it in the list.")
    return f"{named} {way}"


def _moves_from(place: int, position: Position) -> list[Transfer]:
    listed = listed_moves(position, position.legal_moves())
    return [move for move in moves_of(place, listed) if isinstance(move, Transfer)]
