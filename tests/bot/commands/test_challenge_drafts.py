"""Challenges before they begin: their maker sees them first, posts them, and can take them back."""

import re
from typing import Any

import discord
import pytest

from tests.support.card_room import CardRoom, only, private
from tests.support.challenge_room import card, open_challenge, press, shown, stored
from tests.support.daily_room import give_up
from tests.support.forging import press as forged_press
from tests.support.kinds import ask


async def test_a_challenge_is_shown_to_its_maker_before_it_is_posted(noon: CardRoom) -> None:
    draft = only(await noon.say("challenge", game="diplomat", player=noon.bob.user))
    assert draft.ephemeral
    assert list(draft.buttons) == ["Post it", "Not now"]
    shown_ = draft.text.partition("Post it")[0]
    assert "alice challenges you to Diplomat!" in shown_
    assert re.search(r"\*\*(easy|medium|hard) · 10 min\*\*", shown_)
    sent = [entry.json for entry in noon.env.http_requests if "callback" in entry.path][-1]
    assert sent is not None
    assert not sent["data"]["allowed_mentions"].get("users")
    assert await stored(noon) == 0
    async with noon.at_once(times=2):
        await noon.press(draft, "Post it")
    assert await stored(noon) == 1
    assert card(noon).text.partition("Play")[0] == shown_
    declined = only(await noon.say("challenge", game="diplomat"))
    await noon.press(declined, "Not now")
    assert noon.is_gone(declined)
    assert await stored(noon) == 1


async def test_after_a_restart_a_challenge_is_not_posted(noon: CardRoom) -> None:
    draft = only(await noon.say("challenge", game="diplomat", player=noon.bob.user))
    await noon.restart()
    assert "so I posted nothing" in private(await noon.press(draft, "Post it"))
    assert await stored(noon) == 0


async def test_the_maker_takes_a_challenge_back_while_nobody_else_has_begun(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    ((ends_at,),) = await ask(noon.url, "SELECT ends_at FROM challenges")
    await press(noon, "Play")
    assert "Only the person who opened this challenge" in (await press(noon, "Take back (alice)", noon.bob)).text
    await noon.press(card(noon), "Take back (alice)")
    assert "alice took this challenge back." in shown(noon)
    assert not card(noon).content
    assert not card(noon).buttons
    refused = private(await noon.say("challenge", player=noon.bob.user))
    assert f"You can name them again <t:{ends_at}:R>" in refused
    assert "https://" not in refused
    await give_up(noon)
    assert "alice took this challenge back." in shown(noon)


async def test_a_challenge_that_others_have_begun_stays(noon: CardRoom) -> None:
    await open_challenge(noon)
    old = card(noon).buttons["Take back (alice)"]["custom_id"]
    await press(noon, "Play", noon.bob)
    assert "Take back (alice)" not in card(noon).buttons
    _, told, *_ = await forged_press(noon, old, who=noon.alice, is_private=False)
    assert "Somebody has begun to play" in told.text


async def test_a_challenge_that_was_taken_back_cannot_be_played(noon: CardRoom) -> None:
    await open_challenge(noon)
    play = card(noon).buttons["Play"]["custom_id"]
    await noon.press(card(noon), "Take back (alice)")
    _, told, *_ = await forged_press(noon, play, who=noon.bob, is_private=False)
    assert "This challenge was taken back." in told.text


UNSEEN = "Only you can see what I post here"


async def test_a_challenge_in_a_direct_message_is_refused_as_nobody_else_would_see_it(noon: CardRoom) -> None:
    said = private(await noon.alice.user.slash("solitaire challenge", game="tens", player=noon.bob.user))
    assert UNSEEN in said
    assert "group chat" in said
    assert await stored(noon) == 0
    await open_challenge(noon, player=noon.bob.user)


@pytest.mark.parametrize("may_post", [False, True])
async def test_a_guest_of_a_server_posts_a_card_only_if_others_would_see_it(noon: CardRoom, *, may_post: bool) -> None:
    """Where the bot is no member, a server decides whether its answers are for everyone."""
    async with noon.at_once(times=0):
        answer = await noon.say("challenge", game="tens", player=noon.bob.user)
    payload = dict(noon.held[-1])
    payload["authorizing_integration_owners"] = {"1": str(noon.alice.id)}
    permissions = discord.Permissions(int(payload["member"]["permissions"]))
    permissions.update(administrator=False, use_external_apps=may_post)
    payload["member"]["permissions"] = str(permissions.value)
    await noon.deliver(payload)
    if may_post:
        assert "Challenge · Tens" in (await noon.post(answer)).text
    else:
        assert UNSEEN in private(answer)
    assert await stored(noon) == may_post


@pytest.mark.parametrize("asked", ["command", "rematch", "share"])
async def test_what_discord_shows_to_nobody_else_is_taken_back(
    noon: CardRoom, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    if asked == "rematch":
        await open_challenge(noon)
        await press(noon, "Play")
        await give_up(noon)
        pressed = card(noon)
    elif asked == "command":
        pressed = only(await noon.say("challenge", game="tens", player=noon.bob.user))
    else:
        menu = await noon.open_more(await noon.start("tens"))
        pressed = only(await noon.press(menu, "Share"))
    before = await stored(noon)
    known = {message.id for message in noon.messages()}
    _force_private(monkeypatch)
    await noon.press(pressed, "Rematch (players)" if asked == "rematch" else "Post it")
    (told,) = (message for message in noon.messages() if message.id not in known)
    assert told.ephemeral
    assert UNSEEN in told.text
    assert await stored(noon) == before
    monkeypatch.undo()
    await open_challenge(noon, player=noon.bob.user)


def _force_private(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord show all answers to their user alone, whatever the bot asks for."""
    for cls, name in ((discord.InteractionResponse, "send_message"), (discord.Webhook, "send")):
        send = getattr(cls, name)

        async def forced(self: Any, *args: Any, _send: Any = send, **named: Any) -> Any:
            return await _send(self, *args, **{**named, "ephemeral": True})

        monkeypatch.setattr(cls, name, forced)
