"""Boards and pages as text and words, which people without embeds can read, and as pictures."""

import io
from typing import Any

import pytest
from PIL import Image

from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, changed, only, public
from tests.support.daily_room import begin, finish

PAGES = ["help", "rules", "stats", "leaderboard", "fair", "privacy"]
"""The commands that answer a new user with an embed for them alone."""


@pytest.mark.parametrize("game", ["diplomat", "tens"])
async def test_the_board_of_the_text_view_is_content(room: CardRoom, game: str) -> None:
    title = (await room.start(game, 8)).title
    await room.prefer(view=BoardView.TEXT)
    board = public(await room.say("show"))
    assert board.embeds == []
    assert "```" in board.content
    assert "alice" in board.content
    assert board.text.splitlines()[0] == f"**alice · {title}**"
    assert ("in stock" in board.text) == (game != "tens")
    board = changed(await room.press(board, "Hint"))
    assert board.embeds == []
    assert "**💡 Hint**" in board.content


@pytest.mark.parametrize("game", ["diplomat", "tens"])
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


@pytest.mark.parametrize("view", [BoardView.TEXT, BoardView.WORDS])
async def test_private_pages_are_content_in_text_and_words(day: CardRoom, view: BoardView) -> None:
    await finish(day, "tens")
    await day.start("dimes", 8)
    await day.play("draw")
    for command in (*PAGES, "games", "start", "settings", "daily"):
        await day.prefer(view=BoardView.EMOJI)
        as_embed = only(await day.say(command))
        await day.prefer(view=view)
        page = only(await day.say(command))
        assert page.ephemeral
        assert page.embeds == []
        assert sorted(page.buttons) == sorted(as_embed.buttons)
        for embed in as_embed.embeds:
            assert str(embed.title or embed.author.name) in page.content.splitlines()[0]


async def test_public_messages_other_than_boards_stay_embeds(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    shared = await room.share(await room.start("diplomat", 8))
    card = await room.post(await room.say("challenge", game="tens"))
    for message in (shared, card):
        assert message.embeds
        assert "empty" not in message.text
        assert "Big cards" not in message.buttons


async def test_the_board_of_a_win_is_content_with_its_picture(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    await room.start("tens", 13)
    board = await room.play_to_the_end()
    assert board.embeds == []
    assert "You won!" in board.content
    assert len(board.attachments) == 1


async def test_a_chosen_view_replaces_the_previous_one_completely(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    for name in ("Text", "Big cards", "Words", "Text", "Emoji", "Words", "Big cards", "Text"):
        board = changed(await room.press(board, name))
        assert bool(board.embeds) is (name in ("Big cards", "Emoji"))
        assert ("```" in board.content) is (name == "Text")
        assert ("Pile 1: " in board.content) is (name == "Words")
        assert len(board.attachments) == (name == "Big cards")
        assert name not in board.buttons
        preferences = await room.services.preferences.of(room.turn(), room.alice.id)
        assert preferences.view == ("picture" if name == "Big cards" else name.lower())


async def test_a_board_in_content_pings_nobody(room: CardRoom) -> None:
    await room.prefer(view=BoardView.TEXT)
    board = await room.start("dimes", 8)
    changed(await room.press(board, "Draw"))
    requests: list[Any] = [entry.json for entry in room.env.http_requests if entry.path.endswith("/callback")]
    answers = [request["data"] for request in requests]
    assert ["```" in answer["content"] for answer in answers] == [True, True]
    assert [answer["allowed_mentions"] for answer in answers] == [{"parse": []}] * 2


@pytest.mark.parametrize("game", [None, "diplomat", "dimes"])
async def test_a_new_users_board_offers_the_other_views_until_the_third_move(room: CardRoom, game: str | None) -> None:
    board = public(await (room.say("start") if game is None else room.say("start", game=game)))
    assert board.content == ""
    for view, others in (("Text", {"Big cards", "Emoji", "Words"}), ("Big cards", {"Emoji", "Text", "Words"})):
        board = changed(await room.press(board, view))
        assert others <= set(board.buttons)
    for left in (2, 1, 0):
        board = changed(await room.play_first(board))
        assert ("Text" in board.buttons) == bool(left)


@pytest.mark.parametrize("first", ["played", "left", "ranked"])
async def test_no_later_game_offers_the_views(day: CardRoom, first: str) -> None:
    board = await begin(day) if first == "ranked" else await day.start("diplomat", 8)
    assert "Text" in board.buttons
    if first == "played":
        changed(await day.play_first(board))
    for game in ("diplomat", "dimes"):
        assert "Text" not in (await day.start(game, 9)).buttons


async def test_only_the_help_says_how_to_see_embeds(room: CardRoom) -> None:
    page = only(await room.say("help"))
    assert page.content.startswith("-# Is this message empty? Choose **Text** in `/solitaire settings`, or")
    assert changed(await room.press(page, "Commands")).content == page.content
    assert only(await room.say("stats")).content == ""
    await room.prefer(view=BoardView.TEXT)
    assert "Is this message empty?" not in only(await room.say("help")).text


@pytest.mark.parametrize("game", ["dimes", "tens"])
async def test_a_picture_lies_in_the_message_and_describes_the_table_in_words(room: CardRoom, game: str) -> None:
    """Discord shows attachments that no embed refers to below the buttons."""
    await room.prefer(view=BoardView.PICTURE)
    board = await room.start(game, 8)
    drawn = set()
    for _ in range(2):
        (embed,), (picture,) = board.embeds, board.attachments
        assert "Stock: " in (picture.description or "")
        assert "1: " in (picture.description or "")
        image = dict(embed.to_dict()["image"])
        assert image["url"] == f"attachment://{picture.filename}"
        assert image["description"] == picture.description
        drawn.add(room.file(board))
        with Image.open(io.BytesIO(room.file(board))) as opened:
            assert opened.format == "PNG"
        board = changed(await room.play_first(board))
    assert len(drawn) == 2
