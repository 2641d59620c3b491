"""The shelf as players see it: `/solitaire games`, and boards that lead back and forth."""

import pytest
from discord import ComponentType
from simcord.components import walk_components

from bot.model.errors import UnfinishedAttemptError
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.contests import practice
from tests.support.daily_room import TODAY, begin, play_on, results
from tests.support.shown import Shown
from tests.support.turns import turn_of


async def leave(room: CardRoom) -> Shown:
    await room.start("dimes", 8)
    await room.play("draw")
    return await room.start("tens", 13)


async def shelved(room: CardRoom) -> list[str]:
    return [each.variant for each in await room.shelf.shelved(room.alice.id)]


async def given_up(room: CardRoom) -> list[int]:
    """How many games of each kind count in Alice's statistics."""
    return [game.played for game in await room.services.statistics.of(room.turn(), room.alice.id)]


async def test_another_game_starts_without_a_question_and_its_board_leads_back(room: CardRoom) -> None:
    board = await leave(room)
    assert "Dimes is waiting for you." in board.text
    back = public(await room.press(board, "Back to Dimes"))
    assert back.title == "Dimes"
    assert "**1** move" in back.text
    assert "Back to Dimes" not in back.buttons
    assert [message.id for message in room.live_boards()] == [back.id]
    assert await shelved(room) == []


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (["dimes"], "Dimes is waiting for you."),
        (["tens", "dimes"], "Dimes and 1 more game are waiting for you."),
        (["dimes", "tens", "diplomat"], "Diplomat and 2 more games are waiting for you."),
    ],
)
async def test_a_new_board_says_how_many_games_wait(room: CardRoom, others: list[str], said: str) -> None:
    for game in others:
        await room.start(game, 163)
        await room.play_legal()
    assert said in (await room.start("cast-out-nines", 8)).text


async def test_the_first_move_takes_the_way_back_from_the_board(room: CardRoom) -> None:
    board = await leave(room)
    board = changed(await room.press(board, "Menu"))
    assert "Back to Dimes" in board.buttons
    board = changed(await room.press(board, "Close menu"))
    await room.play_first(board)
    assert "Back to Dimes" not in board.buttons
    assert "waiting for you" not in board.text
    assert await shelved(room) == ["dimes"]


