"""The menus of users and messages: *Challenge to patience* and *Play this deal*."""

from __future__ import annotations

import pytest
import simcord

from tests.support.card_room import CardRoom, only, private, public
from tests.support.contests import day_played
from tests.support.daily_room import TOMORROW, midnight
from tests.support.shown import Shown

CHALLENGE = "Challenge to patience"
PLAY = "Play this deal"


async def play(room: CardRoom, message: Shown) -> simcord.InteractionResult:
    """Let Bob choose *Play this deal* on a message."""
    return await room.bob.context_menu(room.channel, PLAY, message)


async def test_a_member_is_challenged_from_their_menu_to_the_game_that_is_chosen(room: CardRoom) -> None:
    question = only(await room.alice.context_menu(room.channel, CHALLENGE, room.bob))
    assert question.ephemeral
    assert "Which game do you challenge bob to?" in question.text
    card = await room.post(await room.press(question, "Diplomat"))
    assert f"<@{room.bob.id}>, alice challenges you to Diplomat!" in card.text
    (board,) = (await room.press(card, "Play", room.bob)).followups
    assert board.ephemeral


@pytest.mark.parametrize(
    ("is_bot", "answer"), [(True, "Bots can't play. Challenge a person!"), (False, "You can't challenge yourself.")]
)
async def test_nobody_challenges_a_bot_or_themselves_from_a_menu(room: CardRoom, *, is_bot: bool, answer: str) -> None:
    robot = room.env.guild.add_member(room.env.create_user("beep", bot=True))
    target = robot if is_bot else room.alice
    assert answer in private(await room.alice.context_menu(room.channel, CHALLENGE, target))


async def test_a_shared_game_is_played_from_its_menu(room: CardRoom) -> None:
    shared = await room.share(await room.start("diplomat", 8))
    assert "Diplomat · deal 8" in public(await play(room, shared)).text
    assert (await room.game(room.bob)).game.deal == 8


async def test_a_challenge_is_entered_from_the_menu_of_its_card(room: CardRoom) -> None:
    card = await room.post(await room.say("challenge", game="diplomat"))
    assert only(await play(room, card)).ephemeral
    assert (await room.game(room.bob)).is_contest


async def test_a_daily_is_played_from_the_menu_of_its_announcement(on: CardRoom) -> None:
    (announced,) = await midnight(on)
    assert only(await play(on, announced)).ephemeral
    assert day_played(await on.game(on.bob)) == TOMORROW


async def test_messages_without_a_deal_are_refused_kindly(room: CardRoom) -> None:
    said = await room.alice.send(room.channel, "Hello!")
    assert "That message isn't mine." in private(await room.bob.context_menu(room.channel, PLAY, said))
    await room.alice.slash(room.channel, "solitaire-admin panel")
    panel = next(message for message in room.messages() if not message.ephemeral and "Today" in message.buttons)
    assert "There's no deal to play in that message." in private(await play(room, panel))
    rules = only(await room.say("rules", room.bob, game="tens"))
    assert "There's no deal to play in that message." in private(await play(room, rules))
    assert await room.games.find(room.bob.id) is None
