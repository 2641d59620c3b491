"""Text and words, which people without embeds can read: private messages have only content."""

from __future__ import annotations

from typing import Any

import pytest

from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, buttons, changed, only, private, public, text
from tests.support.daily_room import begin, day, finish

__all__ = ["day"]

GUIDE = "No cards here?"


@pytest.mark.parametrize("game", ["dimes", "grounds-for-divorce", "diplomat", "tens", "cast-out-nines"])
async def test_the_board_of_the_text_view_is_content(room: CardRoom, game: str) -> None:
    with_embed = await room.start(game, 8)
    (embed,) = with_embed.embeds
    await room.prefer(view=BoardView.TEXT)
    board = public(await room.say("show"))
    assert board.embeds == []
    assert "```" in board.content
    assert "alice" in board.content
    assert f"**{embed.title}**" in board.content
    assert ("in stock" in text(board)) == (game != "tens")
    board = changed(await room.press(board, "Hint"))
    assert board.embeds == []
    assert "**💡 Hint**" in board.content


@pytest.mark.parametrize("game", ["dimes", "grounds-for-divorce", "diplomat", "tens", "cast-out-nines"])
async def test_the_board_in_words_is_content_that_begins_with_the_news_and_ends_with_the_hint(
    room: CardRoom, game: str
) -> None:
    await room.prefer(view=BoardView.WORDS)
    board = await room.start(game, 8)
    assert board.embeds == []
    assert "alice" in board.content.splitlines()[0]
    board = changed(await room.play_first(board))
    assert board.embeds == []
    assert board.content.startswith("Last move: ")
    board = changed(await room.press(board, "Hint"))
    table, _, hint = board.content.rpartition("\nHint: ")
    assert table.startswith("Last move: ")
    assert "Pile 5: " in table
    assert "Pile 5: " not in hint


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("help", {}),
        ("games", {}),
        ("start", {}),
        ("rules", {"game": "diplomat"}),
        ("stats", {}),
        ("settings", {}),
        ("daily", {}),
        ("leaderboard", {}),
        ("fair", {}),
        ("privacy", {}),
    ],
)
@pytest.mark.parametrize("view", [BoardView.TEXT, BoardView.WORDS])
async def test_private_pages_are_content_in_text_and_words(
    day: CardRoom, command: str, options: dict[str, Any], view: BoardView
) -> None:
    await finish(day, "tens")
    await day.start("dimes", 8)
    await day.play("draw")
    as_embed = only(await day.say(command, **options))
    await day.prefer(view=view)
    answer = await day.say(command, **options)
    assert private(answer)
    page = only(answer)
    assert page.embeds == []
    assert sorted(buttons(page)) == sorted(buttons(as_embed))
    for embed in as_embed.embeds:
        assert f"**{embed.title}**" in page.content.splitlines()[0]


