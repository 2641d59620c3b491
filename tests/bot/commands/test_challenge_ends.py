"""The ends of challenges: what their cards say then, and whom the bot tells."""

from __future__ import annotations

import pytest

from bot.cli.block import block
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.blocks import BlockKind
from bot.model.challenge import OPEN_SECONDS
from bot.store.challenges import MOST_TOLD
from tests.support.card_room import CardRoom, only, private
from tests.support.challenge_room import card, open_challenge, press, shown
from tests.support.daily_room import give_up, play_on
from tests.support.forging import press as forged_press
from tests.support.kinds import ask
from tests.support.shown import Shown

CHANNEL_MESSAGES = "/channels/*/messages"


def told_of_ends(room: CardRoom) -> list[str]:
    """What the bot told those who asked, each time that it did."""
    return [message.text for message in room.messages() if "The challenge at" in message.text and not message.ephemeral]


async def test_those_who_asked_are_told_once_who_has_won(noon: CardRoom) -> None:
    await open_challenge(noon)
    final = await ask_for_news(noon)
    assert "#1 of 1" not in final.text
    await press(noon, "Play", noon.bob)
    assert told_of_ends(noon) == []
    await give_up(noon, noon.bob)
    (told,) = told_of_ends(noon)
    assert "🏆 **alice wins!**" in told
    assert f"<@{noon.alice.id}>" in told
    assert str(noon.bob.id) not in told
    (sent,) = (entry.json for entry in noon.env.http_requests if "The challenge at" in str(entry.json))
    assert sent is not None
    assert list(map(int, sent["allowed_mentions"]["users"])) == [noon.alice.id]
    assert "Everyone has played already" in private(await noon.press(final, "Tell me the winner"))
    await noon.restart()
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert len(told_of_ends(noon)) == 1


async def ask_for_news(room: CardRoom) -> Shown:
    """Play to the end as Alice, press *Tell me the winner*, and return her last board."""
    await press(room, "Play")
    await play_on(room, seconds=2)
    final = only(await room.say("show"))
    assert "I'll mention you in <#" in private(await room.press(final, "Tell me the winner"))
    return final


@pytest.mark.parametrize("kind", [BlockKind.USER, BlockKind.SERVER])
async def test_whom_the_host_has_blocked_is_not_told_who_has_won(noon: CardRoom, kind: BlockKind) -> None:
    await open_challenge(noon)
    await ask_for_news(noon)
    await block(noon.url, kind, noon.alice.id if kind is BlockKind.USER else noon.env.guild.id)
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
    assert told_of_ends(noon) == []


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_card_says_so_when_its_time_is_over_and_tells_those_who_asked(
    noon: CardRoom, *, restarts: bool
) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await ask_for_news(noon)
    if restarts:
        await noon.restart()
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
    assert "💤 bob · didn't play" in shown(noon)
    assert list(card(noon).buttons) == ["Rematch"]
    assert len(told_of_ends(noon)) == 1


@pytest.mark.parametrize(("late", "posts"), [(0, 1), (3600, 0)], ids=["at once", "after an hour"])
async def test_the_bot_tries_for_an_hour_to_name_the_winner_while_discord_fails(
    noon: CardRoom, late: int, posts: int
) -> None:
    await open_challenge(noon)
    await ask_for_news(noon)
    noon.advance_clock(OPEN_SECONDS + late)
    noon.env.inject_error("POST", CHANNEL_MESSAGES, status=503, message="No", times=None)
    await noon.pass_time(61)
    assert told_of_ends(noon) == []
    noon.env.backend.faults.clear()
    await noon.pass_time(61)
    await noon.pass_time(61)
    assert len(told_of_ends(noon)) == posts


async def test_those_who_ask_after_another_player_has_come_are_told_as_well(noon: CardRoom) -> None:
    await open_challenge(noon)
    await ask_for_news(noon)
    await press(noon, "Play", noon.bob)
    await give_up(noon, noon.bob)
    assert len(told_of_ends(noon)) == 1
    carol = noon.env.guild.add_member(noon.env.create_user("carol"))
    await noon.press(card(noon), "Play", carol)
    result = await press(noon, "Play", noon.bob)
    assert "I'll mention you" in private(await noon.press(result, "Tell me the winner", noon.bob))
    await give_up(noon, carol)
    _, told = told_of_ends(noon)
    assert f"<@{noon.bob.id}>" in told
    assert f"<@{noon.alice.id}>" not in told


async def test_everyone_who_asked_is_mentioned_however_many_they_are(noon: CardRoom) -> None:
    await open_challenge(noon)
    crowd = range(10**17, 10**17 + 2 * MOST_TOLD)
    fan = "((SELECT id FROM challenges), {}, 'fan', 'joined', 0, 9, 1)"
    fans = ", ".join(fan.format(user_id) for user_id in crowd)
    columns = "challenge_id, user_id, name, role, is_declined, place, wants_news"
    statement = f"INSERT INTO entries ({columns}) VALUES {fans}"  # noqa: S608
    await ask(noon.url, statement)
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    told = told_of_ends(noon)
    assert [user_id for user_id in crowd if sum(f"<@{user_id}>" in each for each in told) != 1] == []


async def test_one_challenge_whose_card_cannot_be_drawn_does_not_keep_others_from_ending(
    noon: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_challenge(noon)
    ((broken,),) = await ask(noon.url, "SELECT id FROM challenges")
    await open_challenge(noon)
    end = noon.client.state.cards.end

    async def fail_once(challenge_id: int) -> None:
        if challenge_id == broken:
            raise ValueError
        await end(challenge_id)

    monkeypatch.setattr(noon.client.state.cards, "end", fail_once)
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)


async def test_whoever_has_deleted_their_data_is_promised_no_news(noon: CardRoom) -> None:
    await open_challenge(noon)
    await ask_for_news(noon)
    await noon.services.privacy.delete(noon.turn())
    ((challenge_id,),) = await ask(noon.url, "SELECT id FROM challenges")
    _, told, *_ = await forged_press(noon, str(CustomId(Action.NEWS, argument=str(challenge_id))), is_private=False)
    assert "aren't on the card" in told.text
