"""Bringing all safe cards home, on request or automatically."""

from __future__ import annotations

import discord
import pytest

from engine import Game, Move, PatienceError
from tests.support.card_room import CardRoom, buttons, changed, choices, enabled, moves_made, private, public, text
from tests.support.shown import Shown

THREE_ACES_OUT = 1
"""A deal of Dimes: three Aces lie on top of piles."""

AN_ACE_NEXT = 5
"""A deal of Dimes: the first card of the stock is an Ace."""

TWO_NINES_OUT = 3
"""A deal of Cast Out Nines: two Nines lie on top of piles, where eights may need them."""

AN_ACE_BELOW = 4
"""A deal of Diplomat: moving 3>4 uncovers an Ace."""


async def test_home_brings_all_safe_cards_home_in_one_step(room: CardRoom) -> None:
    board = await room.start("dimes", THREE_ACES_OUT)
    board = changed(await room.press(board, "Home"))
    assert moves_made(board) == 3
    assert await room.saved() == "dimes|1||1|2>f&4>f&5>f"
    assert "Home" not in enabled(board)
    board = changed(await room.press(board, "Undo"))
    assert moves_made(board) == 0
    assert moves_made(changed(await room.press(board, "Redo"))) == 3


async def test_the_command_does_the_same_as_the_button(room: CardRoom) -> None:
    await room.start("dimes", THREE_ACES_OUT)
    assert moves_made(public(await room.say("home"))) == 3
    assert moves_made(public(await room.say("undo"))) == 0


async def test_the_board_marks_the_cards_that_went_home(room: CardRoom) -> None:
    await room.prefer(view="text")
    await room.start("dimes", THREE_ACES_OUT)
    board = public(await room.say("home"))
    table = text(board).split("```")[1]
    home, _, piles = table.partition("Waste")
    assert home.count("*") == 2  # an ace covers a king
    assert piles.count("–*") == 3


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
    assert "Home" not in enabled(board)
    assert reason in private(await room.say("home"))
    assert (await room.game()).version == 1


async def test_home_names_the_cards_that_could_go_and_those_that_may_need_them(room: CardRoom) -> None:
    await room.prefer(view="text")
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    why = "you might still need `9♣` / `9♠` to hold `8♣` / `8♠`."
    assert f"{why} Press 🏠 Home again to send every card" in text(changed(await room.press(board, "Home")))
    assert f"{why} To send one anyway, press its own button." in private(await room.say("home"))
    assert (await room.game()).version == 1
    assert why not in text(changed(await room.press(board, "Hint")))


async def test_the_second_press_sends_the_cards_that_are_not_safe(room: CardRoom) -> None:
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    asked = changed(await room.press(board, "Home"))
    assert is_red(asked)
    sent = changed(await room.press(asked, "Home"))
    assert not is_red(sent)
    assert moves_made(sent) == 2
    assert (await room.game()).game.home == 2
    assert moves_made(changed(await room.press(sent, "Undo"))) == 0


async def test_another_press_takes_the_offer_to_send_back(room: CardRoom) -> None:
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    asked = changed(await room.press(board, "Home"))
    drawn = changed(await room.press(asked, "Draw"))
    assert not is_red(drawn)


def is_red(board: Shown) -> bool:
    """Whether the next press on *Home* sends cards that are not safe."""
    return bool(buttons(board)["Home"]["style"] == discord.ButtonStyle.danger.value)


async def test_sending_cards_anyway_twice_at_once_counts_once(room: CardRoom) -> None:
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    asked = changed(await room.press(board, "Home"))
    async with room.at_once(times=2):
        await room.press(asked, "Home")
        await room.press(asked, "Home")
    assert (await room.game()).version == 2


async def test_no_card_goes_home_after_giving_up(room: CardRoom) -> None:
    await room.start("dimes", THREE_ACES_OUT)
    await room.say("give-up")
    assert "gave up this game" in private(await room.say("home"))


async def test_home_without_a_game_says_how_to_start_one(room: CardRoom) -> None:
    assert "/solitaire start" in private(await room.say("home"))


async def test_pressing_home_twice_at_once_counts_once(room: CardRoom) -> None:
    board = await room.start("dimes", THREE_ACES_OUT)
    async with room.at_once(times=2):
        await room.press(board, "Home")
        await room.press(board, "Home")
    assert (await room.game()).version == 2
    assert moves_made(board) == 3


async def test_other_users_cannot_bring_cards_home(room: CardRoom) -> None:
    board = await room.start("dimes", THREE_ACES_OUT)
    assert "somebody else's game" in private(await room.press(board, "Home", room.bob))
    assert (await room.game()).version == 1


async def test_cards_do_not_move_by_themselves_by_default(room: CardRoom) -> None:
    await room.start("dimes", AN_ACE_NEXT)
    await room.say("draw")
    assert await room.saved() == "dimes|5||1|draw"


async def test_with_auto_home_a_drawn_card_goes_home_in_the_same_step(room: CardRoom) -> None:
    await room.prefer(auto_home=True)
    board = await room.start("dimes", AN_ACE_NEXT)
    board = changed(await room.press(board, "Draw"))
    assert await room.saved() == "dimes|5||1|draw&w>f"
    assert moves_made(changed(await room.press(board, "Undo"))) == 0
    await room.say("draw")
    assert await room.saved() == "dimes|5||1|draw&w>f"


async def test_with_auto_home_an_uncovered_card_goes_home_in_the_same_step(room: CardRoom) -> None:
    await room.prefer(auto_home=True)
    board = await room.start("diplomat", AN_ACE_BELOW)
    label = next(label for label, (_, move) in choices(board).items() if move == "3>4")
    board = changed(await room.choose(board, label))
    assert await room.saved() == "diplomat|4||1|3>4&3>f"
    board = changed(await room.press(board, "Undo"))
    assert moves_made(board) == 0
    assert moves_made(public(await room.say("move", move="3>4"))) == 2
    assert await room.saved() == "diplomat|4||1|3>4&3>f"


async def test_with_auto_home_cards_go_home_after_a_confirmed_move(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warning(_: Game, __: Move) -> PatienceError:
        return PatienceError("Sure?")

    monkeypatch.setattr(Game, "warning", warning)
    await room.prefer(auto_home=True)
    await room.start("dimes", AN_ACE_NEXT)
    asked = public(await room.say("draw"))
    assert await room.saved() == "dimes|5||0|"
    assert moves_made(changed(await room.press(asked, "Move anyway"))) == 2
    assert await room.saved() == "dimes|5||1|draw&w>f"
