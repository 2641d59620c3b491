"""The shelf: its page, and the questions before a game on it is given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.contests import contest_title, game_title, title
from bot.messages.custom_id import LAST_VERSION, parse_id, parse_number, write_new
from bot.messages.formatting import facts
from bot.messages.labels import cards_home_text, deal_title, effort_text
from bot.messages.layout import Layout, Part, Section
from bot.messages.message import LONGEST_CHOICE, LONGEST_LABEL, Button, Choice, Message, Select, shortened
from bot.messages.question import SURE, question
from bot.model.game import BoardVersion, NewGame, UserGame
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from engine import VARIANTS

# The argument of a *Resume* button tells which message it is on. The board of the resumed game replaces that message.

HERE = "here"
"""A message that stays unchanged if the game is over."""

PAGE = "page"
"""The shelf's page, corrected if the game is over; a button with this argument opens the shelf in place of its
message."""


def shelf_page(
    shelf: Sequence[ShelvedGame],
    language: Language,
    *,
    now: float,
    playing: UserGame | None = None,
    given_up: ShelvedGame | None = None,
) -> Layout:
    """Show the game in hand and those on the shelf, with buttons that resume them, and a choice of one to give up.

    `given_up` is a game that has just been given up. `now` is a Unix time.
    """
    lines = [] if given_up is None else [language.text("You gave up **{game}**.", game=_title(given_up, language))]
    lines.append("## " + language.text(Action.SHELF.label))
    if shelf:
        lines.append("-# " + language.text("{number} of {most} games waiting", number=len(shelf), most=MOST_SHELVED))
    else:
        lines.append(language.text("No games are waiting. If you leave a game after your first move, it waits here."))
    parts: list[Part] = ["\n".join(lines)]
    if playing is not None:
        parts.append(_in_hand(playing, language))
    parts += (_section(each, language, now=now) for each in shelf)
    if shelf:
        choices = [_choice(each, language, now=now) for each in shelf]
        parts.append(Select.to(Action.DROP, language.text("Give up a game"), choices))
    return Layout((*parts, (Button.to(Action.GAMES, language),)))


def drop_question(shelved: ShelvedGame, language: Language, *, now: float, new: NewGame | None = None) -> Message:
    """Ask whether to give up a game on the shelf, and to deal `new`, if any; `now` is a Unix time."""
    asked = [
        language.text("Give up **{game}**? You can't undo this.", game=_title(shelved, language)),
        facts(*_progress(shelved, language, now=now)),
    ]
    if shelved.is_at_stake(now):
        asked.append(language.text("It will count as it stands."))
    action, argument = (Action.DROP, SURE) if new is None else (Action.START, write_new(new))
    keep = Button.to(Action.SHELF, language, argument=PAGE, label=language.text("Keep it"), emoji="")
    return question("\n".join(asked), action, language, game=shelved.board, argument=argument, no=keep)


def full_shelf_page(shelf: Sequence[ShelvedGame], new: NewGame, language: Language, *, now: float) -> Message:
    """Ask which game on a full shelf to give up for `new`; `now` is a Unix time."""
    choices = [_choice(each, language, now=now) for each in shelf]
    select = Select.to(Action.START, language.text(Action.START.label), choices, argument=write_new(new))
    keep = Button.to(Action.KEEP, language)
    return Message(
        language.text("You have no room for another game. Choose one to give up, and I'll start your new one."),
        action_rows=(select, (keep,)),
    )


def waiting_name(
    waiting: Sequence[ShelvedGame], playing: UserGame, language: Language, *, today: date | None = None
) -> str:
    """Name the first waiting game by what distinguishes it from the shown game and from the others.

    A daily of `today` is named without its date.
    """
    first, *others = waiting
    shown = playing.game.variant.name
    # Names without options; two games of the same name differ only in their progress.
    titles = [title(playing.contest, shown, playing.game.deal, {}, language)]
    titles += [title(each.contest, each.variant, each.deal, {}, language) for each in others]
    is_same = title(first.contest, first.variant, first.deal, {}, language) in titles
    if first.contest is not None:
        name = contest_title(first.contest, first.variant, language, today=today)
    elif is_same or first.variant not in [shown, *(each.variant for each in others)]:
        name = language.text(VARIANTS[first.variant].title)
    else:
        name = deal_title(first.variant, first.deal, {}, language)
    return f"{name} · {cards_home_text(VARIANTS[first.variant], first.cards_home, language)}" if is_same else name


def back_button(waiting: ShelvedGame, name: str, language: Language) -> Button:
    label = shortened(language.text("Back to {game}", game=name), LONGEST_LABEL)
    return Button.to(Action.RESUME, language, game=waiting.board.game_id, label=label, emoji="🔙")


def waiting_text(waiting: Sequence[ShelvedGame], game: str, language: Language) -> str:
    more = len(waiting) - 1
    if not more:
        return language.text("{game} is waiting for you.", game=game)
    return language.count(
        "{game} and {number} more game are waiting for you.",
        "{game} and {number} more games are waiting for you.",
        more,
        game=game,
    )


def parse_board(text: str) -> BoardVersion:
    """Parse the value that names a game on the shelf. Raises ValueError."""
    game_id, _, version = text.partition(".")
    return BoardVersion(parse_id(game_id), parse_number(version, LAST_VERSION))


def _in_hand(playing: UserGame, language: Language) -> Section:
    home = cards_home_text(playing.game.variant, playing.game.cards_home, language)
    progress = facts(language.text("playing now"), home)
    about = f"**{game_title(playing, language)}**\n-# {progress}"
    button = Button.to(Action.RESUME, language, game=playing.id, argument=PAGE, emoji="")
    return Section(about, button.primary())


def _section(shelved: ShelvedGame, language: Language, *, now: float) -> Section:
    age = language.text("started <t:{moment}:R>", moment=shelved.started_at)
    about = f"**{_title(shelved, language)}**\n-# {facts(*_progress(shelved, language, now=now), age)}"
    return Section(
        about, Button.to(Action.RESUME, language, game=shelved.board.game_id, argument=PAGE, emoji="").primary()
    )


def _choice(shelved: ShelvedGame, language: Language, *, now: float) -> Choice:
    label = shortened(_title(shelved, language), LONGEST_CHOICE)
    value = f"{shelved.board.game_id}.{shelved.board.version}"
    return Choice(value, label, facts(*_progress(shelved, language, now=now)))


def _title(shelved: ShelvedGame, language: Language) -> str:
    return title(shelved.contest, shelved.variant, shelved.deal, shelved.options, language)


def _progress(shelved: ShelvedGame, language: Language, *, now: float) -> tuple[str, ...]:
    ranked = ""
    if shelved.is_at_stake(now):
        ranked = language.text("Ranked attempt")
    elif shelved.is_ranked:
        ranked = language.text("Ranked attempt · expired")
    return (
        cards_home_text(VARIANTS[shelved.variant], shelved.cards_home, language),
        effort_text(shelved.variant, shelved.effort, language, is_ranked=shelved.is_ranked),
        ranked,
    )
