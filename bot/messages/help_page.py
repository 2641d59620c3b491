"""Help: a short page, with buttons to the commands, the notation of moves, and all games; and a greeting."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import EASIEST_FIRST
from bot.messages.message import Button, Message
from bot.model.daily.deals import DAILIES_A_DAY


class Section(StrEnum):
    START = "start"
    COMMANDS = "commands"
    MOVES = "moves"
    GAMES = "games"  # the page of all games, which are dealt from there


def greeting(language: Language) -> Message:
    said = language.text(
        "I deal solitaire right here in the chat: {classics}, and others that you may not know. New deals every day, "
        "the same for everyone. Your first game is a quick warm-up.",
        classics=_classics(language),
    )
    buttons = (_play_button(language), Button.to(Action.HELP, language))
    return Message.page(language.text("Hi, I'm Patience Bot!"), said, action_rows=(buttons,))


def help_page(section: Section, commands: Iterable[tuple[str, str]], language: Language) -> Message:
    """A page of the help, with buttons to the others. `commands` are names and descriptions."""
    text = language.text
    names = {
        Section.START: text("How it works"),
        Section.COMMANDS: text("Commands"),
        Section.MOVES: text("Typing moves"),
        Section.GAMES: text("The games"),
    }
    shown = {
        Section.START: _start(language),
        Section.COMMANDS: "\n".join(f"`/{name}` {description}" for name, description in commands),
        Section.MOVES: _notation(language),
    }
    others = [
        Button.to(Action.HELP, language, argument=other, label=name, emoji="").enabled_if(other is not section)
        for other, name in names.items()
    ]
    return Message.page(names[section], shown[section], action_rows=((_play_button(language), *others),))


def _play_button(language: Language) -> Button:
    return Button.to(Action.GAMES, language, label=language.text("Play"), emoji="▶️").styled(discord.ButtonStyle.success)


def _classics(language: Language) -> str:
    return ", ".join(language.text(variant.title) for variant in EASIEST_FIRST if variant.is_classic)


def _start(language: Language) -> str:
    return "\n".join(
        (
            language.text(
                "1. Press **Play**. Your first game is a quick warm-up. After that, pick any game, such as {classics}. "
                "Or type `/solitaire start`.",
                classics=_classics(language),
            ),
            language.text(
                "2. Below the board, press a card or the number of its pile: the card goes where it fits best; a “?” "
                "asks first. The list has every move. 🏠 sends cards to the foundations, ↩️ takes a move back, 💡 "
                "suggests a move and knows the hidden cards, and 📋 opens the menu. 🏁 appears once the win is "
                "certain, and plays it out."
            ),
            language.text("3. Stop whenever you like: I keep your game. `/solitaire show` brings it back."),
            "",
            language.count(
                "Every day has {number} new deal, the same for everyone: `/solitaire daily`.",
                "Every day has {number} new deals, the same for everyone: `/solitaire daily`.",
                DAILIES_A_DAY,
            ),
            language.text("Play the same deal as your friends: `/solitaire challenge`."),
            language.text(
                "Or hold (on a computer, right-click) a person, and choose **Apps**: **{challenge}**.",
                challenge=language.text("Challenge to patience"),
            ),
        )
    )


def _notation(language: Language) -> str:
    shown = (Action.DRAW, Action.UNDO)
    words = [language.text(action.words[0]).lower() for action in Action if action.words and action not in shown]
    moves = (
        ("3>5", language.text("the last card of pile 3 to pile 5")),
        ("3>5*4", language.text("the last four cards (games with runs)")),
        ("3>f", language.text("pile 3 to a foundation")),
        ("w>5", language.text("waste to pile 5; `w>f`: to a foundation")),
        ("s>5", language.text("the next stock card to empty pile 5 (Dimes)")),
        ("3>c", language.text("pile 3 to a cell; `c2>5`: from cell 2 to pile 5")),
        ("fh>3", language.text("the last heart back from its foundation to pile 3 (Klondike)")),
        ("draw", language.text("draw one card, deal a row, or turn the waste over")),
        ("2+7", language.text("discard the cards of piles 2 and 7 (Tens)")),
        ("8h 9c", language.text("a move by its cards")),
        (language.text("Undo").lower(), language.text("or one of these words: {words}", words=", ".join(words))),
    )
    return "\n".join(f"`{move}` {meaning}" for move, meaning in moves)
