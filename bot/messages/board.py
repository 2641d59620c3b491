"""The board: a game as a message, with its controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.aloud import in_words, message_in_words, table_in_words
from bot.messages.contests import game_title, terms
from bot.messages.controls import Controls, Overlay
from bot.messages.covered_card import covered_card
from bot.messages.ending import best_text, keepsake_picture, outcome
from bot.messages.formatting import facts
from bot.messages.games_page import view_buttons
from bot.messages.labels import button_name, home_text, step_labels, stock_button
from bot.messages.message import LONGEST_TEXT, Button, Message, Picture
from bot.messages.move_list import which_move
from bot.messages.player_names import escaped_name, plain_name
from bot.messages.shelf_page import LINE, back_button, waiting_name, waiting_text
from bot.messages.solutions import certainty_text, hint_text
from bot.messages.style import Style, view_names
from bot.messages.table import counts, draw_table, picture_legend, signs_legend, table_picture
from bot.model.daily.days import day_of
from bot.model.game import FIRST_VERSION, UserGame
from bot.model.lessons import taught_line
from bot.model.marks import Marks, marks_of
from bot.model.preferences import BoardView
from bot.model.score import home_as_dealt
from bot.model.shelf import ShelvedGame
from bot.model.statistics import Ending
from engine import DRAW, Game, Status
from engine.autoplay import all_home_moves
from engine.promise import nothing_gains
from engine.rules import SEQUENCE
from engine.winnable import is_known_winnable, level_of

_COLOURS = {
    Status.PLAYING: discord.Colour.blurple(),
    Status.WON: discord.Colour.green(),
    Status.LOST: discord.Colour.dark_orange(),
    Status.GIVEN_UP: discord.Colour.dark_grey(),
}

_Field = tuple[str, str]


def draw_board(
    current: UserGame,
    style: Style,
    *,
    player: str,
    now: float,
    is_winnable: bool | None = None,
    picture: bytes | None = None,
    ending: Ending | None = None,
    is_public: bool = False,
    for_others: bool = False,
    overlay: Overlay = Overlay(),  # noqa: B008 - immutable
) -> Message:
    """The board of `player`'s game, with controls for this version of it only.

    `now` is the Unix time, and `is_public` means that others see the board and can play its deal. `is_winnable` says
    whether the deal of a contest is proven winnable; None if only the list of winnable deals can tell. `picture` is the
    table in the view of that name, or a win. `for_others` leaves out advice to the player.
    """
    game = current.game
    language = style.language
    marks = marks_of(game, overlay.marked_moves)
    is_won = game.status is Status.WON
    is_late = current.is_late(now)
    is_first = _is_first_board(current, ending, overlay)
    back, waits = _way_back(current, () if ending is None else ending.waiting, language, now)
    views = view_buttons(current.board, style) if is_first else ()
    rows = Controls(current, style, overlay, now=now, is_public=is_public, back=back, views=views).action_rows()
    answers = tuple(_answers(current, style, overlay, is_late=is_late))
    last_step = "" if answers or for_others else _last_step(current, language, is_late=is_late)
    has_notes = not (last_step or answers or for_others)  # the notes might contradict them
    parts = _Parts(
        name=plain_name(player, language),
        title=game_title(current, language, has_deal=_names_deal(game)),
        counts="" if is_won or (style.is_spoken and not game.steps) else counts(current, style),
        terms=terms(current, language, now),
        small_print=_small_print(current, ending, style, is_winnable=is_winnable),
        outcome="" if game.status is Status.PLAYING else outcome(current, ending, style, is_late=is_late),
        waits=waits,
        guides=tuple(_guides(current, ending, style)),
        last_step=style.readable(last_step),
        notes=tuple(_notes(game, language)) if has_notes else (),
        answers=answers,
    )
    attached = _attached(current, style, picture)
    if style.is_spoken:
        message = Message(embed=_words_embed(current, parts, language), picture=attached, action_rows=rows)
        return message_in_words(message, language)
    has_picture = picture is not None and style.view is BoardView.PICTURE
    is_question = overlay.hint is None and bool(overlay.marked_moves)
    table = "" if is_won else _table(game, style, marks, has_picture=has_picture, is_question=is_question)
    lines = (parts.counts, parts.terms, table, parts.small_print, parts.outcome, parts.waits)
    last_move = ((language.text("Last move"), parts.last_step),) if parts.last_step else ()
    board = Message.page(
        parts.title,
        "\n".join(filter(None, lines)),
        author=parts.name,
        fields=(*parts.guides, *last_move, *parts.notes, *parts.answers),
        colour=_COLOURS[game.status],
        picture=attached,
        action_rows=rows,
    )
    if not is_first or not style.view.has_embeds:
        return board
    # People who have switched embeds off see only this line and the buttons.
    guide = language.text("No cards here? Press **{view}** below.", view=view_names(language)[BoardView.TEXT])
    return replace(board, text=f"-# {guide}")


@dataclass(frozen=True)
class _Parts:
    """The texts of a board beside its table; those that do not apply are empty. A field has a heading and a text."""

    name: str
    title: str
    counts: str
    terms: str
    small_print: str
    outcome: str
    waits: str
    guides: tuple[_Field, ...]
    last_step: str
    notes: tuple[_Field, ...]
    answers: tuple[_Field, ...]


def _words_embed(current: UserGame, parts: _Parts, language: Language) -> discord.Embed:
    """A board for screen readers: the news, the table, what rarely changes and, above the buttons, the answer.

    The answer to a press comes last because that is where its player is, and what a phone shows of a long message.
    """
    game = current.game
    has_moved = game.steps and game.status is not Status.WON
    last_move = ((language.text("Last move"), "\n".join(step_labels(game, language))),) if has_moved else ()
    news = [*map(_spoken, last_move), parts.last_step, parts.outcome]
    rest = [parts.counts, parts.terms, parts.small_print, parts.waits, *map(_spoken, (*parts.notes, *parts.guides))]
    answers = list(map(_spoken, parts.answers))
    news, rest, answers = ([in_words(line, language) for line in lines if line] for lines in (news, rest, answers))
    title = f"{in_words(parts.title, language)}, {escaped_name(parts.name)}"
    if news:
        rest.append(title)
    else:
        news = [title]
    if parts.guides:
        news.append(language.text("Each pile starts with its last card."))
    room = LONGEST_TEXT - sum(len(line) + 1 for line in (*news, *rest, *answers))
    table = [] if game.status is Status.WON else [table_in_words(game.view(), language, room=room)]
    return discord.Embed(description="\n".join((*news, *table, *rest, *answers)), colour=_COLOURS[game.status])


def _spoken(field: _Field) -> str:
    """A field as a sentence; a heading that is only a sign is left out."""
    name, value = field
    return f"{name}: {value}" if any(map(str.isalpha, name)) else value


def _is_first_board(current: UserGame, ending: Ending | None, overlay: Overlay) -> bool:
    """Whether this is the player's first board, before any move."""
    is_new = ending is not None and ending.is_first
    return is_new and current.version == FIRST_VERSION and overlay == Overlay()


