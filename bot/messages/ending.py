"""How games end: what the board says then, the buttons under it, and what is shared."""

from __future__ import annotations

from functools import partial

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.badges import new_badge_lines
from bot.messages.challenge_card import placing_lines, rematch_button
from bot.messages.custom_id import write_new
from bot.messages.daily import attempt_buttons, attempt_lines, daily_button, ranks_text, result_text, winners_text
from bot.messages.formatting import duration, facts
from bot.messages.games_page import next_game_buttons
from bot.messages.labels import game_title, home_text
from bot.messages.message import Button, Message, Picture
from bot.messages.player_names import player_name
from bot.messages.style import Style
from bot.messages.table import is_spread
from bot.model.daily.ranking import counts_refusals
from bot.model.daily.transcripts import Path, extend_path
from bot.model.game import NewGame, UserGame
from bot.model.lessons import TAUGHT
from bot.model.statistics import Ending
from bot.pictures.keepsake import Keepsake
from engine import VARIANTS, Game, Rank, Status, Suit
from engine.cards import card_of

_SQUARES = 10


def outcome(current: UserGame, ending: Ending | None, style: Style, *, is_late: bool = False) -> str:
    """How a finished game ended and what that means to its player; without an `ending`, only the former."""
    language = style.language
    if current.is_final:
        said = _attempt_outcome(current, ending, language, is_late=is_late)
    elif current.game.status is Status.WON:
        luck = [_after_luck(language)] if current.is_guided else []
        said = "\n".join((_won(current, language), *_achievements(current, ending, language), *luck))
    else:
        said = " ".join((_lost(current.game, language), *_best_so_far(current.game, ending, language)))
    return "\n".join((said, *new_badge_lines(() if ending is None else ending.badges, style)))


def ending_buttons(
    current: UserGame, language: Language, *, is_late: bool = False, is_secret: bool = False
) -> list[Button]:
    """The buttons after a game, besides the menu; a deal that `is_secret` cannot be analysed yet."""
    game = current.game
    button = partial(Button.to, language=language, game=current.board)
    share = [button(Action.SHARE)] if not current.is_contest else []
    replay = button(Action.REPLAY)
    if current.is_final and current.challenge is not None:
        return [rematch_button(current.challenge.id, language, primary=True), *([replay] if game.steps else [])]
    if current.is_final:
        assert current.day is not None, "any other ranked attempt is at a daily"
        *first, practise = attempt_buttons(
            game.variant.name, current.day, language, game_id=current.id, is_late=is_late
        )
        return [*first, button(Action.DAILIES), practise]
    if game.status is Status.WON:
        if current.is_guided:
            return [*next_game_buttons(language), *share, replay]
        challenge = [button(Action.CHALLENGE)] if not current.is_contest else []
        again = button(Action.NEW, label=language.text("Again"), emoji="🔁", primary=True)
        return [again, *challenge, *share, replay]
    if not game.steps and game.status is Status.LOST:
        return [button(Action.NEW, primary=True)]
    same = NewGame(game.variant.name, game.deal, game.options, day=current.day)
    is_luck = is_spread(game)  # another order would end the same
    return [
        button(Action.UNDO, primary=not is_luck),
        *([] if is_secret else [analyse_button(current, language)]),
        button(Action.DEAL, label=language.text("Same deal"), emoji="🔁", argument=write_new(same)),
        button(Action.NEW, primary=is_luck),
    ]


def analyse_button(current: UserGame, language: Language) -> Button:
    """A button that finds out which move lost the game, and how it could be won."""
    return Button.to(Action.ANALYSE, language, game=current.board)


def lost_buttons(current: UserGame, language: Language) -> tuple[Button, ...]:
    """What to do, besides undoing, in a game in progress that is proven lost."""
    is_useless = current.is_contest or is_deal_lost_too(current.game)
    return () if is_useless else (analyse_button(current, language),)


def is_deal_lost_too(game: Game) -> bool:
    """Whether this game is proven lost in a way that proves its deal impossible, because no other moves would help."""
    return not game.moves or is_spread(game)


