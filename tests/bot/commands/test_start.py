"""Dealing a game with `/solitaire start`."""

from typing import Any

import pytest

from bot.commands.start import start
from bot.language import find_language
from bot.messages.labels import move_label
from bot.model.game import TAUGHT, taught_line
from engine import VARIANTS, Variant
from engine.rules import BuildingRules
from engine.variant import Difficulty
from engine.winnable import winnable_deals
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.full_shelf import fill_shelf, give_up_for_another

OPTIONS = [
    (variant.name, option.name, value)
    for variant in VARIANTS.values()
    for option in variant.options
    for value in option.values
]


NOT_DEALT: list[tuple[dict[str, Any], str]] = [
    ({"game": "tens", "deal": str(2**64)}, "up to 19 digits"),
    ({"game": "tens", "deal": "-1"}, "up to 19 digits"),
    ({"game": "tens", "deal": "7 7"}, "up to 19 digits"),
    ({"game": "tens", "deal": "seven"}, "up to 19 digits"),
    ({"deal": "3"}, "Choose a game too"),
    ({"rules": "free"}, "Choose a game too"),
    ({"level": "easy"}, "Choose a game too"),
    ({"game": "tens", "rules": "free"}, "Tens has only one set of rules"),
    ({"game": "dimes", "rules": "free"}, "Dimes has no rules called “free”. Choose `dealt` or `deck`."),
    ({"game": "tens", "deal": "8", "winnable": True}, "Choose either a deal number or"),
    ({"game": "tens", "deal": "8", "winnable": False}, "Choose either a deal number or"),
    ({"game": "tens", "level": "easy"}, "I don't know which Tens deals are easy or hard"),
    ({"game": "cast-out-nines", "rules": "wrap", "level": "easy"}, "Leave the level out"),
    ({"game": "cast-out-nines", "level": "simple"}, "“simple” isn't a level of Cast Out Nines"),
    ({"game": "cast-out-nines", "level": "simple"}, "Choose medium or hard."),
    ({"game": "cast-out-nines", "level": "easy", "deal": "1170"}, "either a deal number or a level"),
    ({"game": "cast-out-nines", "level": "easy", "winnable": False}, "Leave out either “winnable” or the level"),
]


async def test_what_cannot_be_dealt_is_refused_in_private(room: CardRoom) -> None:
    for options, refusal in NOT_DEALT:
        assert refusal in private(await room.say("start", **options)), options
    assert await room.games.find(room.alice.id) is None


@pytest.mark.parametrize(("game", "option", "value"), OPTIONS)
async def test_every_rule_option_takes_effect(room: CardRoom, game: str, option: str, value: str) -> None:
    board = await room.start(game, 8, rules=value)
    options = (await room.game()).game.options
    known = next(each for each in VARIANTS[game].options if each.name == option)
    assert options == ({} if value == known.default else {option: value})
    above_the_lesson = board.text.partition("How it works")[0]
    assert (known.labels[value] in above_the_lesson) == (value != known.default)


async def test_completion_offers_the_rules_of_the_chosen_game(room: CardRoom) -> None:
    async def offered(typed: str = "", **chosen: str) -> list[tuple[str, str]]:
        choices = await room.alice.autocomplete(room.channel, "solitaire start", "rules", typed, **chosen)
        return [(choice["name"], choice["value"]) for choice in choices]

    for name, variant in VARIANTS.items():
        rules = [(option.labels[value], value) for option in variant.options for value in option.values]
        assert await offered(game=name) == rules
    assert [value for _, value in await offered("ANY time", game="diplomat")] == ["free"]
    assert await offered() == []


