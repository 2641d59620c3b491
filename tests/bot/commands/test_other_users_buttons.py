"""Pressing somebody else's buttons, or buttons of another game or version, changes nothing of their owner's."""

import json
import re
from typing import Any

import pytest

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.game import GUIDED, BoardVersion, UserGame
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.daily_room import TODAY, announcements, begin, finish, give_up, midnight, privacy, switch_on
from tests.support.forging import press, press_on
from tests.support.full_shelf import fill_shelf
from tests.support.kinds import tables

DEAL = 987_654_321
"""The deal of Alice's game, which nobody else may learn."""


def ids_sent(room: CardRoom) -> set[str]:
    sent = json.dumps([entry.json for entry in room.env.http_requests], default=str)
    return set(re.findall(r'"custom_id": "([^"]*)"', sent))


def chosen(custom_id: str) -> str | None:
    """A value to choose if it is a select; None for a button."""
    component = CustomId.parse(custom_id)
    if component.action in (Action.MOVE, Action.SOURCE):
        return "draw" if component.action is Action.MOVE else "1"
    if component.action in (Action.SHELF, Action.START):
        return "1" if component.action is Action.SHELF else "1.1"
    return {"view": "text", "language": "de"}.get(component.argument, "all" if "?" in component.argument else None)


async def rows_of(room: CardRoom, user_id: int) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [row for row in rows if row.get("user_id") == user_id] for name, rows in (await tables(room.url)).items()
    }


async def see_everything(room: CardRoom) -> None:
    """Make the bot show Alice all of its buttons, and leave her in the middle of a game."""
    room.solver.finds_nothing()  # analyses would take most of the time
    await switch_on(room)
    await room.say("leaderboard")
    await midnight(room)
    assert announcements(room)
    await room.say("daily")
    await room.say("daily", date=str(TODAY))
    await finish(room, "tens")
    await room.say("show")
    await begin(room, "tens")
    await room.say("share")
    await room.say("leaderboard")
    for label in ("Export my data", "Delete everything"):
        await room.press(await privacy(room), label)
    await room.say("settings")
    await room.say("start", game=GUIDED.variant, deal=str(GUIDED.deal))  # its first board offers the views
    await room.say("give-up")
    await room.say("fair")
    await room.alice.slash(room.channel, "solitaire-admin announce")
    await room.say("help")
    over = changed(await room.press(only(await room.say("show")), "Menu"))
    await room.press(over, "Rules")
    over = changed(await room.press(over, "Menu"))
    await room.press(over, "All games")
    board = await room.start("dimes", 8)
    await room.post(await room.press(await room.open_more(board), "Share"))
    await room.open_more(only(await room.say("show")))
    await room.say("give-up")
    await room.press(only(await room.say("show")), "Menu")
    await room.start_with_forty_moves()
    await room.say("give-up")
    await room.say("replay")
    await fill_shelf(room)
    assert "You have no room for another game" in private(await room.say("start", game="tens", deal="5"))
    await room.say("games")
    await room.say("give-up")
    await room.alice.context_menu(room.channel, "Challenge to patience", room.bob)
    card = await room.post(await room.say("challenge", player=room.bob.user, game="tens"))
    await room.press(card, "Play")
    await give_up(room)
    board = await room.start("dimes", DEAL)
    board = changed(await room.press(board, "Draw"))
    board = changed(await room.press(board, "Undo"))
    hinted = changed(await room.press(board, "Hint"))
    changed(await room.press(hinted, "Draw"))
    await room.say("home")


SENT = set(Action) - {Action.FINISH, Action.HOME, Action.ANALYSE, Action.LINE, Action.BACK, Action.PLAY}
"""Actions that the bot certainly offers; the others depend on the cards."""


def forgeries(component: CustomId, own: UserGame) -> dict[CustomId, None]:
    """A component as it was sent, for the pressing user's own game or one that does not exist, outdated, and ahead."""
    game_id = component.game_id
    return dict.fromkeys(
        [
            component,
            component._replace(game_id=game_id and own.id),
            component._replace(game_id=game_id and game_id + 1),
            component._replace(version=max(0, component.version - 1)),
            component._replace(version=component.version + 1),
        ]
    )


