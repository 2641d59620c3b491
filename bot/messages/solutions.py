"""The solver's results in a player's words: hints, and the analysis of a game."""

from __future__ import annotations

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.drawing import Drawing
from bot.messages.ending import can_be_saved, is_deal_lost_too
from bot.messages.labels import move_label, planned_labels
from bot.messages.message import Button, Message
from bot.messages.reasons import reason
from bot.messages.style import Style
from bot.messages.table import draw_table, table_picture
from bot.model.game import UserGame
from bot.model.marks import marks_of
from bot.model.solutions import Analysis, BlindGuess
from engine import Game, Solution, Status, Verdict
from engine.steps import hint_step


def certainty_text(drawing: Drawing, hint: Solution) -> str:
    """How certain a hint is: proven, a guess after a search, or a guess without a search."""
    current = drawing.current
    language = drawing.language
    parts = [_verdict_text(drawing, hint.verdict)]
    if isinstance(hint, BlindGuess):
        parts.append(language.text("I had no time to look ahead."))
        if current.is_ranked:
            parts.append(language.text("It doesn't count as a hint."))
    elif hint.verdict is Verdict.UNKNOWN:
        parts.append(
            language.text("The deal can be won (proven), but I haven't found out how.")
            if drawing.is_proven_winnable and not current.game.moves
            else language.text("I haven't found a sure win from here.")
        )
    return " ".join(parts)


def _verdict_text(drawing: Drawing, verdict: Verdict) -> str:
    game = drawing.game
    language = drawing.language
    match verdict:
        case Verdict.WON:
            return language.text("This game can still be won (proven).")
        case Verdict.IMPOSSIBLE if is_deal_lost_too(game):
            return language.text("This deal is impossible to win (proven).")
        case Verdict.IMPOSSIBLE if can_be_saved(drawing.current):
            return language.text(
                "This game can no longer be won (proven). Press {analyse} to look for the move to go back to.",
                analyse=drawing.button_name(Action.ANALYSE),
            )
        case Verdict.IMPOSSIBLE:
            undo = drawing.button_name(Action.UNDO)
            return language.text("This game can no longer be won (proven). Press {undo} to go back.", undo=undo)
        case Verdict.UNKNOWN if len(game.listed_moves()) == 1:
            return language.text("It's the only move you have.")
        case Verdict.UNKNOWN:
            return language.text("This is a guess.")


def hint_text(game: Game, solution: Solution, style: Style, certainty: str = "", *, button: str = "") -> str:
    """Describe a hint: its step, headed by the `button` that plays it, and its certainty.

    A lost game may have no move that helps. A single move comes with its reason; in a longer step, each move is the
    reason for the one before.
    """
    language = style.language
    if solution.moves:
        step = hint_step(game.position, solution)
        lines = planned_labels(game, step, language)
        if len(step) == 1:
            prefix = f"{button} " if button and not style.is_spoken else ""
            lines = [f"{prefix}{lines[0]}", reason(game.position, solution, language)]
        elif button:
            lines.insert(0, language.text("Press {button} to make these moves:", button=button))
    else:
        lines = [language.text("I couldn't find a way to clear another card.")]
    said = [style.readable(line) for line in lines if line]
    return "\n".join([*said, certainty] if certainty else said)


def shows_line(current: UserGame, analysis: Analysis) -> bool:
    """Whether an analysis shows its winning line: not during the game, because a line reveals hidden cards."""
    return bool(analysis.way) and current.game.status is not Status.PLAYING


def analysis_page(
    current: UserGame, analysis: Analysis, style: Style, *, shown: Game, picture: bytes | None = None
) -> Message:
    """How long a game could be won and, once it is over, the move that lost it and one that would have won.

    `shown` is the game before that move, and `picture` its table for users who want pictures.
    """
    game = current.game
    language = style.language
    until = analysis.winnable_until
    title = game_title(current, language)
    lines = [_conclusion(game, analysis, language)]
    if until is None:
        return Message.page(title, *lines)
    label = language.text("Undo to move {number}", number=until) if until else None
    undo = Button.to(Action.BACK, language, game=current.board, argument=str(until), label=label)
    back = () if current.is_ranked else (undo,)
    if not shows_line(current, analysis):
        return Message.page(title, *lines, action_rows=(back,) if back and until < len(game.moves) else ())
    if picture is None:
        lines.append(draw_table(shown.view(), style, marks=marks_of(shown)))
    moves = [(language.text("Move {number}: what would have won", number=until + 1), analysis.way[0])]
    if until < len(game.moves):
        moves.insert(0, (language.text("Move {number}: what you played", number=until + 1), game.moves[until]))
    return Message.page(
        title,
        "\n".join(lines),
        fields=[(name, style.readable(move_label(shown.position, move, language))) for name, move in moves],
        picture=None if picture is None else table_picture(shown, language, picture),
        action_rows=((Button.to(Action.LINE, language, game=current.board).primary(), *back),),
    )


def _conclusion(game: Game, analysis: Analysis, language: Language) -> str:
    text = language.text
    until = analysis.winnable_until
    lost_from = analysis.lost_from
    moves = len(game.moves)
    if game.status is Status.WON:
        return text("You won this one. Nothing to analyse!")
    if lost_from == 0:
        return text("This deal is impossible to win (proven).")
    if until == moves:
        if game.status is Status.PLAYING:
            return text("This game can still be won (proven).")
        return text("It was still winnable when it ended (proven).")
    parts = []
    if until == 0:
        parts.append(text("This deal can be won (proven)."))
    elif until is not None:
        parts.append(text("It was winnable up to move {number} (proven).", number=until))
    else:
        parts.append(text("I couldn't find a win from any point in this game in the time I had."))
    if until is not None and lost_from == until + 1:
        parts.append(text("Move {number} lost it (also proven).", number=lost_from))
    elif lost_from is None or (lost_from == moves and game.status is Status.LOST):
        parts.append(_doubt(game, language) if until is not None else text("There may still have been one."))
    else:
        proven = text("It was lost by move {number} (also proven).", number=lost_from)
        parts.append(text("It was lost by move {number} (proven).", number=lost_from) if until is None else proven)
    return " ".join(parts)


def _doubt(game: Game, language: Language) -> str:
    """Name what is unknown about a game that was winnable for a while."""
    match game.status:
        case Status.PLAYING:
            return language.text("I couldn't find out whether you can still win from here.")
        case Status.GIVEN_UP:
            return language.text("I couldn't find out whether you could still have won when you gave up.")
        case _:
            return language.text("I couldn't find out which move lost the game.")
