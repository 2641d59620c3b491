"""The shelf: the page of the games that wait there, and the question which of them may go."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId, write_new
from bot.messages.formatting import facts
from bot.messages.labels import challenge_title, daily_title, home_text
from bot.messages.message import Button, Choice, Message, Row, Select
from bot.messages.parsing import LAST_VERSION, parse_id, parse_number
from bot.model.game import Board, NewGame
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from engine import VARIANTS

HERE = "here"
"""The argument of a button whose message makes way for the board of the resumed game."""


def shelf_page(shelf: Sequence[ShelvedGame], language: Language, *, chosen: int = 0) -> Message:
    """Show the games on the shelf; buttons act on the one whose id is `chosen`, or else on the one left last."""
    text = language.text
    embed = discord.Embed(title=text("Your shelf"), colour=discord.Colour.blurple())
    all_games = Button(str(CustomId(Action.GAMES)), text("All games"), "🃏")
    if not shelf:
        embed.description = text("Your shelf is empty. When you start another game, the one you're playing waits here.")
        return Message(embed=embed, rows=((all_games,),))
    current = next((each for each in shelf if each.board.game_id == chosen), shelf[0])
    embed.description = "\n".join(_line(each, language, is_chosen=each is current) for each in shelf)
    embed.set_footer(text=text("{number} of {most} places taken", number=len(shelf), most=MOST_SHELVED))
    choices = tuple(_choice(each, language, str(each.board.game_id), chosen=each is current) for each in shelf)
    board = current.board
    buttons = (
        resume_button(board.game_id, text("Resume"), "▶️", argument=HERE, primary=True),
        Button(
            str(CustomId(Action.DROP, board.game_id, board.version)),
            text("Give up"),
            "🏳️",
            discord.ButtonStyle.danger,
        ),
        all_games,
    )
    select: list[Row] = [Select(str(CustomId(Action.SHELF)), text("Which game?"), choices)] if len(shelf) > 1 else []
    return Message(embed=embed, rows=(*select, buttons))


def full_shelf_page(shelf: Sequence[ShelvedGame], new: NewGame, language: Language) -> Message:
    """Ask which game on a full shelf may go, so that `new` can be dealt."""
    text = language.text
    choices = tuple(_choice(each, language, _write_board(each.board)) for each in shelf)
    select = Select(str(CustomId(Action.START, argument=write_new(new))), text("Give up and deal"), choices)
    keep = Button(str(CustomId(Action.KEEP)), text("Keep playing"))
    return Message(
        text("Your shelf is full. Which should go? I'll give it up and start your new one."), rows=(select, (keep,))
    )


def resume_button(game_id: int, label: str, emoji: str, *, argument: str = "", primary: bool = False) -> Button:
    """A button that takes a game from the shelf."""
    style = discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary
    return Button(str(CustomId(Action.RESUME, game_id, argument=argument)), label, emoji, style)


def back_button(waiting: ShelvedGame, language: Language, *, is_over: bool) -> Button:
    """A button on the board of an untouched game, or of one that is over, back to the one that waits."""
    label = language.text("Back to {game}", game=language.text(VARIANTS[waiting.variant].title))
    return resume_button(waiting.board.game_id, label, "🔙", primary=is_over)


def waiting_text(waiting: Sequence[ShelvedGame], language: Language) -> str:
    """Say which game waits, and how many more."""
    game, more = language.text(VARIANTS[waiting[0].variant].title), len(waiting) - 1
    if not more:
        return language.text("{game} is waiting on the shelf.", game=game)
    return language.count(
        "{game} and {number} more game are waiting on the shelf.",
        "{game} and {number} more games are waiting on the shelf.",
        more,
        game=game,
    )


def parse_board(text: str) -> Board:
    """Parse the value of a choice on a full shelf. Raises ValueError."""
    game_id, _, version = text.partition(".")
    return Board(parse_id(game_id), parse_number(version, LAST_VERSION))


def _write_board(board: Board) -> str:
    return f"{board.game_id}.{board.version}"


def _line(shelved: ShelvedGame, language: Language, *, is_chosen: bool) -> str:
    title, age = _title(shelved, language), language.text("started <t:{moment}:R>", moment=shelved.started_at)
    return f"{'▶️' if is_chosen else '▫️'} **{title}**\n{facts(*_progress(shelved, language), age)}"


def _choice(shelved: ShelvedGame, language: Language, value: str, *, chosen: bool = False) -> Choice:
    return Choice(value, _title(shelved, language), facts(*_progress(shelved, language)), chosen=chosen)


def _title(shelved: ShelvedGame, language: Language) -> str:
    if shelved.day is not None:
        return daily_title(shelved.variant, shelved.day, language)
    if shelved.challenge is not None:
        return challenge_title(shelved.variant, language)
    title, deal = language.text(VARIANTS[shelved.variant].title), language.text("deal {number}", number=shelved.deal)
    return f"{title} · {deal}"


def _progress(shelved: ShelvedGame, language: Language) -> tuple[str, ...]:
    return (
        home_text(VARIANTS[shelved.variant], shelved.home, language),
        language.count("{number} move", "{number} moves", shelved.moves),
        language.text("Ranked attempt") if shelved.is_ranked else "",
    )