def keepsake(current: UserGame, ending: Ending, *, four_colour: bool) -> Keepsake:
    """What to draw of a win; the deal of a daily or a challenge stays secret."""
    game, comparison = current.game, ending.comparison
    label = f"#{game.deal}" if current.day is None else current.day.isoformat()
    foundations = [top for _, top in game.view().foundations if top is not None]
    # Games without foundations discard their cards; the picture shows the highest of each suit.
    kings = [card_of(Rank.KING, suit) for suit in Suit for _ in range(game.variant.rules.decks)]
    return Keepsake(
        title=game.variant.title,
        label=label if current.challenge is None else "Challenge",
        time=duration(_seconds(ending)),
        path=_path(game) if comparison is None else comparison.own,
        best=() if comparison is None else comparison.best,
        length=str(len(game.moves)) if comparison is None else duration(comparison.seconds),
        last_cards=tuple(foundations or kings),
        seed=current.id,
        four_colour=four_colour,
    )


def _path(game: Game) -> Path:
    """The cards home after each move."""
    path: list[tuple[int, int]] = []
    for number, position in enumerate(game.positions):
        extend_path(path, number, position.home)
    return tuple(path)


def keepsake_picture(current: UserGame, drawn: bytes, language: Language) -> Picture:
    """Attach the picture of a win, described for screen readers."""
    game = current.game
    moves = language.count("{number} move", "{number} moves", _moves(current))
    return Picture("win.png", drawn, " · ".join((home_text(game.variant, game.home, language), moves)))


def share_page(
    current: UserGame, ending: Ending, language: Language, *, player: str, picture: Picture | None = None
) -> Message:
    """A finished game for everyone to see, in three lines, with a button to play it too.

    It gives nothing about the deal of a daily away.
    """
    game, attempt = current.game, ending.attempt
    values = {"player": player_name(player, language), "game": game_title(current, language)}
    if game.status is Status.WON:
        title = language.text("🏆 **{player}** won **{game}**!", **values)
    else:
        title = language.text("**{player}** played **{game}**", **values)
    if attempt is None:
        moves = language.count("{number} move", "{number} moves", _moves(current))
        details = facts(home_text(game.variant, game.home, language), moves, duration(ending.seconds))
        same = NewGame(game.variant.name, game.deal, game.options)
        play = Button.to(Action.DEAL, language, game=current.id, argument=write_new(same))
    else:
        parts = (result_text(attempt.result, language), ranks_text(attempt.ranks, language))
        details = " · ".join(part for part in parts if part)
        play = daily_button(attempt.result.variant, attempt.result.day, language)
    is_offered = not (current.is_contest or current.is_deal_impossible)
    buttons = (play, challenge_button(current, language)) if is_offered else (play,)
    said = "\n".join((title, squares(game.home, game.position.pack), details))
    frame = None if picture is None else discord.Embed(colour=discord.Colour.green())
    return Message(said, frame, picture, rows=(buttons,))


def challenge_button(current: UserGame, language: Language) -> Button:
    """A button with which others who see a game play its deal against each other."""
    return Button.to(Action.CHALLENGE, language, game=current.id)


def squares(home: int, pack: int) -> str:
    """Show the share of the pack that is home as ten squares, or a win as a trophy. No colour is red or green."""
    full = _SQUARES if home == pack else min(_SQUARES - 1, round(_SQUARES * home / pack))
    trophy = " 🏆" if home == pack else ""
    return f"{'🟦' * full}{'⬜' * (_SQUARES - full)}{trophy}"


def _seconds(ending: Ending) -> int:
    """The time of a win: that of a ranked attempt has no pauses left out."""
    if ending.placing is not None:
        return ending.placing.score.seconds
    return ending.seconds if ending.attempt is None else ending.attempt.result.seconds


def _won(current: UserGame, language: Language) -> str:
    moves = language.count("**{number}** move", "**{number}** moves", _moves(current))
    return language.text("🎉 **You won!** You cleared every card in {moves}.", moves=moves)


def _after_luck(language: Language) -> str:
    """Lead from the guided game, which is all luck, to one that is not."""
    game = language.text(VARIANTS[TAUGHT.variant].title)
    return language.text("That was luck. In {game} your choices count: I'll show you the first moves.", game=game)


