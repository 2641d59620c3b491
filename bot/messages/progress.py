"""The lines above a table: how far a game is, and on what terms a ranked attempt is played."""

from __future__ import annotations

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.formatting import facts
from bot.messages.labels import home_text, stock_verb
from bot.messages.style import Style
from bot.messages.table import SIGNS
from bot.model.daily.days import ONE_DAY
from bot.model.game import UserGame
from bot.model.marks import Mark, Marks
from bot.model.preferences import BoardView
from bot.model.score import counts_refusals
from bot.model.transcripts import HINT_MOVES, hints
from engine import STOCK, Game
from engine.building import BuildingPosition

_HINTED_STOCK = {BoardView.TEXT: f"`{SIGNS[Mark.HINT]}`", BoardView.EMOJI: Action.HINT.emoji}
"""The sign of a hint beside the stock's count; a picture shows the stock, and words need no sign."""


def counts(current: UserGame, style: Style, marks: Marks) -> str:
    """The game's progress, its stock, and the moves or mistakes that count.

    They take as many lines at the end of a game as at its start, so that the buttons below stay where they are.
    """
    variant = current.game.variant
    language = style.language
    if current.is_ranked and counts_refusals(variant.name):
        effort = language.count("**{number}** mistake", "**{number}** mistakes", current.effort)
    else:
        effort = language.count("**{number}** move", "**{number}** moves", current.effort)
    progress = _progress(current.game, language)
    stock = _stock(current.game, style, marks)
    if variant.rules.has_foundations or variant.rules.discards:
        return facts(progress, stock, effort)
    return "\n".join((progress, facts(stock, effort)))


def _progress(game: Game, language: Language) -> str:
    """The cards home; or, until the first run of a game that discards runs is complete, the progress towards it."""
    position = game.position
    if position.rules.has_foundations or position.home or not isinstance(position, BuildingPosition):
        return home_text(game.variant, position.home, language, bold=True)
    return facts(
        language.count("**{number}** card face down", "**{number}** cards face down", sum(position.face_down)),
        language.text("longest run: **{number}**", number=position.longest_run),
    )


def _stock(game: Game, style: Style, marks: Marks) -> str:
    """The number of cards in the stock, with a sign if a hint is to take one.

    It is left out if the table has it, and if the player cannot draw: a line with three numbers is too long beside
    "discarded".
    """
    if style.view is BoardView.WORDS or stock_verb(game.variant.rules, style.language) is None:
        return ""
    stock = style.language.text("**{number}** in stock", number=game.view().stock)
    if marks.at(STOCK, 0) is None or style.view is BoardView.PICTURE:
        return stock
    return f"{stock} {_HINTED_STOCK[style.view]}"


def terms(current: UserGame, language: Language, now: float) -> str:
    """Whether a running game at a contest counts, on the last day until when, and the player's hints so far.

    Before that, a daily's deadline would only be confused with the end of its day.
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
    if hinted:
        said.append(_hints(hinted, language, counts_moves=not counts_refusals(current.game.variant.name)))
    return facts(*said)


def _hints(number: int, language: Language, *, counts_moves: bool) -> str:
    """How many hints an attempt has had, and what they cost if it `counts_moves`."""
    if not counts_moves:
        return language.count("{number} hint", "{number} hints", number)
    return language.count(
        "{number} hint (counts as {moves} moves)",
        "{number} hints (count as {moves} moves)",
        number,
        moves=number * HINT_MOVES,
    )
