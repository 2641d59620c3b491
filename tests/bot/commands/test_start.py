"""Dealing a game with `/solitaire start`."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.commands.start import start
from bot.language import find_language
from bot.messages.labels import move_label
from bot.model.lessons import TAUGHT, taught_line
from engine import DEAL_COUNT, VARIANTS, Status, Variant
from engine.rules import BuildingRules, Difficulty
from engine.winnable import winnable_deals
from tests.support.card_room import CardRoom, buttons, changed, enabled, only, private, public, sent_choices, text
from tests.support.full_shelf import fill_shelf, give_up_for_another

OPTIONS = [
    (variant.name, option.name, value)
    for variant in VARIANTS.values()
    for option in variant.options
    for value in option.values
]


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_game_is_dealt_in_public(room: CardRoom, game: str) -> None:
    board = await room.start(game, 12345)
    assert VARIANTS[game].title in text(board)
    assert "deal 12345" in text(board)
    assert "alice" in text(board)
    assert (await room.saved()).startswith(f"{game}|12345|")


async def test_the_greatest_deal_number_is_dealt_and_shown(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", DEAL_COUNT - 1, rules="classic")
    assert str(2**64 - 1) in text(board)
    assert "a king may go on an ace" in text(board)


@pytest.mark.parametrize("deal", [str(2**64), "-1", "7.5", "seven", "9" * 5000, "\u00b2", "7 7"])
async def test_an_invalid_deal_number_is_refused_in_private(room: CardRoom, deal: str) -> None:
    answer = private(await room.say("start", game="tens", deal=deal))
    assert "18446744073709551615" in answer or "deal" in answer.lower()
    assert "reference" not in answer.lower()
    assert await room.games.find(room.alice.id) is None


async def test_a_deal_without_a_number_is_random(room: CardRoom) -> None:
    public(await room.say("start", game="tens"))
    first = (await room.game()).game.deal
    await room.say("give-up")
    public(await room.say("start", game="tens"))
    assert (await room.game()).game.deal != first


@pytest.mark.parametrize(("game", "option", "value"), OPTIONS)
async def test_every_rule_option_takes_effect(room: CardRoom, game: str, option: str, value: str) -> None:
    board = await room.start(game, 8, rules=value)
    options = (await room.game()).game.options
    known = next(each for each in VARIANTS[game].options if each.name == option)
    assert options == ({} if value == known.default else {option: value})
    above_the_lesson = text(board).partition("How it works")[0]
    assert (known.labels[value] in above_the_lesson) == (value != known.default)


async def test_another_games_option_is_refused_in_private(room: CardRoom) -> None:
    answer = private(await room.say("start", game="tens", rules="free"))
    assert "Tens has only one set of rules" in answer
    answer = private(await room.say("start", game="dimes", rules="free"))
    assert "Dimes has no rules called “free”. Choose `dealt`, `deck`." in answer
    assert await room.games.find(room.alice.id) is None


async def test_discord_offers_only_existing_games_and_options(room: CardRoom) -> None:
    with pytest.raises(simcord.SetupError):
        await room.say("start", game="klondike")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
async def test_the_rules_of_the_chosen_game_are_offered(room: CardRoom, variant: Variant) -> None:
    offered = await room.alice.autocomplete(room.channel, "solitaire start", "rules", "", game=variant.name)
    assert [(each["name"], each["value"]) for each in offered] == [
        (option.labels[value], value) for option in variant.options for value in option.values
    ]


async def test_rules_are_offered_by_what_is_typed(room: CardRoom) -> None:
    offered = await room.alice.autocomplete(room.channel, "solitaire start", "rules", "ANY time", game="diplomat")
    assert [each["value"] for each in offered] == ["free"]
    assert await room.alice.autocomplete(room.channel, "solitaire start", "rules", "") == []


async def test_rules_without_a_game_are_refused(room: CardRoom) -> None:
    assert "Choose a game too" in private(await room.say("start", rules="free"))
    assert "Choose a game too" in private(await room.say("start", deal="3"))


async def test_a_new_user_is_guided_through_tens_to_the_next_game(room: CardRoom) -> None:
    await room.prefer(view="text")
    board = public(await room.say("start"))
    assert "pure luck, a warm-up" in text(board)
    chosen = 0
    while "Win now" not in buttons(board):
        board = changed(await room.press(board, min(filter(str.isdigit, enabled(board)), key=int)))
        assert "How it works" not in text(board)
        chosen += 1
    assert chosen < 15  # at three or four seconds each, less than a minute
    board = changed(await room.press(board, "Win now"))
    assert "You won" in text(board)
    assert "That was luck." in text(board)
    after = public(await room.press(board, "Next: Diplomat"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.EASY)
    assert "How it works" in text(after)


async def test_the_game_after_the_guided_one_shows_its_first_moves_while_they_are_followed(room: CardRoom) -> None:
    assert TAUGHT.deal is not None
    board = await room.start(TAUGHT.variant, TAUGHT.deal)
    while (line := taught_line(await room.game())) is not None:
        game = (await room.game()).game
        label = move_label(game.position, line.moves[0], find_language("en"))
        assert label in text(board).partition("Try this")[2].replace("`", "")
        board = public(await room.say("move", move=str(line.moves[0])))
    assert (await room.game()).game.moves
    assert "Try this" not in text(board)
    back = changed(await room.press(board, "Undo"))
    assert "Try this" in text(back)
    elsewhere = public(await room.say("move", move=str((await room.game()).game.legal_moves()[-1])))
    assert ("Try this" in text(elsewhere)) == (taught_line(await room.game()) is not None)


async def test_another_rule_has_no_taught_moves(room: CardRoom) -> None:
    assert TAUGHT.deal is not None
    assert "Try this" not in text(await room.start(TAUGHT.variant, TAUGHT.deal, rules="free"))
    assert "Try this" not in text(await room.start(TAUGHT.variant, TAUGHT.deal + 1))


async def test_the_first_board_of_a_game_says_how_it_works_to_those_who_are_new_to_it(room: CardRoom) -> None:
    board = await room.start("diplomat", 163)
    assert VARIANTS["diplomat"].lesson in text(board)
    board = changed(await room.choose(board, next(iter(sent_choices(board)))))
    assert "How it works" not in text(board)
    assert "How it works" not in text(changed(await room.press(board, "Undo")))
    assert VARIANTS["diplomat"].lesson not in text(await room.start("diplomat", 163, rules="free"))


async def test_a_game_that_the_player_knows_is_not_explained(room: CardRoom) -> None:
    await room.start("diplomat", 163)
    await room.play(str((await room.game()).game.legal_moves()[0]))
    await room.say("give-up")
    assert "How it works" not in text(await room.start("diplomat", 163))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_lesson_is_three_short_lines(variant: Variant) -> None:
    lines = variant.lesson.splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 82


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_lesson_says_which_card_moves_and_where_it_may_go(variant: Variant) -> None:
    rules = variant.rules
    if isinstance(rules, BuildingRules):
        assert "last card" in variant.lesson
        assert "top card" not in variant.lesson
        assert "empty pile" in variant.lesson
        assert ("K on A" in variant.lesson) == rules.wraps


async def test_a_guided_game_that_was_given_up_can_be_resumed(room: CardRoom) -> None:
    board = public(await room.say("start"))
    menu = changed(await room.press(board, "Menu"))
    given_up = changed(await room.press(menu, "Give up"))
    changed(await room.press(given_up, "Undo"))
    assert (await room.game()).game.status is Status.PLAYING


async def test_all_games_are_offered_to_those_who_have_played(room: CardRoom) -> None:
    await room.start("diplomat", 3)
    await room.play(str((await room.game()).game.legal_moves()[0]))
    page = only(await room.say("start"))
    assert page.ephemeral
    assert set(buttons(page)) == {"Resume Diplomat", *(variant.title for variant in VARIANTS.values())}
    assert text(page).count("🆕 new") == len(VARIANTS) - 1
    assert "**Diplomat**\n-# 10 min" in text(page)
    assert "Diplomat is waiting on the shelf." in text(public(await room.press(page, "Tens")))
    assert text(only(await room.say("start"))).count("🆕 new") == len(VARIANTS) - 2


async def test_the_page_of_games_offers_to_continue_the_one_that_is_played(room: CardRoom) -> None:
    await room.start("dimes", 8)
    assert "Resume Dimes" not in buttons(only(await room.say("start")))  # nothing was played yet
    await room.say("draw")
    offered = only(await room.say("start"))
    assert next(iter(buttons(offered))) == "Resume Dimes"
    await room.press(offered, "Resume Dimes")
    assert len((await room.game()).game.moves) == 1


async def test_the_choices_of_games_say_length_and_difficulty() -> None:
    (choices,) = (parameter.choices for parameter in start.parameters if parameter.name == "game")
    assert "Tens – 2 min, easy" in {choice.name for choice in choices}
    assert "Cast Out Nines – 15 min, medium / hard" in {choice.name for choice in choices}


async def test_two_players_each_have_their_own_game(room: CardRoom) -> None:
    await room.start("tens", 0)
    public(await room.say("start", room.bob, game="diplomat", deal="1"))
    assert (await room.game()).game.variant.name == "tens"
    assert (await room.game(room.bob)).game.variant.name == "diplomat"


async def test_starting_before_the_first_move_leaves_no_board_behind(room: CardRoom) -> None:
    await room.start("tens", 0)
    second = await room.start("dimes", 3)
    assert [message.id for message in room.messages()] == [second.id]


async def test_another_game_can_be_started_after_a_finished_one(room: CardRoom) -> None:
    await room.start("tens", 16)  # no legal move from the start
    assert (await room.game()).game.status is Status.LOST
    await room.start("tens", 0)
    await room.say("give-up")
    await room.start("dimes", 1)


async def test_of_two_starts_at_once_one_stays(room: CardRoom) -> None:
    async with room.at_once():
        for game in ("tens", "dimes"):
            await room.say("start", game=game, deal="1")
    (board,) = room.messages()
    assert (await room.game()).game.variant.title in text(board)


WINNABLE, HOPELESS = 13, 8
"""Deals of Tens."""


async def test_a_random_deal_is_winnable_and_says_so(room: CardRoom) -> None:
    board = public(await room.say("start", game="tens"))
    deal = (await room.game()).game.deal
    assert deal in winnable_deals("tens", {})
    assert board.embeds[0].title == f"Tens · deal {deal}"
    assert "winnable" in text(board)


async def test_a_requested_deal_says_whether_it_is_known_to_be_winnable(room: CardRoom) -> None:
    assert "winnable" in text(await room.start("tens", WINNABLE))
    await room.say("give-up")
    assert "winnable" not in text(await room.start("tens", HOPELESS))


async def test_any_deal_can_be_requested_even_while_another_game_is_in_progress(room: CardRoom) -> None:
    known = winnable_deals("tens", {})
    public(await room.say("start", game="tens", winnable=False))
    assert (await room.game()).game.deal > known[-1]
    await room.play(str((await room.game()).game.legal_moves()[0]))
    public(await room.say("start", game="tens", winnable=False))
    assert (await room.game()).game.deal > known[-1]


async def test_a_deal_number_cannot_be_combined_with_winnable(room: CardRoom) -> None:
    for winnable in (True, False):
        answer = private(await room.say("start", game="tens", deal=str(HOPELESS), winnable=winnable))
        assert "Choose either a deal number or" in answer
    assert await room.games.find(room.alice.id) is None


async def test_a_new_game_from_the_menu_is_winnable_too(room: CardRoom) -> None:
    await room.start("tens", HOPELESS)
    over = public(await room.say("give-up"))
    await room.press(over, "New deal")
    assert (await room.game()).game.deal in winnable_deals("tens", {})


@pytest.mark.parametrize("typed", ["hard", " Hard "])
async def test_a_level_selects_deals_of_it_and_the_board_says_so(room: CardRoom, typed: str) -> None:
    board = public(await room.say("start", game="cast-out-nines", level=typed))
    assert (await room.game()).game.deal in winnable_deals("cast-out-nines", {}, Difficulty.HARD)
    assert "hard · winnable" in text(board)


async def test_a_level_may_be_typed_in_the_users_language(room: CardRoom) -> None:
    await room.prefer(language="de")
    board = public(await room.say("start", game="diplomat", level="Leicht"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.EASY)
    assert "leicht" in text(board)


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


async def test_a_level_that_cannot_be_dealt_is_refused_in_private(room: CardRoom) -> None:
    async def refusal(**options: Any) -> str:
        chosen: dict[str, Any] = {"level": "easy"} | options
        return private(await room.say("start", **chosen))

    assert "Choose a game too" in await refusal()
    assert "I don't know which Tens deals are easy or hard" in await refusal(game="tens")
    assert "Leave the level out" in await refusal(game="cast-out-nines", rules="wrap")
    assert "“simple” isn't a level of Cast Out Nines" in (await refusal(game="cast-out-nines", level="simple"))
    assert "Choose medium / hard." in await refusal(game="cast-out-nines", level="simple")
    assert "either a deal number or a level" in await refusal(game="cast-out-nines", deal="1170")
    assert "Leave out either “winnable” or the level" in await refusal(game="cast-out-nines", winnable=False)
    assert await room.games.find(room.alice.id) is None


async def test_the_page_of_games_asks_for_the_level_where_there_is_a_choice(room: CardRoom) -> None:
    await room.start("tens", 13)
    page = only(await room.say("start"))
    asked = changed(await room.press(page, "Diplomat"))
    assert asked.ephemeral
    assert list(buttons(asked)) == ["Easy", "Medium", "Hard", "Any level"]
    public(await room.press(asked, "Hard"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {}, Difficulty.HARD)
    public(await room.press(asked, "Any level"))
    assert (await room.game()).game.deal in winnable_deals("diplomat", {})


async def test_the_rules_of_a_game_offer_its_levels(room: CardRoom) -> None:
    page = only(await room.say("rules", game="cast-out-nines"))
    assert list(buttons(page)) == ["Play", "Medium", "Hard", "All games"]
    public(await room.press(page, "Hard"))
    assert (await room.game()).game.deal in winnable_deals("cast-out-nines", {}, Difficulty.HARD)


async def test_a_level_is_dealt_under_the_preferred_rule_if_it_has_that_level(room: CardRoom) -> None:
    await room.prefer(open_stock={"diplomat": True})
    await room.start("tens", 13)
    asked = changed(await room.press(only(await room.say("start")), "Diplomat"))
    public(await room.press(asked, "Easy"))
    game = (await room.game()).game
    assert game.options == {"stock": "free"}
    assert game.deal in winnable_deals("diplomat", game.options, Difficulty.EASY)


async def test_the_page_of_games_names_their_levels(room: CardRoom) -> None:
    await room.start("diplomat", 3)
    page = text(only(await room.say("start")))
    assert "**Cast Out Nines** · 🆕 new\n-# 15 min · medium / hard\n" in page
    assert "**Tens** · 🆕 new\n-# 2 min · easy\n" in page


async def test_a_new_deal_keeps_rules_that_were_chosen_against_the_preference(room: CardRoom) -> None:
    await room.prefer(open_stock={"diplomat": True})
    board = await room.start("diplomat", rules="stuck")
    assert (await room.game()).game.options == {}
    await room.press(changed(await room.press(board, "Menu")), "New deal")
    assert (await room.game()).game.options == {}
