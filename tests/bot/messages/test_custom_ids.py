"""Custom ids never change, so that old messages still work after an upgrade."""

import re
from datetime import date

from bot.messages.announcement import announcements_page
from bot.messages.challenge import challenge_card, rematch_button
from bot.messages.controls import view_buttons
from bot.messages.daily import attempt_buttons
from bot.messages.message import Button, Select
from bot.messages.privacy_page import privacy_page
from bot.messages.reminder import reminder_message
from bot.messages.settings_page import settings_page
from bot.messages.shelf_page import drop_question
from bot.model.announcement import Announcement
from bot.model.game import BoardVersion
from bot.model.preferences import Preferences
from tests.bot.messages.test_challenge_card import ALICE_PLAYS, BOB, NOON, challenge
from tests.bot.messages.test_every_board import KINDS, ON_SHELF, boards
from tests.support.boards import GREATEST_ID, TEXT, WORDS, buttons_of, selects_of
from tests.support.pages import longest_pages

ENGLISH = TEXT.language
DAY = date(2026, 11, 21)


def forms() -> set[str]:
    """The custom ids on messages of every kind, with N for each long number."""
    pages = [page for _, page in longest_pages(TEXT)]
    pages += [board for _, board in boards("dimes", {}, KINDS["ordinary"])]
    pages += [board for _, board in boards("grounds-for-divorce", {}, KINDS["ordinary"])]
    pages += [
        challenge_card(challenge(ALICE_PLAYS, BOB), ENGLISH, now=NOON),
        announcements_page(Announcement(9, 1, "en", due_at=0), 2, ENGLISH),
        drop_question(ON_SHELF, ENGLISH, now=0),
        privacy_page(ENGLISH),
        reminder_message(DAY, 3, ENGLISH),
        settings_page(Preferences(four_colour=False), None, ENGLISH, now=0),
    ]
    parts: list[Button | Select] = [button for page in pages for button in buttons_of(page)]
    parts += [select for page in pages for select in selects_of(page)]
    parts += attempt_buttons("tens", DAY, ENGLISH, game_id=GREATEST_ID)
    parts += view_buttons(BoardVersion(GREATEST_ID, 99_999), WORDS)
    parts.append(rematch_button(GREATEST_ID, ENGLISH))
    return {re.sub(r"\d{5,}", "N", part.custom_id) for part in parts}


IDS = """
    solitaire:tap:N:N:1
    solitaire:tap:N:N:10
    solitaire:draw:N:N:
    solitaire:undo:N:N:
    solitaire:hint:N:N:
    solitaire:menu:N:N:
    solitaire:move:N:N:
    solitaire:tap:N:N:w
    solitaire:home:N:N:
    solitaire:redo:N:N:
    solitaire:menu:N:N:close
    solitaire:rules:N:N:
    solitaire:share:N:N:
    solitaire:new:N:N:
    solitaire:shelf:0:0:
    solitaire:give-up:N:N:
    solitaire:menu:N:N:more
    solitaire:replay:N:N:
    solitaire:stats:N:N:
    solitaire:settings:N:N:
    solitaire:play:N:N:10>5*5
    solitaire:analyse:N:N:
    solitaire:deal:N:N:dimes,1
    solitaire:games:0:0:
    solitaire:ranks:N:0:day,2026-11-21,tens,here,own,
    solitaire:share:N:0:tens,2026-11-21
    solitaire:deal:N:0:tens,again=2026-11-21
    solitaire:view:N:N:emoji
    solitaire:view:N:N:text
    solitaire:view:N:N:picture
    solitaire:resume:N:0:page
    solitaire:drop:0:0:
    solitaire:drop:N:N:sure
    solitaire:shelf:0:0:page
    solitaire:start:0:0:tens,N
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
    solitaire:enter:0:0:N
    solitaire:join:0:0:N
    solitaire:decline:0:0:N
    solitaire:rematch:0:0:N
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
    solitaire:delete:0:0:"""


def test_custom_ids_stay_as_they_are() -> None:
    assert set(IDS.split()) - forms() == set()
