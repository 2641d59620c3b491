"""Custom ids never change, so that old messages still work after an upgrade."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.language import find_language
from bot.messages.announcement import announcements_page
from bot.messages.calendar_page import calendar_page
from bot.messages.challenge import challenge_card, rematch_button
from bot.messages.dailies_page import dailies_page
from bot.messages.daily import attempt_buttons
from bot.messages.drawing import MenuPage, Overlay
from bot.messages.games_page import view_buttons
from bot.messages.help_page import Section, help_page
from bot.messages.layout import Page
from bot.messages.message import Message
from bot.messages.privacy_page import privacy_page
from bot.messages.reminder import reminder_message
from bot.messages.settings_page import settings_page
from bot.messages.shelf_page import drop_question, full_shelf_page, shelf_page
from bot.model.announcement import Announcement
from bot.model.calendar import Calendar
from bot.model.challenge import CardPlace, Challenge, Entry, Role
from bot.model.contest import Deal
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES
from bot.model.daily.streaks import Streak
from bot.model.game import BoardVersion, NewGame
from bot.model.preferences import Preferences
from bot.model.shelf import ShelvedGame
from engine import Game
from engine.variant import Difficulty
from tests.support.boards import GREATEST_ID, WORDS, board_of, buttons_of, selects_of

ENGLISH = find_language("en")
DAY = date(2026, 11, 21)
BOARD = BoardVersion(7, 2)
SHELVED = ShelvedGame(BOARD, "tens", 8, is_ranked=False, cards_home=3, effort=4, started_at=0)
GAME = Game.new("grounds-for-divorce", 8)
MOVE = GAME.listed_moves()[0]


def card() -> Message:
    entries = (Entry(1, "alice", Role.CHALLENGER, cards_home=3), Entry(2, "bob", Role.NAMED))
    place = CardPlace(1, 2, 3)
    challenge = Challenge(
        7, Deal("tens", 8, {}), is_seen=False, opened_at=0, ends_at=9, language="en", place=place, entries=entries
    )
    return challenge_card(challenge, ENGLISH, now=1)


def lost() -> Game:
    game = Game.new("dimes", 8)
    game.play(game.listed_moves()[0])
    game.give_up()
    return game


def undone() -> Game:
    game = Game.new("dimes", 8)
    game.play("draw")
    game.undo()
    return game


def calendar() -> Calendar:
    games = dict.fromkeys(GAMES, Difficulty.EASY)
    return Calendar(DAY, DAY, DAY - 99 * ONE_DAY, games, {}, {}, {}, Streak(0, 0, has_freeze=False))


def pages() -> list[Page]:
    """Pages with every kind of button and select."""
    return [
        board_of(GAME),
        board_of(GAME, overlay=Overlay(menu=MenuPage.FIRST)),
        board_of(GAME, overlay=Overlay(menu=MenuPage.SECOND)),
        board_of(undone()),
        board_of(GAME, overlay=Overlay(warned_move=MOVE)),
        board_of(lost(), overlay=Overlay(menu=MenuPage.FIRST)),
        Message("over", action_rows=(tuple(attempt_buttons("tens", DAY, ENGLISH, game_id=7)),)),
        Message("board", action_rows=(view_buttons(BOARD, WORDS),)),
        shelf_page([SHELVED, replace(SHELVED, board=BoardVersion(8, 1))], ENGLISH, now=0),
        drop_question(SHELVED, ENGLISH, now=0),
        full_shelf_page([SHELVED], NewGame("diplomat", 8, {"stock": "free"}), ENGLISH, now=0),
        dailies_page(calendar(), ENGLISH, key=""),
        calendar_page(replace(calendar(), today=DAY + ONE_DAY), ENGLISH),
        reminder_message(DAY, 3, ENGLISH),
        announcements_page(Announcement(9, 1, "en", due_at=0), 2, ENGLISH),
        card(),
        Message("over", action_rows=((rematch_button(7, ENGLISH),),)),
        help_page(Section.START, (), ENGLISH),
        settings_page(Preferences(four_colour=False), None, ENGLISH, now=0),
        privacy_page(ENGLISH, is_hidden=False),
    ]


IDS = """
    solitaire:tap:BOARD:1
    solitaire:tap:BOARD:10
    solitaire:draw:BOARD:
    solitaire:undo:BOARD:
    solitaire:hint:BOARD:
    solitaire:menu:BOARD:
    solitaire:move:BOARD:
    solitaire:tap:BOARD:w
    solitaire:home:BOARD:
    solitaire:redo:BOARD:
    solitaire:menu:BOARD:close
    solitaire:rules:BOARD:
    solitaire:share:BOARD:
    solitaire:new:BOARD:
    solitaire:shelf:0:0:
    solitaire:give-up:BOARD:
    solitaire:menu:BOARD:more
    solitaire:replay:BOARD:
    solitaire:stats:BOARD:
    solitaire:settings:BOARD:
    solitaire:play:BOARD:4>7
    solitaire:analyse:BOARD:
    solitaire:deal:BOARD:dimes,8
    solitaire:games:0:0:
    solitaire:ranks:7:0:day,2026-11-21,tens,here,own,
    solitaire:share:7:0:tens,2026-11-21
    solitaire:deal:7:0:tens,again=2026-11-21
    solitaire:view:7:2:emoji
    solitaire:view:7:2:text
    solitaire:view:7:2:picture
    solitaire:resume:7:0:page
    solitaire:drop:0:0:
    solitaire:drop:7:2:sure
    solitaire:shelf:0:0:page
    solitaire:start:0:0:diplomat,8,stock=free
    solitaire:keep:0:0:
    solitaire:daily:0:0:tens,2026-11-21
    solitaire:dailies:0:0:1
    solitaire:dailies:0:0:17
    solitaire:deal:0:0:tens,again=2026-11-21
    solitaire:dailies:0:0:2026-10-31
    solitaire:dailies:0:0:today
    solitaire:daily:0:0:grounds-for-divorce,2026-11-21
    solitaire:dailies:0:0:
    solitaire:remind:0:0:off
    solitaire:announce:0:0:here
    solitaire:announce:0:0:stop
    solitaire:enter:0:0:7
    solitaire:join:0:0:7
    solitaire:decline:0:0:7
    solitaire:rematch:0:0:7
    solitaire:help:0:0:start
    solitaire:help:0:0:commands
    solitaire:help:0:0:moves
    solitaire:help:0:0:games
    solitaire:set:0:0:view=
    solitaire:set:0:0:language=
    solitaire:remind:0:0:
    solitaire:set:0:0:four_colour=on
    solitaire:set:0:0:private_board=on
    solitaire:set:0:0:auto_home=on
    solitaire:set:0:0:private_statistics=on
    solitaire:set:0:0:hidden_player=on
    solitaire:set:0:0:no_challenges=on
    solitaire:export:0:0:
    solitaire:hide:0:0:on
    solitaire:delete:0:0:
"""


def test_custom_ids_stay_as_they_are() -> None:
    shown = pages()
    sent = {button.custom_id for page in shown for button in buttons_of(page)}
    sent |= {select.custom_id for page in shown for select in selects_of(page)}
    assert {custom_id.replace("BOARD", f"{GREATEST_ID}:99999") for custom_id in IDS.split()} <= sent
