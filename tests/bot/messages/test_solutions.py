"""Hints: true, and silent about hidden cards."""

import re
from collections.abc import Iterator

import pytest
from discord import Embed

from bot.messages.drawing import Drawing
from bot.messages.message import Message
from bot.messages.solutions import certainty_text, hint_text
from bot.messages.style import Style
from bot.model.contest import Contest
from bot.model.game import UserGame
from bot.model.solutions import BlindGuess
from engine import Card, Game, Move, Solution, Verdict, parse_move
from tests.engine.positions import building, game_at, split_options
from tests.engine.random_games import walk
from tests.support.boards import TEXT, every_game, every_style, with_hidden_cards_shuffled


def current(game: Game, *, contest: Contest | None = None) -> UserGame:
    return UserGame(1, 1, 1, game, 0, 0, contest=contest, transcript=None if contest is None else "")


def moved(name: str) -> Game:
    game = Game.new(name, 8)
    game.play(game.legal_moves()[0])
    return game


def drawing(played: UserGame, style: Style, *, is_winnable: bool) -> Drawing:
    return Drawing(played, style, player="alice", now=0, is_winnable=is_winnable)


CHALLENGE = Contest("challenge", "7", ends_at=9)
DEALT = Game.new("diplomat", 8)
ONE_MOVE = game_at(building("diplomat", "K♣ | K♦ | K♥ | K♠ | 9♣ | 9♠ | 7♣ | 7♠", stock="2♣ 5♣"), "diplomat")
IMPOSSIBLE = Solution(Verdict.IMPOSSIBLE)
UNKNOWN = Solution(Verdict.UNKNOWN)


@pytest.mark.parametrize(
    ("played", "hint", "said"),
    [
        ("diplomat", Solution(Verdict.WON), "This game can still be won (proven)."),
        (DEALT, IMPOSSIBLE, "This deal is impossible to win (proven)."),
        (
            "diplomat",
            IMPOSSIBLE,
            "This game can no longer be won (proven). Press 🔍 Analyse to look for the move to go back to.",
        ),
        ("tens", IMPOSSIBLE, "This deal is impossible to win (proven)."),
        (DEALT, UNKNOWN, "This is a guess. The deal can be won (proven), but I haven't found out how."),
        ("diplomat", UNKNOWN, "This is a guess. I haven't found a sure win from here."),
        (ONE_MOVE, UNKNOWN, "It's the only move you have. I haven't found a sure win from here."),
        (ONE_MOVE, BlindGuess(), "It's the only move you have. I had no time to look ahead."),
        ("diplomat", BlindGuess(), "This is a guess. I had no time to look ahead."),
    ],
)
def test_a_hint_says_how_certain_it_is(played: Game | str, hint: Solution, said: str) -> None:
    """Of a game at this point, or after the first move of the game with this name."""
    game = moved(played) if isinstance(played, str) else played
    assert certainty_text(drawing(current(game), TEXT, is_winnable=played is not ONE_MOVE), hint) == said


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (IMPOSSIBLE, "This game can no longer be won (proven). Press ↩️ to go back."),
        (BlindGuess(), "This is a guess. I had no time to look ahead. It doesn't count as a hint."),
    ],
)
def test_a_hint_in_an_attempt_says_how_certain_it_is_and_what_it_costs(hint: Solution, said: str) -> None:
    played = current(moved("diplomat"), contest=CHALLENGE)
    assert certainty_text(drawing(played, TEXT, is_winnable=True), hint) == said


def test_a_hint_in_a_lost_game_only_gets_as_far_as_it_can() -> None:
    game, moves = game_at(building("diplomat", "A♠ 8♠ | 9♥"), "diplomat"), (parse_move("1>2"),)
    told = {verdict: hint_text(game, Solution(verdict, moves), TEXT, "So it is.") for verdict in Verdict}
    assert "It frees `A♠`, which can then go home." in told[Verdict.UNKNOWN]
    assert told[Verdict.IMPOSSIBLE].splitlines()[1:] == [
        "It starts the line that clears the most cards, as far as I can tell.",
        "So it is.",
    ]


def test_a_hint_ends_with_how_certain_it_is_and_may_lack_a_move() -> None:
    game, moves = game_at(building("diplomat", "A♠ | 9♥"), "diplomat"), (parse_move("1>f"),)
    told = hint_text(game, Solution(Verdict.IMPOSSIBLE, moves), TEXT, "Certain.")
    assert told.startswith("`A♠` · ")
    assert told.endswith("\nCertain.")
    told = hint_text(game, Solution(Verdict.IMPOSSIBLE), TEXT, "Certain.")
    assert told == "I couldn't find a way to clear another card.\nCertain."


STOCK = "2♥ 4♥ 6♥ 8♥ 10♥ 7♣"


@pytest.mark.parametrize(
    ("option", "played", "hint", "said"),
    [
        ("", "", "draw draw draw 1>2", "Draw 3 · stock → waste"),
        ("", "draw draw", "draw draw draw draw draw draw", "Draw until `2♥`"),
        ("", "draw draw draw draw draw draw draw", "draw draw draw", "Draw until `6♥`"),
        ("", "draw draw draw draw draw draw draw", "draw", "Draw · stock → waste"),
        ("draw=three", "draw draw draw", "draw draw w>1", "Draw until `7♣`"),
    ],
)
def test_a_hint_names_the_card_to_draw_to_once_it_was_seen(option: str, played: str, hint: str, said: str) -> None:
    table = building("klondike", "8♥ | K♠ | J♣", stock=STOCK, option=option)
    game = game_at(table, "klondike", split_options(option))
    for text in played.split():
        game.play(text)
    first, *rest = hint_text(game, Solution(Verdict.WON, tuple(map(parse_move, hint.split()))), TEXT).splitlines()
    assert first == said
    assert rest == ["`7♣` · waste → pile 1 (`8♥`)"] * hint.count("w>1") or not said.startswith("Draw until")


def lines_of_play(name: str, options: dict[str, str]) -> Iterator[tuple[Game, tuple[Move, ...]]]:
    """Random games, each with the moves played from there, which also draw and reveal cards."""
    for deal in (1, 2, 3):
        games = [game.copy() for game in walk(name, deal, moves=100, options=options)]
        yield from ((game, games[-1].moves[at:]) for at, game in enumerate(games[:-1]))


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", text))


def known_cards(game: Game) -> set[str]:
    """The cards that the player sees, and those of a stock that was turned over."""
    view = game.view()
    seen = {str(card) for place in view.places() for card in view.at(place) if isinstance(card, Card)}
    return seen | set(map(str, game.position.stock if game.is_stock_seen else ()))


@every_game
def test_hints_reveal_nothing_about_hidden_cards(name: str, options: dict[str, str]) -> None:
    """A hint names only cards that the player knows, and reads the same however the hidden ones lie."""
    named = 0
    for game, moves in lines_of_play(name, options):
        solution = Solution(Verdict.WON, moves)
        told = hint_text(game, solution, TEXT)
        named += len(cards_in(told))
        assert cards_in(told) <= known_cards(game), told
        for seed in (1, 2):
            assert hint_text(with_hidden_cards_shuffled(game, seed), solution, TEXT) == told
    assert named


@every_style
def test_hints_fit_in_every_language(style: Style) -> None:
    for game, moves in lines_of_play("grounds-for-divorce", {}):
        hint = Solution(Verdict.UNKNOWN, moves)
        text = hint_text(game, hint, style, certainty_text(drawing(current(DEALT), style, is_winnable=True), hint))
        Message(embed=Embed().add_field(name="Hint", value=text))