@pytest.mark.parametrize("label", ["Undo", "Menu", "Hint"])
async def test_an_outdated_board_of_a_shelved_game_offers_to_resume_it(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    with room.refusing():
        old = public(await room.say("draw"))
        await room.start("tens", 13)
    answer = await room.press(old, label)
    assert private(answer) == "This game is waiting for you."
    assert "Dimes" in public(await room.press(only(answer), "Resume")).text


async def test_an_ended_game_leads_back_to_the_one_that_waits(room: CardRoom) -> None:
    await leave(room)
    await room.play_legal()
    over = public(await room.say("give-up"))
    back = public(await room.press(over, "Back to Dimes"))
    assert back.title == "Dimes"
    assert "You gave up" in over.text
    assert over.components == []
    assert await shelved(room) == []


async def test_my_games_lists_the_game_in_hand_and_brings_its_board(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    page = only(await room.say("games"))
    assert "**Dimes · deal 8**\n-# playing now · 8 of 104 home" in page.text
    again = public(await room.press(page, "Dimes · deal 8"))
    assert (again.title, again.moves_made) == ("Dimes", 1)
    assert room.is_gone(board)
    await room.say("give-up")
    assert "Dimes" not in only(await room.say("games")).text


@pytest.mark.parametrize("is_private", [False, True])
async def test_games_are_resumed_from_the_shelf(room: CardRoom, *, is_private: bool) -> None:
    await leave(room)
    await room.play_legal()
    await room.start("diplomat", 3)
    await room.prefer(private_board=is_private)
    page = only(await room.say("games"))
    assert page.ephemeral
    assert "**Dimes · deal 8**" in page.text
    assert "8 of 104 home" in page.text
    assert list(page.choices) == ["Tens · deal 13", "Dimes · deal 8"]
    board = only(await room.press(page, "Dimes · deal 8"))
    assert board.ephemeral is is_private
    assert board.title == "Dimes"
    assert room.is_gone(page)
    assert await shelved(room) == ["tens"]


async def asked_to_give_up(room: CardRoom) -> Shown:
    page = only(await room.say("games"))
    return only(await room.choose(page, next(iter(page.choices))))


async def test_a_game_is_given_up_on_the_shelf_after_a_question(room: CardRoom) -> None:
    board = await leave(room)
    page = only(await room.say("games"))
    asked = only(await room.choose(page, "Dimes · deal 8"))
    assert asked.ephemeral
    assert room.is_gone(page)
    assert asked.text.startswith("Give up **Dimes · deal 8**? You can't undo this.\n8 of 104 home · 1 move\n")
    kept = changed(await room.press(asked, "Keep it"))
    assert list(kept.buttons) == ["Tens · deal 13", "Dimes · deal 8", "All games"]
    assert await shelved(room) == ["dimes"]
    asked = await asked_to_give_up(room)
    page = changed(await room.press(asked, "Give up"))
    assert "You gave up **Dimes · deal 8**." in page.text
    assert "No games are waiting" in page.text
    assert "Back to Dimes" not in board.buttons
    assert "Dimes" not in board.text


def under(message: Shown, spot: int) -> str | None:
    """The label of the button at this place in the last row, which does not move when a message is edited."""
    rows = [part for part in walk_components(message.components) if part["type"] == ComponentType.action_row.value]
    row = rows[-1]["components"] if rows else []
    return row[spot]["label"] if spot < len(row) else None


async def leave_two(room: CardRoom) -> None:
    for deal in (8, 9):
        await room.start("dimes", deal)
        await room.play("draw")
    await room.start("tens", 13)


@pytest.mark.parametrize("spot", [0, 1])
async def test_presses_on_one_spot_give_up_only_the_game_in_question(room: CardRoom, spot: int) -> None:
    await leave_two(room)
    page = await asked_to_give_up(room)
    for _ in range(4):
        label = under(page, spot)
        if label is None or room.is_gone(page):
            break
        await room.press(page, label)
    assert await given_up(room) == ([1] if spot == 0 else [])


async def test_a_double_press_gives_up_one_game_and_leaves_the_other(room: CardRoom) -> None:
    await leave_two(room)
    asked = await asked_to_give_up(room)
    async with room.at_once():
        await room.press(asked, "Give up")
        await room.press(asked, "Give up")
    (page,) = (message for message in room.messages() if "My games" in message.text)
    assert await shelved(room) == ["dimes"]
    assert list(page.buttons)[-2:] == ["Dimes · deal 8", "All games"]


async def test_a_board_no_longer_leads_back_to_a_game_that_was_given_up(room: CardRoom) -> None:
    board = await leave(room)
    asked = await asked_to_give_up(room)
    with room.refusing():
        await room.press(asked, "Give up")
    assert "Back to Dimes" in board.buttons
    assert "This game is over" in private(await room.press(board, "Back to Dimes"))
    assert "Back to Dimes" not in board.buttons
    assert "Dimes" not in board.text


async def test_a_page_that_offers_a_game_that_is_over_is_corrected(room: CardRoom) -> None:
    await leave(room)
    first, second = only(await room.say("games")), only(await room.say("games"))
    await room.press(only(await room.choose(first, "Dimes · deal 8")), "Give up")
    answer = await room.press(second, "Dimes · deal 8")
    assert any("This game is over" in message.content for message in answer.followups)
    assert "No games are waiting" in second.text


async def test_an_offer_to_resume_a_game_that_is_over_stays_as_it_is_and_is_refused(room: CardRoom) -> None:
    await leave(room)
    dimes = (await room.shelf.shelved(room.alice.id))[0].board
    await room.shelf.resume(room.alice.id, dimes.game_id, 7)
    page = only(await room.say("start"))
    before = page.text
    await room.say("give-up")
    await room.start("tens", 13)
    answer = await room.press(page, "Resume Dimes")
    assert page.text == before
    assert "This game is over" in private(answer)


async def test_the_shelf_can_be_typed_and_opened_from_the_menu(room: CardRoom) -> None:
    assert "No games are waiting" in only(await room.say("games")).text
    board = await leave(room)
    typed = only(await room.say("move", move="shelf"))
    opened = only(await room.press(changed(await room.press(board, "Menu")), "My games"))
    for page in (typed, opened):
        assert "Dimes" in page.text
    await room.press(opened, "Dimes · deal 8")
    assert room.is_gone(opened)
    assert "No games are waiting" in changed(await room.choose(typed, "Dimes · deal 8")).text


async def test_a_daily_waits_too_and_is_continued_by_its_command_or_button(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    board = await begin(day)
    assert "Dimes, daily is waiting for you." in board.text
    assert (await begin(day, None)).buttons["Dimes"]["label"] == "Resume"
    back = only(await day.press(board, "Back to Dimes, daily"))
    assert back.ephemeral
    assert "**2** moves" in back.text
    await begin(day)
    assert "**2** moves" in (await begin(day, "dimes")).text
    assert await shelved(day) == ["tens"]
    assert await results(day) == []


async def test_a_daily_that_waits_cannot_be_played_unranked(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=1)
    await day.start("tens", 8)
    day.set_clock("2026-11-22 10:00")
    unranked = practice("dimes", TODAY)
    with pytest.raises(UnfinishedAttemptError):
        await day.services.games.start(turn_of(day.services, day.alice.id, 7, name="alice"), unranked)
    resumed = only(await day.say("daily", game="dimes", date=str(TODAY)))
    assert "Ranked attempt" in resumed.text


async def test_giving_up_a_ranked_attempt_on_the_shelf_asks_first(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    asked = await asked_to_give_up(day)
    assert asked.text.startswith("Give up **Dimes · daily for Nov 21, 2026**? You can't undo this.")
    assert "\n9 of 104 home · 2 moves · Ranked attempt\nIt will count as it stands.\n" in asked.text
    assert await results(day) == []
    assert "No games are waiting" in changed(await day.press(asked, "Give up")).text
    assert [(result.variant, result.effort) for result in await results(day)] == [("dimes", 2)]


async def test_an_attempt_that_expires_on_the_shelf_is_called_expired_everywhere(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    day.set_clock("2026-11-23 00:01")
    shelf = only(await day.say("games")).text
    asked = await asked_to_give_up(day)
    question = asked.text
    assert "It will count" not in question
    back = changed(await day.press(asked, "Keep it")).text
    page = only(await day.say("games"))
    resumed = only(await day.press(page, list(page.buttons)[1])).text  # below the game in hand
    for named in (shelf, question, back, resumed):
        assert "Ranked attempt · expired" in named
