"""Any text as an option, during completion or as a custom id gets one private answer and changes nothing."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import simcord

from bot.messages.actions import Action
from tests.support.card_room import CardRoom
from tests.support.daily_room import fill_every_table
from tests.support.forging import kept, press, send
from tests.support.full_shelf import fill_shelf
from tests.support.kinds import POSTGRESQL, SQLITE

ODD_TEXTS = [
    *("", " ", "\n", "\0", "\ud800", "\u200b", "\u202e3>5"),
    *("{text}", "%s %(x)s", "```", "@everyone", "'; DROP TABLE games; --", "(" * 6000),
    *("3>5*99999999999", "3>5*" + "9" * 5000, "9" * 6000, "1+" * 2999 + "2", "-1", "0>0", "1e9"),
    *("٣>٥", "³>⁵", "🂡" * 100, "A♠\ufe0f\ufe0e" * 500, "tens", "all"),
    *("0001-01-01", "9999-12-31", "2026-11-21T00:00", "99999999999999999999-01-01"),
]

NUMBERS = [0, -1, 2**31, 2**63 - 1, 2**63, 2**64]
EXTREMES = [
    "",
    *map(str, NUMBERS),
    *("junk" * 15, "\0", "\ud800", "٣", "1_000", "+7", ",,,"),
    *("0001-01-01", "9999-12-31", "20261121"),
]
"""What a modified client may send in place of an id, a number, a date or a choice."""

STRANGE = "".join(chr(code) for code in (0, 9, 10, 0x7F, 0xA0, 0x661, 0x200F, 0x202E, 0xD800, 0xFFFF, 0x1F0A1))


def odd_texts(seed: int, number: int) -> list[str]:
    """Random texts of characters that moves, days and ids consist of, and of others."""
    dice = Random(seed)
    letters = "0123456789>*+-,.:&x×→ wsfpdrahomeiltckun" + STRANGE
    return ["".join(dice.choices(letters, k=dice.randint(0, 20))) for _ in range(number)]


COMMANDS = {
    "move": ("move",),
    "start": ("game", "deal", "rules", "level"),
    "leaderboard": ("date", "board", "game"),
    "fair": ("date",),
    "daily": ("date",),
}
WITH_FREE_TEXT = [(command, option) for command, options in COMMANDS.items() for option in options]


@pytest.mark.parametrize(("command", "option"), WITH_FREE_TEXT)
async def test_any_text_as_an_option_is_answered_in_private(
    day: CardRoom, caplog: pytest.LogCaptureFixture, command: str, option: str
) -> None:
    await fill_shelf(day)  # then no game starts
    await day.say("leaderboard")
    await day.say("fair")
    before = await kept(day)
    for text in ODD_TEXTS + EXTREMES + odd_texts(8, 30):
        given = [{"name": option, "type": 3, "value": text}]
        if option in ("deal", "rules", "level"):
            given.append({"name": "game", "type": 3, "value": "dimes"})
        data = {"id": "1", "name": "solitaire", "type": 1, "options": [{"name": command, "type": 1, "options": given}]}
        shown = {message.id for message in day.messages()}
        record = await send(day, day.alice, 2, data)
        assert record.responded, text
        assert [message.ephemeral for message in day.messages() if message.id not in shown] == [True], text
        assert len(day.messages()[-1].raw_text) < 6000
    assert await kept(day) == before
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *(("move", "move"), ("start", "rules"), ("start", "level")),
        *(("leaderboard", "date"), ("fair", "date"), ("daily", "date")),
    ],
)
async def test_any_text_can_be_typed_for_completion(
    day: CardRoom, caplog: pytest.LogCaptureFixture, command: str, option: str
) -> None:
    await day.start("grounds-for-divorce", 8)
    for text in ODD_TEXTS + EXTREMES + odd_texts(9, 60):
        given = [{"name": option, "type": 3, "value": text, "focused": True}]
        data = {"id": "1", "name": "solitaire", "type": 1, "options": [{"name": command, "type": 1, "options": given}]}
        record = await send(day, day.alice, 4, data)
        assert record.responded, text
    assert [each.getMessage() for each in caplog.records if each.levelname in ("ERROR", "WARNING")] == []


CUSTOM_IDS = [
    *("", "poker:bluff", "solitaire:", "solitaire:UNDO:1:1:", "solitaire:bluff:1:1:"),
    "solitaire:deal:0:0:forty-thieves,daily=2026-11-21",
    "solitaire:deal:0:0:forty-thieves,again=2026-11-21",
    "solitaire:daily:0:0:forty-thieves,2026-11-21",
    *("solitaire:dailies:0:0:someday", "solitaire:dailies:0:0:9999-12-31", "solitaire:deal:0:0:chess,7"),
    *("solitaire:undo:1:1", "solitaire:undo:-1:1:", "solitaire:undo:01:1:", "solitaire:undo:٣:1:"),
    *(f"solitaire:undo:{2**63}:1:", "solitaire:undo:99999999999999999999:1:", "solitaire:undo:1:99999999999:"),
    *("solitaire:play:1:1:\n", f"solitaire:play:1:1:{'9' * 61}", "solitaire:play:1:1:\ud800"),
    *("solitaire:ranks:0:0:day,2026-11-21,all,moon,0,", "solitaire:ranks:0:0:year,2026-11-21,all,world,0,"),
    *("solitaire:set:0:0:poker=on", "solitaire:set:0:0:hidden_player=maybe"),
]
"""What no button of the bot does."""


FORMS = {
    Action.DEAL: ("tens,{}", "tens,daily={}", "tens,again={}", "tens,challenge={}", "dimes,7,tens={}"),
    Action.START: ("tens,{}", "tens,challenge={}"),
    Action.SHARE: ("tens,{}",),
    Action.DAILY: ("tens,{}",),
    Action.RANKS: ("day,{},all,world,0,", "week,{},all,world,0,", "month,{},?,here,0,", "day,2026-11-21,all,world,{},"),
    Action.SET: ("{}=on", "auto_home={}"),
}
"""Arguments of several parts, with a place for an extreme one."""

CHOICES = {Action.START: ("{}.1", "1.{}")}
"""The same for choices in a select."""

IGNORES_ARGUMENT = {
    *(Action.DRAW, Action.HOME, Action.FINISH, Action.UNDO, Action.REDO, Action.GIVE_UP, Action.DROP, Action.RESUME),
    *(Action.NEW, Action.HINT, Action.ANALYSE, Action.CHALLENGE, Action.MENU, Action.RULES),
    *(Action.REPLAY, Action.STATISTICS, Action.EXPORT, Action.FORGET),
}
"""Actions that do the same whatever their argument is."""


UNDERSTANDS_NUMBERS = {Action.BACK, Action.REMIND, Action.DEAL}
"""Actions that change something of their user for some of the numbers."""


def forged(action: Action, text: str) -> Iterator[tuple[str, str]]:
    """Arguments of an action, and choices in it, that contain a text."""
    yield text, text
    for form in FORMS.get(action, ()):
        yield form.format(text), ""
    for form in CHOICES.get(action, ()):
        yield "tens,8", form.format(text)


@pytest.mark.parametrize(
    ("database_kind", "is_owner"),
    [(SQLITE, True), (POSTGRESQL, True), (SQLITE, False)],
    ids=["the owner", "the owner, on PostgreSQL", "another user"],
    indirect=["database_kind"],
)
async def test_no_extreme_text_in_a_component_causes_an_error_or_changes_anything(
    day: CardRoom, caplog: pytest.LogCaptureFixture, *, is_owner: bool
) -> None:
    day.solver.finds_nothing()  # analyses would take most of the time
    await fill_every_table(day, day.alice)
    await day.say("start", day.bob, game="dimes", deal="8")
    await fill_shelf(day)
    for command in ("leaderboard", "fair"):
        await day.say(command)
    who, other = (day.alice, day.bob) if is_owner else (day.bob, day.alice)
    before = await kept(day)
    for custom_id in CUSTOM_IDS:
        await press(day, custom_id, who=who)
    assert await kept(day) == before
    for action in Action:
        current = await day.games.find(day.alice.id)
        board = f"{current.id}:{current.version}" if current else "1:1"
        before = await kept(day)
        for text in EXTREMES[:2] if action in IGNORES_ARGUMENT else EXTREMES[1:]:
            for argument, chosen in forged(action, text):
                custom_id = f"solitaire:{action}:{board}:{argument[:60]}"
                await press(day, custom_id, chosen[:100] or None, who, is_private=False)
        if is_owner and action not in IGNORES_ARGUMENT | UNDERSTANDS_NUMBERS:
            assert await kept(day) == before, action
        for number in (-1, 2**63 - 1, 2**63):
            for other_board in (f"{number}:1", f"{board.partition(':')[0]}:{number}"):
                await press(day, f"solitaire:{action}:{other_board}:", None, who, is_private=False)
        assert of_user(await kept(day), other) == of_user(before, other), action
        assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == [], action


def of_user(stored: dict[str, list[dict[str, Any]]], user: simcord.MemberActor) -> list[dict[str, Any]]:
    return [row for rows in stored.values() for row in rows if row.get("user_id") == user.id]
