"""Bringing all safe cards home, on request or automatically."""

from __future__ import annotations

import discord
import pytest

from engine import Game, PatienceError
from tests.support.card_room import CardRoom, changed, private, public
from tests.support.components import plain_name
from tests.support.shown import Shown

THREE_ACES_OUT = 1
"""A deal of Dimes: three Aces lie on top of piles."""

AN_ACE_NEXT = 5
"""A deal of Dimes: the first card of the stock is an Ace."""

ONE_KING_HELD_BACK = 423
"""A deal of Dimes: two cards can go home safely, and a king could follow, but not safely."""

TWO_NINES_OUT = 3
"""A deal of Cast Out Nines: two Nines lie on top of piles, where eights may need them."""

AN_ACE_BELOW = 4
"""A deal of Diplomat: moving 3>4 uncovers an Ace."""


async def test_home_brings_all_safe_cards_home_in_one_step(room: CardRoom) -> None:
    board = await room.start("dimes", THREE_ACES_OUT)
    board = changed(await room.press(board, "Home"))
    assert board.moves_made == 3
    assert await room.saved() == "dimes|1||1|2>f&4>f&5>f"
    assert "Home" not in board.enabled
    board = changed(await room.press(board, "Undo"))
    assert board.moves_made == 0
    assert changed(await room.press(board, "Redo")).moves_made == 3


async def test_the_command_does_the_same_as_the_button(room: CardRoom) -> None:
    await room.start("dimes", THREE_ACES_OUT)
    assert public(await room.say("home")).moves_made == 3
    assert public(await room.say("undo")).moves_made == 0
    await room.say("give-up")
    assert "gave up this game" in private(await room.say("home"))


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("dimes", "No card can go home right now."),
        ("grounds-for-divorce", "no foundations"),
        ("tens", "no foundations"),
    ],
)
async def test_the_command_says_why_nothing_can_go_home(room: CardRoom, game: str, reason: str) -> None:
    board = await room.start(game, 8)
    assert "Home" not in board.enabled
    assert reason in private(await room.say("home"))
    assert (await room.game()).version == 1


async def test_home_names_the_cards_that_could_go_and_those_that_may_need_them(room: CardRoom) -> None:
    await room.prefer(view="text")
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    why = "`9♣` / `9♠` stay: you might still want to put `8♣` / `8♠` on them."
    again = "Press 🏠 again to send 2 cards anyway."
    assert f"{why} {again}" in changed(await room.press(board, "Home")).text
    assert f"{why} To send one anyway, press that card's button." in private(await room.say("home"))
    assert (await room.game()).version == 1
    assert why not in changed(await room.press(board, "Hint")).text


async def test_home_sends_safe_cards_and_says_why_another_stays(room: CardRoom) -> None:
    await room.prefer(view="text")
    board = changed(await room.press(await room.start("dimes", ONE_KING_HELD_BACK), "Home"))
    assert board.moves_made == 2
    assert "`K♦` stays: you might still want to put `Q♦` on it. Press 🏠 again" in board.text
    assert is_red(board)
    assert "you might" not in changed(await room.press(board, "Home")).text
    assert await room.saved() == f"dimes|{ONE_KING_HELD_BACK}||2|7>f&8>f 2>f"


@pytest.mark.parametrize(
    ("game", "deal", "shown"),
    [
        ("cast-out-nines", TWO_NINES_OUT, "Home ?"),
        ("dimes", ONE_KING_HELD_BACK, "Home"),
        ("dimes", THREE_ACES_OUT, "Home"),
        ("dimes", 8, "Home"),
    ],
)
async def test_home_shows_a_question_mark_only_if_it_asks_first(
    room: CardRoom, game: str, deal: int, shown: str
) -> None:
    board = await room.start(game, deal)
    assert shown in board.buttons
    if "?" in shown:
        board = changed(await room.press(board, "Home"))
        assert "Home" in board.buttons, "the next press sends the cards"


def is_red(board: Shown) -> bool:
    """Whether the next press on *Home* sends cards that are not safe."""
    (home,) = (button for name, button in board.buttons.items() if plain_name(name) == "Home")
    return bool(home["style"] == discord.ButtonStyle.danger.value)


async def test_the_second_press_sends_the_cards_that_are_not_safe_unless_another_comes_between(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("cast-out-nines", TWO_NINES_OUT), "Home"))
    assert is_red(board)
    board = changed(await room.press(board, "Draw"))
    assert not is_red(board)
    board = changed(await room.press(changed(await room.press(board, "Undo")), "Home"))
    assert is_red(board)
    sent = changed(await room.press(board, "Home"))
    assert not is_red(sent)
    assert sent.moves_made == 2
    assert (await room.game()).game.cards_home == 2
    assert changed(await room.press(sent, "Undo")).moves_made == 0


@pytest.mark.parametrize(("game", "deal"), [("dimes", THREE_ACES_OUT), ("cast-out-nines", TWO_NINES_OUT)])
async def test_pressing_home_twice_at_once_counts_once(room: CardRoom, game: str, deal: int) -> None:
    board = await room.start(game, deal)
    if deal == TWO_NINES_OUT:  # the second press sends them
        board = changed(await room.press(board, "Home"))
    async with room.at_once(times=2):
        await room.press(board, "Home")
        await room.press(board, "Home")
    assert (await room.game()).version == 2
    assert board.moves_made == (await room.game()).game.cards_home - 8 * (game == "dimes")


@pytest.mark.parametrize(
    ("game", "deal", "move", "step"),
    [("dimes", AN_ACE_NEXT, "draw", "draw&w>f"), ("diplomat", AN_ACE_BELOW, "3>4", "3>4&3>f")],
)
async def test_with_auto_home_cards_go_home_in_the_same_step(
    room: CardRoom, game: str, deal: int, move: str, step: str
) -> None:
    await room.start(game, deal)
    await room.say("move", move=move)
    assert await room.saved() == f"{game}|{deal}||1|{move}"
    await room.prefer(auto_home=True)
    await room.say("undo")
    board = public(await room.say("move", move=move))
    assert await room.saved() == f"{game}|{deal}||1|{step}"
    board = changed(await room.press(board, "Undo"))
    assert board.moves_made == 0
    if move == "draw":
        board = changed(await room.press(board, "Draw"))
    else:
        label = next(label for label, (_, each) in board.choices.items() if each == move)
        board = changed(await room.choose(board, label))
    assert board.moves_made == 2
    assert await room.saved() == f"{game}|{deal}||1|{step}"


async def test_with_auto_home_cards_go_home_after_a_confirmed_move(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "warning", lambda *_: PatienceError("Sure?"))
    await room.prefer(auto_home=True)
    await room.start("dimes", AN_ACE_NEXT)
    asked = public(await room.say("draw"))
    assert await room.saved() == "dimes|5||0|"
    assert changed(await room.press(asked, "Move anyway")).moves_made == 2
    assert await room.saved() == "dimes|5||1|draw&w>f"
