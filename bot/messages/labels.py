"""The names of games, cards, places and moves in a player's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import takewhile

from bot.language import Language
from bot.messages.actions import Action
from bot.model.score import counts_refusals
from engine import (
    BACK,
    DRAW,
    STOCK,
    VARIANTS,
    Card,
    Discard,
    Game,
    Hidden,
    Kind,
    Move,
    Place,
    Position,
    Suit,
    Transfer,
    Turn,
)
from engine.steps import Step
from engine.variant import Difficulty, Variant
from engine.winnable import levels_of

EASIEST_FIRST = sorted(
    VARIANTS.values(),
    key=lambda variant: (variant.is_classic, list(Difficulty).index(variant.difficulty), variant.minutes),
)
"""The order in which to try the games."""

_MOST_LABELS = 3  # of one step's moves
_MOST_DRAWN = 12
"""The most cards of one step's draws that are named: an embed's field has no room for a whole stock of emoji."""

_TEXT_SUITS = str.maketrans({str(suit): f"{suit}\ufe0e" for suit in Suit})


def cards_home_text(variant: Variant, cards_home: int, language: Language, *, bold: bool = False) -> str:
    number = f"**{cards_home}**" if bold else cards_home
    pack = variant.rules.pack
    if variant.rules.has_foundations:
        return language.text("{home} of {pack} home", home=number, pack=pack)
    return language.text("{home} of {pack} discarded", home=number, pack=pack)


def effort_text(variant: str, effort: int, language: Language, *, is_ranked: bool = True) -> str:
    """The number of moves or, in a ranked attempt that counts only illegal moves, of those; empty if none."""
    if is_ranked and counts_refusals(variant):
        return language.count("{number} illegal move", "{number} illegal moves", effort) if effort else ""
    return language.count("{number} move", "{number} moves", effort)


def rated_title(variant: Variant, language: Language) -> str:
    return language.text(
        "{game} – {minutes} min, {difficulty}",
        game=language.text(variant.title),
        minutes=variant.minutes,
        difficulty=levels_text(variant, language),
    )


def levels_text(variant: Variant, language: Language) -> str:
    """Name the levels of a game's deals or, if these are not graded, how hard the game is."""
    levels = levels_of(variant.name, {}) or (variant.difficulty,)
    return " / ".join(map(language.text, levels))


def deal_title(variant: str, deal: int | None, options: Mapping[str, str], language: Language) -> str:
    chosen = [
        option.labels[options[option.name]]
        for option in VARIANTS[variant].options
        if options.get(option.name) in option.labels
    ]
    number = [] if deal is None else [language.text("deal {number}", number=deal)]
    return " · ".join([*map(language.text, (VARIANTS[variant].title, *chosen)), *number])


def daily_title(variant: str, day: date, language: Language, *, today: date | None = None) -> str:
    """Name a daily by its game and, unless it is one of `today`, by its day."""
    title = language.text(VARIANTS[variant].title)
    if day == today:
        return language.text("{game}, daily", game=title)
    of_day = language.text("daily for {date}", date=language.day(day))
    return f"{title} · {of_day}"


def challenge_title(variant: str, language: Language) -> str:
    return language.text("{game}, challenge", game=language.text(VARIANTS[variant].title))


def move_label(position: Position, move: Move, language: Language, *, after: Position | None = None) -> str:
    """Describe a legal move by its cards and places: "7♣ · pile 2 → pile 5 (8♦)".

    For a played move, the position `after` it shows which card came from the stock.
    """
    cards = position.moved_cards(move)
    if isinstance(move, Discard):
        piles = language.text("piles {numbers}", numbers=" + ".join(map(str, move.piles)))
        return f"{' + '.join(map(str, cards))} · {piles}"
    if move == DRAW and position.turn is Turn.DEAL:
        return language.text("Deal · stock → piles")
    if move == DRAW and position.turn is Turn.TURN_OVER:
        return language.text("Turn over · waste → stock")
    if move == DRAW and after is None:
        return language.text("Draw · stock → waste")
    if move.source == STOCK and after is not None:
        cards = after.view().at(move.target)[-1:]
    places = f"{place_label(move.source, language)} → "
    places += target_label(position, move, language, is_played=after is not None)
    return f"{cards_label(cards, language)} · {places}"


def step_labels(game: Game, language: Language) -> list[str]:
    """Describe the moves of the last step, or the first few of many; its draws count as one."""
    drawn = drawn_label(game, language)
    step = game.last_step[_draws(game) if drawn else 0 :]
    labels = [move_label(before, move, language, after=after) for before, move, after in step[:_MOST_LABELS]]
    left = len(step) - len(labels)
    if drawn:
        labels.insert(0, drawn)
    if left:
        labels.append(language.count("and {number} more move", "and {number} more moves", left))
    return labels


def planned_labels(game: Game, step: Step, language: Language) -> list[str]:
    """Describe the moves of a step to play, or the first few of many, as far as the player knows their cards."""
    drawn = sum(1 for _ in takewhile(lambda move: move == DRAW, step))
    path = game.position.path(*step)
    labels = [_planned_draws(game, path[: drawn + 1], language)] if drawn else []
    moves = step[drawn:]
    seen = list(takewhile(lambda before: _unseen(before, game) == _unseen(game.position, game), path[drawn:-1]))
    labels += [move_label(*each, language) for each in zip(seen[:_MOST_LABELS], moves, strict=False)]
    left = len(moves) - min(len(seen), _MOST_LABELS)
    if left:
        labels.append(_left_label(left, language, are_seen=len(seen) == len(moves)))
    return labels


