"""A full shelf, which asks which game may go before it takes another."""

from bot.model.shelf import MOST_SHELVED
from tests.bot.commands.test_shelf import given_up
from tests.support.card_room import CardRoom, changed, only, public, readable
from tests.support.daily_room import begin, results
from tests.support.full_shelf import fill_shelf


async def test_the_eleventh_game_asks_which_may_go(room: CardRoom) -> None:
    await fill_shelf(room)
    before = await room.saved()
    asked = only(await room.say("start", game="tens", deal="13"))
    assert asked.ephemeral
    assert asked.text.startswith("You have no room for another game.")
    question = changed(await room.choose(asked, "Dimes · deal 0"))
    assert question.text.startswith("Give up **Dimes · deal 0**? You can't undo this.")
    assert await room.saved() == before
    board = public(await room.press(question, "Give up and deal"))
    assert "Tens · deal 13" in board.text
    assert len(await room.shelf.shelved(room.alice.id)) == MOST_SHELVED
    assert await given_up(room) == [1]


async def test_a_full_shelf_can_stay_as_it_is(room: CardRoom) -> None:
    await fill_shelf(room)
    before = await room.shelf.shelved(room.alice.id)
    question = changed(await room.choose(only(await room.say("start", game="tens")), "Dimes · deal 0"))
    assert "My games" in changed(await room.press(question, "Keep it")).text
    asked = only(await room.say("start", game="tens"))
    await room.press(asked, "Keep playing")
    assert room.is_gone(asked)
    assert await room.shelf.shelved(room.alice.id) == before
    assert (await room.game()).game.variant.name == "dimes"


async def test_choosing_twice_at_once_deals_once(room: CardRoom) -> None:
    await fill_shelf(room)
    asked = only(await room.say("start", game="tens", deal="13"))
    question = changed(await room.choose(asked, "Dimes · deal 0"))
    async with room.at_once(times=2):
        await room.press(question, "Give up and deal")
        await room.press(question, "Give up and deal")
    await room.deliver(*room.held)
    assert await room.saved() == "tens|13||0|"
    assert await given_up(room) == [1]
    assert len(room.live_boards()) == 1


async def test_an_outdated_choice_on_a_full_shelf_asks_again(room: CardRoom) -> None:
    await fill_shelf(room)
    asked = only(await room.say("start", game="tens"))
    oldest = (await room.shelf.shelved(room.alice.id))[-1]
    await room.shelf.resume(room.alice.id, oldest.board.game_id, 7)
    before = await room.shelf.shelved(room.alice.id)
    assert "You have no room for another game" in changed(await room.choose(asked, "Dimes · deal 0")).text
    assert await room.shelf.shelved(room.alice.id) == before


async def test_an_expired_attempt_is_called_so_when_a_full_shelf_asks(day: CardRoom) -> None:
    await begin(day, "dimes")
    await fill_shelf_but_one(day)
    day.set_clock("2026-11-23 00:01")
    asked = only(await day.say("start", game="tens", deal="8"))
    options = asked.components[0]["components"][0]["options"]
    (described,) = (choice["description"] for choice in options if "daily" in choice["label"])
    assert readable(described).endswith("Ranked attempt · expired")


async def test_a_ranked_attempt_leaves_a_full_shelf_only_after_a_question(day: CardRoom) -> None:
    await begin(day, "dimes")
    await fill_shelf_but_one(day)
    asked = only(await day.say("start", game="tens", deal="8"))
    label = next(label for label in asked.choices if "daily" in label)
    question = changed(await day.choose(asked, label))
    assert "It will count as it stands." in question.text
    assert await results(day) == []
    board = public(await day.press(question, "Give up and deal"))
    assert "Tens · deal 8" in board.text
    assert [result.variant for result in await results(day)] == ["dimes"]


async def fill_shelf_but_one(day: CardRoom) -> None:
    """Fill Alice's shelf after the game that lies on her table."""
    for deal in range(MOST_SHELVED):
        await day.start("dimes", deal)
        await day.play("draw")