async def test_the_pages_of_a_press_are_content_too(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    page = only(await room.say("help"))
    page = changed(await room.press(page, "The games"))
    assert page.embeds == []
    assert "Diplomat" in page.content


async def test_what_others_see_beside_the_board_stays_an_embed(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    board = await room.start("diplomat", 8)
    menu = changed(await room.press(board, "Menu"))
    assert (await room.post(await room.press(menu, "Share"))).embeds
    assert (await room.post(await room.say("challenge", game="tens"))).embeds


async def test_the_board_of_a_game_that_was_left_is_content(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    await room.start("dimes", 8)
    left = public(await room.say("draw"))
    await room.start("tens", 8)
    assert left.embeds == []
    assert "waiting on your shelf" in left.content


async def test_the_board_of_a_win_is_content_with_its_picture(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    board = await room.start("tens", 13)
    while "Hint" in buttons(board):
        board = changed(await room.play_first(board))
    assert board.embeds == []
    assert "You won!" in board.content
    assert len(board.attachments) == 1


async def test_a_view_replaces_all_of_the_one_before(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    for name in ("Text", "Picture", "Words", "Text", "Emoji", "Words", "Picture", "Text"):
        board = changed(await room.press(board, name))
        has_embed = name in ("Picture", "Emoji")
        assert bool(board.embeds) is has_embed
        assert ("```" in board.content) is (name == "Text")
        assert ("Pile 1: " in board.content) is (name == "Words")
        assert len(board.attachments) == (name == "Picture")


async def test_a_board_in_content_pings_nobody(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    board = await room.start("dimes", 8)
    changed(await room.press(board, "Draw"))
    requests: list[Any] = [entry.json for entry in room.env.http_requests if entry.path.endswith("/callback")]
    answers = [request["data"] for request in requests]
    assert ["```" in answer["content"] for answer in answers] == [True, True]
    assert [answer["allowed_mentions"] for answer in answers] == [{"parse": []}] * 2


@pytest.mark.parametrize("game", [None, "diplomat", "dimes"])
async def test_the_first_board_of_a_new_user_offers_the_views_and_says_how_to_see_it(
    room: CardRoom, game: str | None
) -> None:
    options: dict[str, Any] = {} if game is None else {"game": game}
    board = public(await room.say("start", **options))
    assert GUIDE in board.content
    assert len(board.content.splitlines()) == 1
    assert {"Text", "Picture", "Words"} <= set(buttons(board))
    board = changed(await room.press(board, "Text"))
    assert GUIDE not in board.content
    board = changed(await room.press(board, "Picture"))
    board = changed(await room.play_first(board))
    assert board.content == ""
    assert "Text" not in buttons(board)
    board = changed(await room.press(board, "Undo"))
    assert board.content == ""
    assert "Text" not in buttons(board)


@pytest.mark.parametrize("is_played", [True, False])
async def test_no_later_game_says_how_to_see_it(room: CardRoom, *, is_played: bool) -> None:
    board = await room.start("diplomat", 8)
    assert GUIDE in board.content
    if is_played:
        changed(await room.play_first(board))
    for game in ("diplomat", "dimes"):
        board = await room.start(game, 9)
        assert GUIDE not in text(board)
        assert "Text" not in buttons(board)


async def test_a_ranked_attempt_can_be_the_first_board(day: CardRoom) -> None:
    assert GUIDE in (await begin(day)).content
    await finish(day, "tens", day.bob)
    assert GUIDE not in (await begin(day, "dimes", day.bob)).content


PAGES = ["help", "rules", "stats", "leaderboard", "fair", "privacy"]
"""The commands that answer a new user with an embed for them alone."""


@pytest.mark.parametrize("command", PAGES)
async def test_a_page_says_how_to_see_it_until_its_reader_has_a_game(day: CardRoom, command: str) -> None:
    page = only(await day.say(command))
    assert page.embeds
    assert page.content.startswith("-# Is this message empty? Choose **Text** in `/solitaire settings`, or")
    await day.prefer(day.bob, view=BoardView.TEXT)
    assert "Is this message empty?" not in text(only(await day.say(command, day.bob)))
    await day.start("dimes", 8)
    assert "Is this message empty?" not in text(only(await day.say(command)))


async def test_a_page_that_a_press_turns_no_longer_says_how_to_see_it(room: CardRoom) -> None:
    page = only(await room.say("help"))
    assert "Is this message empty?" in page.content
    assert changed(await room.press(page, "The games")).content == ""


async def test_what_a_new_user_posts_for_others_says_nothing_about_their_view(room: CardRoom) -> None:
    assert "empty" not in text(await room.post(await room.say("challenge", game="tens")))


async def test_a_first_board_that_is_shared_says_nothing_about_its_look(room: CardRoom) -> None:
    menu = changed(await room.press(await room.start("diplomat", 8), "Menu"))
    shared = await room.post(await room.press(menu, "Share"))
    assert GUIDE not in text(shared)
    assert "Picture" not in buttons(shared)
