"""The controls under a board: a tap for each pile, the buttons that every game has, a list of all moves, and a menu."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import ceil

import discord

from bot.messages.actions import Action
from bot.messages.drawing import CLOSE, Drawing, MenuPage
from bot.messages.ending import can_be_saved, ending_buttons
from bot.messages.message import BUTTONS_IN_A_ROW, ActionRow, Button
from bot.messages.move_list import MoveList
from bot.messages.question import SURE, cancel_button
from bot.messages.style import Style, view_names
from bot.messages.taps import tap_rows
from bot.model.game import BoardVersion
from bot.model.preferences import BoardView
from bot.model.transcripts import TranscriptAction
from engine import DRAW, FOUNDATION, Status, Verdict, safe_home_moves
from engine.promise import Promise, promise
from engine.steps import hint_step, write_step

_MOST_ACTION_ROWS = 5
_MENU_WIDTH = 3  # short words, on a phone


class Controls:
    """The components under a board, for this version of its game only; `back` leads to a waiting game."""

    def __init__(self, drawing: Drawing, back: Sequence[Button]) -> None:
        self._drawing = drawing
        self._current = drawing.current
        self._game = drawing.game
        self._style = drawing.style
        self._language = drawing.language
        self._button = partial(Button.to, language=drawing.language, game=drawing.current.board)
        self._overlay = drawing.overlay
        self._is_open = drawing.overlay.menu is not MenuPage.CLOSED
        self._back = back

    def action_rows(self) -> tuple[ActionRow, ...]:
        return tuple(self._playing() if self._drawing.is_playing else self._finished())

    def _playing(self) -> list[ActionRow]:
        """The rows under a game in progress: taps or the open menu, the buttons of every game, a choice, and the rest.

        All rows except the last are always there, so that rows never move. *Play it* or *Redo* ends the last row of
        taps or, if that is full, the row below. The rest joins the taps if it has no row of its own.
        """
        rest = (*self._rest(), *self._views())
        taps = tap_rows(self._drawing)
        play = self._play()
        again = () if self._is_open else self._play_it_or_redo()
        if len(taps[-1]) < BUTTONS_IN_A_ROW:
            taps[-1] = (*taps[-1], *again)
        else:
            play = (*play, *again)
        rows: list[ActionRow] = [*(self._menu(len(taps)) if self._is_open else taps), play]
        choice = self._choice()
        if choice is not None:
            rows.append(choice)
        if len(rows) < _MOST_ACTION_ROWS:
            return [*rows, rest] if rest else rows
        if not self._is_open:
            redo = () if again else self._place_of_redo()
            _fill(taps, (*redo, *rest))
            rows[: len(taps)] = taps
        return rows

    def _finished(self) -> list[ActionRow]:
        """The rows under a game that is over: what to do next, and an open menu."""
        buttons = ending_buttons(self._drawing, self._back)
        rows: list[ActionRow] = [(*buttons.beside_menu, self._menu_button())]
        if buttons.below:
            rows.append(tuple(buttons.below))
        if self._is_open:
            shown = {button.custom_id for button in (*buttons.beside_menu, *buttons.below)}
            rows += [tuple(each for each in page if each.custom_id not in shown) for page in self._menu_pages()]
            if buttons.in_menu:
                rows.append(tuple(buttons.in_menu))
        return rows

    def _views(self) -> Sequence[Button]:
        return view_buttons(self._current.board, self._style) if self._drawing.offers_views else ()

    def _choice(self) -> ActionRow | None:
        """The list of moves, or a question in its place, out of reach of a quick second press; None without either."""
        warned = self._overlay.warned_move
        if warned is not None:
            return self._danger(Action.PLAY, str(warned))
        if self._overlay.gives_up:
            return self._danger(Action.GIVE_UP, SURE)
        if self._overlay.deals_anew:
            new = self._button(Action.NEW, argument=SURE)
            return _without_emoji(new, Button.to(Action.GAMES, self._language), self._cancel())
        if self._game.variant.rules.discards:
            return None
        return MoveList(self._drawing).action_row()

    def _danger(self, action: Action, argument: str) -> ActionRow:
        """A red button that does what the board asks about, and a button that cancels."""
        return (
            self._button(action, argument=argument).styled(discord.ButtonStyle.danger),
            self._cancel(),
        )

    def _cancel(self) -> Button:
        return cancel_button(self._current.board, self._language)

    def _play(self) -> tuple[Button, ...]:
        """Draw or deal, home, undo, hint and menu."""
        return (
            *self._draw_and_home(),
            self._undo(),
            *([self._hint()] if self._drawing.can_be_searched else []),
            self._menu_button(),
        )

    def _label(self, action: Action, price: str = "") -> str:
        """The label of a button beside its emoji: its price, and its name if the view has no emoji."""
        return f"{self._language.text(action.label)} {price}".rstrip() if self._style.is_spoken else price

    def _menu_button(self) -> Button:
        if not self._is_open:
            return self._button(Action.MENU, label=self._label(Action.MENU))
        label = self._language.text("Close menu") if self._style.is_spoken else ""
        return self._button(Action.MENU, label=label, emoji="❌", argument=MenuPage.CLOSED)

    def _undo(self) -> Button:
        """Beside a question, it takes back only the press that asked it: players mistake it for *Cancel*."""
        if self._overlay.asks:
            return self._button(Action.UNDO, label=self._label(Action.UNDO), argument=CLOSE)
        label = self._label(Action.UNDO, self._price(TranscriptAction.UNDO))
        return self._button(Action.UNDO, label=label).enabled_if(self._game.steps)

    def _hint(self) -> Button:
        if self._overlay.hint is not None:
            label = self._language.text("Close hint") if self._style.is_spoken else ""
            return self._button(Action.HINT, label=label, argument=CLOSE)
        label = self._label(Action.HINT, self._price(TranscriptAction.HINT))
        is_next = self._current.is_guided and not self._drawing.can_finish
        return self._button(Action.HINT, label=label).primary_if(is_next)

    def _play_it_or_redo(self) -> tuple[Button, ...]:
        """*Play it* beside a hint, otherwise *Redo* if there is anything to redo."""
        game = self._game
        hint = self._overlay.hint
        if hint is not None and hint.moves:
            may_win = hint.verdict is not Verdict.IMPOSSIBLE
            label = self._label(Action.MOVE)
            step = write_step(hint_step(self._game.position, hint))
            return (self._button(Action.MOVE, label=label, argument=step).primary_if(may_win),)
        if game.undone:
            return (self._button(Action.REDO, label=self._label(Action.REDO)),)
        return ()

    def _place_of_redo(self) -> tuple[Button, ...]:
        """Keep *Win now* out of the place of *Redo*, where a quick second press would hit it."""
        if not self._drawing.can_finish:
            return ()
        return (self._button(Action.REDO, label=self._label(Action.REDO))._replace(disabled=True),)

    def _rest(self) -> tuple[Button, ...]:
        """*Win now*, or *Analyse* beside a hint that proves a loss, and the way back to a waiting game."""
        hint = self._overlay.hint
        buttons = []
        if self._drawing.can_finish:
            buttons.append(self._button(Action.FINISH).primary_if(hint is None and not self._overlay.asks))
        elif hint is not None and hint.verdict is Verdict.IMPOSSIBLE and can_be_saved(self._current):
            buttons.append(self._button(Action.ANALYSE))
        return (*buttons, *self._back)

    def _draw_and_home(self) -> list[Button]:
        """Draw or deal, and home; at most one is highlighted, and none beside a hint, a question or *Win now*."""
        drawing = self._drawing
        game = self._game
        overlay = self._overlay
        buttons = []
        is_alone = not overlay.marked_moves and not overlay.asks and not drawing.can_finish
        can_stand_out = is_alone and not self._current.is_ranked
        if game.position.turn is not None:
            is_best = DRAW in drawing.listed and drawing.only_sideways and not drawing.covered
            label = drawing.stock_label
            buttons.append(
                self._button(Action.DRAW, label=label, emoji="" if label else None)
                .enabled_if(not game.position.is_stock_spent)  # if the stock is closed, a press explains why
                .primary_if(is_best and can_stand_out)
            )
        if game.view().foundations:
            buttons.append(self._home().primary_if(can_stand_out and self._is_home_best))
        return buttons

    def _home(self) -> Button:
        label = self._label(Action.HOME)
        answer = self._drawing.targets.get(FOUNDATION)
        if answer is not None:
            return self._button(Action.MOVE, label=label, emoji=Action.HOME.emoji, argument=str(answer)).primary()
        return self._button(Action.HOME, label=label).enabled_if(self._can_go_home and not self._drawing.targets)

    @property
    def _can_go_home(self) -> bool:
        return promise(self._game.position, self._drawing.listed[0]) is Promise.HOME

    @property
    def _is_home_best(self) -> bool:
        is_forced = len(self._drawing.listed) == 1
        return self._can_go_home and (is_forced or bool(safe_home_moves(self._game.position)))

    def _price(self, noted: TranscriptAction) -> str:
        """How many moves undo or a hint adds to a ranked attempt's score, as "+5"; empty if none."""
        moves = self._drawing.price(noted)
        return f"+{moves}" if moves else ""

    def _menu(self, rows: int) -> list[ActionRow]:
        """A page of the open menu of a game in progress, in as many rows as the taps that it replaces."""
        language = self._language
        first, second = self._menu_pages()
        if self._overlay.menu is MenuPage.FIRST:
            turn = self._button(Action.MENU, label=language.text("More"), emoji="", argument=MenuPage.SECOND)
            buttons = (*first, turn)
        else:
            turn = self._button(Action.MENU, label=language.text("Back"), emoji="", argument=MenuPage.FIRST)
            buttons = (*second, turn)
        width = max(_MENU_WIDTH, ceil(len(buttons) / rows))
        starts = [min(width * row, len(buttons) - rows + row) for row in range(rows)]
        return [buttons[start:end] for start, end in pairwise([*starts, len(buttons)])]

    def _menu_pages(self) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
        """What the menu offers; the table of a contest is never shared."""
        drawing = self._drawing
        language = self._language
        is_playing = drawing.is_playing
        first = (
            self._button(Action.RULES),
            Button.to(Action.DAILIES, language, label=language.text("Today")),
            Button.to(Action.HELP, language, label=language.text("Help")),
            self._button(Action.NEW),
            Button.to(Action.SHELF if is_playing else Action.GAMES, language),
        )
        share = () if self._current.is_contest else (self._button(Action.SHARE),)
        pages = (self._button(Action.SETTINGS), self._button(Action.STATISTICS))
        if is_playing:
            give_up = self._button(Action.GIVE_UP).styled(discord.ButtonStyle.danger)
            return _without_emoji(*first), _without_emoji(give_up, *share, *pages)
        is_lost = self._game.status is Status.GIVEN_UP or (self._game.steps and self._game.status is Status.LOST)
        is_analysed = is_lost and drawing.can_be_searched and not drawing.is_secret
        analyse = (self._button(Action.ANALYSE),) if is_analysed else ()
        replay = self._button(Action.REPLAY).enabled_if(self._game.steps)
        return _without_emoji(*first), _without_emoji(*share, replay, *analyse, *pages)


def view_buttons(board: BoardVersion, style: Style) -> tuple[Button, ...]:
    """Buttons that draw the board in each other view."""
    language = style.language
    big = {BoardView.PICTURE: language.text("Big cards")}
    return tuple(
        Button.to(Action.VIEW, language, game=board, argument=view, label=name, emoji="🖼️" if view in big else "")
        for view, name in (big | view_names(language) | big).items()
        if view is not style.preferences.view
    )


def _fill(rows: list[tuple[Button, ...]], buttons: Sequence[Button]) -> None:
    """Add as many buttons as there is room for in these rows, from the last row up."""
    for button in buttons:
        at = max((number for number, row in enumerate(rows) if len(row) < BUTTONS_IN_A_ROW), default=None)
        if at is not None:
            rows[at] = (*rows[at], button)


def _without_emoji(*buttons: Button) -> tuple[Button, ...]:
    """Shorten labels so that three fit in a row on a phone."""
    return tuple(button._replace(emoji=None) for button in buttons)
