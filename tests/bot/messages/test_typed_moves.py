"""Moves that players type: read back from any label, and refused with the reason."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.language import LANGUAGES, find_language
from bot.messages.card_names import with_card_texts
from bot.messages.labels import move_label, place_label, target_label, with_text_suits
from bot.messages.typed_moves import matching_moves, read_typed_move
from engine import DRAW, Card, Game, IllegalMoveError, InvalidMoveError, Status, Transfer
from engine.cards import CARDS
from tests.engine.games import games
from tests.engine.positions import building, game_at

ENGLISH = find_language("en")


@settings(max_examples=100)
@given(games())
@example(Game.load("cast-out-nines|0||2|4>7 3>6")).via("a move into the second of two equal spaces")
@example(Game.load("cast-out-nines|51||2|3>6 4>7")).via("a space with the number of a rank")
def test_move_text_finds_its_move_first(game: Game) -> None:
    for move in game.legal_moves():
        assert matching_moves(game, str(move), ENGLISH)[0] == move
        assert matching_moves(game, f" {str(move).upper()} ", ENGLISH)[0] == move
        for language in map(find_language, ("en", "ja")):
            assert move in matching_moves(game, move_label(game.position, move, language), language)


@settings(max_examples=100)
@given(games(), st.sampled_from(list(LANGUAGES)))
def test_move_reads_back_from_text_and_label(game: Game, code: str) -> None:
    language = find_language(code)
    for move in game.legal_moves():
        assert read_typed_move(game, str(move), language=language) == move
        label = with_text_suits(move_label(game.position, move, language))
        assert read_typed_move(game, label, language=language) == move


@settings(max_examples=200)
@given(games())
def test_a_refusal_gives_the_first_move_as_its_example(game: Game) -> None:
    if game.status is not Status.PLAYING:
        return
    with pytest.raises(InvalidMoveError) as refused:
        read_typed_move(game, "nowhere > nowhere", language=ENGLISH)
    examples = str(refused.value.values["examples"]).split(", ")
    assert {read_typed_move(game, each, language=ENGLISH) for each in examples} == {game.listed_moves()[0]}


@settings(max_examples=200)
@given(games(), st.text(max_size=30) | st.lists(st.sampled_from([*map(str, CARDS), "3", "pile", ">"])).map(" ".join))
def test_any_typed_text_reads_as_a_legal_move_or_is_refused(game: Game, typed: str) -> None:
    try:
        read = read_typed_move(game, typed, language=ENGLISH)
    except (InvalidMoveError, IllegalMoveError):
        return
    assert read in game.legal_moves()


@settings(max_examples=200)
@given(games(), st.text(max_size=30))
def test_any_typed_text_finds_only_legal_moves(game: Game, typed: str) -> None:
    found = matching_moves(game, typed, ENGLISH)
    assert set(found) <= set(game.legal_moves())
    assert len(set(found)) == len(found)


@settings(max_examples=100)
@given(games(), st.sampled_from(list(LANGUAGES)))
def test_moves_read_back_from_the_places_that_a_language_names(game: Game, code: str) -> None:
    language = find_language(code)
    for move in game.listed_moves():
        if not isinstance(move, Transfer) or move.cards > 1 or move == DRAW:
            continue
        source, target = place_label(move.source, language), target_label(game.position, move, language)
        assert read_typed_move(game, f"{source} > {target}".upper(), language=language) == move


@pytest.mark.parametrize(
    ("typed", "code", "move"),
    [
        ("3>e", "en", "3>4"),
        ("7♠ > empty pile", "en", "w>4"),
        ("waste > empty", "en", "w>4"),
        ("3>6", "en", "3>6"),
        ("3♠ → empty pile 6", "en", "3>6"),
        ("Abwurf > leerer Stapel", "de", "w>4"),
        ("Stapel 3 > leer", "de", "3>4"),
        ("pile 3 > empty pile", "de", "3>4"),
        ("Talon > leer", "de", "s>4"),
        ("descarte > pila vacía", "es-ES", "w>4"),
        ("列3 > 空き列", "ja", "3>4"),
        ("废牌堆 > 空列", "zh-CN", "w>4"),
    ],
)
def test_a_move_is_typed_in_the_players_own_words(typed: str, code: str, move: str) -> None:
    position = building("dimes", "9♥ 3♦ | K♣ 5♦ | 2♣ 3♠", stock="8♦ 4♦", waste="7♠")
    game = game_at(position, "dimes")
    assert str(read_typed_move(game, typed, language=find_language(code))) == move


@pytest.mark.parametrize(
    ("typed", "code", "move"),
    [
        ("7 of spades > 8 of spades", "en", "w>1"),
        ("7 di spades > 8 di spades", "en", "w>1"),  # a language to come
        ("Seven of Spades > eight of spades", "en", "w>1"),
        ("Pik 7 > Pik-8", "de", "w>1"),
        ("7 de pique > 8 de pique", "fr", "w>1"),
        ("スペードの7 → スペードの8", "ja", "w>1"),
        ("黑桃7>黑桃8", "zh-CN", "w>1"),
        ("Herz Dame", "de", "2>f"),
        ("dame de coeur > fondation", "fr", "2>f"),
        ("Reina de corazones > base", "es-ES", "2>f"),
        ("dama kier", "pl", "2>f"),
        ("Herz Dame", "en", "2>f"),
    ],
)
def test_cards_are_typed_in_words(typed: str, code: str, move: str | None) -> None:
    position = building("dimes", "8♠ | Q♥", waste="7♠", foundations="J♥")
    game = game_at(position, "dimes")
    if move is None:
        with pytest.raises(InvalidMoveError):
            read_typed_move(game, typed, language=find_language(code))
    else:
        assert str(read_typed_move(game, typed, language=find_language(code))) == move


@pytest.mark.parametrize(
    ("typed", "code", "reason"),
    [
        ("seven spades > foundations", "en", "its foundations take J♠ next"),
        ("8s 7s", "en", "can't move cards back to the stock or waste"),
        ("Qh pile 1", "en", "Q♥ can't go on 8♠"),
        ("Qh > pila 1", "es-ES", "Q♥ can't go on 8♠"),
        ("Qh > pila 1", "en", None),
        ("Qh Kd", "en", "K♦ is covered by other cards."),
        ("Kd f", "en", "K♦ is covered by other cards."),
        ("Ks 8s", "en", "K♠ is covered by other cards."),
        ("5c 8s", "en", "5♣ can't go on 8♠"),
    ],
)
def test_an_illegal_move_typed_in_words_is_refused_with_the_reason(typed: str, code: str, reason: str | None) -> None:
    game = game_at(building("dimes", "8♠ | K♦ K♠ Q♥ | 5♣ 5♣", waste="K♠ 7♠", foundations="J♥"), "dimes")
    with pytest.raises(InvalidMoveError if reason is None else IllegalMoveError, match=reason):
        read_typed_move(game, typed, language=find_language(code))


@settings(max_examples=200)
@given(st.sampled_from(CARDS), st.sampled_from(list(LANGUAGES)), st.sampled_from(["{0} {1}", "{1} {0}", "{1}-{0}"]))
def test_every_card_reads_back_from_its_name_in_every_language(card: Card, code: str, order: str) -> None:
    language = find_language(code)
    name = order.format(language.text(card.rank.word), language.text(card.suit.word))
    assert with_card_texts(f"w > {name.upper()} * 2") == f"w > {card} * 2"


def test_a_run_is_typed_with_its_number_of_cards() -> None:
    game = game_at(building("grounds-for-divorce", "9♥ 6♥ 5♥ 4♥ | K♣"), "grounds-for-divorce")
    assert str(read_typed_move(game, "1>e", language=ENGLISH)) == "1>3"
    assert str(read_typed_move(game, "1 > e * 2", language=ENGLISH)) == "1>3*2"
    assert str(read_typed_move(game, "6h > empty", language=ENGLISH)) == "1>3*3"


def test_equal_moves_are_completed_once() -> None:
    game = game_at(building("dimes", "9♥ 3♠ | K♣ 5♦", waste="7♠"), "dimes")
    assert list(map(str, matching_moves(game, "", ENGLISH))) == ["1>3", "2>3", "w>3"]
    assert list(map(str, matching_moves(game, "w>e", ENGLISH))) == ["w>3"]
    assert list(map(str, matching_moves(game, "w>5", ENGLISH))) == ["w>5"]
