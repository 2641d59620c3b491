"""What buttons and selects do: an entry for each action; its function in `bot/commands/` has `@presses`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self


class _Entry(NamedTuple):
    """A button's usual label and emoji, what a press costs, and the words that players may type in place of a move.

    The cost is counted in moves: searches, pictures, large queries, and cards that notify others cost more.
    """

    label: str = ""
    emoji: str = ""
    cost: float = 1.0
    words: tuple[str, ...] = ()


_NO_ENTRY = _Entry()


class Action(StrEnum):
    """What a button or select does, by its name in custom ids.

    >>> Action("hint").label, Action.HINT.cost
    ('Hint', 4.0)
    """

    label: str
    emoji: str
    cost: float
    words: tuple[str, ...]

    # On boards.
    MOVE = "move", _Entry("Play it", "▶️")  # a select of moves, or the button of a hint; its argument is the move
    TAP = "tap"  # play the most promising move from the place that the argument names
    SOURCE = "source"  # a select of cards to move, or of one card's moves
    DRAW = "draw", _Entry("Draw", "🃏", words=("Draw", "Deal"))
    HOME = "home", _Entry("Home", "🏠", words=("Home",))
    UNDO = "undo", _Entry("Undo", "↩️", words=("Undo",))
    REDO = "redo", _Entry("Redo", "↪️", words=("Redo",))
    HINT = "hint", _Entry("Hint", "💡", cost=4.0, words=("Hint",))
    # Win the game if nothing is left to decide or, in an unranked game, plain play wins.
    FINISH = "finish", _Entry("Win now", "🏁", words=("Win now", "Win", "Finish"))
    PLAY = "play", _Entry("Move anyway", "⚠️")  # play a move after its warning; the argument is its text
    GIVE_UP = "give-up", _Entry("Give up", "🏳️", words=("Give up",))
    REPLAY = "replay", _Entry("Replay", "🎬", cost=10.0, words=("Replay",))
    ANALYSE = "analyse", _Entry("Analyse", "🔍", cost=10.0, words=("Analyse", "Analyze"))
    LINE = "line", _Entry("Watch a win", "🎬", cost=10.0)  # replay the line that an analysis found
    BACK = "back", _Entry("Undo all moves", "↩️")  # undo all moves after the one whose number is the argument
    MENU = "menu", _Entry("Menu", "📋")  # open the menu at the page that the argument names, or close it
    SHARE = "share", _Entry("Share", "📣")  # show what sharing a game would post; the argument names a daily
    POST = "post", _Entry("Post it", "📣", cost=10.0)  # post what was shown
    VIEW = "view"  # draw boards in the view that the argument names, beginning with this one

    # Games, and the shelf.
    GAMES = "games", _Entry("All games", "🃏")  # offer all games; the argument says that the button is on a panel
    LEVELS = "levels"  # ask how hard a deal of the argument's game should be
    NEW = "new", _Entry("New deal", "🔄")  # deal the same game again
    DEAL = "deal", _Entry("Play it too", "🃏")  # deal the argument's game
    # Deal the argument's game, giving up the one chosen on a full shelf.
    START = "start", _Entry("Give up and deal", "🏳️")
    SHELF = "shelf", _Entry("My games", "🗄️", words=("Shelf", "My games"))  # open the shelf
    RESUME = "resume", _Entry("Resume", "▶️")  # take a game from the shelf
    DROP = "drop", _Entry("Give up", "🏳️")  # give up a game on the shelf
    KEEP = "keep", _Entry("Keep playing")  # decline a question

    # Dailies and challenges.
    DAILIES = "dailies", _Entry("Another daily", "📅")  # offer the dailies of a day
    DAILY = "daily"  # play a daily for a rank; the argument is its game and day
    RANKS = "ranks", _Entry("Leaderboard", "🏆", cost=2.0)  # open a leaderboard; the argument is a `LeaderboardView`
    ANNOUNCE = "announce", _Entry("Post here", "📌")  # announce dailies in this channel, or stop, as the argument says
    CHALLENGE = "challenge", _Entry("Challenge", "⚔️", cost=2.0)  # show a challenge card at the board's deal
    # Show the card of a challenge to a player; the argument has the game and the player.
    CHALLENGE_PLAYER = "challenge-player", _Entry(cost=2.0)
    ENTER = "enter", _Entry("Play", "▶️")  # play a challenge; this and the next five have its id as their argument
    JOIN = "join", _Entry("I'll play later", "🙋")  # join a challenge, to play later
    DECLINE = "decline", _Entry("Decline", "🚫")
    REMATCH = "rematch", _Entry("Rematch", "🔁", cost=10.0)
    TAKE_BACK = "take-back", _Entry("Take back", "↩️")

    # Pages.
    HELP = "help", _Entry("How it works", "💡")  # turn to the page that the argument names; without one, open the help
    RULES = "rules", _Entry("Rules", "📖")
    STATISTICS = "stats", _Entry("Statistics", "📊", cost=3.0)
    SETTINGS = "settings", _Entry("Settings", "⚙️")
    SET = "set"  # change a setting; the argument is its name and value
    REMIND = "remind", _Entry("No more reminders", "🔕")  # choose the hour of the reminder, or `off`
    EXPORT = "export", _Entry("Export my data", "📦", cost=10.0)  # send a file of all data about the player
    DELETE = "delete", _Entry("Delete everything", "🗑️")  # ask whether to delete all data about the player
    FORGET = "forget", _Entry("Delete everything")  # delete all data about the player

    def __new__(cls, name: str, entry: _Entry = _NO_ENTRY) -> Self:
        action = str.__new__(cls, name)
        action._value_ = name
        action.label = entry.label
        action.emoji = entry.emoji
        action.cost = entry.cost
        action.words = entry.words
        return action
