"""What the solver found, in a player's words: hints, and the analysis of a finished game.

The solver knows the face-down cards, but a hint must not give them away. Its reason looks ahead only up to the move
that reveals a card, so it names only cards in sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from textwrap import wrap

import discord

from bot.language import Language
from bot.messages.formatting import code_block
from bot.messages.labels import game_title, move_label
from bot.messages.message import Message
from bot.messages.style import Style
from bot.model.solutions import Analysis
from engine import FOUNDATION, STOCK, WASTE, Discard, Game, Move, Position, Solution, Status, Transfer, Verdict
from engine.building import BuildingPosition

_LONGEST_FIELD = 1000
"""Characters of moves in a field: its 1024 also hold the marks of a code block."""

_MOST_FIELDS = 5
"""Fields of moves: more would leave too little of an embed's 6000 characters."""


def hint_text(position: Position, solution: Solution, style: Style, *, is_untouched: bool = False) -> str:
    """The next move, the reason for it, and how certain it is."""
    language = style.language
    certainty = {
        Verdict.WON: language.text("This game can still be won (proven)."),
        Verdict.IMPOSSIBLE: language.text("This deal is impossible to win (proven).")
        if is_untouched
        else language.text("This game can no longer be won (proven)."),
        Verdict.UNKNOWN: language.text("This is a guess. I couldn't find a sure win in time."),
    }[solution.verdict]
    if not solution.moves:
        return certainty
    move = move_label(position, solution.moves[0], language)
    return "\n".join((style.readable(f"{move}\n{reason(position, solution.moves, language)}"), certainty))


def reason(position: Position, moves: Sequence[Move], language: Language) -> str:  # noqa: PLR0911 - one for each reason
    """Why to play the first of these moves, given those that follow."""
    text, move = language.text, moves[0]
    if isinstance(move, Discard):
        return text("Any set will do: the order never changes the outcome.")
    assert isinstance(position, BuildingPosition)
    if move.source == STOCK:
        return text("The way forward is through the stock.")
    if move.target == FOUNDATION:
        return text("It brings {card} home.", card=position.moved_cards(move)[0])
    after = position.play(move)
    if after.home > position.home:
        return text("It completes a run, which is removed.")
    if move.source != WASTE and not after.piles[move.source - 1]:
        return text("It empties a pile.")
    if sum(after.face_down) < sum(position.face_down):
        return text("It turns over a hidden card.")
    return _reason_from_later_moves(position, moves, language)


def analysis_page(game: Game, analysis: Analysis, style: Style, *, day: date | None) -> Message:
    """How long a game could be won, the move that lost it, and a line that would have won.

    The line is written as numbered moves without cards, as the player may still undo and play on.
    """
    language, until = style.language, analysis.winnable_until
    embed = discord.Embed(
        title=game_title(game, language, day),
        description=_conclusion(game, analysis, language),
        colour=discord.Colour.blurple(),
    )
    if game.status is Status.WON or until is None:
        return Message(embed=embed)
    if until < len(game.moves):
        move = move_label(game.positions[until], game.moves[until], language)
        played = language.text("Move {number}: what you played", number=until + 1)
        embed.add_field(name=played, value=style.readable(move), inline=False)
    heading, written = language.text("A winning line from there"), 0
    for part in _field_texts(analysis.way):
        count = len(part.removesuffix(" …").split())
        numbers = f"{written + 1}–{written + count}"
        name = numbers if written else f"{heading} · {numbers}"
        embed.add_field(name=name, value=code_block(part), inline=False)
        written += count
    return Message(embed=embed)


def _reason_from_later_moves(position: BuildingPosition, moves: Sequence[Move], language: Language) -> str:
    """Why to play a move that gains nothing at once."""
    text, move = language.text, moves[0]
    assert isinstance(move, Transfer)
    card, onto = position.moved_cards(move)[0], position.target_card(move)
    later = list(_moves_in_sight(position, moves))[1:]
    freed = _reason_of_freed_card(position, move, later, language)
    if freed is not None:
        return freed
    for before, following in later:
        if following.target == move.target:
            return text("Then {card} can go on it.", card=before.moved_cards(following)[0])
        if following.source == move.target:
            break
    if onto is None:
        return text("It uses an empty pile.")
    if position.rules.next_in_run[onto] == card:
        return text("It puts {card} on its own suit.", card=card)
    return text("It's a step in the right direction.")


def _reason_of_freed_card(
    position: BuildingPosition, move: Transfer, later: Sequence[tuple[BuildingPosition, Transfer]], language: Language
) -> str | None:
    """Where the card that a move uncovers goes, if it is the next to leave its pile."""
    after = position.play(move)
    pile = after.waste if move.source == WASTE else after.piles[move.source - 1]
    touching = next((step for step in later if move.source in (step[1].source, step[1].target)), None)
    if not pile or touching is None:
        return None
    before, following = touching
    if following.source != move.source or following.cards > 1:
        return None
    onto = before.target_card(following)
    if following.target == FOUNDATION:
        return language.text("It frees {card}, which can then go home.", card=pile[-1])
    if onto is not None:
        return language.text("It frees {card}, which can then go on {onto}.", card=pile[-1], onto=onto)
    return None


def _moves_in_sight(position: BuildingPosition, moves: Sequence[Move]) -> Iterator[tuple[BuildingPosition, Transfer]]:
    """The moves before the first that reveals a card, each with the position before it."""
    for move in moves:
        assert isinstance(move, Transfer)
        after = position.play(move)
        if move.source == STOCK or after.face_down != position.face_down:
            return
        yield position, move
        position = after


def _conclusion(game: Game, analysis: Analysis, language: Language) -> str:
    text, until, lost_from, moves = language.text, analysis.winnable_until, analysis.lost_from, len(game.moves)
    if game.status is Status.WON:
        return text("You won this one. Nothing to analyse!")
    if lost_from == 0:
        return text("This deal is impossible to win (proven).")
    if until == moves:
        return text("It was still winnable when it ended (proven).")
    parts = []
    if until == 0:
        parts.append(text("This deal was winnable (proven)."))
    elif until is not None:
        parts.append(text("It was winnable up to move {number} (proven).", number=until))
    else:
        parts.append(text("I couldn't find a win from any point of this game in the time I had."))
    if lost_from is None:
        parts.append(
            text("After that, nothing is known for sure.")
            if until is not None
            else text("That doesn't mean there was none.")
        )
    elif until is None or lost_from > until + 1:
        parts.append(text("From move {number} on it was lost (also proven).", number=lost_from))
    return " ".join(parts)


def _field_texts(moves: tuple[Move, ...]) -> list[str]:
    """The moves as the texts of at most _MOST_FIELDS fields; an ellipsis replaces what does not fit."""
    texts = wrap(" ".join(map(str, moves)), _LONGEST_FIELD)
    if len(texts) > _MOST_FIELDS:
        texts[_MOST_FIELDS - 1 :] = [f"{texts[_MOST_FIELDS - 1].rpartition(' ')[0]} …"]
    return texts
