"""*Challenge to patience* in the menu of a person."""

import pytest

from tests.support.card_room import CardRoom, only, private

CHALLENGE = "Challenge to patience"


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
