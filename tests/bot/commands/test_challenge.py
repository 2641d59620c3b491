"""Challenges as people see them: the card, and the boards that nobody else sees."""

from __future__ import annotations

import re

from bot.model.challenge import OPEN_SECONDS
from engine import Status
from engine.winnable import winnable_deals
from tests.support.card_room import CardRoom, buttons, changed, only, private, public, text
from tests.support.challenge_room import both_play, card, noon, open_challenge, press, shown
from tests.support.daily_room import all_sent, give_up, play_on
from tests.support.forging import press as forged_press

__all__ = ["noon"]


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
    assert "#1 of 2 so far" in text(final).replace("\u00a0", " ")
    assert {"Rematch", "Replay", "Back to Dimes"} <= set(buttons(final))
    assert "already played this challenge" in text(await press(noon, "Play"))


async def test_giving_up_at_once_wins_nothing(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    for who in (noon.alice, noon.bob):
        await press(noon, "Play", who)
        final = text(await give_up(noon, who)).replace("\u00a0", " ")
        assert "**0** of 52 discarded" in final
        assert final.casefold().count("gave up") == 1
        assert "No rank without discarding a card." in final
        assert "badge" not in final
    told = shown(noon).replace("\u00a0", " ")
    assert "▫️ alice · gave up at 0 of 52" in told
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
    assert "**8** of 104 home" in final
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
    assert "can't challenge them by name" in private(await noon.say("challenge", player=noon.bob.user))
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
