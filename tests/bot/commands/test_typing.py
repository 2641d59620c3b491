"""What players type as a move: words for buttons, and what the bot offers while they type."""

from cProfile import Profile

import pytest

from bot.language import LANGUAGES, find_language
from bot.messages.actions import Action
from bot.messages.typed_moves import matching_moves, matching_words, typed_action
from engine import VARIANTS, Game, Status
from tests.support.boards import FORTY_MOVES
from tests.support.card_room import CardRoom, changed, only, private, public


async def test_nothing_is_offered_without_a_game_or_in_a_finished_one(room: CardRoom) -> None:
    assert await room.complete("") == {}
    await room.start("tens")
    await room.say("give-up")
    assert await room.complete("") == {}


async def test_the_legal_moves_are_offered_in_words(room: CardRoom) -> None:
    await room.start("tens", 8)
    offered = await room.complete("")
    assert list(offered.values()) == list(map(str, Game.new("tens", 8).legal_moves()))
    assert next(iter(offered)) == "9♠ + A♦ · piles 4 + 8"
    await room.start("diplomat", 8)
    assert (await room.complete(""))["8♠ · pile 7 → pile 6 (9♣)"] == "7>6"


async def test_moves_from_the_typed_pile_come_first(room: CardRoom) -> None:
    await room.start("tens", 8)
    assert next(iter((await room.complete("9")).values())).startswith("9+")


async def test_at_most_25_moves_are_offered_and_each_fits_discords_limits(room: CardRoom) -> None:
    await room.start_with_forty_moves()
    offered = await room.complete("")
    assert len(offered) == 25
    for label, move in offered.items():
        assert 1 <= len(label) <= 100
        assert 1 <= len(move) <= 100


def calls_to_complete(game: Game, typed: str) -> int:
    """How many functions are called to find what a text may mean."""
    counted = Profile()
    counted.runcall(matching_moves, game, typed, find_language("en"))
    return sum(entry.callcount for entry in counted.getstats())


def test_long_texts_hardly_make_completion_slower() -> None:
    """Discord sends up to 6000 characters, and the bot answers nobody else while it reads them."""
    game = Game.new("grounds-for-divorce", 303, {"rules": "classic"})
    game.play(*FORTY_MOVES.split())
    assert len(game.legal_moves()) == 40
    assert calls_to_complete(game, "p " * 2900) < 10 * calls_to_complete(game, "p ")


@pytest.mark.parametrize("word", ["undo", " Undo ", "UNDO"])
async def test_a_move_is_undone_by_a_word(room: CardRoom, word: str) -> None:
    await room.start("diplomat")
    await room.play("7>6")
    assert public(await room.say("move", move=word)).moves_made == 0


@pytest.mark.parametrize("word", ["give up", "give-up", "aufgeben", "Aufgeben"])
async def test_a_word_may_be_english_or_in_the_language_of_the_user(room: CardRoom, word: str) -> None:
    await room.start("tens")
    if word.casefold() == "aufgeben":
        assert "isn't a move" in private(await room.say("move", move=word))
    room.locale = "de"
    public(await room.say("move", move=word))
    assert (await room.game()).game.status is Status.GIVEN_UP


async def test_words_are_offered_before_moves_as_they_are_typed(room: CardRoom) -> None:
    await room.start("dimes")
    assert next(iter((await room.complete("un")).items())) == ("Undo", "undo")
    assert "Undo" not in await room.complete("")
    assert list((await room.complete("dra")).values()) == ["draw"]


@pytest.mark.parametrize(("game", "lacking"), [("tens", {"draw", "home"}), ("grounds-for-divorce", {"home"})])
async def test_words_that_the_game_does_not_have_are_not_offered(room: CardRoom, game: str, lacking: set[str]) -> None:
    await room.start(game)
    for word in ("draw", "home", "hint"):
        offered = await room.complete(word)
        assert (word not in offered.values()) == (word in lacking)


async def test_the_help_lists_the_words_that_can_be_typed_and_no_others(room: CardRoom) -> None:
    help_page = only(await room.say("help"))
    shown = changed(await room.press(help_page, "Typing moves"))
    *_, others = "\n".join(shown.lines).split(": ")
    listed = ["undo", *others.split(", ")]
    understood = {typed_action(word, find_language("en")) for word in listed}
    every = {typed_action(action, find_language("en")) for action in Action} - {None}
    assert understood == every - {Action.DRAW}  # which has a line of its own


@pytest.mark.parametrize(
    ("code", "typed"), [("en", "finish"), ("de", "fertigspielen"), ("de", "gewinnen"), ("fr", "terminer")]
)
def test_win_now_has_shorter_words_in_every_language(code: str, typed: str) -> None:
    assert typed_action(typed, find_language(code)) is Action.FINISH


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_offered_word_is_understood(code: str) -> None:
    language = find_language(code)
    labels = ("Draw", "Deal", "Home", "Undo", "Redo", "Hint", "Win now", "Give up", "Replay", "Analyse", "Shelf")
    actions = [typed_action(language.text(label), language) for label in labels]
    assert None not in actions
    assert len(set(actions)) == len(labels) - 1  # to draw and to deal are one
    for label in labels:
        for typed in matching_words(language.text(label)[:2], VARIANTS["dimes"].rules, language):
            assert typed_action(typed, language) == Action(typed)
