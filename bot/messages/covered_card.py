"""The playable card that the last draw covered, perhaps by mistake."""

from __future__ import annotations

from bot.messages.actions import Action
from bot.messages.drawing import Drawing
from bot.messages.labels import targets_label
from bot.model.transcripts import TranscriptAction


def covered_card(drawing: Drawing) -> str:
    """Name the playable card that the last draw covered, and how to get it back; empty if there is none."""
    covered = drawing.covered
    if not covered:
        return ""
    language = drawing.language
    before, _, _ = drawing.game.last_step[0]
    named = language.text(
        "Your draw covered {card}, which had somewhere to go: {places}.",
        card=before.moved_cards(covered[0])[0],
        places=targets_label(before, covered, language),
    )
    return f"{named} {_way_back(drawing)}"


def _way_back(drawing: Drawing) -> str:
    """Name the button that takes the last move back and, in a ranked attempt that is not late, its price."""
    language = drawing.language
    undo = drawing.button_name(Action.UNDO)
    moves = drawing.price(TranscriptAction.UNDO)
    if not moves:
        return language.text("{undo} takes it back.", undo=undo)
    return language.count(
        "{undo} takes it back, but counts as {number} move.",
        "{undo} takes it back, but counts as {number} moves.",
        moves,
        undo=undo,
    )
