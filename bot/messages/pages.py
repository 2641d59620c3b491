"""The pages beside the board: rules, settings, statistics, personal data, and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.language import LANGUAGES, Language
from bot.messages.badges import badge_lines
from bot.messages.custom_id import Action, CustomId
from bot.messages.formatting import duration, facts
from bot.messages.labels import home_text
from bot.messages.message import Button, Choice, Message, Row, Select, button_rows
from bot.messages.player_names import plain_name, player_name
from bot.messages.reminder import reminder_select, reminder_text
from bot.messages.style import Style, view_names
from bot.messages.table import draw_table, is_spread, table_picture
from bot.model.badges import Badge
from bot.model.challenge import Duels
from bot.model.daily.streaks import DailyStreaks
from bot.model.errors import AtStakeError
from bot.model.preferences import BoardView, Preferences
from bot.model.reminder import Reminder
from bot.model.statistics import GameStatistics
from engine import VARIANTS, Game, Variant
from engine.rules import DiscardingRules

OPENING_DEAL = 1100
"""The deal that illustrates the rules. It is on no list of winnable deals: no contest may be played with its cards."""

SURE = "sure"
"""The argument of a button that gives up without asking again."""

AUTOMATIC = "auto"
"""The choice of language that follows Discord."""

_COLOUR = discord.Colour.blurple()


def opening(variant: Variant, options: Mapping[str, str]) -> Game:
    """The game that illustrates the rules."""
    return Game.new(variant.name, OPENING_DEAL, options)


def rules_page(game: Game, style: Style, *, buttons: Row = (), picture: bytes | None = None) -> Message:
    """The rules in words and the opening of `game`, as a `picture` for users who want pictures."""
    language, variant = style.language, game.variant
    rows = (buttons,) if buttons else ()
    embed = discord.Embed(title=language.text(variant.title), description=language.text(variant.text), colour=_COLOUR)
    if picture is not None:
        return Message(embed=embed, picture=table_picture(game.view(), language, picture), rows=rows)
    table = draw_table(game.view(), style, spread=is_spread(game))
    beginning = language.text("Example start (deal {number})", number=OPENING_DEAL)
    embed.description = f"{embed.description}\n\n**{beginning}**\n{table}"
    return Message(embed=embed, rows=rows)


def question(text: str, *, yes: tuple[str, CustomId], no: str, keep: CustomId | None = None) -> Message:
    """Ask a question with two buttons: one goes ahead, the other leaves everything as it is.

    The other one says so, unless `keep` names what to show instead.
    """
    label, custom_id = yes
    buttons = (
        Button(str(custom_id), label, style=discord.ButtonStyle.danger),
        Button(str(keep or CustomId(Action.KEEP, custom_id.game_id, custom_id.version)), no),
    )
    return Message(text=text, rows=(buttons,))


def give_up_question(at_stake: AtStakeError, language: Language) -> Message:
    """Ask whether to give up a ranked attempt."""
    attempt = at_stake.attempt
    yes = CustomId(Action.GIVE_UP, attempt.id, attempt.version, SURE)
    home = home_text(attempt.game.variant, attempt.game.home, language)
    asked = f"{language.error(at_stake)} {language.text('It will count with {home}.', home=home)}"
    return question(asked, yes=(language.text("Give up"), yes), no=language.text("Keep playing"))


def settings_page(preferences: Preferences, reminder: Reminder | None, language: Language, *, now: float) -> Message:
    """A user's settings and their current values; `now` is a Unix time."""
    text = language.text
    descriptions = {
        BoardView.EMOJI: text("card faces, piles side by side"),
        BoardView.TEXT: text("plain text without embeds; best for screen readers"),
        BoardView.PICTURE: text("the whole table as a picture"),
    }
    view_choices = tuple(
        Choice(view, text("Board: {view}", view=name), descriptions[view], chosen=preferences.view is view)
        for view, name in view_names(language).items()
    )
    language_choices = (
        Choice(AUTOMATIC, text("Language: same as Discord"), chosen=preferences.language is None),
        *(Choice(code, name, chosen=preferences.language == code) for code, name in LANGUAGES.items()),
    )
    switches = (
        ("four_colour", text("Four-colour suits"), preferences.four_colour),
        ("private_board", text("Only I see new boards"), preferences.private_board),
        ("auto_home", text("Auto-move safe cards home"), preferences.auto_home),
        ("private_statistics", text("Hide my statistics from others"), preferences.private_statistics),
        ("hidden_player", text("Hidden on leaderboards"), preferences.hidden_player),
        ("no_challenges", text("Nobody may challenge me"), preferences.no_challenges),
    )
    buttons = [_switch(_set(f"{name}={'off' if on else 'on'}"), label, on=on) for name, label, on in switches]
    rows: tuple[Row, ...] = (
        Select(str(_set("view=")), text("Board"), view_choices),
        Select(str(_set("language=")), text("Language"), language_choices),
        reminder_select(reminder, now, language),
        *button_rows(buttons),
    )
    said = text("Your settings are the same in every server. I save each change right away.")
    return Message(text="\n".join(filter(None, (said, reminder_text(reminder, now, language)))), rows=rows)


