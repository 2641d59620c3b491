"""A game as a message."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import discord
import pytest
from hypothesis import given, settings

from bot.board.board import draw_board
from bot.board.labels import label, matching
from bot.board.message import WIDTH, Message
from engine import BACK, Card, Game, Position, Status
from engine.building import BuildingPosition
from engine.cards import CARDS
from engine.discarding import DiscardingPosition
from tests.engine.games import games, hidden_otherwise
from tests.engine.positions import EVERY_GAME, EVERY_LABEL

LONGEST_NAME = "W" * 32
GREATEST_ID = 2**63 - 1


def drawn(game: Game) -> Message:
    return draw_board(game, game_id=GREATEST_ID, version=99999, player=LONGEST_NAME)


def everything(message: Message) -> str:
    """All that can be read in a message, and what its buttons say."""
    embed = message.embed or discord.Embed()
    fields = [f"{field.name} {field.value}" for field in embed.fields]
    parts = [message.text, embed.title, embed.description, *fields, *(button.label for button in message.buttons)]
    return "\n".join(part for part in parts if part)


def table_lines(message: Message) -> list[str]:
    description = (message.embed or discord.Embed()).description or ""
    return description.split("```")[1].strip("\n").split("\n")


def standing_at(position: Position, name: str, options: dict[str, str]) -> Game:
    """A game that stands at a position which need not be one that play leads to."""
    game = Game.new(name, 2**64 - 1, options)
    game._positions = [position]  # noqa: SLF001 - drawing only looks at the game
    return game


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


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_the_largest_boards_keep_the_limits_and_the_width(name: str, options: dict[str, str]) -> None:
    for position in crowded(name, options):
        message = drawn(standing_at(position, name, options))
        assert max(map(len, table_lines(message))) <= WIDTH
        assert len((message.embed or discord.Embed()).description or "") < 2048


@settings(max_examples=150, deadline=None)
@given(games())
def test_every_board_keeps_the_limits_and_shows_what_the_player_sees(game: Game) -> None:
    message = drawn(game)
    lines = table_lines(message)
    assert max(map(len, lines)) <= WIDTH
    view = game.position.view()
    table = "\n".join(lines)
    seen = [card for pile in view.piles for card in pile if isinstance(card, Card)]
    tops = [top for _, top in view.foundations if top is not None]
    shown = re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", table)
    assert sorted(shown) == sorted(map(str, [*seen, *tops, *(view.waste or ())[-1:]]))
    assert table.count(str(BACK)) == sum(card is BACK for pile in view.piles for card in pile)
    assert f"**{view.home}** of {view.pack} home" in everything(message)
    assert f"**{view.stock}** in stock" in everything(message)
    assert f"deal {game.deal}" in everything(message)
    if view.waste:
        assert f"({len(view.waste)})" in table


@settings(max_examples=60, deadline=None)
@given(games())
def test_every_pile_has_its_number_before_its_cards(game: Game) -> None:
    table = "\n".join(table_lines(drawn(game)))
    for number, pile in enumerate(game.position.view().piles, 1):
        first = "–" if not pile else "▒" if pile[0] is BACK else str(pile[0])
        assert re.search(rf"(?m)(^|  ) ?{number} +{re.escape(first)}", table), (number, table)


@settings(max_examples=100, deadline=None)
@given(games())
def test_what_is_hidden_changes_nothing_that_is_shown(game: Game) -> None:
    """Two positions that differ only in hidden cards give the same message and the same completions."""
    other = game.copy()
    place = len(game.moves)
    other._positions[place] = hidden_otherwise(game.position, Random(1))  # noqa: SLF001 - no deal leads there
    assert everything(drawn(game)) == everything(drawn(other))
    moves = game.legal_moves()
    labels = [label(game.position, move) for move in moves]
    assert labels == [label(other.position, move) for move in moves]
    for typed in ("", "a", "k", "10", "♠"):
        assert matching(game, typed) == matching(other, typed)


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_last_move_is_told(game: Game) -> None:
    fields = (drawn(game).embed or discord.Embed()).fields
    assert [field.name for field in fields] == (["Last move"] if game.moves else [])


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_buttons_can_be_pressed_where_they_do_something(game: Game) -> None:
    enabled = {button.label for button in drawn(game).buttons if not button.disabled}
    won, given_up = game.status is Status.WON, game.status is Status.GIVEN_UP
    assert "New game" in enabled
    assert ("Undo" in enabled) == (given_up or (not won and bool(game.moves)))
    assert ("Redo" in enabled) == (not won and not given_up and bool(game.undone))
    if {"Draw", "Deal"} & enabled:
        assert game.status is Status.PLAYING
        assert game.position.view().stock


def test_a_card_that_was_drawn_is_told() -> None:
    game = Game.new("dimes", 8)
    game.play("draw")
    waste = game.position.view().waste
    assert waste is not None
    assert f"{waste[-1]} · stock → waste" in everything(drawn(game))


def test_a_card_that_came_from_the_stock_into_a_space_is_told() -> None:
    random = Random(1)
    for deal in range(50):
        game = Game.new("dimes", deal)
        for _ in range(80):
            filling = [move for move in game.legal_moves() if str(move).startswith("s>")]
            if filling:
                number = int(str(filling[0])[2:])
                game.play(filling[0])
                card = game.position.view().piles[number - 1][0]
                assert f"{card} · stock → space {number}" in everything(drawn(game))
                return
            game.play(random.choice(game.legal_moves()))
    pytest.fail("no deal came to a space")


def test_buttons_of_different_versions_and_games_are_different() -> None:
    game = Game.new("dimes", 8)
    ids = {
        button.custom_id
        for game_id, version in ((1, 1), (1, 2), (2, 1))
        for button in draw_board(game, game_id=game_id, version=version, player="alice").buttons
    }
    assert len(ids) == 12