def _left_label(left: int, language: Language, *, are_seen: bool) -> str:
    """Count the moves of a step that are not named. If all cards are known, these moves send cards home."""
    if are_seen:
        return language.count("then {number} more card goes home", "then {number} more cards go home", left)
    return language.count(
        "then {number} more move once a hidden card turns up",
        "then {number} more moves once a hidden card turns up",
        left,
    )


def _planned_draws(game: Game, path: Sequence[Position], language: Language) -> str:
    """Describe one draw as a move, and several by the card they lead to, if the player has seen it, or their number."""
    if len(path) == 2:
        return move_label(path[0], DRAW, language)
    *_, card = path[-1].view().waste or (None,)
    goes_round = any(position.turn is Turn.TURN_OVER for position in path[:-1])
    if card is not None and (game.is_stock_seen or (goes_round and card in (game.view().waste or ()))):
        return language.text("Draw until {card}", card=card)
    return language.text("Draw {number} · stock → waste", number=len(path) - 1)


def _unseen(position: Position, game: Game) -> int:
    """The number of cards that the player of a game has not seen."""
    view = position.view()
    stock = 0 if game.is_stock_seen else view.stock or 0
    return stock + sum(pile.count(BACK) for pile in view.piles)


def drawn_label(game: Game, language: Language) -> str:
    """Name the cards that the last step drew before anything else, if it drew several times: "Drew 2: 9♣ 3♦"."""
    draws = _draws(game)
    if draws <= 1 or not game.variant.rules.has_waste:
        return ""
    before, _, _ = game.last_step[0]
    _, _, after = game.last_step[draws - 1]
    cards = (after.view().waste or ())[len(before.view().waste or ()) :]
    left_out = ["…"] if len(cards) > _MOST_DRAWN else []
    named = " ".join((*left_out, *map(str, cards[-_MOST_DRAWN:])))
    return language.text("Drew {number}: {cards}", number=len(cards), cards=named)


def _draws(game: Game) -> int:
    """The number of draws with which the last step begins."""
    return sum(1 for _ in takewhile(lambda each: each[1] == DRAW, game.last_step))


def target_label(position: Position, move: Transfer, language: Language, *, is_played: bool = False) -> str:
    """Name the place that a legal move goes to, with the card there: "pile 5 (8♦)".

    One empty pile stands for all equivalent ones, unless the move `is_played`.
    """
    onto = position.target_card(move)
    if onto is not None:
        return f"{place_label(move.target, language)} ({onto})"
    if move.target.kind is not Kind.PILE:
        return place_label(move.target, language)
    if position.distinct_spaces() == [move.target] and not is_played:
        return language.text("empty pile")
    return language.text("empty pile {number}", number=move.target.number)


def targets_label(position: Position, moves: Sequence[Transfer], language: Language) -> str:
    """Name the places that legal moves go to: "pile 5 (8♦), pile 7 (8♥) or home"."""
    return language.either(list(dict.fromkeys(target_label(position, move, language) for move in moves)))


def place_label(place: Place, language: Language) -> str:
    """Name a place: "pile 5", "waste"."""
    match place:
        case (Kind.PILE, number):
            return language.text("pile {number}", number=number)
        case (Kind.CELL, 0):
            return language.text("cell")
        case (Kind.CELL, number):
            return language.text("cell {number}", number=number)
        case (Kind.WASTE, _):
            return language.text("waste")
        case (Kind.STOCK, _):
            return language.text("stock")
        case _:
            return language.text("home")


def cards_label(cards: Sequence[Card | Hidden], language: Language) -> str:
    """Name the cards of a move: one card, or the first and last of a run."""
    if cards[0] is BACK:
        return language.text("next card")
    return str(cards[0]) if len(cards) == 1 else f"{cards[0]}–{cards[-1]}"


def source_label(position: Position, moves: Sequence[Transfer], language: Language) -> str:
    """Name the cards that moves from one place can take: the longest run, "or fewer"."""
    cards = max((position.moved_cards(move) for move in moves), key=len)
    label = cards_label(cards, language)
    if all(move.cards == len(cards) for move in moves):
        return label
    return language.text("{cards} or fewer", cards=label)


def stock_verb(position: Position, language: Language) -> str:
    """The verb for turning the stock; empty if the player never turns it."""
    match position.turn:
        case Turn.DRAW:
            return language.text("Draw")
        case Turn.DEAL:
            return language.text("Deal")
        case Turn.TURN_OVER:
            return language.text("Turn over")
        case None:
            return ""


def button_name(action: Action, language: Language) -> str:
    """By its emoji and its label."""
    return f"{action.emoji} {language.text(action.label)}"


def open_stock_rule(variant: Variant, language: Language) -> str:
    labels = {option.name: option.labels for option in variant.options}
    return " · ".join(language.text(labels[name][value]) for name, value in variant.open_stock.items())


def with_text_suits(label: str) -> str:
    """Ask devices to draw suits as text, not emoji, where Discord leaves that to them, as in a select.

    Phones tend to draw emoji, and two of those are too dark for a dark theme. The variation selector U+FE0E asks for
    text (https://unicode.org/reports/tr51/#Presentation_Style).
    """
    return label.translate(_TEXT_SUITS)
