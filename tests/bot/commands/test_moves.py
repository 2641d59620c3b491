"""Playing with commands: move, draw, undo, redo, show, give-up, rules and help."""

from __future__ import annotations

import pytest

from engine import VARIANTS, Status
from tests.support.card_room import CardRoom, buttons, changed, enabled, moves_made, only, private, public, text

WINNING_TENS = 13
LOST_TENS = 1  # after two moves


async def test_a_move_is_played_and_shown_in_public(room: CardRoom) -> None:
    await room.start("tens", 8)
    board = public(await room.say("move", move="8+4"))
    assert await room.saved() == "tens|8||1|4+8"
    assert "**2** of 52 discarded" in text(board)
    assert moves_made(board) == 1


@pytest.mark.parametrize("move", ["4 + 8", "04+008", "8,4", " 4&8 "])
async def test_moves_are_parsed_leniently(room: CardRoom, move: str) -> None:
    await room.start("tens", 8)
    public(await room.say("move", move=move))
    assert await room.saved() == "tens|8||1|4+8"


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("tens", "2♦ + 8♦", "1+12"),
        ("tens", "8D 2D", "1+12"),
        ("tens", "9♣ + A♦ · piles 8 + 10", "8+10"),
        ("tens", "5♦", "5+13"),
        ("grounds-for-divorce", "8♥", "8>5"),
        ("grounds-for-divorce", "6♣ to 7♥", "7>9"),
        ("grounds-for-divorce", "6♣ > pile 9", "7>9"),
        ("grounds-for-divorce", "6♣ · pile 7 → pile 9 (7♥)", "7>9"),
        ("grounds-for-divorce", "6♣ > 7♥", "7>9"),
        ("grounds-for-divorce", "8♥ 5", "8>5"),
    ],
)
async def test_a_move_can_be_typed_by_its_cards(room: CardRoom, game: str, typed: str, move: str) -> None:
    await room.start(game, 8)
    public(await room.say("move", move=typed))
    assert await room.saved() == f"{game}|8||1|{move}"


CONTRADICTIONS = [
    *("8♥ five", "9♣", "6♣ > 7♥*2", "6♣ pile 3 7♥", "6♣ waste > 9", "6♣ not 7♥", "6♣ > 7♥ 7♠", "6♣ 5♥ > 7♥"),
    *("6♣ > waste 5", "6♣ > not 5", "8♥*1 > 5", "8♥*x > 5", "8♥ > 5*two", "8♥ > 5*0", "8♥ 5 *100"),
]


@pytest.mark.parametrize("typed", CONTRADICTIONS)
async def test_words_that_contradict_a_move_do_not_play_it(room: CardRoom, typed: str) -> None:
    await room.start("grounds-for-divorce", 8)
    assert "No possible move matches" in private(await room.say("move", move=typed))
    assert await room.saved() == "grounds-for-divorce|8||0|"


@pytest.mark.parametrize("typed", ["2♦ 8♦ > 9♣", "2♦ 8♦ > home", "2♦ 8♦*5"])
async def test_words_that_contradict_a_set_do_not_discard_it(room: CardRoom, typed: str) -> None:
    await room.start("tens", 8)
    assert "No possible move matches" in private(await room.say("move", move=typed))
    assert await room.saved() == "tens|8||0|"


async def test_cards_that_do_not_form_a_set_are_refused_with_the_reason(room: CardRoom) -> None:
    await room.start("tens", 8)
    assert "isn't a set" in private(await room.say("move", move="9♠ 9♣"))
    assert "isn't a set" in private(await room.say("move", move="9♠ 2♦ 8♦"))
    assert await room.saved() == "tens|8||0|"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("6♣ 9♣", "Any 8 can."),
        ("6♣ > 8♥", "Any 7 can."),
        ("6♣ to pile 4", "Any 4 can."),
        ("6♣ > pile 6", "nothing goes on an ace."),
        ("6♣ > f", "This game has no foundations. Full runs are discarded automatically."),
        ("6♣ > 12", "There is no pile 12: the piles are 1 to 10."),
    ],
)
async def test_a_top_card_is_refused_with_the_reason(room: CardRoom, typed: str, reason: str) -> None:
    await room.start("grounds-for-divorce", 8)
    assert private(await room.say("move", move=typed)).endswith(reason)
    assert await room.saved() == "grounds-for-divorce|8||0|"


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