def _moves(current: UserGame) -> int:
    """The moves of a game as text: those that count in a ranked attempt, unless it is ranked by something else."""
    return len(current.game.moves) if counts_refusals(current.game.variant.name) else current.effort


def _achievements(current: UserGame, ending: Ending | None, language: Language) -> list[str]:
    """The time of a win, the streak, the personal best, and how many players have won the deal."""
    if ending is None:
        return []
    text = language.text
    streak = ""
    if ending.streak > 1:
        streak = "🔥 " + language.count(
            "{number} win at {game} in a row",
            "{number} wins at {game} in a row",
            ending.streak,
            game=text(current.game.variant.title),
        )
    return [
        facts(f"⏱️ {duration(ending.seconds)}", streak),
        _record(current, ending, language),
        winners_text(ending.winners, language, has_won=True),
    ]


def best_text(game: Game, ending: Ending, language: Language) -> str:
    """The best of the player's earlier games: moves and time of a win, or the most cards home; empty without any."""
    if ending.best_seconds is not None:
        best = duration(ending.best_seconds)
        if ending.best_moves is not None and not is_spread(game):
            moves = language.count("{number} move", "{number} moves", ending.best_moves)
            best = f"{moves} · {best}"
    elif ending.best_home:
        best = f"{ending.best_home}/{game.position.pack}"
    else:
        return ""
    return language.text("Your best: {result}", result=best)


def _record(current: UserGame, ending: Ending, language: Language) -> str:
    """Whether a win is the best of its player; the number of discards makes no difference to a win."""
    game = current.game
    text = language.text
    title = text(game.variant.title)
    if ending.best_seconds is None:
        return ""  # a badge says that it is the first
    if ending.best_moves is not None and len(game.moves) < ending.best_moves and not is_spread(game):
        return text("🏅 **New record!** You've never won {game} in fewer moves.", game=title)
    if ending.seconds < ending.best_seconds:
        return text("🏅 **New record!** Your fastest win at {game}.", game=title)
    return best_text(game, ending, language)


def _lost(game: Game, language: Language) -> str:
    """How a game was lost or given up, and what to do next."""
    text, home = language.text, f"**{home_text(game.variant, game.home, language)}**"
    if game.status is Status.GIVEN_UP:
        return text("**You gave up** ({home}). Press Undo to keep playing, or try a new deal.", home=home)
    if not game.steps:
        return text("**This deal has no moves at all.** Bad luck! Try a new deal.")
    if is_spread(game):
        return text("**No moves left** ({home}). Bad luck: nobody can win this deal. Try a new one!", home=home)
    return text("**No moves left** ({home}). Undo some moves and play on, or try a new deal.", home=home)


def _best_so_far(game: Game, ending: Ending | None, language: Language) -> list[str]:
    """For a player without a win: the most cards they have brought home, or that this game is their best."""
    if ending is None or ending.best_seconds is not None or ending.best_home in (None, game.home) or not game.steps:
        return []
    if game.home > ending.best_home:
        return ["🏅 " + language.text("That's your best so far!")]
    return [language.text("Your best so far: {result}.", result=home_text(game.variant, ending.best_home, language))]


def _attempt_outcome(current: UserGame, ending: Ending | None, language: Language, *, is_late: bool) -> str:
    """How a ranked attempt ended, its ranks, and when the next daily begins."""
    outcomes = {
        Status.WON: _won(current, language),
        Status.LOST: language.text("**No moves left.** Your ranked attempt is over."),
        Status.GIVEN_UP: language.text("**You gave up.** Your ranked attempt is over."),
    }
    lines = [outcomes[current.game.status]]
    if is_late:
        lines.append(language.text("It ended too late, so it doesn't count."))
    elif ending is not None and ending.placing is not None:
        lines += placing_lines(ending.placing, language, says_end=False)
    elif ending is not None and ending.attempt is not None:
        if current.game.status is Status.WON:
            lines.append(_record(current, ending, language))
        ended_at = current.ended_at or current.changed_at
        lines += attempt_lines(ending.attempt, language, ended_at=ended_at, says_end=False)
    return "\n".join(lines)
