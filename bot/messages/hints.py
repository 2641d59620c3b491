"""A hint in words: the next move of a way that the solver has found, and what it is good for.

The solver knows the hidden cards, its words must not. A reason looks ahead only to where the way shows a card that is
hidden now, and so names no card but those in sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.language import Language
from bot.messages.labels import label
from bot.messages.style import Style
from bot.model.solutions import Solution
from engine import FOUNDATION, STOCK, WASTE, Discard, Move, Position, Transfer, Verdict
from engine.building import BuildingPosition


def hint_text(position: Position, solution: Solution, style: Style) -> str:
    """The next move with its reason, and how sure it is."""
    language = style.language
    sureness = {
        Verdict.WON: language.text("Proven: this game can be won."),
        Verdict.IMPOSSIBLE: language.text("This game can't be won any more: that is proven."),
        Verdict.UNKNOWN: language.text("A guess: nothing could be proven in time."),
    }[solution.verdict]
    if not solution.moves:
        return sureness
    move = label(position, solution.moves[0], language)
    return "\n".join((style.readable(f"{move}\n{reason(position, solution.moves, language)}"), sureness))


def reason(position: Position, moves: Sequence[Move], language: Language) -> str:  # noqa: PLR0911 - one for each reason
    """What the first of these moves is good for, in view of those that follow."""
    text, move = language.text, moves[0]
    if isinstance(move, Discard):
        return text("It discards a set; which one goes first does not matter in this game.")
    assert isinstance(position, BuildingPosition)
    if move.source == STOCK:
        return text("The way on leads through the stock.")
    if move.target == FOUNDATION:
        return text("It brings {card} home.", card=position.moved_cards(move)[0])
    after = position.play(move)
    if after.home > position.home:
        return text("It finishes a sequence, which leaves.")
    if move.source != WASTE and not after.piles[move.source - 1]:
        return text("It makes a space.")
    if sum(after.face_down) < sum(position.face_down):
        return text("It turns a hidden card up.")
    return _looking_ahead(position, moves, language)


def _looking_ahead(position: BuildingPosition, moves: Sequence[Move], language: Language) -> str:
    """What a move is good for that brings nothing at once."""
    text, move = language.text, moves[0]
    assert isinstance(move, Transfer)
    card, onto = position.moved_cards(move)[0], position.target_card(move)
    ahead = list(_in_sight(position, moves))[1:]
    freed = _what_is_freed(position, move, ahead, language)
    if freed is not None:
        return freed
    for before, following in ahead:
        if following.target == move.target:
            return text("So {card} can go on it.", card=before.moved_cards(following)[0])
        if following.source == move.target:
            break
    if onto is None:
        return text("It uses a space to go on.")
    if position.rules.run_next[onto] == card:
        return text("It puts {card} on a card of its suit.", card=card)
    return text("It is a step of the way on.")


def _what_is_freed(
    position: BuildingPosition, move: Transfer, ahead: Sequence[tuple[BuildingPosition, Transfer]], language: Language
) -> str | None:
    """What becomes of the card that a move lays bare, if it is the next to leave its place."""
    after = position.play(move)
    pile = after.waste if move.source == WASTE else after.piles[move.source - 1]
    touching = next((step for step in ahead if move.source in (step[1].source, step[1].target)), None)
    if not pile or touching is None:
        return None
    before, following = touching
    if following.source != move.source or following.cards > 1:
        return None
    onto = before.target_card(following)
    if following.target == FOUNDATION:
        return language.text("It frees {card}, which then goes home.", card=pile[-1])
    if onto is not None:
        return language.text("It frees {card}, which then goes on {onto}.", card=pile[-1], onto=onto)
    return None


def _in_sight(position: BuildingPosition, moves: Sequence[Move]) -> Iterator[tuple[BuildingPosition, Transfer]]:
    """The moves of a way, each with the position before it, up to the first that shows a hidden card."""
    for move in moves:
        assert isinstance(move, Transfer)
        after = position.play(move)
        if move.source == STOCK or after.face_down != position.face_down:
            return
        yield position, move
        position = after