async def test_cards_without_a_space_are_no_move(room: CardRoom) -> None:
    await room.start("tens", 8)
    assert "isn't a move" in private(await room.say("move", move="8d2d"))


@pytest.mark.parametrize("typed", ["K♥", "kh qh", "K♥ → Q♥", "10♠"])
async def test_cards_that_fit_no_move_are_distinguished_from_nonsense(room: CardRoom, typed: str) -> None:
    await room.start("grounds-for-divorce", 8)
    assert "No possible move matches" in private(await room.say("move", move=typed))
    assert await room.saved() == "grounds-for-divorce|8||0|"


async def test_a_move_to_an_empty_pile_is_refused_with_the_reason_if_none_is_empty(room: CardRoom) -> None:
    await room.start("diplomat", 163)
    assert private(await room.say("move", move="1>e")) == "No pile is empty right now."
    assert await room.saved() == "diplomat|163||0|"


async def test_cards_that_fit_several_moves_are_refused_as_ambiguous(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    assert "could be several moves, such as 7>10, 7>9. Type" in private(await room.say("move", move="6♣"))
    assert await room.saved() == "grounds-for-divorce|8||0|"


@pytest.mark.parametrize(
    "move",
    [
        "1+2",
        "1+99",
        "3>5",
        "draw",
        "nonsense",
        "4+4",
        "x" * 6000,
        "9" * 5000,
        "{0}",
        "{name}",
        "%s",
        "@everyone",
        "`",
        "·",
    ],
)
async def test_an_illegal_move_is_refused_in_private_and_changes_nothing(room: CardRoom, move: str) -> None:
    await room.start("tens", 8)
    answer = private(await room.say("move", move=move))
    assert "reference" not in answer.lower()
    assert len(answer) < 300
    assert await room.saved() == "tens|8||0|"
    assert (await room.game()).version == 1


async def test_a_refused_move_reveals_no_hidden_cards(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    visible = text(board)
    for pile in range(1, 11):
        answer = private(await room.say("move", move=f"{pile}>{pile % 10 + 1}*5"))
        assert "only 1" in answer
    assert visible == text(public(await room.say("show")))


@pytest.mark.parametrize("command", ["draw", "undo", "redo", "show", "give-up"])
async def test_without_a_game_every_command_greets_and_says_how_to_start_one(room: CardRoom, command: str) -> None:
    answer = await room.say(command)
    assert "/solitaire start" in private(answer)
    assert set(buttons(only(answer))) == {"Play", "How it works"}
    assert "makes ten" in text(public(await room.press(only(answer), "Play")))


async def test_rules_without_a_game_show_all_games(room: CardRoom) -> None:
    answer = await room.say("rules")
    private(answer)
    told = text(only(answer))
    assert "`/solitaire rules` explains" in told
    assert all(variant.title in told for variant in VARIANTS.values())


async def test_a_move_without_a_game_says_how_to_start_one(room: CardRoom) -> None:
    assert "/solitaire start" in private(await room.say("move", move="3>5"))


async def test_draw_turns_a_card_of_the_stock(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    assert "**87** in stock" in text(board)
    assert await room.saved() == "dimes|8||1|draw"


async def test_draw_deals_if_there_is_no_waste(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    board = public(await room.say("draw"))
    assert "**44** in stock" in text(board)


async def test_a_closed_stock_is_refused_with_the_move_that_closes_it(room: CardRoom) -> None:
    await room.start("diplomat", 0)
    answer = private(await room.say("draw"))
    assert "You can't draw yet" in answer
    assert await room.saved() == "diplomat|0||0|"


async def test_undo_and_redo_go_back_and_forth(room: CardRoom) -> None:
    await room.start("dimes", 8)
    for _ in range(3):
        await room.say("draw")
    undone = public(await room.say("undo"))
    assert moves_made(undone) == 2
    public(await room.say("undo"))
    assert await room.saved() == "dimes|8||1|draw draw draw"
    assert moves_made(public(await room.say("redo"))) == 2
    public(await room.say("redo"))
    assert "nothing to redo" in private(await room.say("redo"))
    for _ in range(3):
        await room.say("undo")
    assert "nothing to undo" in private(await room.say("undo"))
    assert await room.saved() == "dimes|8||0|draw draw draw"


async def test_show_brings_up_the_same_board_again(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = text(public(await room.say("draw")))
    assert text(public(await room.say("show"))) == board


async def test_giving_up_ends_the_game_and_offers_another(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    board = public(await room.say("give-up"))
    assert "You gave up" in text(board)
    assert "**8** of 104 home" in text(board)
    assert enabled(board) == {"Undo", "Analyse", "Same deal", "New deal", "Menu", "Challenge"}
    for command in ("draw", "redo", "give-up"):
        assert "gave up this game" in private(await room.say(command))
    assert await room.saved() == "dimes|8||1x|draw"
    assert "You gave up" in text(public(await room.say("show")))


async def test_undo_reverses_giving_up(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    await room.say("give-up")
    assert "You gave up" not in text(public(await room.say("undo")))
    assert await room.saved() == "dimes|8||1|draw"
    given_up = public(await room.say("give-up"))
    board = (await room.press(given_up, "Undo")).response
    assert board is not None
    assert "You gave up" not in text(board)
    assert await room.saved() == "dimes|8||1|draw"


async def test_a_won_game_says_so_and_stays_won(room: CardRoom) -> None:
    board = await room.start("tens", WINNING_TENS)
    while (game := (await room.game()).game).status is Status.PLAYING:
        board = public(await room.say("move", move=str(game.legal_moves()[0])))
    assert game.status is Status.WON
    assert "You won!" in text(board)
    assert "You cleared every card in **22** moves" in text(board)
    assert enabled(board) == {"New deal", "Challenge", "Share", "Replay", "Menu"}
    before = await room.saved()
    for command in ("undo", "redo", "give-up", "draw"):
        private(await room.say(command))
    assert await room.saved() == before


async def test_a_lost_game_says_so_and_can_be_undone(room: CardRoom) -> None:
    board = await room.start("tens", LOST_TENS)
    while (game := (await room.game()).game).status is Status.PLAYING:
        board = public(await room.say("move", move=str(game.legal_moves()[0])))
    assert game.status is Status.LOST
    assert "No moves left" in text(board)
    assert "**4** of 52 discarded" in text(board)
    assert enabled(board) == {"Undo", "Analyse", "Same deal", "New deal", "Menu"}
    board = public(await room.say("undo"))
    assert "No moves left" not in text(board)
    assert (await room.game()).game.status is Status.PLAYING


async def test_a_game_lost_from_the_start_says_so(room: CardRoom) -> None:
    board = await room.start("tens", 16)
    assert "This deal has no moves at all" in text(board)
    assert enabled(board) == {"New deal", "Menu"}


@pytest.mark.parametrize("game", VARIANTS)
async def test_the_rules_of_every_game_are_explained_in_private(room: CardRoom, game: str) -> None:
    answer = await room.say("rules", game=game)
    private(answer)
    assert answer.response is not None
    assert VARIANTS[game].title in text(answer.response)
    assert "**Goal.**" in text(answer.response)


async def test_the_rules_lead_on_to_the_game(room: CardRoom) -> None:
    page = only(await room.say("rules", game="diplomat"))
    assert list(buttons(page)) == ["Play", "Easy", "Medium", "Hard", "All games"]
    assert "Diplomat" in text(public(await room.press(page, "Play")))


async def test_the_rules_default_to_the_game_being_played(room: CardRoom) -> None:
    await room.start("diplomat")
    answer = await room.say("rules")
    assert answer.response is not None
    assert "Diplomat" in text(answer.response)


async def test_help_is_short_and_its_buttons_lead_to_the_rest(room: CardRoom) -> None:
    page = only(await room.say("help"))
    assert page.ephemeral
    assert len(text(page).splitlines()) <= 16
    commands = text(changed(await room.press(page, "Commands")))
    group = next(command for command in await room.client.tree.fetch_commands() if command.name == "solitaire")
    assert all(f"/solitaire {command.name}" in commands for command in group.options)
    games = text(changed(await room.press(page, "The games")))
    assert all(variant.title in games for variant in VARIANTS.values())
    assert "3>5" in text(changed(await room.press(page, "Typing moves")))
    board = public(await room.press(page, "Play"))
    assert "Tens" in text(board)


async def test_everything_works_in_direct_messages(room: CardRoom) -> None:
    user = room.env.create_user("carol")
    board = public(await user.slash("solitaire start", game="tens", deal="8"))
    assert "carol" in text(board)
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
    assert "deal 8" in text(public(answer))