def _way_back(
    current: UserGame, waiting: Sequence[ShelvedGame], language: Language, now: float
) -> tuple[Sequence[Button], str]:
    """The button to the first waiting game, if any, and a line that names it unless this game is over."""
    if not waiting:
        return (), ""
    name = waiting_name(waiting, current, language, today=day_of(now))
    is_over = current.game.status is not Status.PLAYING
    line = "" if is_over else f"-# 🗄️ {waiting_text(waiting, name, language)}"
    return [back_button(waiting[0], name, language, is_over=is_over)], line


def _table(game: Game, style: Style, marks: Marks, *, has_picture: bool, is_question: bool) -> str:
    """The table as text with the legend that it needs or, on a game's first board, what to know about its picture."""
    if has_picture:
        return "" if game.steps else picture_legend(game.view(), style.language)
    parts = [draw_table(game.view(), style, marks=marks)]
    if style.view is BoardView.TEXT and (len(game.steps) == 1 or (marks.hinted and not is_question)):
        parts.append(signs_legend(marks, style.language, is_question=is_question))
    return "\n".join(part for part in parts if part)


def _attached(current: UserGame, style: Style, picture: bytes | None) -> Picture | None:
    """Describe the picture by what it shows."""
    if picture is None:
        return None
    if current.game.status is Status.WON:
        return keepsake_picture(current, picture, style.language)
    return table_picture(current.game, style.language, picture)


