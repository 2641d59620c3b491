"""The board: a game as a message, with its controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.messages.actions import Action
from bot.messages.aloud import in_words, message_in_words, table_in_words
from bot.messages.contests import contest_title, game_title, terms
from bot.messages.controls import Controls
from bot.messages.daily import result_title
from bot.messages.drawing import NO_OVERLAY, Drawing
from bot.messages.ending import best_text, keepsake_picture, outcome, score_of
from bot.messages.formatting import facts
from bot.messages.labels import button_name, cards_home_text, step_labels, targets_label
from bot.messages.message import LONGEST_TEXT, Button, Message, Picture, felt_colour, page_embed
from bot.messages.move_list import which_move
from bot.messages.player_names import escaped_name, plain_name
from bot.messages.shelf_page import back_button, waiting_name, waiting_text
from bot.messages.solutions import certainty_text, hint_text
from bot.messages.table import SIGNS, counts, draw_table, table_picture
from bot.model.daily.days import day_of
from bot.model.game import taught_line
from bot.model.marks import Mark
from bot.model.preferences import BoardView
from bot.model.score import cards_dealt_home
from engine import DRAW, Game, Status, safe_home_moves
from engine.moves import goes_home
from engine.rules import RUN
from engine.winnable import level_of

_COLOURS = {
    Status.WON: discord.Colour.green(),
    Status.LOST: discord.Colour.dark_orange(),
    Status.GIVEN_UP: discord.Colour.dark_grey(),
}

_Field = tuple[str, str]


def draw_board(drawing: Drawing) -> Message:
    """The board has controls for this version of the game only."""
    game = drawing.game
    style = drawing.style
    language = drawing.language
    is_won = game.status is Status.WON
    back, waits = _way_back(drawing)
    rows = Controls(drawing, back).action_rows()
    answers = tuple(_answers(drawing))
    news = "" if answers or drawing.for_others else _news(drawing)
    has_notes = not (news or answers or drawing.for_others)  # the notes might contradict these
    step = "" if answers or drawing.for_others or style.is_spoken else _last_step(drawing)
    name = plain_name(drawing.player, language)
    title = game_title(drawing.current, language, has_deal=drawing.names_deal)
    contest = drawing.current.contest
    is_final = drawing.current.is_final
    if is_final and contest is not None:
        name = f"{name} · {contest_title(contest, game.variant.name, language, today=day_of(drawing.now))}"
        title = result_title(score_of(drawing.current, drawing.ending), language)
    parts = _Parts(
        name=name,
        title=title,
        counts="" if is_won or is_final or (style.is_spoken and not game.steps) else counts(drawing.current, style),
        terms=terms(drawing.current, language, drawing.now),
        small_print=_small_print(drawing),
        outcome="" if drawing.is_playing else outcome(drawing),
        waits=waits,
        guides=tuple(_guides(drawing)),
        last_step=style.readable("\n".join(filter(None, (step, news)))),
        notes=tuple(_notes(drawing)) if has_notes else (),
        answers=answers,
    )
    if style.is_spoken:
        message = Message(embed=_words_embed(drawing, parts), picture=_attached(drawing), action_rows=rows)
        return message_in_words(message, language)
    table = "" if is_won else _table(drawing)
    lines = (parts.counts, parts.terms, table, parts.small_print, parts.outcome, parts.waits)
    last_move = ((language.text("Last move"), parts.last_step),) if parts.last_step else ()
    has_headline = is_final and contest is not None
    embed = page_embed(
        parts.title if has_headline else None,
        "\n".join(filter(None, lines)),
        author=parts.name if has_headline else f"{parts.name} · {parts.title}",
        fields=(*parts.guides, *last_move, *parts.notes, *parts.answers),
        colour=_colour(game),
    )
    return Message(embed=embed, picture=_attached(drawing), action_rows=rows)


def _colour(game: Game) -> discord.Colour:
    return _COLOURS.get(game.status, felt_colour(game.variant))


@dataclass(frozen=True)
class _Parts:
    """The texts of a board beside its table; empty if they do not apply. A field has a heading and a text."""

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


def _words_embed(drawing: Drawing, parts: _Parts) -> discord.Embed:
    """A board for screen readers: the news, the table, what rarely changes and, above the buttons, the answer.

    The answer to a press comes last, because that is where the player is, and what a phone shows of a long message.
    """
    game = drawing.game
    language = drawing.language
    has_moved = game.steps and game.status is not Status.WON
    last_move = ((language.text("Last move"), "\n".join(step_labels(game, language))),) if has_moved else ()
    news = [*map(_spoken, last_move), parts.last_step, parts.outcome]
    rest = [parts.counts, parts.terms, parts.waits, *map(_spoken, (*parts.notes, *parts.guides))]
    answers = list(map(_spoken, parts.answers))
    news, rest, answers = ([in_words(line, language) for line in lines if line] for lines in (news, rest, answers))
    said = [in_words(line, language) for line in (parts.title, parts.small_print) if line]
    title = ", ".join((*said, escaped_name(parts.name)))
    if news and not drawing.current.is_final:
        rest.append(title)
    else:
        news.insert(0, title)
    if _is_new(drawing):
        news.append(language.text("Each pile starts with its last card."))
    room = LONGEST_TEXT - sum(len(line) + 1 for line in (*news, *rest, *answers))
    table = [] if game.status is Status.WON else [table_in_words(game.view(), language, room=room)]
    return discord.Embed(description="\n".join((*news, *table, *rest, *answers)), colour=_colour(game))


def _spoken(field: _Field) -> str:
    """A field as a sentence; a heading that is only a sign, or a question, is left out."""
    name, value = field
    return f"{name}: {value}" if any(map(str.isalpha, name)) and not name.endswith(("?", "？")) else value


def _way_back(drawing: Drawing) -> tuple[Sequence[Button], str]:
    """A button to the first waiting game, if any, and a line that names that game unless this one is over."""
    waiting = () if drawing.ending is None else drawing.ending.waiting
    if not waiting:
        return (), ""
    language = drawing.language
    name = waiting_name(waiting, drawing.current, language, today=day_of(drawing.now))
    line = f"-# 🗄️ {waiting_text(waiting, name, language)}" if drawing.is_playing else ""
    return [back_button(waiting[0], name, language)], line


def _table(drawing: Drawing) -> str:
    """The table as text, after the first move with a legend; empty if a picture shows it."""
    game = drawing.game
    style = drawing.style
    marks = drawing.marks
    if drawing.picture is not None and style.view is BoardView.PICTURE:
        return ""
    parts = [draw_table(game.view(), style, marks=marks)]
    if style.view is BoardView.TEXT and len(game.steps) == 1 and marks.moved:
        parts.append("-# " + drawing.language.text("{sign} last move", sign=f"`{SIGNS[Mark.MOVED]}`"))
    return "\n".join(part for part in parts if part)


def _attached(drawing: Drawing) -> Picture | None:
    if drawing.picture is None:
        return None
    if drawing.game.status is Status.WON:
        return keepsake_picture(drawing.current, drawing.picture, drawing.language)
    return table_picture(drawing.game, drawing.language, drawing.picture)


def _guides(drawing: Drawing) -> Iterator[_Field]:
    """Explain the game to players new to it during their first moves.

    The lesson teaches the standard rules, and would make the first board in words too long for a phone.
    """
    current = drawing.current
    fits = current.is_guided or not drawing.style.is_spoken
    if _is_new(drawing) and fits and not drawing.game.options:
        language = drawing.language
        yield "🎓 " + language.text("How it works"), language.text(drawing.game.variant.lesson)


def _is_new(drawing: Drawing) -> bool:
    """Whether the player makes their first moves in a game that they have not finished before."""
    is_first = drawing.ending is not None and drawing.ending.best_cards_home is None
    return drawing.is_beginning and (drawing.current.is_guided or is_first)


def _answers(drawing: Drawing) -> Iterator[_Field]:
    """Answer the press that drew this board, or show the next move of a lesson."""
    current = drawing.current
    game = drawing.game
    style = drawing.style
    language = drawing.language
    overlay = drawing.overlay
    line = taught_line(current) if drawing.is_playing and overlay == NO_OVERLAY else None
    if line is not None:
        yield "🎓 " + language.text("Try this"), hint_text(game, line, style)
    if overlay.hint is not None:
        certainty = certainty_text(drawing, overlay.hint)
        play = drawing.button_name(Action.MOVE)
        yield "💡 " + language.text("Hint"), hint_text(game, overlay.hint, style, certainty, button=play)
    if overlay.narrowed:
        heading = language.text("Where to?") if drawing.targets else language.text("Choose")
        yield f"❓ {heading}", which_move(drawing)
    if overlay.closed_stock is not None:
        yield "🃏 " + language.text("Stock"), style.readable(language.error(overlay.closed_stock))
    if overlay.deals_anew:
        yield (
            "🔄 " + language.text("New deal"),
            language.text(
                "Deal a new game of {game}? This one will wait in {shelf}.",
                game=language.text(game.variant.title),
                shelf=language.text(Action.SHELF.label),
            ),
        )
    if overlay.gives_up:
        yield "🏳️ " + language.text("Give up"), _give_up_question(drawing)
    warning = None if overlay.warned_move is None else game.warning(overlay.warned_move)
    if warning is not None:
        yield "⚠️", style.readable(language.error(warning))


def _give_up_question(drawing: Drawing) -> str:
    current = drawing.current
    language = drawing.language
    if not current.is_ranked:
        undo = button_name(Action.UNDO, language)
        way_back = language.text("After that, {undo} can bring it back until you start another.", undo=undo)
        asked = language.text("Give up this game?")
        return f"{asked} {way_back}"
    asked = language.text("Give up your ranked attempt? You can't undo this.")
    game = current.game
    if drawing.is_late or game.cards_home <= cards_dealt_home(game.variant.name, game.options):  # it will have no rank
        return asked
    counts = language.text("It will count with {home}.", home=cards_home_text(game.variant, game.cards_home, language))
    return f"{asked} {counts}"


def _small_print(drawing: Drawing) -> str:
    """The known facts about the deal, and the results to beat, on the first board of a game and once it is over."""
    game = drawing.game
    language = drawing.language
    if not drawing.names_deal or game.status is Status.WON:
        return ""
    known = list(_about_deal(drawing))
    if game.steps or not drawing.style.is_spoken:
        known.append(language.text("started <t:{moment}:R>", moment=drawing.current.started_at))
    if drawing.is_playing and drawing.ending is not None:
        known.append(best_text(game, drawing.ending, language))
    line = facts(*known)
    return f"-# {line}" if line else ""


def _about_deal(drawing: Drawing) -> Iterator[str]:
    game = drawing.game
    language = drawing.language
    if drawing.is_listed and not drawing.style.is_spoken:  # in words, each line counts on a phone
        level = level_of(game.variant.name, game.options, game.deal)
        yield "" if level is None else language.text(level)
    if drawing.is_proven_winnable:
        yield language.text("winnable") if drawing.is_playing else language.text("winnable at the start")
    elif drawing.is_winnable is not None:
        yield language.text("not proven winnable")


def _news(drawing: Drawing) -> str:
    """Name completed runs, which have left the table; otherwise cards that *Home* left, or that a draw covered."""
    game = drawing.game
    rules = game.variant.rules
    if not game.last_step or rules.has_foundations or rules.discards:
        return _left_cards(drawing) or _covered_card(drawing)
    before, _, _ = game.last_step[0]
    runs = (game.position.cards_home - before.cards_home) // RUN
    if not runs:
        return ""
    return "🎉 " + drawing.language.count(
        "{number} run is complete and discarded!", "{number} runs are complete and discarded!", runs
    )


def _last_step(drawing: Drawing) -> str:
    """Name the moves of a press that played several, unless all sent cards home; explain the first such draw."""
    game = drawing.game
    language = drawing.language
    step = game.steps[-1] if game.steps else ()
    if len(step) < 2 or not drawing.is_playing or all(map(goes_home, step)):
        return ""
    labels = step_labels(game, language)
    draws_on = [each[:2] == (DRAW, DRAW) for each in game.steps]
    if drawing.pressed is Action.DRAW and draws_on[-1] and not any(draws_on[:-1]):
        labels.append(language.text("Draw goes on until a card has somewhere to go."))
    return "\n".join(labels)


def _left_cards(drawing: Drawing) -> str:
    """Name the cards that *Home* left behind although they can go; empty if there are none."""
    position = drawing.game.position
    if drawing.pressed is not Action.HOME or drawing.can_finish or safe_home_moves(position):
        return ""
    language = drawing.language
    cards = list(dict.fromkeys(position.moved_cards(move)[0] for move in drawing.listed if goes_home(move)))
    if not cards:
        return ""
    return language.count(
        "{cards} can go home, too, but another card may still need it. Press {home} again to send it.",
        "{cards} can go home, too, but other cards may still need them. Press {home} again to send one.",
        len(cards),
        cards=" ".join(map(str, cards)),
        home=drawing.button_name(Action.HOME),
    )


def _covered_card(drawing: Drawing) -> str:
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
    return " ".join((named, language.text("{undo} takes it back.", undo=drawing.button_name(Action.UNDO))))


def _notes(drawing: Drawing) -> Iterator[_Field]:
    """What the player should know about the stock or, once it is empty, about the moves.

    A press on *Draw* explains why the stock is closed.
    """
    language = drawing.language
    position = drawing.game.position
    if not drawing.is_playing or position.rules.is_luck or drawing.is_stock_closed:
        return
    heading = language.text("Moves") if position.is_stock_spent else language.text("Stock")
    button = drawing.button_name(Action.UNDO if position.is_stock_spent else Action.DRAW)
    if drawing.listed == [DRAW]:
        yield heading, language.text("No cards can move. Press {button}.", button=button)
    elif drawing.only_sideways and None not in drawing.game.view().cells:
        yield (
            heading,
            language.text("No move stands out. If you have no plan, press {button}.", button=button),
        )
