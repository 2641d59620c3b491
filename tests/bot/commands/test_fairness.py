"""`/solitaire fair`: which facts about a day's deals are published when, and that anyone can verify them."""

import hashlib
import re
from datetime import date

import pytest

from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import DAILIES_A_DAY, GAMES, Method, games_of
from bot.store import DailyStore
from engine import VARIANTS
from tests.support.card_room import CardRoom, only, private
from tests.support.chain import CHAIN
from tests.support.daily_room import TODAY, TOMORROW, begin, deals, finish, pass_minutes, prove
from tests.support.shown import Shown


async def fair(room: CardRoom, day: date | None = None) -> Shown:
    """The page about a day, by default today; Discord's clock says the same as the bot's."""
    room.sync_clocks()
    page = only(await room.say("fair", date=str(day)) if day else await room.say("fair"))
    assert page.ephemeral
    return page


def drawn(page: Shown) -> dict[str, str]:
    """What the page says about each game's deal, by title."""
    names = {VARIANTS[game].title for game in GAMES}
    lines = "\n".join(page.lines).replace("\n-# ", " ").splitlines()
    said = {line.split("**")[1]: line for line in lines if line.startswith(("🔒", "🔓"))}
    assert set(said) <= names
    assert len(said) == DAILIES_A_DAY
    return said


def published(page: Shown) -> set[str]:
    return set(re.findall(r"\b[0-9a-f]{64}\b", page.text))


async def key(room: CardRoom, day: date = TODAY) -> str | None:
    """The published key of a day, if Discord's clock says the same as the bot's."""
    told = (await fair(room, day)).fields
    return next((value.strip("`\n") for name, value in told.items() if name.startswith("Deal key of ")), None)


async def test_players_learn_which_deals_come_from_the_list_and_could_be_looked_up(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    await prove(day, TOMORROW, "tens", candidate=2)
    day.set_clock(f"{TOMORROW} 08:00")
    page = await fair(day)
    assert "looked up" not in drawn(page)["Tens"]
    assert "(from my list, where it could be looked up)" in drawn(page)["Dimes"]
    deal = (await deals(day, TOMORROW))[games_of(TOMORROW).index("dimes")]
    day.set_clock("2026-11-23 00:00")
    assert f"candidate 0: deal {deal}" in drawn(await fair(day, TOMORROW))["Dimes"]


async def test_the_key_of_a_day_leads_to_the_anchor_that_was_shown_before(day: CardRoom) -> None:
    day.set_clock("2026-11-21 00:00")
    first = await fair(day)
    assert first.fields == {"First key, Jan 1, 2020": f"```\n{CHAIN.anchor}\n```"}
    await finish(day)
    day.set_clock("2026-11-21 23:59:59")
    assert await key(day) is None
    during = await fair(day)
    assert published(during) == {CHAIN.anchor}
    assert all(told.startswith("🔒") and "deal " not in told for told in drawn(during).values())
    day.set_clock("2026-11-22 00:00")
    told = await key(day)
    assert told is not None
    for _ in range((TODAY - CHAIN.begun).days):
        told = hashlib.sha256(told.encode()).hexdigest()
    assert told == CHAIN.anchor
    after = drawn(await fair(day, TODAY))
    for number, game in zip(await deals(day), games_of(TODAY), strict=True):
        assert after[VARIANTS[game].title].startswith("🔓")
        assert f"candidate 1: deal {number}" in after[VARIANTS[game].title]


async def test_a_key_waits_for_attempts_in_progress_at_any_game_until_the_end_of_the_next_day(day: CardRoom) -> None:
    await begin(day)
    await finish(day, "tens", day.bob)
    for moment in ("2026-11-22 10:00", "2026-11-22 23:59:59"):
        day.set_clock(moment)
        assert await key(day) is None
    waiting = await fair(day, TODAY)
    assert published(waiting) == {CHAIN.anchor}
    assert "Some attempts are still open, until <t:1795392000:f> at the latest." in waiting.text
    day.set_clock("2026-11-23 00:00")
    assert await key(day) == CHAIN.key(TODAY)
    assert "still open" not in (await fair(day, TODAY)).text


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


async def test_the_page_says_from_the_start_of_the_day_what_is_proven_and_how(day: CardRoom) -> None:
    await prove(day, TOMORROW, "tens", candidate=3, method=Method(77, 123))
    day.set_clock("2026-11-22 08:00")
    told = drawn(await fair(day))
    proven = told.pop("Tens")
    assert "proven winnable (solver v77, up to 123 positions)" in proven
    assert len(told) == 5
    assert all("not proven winnable" in other for other in told.values())
    assert "candidate" not in proven
    day.set_clock("2026-11-23 00:00")
    told = drawn(await fair(day, TOMORROW))
    assert "proven winnable (solver v77, up to 123 positions)" in told["Tens"]
    assert f"candidate 3: deal {(await deals(day, TOMORROW))[games_of(TOMORROW).index('tens')]}" in told["Tens"]
    assert "not proven winnable" in told["Dimes"]
    assert "candidate 1: deal " in told["Dimes"]


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


async def test_the_dailies_are_drawn_as_soon_as_the_day_begins_or_the_bot_starts(day: CardRoom) -> None:
    """This fixes which candidates are played before anyone asks for them."""
    store = DailyStore()
    assert await day.services.dailies.first_day(day.services.turns.background()) == TODAY
    assert set(await store.of(day.database, TODAY, CHAIN.key(TODAY))) == set(games_of(TODAY))
    day.set_clock("2026-11-22 00:00")
    assert await store.of(day.database, TOMORROW, CHAIN.key(TOMORROW)) == {}
    await pass_minutes(day)
    assert set(await store.of(day.database, TOMORROW, CHAIN.key(TOMORROW))) == set(games_of(TOMORROW))