def draw_left_board(left: UserGame, language: Language, *, player: str) -> Message:
    """The line that remains of a board after its player left the game, which may have ended since."""
    home = home_text(left.game.variant, left.game.home, language)
    said = {
        Status.PLAYING: language.text("This game is waiting for you ({home}).", home=home),
        Status.WON: language.text("You won this game."),
        Status.LOST: language.text("You lost this game ({home}).", home=home),
        Status.GIVEN_UP: language.text("You gave up this game ({home}).", home=home),
    }
    status = left.game.status
    resume = Button.to(Action.RESUME, language, game=left.id, argument=LINE)
    return Message.page(
        game_title(left, language),
        said[status],
        author=plain_name(player, language),
        colour=_COLOURS[Status.GIVEN_UP],
        action_rows=((resume,),) if status is Status.PLAYING else (),
    )


def _guides(current: UserGame, ending: Ending | None, style: Style) -> Iterator[_Field]:
    """Explain the game to players to whom it is new, until their first move, or only name the way to its rules."""
    language = style.language
    game = current.game
    is_new = current.is_guided or (ending is not None and ending.best_home is None)
    if game.status is not Status.PLAYING or current.is_begun or not is_new:
        return
    if game.options or (style.is_spoken and not current.is_guided):
        # The lesson teaches the standard rules, and makes the first board in words too long for a phone.
        menu = button_name(Action.MENU, language)
        rules = language.text("Rules")
        heading = "📖" if style.is_spoken else f"📖 {rules}"
        yield heading, language.text("You'll find the rules under {menu} › {rules}.", menu=menu, rules=rules)
    else:
        yield "🎓 " + language.text("How it works"), language.text(game.variant.lesson)


def _answers(current: UserGame, style: Style, overlay: Overlay, *, is_late: bool) -> Iterator[_Field]:
    """Answer the press that drew this board, or else show the next move of a lesson."""
    game = current.game
    language = style.language
    line = taught_line(current) if game.status is Status.PLAYING and overlay == Overlay() else None
    if line is not None:
        yield "🎓 " + language.text("Try this"), hint_text(game.position, line, style)
    if overlay.hint is not None:
        hint = hint_text(game.position, overlay.hint, style, certainty_text(current, overlay.hint, language))
        # Outside the spoken view, the button that plays the move shows only this emoji.
        play = "" if style.is_spoken or not overlay.hint.moves else f"{Action.MOVE.emoji} "
        yield "💡 " + language.text("Hint"), play + hint
    if overlay.narrowed:
        yield "❓ " + language.text("Choose"), which_move(game.position, overlay.narrowed, style)
    if overlay.unsafe_home is not None:
        again = language.count(
            "Press {button} again to send {number} card anyway.",
            "Press {button} again to send {number} cards anyway.",
            len(all_home_moves(game.position)),
            button=button_name(Action.HOME, language),
        )
        yield "🏠 " + language.text("Home"), f"{style.readable(language.error(overlay.unsafe_home))} {again}"
    if overlay.closed_stock is not None:
        yield "🃏 " + language.text("Stock"), style.readable(language.error(overlay.closed_stock))
    if overlay.deals_anew:
        yield (
            "🔄 " + language.text("New deal"),
            language.text(
                "Deal a new game of {game}? This one will wait in {shelf}.",
                game=language.text(game.variant.title),
                shelf=button_name(Action.SHELF, language),
            ),
        )
    if overlay.gives_up:
        yield "🏳️ " + language.text("Give up"), _give_up_question(current, language, is_late=is_late)
    warning = None if overlay.warned_move is None else game.warning(overlay.warned_move)
    if warning is not None:
        yield "⚠️", style.readable(language.error(warning))


