"""Challenges as people see them: the card, and the boards that nobody else sees."""

import re

import pytest

from bot.model.challenge import OPEN_SECONDS
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.challenge_room import both_play, card, open_challenge, press, shown
from tests.support.daily_room import all_sent, give_up, play_on, results
from tests.support.forging import press as forged_press
from tests.support.forging import press_on
from tests.support.kinds import ask


async def test_two_people_play_the_same_deal_once_and_the_card_says_who_has_won(noon: CardRoom) -> None:
    await noon.start("dimes")
    await noon.play("draw")
    await open_challenge(noon, player=noon.bob.user)
    assert "⏳ bob · hasn't started yet" in shown(noon)
    await noon.restart()
    board = await press(noon, "Play")
    assert "Tens, challenge" in board.text
    first = await noon.game()
    await noon.play_legal()
    assert "**2** of 52 discarded" in (await press(noon, "Play")).text
    await play_on(noon, seconds=2)
    assert "🥇 alice · " in shown(noon)
    assert "wins!" not in shown(noon)
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing · 0/52" in shown(noon)
    assert (await noon.game(noon.bob)).game.deal == first.game.deal
    await give_up(noon, noon.bob)
    assert "🏆 alice leads" in shown(noon)
    final = only(await noon.say("show"))
    assert "#1 of 2 so far" in final.text
    assert {"Rematch", "Replay", "Back to Dimes"} <= set(final.buttons)
    assert "already played this challenge" in (await press(noon, "Play")).text
    assert await results(noon) == []
    assert "already played this challenge" in (await press(noon, "Play")).text
    assert "Head to head: You won 1" in only(await noon.say("stats", player=noon.bob.user)).text
    assert "Head to head: they won 1" in only(await noon.say("stats", noon.bob, player=noon.alice.user)).text
    assert "Challenge · Tens" in public(await noon.press(final, "Rematch")).text


@pytest.mark.parametrize(
    ("game", "moves", "result", "why"),
    [
        ("tens", 0, "gave up at 0 of 52", "No cards discarded, so no rank."),
        ("tens", 2, "gave up at 4 of 52", ""),
        ("dimes", 0, "gave up at 8 of 104 · 0 moves", "No cards brought home, so no rank."),
    ],
)
async def test_nobody_wins_if_both_give_up(noon: CardRoom, game: str, moves: int, result: str, why: str) -> None:
    await open_challenge(noon, game=game, player=noon.bob.user)
    for who in (noon.alice, noon.bob):
        await press(noon, "Play", who)
        await play_on(noon, who, most=moves)
        final = (await give_up(noon, who)).text
        assert final.casefold().count("gave up") == 1
        assert why in final
        assert "so far" not in final
        assert "badge" not in final
    told = shown(noon)
    assert f"▫️ alice · {result}" in told
    assert "🥇" not in told
    assert "wins!" not in told
    assert "tie" not in told
    assert "Nobody won this time" in told
    assert "Rematch (players)" in card(noon).buttons
    assert "so far" not in (await press(noon, "Play")).text
    assert "Head to head" not in only(await noon.say("stats", player=noon.bob.user)).text


async def test_only_the_named_player_is_mentioned_and_can_decline(noon: CardRoom) -> None:
    opened = await open_challenge(noon, player=noon.bob.user)
    sent = [entry.json for entry in noon.env.http_requests if "challenges you" in str(entry.json)][-1]
    assert sent is not None
    assert list(map(int, sent["allowed_mentions"]["users"])) == [noon.bob.id]
    assert opened.content.startswith(f"<@{noon.bob.id}>")
    refused = private(await noon.say("challenge", player=noon.bob.user))
    assert f"/{opened.id}" in refused
    assert "Leave out the player" in refused
    assert "Only invited players" in (await press(noon, "Decline")).text
    await noon.press(card(noon), "Decline", noon.bob)
    assert "🚫 bob · declined" in shown(noon)
    assert "Decline" not in card(noon).buttons
    await press(noon, "Play", noon.bob)
    assert "🃏 bob · playing" in shown(noon)
    assert (await open_challenge(noon, player=noon.bob.user)).content.startswith(f"<@{noon.bob.id}>")


async def test_the_card_lists_players_who_will_play_later(noon: CardRoom) -> None:
    await open_challenge(noon)
    await noon.press(card(noon), "I'll play later", noon.bob)
    assert "⏳ bob · hasn't started yet" in shown(noon)
    assert "You're in already" in (await press(noon, "I'll play later", noon.bob)).text


async def test_the_card_fills_in_while_someone_plays(noon: CardRoom) -> None:
    await open_challenge(noon)
    board = await press(noon, "Play")
    game = (await noon.game()).game
    await noon.play_first(board)
    assert "playing · 0/52" in shown(noon)  # not with each move
    await noon.pass_time(6)
    assert f"playing · {(await noon.game()).game.cards_home}/52" in shown(noon)
    assert (await noon.game()).game.cards_home > game.cards_home


