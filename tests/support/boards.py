"""Boards of every kind, and the texts of a message."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import discord
import pytest

from bot.language import LANGUAGES, NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.custom_id import CustomId
from bot.messages.drawing import Drawing, MenuPage, Overlay
from bot.messages.layout import Layout, Page
from bot.messages.message import Button, Message, Select
from bot.messages.style import EmojiDeck, Style
from bot.model.game import UserGame
from bot.model.preferences import BoardView, Preferences
from bot.pictures.emoji import emoji_files, shown_name
from engine import VARIANTS, Game, Position, Rank, Solution, Status, Suit, Verdict, View
from engine.building import BuildingPosition
from engine.cards import CARDS, card_of
from engine.discarding import DiscardingPosition
from engine.rules import RUN
from tests.engine.games import shuffle_hidden
from tests.engine.late_tables import late_table
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, engine_position, game_at
from tests.engine.random_games import walk
from tests.support.thorough import is_thorough, pairs, times

FORTY_MOVES = """
3>6 2>5 7>4 6>7*2 1>10 6>8 2>10 2>1 5>9*2 5>1 8>1*2 5>3 6>4 6>2 8>2 6>3 8>9 8>6 8>5 9>5*4 2>8*3 8>3*3 5>8*4 2>6 8>5*4
9>2 9>8 9>7 1>2 2>1 draw 8>5 4>8 6>5 1>10 4>2 6>9*2 8>7*2 2>3*2 4>2 3>4*2 9>6*2 3>8 6>9*2 4>6*3 5>4 draw 7>10 7>4*2
8>2 draw 7>3 7>4 5>7 6>1 1>4*2 9>1 9>10 2>9 draw 6>3 2>4 1>7 9>10 4>8*2 7>1*2 5>1 8>6 6>8 draw 4>6 4>10*4 1>7 9>6 3>4
5>9 4>5 4>3*3 9>7*5 9>5 4>9*2 4>2 4>8 9>1*2"""
"""The moves from deal 303 of Grounds for Divorce, classic, to a position with forty legal moves."""

LONGEST_NAME = "W" * 32
GREATEST_ID = 2**63 - 1
NO_OVERLAY = Overlay()

EMOJI_BY_KEY = {
    key: discord.PartialEmoji(name=shown_name(key), id=GREATEST_ID - number) for number, key in enumerate(emoji_files())
}


def style_of(view: BoardView, code: str = "en", *, four_colour: bool = True) -> Style:
    preferences = Preferences(view=view, four_colour=four_colour)
    return Style(find_language(code), preferences, EmojiDeck(EMOJI_BY_KEY, four_colour=four_colour))


TEXT, EMOJI, PICTURE, WORDS = map(style_of, (BoardView.TEXT, BoardView.EMOJI, BoardView.PICTURE, BoardView.WORDS))
EVERY_VIEW = (TEXT, EMOJI, PICTURE, WORDS)
EVERY_STYLE = [style_of(view, code) for code, view in pairs(LANGUAGES, BoardView)]

every_game = pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
every_language = pytest.mark.parametrize("code", LANGUAGES)
every_view = pytest.mark.parametrize("style", EVERY_VIEW, ids=lambda style: style.view)
every_style = pytest.mark.parametrize("style", EVERY_STYLE, ids=lambda style: f"{style.language.code} {style.view}")


def board_of(game: Game, style: Style = TEXT, overlay: Overlay = NO_OVERLAY) -> Message:
    """Draw a game with the longest name and the greatest numbers possible."""
    return draw_board(
        Drawing(
            UserGame(GREATEST_ID, user_id=1, version=99999, game=game, started_at=0, changed_at=0),
            style,
            player=LONGEST_NAME,
            now=0,
            picture=b"a picture" if style.view is BoardView.PICTURE else None,
            overlay=overlay,
        )
    )


def overlays_of(game: Game) -> list[Overlay]:
    """What players most often see on top of a board: nothing, the menu, a hint or a warning."""
    found = [Overlay(), Overlay(menu=MenuPage.FIRST)]
    if game.status is Status.PLAYING:
        first = game.listed_moves()[0]
        found += [Overlay(hint=Solution(verdict, (first,))) for verdict in Verdict]
        found.append(Overlay(warned_move=first))
    return found


def action_of(part: Button | Select) -> Action:
    return CustomId.parse(part.custom_id).action


def button_rows(message: Message) -> list[tuple[Button, ...]]:
    """Without the selects between them."""
    return [row for row in message.action_rows if not isinstance(row, Select)]


def buttons_of(page: Page) -> list[Button]:
    return [button for row in page.action_rows if not isinstance(row, Select) for button in row]


def selects_of(page: Page) -> list[Select]:
    return [row for row in page.action_rows if isinstance(row, Select)]


def all_text(message: Page) -> str:
    """The texts of a message, its buttons and its selects."""
    parts: list[str | None] = []
    if isinstance(message, Layout):
        parts += message.texts
    else:
        embed = message.embed or discord.Embed()
        parts += [message.text, embed.title, embed.description, embed.author.name, embed.footer.text]
        parts += [text for field in embed.fields for text in (field.name, field.value)]
        parts += [message.picture.description if message.picture else None]
    parts += [button.label for button in buttons_of(message)]
    for select in selects_of(message):
        parts.append(select.placeholder)
        parts += [text for choice in select.choices for text in (choice.label, choice.description)]
    return "\n".join(part for part in parts if part).replace(NO_BREAK, " ")


def description(message: Message) -> str:
    return ((message.embed or discord.Embed()).description or "").replace(NO_BREAK, " ")


def table_lines(message: Message) -> list[str]:
    return description(message).split("```")[1].strip("\n").split("\n")


def with_hidden_cards_shuffled(game: Game, seed: int = 1) -> Game:
    other = game.copy()
    before = game._last_positions[:-1]  # noqa: SLF001 - no deal leads to it
    shuffled = shuffle_hidden(game.position, Random(seed), is_stock_seen=game.is_stock_seen)
    other._go_to((*before, shuffled))  # noqa: SLF001
    return other


@cache
def largest_position(name: str, option: tuple[tuple[str, str], ...]) -> Position:
    """The position with the largest tableau in some random games; long piles count for more."""
    positions = [game.position for deal in range(1, 6) for game in walk(name, deal, options=dict(option))]
    return max(positions, key=lambda position: sum(len(pile) ** 2 for pile in position.view().piles))


def late_games(name: str, options: dict[str, str], count: int = times(8)) -> Iterator[Game]:
    """Games near their end: foundations half built, runs on the piles, some spaces. Discarding games have none."""
    option = "".join(f"{key}={value}" for key, value in options.items())
    for seed in range(0 if VARIANTS[name].rules.discards else count):
        yield game_at(engine_position(late_table(Random(seed), name, option)), name, options)


def crowded_positions(name: str, options: dict[str, str]) -> list[Position]:
    """Positions with all cards on the tableau, in one pile, in four, or evenly in all."""
    first = Game.new(name, 8, options).position
    if isinstance(first, DiscardingPosition):
        return [first, replace(first, piles=(None,) * len(first.piles), stock=())]
    assert isinstance(first, BuildingPosition)
    pack = sorted(CARDS * first.rules.decks, key=lambda card: card.rank is not CARDS[9].rank)  # Tens first, the widest
    found: list[Position] = []
    for hidden in (0, 4 if first.rules.face_up else 0):
        for among in (1, 4, len(first.piles)):
            piles = tuple(tuple(pack[at::among]) if at < among else () for at in range(len(first.piles)))
            down = tuple(min(hidden, len(pile)) for pile in piles)
            found.append(replace(first, piles=piles, face_down=down, stock=(), waste=()))
    tens_up = tuple(int(not first.rules.bases_dealt) * 10 or 1 for _ in first.foundations)
    return [*found, replace(first, waste=tuple(pack), stock=(), foundations=tens_up)]


def long_runs() -> Iterator[Game]:
    """Grounds for Divorce with up to eight runs of twelve and spaces, the positions with the most moves."""
    for options in ({}, {"rules": "classic"}):
        first = Game.new("grounds-for-divorce", 8, options).position
        assert isinstance(first, BuildingPosition)
        for runs in range(1, 9):
            lacking = [
                Rank(number % RUN + 1) if first.rules.wraps else (Rank.ACE, Rank.KING)[number % 2]
                for number in range(runs)
            ]
            piles = [
                (
                    card_of(rank, Suit((number + 1) % 4)),
                    *(card_of(Rank((rank - 2 - step) % RUN + 1), Suit(number % 4)) for step in range(RUN - 1)),
                )
                for number, rank in enumerate(lacking)
            ]
            crowd = replace(
                first,
                piles=(*piles, *[()] * (first.rules.piles - runs)),
                face_down=(0,) * first.rules.piles,
                stock=CARDS[: first.pack - RUN * runs],
            )
            yield game_at(crowd, "grounds-for-divorce", options)


def won_game(name: str, options: dict[str, str]) -> Game:
    first = Game.new(name, 8, options).position
    if isinstance(first, DiscardingPosition):
        ranks = first.rules.sets[0]
        last = [card_of(rank, Suit(ranks[:number].count(rank))) for number, rank in enumerate(ranks)]
        left = tuple(card for card in CARDS if card not in last)
        empty = [None] * (first.rules.piles - len(last))
        position: Position = replace(first, piles=(*last, *empty), stock=(), discarded=left)
    else:
        assert isinstance(first, BuildingPosition)
        king_to_two = CARDS[12:0:-1]
        ace = CARDS[:1]
        piles = (
            (ace, king_to_two) if first.rules.foundation_base is None else (first.rules.foundation_order[-1][12:13],)
        )
        position = replace(
            first,
            piles=(*piles, *[()] * (first.rules.piles - len(piles))),
            face_down=(0,) * first.rules.piles,
            foundations=(*[RUN] * (len(first.foundations) - 1), RUN - 1) if first.foundations else (),
            stock=(),
            waste=(),
            discarded=() if first.foundations else (*CARDS, *CARDS[13:]),
        )
    game = game_at(position, name, options)
    game.play(game.legal_moves()[0])
    assert game.status is Status.WON
    return game


@cache
def views_of(name: str, deal: int = 1, moves: int = 150) -> tuple[View, ...]:
    """The views of a random game from the deal on; draws are rare, so that piles grow."""
    return tuple(game.position.view() for game in walk(name, deal, moves=moves))


def game_without_moves() -> Game:
    deals = (Game.new("tens", deal) for deal in range(1000))
    return next(game for game in deals if not game.legal_moves())


def given_up_game() -> Game:
    game = Game.new("dimes", 8)
    game.give_up()
    return game


def games_in_every_state(name: str, options: dict[str, str]) -> list[Game]:
    """Games just dealt, at their largest, with steps played and undone, won, lost, and given up."""
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
    biggest = game_at(largest_position(name, tuple(options.items())), name, options)
    return [opening, biggest, end, back, leap, given_up, won_game(name, options), played_out, game_without_moves()]


@cache
def varied_games() -> Sequence[Game]:
    """Every game in every state, and the most crowded positions; to draw, not to play."""
    found: list[Game] = []
    for name, options in EVERY_GAME:
        found += games_in_every_state(name, options)
        found += (game_at(position, name, options) for position in crowded_positions(name, options))
        found += late_games(name, options, count=5)
    return [*found, *long_runs()]


def varied_games_in(code: str) -> Sequence[Game]:
    """Half of the varied games, the other half in every second language; before a commit, only the language's share."""
    step = 2 if is_thorough() else len(LANGUAGES)
    return varied_games()[list(LANGUAGES).index(code) % step :: step]