def _give_up_question(current: UserGame, language: Language, *, is_late: bool) -> str:
    """Ask whether to give up the game, and say what that would do."""
    if not current.is_ranked:
        undo = button_name(Action.UNDO, language)
        way_back = language.text("After that, {undo} can bring it back until you start another.", undo=undo)
        asked = language.text("Give up this game?")
        return f"{asked} {way_back}"
    asked = language.text("Give up your ranked attempt? You can't undo this.")
    game = current.game
    if is_late or game.home <= home_as_dealt(game.variant.name, game.options):  # it will have no rank
        return asked
    counts = language.text("It will count with {home}.", home=home_text(game.variant, game.home, language))
    return f"{asked} {counts}"


def _small_print(current: UserGame, ending: Ending | None, style: Style, *, is_winnable: bool | None) -> str:
    """What is known about the deal and what there is to beat, on the first board of a game and once it is over."""
    game = current.game
    language = style.language
    if not _names_deal(game) or game.status is Status.WON:
        return ""
    known = list(_about_deal(current, language, is_winnable=is_winnable))
    if game.steps or not style.is_spoken:
        known.append(language.text("started <t:{moment}:R>", moment=current.started_at))
    if game.status is Status.PLAYING and ending is not None:
        known.append(best_text(game, ending, language))
    line = facts(*known)
    return f"-# {line}" if line else ""


def _about_deal(current: UserGame, language: Language, *, is_winnable: bool | None) -> Iterator[str]:
    """The level of a deal, and whether it could be won."""
    game = current.game
    is_listed = is_winnable is None and is_known_winnable(game.variant.name, game.options, game.deal)
    if is_listed:
        level = level_of(game.variant.name, game.options, game.deal)
        yield "" if level is None else language.text(level)
    if is_winnable or is_listed:
        yield language.text("winnable") if not game.moves else language.text("winnable at the start")
    elif is_winnable is not None:
        yield language.text("not proven winnable")


def _names_deal(game: Game) -> bool:
    """Whether a board names its deal: before the first move and after the last one, but not in between."""
    return not game.steps or game.status is not Status.PLAYING


def _last_step(current: UserGame, language: Language, *, is_late: bool) -> str:
    """Tell of runs that the last step completed, because they left the table, or of a card that it covered."""
    game = current.game
    rules = game.variant.rules
    if not game.last_step or rules.has_foundations or rules.discards:
        return covered_card(current, language, is_late=is_late)
    before, _, _ = game.last_step[0]
    runs = (game.position.home - before.home) // SEQUENCE
    if not runs:
        return ""
    return "🎉 " + language.count(
        "{number} run is complete and discarded!", "{number} runs are complete and discarded!", runs
    )


def _notes(game: Game, language: Language) -> Iterator[_Field]:
    """What to know about the stock or, once it is empty, about the moves.

    A press on *Draw* says why the stock is closed.
    """
    position = game.position
    listed = game.listed_moves()
    is_closed = position.stock and DRAW not in listed
    if game.status is not Status.PLAYING or position.rules.is_luck or is_closed:
        return
    heading = language.text("Stock") if position.stock else language.text("Moves")
    button = stock_button(position.rules, language) if position.stock else button_name(Action.UNDO, language)
    if listed == [DRAW]:
        yield heading, language.text("No cards can move. Press {button}.", button=button)
    elif nothing_gains(position, listed):
        yield (
            heading,
            language.text("No move helps right away. If you have no plan, press {button}.", button=button),
        )