def statistics_page(
    games: Sequence[GameStatistics],
    style: Style,
    *,
    player: str,
    is_own: bool = True,
    badges: Sequence[Badge] = (),
    streaks: DailyStreaks | None = None,
    duels: Duels | None = None,
) -> Message:
    """A player's results in a few lines for each game; `is_own` says whether they are the reader's.

    `streaks` are None for a player who has finished no daily. `duels` are the challenges of the reader with them.
    """
    language = style.language
    title = language.text("Statistics")
    embed = discord.Embed(title=title, colour=_COLOUR).set_author(name=plain_name(player, language))
    for played in games:
        name = language.text(VARIANTS[played.variant].title)
        embed.add_field(name=name, value=_results(played, language), inline=False)
    if streaks is not None:
        dailies = language.text("Dailies")
        embed.add_field(name=f"📅 {dailies}", value=_streaks(streaks, language), inline=False)
    if badges:
        lines = "\n".join(badge_lines(badges, style))
        embed.add_field(name="🏅 " + language.text("Badges"), value=lines, inline=False)
    if duels is not None and duels.played:
        embed.add_field(name="⚔️ " + language.text("Head to head"), value=_duels(duels, language), inline=False)
    if not embed.fields and is_own:
        embed.description = language.text("No finished games yet. Play one with `/solitaire start`!")
    elif not embed.fields:
        name = player_name(player, language)
        embed.description = language.text("{player} hasn't finished a game yet.", player=name)
    all_games = Button(str(CustomId(Action.GAMES)), language.text("All games"), "🃏")
    return Message(embed=embed, rows=() if games else ((all_games,),))


def privacy_page(language: Language, *, is_hidden: bool) -> Message:
    """What the bot stores about a user and why, as docs/privacy.md explains it at length.

    `is_hidden` says whether leaderboards hide the user's name.
    """
    text = language.text
    kept = (
        text("**Your games**: deals, moves and times, so you can continue, undo, replay and see statistics."),
        text(
            "**Your daily attempts**: every move with its time, the result and the server you started in, "
            "for the leaderboards."
        ),
        text("**Your challenges**: your name on their cards, every move with its time, and how you did."),
        text("**Your name** as shown on leaderboards, **your badges** and **your settings**."),
        text("**Where your board is posted**, so I can update it in place."),
    )
    parts = [
        text("Stored with your Discord user ID:"),
        "\n".join(f"- {line}" for line in kept),
        text(
            "Others see only your boards, statistics and rankings. I keep your data until you delete it. I "
            "don't read messages, and I keep nothing else about you."
        ),
        text(
            "If you delete everything, I keep anonymous fingerprints of your current attempts and latest deals for a "
            "week, so nobody can play one twice for a rank."
        ),
    ]
    embed = discord.Embed(title=text("Your data"), description="\n\n".join(parts), colour=_COLOUR)
    buttons = (
        Button(str(CustomId(Action.EXPORT)), text("Export my data"), "📦"),
        _switch(
            CustomId(Action.HIDE, argument="off" if is_hidden else "on"), text("Hidden on leaderboards"), on=is_hidden
        ),
        Button(str(CustomId(Action.DELETE)), text("Delete everything"), "🗑️", discord.ButtonStyle.danger),
    )
    return Message(embed=embed, rows=(buttons,))


def _results(played: GameStatistics, language: Language) -> str:
    """What a player has achieved in one game; what is nought, or follows from a win, is left out."""
    text = language.text
    share = language.percent(played.won, played.played)
    is_luck = isinstance(VARIANTS[played.variant].rules, DiscardingRules)  # all wins take the same moves
    return facts(
        text("{won} of {played} won ({share})", won=played.won, played=played.played, share=share),
        _fact(text("Most cards cleared"), played.best if not played.won else None),
        _fact(text("Fewest moves"), None if is_luck else played.best_moves),
        _fact(text("Best time"), duration(played.best_seconds) if played.best_seconds else None),
        _fact(text("Current streak"), played.streak),
        _fact(text("Longest streak"), played.longest_streak),
        _fact(text("Time played"), duration(played.seconds)),
    )


def _streaks(streaks: DailyStreaks, language: Language) -> str:
    text = language.text
    freeze = text("yes") if streaks.played.has_freeze else text("no")
    return (
        "\n".join(
            facts(_fact(name, str(days.current)), _fact(text("longest"), days.longest))
            for name, days in ((text("Days played in a row"), streaks.played), (text("Days won in a row"), streaks.won))
        )
        + "\n"
        + facts(_fact(text("Streak freeze"), freeze))
    )


def _duels(duels: Duels, language: Language) -> str:
    return facts(
        language.text("You won {number}", number=duels.won),
        language.text("they won {number}", number=duels.lost),
        language.count("{number} tie", "{number} ties", duels.tied) if duels.tied else "",
    )


def _fact(name: str, value: int | str | None) -> str:
    """A number with its name, or nothing if there is nothing to count."""
    return f"{name}: {value}" if value else ""


def _set(argument: str) -> CustomId:
    return CustomId(Action.SET, argument=argument)


def _switch(custom_id: CustomId, label: str, *, on: bool) -> Button:
    """A button that shows whether something is on, and switches it."""
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return Button(str(custom_id), label, "✅" if on else "⬜", style)
