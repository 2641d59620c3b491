"""Challenges as people see them: the card, and the boards that nobody else sees."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from bot.cli.block import block
from bot.model.blocks import BlockKind
from bot.model.challenge import OPEN_SECONDS
from engine import Status
from engine.winnable import winnable_deals
from tests.support.card_room import CardRoom, buttons, changed, only, private, public, text
from tests.support.daily_room import all_sent, give_up, play_on
from tests.support.forging import press as forged_press
from tests.support.kinds import tables
from tests.support.shown import Shown


@pytest.fixture
def noon(room: CardRoom) -> CardRoom:
    """A room whose clock stands still."""
    room.set_clock("2026-11-21 12:00")
    room.sync_clocks()
    return room


def card(room: CardRoom) -> simcord.ResponseMessage:
    """The newest card in the channel."""
    return [message for message in room.messages() if message.embeds and "Challenge · " in text(message)][-1]


def shown(room: CardRoom) -> str:
    """What the newest card says."""
    return text(card(room)).replace("**", "")


async def press(room: CardRoom, label: str, who: simcord.MemberActor | None = None) -> simcord.ResponseMessage:
    """Press a button of the card; return what only the user sees of the answer."""
    answer = await room.press(card(room), label, who)
    (message,) = (each for each in answer.followups if each.ephemeral)
    return message


async def open_challenge(room: CardRoom, **options: Any) -> simcord.ResponseMessage:
    return await room.post(await room.say("challenge", **{"game": "tens", **options}))


async def both_play(room: CardRoom) -> None:
    """Alice plays to the end, Bob gives up."""
    await press(room, "Play")
    await play_on(room, seconds=2)
    await press(room, "Play", room.bob)
    await give_up(room, room.bob)


async def test_two_people_play_the_same_deal_once_and_the_card_says_who_has_won(noon: CardRoom) -> None:
    await noon.start("dimes")
    await noon.play("draw")
    await open_challenge(noon, player=noon.bob.user)
    assert "⏳ bob · hasn't started yet" in shown(noon)
    board = await press(noon, "Play")
    assert "Tens · challenge" in text(board)
    first = await noon.game()
    await play_on(noon, seconds=2)
    assert "🥇 alice · " in shown(noon)
    assert "wins!" not in shown(noon)
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing · 0/52" in shown(noon)
    assert (await noon.game(noon.bob)).game.deal == first.game.deal
    await give_up(noon, noon.bob)
    assert "🏆 alice wins!" in shown(noon)
    final = only(await noon.say("show"))
    assert "#1 of 2 so far" in text(final)
    assert {"Rematch", "Replay", "Back to Dimes"} <= set(buttons(final))
    assert "already played this challenge" in text(await press(noon, "Play"))


async def test_giving_up_at_once_wins_nothing(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    for who in (noon.alice, noon.bob):
        await press(noon, "Play", who)
        final = text(await give_up(noon, who)).replace("\u00a0", " ")
        assert "0 of 52 discarded · 0 mistakes" in final
        assert final.casefold().count("gave up") == 1
        assert "No rank without discarding a card." in final
        assert "badge" not in final
    told = shown(noon).replace("\u00a0", " ")
    assert "▫️ alice · gave up at 0 of 52 · 0 mistakes" in told
    assert "🥇" not in told
    assert "wins!" not in told
    assert "tie" not in told
    assert "Nobody won this time" in told
    assert "Rematch" in buttons(card(noon))
    beside = text(only(await noon.say("stats", player=noon.bob.user)))
    assert "Head to head: 1 tie" in beside
    assert "finished" not in beside


async def test_cards_that_were_dealt_home_are_not_brought_home(noon: CardRoom) -> None:
    await open_challenge(noon, game="dimes")
    await press(noon, "Play")
    final = text(await give_up(noon))
    assert "8 of 104 home · 0 moves" in final
    assert "No rank without bringing a card home." in final


async def test_giving_up_does_not_win_against_those_who_gave_up_too(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    for who, moves in ((noon.alice, 1), (noon.bob, 2)):
        await press(noon, "Play", who)
        await play_on(noon, who, most=moves)
        assert "badge" not in text(await give_up(noon, who))
    told = shown(noon).replace("\u00a0", " ")
    assert "▫️ bob · gave up at 4 of 52" in told
    assert "▫️ alice · gave up at 2 of 52" in told
    assert "🥇" not in told
    assert "Nobody won this time" in told


async def test_only_the_named_player_is_mentioned_and_can_decline(noon: CardRoom) -> None:
    opened = await open_challenge(noon, player=noon.bob.user)
    sent = [entry.json for entry in noon.env.http_requests if "challenges you" in str(entry.json)][-1]
    assert sent is not None
    assert list(map(int, sent["allowed_mentions"]["users"])) == [noon.bob.id]
    assert opened.content.startswith(f"<@{noon.bob.id}>")
    assert "Only invited players" in text(await press(noon, "Decline"))
    await noon.press(card(noon), "Decline", noon.bob)
    assert "🚫 bob · declined" in shown(noon)
    assert "Decline" not in buttons(card(noon))
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing" in shown(noon)


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
    assert text(card(noon)).partition("Play")[0] == shown_
    declined = only(await noon.say("challenge", game="diplomat"))
    assert "nothing changed" in text(changed(await noon.press(declined, "Not now")))
    assert await stored(noon) == 1


async def test_after_a_restart_a_challenge_is_shown_again_before_it_is_posted(noon: CardRoom) -> None:
    draft = only(await noon.say("challenge", game="diplomat", player=noon.bob.user))
    await noon.start("tens", 13)
    await play_on(noon, seconds=3)
    on_a_win = only(await noon.press(only(await noon.say("show")), "Challenge"))
    await noon.restart()
    for each, said in ((draft, "challenges you to Diplomat"), (on_a_win, "To beat")):
        again = changed(await noon.press(each, "Post it"))
        assert "let me ask again" in text(again)
        assert said in text(again)
        (posted,) = (await noon.press(again, "Post it")).followups
        assert said in text(posted)


async def test_the_maker_takes_a_challenge_back_while_nobody_else_has_begun(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await press(noon, "Play")
    assert "Only whoever opened this challenge" in text(await press(noon, "Take back", noon.bob))
    await noon.press(card(noon), "Take back")
    assert "alice took this challenge back." in shown(noon)
    assert not card(noon).content
    assert not buttons(card(noon))
    assert "haven't answered your last challenge" in private(await noon.say("challenge", player=noon.bob.user))
    await give_up(noon)
    assert "alice took this challenge back." in shown(noon)


async def test_a_challenge_that_others_have_begun_stays(noon: CardRoom) -> None:
    await open_challenge(noon)
    old = buttons(card(noon))["Take back"]["custom_id"]
    play = buttons(card(noon))["Play"]["custom_id"]
    await press(noon, "Play", noon.bob)
    assert "Take back" not in buttons(card(noon))
    _, told, *_ = await forged_press(noon, old, who=noon.alice, is_private=False)
    assert "Somebody has begun to play" in text(told)
    await open_challenge(noon)
    other = buttons(card(noon))["Play"]["custom_id"]
    await noon.press(card(noon), "Take back")
    _, told, *_ = await forged_press(noon, other, who=noon.bob, is_private=False)
    assert "This challenge was taken back." in text(told)
    assert play != other


def told_of_ends(room: CardRoom) -> list[str]:
    """What the bot told those who asked, each time that it did."""
    return [message.text for message in room.messages() if "The challenge at" in message.text and not message.ephemeral]


async def test_those_who_asked_are_told_once_who_has_won(noon: CardRoom) -> None:
    await open_challenge(noon)
    await press(noon, "Play")
    await play_on(noon, seconds=2)
    final = only(await noon.say("show"))
    assert "I'll mention you in <#" in private(await noon.press(final, "Tell me the winner"))
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
    await noon.pass_time(61)
    assert len(told_of_ends(noon)) == 1


@pytest.mark.parametrize("kind", [BlockKind.USER, BlockKind.SERVER])
async def test_whom_the_host_has_blocked_is_not_told_who_has_won(noon: CardRoom, kind: BlockKind) -> None:
    await open_challenge(noon)
    await press(noon, "Play")
    await play_on(noon, seconds=2)
    await noon.press(only(await noon.say("show")), "Tell me the winner")
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
    await press(noon, "Play")
    await play_on(noon, seconds=2)
    await noon.press(only(await noon.say("show")), "Tell me the winner")
    if restarts:
        await noon.restart()
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
    assert "💤 bob · didn't play" in shown(noon)
    assert list(buttons(card(noon))) == ["Rematch"]
    assert len(told_of_ends(noon)) == 1
    await noon.restart()
    await noon.pass_time(61)
    assert len(told_of_ends(noon)) == 1


async def test_the_same_person_is_mentioned_once_while_they_do_not_answer(noon: CardRoom) -> None:
    opened = await open_challenge(noon, player=noon.bob.user)
    before = len(noon.messages())
    for game in ("tens", "dimes", "tens"):
        said = private(await noon.say("challenge", game=game, player=noon.bob.user))
        assert f"/{opened.id}" in said
        assert "Leave out the player" in said
    assert all(message.ephemeral for message in noon.messages()[before:])
    await noon.press(card(noon), "Decline", noon.bob)
    assert (await open_challenge(noon, player=noon.bob.user)).content.startswith(f"<@{noon.bob.id}>")


async def test_a_player_can_choose_that_nobody_may_challenge_them(noon: CardRoom) -> None:
    settings = only(await noon.say("settings", noon.bob))
    await noon.press(settings, "Nobody may challenge me", noon.bob)
    assert "don't want to be challenged" in private(await noon.say("challenge", player=noon.bob.user))
    assert [message for message in noon.messages() if not message.ephemeral] == []
    await open_challenge(noon)
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing" in shown(noon)


async def test_me_too_puts_someone_on_the_card(noon: CardRoom) -> None:
    await open_challenge(noon)
    await noon.press(card(noon), "I'll play later", noon.bob)
    assert "⏳ bob · hasn't started yet" in shown(noon)
    assert "You're in already" in text(await press(noon, "I'll play later", noon.bob))


async def test_the_card_fills_in_while_someone_plays(noon: CardRoom) -> None:
    await open_challenge(noon)
    board = await press(noon, "Play")
    game = (await noon.game()).game
    await noon.play_first(board)
    assert "playing · 0/52" in shown(noon)  # not with each move
    await noon.pass_time(6)
    assert f"playing · {(await noon.game()).game.home}/52" in shown(noon)
    assert (await noon.game()).game.home > game.home


async def test_nobody_learns_the_deal_before_the_challenge_is_over(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    board = await press(noon, "Play")
    deal = (await noon.game()).game.deal
    board = changed(await noon.press(board, "Menu"))
    assert "Share" not in buttons(board)
    await give_up(noon)
    for word in ("replay", "analyse", "show"):
        answer = only(await noon.say(word))
        assert answer.ephemeral
    final = only(await noon.say("show"))
    changed(await noon.press(final, "Menu"))
    assert "Others can still play this deal" in private(await noon.say("analyse"))
    await noon.say("stats", noon.bob, player=noon.alice.user)
    assert re.search(rf"\b{deal}\b(?!\d)", all_sent(noon).replace(str(noon.alice.id), "")) is None or deal < 10_000


async def test_a_rematch_is_dealt_to_the_same_people_once(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await press(noon, "Play")
    deal = (await noon.game()).game.deal
    await give_up(noon)
    old = card(noon)
    async with noon.at_once(times=2):
        await noon.press(old, "Rematch")
    assert card(noon).id != old.id
    assert len([message for message in noon.messages() if message.embeds and "Challenge · " in text(message)]) == 2
    assert "⏳ bob · hasn't started yet" in shown(noon)
    assert not card(noon).content
    answer = await noon.press(old, "Rematch", noon.bob)
    (told,) = (each for each in answer.followups if each.ephemeral)
    assert "https://discord.com/channels/" in text(told)
    await press(noon, "Play")
    assert (await noon.game()).game.deal != deal


async def test_a_rematch_can_be_asked_for_on_the_last_board(noon: CardRoom) -> None:
    await open_challenge(noon)
    await press(noon, "Play")
    final = await give_up(noon)
    posted = public(await noon.press(final, "Rematch"))
    assert "Challenge · Tens" in text(posted)


async def test_a_win_is_a_mark_for_others_to_beat(noon: CardRoom) -> None:
    await noon.start("tens", 13)
    menu = await noon.open_more(only(await noon.say("show")))
    assert "Win this game first" in private(await noon.press(menu, "Challenge"))
    await play_on(noon, seconds=3)
    assert (await noon.game()).game.status is Status.WON
    won = only(await noon.say("show"))
    posted = await noon.post(await noon.press(won, "Challenge"))
    assert "🎯 To beat: alice" in text(posted).replace("**", "")
    assert "You already know this deal" in text(await press(noon, "Play"))
    await press(noon, "Play", noon.bob)
    assert (await noon.game(noon.bob)).game.deal == 13


async def test_the_deal_of_a_public_board_is_played_by_the_others(noon: CardRoom) -> None:
    menu = await noon.open_more(await noon.start("dimes", 8))
    posted = await noon.post(await noon.press(menu, "Challenge", noon.bob), noon.bob)
    assert "⏳ bob" in text(posted).replace("**", "")
    await press(noon, "Play", noon.bob)
    assert (await noon.game(noon.bob)).game.deal == 8
    assert "You already know this deal" in text(await press(noon, "Play"))
    await noon.prefer(private_board=True)
    assert "Challenge" not in buttons(await noon.open_more(only(await noon.say("show"))))


LOST_TENS = 1


async def test_a_deal_that_a_lost_game_proves_impossible_is_no_challenge(noon: CardRoom) -> None:
    menu = await noon.open_more(await noon.start("tens", LOST_TENS))
    offered = buttons(menu)["Challenge"]["custom_id"]
    await play_on(noon)
    lost = public(await noon.say("show"))
    assert "nobody can win this deal" in text(lost)
    undone = await noon.open_more(public(await noon.say("undo")))
    given_up = public(await noon.say("give-up"))
    shared = await noon.post(await noon.press(changed(await noon.press(given_up, "Menu")), "Share"))
    for message in (lost, undone, given_up, shared):
        assert "Challenge" not in buttons(message)
    for who in (noon.alice, noon.bob):
        _, answer = await forged_press(noon, offered, who=who)
        assert "Nobody can win this deal" in text(answer)
    assert [message for message in noon.messages() if "Challenge ·" in text(message)] == []


async def test_a_card_that_cannot_be_edited_is_brought_up_to_date_by_the_next_press(noon: CardRoom) -> None:
    await open_challenge(noon)
    await press(noon, "Play")
    with noon.refusing():
        await give_up(noon)
    assert "playing" in shown(noon)
    await press(noon, "Play")
    assert "▫️ alice · gave up" in shown(noon)


async def test_a_restarted_bot_finds_its_cards(noon: CardRoom) -> None:
    await open_challenge(noon)
    await noon.restart()
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing" in shown(noon)
    await give_up(noon, noon.bob)
    assert "▫️ bob · gave up" in shown(noon)


async def test_an_old_card_answers_kindly(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    ids = [buttons(card(noon))[label]["custom_id"] for label in ("Play", "I'll play later", "Decline")]
    noon.advance_clock(OPEN_SECONDS)
    for custom_id in ids:
        _, told, *_ = await forged_press(noon, custom_id, who=noon.bob, is_private=False)
        assert "This challenge is over" in text(told)
    assert list(buttons(card(noon))) == ["Rematch"]
    assert "💤 bob · didn't play" in shown(noon)


async def test_statistics_of_someone_else_count_the_challenges_against_them(noon: CardRoom) -> None:
    await open_challenge(noon)
    await both_play(noon)
    assert "Head to head: You won 1" in text(only(await noon.say("stats", player=noon.bob.user)))
    assert "Head to head: they won 1" in text(only(await noon.say("stats", noon.bob, player=noon.alice.user)))


async def test_whoever_deletes_their_data_is_gone_from_the_card(noon: CardRoom) -> None:
    await open_challenge(noon)
    await both_play(noon)
    assert "bob" in shown(noon)
    asked = only(await noon.press(only(await noon.say("privacy", noon.bob)), "Delete everything", noon.bob))
    await noon.press(asked, "Delete everything", noon.bob)
    assert "bob" not in shown(noon)
    assert "already played this challenge" in text(await press(noon, "Play", noon.bob))


async def test_bad_challenges_are_refused(noon: CardRoom) -> None:
    assert "can't challenge yourself" in private(await noon.say("challenge", player=noon.alice.user))
    bot = noon.env.create_user("robot", bot=True)
    assert "Bots can't play" in private(await noon.say("challenge", player=bot))
    assert len(winnable_deals("tens", {})) > 100


UNSEEN = "Only you can see what I post here"


async def stored(room: CardRoom) -> int:
    """The number of stored challenges with players on their cards."""
    found = await tables(room.url)
    assert bool(found["challenges"]) == bool(found["entries"])
    return len(found["challenges"])


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
        assert "Challenge · Tens" in text(await noon.post(answer))
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
    board = await noon.start("tens") if asked == "share" else None
    if board is not None:
        draft = only(await noon.press(changed(await noon.press(board, "Menu")), "Share"))
    elif asked == "command":
        draft = only(await noon.say("challenge", game="tens", player=noon.bob.user))
    else:
        draft = Shown.of(card(noon))
    before, known = await stored(noon), {message.id for message in noon.messages()}
    _force_private(monkeypatch)
    await noon.press(draft, "Rematch" if asked == "rematch" else "Post it")
    (told,) = (message for message in noon.messages() if message.id not in known)
    assert told.ephemeral
    assert UNSEEN in text(told)
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