async def test_other_users_can_neither_change_nor_see_anything_of_the_owner(day: CardRoom) -> None:
    await see_everything(day)
    await day.say("start", day.bob, game="dimes", deal="8")
    own = await day.game(day.bob)
    ids = {CustomId.parse(text) for text in ids_sent(day)}
    assert {component.action for component in ids} >= SENT
    current = (await day.game()).board
    ids |= {CustomId(action, current.game_id, current.version) for action in Action}
    ids |= {CustomId(action, current.game_id, current.version, "draw") for action in (Action.PLAY, Action.MOVE)}
    before = await rows_of(day, day.alice.id)
    assert any(str(DEAL) in str(row) for row in before["games"])
    in_order = sorted(ids, key=lambda each: (each.action in (Action.FORGET, Action.START), str(each)))
    for pressed in (pressed for component in in_order for pressed in forgeries(component, own)):
        _, *answers = await press(day, str(pressed), chosen(str(pressed)), who=day.bob, is_private=False)
        shown = "".join(answer.raw_text + json.dumps(answer.components) for answer in answers)
        for file in (file for answer in answers for file in answer.attachments):
            shown += (day.env.backend.cdn.get(file.url) or b"").decode("latin-1")
        assert str(DEAL) not in shown, pressed
        assert str(current.game_id) not in shown, pressed
        assert await rows_of(day, day.alice.id) == before, pressed


async def test_only_the_card_of_a_challenge_mentions_anyone(day: CardRoom) -> None:
    await see_everything(day)
    sent = [entry.json.get("data") or entry.json for entry in day.env.http_requests if isinstance(entry.json, dict)]
    written = [message for message in sent if "allowed_mentions" in message]
    mentions = [message for message in written if message["allowed_mentions"].get("users")]
    assert len(written) > len(mentions) > 0
    for message in mentions:
        assert "challenges you to Tens!" in message["content"]
        assert [int(user_id) for user_id in message["allowed_mentions"]["users"]] == [day.bob.id]
    assert all(message["allowed_mentions"].get("parse") == [] for message in written)


ON_CARDS = {Action.ENTER, Action.JOIN, Action.DECLINE, Action.REMATCH, Action.TAKE_BACK}
"""What changes the card of the challenge that it names, wherever it is pressed."""


@pytest.mark.parametrize("owns_game", [False, True])
async def test_a_forged_press_changes_no_message_that_others_see(day: CardRoom, *, owns_game: bool) -> None:
    await see_everything(day)
    posts = {frozenset(post.actions): post for post in day.posts() if post.enabled}.values()  # one of each kind
    sent = {component.action: component for component in map(CustomId.parse, sorted(ids_sent(day)))}
    ids = {*sent.values(), *(CustomId(action, argument=argument) for action in Action for argument in ("", "off"))}
    if owns_game:
        await day.say("start", day.bob, game="dimes", deal="8")
    for component in sorted(ids, key=lambda each: (each.action is Action.FORGET, str(each))):
        for post in posts:
            own = await day.services.games.find(day.turn(day.bob)) if owns_game else None
            board = BoardVersion(component.game_id, component.version) if own is None else own.board
            forged = component._replace(game_id=board.game_id, version=board.version)
            if str(forged) in str(post.components) or (Action.ENTER in post.actions and component.action in ON_CARDS):
                continue
            before = post.raw_text, str(post.components)
            await press_on(post, day, str(forged), chosen(str(component)), day.bob)
            assert post.id in {each.id for each in day.posts()}, forged
            assert (post.raw_text, str(post.components)) == before, forged


@pytest.mark.parametrize("by", [-1, 1])
async def test_buttons_of_another_version_of_the_game_change_nothing(day: CardRoom, by: int) -> None:
    await see_everything(day)
    current = await day.game()
    saved = current.game.save()
    for action in set(Action) - {Action.FORGET}:
        custom_id = CustomId(action, current.id, current.version + by, "draw" if action is Action.PLAY else "")
        await press(day, str(custom_id), chosen(str(custom_id)), is_private=False)
        assert await day.saved() == saved, custom_id
