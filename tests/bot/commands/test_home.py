"""Bringing cards home, on request or automatically."""

import pytest

from engine import Game, PatienceError
from tests.support.card_room import CardRoom, changed, private, public

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


async def test_home_sends_one_card_without_asking_if_none_is_safe(room: CardRoom) -> None:
    board = await room.start("cast-out-nines", TWO_NINES_OUT)
    board = changed(await room.press(board, "Home"))
    assert board.moves_made == 1
    again = public(await room.say("home"))
    assert again.moves_made == 2
    assert (await room.game()).game.cards_home == 2
    assert changed(await room.press(again, "Undo")).moves_made == 1


async def test_home_leaves_cards_that_others_may_need_while_some_are_safe(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("dimes", ONE_KING_HELD_BACK), "Home"))
    assert board.moves_made == 2
    assert (
        "can go home, too, but another card may still need it. Press 🏠 again to send it." in board.fields["Last move"]
    )
    board = changed(await room.press(board, "Home"))
    assert "Last move" not in board.fields
    assert await room.saved() == f"dimes|{ONE_KING_HELD_BACK}||2|7>f&8>f 2>f"


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
