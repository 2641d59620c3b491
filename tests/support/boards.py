"""Boards of every kind, and all that a reader finds in a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import discord

from bot.language import LANGUAGES, find_language
from bot.messages.board import draw_board
from bot.messages.controls import Overlay
from bot.messages.message import Message
from bot.messages.style import EmojiDeck, Style
from bot.model.game import UserGame
from bot.model.preferences import Preferences, View
from bot.pictures.emoji import emoji_files, emoji_name
from engine import Game, Position, Rank, Status, Suit
from engine.building import BuildingPosition
from engine.cards import CARDS, card_of
from engine.discarding import DiscardingPosition
from tests.engine import reference
from tests.engine.games import hidden_otherwise
from tests.engine.positions import EVERY_GAME, engine_position
from tests.engine.random_games import walk

LONGEST_NAME = "W" * 32
GREATEST_ID = 2**63 - 1
NO_OVERLAY = Overlay()

FACES = {
    key: discord.PartialEmoji(name=emoji_name(key, png), id=GREATEST_ID - number)
    for number, (key, png) in enumerate(emoji_files().items())
}


def style_of(view: View, code: str = "en", *, four_colour: bool = True) -> Style:
    """A style with the application's emoji at hand; the names of the four-colour deck are the longer ones."""
    preferences = Preferences(view=view, four_colour=four_colour)
    return Style(find_language(code), preferences, EmojiDeck(FACES, four_colour=four_colour))


TEXT, EMOJI, PICTURE = map(style_of, (View.TEXT, View.EMOJI, View.PICTURE))
EVERY_VIEW = (TEXT, EMOJI, PICTURE)
EVERY_STYLE = [style_of(view, code) for code in LANGUAGES for view in View]


def drawn(game: Game, style: Style = TEXT, overlay: Overlay = NO_OVERLAY) -> Message:
    """The board, with the longest name and the greatest numbers that there are."""
    return draw_board(
        UserGame(GREATEST_ID, user_id=1, version=99999, game=game, changed_at=0),
        style,
        player=LONGEST_NAME,
        picture=b"a picture" if style.view is View.PICTURE else None,
        overlay=overlay,
    )


def everything(message: Message) -> str:
    """All that can be read in a message, on its buttons and in its selects."""
    embed = message.embed or discord.Embed()
    parts = [message.text, embed.title, embed.description, embed.author.name, embed.footer.text]
    parts += [text for field in embed.fields for text in (field.name, field.value)]
    parts += [message.picture.description if message.picture else None]
    parts += [button.label for button in message.buttons]
    for select in message.selects:
        parts.append(select.placeholder)
        parts += [text for choice in select.choices for text in (choice.label, choice.description)]
    return "\n".join(part for part in parts if part)


def description(message: Message) -> str:
    return (message.embed or discord.Embed()).description or ""


def table_lines(message: Message) -> list[str]:
    """The lines of a table that is drawn as text."""
    return description(message).split("```")[1].strip("\n").split("\n")


def standing_at(position: Position, name: str, options: dict[str, str]) -> Game:
    """A game that stands at a position which need not be one that play leads to."""
    game = Game.new(name, 2**64 - 1, options)
    game._marks = [position]  # noqa: SLF001 - drawing only looks at the game
    game._go(0)  # noqa: SLF001
    return game


def with_hidden_otherwise(game: Game) -> Game:
    """The same game with everything that the player cannot see in another order."""
    other = game.copy()
    before = game._reached[:-1]  # noqa: SLF001 - no deal leads there
    other._stand_at((*before, hidden_otherwise(game.position, Random(1))))  # noqa: SLF001
    return other


@cache
def largest(name: str, option: tuple[tuple[str, str], ...]) -> Position:
    """The position of random games with the most cards in the tableau, long piles counting for more."""
    positions = [game.position for deal in range(1, 6) for game in walk(name, deal, options=dict(option))]
    return max(positions, key=lambda position: sum(len(pile) ** 2 for pile in position.view().piles))


def late(name: str, options: dict[str, str], count: int = 40) -> Iterator[Game]:
    """Games late in their course: foundations half built, runs on the piles, some spaces."""
    option = "".join(f"{key}={value}" for key, value in options.items())
    for seed in range(count if name != "tens" else 0):
        yield standing_at(engine_position(reference.arranged(Random(seed), name, option)), name, options)


