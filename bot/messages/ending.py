"""How games end: the text and the buttons of the last board, and what is shared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.badges import new_badge_lines
from bot.messages.contests import TEXTS
from bot.messages.custom_id import write_new
from bot.messages.daily import winners_text
from bot.messages.drawing import Drawing, EndingButtons
from bot.messages.formatting import duration, facts
from bot.messages.games_page import next_game_buttons
from bot.messages.labels import cards_home_text, deal_title
from bot.messages.message import Button, Picture
from bot.model.game import TAUGHT, UserGame
from bot.model.score import Score, counts_refusals
from bot.model.statistics import Ending
from bot.pictures.keepsake import Keepsake
from bot.pictures.path import path_of
from engine import VARIANTS, Card, Game, Rank, Status, Suit
from engine.cards import card_of


def outcome(drawing: Drawing) -> str:
    current = drawing.current
    ending = drawing.ending
    language = drawing.language
    badges = new_badge_lines(() if ending is None else ending.badges, drawing.style)
    if current.is_final:
        return "\n".join(filter(None, _attempt_outcome(drawing, badges)))
    if current.game.status is Status.WON:
        luck = [_after_luck(language)] if current.is_guided else []
        said = "\n".join((_won(current, language), *_achievements(current, ending, language), *luck))
    else:
        said = " ".join((_lost(current.game, language), *_best_so_far(current.game, ending, language)))
    return "\n".join((said, *badges))


def score_of(ended: UserGame, ending: Ending | None) -> Score:
    """The score of an attempt in its contest, or an equivalent score for another game."""
    if ending is not None and ending.summary is not None:
        return ending.summary.score
    game = ended.game
    seconds = 0 if ending is None else ending.seconds
    is_given_up = game.status is Status.GIVEN_UP
    return Score(game.variant.name, game.cards_home, moves_counted(ended), seconds, is_given_up)


def ending_buttons(drawing: Drawing, others: Sequence[Button]) -> EndingButtons:
    current = drawing.current
    if current.is_final and current.contest is not None:
        return TEXTS[current.contest.kind].buttons(current.contest, drawing, others)
    return EndingButtons(_free_buttons(drawing), others)


def _free_buttons(drawing: Drawing) -> list[Button]:
    """The buttons after an unranked game; a secret deal cannot be analysed yet."""
    current = drawing.current
    game = drawing.game
    language = drawing.language
    button = partial(Button.to, language=language, game=current.board)
    share = [button(Action.SHARE)] if not current.is_contest else []
    replay = button(Action.REPLAY)
    if game.status is Status.WON:
        if current.is_guided:
            return [*next_game_buttons(language), *share, replay]
        challenge = [button(Action.CHALLENGE)] if not current.is_contest else []
        return [button(Action.NEW).primary(), *challenge, *share, replay]
    if not game.steps and game.status is Status.LOST:
        return [button(Action.NEW).primary()]
    same = button(Action.DEAL, label=language.text("Same deal"), emoji="🔁", argument=write_new(current.again))
    if game.status is Status.GIVEN_UP:
        return [same.primary(), button(Action.NEW), button(Action.UNDO)]
    is_luck = game.variant.rules.is_luck  # any order ends the same way
    return [
        button(Action.UNDO).primary_if(not is_luck),
        *([button(Action.ANALYSE)] if drawing.can_be_searched and not drawing.is_secret else []),
        same,
        button(Action.NEW).primary_if(is_luck),
    ]


def can_be_saved(current: UserGame) -> bool:
    """Whether an analysis may tell how far to undo a game in progress that is proven lost."""
    return not current.is_contest and not is_deal_lost_too(current.game)


def is_deal_lost_too(game: Game) -> bool:
    """Whether this game is proven lost in a way that proves its deal impossible."""
    return not game.moves or game.variant.rules.is_luck


def keepsake(current: UserGame, ending: Ending, *, four_colour: bool) -> Keepsake:
    """The keepsake of a game that was won; the deal of a contest stays secret."""
    game = current.game
    pack = game.position.pack
    contest = current.contest
    label = f"#{game.deal}" if contest is None else TEXTS[contest.kind].picture_label(contest)
    return Keepsake(
        title=game.variant.title,
        label=label,
        time=duration(score_of(current, ending).seconds),
        path=path_of(game),
        most=pack,
        cards=suit_of(game, Suit(current.id % len(Suit))),
        felt=game.variant.felt,
        seed=current.id,
        four_colour=four_colour,
    )


def suit_of(game: Game, suit: Suit) -> tuple[Card, ...]:
    """The cards of a suit from the one that its foundation starts with, or from the ace."""
    first = next((base.rank for base, _ in game.view().foundations), Rank.ACE)
    return tuple(card_of(Rank((first - 1 + step) % len(Rank) + 1), suit) for step in range(len(Rank)))


def keepsake_picture(current: UserGame, drawn: bytes, language: Language) -> Picture:
    """Attach the picture of a win, with a description for screen readers."""
    game = current.game
    title = language.text(game.variant.title)
    moves = language.count("{number} move", "{number} moves", moves_counted(current))
    return Picture("win.png", drawn, facts(title, cards_home_text(game.variant, game.cards_home, language), moves))


def challenge_button(current: UserGame, language: Language) -> Button:
    """A button that lets others who see a game play its deal against each other."""
    return Button.to(Action.CHALLENGE, language, game=current.id)


def _won(current: UserGame, language: Language) -> str:
    moves = language.count("**{number}** move", "**{number}** moves", moves_counted(current))
    return language.text("🎉 **You won!** It took you {moves}.", moves=moves)


def _after_luck(language: Language) -> str:
    """Lead from the guided game, which is pure luck, to one that is not."""
    game = language.text(VARIANTS[TAUGHT.variant].title)
    return language.text("Next, try {game}, where your choices count: I'll show you the first moves.", game=game)


def moves_counted(current: UserGame) -> int:
    """The number of moves to show: those that count in a ranked attempt, unless it is ranked by something else."""
    return len(current.game.moves) if counts_refusals(current.game.variant.name) else current.effort


def _achievements(current: UserGame, ending: Ending | None, language: Language) -> list[str]:
    if ending is None:
        return []
    streak = ""
    if ending.streak > 1:
        streak = "🔥 " + language.count(
            "{number} win at {game} in a row",
            "{number} wins at {game} in a row",
            ending.streak,
            game=language.text(current.game.variant.title),
        )
    return [
        facts(f"⏱️ {duration(ending.seconds)}", streak),
        _record(current, ending, language),
        winners_text(ending.winners, language),
    ]


def best_text(game: Game, ending: Ending, language: Language) -> str:
    """The best of the player's earlier games: moves and time of a win, or the most cards home; empty without any."""
    if ending.best_seconds is not None:
        best = duration(ending.best_seconds)
        if ending.best_moves is not None and not game.variant.rules.is_luck:
            moves = language.count("{number} move", "{number} moves", ending.best_moves)
            best = f"{moves} · {best}"
    elif ending.best_cards_home:
        best = f"{ending.best_cards_home}/{game.position.pack}"
    else:
        return ""
    return language.text("Your best: {result}", result=best)


