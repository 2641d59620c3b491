"""Messages of the text view, which have no embeds."""

import discord
import pytest

from bot.language import LANGUAGES
from bot.messages.board import draw_board
from bot.messages.content import as_content
from bot.messages.drawing import Drawing
from bot.messages.message import Message, Picture
from bot.messages.style import Style
from bot.model.game import FIRST_VERSION, UserGame
from bot.model.preferences import BoardView
from bot.model.statistics import Ending
from engine import VARIANTS, Game
from tests.support.boards import (
    board_of,
    every_language,
    every_style,
    overlays_of,
    style_of,
    varied_games,
    varied_games_in,
)
from tests.support.pages import ESCAPED_NAME, longest_pages
from tests.support.thorough import pairs

WITHOUT_EMBEDS = (BoardView.TEXT, BoardView.WORDS)
WITH_TABLES = (BoardView.EMOJI, BoardView.TEXT, BoardView.PICTURE)
"""The views whose boards are drawn; `test_aloud.py` has the words."""


def content_of(message: Message) -> str:
    """The text of a message without its embed, which must fit."""
    written = as_content(message)
    assert written.embed is None
    return written.text or ""


@pytest.mark.parametrize(("code", "view"), pairs(LANGUAGES, WITH_TABLES))
def test_every_board_fits_in_every_view_and_language(code: str, view: BoardView) -> None:
    """Making a message checks it against Discord's limits."""
    for game in varied_games_in(code):
        for overlay in overlays_of(game):
            board = board_of(game, style_of(view, code), overlay)
            assert view not in WITHOUT_EMBEDS or as_content(board).embed is None


@pytest.mark.parametrize("view", WITHOUT_EMBEDS)
@every_language
def test_the_first_board_of_every_game_fits_into_content(code: str, view: BoardView) -> None:
    for variant in VARIANTS.values():
        dealt = UserGame(1, 1, FIRST_VERSION, Game.new(variant.name, 1), started_at=0, changed_at=0)
        ending = Ending(seconds=0, is_first=True)
        content_of(draw_board(Drawing(dealt, style_of(view, code), player=ESCAPED_NAME, now=0, ending=ending)))


@every_style
def test_every_private_page_fits_in_every_view_and_language(style: Style) -> None:
    """Making a message checks it against Discord's limits."""
    for name, page in longest_pages(style):
        if isinstance(page, Message) and style.view in WITHOUT_EMBEDS:
            assert as_content(page).embed is None, name


def test_content_says_all_that_the_embed_says() -> None:
    for game in varied_games():
        message = board_of(game)
        assert sorted(content_of(message).replace("**", "").split()) == sorted(
            " ".join(embed_texts(message)).replace("**", "").split()
        )


def embed_texts(message: Message) -> list[str]:
    assert message.embed is not None
    embed = message.embed
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [f"\u2068{embed.author.name}\u2069", embed.description or "", *map(str, fields)]


def test_a_name_formats_links_and_mentions_nothing() -> None:
    embed = discord.Embed()
    for name, shown in (
        ("**bold**", r"\*\*bold\*\*"),
        ("@everyone", "@\u200beveryone"),
        ("<@1234567890123456789>", "\\<@\u200b1234567890123456789>"),
        ("https://example.com", "https:\u200b//example.com"),
        ("discord.gg/cards", "discord.gg\u200b/cards"),
        ("```", r"\`\`\`"),
    ):
        message = Message(embed=embed.set_author(name=name))
        assert content_of(message) == f"**\u2068{shown}\u2069**"


def test_the_text_of_a_message_stays_above_what_its_embed_says() -> None:
    message = Message("Hello!", embed=discord.Embed(description="A table").set_footer(text="1 of 2"))
    assert content_of(message) == "Hello!\nA table\n-# 1 of 2"


def test_a_picture_without_any_text_is_a_message() -> None:
    framed = Message(embed=discord.Embed(), picture=Picture("x.png", b"x", "x"))
    assert content_of(framed) == ""


def test_what_does_not_fit_stays_an_embed() -> None:
    long = Message(embed=discord.Embed(description="x" * 2001))
    assert as_content(long) == long
