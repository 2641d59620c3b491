"""`/solitaire-admin hide`: players whom those who manage a server hide there, for example because they have left."""

import json

import pytest
import simcord

from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, only, private
from tests.support.daily_room import TODAY, announcements, board, midnight, privacy, record
from tests.support.kinds import on_both

pytestmark = on_both

CAROL, DAVE, ERIN = 7, 8, 9


@pytest.fixture
async def played(on: CardRoom) -> CardRoom:
    """A server with announcements, in which three have played today's pick, and Dave elsewhere."""
    for number, (user_id, name) in enumerate(((CAROL, "Carol"), (DAVE, "Dave"), (ERIN, "Erin_100%"))):
        here = on.env.guild.id if user_id != DAVE else 4711
        result = Result(pick_of(TODAY), 60 - number, 9, 60, day=TODAY, server_id=here)
        await record(on.database, user_id, name, result)
    return on


async def hide(room: CardRoom, player: object, *, who: simcord.MemberActor | None = None, **options: bool) -> str:
    answer = await (who or room.alice).slash(room.channel, "solitaire-admin hide", player=str(player), **options)
    return private(answer)


async def offered(room: CardRoom, typed: str) -> dict[str, str]:
    choices = await room.alice.autocomplete(room.channel, "solitaire-admin hide", "player", typed)
    return {choice["name"]: choice["value"] for choice in choices}


async def listed(room: CardRoom, where: str) -> str:
    _, lines = await board(room, where=where)
    return "\n".join(lines)


async def test_a_hidden_player_is_named_neither_on_the_servers_lists_nor_in_its_posts(played: CardRoom) -> None:
    said = await hide(played, CAROL)
    assert "**Carol** is hidden on this server's leaderboards and in its posts." in said
    assert "Carol" not in await listed(played, "here")
    assert "hidden player" in await listed(played, "here")
    assert "Carol" in await listed(played, "world")
    (post,) = await midnight(played)
    assert "Carol" not in post.text
    assert "Erin" in post.text


async def test_a_hidden_player_can_be_shown_again(played: CardRoom) -> None:
    await hide(played, CAROL)
    await hide(played, CAROL)
    assert await offered(played, "car") == {"Carol · hidden": str(CAROL)}
    assert "name **Carol** again" in await hide(played, CAROL, show=True)
    assert "Carol" in await listed(played, "here")
    assert await offered(played, "car") == {"Carol": str(CAROL)}


async def test_players_of_the_server_are_offered_whose_names_contain_what_is_typed(played: CardRoom) -> None:
    assert list(await offered(played, "")) == ["Carol", "Erin_100%"]
    assert list(await offered(played, "0%")) == ["Erin_100%"]
    assert list(await offered(played, "_")) == ["Erin_100%"]
    assert await offered(played, "dave") == {}
    assert "Erin" in await hide(played, "erin_100%")
    for unknown in ("dave", "somebody", DAVE, "r"):
        assert "perhaps because they have no results here yet" in await hide(played, unknown)


async def test_of_several_players_of_one_name_one_is_picked_from_the_list(played: CardRoom) -> None:
    await record(played.database, 10, "carol", Result("dimes", 1, 1, 1, day=TODAY, server_id=played.env.guild.id))
    assert "Several players here have that name" in await hide(played, "carol")
    assert "is hidden" in await hide(played, CAROL)


async def test_names_in_capitals_beyond_ascii_are_found_as_they_are_written(played: CardRoom) -> None:
    result = Result(pick_of(TODAY), 50, 9, 60, day=TODAY, server_id=played.env.guild.id)
    await record(played.database, 10, "Łukasz", result)
    assert list(await offered(played, "Łuk")) == ["Łukasz"]
    assert "**Łukasz** is hidden" in await hide(played, "Łukasz")


async def test_whoever_hides_their_own_name_is_not_revealed(played: CardRoom) -> None:
    await record(
        played.database, played.bob.id, "Bob", Result("dimes", 1, 1, 1, day=TODAY, server_id=played.env.guild.id)
    )
    await played.prefer(played.bob, hidden_player=True)
    assert await offered(played, "bob") == {}
    assert "Pick one from the list" in await hide(played, played.bob.id)


async def test_only_those_who_manage_the_server_hide_players_and_see_who_has_played(played: CardRoom) -> None:
    (group,) = (each for each in await played.client.tree.fetch_commands() if each.name == "solitaire-admin")
    played.env.guild.set_command_permissions(group, {played.bob: True})
    assert "Manage Server" in await hide(played, CAROL, who=played.bob)
    assert await played.bob.autocomplete(played.channel, "solitaire-admin hide", "player", "") == []
    assert "Carol" in await listed(played, "here")


async def test_hiding_a_player_changes_no_data_of_theirs_and_their_export_says_so(played: CardRoom) -> None:
    guild = played.env.guild.id
    await record(played.database, played.bob.id, "Bob", Result("dimes", 1, 1, 1, day=TODAY, server_id=guild))
    await hide(played, played.bob.id)
    assert len(await played.services.leaderboards.results(played.turn(played.bob))) == 1
    answer = only(await played.press(await privacy(played, played.bob), "Export my data", played.bob))
    (block,) = json.loads(played.file(answer))["blocks"]
    assert block["kind"] == f"name in {guild}"
    assert announcements(played) == []
