"""Any text as an option, during completion or as a custom id gets one private answer and changes nothing."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.messages.custom_id import Action
from tests.support.card_room import CardRoom, raw_text
from tests.support.daily_room import day, fill_every_table
from tests.support.forging import kept, press, send
from tests.support.full_shelf import fill_shelf

__all__ = ["day"]

ODD_TEXTS = [
    "",
    " ",
    "\n",
    "\0",
    "\ud800",
    "\u202e3>5",
    "\u200b",
    "{text}",
    "%s %(x)s",
    "```",
    "@everyone",
    "'; DROP TABLE games; --",
    "3>5*99999999999",
    "3>5*" + "9" * 5000,
    "9" * 6000,
    "٣>٥",
    "³>⁵",
    "1+" * 2999 + "2",
    "(" * 6000,
    "-1",
    "0>0",
    "1e9",
    "0001-01-01",
    "9999-12-31",
    "2026-11-21T00:00",
    "99999999999999999999-01-01",
    "🂡" * 100,
    "A♠\ufe0f\ufe0e" * 500,
    "tens",
    "all",
]

STRANGE = "".join(chr(code) for code in (0, 9, 10, 0x7F, 0xA0, 0x661, 0x200F, 0x202E, 0xD800, 0xFFFF, 0x1F0A1))


def odd_texts(seed: int, number: int) -> list[str]:
    """Random texts of characters that moves, days and ids consist of, and of others."""
    dice = Random(seed)
    letters = "0123456789>*+-,.:&x×→ wsfpdrahomeiltckun" + STRANGE
    return ["".join(dice.choices(letters, k=dice.randint(0, 20))) for _ in range(number)]


COMMANDS = {
    "move": ("move",),
    "start": ("game", "deal"),
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
    for text in ODD_TEXTS + odd_texts(8, 30):
        given = [{"name": option, "type": 3, "value": text}]
        if option == "deal":
            given.append({"name": "game", "type": 3, "value": "tens"})
        data = {"id": "1", "name": "solitaire", "type": 1, "options": [{"name": command, "type": 1, "options": given}]}
        shown = {message.id for message in day.messages()}
        record = await send(day, day.alice, 2, data)
        assert record.responded, text
        assert [message.ephemeral for message in day.messages() if message.id not in shown] == [True], text
        assert len(raw_text(day.messages()[-1])) < 6000
    assert await kept(day) == before
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    ("command", "option"), [("move", "move"), ("leaderboard", "date"), ("fair", "date"), ("daily", "date")]
)
async def test_any_text_can_be_typed_for_completion(
    day: CardRoom, caplog: pytest.LogCaptureFixture, command: str, option: str
) -> None:
    await day.start("grounds-for-divorce", 8)
    for text in ODD_TEXTS + odd_texts(9, 60):
        given = [{"name": option, "type": 3, "value": text, "focused": True}]
        data = {"id": "1", "name": "solitaire", "type": 1, "options": [{"name": command, "type": 1, "options": given}]}
        record = await send(day, day.alice, 4, data)
        assert record.responded, text
    assert [each.getMessage() for each in caplog.records if each.levelname in ("ERROR", "WARNING")] == []


CUSTOM_IDS = [
    "",
    "poker:bluff",
    "solitaire:",
    "solitaire:deal:0:0:forty-thieves,daily=2026-11-21",
    "solitaire:deal:0:0:forty-thieves,again=2026-11-21",
    "solitaire:daily:0:0:forty-thieves,2026-11-21",
    "solitaire:dailies:0:0:someday",
    "solitaire:dailies:0:0:9999-12-31",
    "solitaire:undo:1:1",
    "solitaire:undo:-1:1:",
    "solitaire:undo:01:1:",
    "solitaire:undo:٣:1:",
    f"solitaire:undo:{2**63}:1:",
    "solitaire:undo:99999999999999999999:1:",
    "solitaire:undo:1:99999999999:",
    "solitaire:UNDO:1:1:",
    "solitaire:bluff:1:1:",
    "solitaire:play:1:1:\n",
    f"solitaire:play:1:1:{'9' * 61}",
    "solitaire:play:1:1:\ud800",
]
ACTIONS_WITH_ARGUMENTS = [Action.SHARE, Action.DEAL, Action.START, Action.DAILY, Action.RANKS, Action.SET]
ARGUMENTS = [
    "x",
    ",",
    ",,,,,,",
    "tens,",
    "klondike,",
    "klondike,7",
    "tens,daily=",
    "tens,daily=2026-02-30",
    "tens,daily=9999-12-31",
    "klondike,daily=2026-11-21",
    "tens,again=2026-11-21",
    "tens,9" + "9" * 50,
    "tens,-7",
    "tens,٣",
    "tens,7,speed",
    "tens,7,speed=high",
    "dimes,7,tens=deck=deck",
    "klondike,2026-11-21",
    "tens,2026-11-20",
    "tens,9999-12-31",
    "tens,0001-01-01",
    "klondike,",
    "day,2026-11-21,klondike,world,0,",
    "day,2026-11-21,all,moon,0,",
    "day,2026-11-21,all,world,x,",
    "year,2026-11-21,all,world,0,",
    "day,2026-13-21,all,world,0,",
    "day,2026-11-21,?,world,0,",
    "poker=on",
    "view=",
    "view",
    "language=",
    "hidden_player=maybe",
    "\ud800",
    "\0",
]


async def test_any_custom_id_is_answered_in_private(day: CardRoom, caplog: pytest.LogCaptureFixture) -> None:
    await fill_every_table(day, day.alice)
    await fill_shelf(day)  # then no game starts
    before = await kept(day)
    ids = CUSTOM_IDS + [f"solitaire:{text}" for text in odd_texts(10, 30)]
    ids += [f"solitaire:{action}:0:0:{text}" for action, text in product(ACTIONS_WITH_ARGUMENTS, ARGUMENTS)]
    own = f"{(await day.game()).id}:{(await day.game()).version}"
    ids += [f"solitaire:{action}:{own}:{text}" for action in (Action.PLAY, Action.MOVE) for text in ODD_TEXTS[2:]]
    for custom_id in ids:
        await press(day, custom_id[:100])
    for custom_id in (f"solitaire:source:{own}:", f"solitaire:move:{own}:", "solitaire:set:0:0:view"):
        for chosen in ODD_TEXTS[1:] + odd_texts(11, 30):
            await press(day, custom_id, chosen[:100])
    after = await kept(day)
    assert after == before
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