def _record(current: UserGame, ending: Ending, language: Language) -> str:
    """Compare a win with its player's best; the number of discards is no record."""
    game = current.game
    title = deal_title(game.variant.name, None, game.options, language)
    if ending.best_seconds is None:
        return ""  # a badge already celebrates a first win at a game
    if ending.best_moves is not None and len(game.moves) < ending.best_moves and not game.variant.rules.is_luck:
        return language.text("🏅 **New record!** You've never won {game} in fewer moves.", game=title)
    if ending.seconds < ending.best_seconds:
        return language.text("🏅 **New record!** Your fastest win at {game}.", game=title)
    return best_text(game, ending, language)


def _lost(game: Game, language: Language) -> str:
    if game.status is Status.GIVEN_UP:
        return language.text("**You gave up.**")
    if not game.steps:
        return language.text("**This deal has no moves at all.** Bad luck! Try a new deal.")
    if game.variant.rules.is_luck:
        return language.text("**No moves left.** Bad luck: nobody can win this deal. Try a new one!")
    return language.text("**No moves left.** Undo some moves and play on, or try a new deal.")


def _best_so_far(game: Game, ending: Ending | None, language: Language) -> list[str]:
    """For a player without a win: their most cards home, or the news that this game is their best."""
    if (
        ending is None
        or ending.best_seconds is not None
        or ending.best_cards_home in (None, game.cards_home)
        or not game.steps
    ):
        return []
    if game.cards_home > ending.best_cards_home:
        return ["🏅 " + language.text("That's your best so far!")]
    return [
        language.text(
            "Your best so far: {result}.", result=cards_home_text(game.variant, ending.best_cards_home, language)
        )
    ]


def _attempt_outcome(drawing: Drawing, badges: Sequence[str]) -> Sequence[str]:
    """What a ranked attempt achieved, in lines below its result."""
    contest = drawing.current.contest
    ending = drawing.ending
    if drawing.is_late:
        return [drawing.language.text("It ended too late, so it doesn't count."), *badges]
    if ending is None or ending.summary is None or contest is None:
        return badges
    texts = TEXTS[contest.kind]
    return [*texts.outcome(ending.summary, drawing), *badges, texts.small_print(ending.summary, drawing.language)]
