"""Playing with commands: move, draw, undo, redo, show, give-up, rules and help."""

import pytest

from bot.commands.routes import MENU
from engine import VARIANTS
from tests.support.card_room import CardRoom, changed, only, private, public


@pytest.mark.parametrize(
    ("game", "typed", "move", "said"),
    [
        ("tens", "8+4", "4+8", "**2** of 52 discarded"),
        ("tens", "9♣ + A♦ · piles 8 + 10", "8+10", "**2** of 52 discarded"),
        ("tens", "5♦", "5+13", "**2** of 52 discarded"),
        ("grounds-for-divorce", "6♣ · pile 7 → pile 9 (7♥)", "7>9", "**54** in stock"),
        ("grounds-for-divorce", "6♣ > pile 9", "7>9", "**54** in stock"),
        ("grounds-for-divorce", "8♥ 5", "8>5", "**54** in stock"),
        ("grounds-for-divorce", "draw", "draw", "**44** in stock"),
        ("dimes", "draw", "draw", "**87** in stock"),
    ],
)
async def test_a_move_is_played_and_shown_in_public(
    room: CardRoom, game: str, typed: str, move: str, said: str
) -> None:
    await room.start(game, 8)
    board = public(await room.say("move", move=typed))
    assert await room.saved() == f"{game}|8||1|{move}"
    assert board.moves_made == 1
    assert said in board.text
    assert public(await room.say("show")).text == board.text


@pytest.mark.parametrize(
    ("game", "examples"), [("diplomat", "2>f, Ah f"), ("grounds-for-divorce", "6>3, 6c 7c"), ("tens", "12+13, 2s 8h")]
)
async def test_words_that_name_no_move_are_refused_with_moves_that_can_be_played(
    room: CardRoom, game: str, examples: str
) -> None:
    await room.start(game, 163)
    answer = private(await room.say("move", move="4♠ x" if game == "tens" else "x>9"))
    assert answer.endswith(f"or type a move like {examples}.")
    for example in examples.split(", "):
        public(await room.say("move", move=example))
        await room.say("undo")


NO_MATCH = "No possible move matches"

REFUSED = [
    *(("grounds-for-divorce", typed, NO_MATCH) for typed in ("K♥", "8♥ five", "6♣ > 7♥*2", "6♣ > not 5", "8♥*x > 5")),
    ("grounds-for-divorce", "6♣", "could be several moves, such as 7>10, 7>9. Type"),
    ("grounds-for-divorce", "6♣ 9♣", "Any 8 can."),
    ("grounds-for-divorce", "6♣ > 8♥", "Any 7 can."),
    ("grounds-for-divorce", "6♣ to pile 4", "Any 4 can."),
    ("grounds-for-divorce", "6♣ > pile 6", "nothing goes on an ace."),
    ("grounds-for-divorce", "6♣ > f", "This game has no foundations. Full runs are discarded automatically."),
    ("grounds-for-divorce", "6♣ > 12", "There is no pile 12: the piles are 1 to 10."),
    *(
        ("grounds-for-divorce", typed, "There is no pile 0: the piles are 1 to 10.")
        for typed in ("0>1", "1>00", "6♣ > 0")
    ),
    ("tens", "0+1", "There is no pile 0: the piles are 1 to 13."),
    ("diplomat", " ", "Choose a move from the list that comes up as you type, or type one like"),
    ("grounds-for-divorce", "1>e", "No pile is empty right now."),
    *(("tens", typed, NO_MATCH) for typed in ("2♦ 8♦ > 9♣", "2♦ 8♦ > home", "2♦ 8♦*5")),
    *(("tens", typed, "isn't a set") for typed in ("9♠ 9♣", "9♠ 2♦ 8♦", "1+2")),
    *(("tens", typed, "isn't a move") for typed in ("8d2d", "nonsense", "x" * 6000, "{0}", "{name}", "%s", "`")),
]


@pytest.mark.parametrize("game", ["diplomat", "grounds-for-divorce", "tens"])
async def test_an_impossible_move_is_refused_in_private_with_the_reason(room: CardRoom, game: str) -> None:
    await room.start(game, 8)
    for typed, reason in ((typed, reason) for variant, typed, reason in REFUSED if variant == game):
        answer = private(await room.say("move", move=typed))
        assert reason in answer, typed
        assert len(answer) < 300, typed
    assert await room.saved() == f"{game}|8||0|"


async def test_without_a_game_every_command_greets_and_says_how_to_start_one(room: CardRoom) -> None:
    for typed in ("draw", "home", "undo", "redo", "hint", "finish", "analyse", "replay", "give up", "3>5"):
        assert "/solitaire start" in private(await room.say("move", move=typed)), typed
    answer = await room.say("show")
    assert "/solitaire start" in private(answer)
    assert set(only(answer).buttons) == {"Play", "How it works"}
    assert "Typing moves" in only(await room.press(only(answer), "How it works")).buttons
    assert "makes ten" in public(await room.press(only(answer), "Play")).text


async def test_rules_are_those_of_the_named_game_or_the_current_one_or_all_games(room: CardRoom) -> None:
    listed = only(await room.say("rules"))
    assert listed.ephemeral
    for name, variant in VARIANTS.items():
        assert variant.title in listed.text
        page = only(await room.say("rules", game=name))
        assert page.ephemeral
        assert variant.title in page.text
        assert variant.text in page.text
        assert ("**Buttons.**" in page.text) is not variant.rules.discards
        assert ("🏠" in page.text) is variant.rules.has_foundations
    board = public(await room.press(only(await room.say("rules", game="diplomat")), "Play"))
    assert board.title.startswith("Diplomat")
    assert only(await room.say("rules")).title.startswith("Diplomat")


async def test_a_game_lost_from_the_start_says_so(room: CardRoom) -> None:
    board = await room.start("tens", 16)
    assert "This deal has no moves at all" in board.text
    assert board.enabled == {"New deal", "Menu"}


async def test_help_is_short_and_its_buttons_lead_to_the_rest(room: CardRoom) -> None:
    page = only(await room.say("help"))
    assert page.ephemeral
    assert len(page.text.splitlines()) <= 16
    assert MENU.name in page.text
    commands = changed(await room.press(page, "Commands")).text
    group = next(command for command in await room.client.tree.fetch_commands() if command.name == "solitaire")
    assert all(f"/solitaire {command.name}" in commands for command in group.options)
    games = only(await room.press(page, "The games"))
    assert {variant.title for variant in VARIANTS.values()} <= set(games.buttons)
    assert "3>5" in changed(await room.press(page, "Typing moves")).text
    assert "Tens" in public(await room.press(page, "Play")).text


async def test_everything_works_in_direct_messages(room: CardRoom) -> None:
    user = room.env.create_user("carol")
    board = public(await user.slash("solitaire start", game="tens", deal="8"))
    assert "carol" in board.text
    public(await user.slash("solitaire move", move="4+8"))
    private(await user.slash("solitaire move", move="1+2"))
    assert (await room.games.current(user.id)).game.save() == "tens|8||1|4+8"


async def test_everything_works_if_only_the_user_has_installed_the_bot(room: CardRoom) -> None:
    async with room.at_once(times=0):
        answer = await room.say("start", game="tens", deal="8")
    payload = dict(room.held[-1])
    payload["context"] = 2
    payload["authorizing_integration_owners"] = {"1": str(room.alice.id)}
    await room.deliver(payload)
    assert "deal 8" in public(answer).text
