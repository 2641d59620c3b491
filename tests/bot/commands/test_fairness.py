"""`/solitaire fair`: which facts about a day's deals are published when, and that anyone can verify them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES, Method
from bot.store import DailyStore
from engine import VARIANTS
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.chain import CHAIN
from tests.support.daily_room import TODAY, TOMORROW, begin, deals, finish, pass_minutes, prove
from tests.support.forging import press
from tests.support.shown import Shown


async def fair(room: CardRoom, *games: str, **options: Any) -> list[Shown]:
    """The pages of these games, by default of all five; Discord's clock says the same as the bot's."""
    room.sync_clocks()
    pages = [only(await room.say("fair", game=game, **options)) for game in games or GAMES]
    assert all(page.ephemeral for page in pages)
    return pages


def drawn(pages: Sequence[Shown]) -> dict[str, str]:
    """The published facts by game."""
    return {name: value for page in pages for name, value in page.fields.items()}


def said(pages: Sequence[Shown]) -> str:
    return "\n".join(page.text for page in pages)


def published(pages: Sequence[Shown]) -> set[str]:
    """The keys and anchors on these pages."""
    return set(re.findall(r"\b[0-9a-f]{64}\b", said(pages)))


async def key(room: CardRoom, day: date = TODAY) -> str | None:
    """The published key of a day, if Discord's clock says the same as the bot's."""
    room.sync_clocks()
    told = drawn([only(await room.say("fair", date=str(day)))])
    return next((value.strip("`\n") for name, value in told.items() if name.startswith("Deal key of ")), None)


async def test_players_learn_which_deals_come_from_the_list_and_could_be_looked_up(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    await prove(day, TOMORROW, "tens", candidate=2)
    day.set_clock(f"{TOMORROW} 08:00")
    assert "looked up" not in said(await fair(day, "tens"))
    listed = said(await fair(day, "dimes"))
    assert "proven winnable (from my list" in listed
    assert "where it could be looked up; no other proof was ready in time" in listed
    overview = only(await day.say("fair"))
    assert "Challenges are for fun: their deals come from that list, so they could be looked up too." in overview.text
    deal = (await deals(day, TOMORROW))[GAMES.index("dimes")]
    day.set_clock("2026-11-23 00:00")
    (told,) = drawn(await fair(day, "dimes", date=str(TOMORROW))).values()
    assert f"\nfrom the list: deal {deal}" in told
    assert "0. " not in told


async def test_the_key_of_a_day_leads_to_the_anchor_that_was_shown_before(day: CardRoom) -> None:
    day.set_clock("2026-11-21 00:00")
    first = only(await day.say("fair"))
    assert drawn([first]) == {"First key, Jan 1, 2020": f"```\n{CHAIN.anchor}\n```"}
    await finish(day)
    day.set_clock("2026-11-21 23:59:59")
    assert await key(day) is None
    during = await fair(day)
    assert list(drawn(during)) == [VARIANTS[game].title for game in GAMES]
    assert published(during) == set()
    assert all("The key is still secret." in told for told in drawn(during).values())
    day.set_clock("2026-11-22 00:00")
    told = await key(day)
    assert told is not None
    for _ in range((TODAY - CHAIN.begun).days):
        told = hashlib.sha256(told.encode()).hexdigest()
    assert told == CHAIN.anchor
    assert only(await day.say("fair", date=str(TODAY))).text.count("🔓") == len(GAMES)
    after = await fair(day, date=str(TODAY))
    assert "still secret" not in said(after)
    for number, played in zip(await deals(day), drawn(after).values(), strict=True):
        assert f"1. {number} played" in played


async def test_the_first_page_leads_to_each_game_and_each_game_back(day: CardRoom) -> None:
    page = only(await day.say("fair"))
    assert page.ephemeral
    assert "🔒 **Dimes** · winnable deal" in page.text.replace("not proven winnable", "winnable deal")
    for game in GAMES:
        title = VARIANTS[game].title
        shown = changed(await day.press(page, title))
        assert list(drawn([shown])) == [title]
        assert changed(await day.press(shown, "How it works")).text == page.text


async def test_a_key_waits_for_attempts_in_progress_at_any_game_until_the_end_of_the_next_day(day: CardRoom) -> None:
    await begin(day)
    await finish(day, "tens", day.bob)
    for moment in ("2026-11-22 10:00", "2026-11-22 23:59:59"):
        day.set_clock(moment)
        assert await key(day) is None
    waiting = await fair(day, date=str(TODAY))
    assert published(waiting) == set()
    assert said(waiting).count("Some attempts are still open, until <t:1795392000:f> at the latest.") == len(GAMES)
    day.set_clock("2026-11-23 00:00")
    assert await key(day) == CHAIN.key(TODAY)
    assert "still open" not in said(await fair(day, date=str(TODAY)))


async def test_no_key_is_published_before_the_day_is_over_at_discord(day: CardRoom) -> None:
    """The clock of the host was a day or two ahead and is set back."""
    await day.services.dailies.of(day.services.turns.background(), TODAY)
    for ahead in ("2026-11-22 10:00", "2026-11-23 10:00"):
        day.set_clock(ahead)
        assert "Deal key of" not in only(await day.say("fair", date=str(TODAY))).text
    day.set_clock("2026-11-21 10:00")
    assert (await begin(day)).ephemeral
    assert (await day.game()).is_ranked


@pytest.mark.parametrize("ahead", ["2026-11-22", "2026-11-23"], ids=["its key", "a later key"])
async def test_no_ranked_attempt_begins_once_the_key_can_be_known(day: CardRoom, ahead: str) -> None:
    """The clock was ahead and is set back."""
    revealed = date.fromisoformat(ahead) - ONE_DAY
    for played in (TODAY, revealed):
        day.set_clock(f"{played} 00:00")
        await day.services.dailies.of(day.services.turns.background(), played)
    day.set_clock(f"{ahead} 00:00")
    assert await key(day, revealed) is not None
    day.set_clock("2026-11-21 23:00")
    for game in ("tens", "dimes"):
        assert "That daily is over" in private(await day.say("daily", game=game))
    assert await day.games.find(day.alice.id) is None


async def test_a_button_that_once_led_to_a_program_says_that_it_is_old(day: CardRoom) -> None:
    await fair(day, "tens")
    _, answer = await press(day, str(CustomId(Action.FAIR, argument=f"{TODAY},tens,check")))
    assert "This is an old game." in answer.text


async def test_the_page_says_from_the_start_of_the_day_what_is_proven_and_how(day: CardRoom) -> None:
    await prove(day, TOMORROW, "tens", candidate=3, method=Method(77, 123))
    day.set_clock("2026-11-22 08:00")
    told = drawn(await fair(day))
    proven = told.pop("Tens")
    assert "proven winnable (solver v77, up to 123 positions)" in proven
    assert len(told) == 4
    assert all("not proven winnable" in other for other in told.values())
    assert "skipped" not in proven
    assert "played" not in proven
    day.set_clock("2026-11-23 00:00")
    told = drawn(await fair(day, date=str(TOMORROW)))
    assert "proven winnable" in told["Tens"]
    assert told["Tens"].count("skipped") == 2
    assert f"3. {(await deals(day, TOMORROW))[GAMES.index('tens')]} played" in told["Tens"]
    assert "not proven winnable" in told["Dimes"]
    assert "1. " in told["Dimes"]


async def test_days_without_dailies_and_invalid_dates_are_refused(day: CardRoom) -> None:
    await begin(day)
    days = {
        "2026-11-20": "There was no daily on Nov 20, 2026.",
        str(TOMORROW): "Nov 22, 2026 hasn't come yet.",
        "9999-12-31": "Dec 31, 9999 hasn't come yet.",
        "0001-01-01": "There was no daily on Jan 1, 1.",
    }
    for missing, told in days.items():
        assert told in private(await day.say("fair", date=missing))
    assert "isn't a date" in private(await day.say("fair", date="today"))


async def test_days_with_dailies_are_offered(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-22 08:00")
    offered = await day.alice.autocomplete(day.channel, "solitaire fair", "date", "2026-11")
    assert [choice["value"] for choice in offered] == ["2026-11-22", "2026-11-21"]


async def test_the_dailies_are_drawn_as_soon_as_the_day_begins_or_the_bot_starts(day: CardRoom) -> None:
    """This fixes which candidates are played before anyone asks for them."""
    store = DailyStore()
    assert await day.services.dailies.first_day(day.services.turns.background()) == TODAY
    assert set(await store.of(day.database, TODAY, CHAIN.key(TODAY))) == set(GAMES)
    day.set_clock("2026-11-22 00:00")
    assert await store.of(day.database, TOMORROW, CHAIN.key(TOMORROW)) == {}
    await pass_minutes(day)
    assert set(await store.of(day.database, TOMORROW, CHAIN.key(TOMORROW))) == set(GAMES)
