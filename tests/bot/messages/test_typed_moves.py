"""Moves that players type: read back from any label, and refused with the reason."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.language import LANGUAGES, find_language
from bot.messages.card_names import with_card_texts
from bot.messages.labels import move_label, place_label, target_label, with_text_suits
from bot.messages.typed_moves import matching_moves, read_typed_move
from engine import DRAW, Card, Discard, Game, IllegalMoveError, InvalidMoveError, Kind, Move, Status, Transfer
from engine.cards import CARDS, Rank, Suit
from tests.engine.games import games
from tests.engine.positions import building, game_at

ENGLISH = find_language("en")


@pytest.mark.parametrize(
    "saved",
    [
        pytest.param("cast-out-nines|0||2|4>7 3>6", id="a move into the second of two equal spaces"),
        pytest.param("cast-out-nines|51||2|3>6 4>7", id="a space with the number of a rank"),
    ],
)
def test_a_move_into_one_of_several_spaces_is_read(saved: str) -> None:
    assert_moves_are_read(Game.load(saved), "en")


@given(games(), st.sampled_from(list(LANGUAGES)))
def test_a_move_is_read_and_found_by_its_text_and_its_label(game: Game, code: str) -> None:
    assert_moves_are_read(game, code)


def assert_moves_are_read(game: Game, code: str) -> None:
    language = find_language(code)
    for move in game.legal_moves():
        label = with_text_suits(move_label(game.position, move, language))
        assert 1 <= len(label) <= 100
        assert read_typed_move(game, str(move), language=language) == move
        assert read_typed_move(game, label, language=language) == move
        assert matching_moves(game, str(move), language)[0] == move
        assert move in matching_moves(game, label, language)


DASHES = ["-", " - ", "–", " – ", "—", "―", "−"]
SPACES = [" ", "  ", "\u3000"]
ARROWS = [">", "->", "-->", "=>", " > ", "- >", "→", " ➡️ ", "⇒", *DASHES, *SPACES]
SIGNS = ["+", " + ", ",", ", ", "、", " & ", "-", " – ", " ", "\u3000"]
FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
OTHER_DIGITS = [{ord(str(digit)): ord(zero) + digit for digit in range(10)} for zero in "０٠۰०"]
"""Full-width, Arabic, Persian and Hindi digits."""


def spellings(game: Game, move: Move) -> st.SearchStrategy[str]:
    """The text of a move with any signs between its places."""
    text = str(move)
    if isinstance(move, Discard):
        spelled = st.sampled_from(SIGNS).map(lambda sign: text.replace("+", sign))
    else:
        is_between_piles = move.source.kind is move.target.kind is Kind.PILE
        arrows = [*ARROWS, ""] if is_between_piles and move.cards == 1 else ARROWS
        if len(game.position.view().piles) >= 10:
            arrows = ARROWS
        spelled = st.sampled_from([*arrows, " to ", " TO "]).map(lambda arrow: text.replace(">", arrow))
    counts = st.sampled_from(["*", " * ", "×", " x "])
    return st.builds(lambda words, count: words.replace("*", count), spelled, counts)


CAPITALS: list[Callable[[str], str]] = [str, str.upper, str.title]
WRITING = st.tuples(
    st.sampled_from(CAPITALS),
    st.sampled_from([{}, FULL_WIDTH, *OTHER_DIGITS]),
    st.sampled_from(["{}", " {} ", "\u3000{}"]),
)
"""Capitals, full-width characters and spaces around."""


@given(games(), st.data())
def test_a_move_reads_back_however_it_is_spelled(game: Game, data: st.DataObject) -> None:
    legal = game.legal_moves()
    if not legal:
        return
    move = data.draw(st.sampled_from(legal))
    spelled = data.draw(spellings(game, move))
    capitals, width, around = data.draw(WRITING)
    typed = around.format(capitals(spelled).translate(width))
    assert read_typed_move(game, typed, language=ENGLISH) == move
    assert matching_moves(game, typed, ENGLISH)[0] == move


@given(games(), st.data())
def test_a_move_is_offered_from_its_beginning_on_however_it_is_spelled(game: Game, data: st.DataObject) -> None:
    legal = game.legal_moves()
    if not legal:
        return
    move = data.draw(st.sampled_from(legal))
    arrow, sign = data.draw(st.sampled_from(ARROWS)), data.draw(st.sampled_from(SIGNS))
    spelled = str(move).replace(">", arrow).replace("+", sign).translate(data.draw(st.sampled_from([{}, FULL_WIDTH])))
    listed = {game.position.play(each) for each in matching_moves(game, spelled, ENGLISH)}
    assert game.position.play(move) in listed
    for end in range(1, len(spelled)):
        assert any(each in game.legal_moves() for each in matching_moves(game, spelled[:end], ENGLISH)), spelled[:end]


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("tens", "48", "4+8"),
        ("tens", "8–4", "4+8"),
        ("tens", "9s>ad", "4+8"),
        ("diplomat", "76", "7>6"),
        ("diplomat", "8s – 9c", "7>6"),
        ("diplomat", "8s-9c", "7>6"),
        ("diplomat", "ｐｉｌｅ７ ｔｏ ｐｉｌｅ６", "7>6"),
    ],
)
def test_signs_between_places_do_not_matter(game: str, typed: str, move: str) -> None:
    dealt = Game.new(game, 8)
    assert str(read_typed_move(dealt, typed, language=ENGLISH)) == move
    assert str(matching_moves(dealt, typed, ENGLISH)[0]) == move


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("tens", "12"),
        ("tens", "13"),
        ("tens", "40"),
        ("tens", "4"),
        ("diplomat", "19"),
        ("diplomat", "7"),
        ("diplomat", "pile 7"),
        ("diplomat", "7 s"),
        ("diplomat", "768"),
    ],
)
def test_what_does_not_name_two_piles_plays_nothing(game: str, typed: str) -> None:
    for deal in range(16):
        with pytest.raises(InvalidMoveError):
            read_typed_move(Game.new(game, deal), typed, language=ENGLISH)


@given(games())
def test_a_refusal_gives_the_first_move_as_its_example(game: Game) -> None:
    if game.status is not Status.PLAYING:
        return
    with pytest.raises(InvalidMoveError) as refused:
        read_typed_move(game, "nowhere > nowhere", language=ENGLISH)
    examples = str(refused.value.values["examples"]).split(", ")
    assert {read_typed_move(game, each, language=ENGLISH) for each in examples} == {game.listed_moves()[0]}


@given(games(), st.text(max_size=30) | st.lists(st.sampled_from([*map(str, CARDS), "3", "pile", ">"])).map(" ".join))
def test_any_typed_text_means_legal_moves_or_is_refused(game: Game, typed: str) -> None:
    found = matching_moves(game, typed, ENGLISH)
    assert set(found) <= set(game.legal_moves())
    assert len(set(found)) == len(found)
    try:
        read = read_typed_move(game, typed, language=ENGLISH)
    except (InvalidMoveError, IllegalMoveError):
        return
    assert read in game.legal_moves()


@given(games(), st.sampled_from(list(LANGUAGES)))
def test_moves_read_back_from_the_places_that_a_language_names(game: Game, code: str) -> None:
    language = find_language(code)
    for move in game.listed_moves():
        if not isinstance(move, Transfer) or move.cards > 1 or move == DRAW:
            continue
        if move.source.kind is Kind.FOUNDATION:  # its name does not say which
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
def test_cards_are_typed_in_words(typed: str, code: str, move: str) -> None:
    game = game_at(building("dimes", "8♠ | Q♥", waste="7♠", foundations="J♥"), "dimes")
    assert str(read_typed_move(game, typed, language=find_language(code))) == move


@pytest.mark.parametrize(
    ("typed", "code", "move"),
    [("queen", "en", "2>f"), ("Q", "en", "2>f"), ("Dame", "de", "2>f"), ("hearts", "en", "2>f")],
)
def test_a_word_for_a_card_is_enough_if_only_one_such_card_can_move(typed: str, code: str, move: str) -> None:
    game = game_at(building("dimes", "8♠ | Q♥", foundations="J♥"), "dimes")
    assert str(read_typed_move(game, typed, language=find_language(code))) == move


@pytest.mark.parametrize(
    ("typed", "code", "move"),
    [
        ("3>c", "en", "3>c"),
        ("6s cell", "en", "3>c"),
        ("pile 3 > cell", "en", "3>c"),
        ("Pik 6 > Zelle", "de", "3>c"),
        ("6 de pique cellule", "fr", "3>c"),
        ("列3 > セル", "ja", "3>c"),
        ("c1>1", "en", "c1>1"),
        ("cell 1 > pile 1", "en", "c1>1"),
        ("Qd Kc", "en", "c1>1"),
        ("Zelle 1 > Stapel 1", "de", "c1>1"),
        ("celda 1 > pila 1", "es-ES", "c1>1"),
    ],
)
def test_a_move_to_or_from_a_cell_is_read(typed: str, code: str, move: str) -> None:
    game = game_at(building("freecell", "K♣ | 8♠ 7♠ | 6♠", cells="Q♦"), "freecell")
    assert str(read_typed_move(game, typed, language=find_language(code))) == move


@pytest.mark.parametrize(
    ("typed", "code"),
    [("fh>3", "en"), ("f♥ > 3", "en"), ("7h 8s", "en"), ("7h > pile 3", "en"), ("Herz 7", "de")],
)
def test_a_card_is_taken_back_from_its_foundation(typed: str, code: str) -> None:
    game = game_at(building("klondike", "K♣ | 2♠ | 8♠", foundations="7♥", stock="3♦"), "klondike")
    assert str(read_typed_move(game, typed, language=find_language(code))) == "fh>3"


def test_a_word_for_several_cards_that_can_move_asks_which() -> None:
    game = game_at(building("dimes", "8♠ | Q♥ | Q♠", foundations="J♥ J♠"), "dimes")
    with pytest.raises(InvalidMoveError, match="“queen” could be several moves, such as 2>f, 3>f"):
        read_typed_move(game, "queen", language=ENGLISH)


def test_a_rank_alone_moves_its_card_and_no_run_that_it_ends() -> None:
    kings = " | K♣" * 7  # leave no empty pile
    game = game_at(building("grounds-for-divorce", f"9♥ 8♥ | 9♠ | 10♠{kings}"), "grounds-for-divorce")
    assert str(read_typed_move(game, "eight", language=ENGLISH)) == "1>2"


@given(games(), st.sampled_from(list(LANGUAGES)), st.sampled_from([*Rank, *Suit]))
def test_a_word_that_the_list_offers_a_card_for_is_read(game: Game, code: str, named: Rank | Suit) -> None:
    language = find_language(code)
    word = language.text(named.word)
    assume(word.isalpha())
    offered = matching_moves(game, word, language)
    moved = [
        move for move in offered if any(named is card.rank or named is card.suit for card in moved_first(game, move))
    ]
    if len(moved) == 1:
        assert read_typed_move(game, word, language=language) == moved[0]
    elif moved:
        with pytest.raises(InvalidMoveError, match="could be several moves"):
            read_typed_move(game, word, language=language)


def moved_first(game: Game, move: Move) -> list[Card]:
    cards = game.position.moved_cards(move)
    return [card for card in (cards if isinstance(move, Discard) else cards[:1]) if isinstance(card, Card)]


@pytest.mark.parametrize(
    ("typed", "code", "reason"),
    [
        ("seven spades > foundations", "en", "Next in its suit: J♠"),
        ("8s 7s", "en", "can't move cards back to the stock or waste"),
        ("Qh pile 1", "en", "Q♥ can't go on 8♠"),
        ("Qh > pila 1", "es-ES", "Q♥ can't go on 8♠"),
        ("Qh > pila 1", "en", None),
        ("Qh Kd", "en", "K♦ is covered by other cards."),
        ("Kd f", "en", "K♦ is covered by other cards."),
        ("Ks 8s", "en", "K♠ is covered by other cards."),
        ("5c 8s", "en", "5♣ can't go on 8♠"),
        ("Qh Ks", "en", "Q♥ already lies on K♠."),
        ("Ks > Kd", "en", "K♠ already lies on K♦."),
        ("Qh > 2", "en", "Q♥ is already on pile 2."),
        ("Kd > Stapel 2", "de", "K♦ is already on pile 2."),
    ],
)
def test_an_illegal_move_typed_in_words_is_refused_with_the_reason(typed: str, code: str, reason: str | None) -> None:
    game = game_at(building("dimes", "8♠ | K♦ K♠ Q♥ | 5♣ 5♣", waste="K♠ 7♠", foundations="J♥"), "dimes")
    with pytest.raises(InvalidMoveError if reason is None else IllegalMoveError, match=reason):
        read_typed_move(game, typed, language=find_language(code))


def test_a_sequence_named_by_its_first_card_is_refused_for_its_length() -> None:
    piles = "K♣ 8♥ 7♣ 6♥ 5♣ 4♥ 3♠ | 9♣ | K♥ | K♦ | Q♠ | Q♥ | Q♦ | Q♣"
    game = game_at(building("freecell", piles, cells="2♦"), "freecell")
    for typed in ("8h>9c", "8h 9c", "8h > pile 2"):
        with pytest.raises(IllegalMoveError, match=r"Too many cards at once: 6, but .* carry only 4"):
            read_typed_move(game, typed, language=ENGLISH)
    with pytest.raises(IllegalMoveError, match="K♣ is covered by other cards"):
        read_typed_move(game, "kc > pile 2", language=ENGLISH)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("king to an empty pile", "en"),
        ("3 – empty", "en"),
        ("Herz Dame > leerer Stapel", "de"),
        ("Ablage leer", "de"),
        ("Q♥ → 空き列", "ja"),
    ],
)
def test_an_empty_pile_that_does_not_exist_is_said_to_be_missing(typed: str, code: str) -> None:
    full = " | ".join(["8♠", "K♦ K♠ Q♥", "5♣ 5♣", *["3♦"] * 5])
    game = game_at(building("dimes", full, waste="K♠ 7♠", foundations="J♥"), "dimes")
    with pytest.raises(InvalidMoveError, match=r"No pile is empty right now\."):
        read_typed_move(game, typed, language=find_language(code))


@given(st.sampled_from(CARDS), st.sampled_from(list(LANGUAGES)), st.sampled_from(["{0} {1}", "{1} {0}", "{1}–{0}"]))
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
