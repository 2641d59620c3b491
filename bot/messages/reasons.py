"""Why to play the move of a hint, in a player's words.

The solver knows the hidden cards, but a hint must not give them away. Its reason looks ahead only up to the move that
reveals a card, so it names only cards in sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.language import Language
from bot.messages.labels import stock_button
from bot.model.solutions import BlindGuess
from engine import (
    DRAW,
    FOUNDATION,
    STOCK,
    WASTE,
    Card,
    Discard,
    Hidden,
    Move,
    Position,
    Solution,
    Transfer,
    Verdict,
    home_moves,
)
from engine.building import BuildingPosition
from engine.moves import Promise
from engine.rules import Build


def reason(position: Position, solution: Solution, language: Language) -> str:
    """Why to play a solution's first move, given those that follow; empty if the move says it all."""
    move = solution.moves[0]
    if isinstance(move, Discard):
        return language.text("Any other cards that fit would do as well: the order never matters in this game.")
    if solution.verdict is Verdict.IMPOSSIBLE:
        return language.text("It starts the line that clears the most cards, as far as I can tell.")
    assert isinstance(position, BuildingPosition)
    if position.legal_moves() == [DRAW]:  # the hint says that it is the only move, or that the game can be won
        return ""
    if move.target == FOUNDATION:
        return _reason_to_go_home(position, move, solution.verdict, language)
    return next(_reasons(position, solution, language))


def _reason_to_go_home(position: BuildingPosition, move: Transfer, verdict: Verdict, language: Language) -> str:
    """Why to bring a card home that the Home button would not."""
    if move in home_moves(position):
        return ""
    if verdict is Verdict.WON:
        return language.text("The winning line doesn't need it on the table.")
    return language.text("It brings a card home, though you might still need it.")


def _reasons(position: BuildingPosition, solution: Solution, language: Language) -> Iterator[str]:
    """Yield the reasons for a move that brings no card home, the strongest first."""
    moves = solution.moves
    is_sure = solution.verdict is Verdict.WON
    move = moves[0]
    assert isinstance(move, Transfer), "building games only transfer cards"
    if move == DRAW:
        button = stock_button(position.rules, language)
        if is_sure:
            yield language.text("Press {button}. To win, you need the stock.", button=button)
        yield language.text("Press {button}: nothing on the table looks better.", button=button)
    if move.source == STOCK:
        if is_sure:
            yield language.text("To win, you need the stock.")
        yield language.text("Nothing on the table looks better.")
    after = position.play(move)
    if after.cards_home > position.cards_home:
        yield language.text("It completes a run, which is discarded.")
    if move.source != WASTE and not after.piles[move.source - 1]:
        yield language.text("It empties a pile.")
    if sum(after.face_down) < sum(position.face_down):
        yield language.text("It turns over a hidden card.")
    if moves[1:2] == (DRAW,) and DRAW not in position.legal_moves():
        yield language.text("Then you can press {button}.", button=stock_button(position.rules, language))
    if isinstance(solution, BlindGuess) and position.promise(move) >= Promise.SIDEWAYS:
        yield language.text("It gains nothing by itself.")
    yield from _reasons_from_later_moves(position, move, list(_moves_in_sight(position, moves))[1:], language)


def _reasons_from_later_moves(
    position: BuildingPosition, move: Transfer, later: Sequence[tuple[BuildingPosition, Transfer]], language: Language
) -> Iterator[str]:
    """Yield the reasons for a move that has no immediate benefit; `later` are the moves after it that are in sight."""
    after = position.play(move)
    card = position.moved_cards(move)[0]
    left = _left_at_source(after, move)
    use = _use_of_source(position, move, later)
    if left and use is not None and _is_possible(after, *use):
        yield from _reasons_to_free(after, use[1], move.source, left[-1], language)
    if move.source == WASTE:  # on a pile, the card could have taken others already
        touching = next((step for step in later if move.target in (step[1].source, step[1].target)), None)
        if touching is not None and touching[1].target == move.target and _is_possible(after, *touching):
            yield language.text("Then {card} can go on it.", card=after.moved_cards(touching[1])[0])
    promised = position.promise(move)
    if promised is Promise.JOIN_IN_SUIT and position.rules.build is Build.ANY_SUIT:
        yield language.text("It puts {card} on its own suit.", card=card)
    if left and use is not None:
        yield language.text("It frees {card} for a later move.", card=left[-1])
    if promised >= Promise.SIDEWAYS:
        yield language.text("It gains nothing by itself, but the line I found starts with it.")
    if move.source == WASTE and position.stock:
        yield language.text("Otherwise the next card you draw will cover it.")
    yield language.text("It uncovers {card}.", card=left[-1]) if left else language.text("It clears the waste.")


def _use_of_source(
    position: BuildingPosition, move: Transfer, later: Sequence[tuple[BuildingPosition, Transfer]]
) -> tuple[BuildingPosition, Transfer] | None:
    """The next move that touches the place where a move took its cards from.

    None if the cards only return to it, or if the card uncovered there is no gain because an equal one is already open.
    """
    use = next((step for step in later if move.source in (step[1].source, step[1].target)), None)
    uncovered = _left_at_source(position.play(move), move)[-1:]
    if use is None or uncovered == position.waste[-1:] or any(uncovered == pile[-1:] for pile in position.piles):
        return None
    before, following = use
    is_return = following.target == move.source and before.moved_cards(following)[0] == position.moved_cards(move)[0]
    return None if is_return else use


def _reasons_to_free(
    after: BuildingPosition, following: Transfer, source: int, freed: Card | Hidden, language: Language
) -> Iterator[str]:
    """Yield where the card that a move uncovered can go in the following move, or what can go on it."""
    text = language.text
    onto = after.target_card(following)
    if after.promise(following) >= Promise.SIDEWAYS:
        return  # it already lies on such a card
    if following.target == source:
        yield text("It frees {card} for {other}.", card=freed, other=after.moved_cards(following)[0])
    if following.target == FOUNDATION:
        yield text("It frees {card}, which can then go home.", card=freed)
    if following.cards == 1 and onto is not None:
        yield text("It frees {card}, which can then go on {onto}.", card=freed, onto=onto)


def _left_at_source(after: BuildingPosition, move: Transfer) -> Sequence[Card | Hidden]:
    """The cards that a move left where it took its cards from."""
    return after.waste if move.source == WASTE else after.piles[move.source - 1]


def _is_possible(position: BuildingPosition, later: BuildingPosition, move: Transfer) -> bool:
    """Whether a move of a later position is possible in this one, with the same cards."""
    if move not in position.legal_moves():
        return False
    now, then = ((each.moved_cards(move), each.target_card(move)) for each in (position, later))
    return now == then


def _moves_in_sight(position: BuildingPosition, moves: Sequence[Move]) -> Iterator[tuple[BuildingPosition, Transfer]]:
    """The moves up to the first that reveals a card, each with the position before it."""
    for move in moves:
        assert isinstance(move, Transfer)
        if move.source == STOCK:
            return
        yield position, move
        after = position.play(move)
        if after.face_down != position.face_down:
            return
        position = after