async def test_nobody_learns_the_deal_before_the_challenge_is_over(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    board = await press(noon, "Play")
    deal = (await noon.game()).game.deal
    assert "Share" not in (await noon.open_more(board)).buttons
    await give_up(noon)
    for word in ("replay", "analyse", "show"):
        assert only(await noon.say(word)).ephemeral
    final = only(await noon.say("show"))
    changed(await noon.press(final, "Menu"))
    assert "Others can still play this deal" in private(await noon.say("analyse"))
    await noon.say("stats", noon.bob, player=noon.alice.user)
    assert re.search(rf"\b{deal}\b", all_sent(noon).replace(str(noon.alice.id), "")) is None


async def test_a_rematch_is_dealt_to_the_same_people_once(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await press(noon, "Play")
    deal = (await noon.game()).game.deal
    await give_up(noon)
    old = card(noon)
    async with noon.at_once(times=2):
        await noon.press(old, "Rematch (players)")
    (new,) = (message for message in noon.messages() if message.id > old.id and "Challenge · " in message.text)
    assert "⏳ bob · hasn't started yet" in shown(noon)
    assert not new.content
    (told,) = (each for each in (await noon.press(old, "Rematch (players)", noon.bob)).followups if each.ephemeral)
    assert f"/{new.id}" in told.content
    await press(noon, "Play")
    assert (await noon.game()).game.deal != deal


async def test_a_win_is_a_mark_for_others_to_beat(noon: CardRoom) -> None:
    shared = await noon.share(await noon.start("tens", 13))
    assert "Win this game first" in private(await noon.press(shared, "Challenge"))
    won = await noon.play_to_the_end()
    posted = await noon.post(await noon.press(won, "Challenge"))
    assert "🎯 To beat: **alice**" in posted.text
    assert "You already know this deal" in (await press(noon, "Play")).text
    await press(noon, "Play", noon.bob)
    assert (await noon.game(noon.bob)).game.deal == 13


async def test_the_deal_of_a_shared_game_is_played_by_the_others(noon: CardRoom) -> None:
    shared = await noon.share(await noon.start("dimes", 8))
    posted = await noon.post(await noon.press(shared, "Challenge", noon.bob), noon.bob)
    assert "⏳ bob" in posted.text.replace("**", "")
    await press(noon, "Play", noon.bob)
    assert (await noon.game(noon.bob)).game.deal == 8
    assert "You already know this deal" in (await press(noon, "Play")).text


async def test_a_deal_that_a_lost_game_proves_impossible_is_no_challenge(noon: CardRoom) -> None:
    shared = await noon.share(await noon.start("tens", 1))
    offered = shared.buttons["Challenge"]["custom_id"]
    lost = await noon.play_to_the_end()
    assert "nobody can win this deal" in lost.text
    for message in (lost, await noon.share(lost)):
        assert "Challenge" not in message.buttons
    for who in (noon.alice, noon.bob):
        _, answer = await forged_press(noon, offered, who=who)
        assert "Nobody can win this deal" in answer.text


async def test_a_card_that_cannot_be_edited_is_brought_up_to_date_by_the_next_press(noon: CardRoom) -> None:
    await open_challenge(noon)
    await press(noon, "Play")
    with noon.refusing():
        await give_up(noon)
    assert "playing" in shown(noon)
    await press(noon, "Play")
    assert "▫️ alice · gave up" in shown(noon)


@pytest.mark.parametrize("label", ["I'll play later", "Decline"])
async def test_a_forged_press_on_a_private_message_does_not_move_the_card(noon: CardRoom, label: str) -> None:
    await open_challenge(noon, player=noon.bob.user)
    original = card(noon)
    await noon.prefer(noon.bob, private_board=True)
    board = only(await noon.say("start", noon.bob, game="dimes", deal="8"))
    await press_on(board, noon, original.buttons[label]["custom_id"], who=noon.bob)
    assert card(noon).id == original.id


async def test_an_old_card_answers_kindly(noon: CardRoom) -> None:
    await open_challenge(noon, player=noon.bob.user)
    ids = [card(noon).buttons[label]["custom_id"] for label in ("Play", "I'll play later", "Decline")]
    noon.advance_clock(OPEN_SECONDS)
    for custom_id in ids:
        _, told, *_ = await forged_press(noon, custom_id, who=noon.bob, is_private=False)
        assert "This challenge is over" in told.text
    assert list(card(noon).buttons) == ["Rematch (players)"]
    assert "💤 bob · didn't play" in shown(noon)


async def test_whoever_deletes_their_data_is_gone_from_the_card(noon: CardRoom) -> None:
    await open_challenge(noon)
    await both_play(noon)
    assert "bob" in shown(noon)
    await noon.delete_everything(noon.bob)
    assert "bob" not in shown(noon)
    assert "already played this challenge" in (await press(noon, "Play", noon.bob)).text


async def test_nobody_challenges_themselves_or_a_bot(noon: CardRoom) -> None:
    assert "can't challenge yourself" in private(await noon.say("challenge", player=noon.alice.user))
    bot = noon.env.create_user("robot", bot=True)
    assert "Bots can't play" in private(await noon.say("challenge", player=bot))


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_card_says_so_when_its_time_is_over(noon: CardRoom, *, restarts: bool) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await press(noon, "Play")
    await play_on(noon, seconds=2)
    if restarts:
        await noon.restart()
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
    assert "💤 bob · didn't play" in shown(noon)
    assert list(card(noon).buttons) == ["Rematch (players)"]


async def test_one_challenge_whose_card_cannot_be_drawn_does_not_keep_others_from_ending(noon: CardRoom) -> None:
    await open_challenge(noon)
    await ask(noon.url, "UPDATE challenges SET dealt = 'unreadable'")
    await open_challenge(noon)
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