def crowded(name: str, options: dict[str, str]) -> list[Position]:
    """Positions with all cards on the tableau: in one pile, and as evenly as they go."""
    first = Game.new(name, 8, options).position
    if isinstance(first, DiscardingPosition):
        return [first, replace(first, piles=(None,) * len(first.piles), stock=())]
    assert isinstance(first, BuildingPosition)
    pack = sorted(CARDS * first.rules.decks, key=lambda card: card.rank is not CARDS[9].rank)  # the widest first
    found: list[Position] = []
    for hidden in (0, 4 if first.rules.face_down_rows else 0):
        for among in (1, 4, len(first.piles)):
            piles = tuple(tuple(pack[at::among]) if at < among else () for at in range(len(first.piles)))
            down = tuple(min(hidden, len(pile)) for pile in piles)
            found.append(replace(first, piles=piles, face_down=down, stock=(), waste=()))
    tens_up = tuple(int(not first.rules.bases_dealt) * 10 or 1 for _ in first.foundations)
    return [*found, replace(first, waste=tuple(pack), stock=(), foundations=tens_up)]


def long_runs() -> Iterator[Game]:
    """Grounds for Divorce with runs of twelve on every pile and all other piles empty: nothing has more moves."""
    for options in ({}, {"rules": "classic"}):
        first = Game.new("grounds-for-divorce", 8, options).position
        assert isinstance(first, BuildingPosition)
        for runs in range(1, 9):
            lacking = [
                Rank(number % 13 + 1) if first.rules.wraps else Rank(12 * (number % 2) + 1) for number in range(runs)
            ]
            piles = [
                (
                    card_of(rank, Suit((number + 1) % 4)),
                    *(card_of(Rank((rank - 2 - step) % 13 + 1), Suit(number % 4)) for step in range(12)),
                )
                for number, rank in enumerate(lacking)
            ]
            crowd = replace(
                first, piles=(*piles, *[()] * (10 - runs)), face_down=(0,) * 10, stock=CARDS[: 104 - 13 * runs]
            )
            yield standing_at(crowd, "grounds-for-divorce", options)


def won(name: str, options: dict[str, str]) -> Game:
    """A game that its last move has won."""
    first = Game.new(name, 8, options).position
    if isinstance(first, DiscardingPosition):
        pair = card_of(Rank.ACE, Suit.CLUBS), card_of(Rank.NINE, Suit.CLUBS)
        left = tuple(card for card in CARDS if card not in pair)
        position: Position = replace(first, piles=(*pair, *[None] * 11), stock=(), discarded=left)
    else:
        assert isinstance(first, BuildingPosition)
        king_to_two, ace = CARDS[12:0:-1], CARDS[:1]
        piles = (
            (ace, king_to_two) if first.rules.foundation_base is None else (first.rules.foundation_order[-1][12:13],)
        )
        position = replace(
            first,
            piles=(*piles, *[()] * (first.rules.piles - len(piles))),
            face_down=(0,) * first.rules.piles,
            foundations=(*[13] * 7, 12) if first.foundations else (),
            stock=(),
            waste=(),
            discarded=() if first.foundations else (*CARDS, *CARDS[13:]),
        )
    game = standing_at(position, name, options)
    game.play(game.legal_moves()[0])
    assert game.status is Status.WON
    return game


def lost_at_once() -> Game:
    """A deal of Tens without a move."""
    deals = (Game.new("tens", deal) for deal in range(1000))
    return next(game for game in deals if not game.legal_moves())


def in_every_state(name: str, options: dict[str, str]) -> list[Game]:
    """A game at its deal, at its largest, with steps played and undone, won, lost and given up."""
    opening = Game.new(name, 2**64 - 1, options)
    *_, end = walk(name, 1, moves=60, options=options)
    back = end.copy()
    back.undo()
    leap = Game.new(name, end.deal, options)
    leap.play(*end.moves[:5])
    given_up = Game.new(name, end.deal, options)
    given_up.play(end.moves[0])
    given_up.give_up()
    *_, played_out = walk("tens", 2)
    biggest = standing_at(largest(name, tuple(options.items())), name, options)
    return [opening, biggest, end, back, leap, given_up, won(name, options), played_out, lost_at_once()]


def many_boards() -> Iterator[Game]:
    """Every state of every game, and the most crowded positions."""
    for name, options in EVERY_GAME:
        yield from in_every_state(name, options)
        yield from (standing_at(position, name, options) for position in crowded(name, options))
        yield from late(name, options, count=5)
    yield from long_runs()