async def test_a_new_user_is_guided_through_tens_to_the_next_game(room: CardRoom) -> None:
    await room.prefer(view="text")
    board = public(await room.say("start"))
    assert "pure luck, a warm-up" in board.text
    chosen = 0
    while "Win now" not in board.buttons:
        board = changed(await room.press(board, min(filter(str.isdigit, board.enabled), key=int)))
        chosen += 1
        assert ("How it works" in board.text) == (chosen < 3)
    assert chosen < 15  # at three or four seconds each, less than a minute
    board = changed(await room.press(board, "Win now"))
    assert "You won" in board.text
    assert "where your choices count" in board.text
    after = public(await room.press(board, "Next: Diplomat"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.EASY)
    assert "How it works" in after.text


async def test_the_game_after_the_guided_one_shows_its_first_moves_while_they_are_followed(room: CardRoom) -> None:
    assert TAUGHT.deal is not None
    board = await room.start(TAUGHT.variant, TAUGHT.deal)
    while (line := taught_line(await room.game())) is not None:
        game = (await room.game()).game
        label = move_label(game.position, line.moves[0], find_language("en"))
        assert label in board.text.partition("Try this")[2].replace("`", "")
        board = public(await room.say("move", move=str(line.moves[0])))
    assert (await room.game()).game.moves
    assert "Try this" not in board.text
    back = changed(await room.press(board, "Undo"))
    assert "Try this" in back.text
    elsewhere = public(await room.say("move", move=str((await room.game()).game.legal_moves()[-1])))
    assert ("Try this" in elsewhere.text) == (taught_line(await room.game()) is not None)
    assert "Try this" not in (await room.start(TAUGHT.variant, TAUGHT.deal, rules="free")).text
    assert "Try this" not in (await room.start(TAUGHT.variant, TAUGHT.deal + 1)).text


async def test_a_game_says_how_it_works_to_those_who_are_new_to_it_until_the_third_move(room: CardRoom) -> None:
    board = await room.start("diplomat", 163)
    assert VARIANTS["diplomat"].lesson in board.text
    for left in (2, 1, 0):
        board = changed(await room.play_first(board))
        assert ("How it works" in board.text) == bool(left)
    assert VARIANTS["diplomat"].lesson not in (await room.start("diplomat", 163, rules="free")).text
    await room.start("diplomat", 163)
    await room.play_legal()
    await room.say("give-up")
    assert "How it works" not in (await room.start("diplomat", 163)).text


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_lesson_says_in_a_few_short_lines_which_card_moves_and_where_it_may_go(variant: Variant) -> None:
    lines = variant.lesson.splitlines()
    assert len(lines) == 3 + (not variant.rules.discards)
    assert max(map(len, lines)) <= 82
    rules = variant.rules
    if isinstance(rules, BuildingRules):
        assert "last card" in variant.lesson
        assert lines[3].endswith("“?” asks first.")
        assert "top card" not in variant.lesson
        assert "empty pile" in variant.lesson
        assert ("K on A" in variant.lesson) == rules.wraps


async def test_all_games_are_offered_with_their_length_and_levels_to_those_who_have_played(room: CardRoom) -> None:
    await room.start("diplomat", 3)
    assert "Resume Diplomat" not in only(await room.say("start")).buttons  # it has no moves yet
    await room.play_legal()
    page = only(await room.say("start"))
    assert page.ephemeral
    assert set(page.buttons) == {"Resume Diplomat", *(variant.title for variant in VARIANTS.values())}
    assert page.text.count("not played yet") == len(VARIANTS) - 1
    assert "**Diplomat**\n-# 10 min" in page.text
    assert "**Cast Out Nines** · not played yet\n-# 15 min · medium / hard\n" in page.text
    assert "**Tens** · not played yet\n-# 2 min · easy\n" in page.text
    await room.press(page, "Resume Diplomat")
    assert len((await room.game()).game.moves) == 1
    page = only(await room.say("start"))
    assert "Diplomat is waiting for you." in public(await room.press(page, "Tens")).text
    assert only(await room.say("start")).text.count("not played yet") == len(VARIANTS) - 2


async def test_the_choices_of_games_say_length_and_difficulty() -> None:
    (choices,) = (parameter.choices for parameter in start.parameters if parameter.name == "game")
    assert "Tens – 2 min, easy" in {choice.name for choice in choices}
    assert "Cast Out Nines – 15 min, medium / hard" in {choice.name for choice in choices}


async def test_starting_before_the_first_move_leaves_no_board_behind(room: CardRoom) -> None:
    await room.start("tens", 0)
    second = await room.start("dimes", 3)
    assert [message.id for message in room.messages()] == [second.id]


async def test_of_two_starts_at_once_one_stays(room: CardRoom) -> None:
    async with room.at_once():
        for game in ("tens", "dimes"):
            await room.say("start", game=game, deal="1")
    (board,) = room.messages()
    assert (await room.game()).game.variant.title in board.text


async def test_a_random_deal_has_a_number_that_is_short_enough_to_type(room: CardRoom) -> None:
    for _ in range(3):
        await room.say("start", game="forty-thieves", winnable=False)
        assert (await room.game()).game.deal < 1_000_000_000


async def test_a_random_deal_is_winnable_and_says_so(room: CardRoom) -> None:
    board = public(await room.say("start", game="tens"))
    first = (await room.game()).game.deal
    assert first in winnable_deals("tens", {})
    assert board.title == f"Tens · deal {first}"
    assert "winnable" in board.text
    await room.press(public(await room.say("give-up")), "New deal")
    second = (await room.game()).game.deal
    assert second in winnable_deals("tens", {})
    assert second != first


async def test_any_deal_can_be_requested_even_while_another_game_is_in_progress(room: CardRoom) -> None:
    for _ in range(2):
        public(await room.say("start", game="dimes", winnable=False))
        assert (await room.game()).game.deal > winnable_deals("dimes", {})[-1]
        await room.play_legal()


@pytest.mark.parametrize(
    ("language", "game", "typed", "level", "said"),
    [
        ("en", "cast-out-nines", "hard", Difficulty.HARD, "hard · winnable"),
        ("en", "cast-out-nines", " Hard ", Difficulty.HARD, "hard · winnable"),
        ("de", "diplomat", "Leicht", Difficulty.EASY, "leicht"),
    ],
)
async def test_a_level_selects_deals_of_it_and_the_board_says_so(
    room: CardRoom, language: str, game: str, typed: str, level: Difficulty, said: str
) -> None:
    await room.prefer(language=language)
    board = public(await room.say("start", game=game, level=typed))
    assert (await room.game()).game.deal in winnable_deals(game, {}, level)
    assert said in board.text


@pytest.mark.parametrize("level", ["easy", "hard"])
async def test_a_new_deal_has_the_level_of_the_last_one(room: CardRoom, level: str) -> None:
    board = public(await room.say("start", game="diplomat", level=level))
    first = (await room.game()).game.deal
    public(await room.press(changed(await room.press(board, "Menu")), "New deal"))
    second = (await room.game()).game.deal
    assert second != first
    assert second in winnable_deals("diplomat", {}, Difficulty(level))


async def test_a_new_deal_after_an_unlisted_deal_is_winnable(room: CardRoom) -> None:
    board = public(await room.say("start", game="diplomat", deal="1100"))
    public(await room.press(changed(await room.press(board, "Menu")), "New deal"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {})


async def test_a_level_is_kept_by_the_question_on_a_full_shelf(room: CardRoom) -> None:
    await fill_shelf(room)
    asked = only(await room.say("start", game="diplomat", level="easy"))
    await give_up_for_another(room, asked, "Dimes · deal 0")
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.EASY)


async def test_the_levels_of_the_chosen_game_and_rules_are_offered(room: CardRoom) -> None:
    async def offered(typed: str = "", **chosen: str) -> list[str]:
        choices = await room.alice.autocomplete(room.channel, "solitaire start", "level", typed, **chosen)
        return [choice["value"] for choice in choices]

    assert await offered(game="diplomat") == ["easy", "medium", "hard"]
    assert await offered(game="cast-out-nines") == ["medium", "hard"]
    assert await offered("HA", game="cast-out-nines") == ["hard"]
    assert await offered(game="cast-out-nines", rules="wrap") == []
    assert await offered(game="cast-out-nines", rules="no such") == []
    assert await offered(game="tens") == []
    assert await offered() == []


async def test_a_private_page_of_games_is_deleted_once_it_has_dealt_one(room: CardRoom) -> None:
    await room.start("tens", 13)
    page = changed(await room.press(only(await room.say("start")), "Dimes"))
    await room.press(page, "Easy")
    assert (await room.game()).game.variant.name == "dimes"
    assert room.is_gone(page)


async def test_the_pages_of_games_and_rules_offer_levels_where_there_is_a_choice(room: CardRoom) -> None:
    await room.start("tens", 13)
    asked = changed(await room.press(only(await room.say("start")), "Diplomat"))
    assert asked.ephemeral
    assert list(asked.buttons) == ["Easy", "Medium", "Hard", "Any level", "All games"]
    public(await room.press(asked, "Hard"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.HARD)
    asked = changed(await room.press(only(await room.say("start")), "Diplomat"))
    public(await room.press(asked, "Any level"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {})
    rules = only(await room.say("rules", game="cast-out-nines"))
    assert list(rules.buttons) == ["Play", "Medium", "Hard", "All games"]
    public(await room.press(rules, "Hard"))
    assert (await room.game()).game.deal in winnable_deals("cast-out-nines", {}, Difficulty.HARD)


async def test_a_level_is_dealt_under_the_preferred_rule_if_it_has_that_level(room: CardRoom) -> None:
    await room.services.preferences.change(room.turn(), "open_stock:diplomat", "on")
    await room.start("tens", 13)
    asked = changed(await room.press(only(await room.say("start")), "Diplomat"))
    public(await room.press(asked, "Easy"))
    game = (await room.game()).game
    assert game.options == {"stock": "free"}
    assert game.deal in winnable_deals("diplomat", game.options, Difficulty.EASY)


async def test_a_new_deal_keeps_rules_that_were_chosen_against_the_preference(room: CardRoom) -> None:
    await room.services.preferences.change(room.turn(), "open_stock:diplomat", "on")
    await room.start("diplomat", 163)
    assert (await room.game()).game.options == {}  # a deal with a number has the standard rules
    board = await room.start("diplomat", rules="stuck")
    assert (await room.game()).game.options == {}
    await room.press(changed(await room.press(board, "Menu")), "New deal")
    assert (await room.game()).game.options == {}
