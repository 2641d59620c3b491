"""Read what players type: written moves, by cards and by the names of places, and the words of buttons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import NamedTuple, NoReturn

from bot.language import Language, find_language
from bot.messages.actions import Action
from bot.messages.card_names import card_names, with_card_texts
from bot.messages.labels import move_label, place_label
from bot.messages.message import LONGEST_CHOICE
from engine import (
    PILES,
    Card,
    Discard,
    Game,
    Hidden,
    IllegalMoveError,
    InvalidMoveError,
    Kind,
    Move,
    Place,
    Position,
    Transfer,
    parse_card,
    pile,
)
from engine.building import BuildingPosition
from engine.cards import normalize
from engine.moves import ARROW, DASHES, write_beginning
from engine.refusals import no_such_pile
from engine.rules import Rules
from engine.searchable import knows

_MOST_EXAMPLES = 3
_LONGEST_TYPED = 50
"""The characters of typed text that are matched, to bound the work for one keystroke."""

_ARROW = re.compile(rf"{ARROW}|\bto\b")
_DASH = re.compile(rf"[{DASHES}]+")
_SPACES = re.compile(rf"[\s{DASHES}]+")
_BETWEEN_WORDS = re.compile(rf"[\s+·,、&(){DASHES}]+")
_COUNT = re.compile(r"(.*)\*\s*0*([1-9][0-9]?)\s*")
_EMPTY = "e"
"""Stands for an empty pile in typed moves."""

_NO_MATCH = 4


def matching_moves(game: Game, typed: str, language: Language) -> list[Move]:
    """The moves that match what a player has typed so far, the best match first.

    Move texts, pile numbers, cards and words of a label match. Of moves into equal spaces, the result has one, and the
    one whose text or label was typed.
    """
    typed = normalize(typed)[:_LONGEST_TYPED]
    position = game.position
    words = _Typed.read(with_card_texts(typed), discards=position.rules.discards)
    beginning = write_beginning(typed, discards=position.rules.discards)
    written = None
    with suppress(InvalidMoveError):
        written = game.parse_move(typed)

    def rank(move: Move) -> int:
        if move == written:
            return 0
        if str(move).startswith(beginning):
            return 1
        named = _Named.of(position, move, language)
        return 1 if named.is_meant(words) else named.match_rank(words)

    def is_typed(move: Move) -> bool:
        return move == written or typed == normalize(move_label(position, move, language))[:_LONGEST_TYPED]

    moves = game.listed_moves()
    moves += [move for move in game.legal_moves() if move not in moves and is_typed(move)]
    ranked = [(rank(move), move) for move in moves]
    return [move for rank, move in sorted(ranked, key=lambda pair: pair[0]) if rank < _NO_MATCH]


def read_typed_move(game: Game, typed: str, *, language: Language) -> Move:
    """Read a legal move from its text, its label, or enough of the label to tell it from all other moves.

    "6♣ + 4♦", "7c > 8d", "waste > empty pile", and "7c", "seven of clubs" or "queen" if such a card has only one move,
    are all enough. Places may be named in the player's language or in English, and cards in any language. Raises what
    `Game.find_move` raises.
    """
    try:
        return game.find_move(typed)
    except InvalidMoveError as error:
        no_move = error
    words = _Typed.read(with_card_texts(typed[:LONGEST_CHOICE]), discards=game.position.rules.discards)
    if named := _set_named(game.position, words):
        return game.find_move(named)  # if illegal, its error says why
    moves = _moves_meant(game, words, language) or _moves_of_kind(game, words, language)
    if not moves:
        _refuse(game, words, no_move, language)
    if len(moves) > 1:
        raise InvalidMoveError(
            "“{text}” could be several moves, such as {examples}. Type one of these, or choose from the list that "
            "comes up as you type.",
            text=no_move.values["text"],
            examples=", ".join(map(str, moves[:_MOST_EXAMPLES])),
        )
    return moves[0]


def typed_action(typed: str, language: Language) -> Action | None:
    """The action that a word means in English or this language, if any."""
    return _actions(language).get(_plain(typed))


def matching_words(typed: str, rules: Rules, language: Language) -> dict[str, str]:
    """The actions of a game whose words start with the typed text, with the labels of their buttons."""
    typed = _plain(typed)
    if not typed:
        return {}
    has = {
        Action.DRAW: rules.stock is not None,
        Action.HOME: rules.has_foundations,
        Action.HINT: knows(rules),
        Action.ANALYSE: knows(rules),
    }
    found = [action for word, action in _actions(language).items() if word.startswith(typed)]
    return {action: language.text(action.label) for action in found if has.get(action, True)}


@cache
def _actions(language: Language) -> Mapping[str, Action]:
    return {_plain(text): action for action in Action for word in action.words for text in (word, language.text(word))}


def _plain(text: str) -> str:
    return " ".join(_SPACES.split(normalize(text)))


def _refuse(game: Game, words: _Typed, no_move: InvalidMoveError, language: Language) -> NoReturn:
    """Explain why words mean no legal move; `no_move` is the error from parsing them as a move's text."""
    if not any(words.parts):
        raise InvalidMoveError(
            "Choose a move from the list that comes up as you type, or type one like {examples}.",
            examples=", ".join(_examples(game, language)),
        )
    if any(isinstance(word, str) and word.strip("0") == "" for part in words.parts for word in part):
        raise no_such_pile(0, game.variant.rules.piles)
    if named := _move_named(game.position, words, language):
        with suppress(InvalidMoveError):  # the second word names no place
            game.find_move(named)
    if not game.position.rules.discards:
        _check_goes_elsewhere(game.position, words, language)
        if all(game.view().piles) and _names_empty_pile(words.target, language):
            raise InvalidMoveError("No pile is empty right now.")
    covered = _covered_card(game, words)
    if covered is not None:
        raise IllegalMoveError("{card} is covered by other cards.", card=covered)
    if not words.named and len(words.parts) == 1:
        raise no_move
    raise InvalidMoveError(
        "No possible move matches “{text}”. Choose from the list that comes up as you type, or type a move like "
        "{examples}.",
        text=no_move.values["text"],
        examples=", ".join(_examples(game, language)),
    )


def _examples(game: Game, language: Language) -> list[str]:
    """Ways to type the first listed move: by its places and, if that is unambiguous, by its cards."""
    position = game.position
    move = game.listed_moves()[0]
    words = [_short(card) for card in position.moved_cards(move) if isinstance(card, Card)]
    if isinstance(move, Transfer):
        onto = position.target_card(move) if move.target.kind is Kind.PILE else None
        words = [*words[:1], str(move).rpartition(">")[2] if onto is None else _short(onto)]
    by_cards = " ".join(words)
    return [str(move), *([by_cards] if _moves_meant(game, _Typed.parse(by_cards), language) == [move] else [])]


def _short(card: Card) -> str:
    """The short form of a card, such as `6c`."""
    return f"{card.rank}{card.suit.name[0].lower()}"


class _Typed(NamedTuple):
    """The cards and words before and after an arrow, if there is one, and the number of cards, if given."""

    parts: list[list[Card | str]]
    cards: int | None

    @classmethod
    def parse(cls, text: str) -> _Typed:
        text = normalize(text)
        counted = _COUNT.fullmatch(text)
        parts = [
            [_card_or_word(word) for word in _BETWEEN_WORDS.split(part) if word]
            for part in _ARROW.split(counted[1] if counted else text, maxsplit=1)
        ]
        return cls(parts, int(counted[2]) if counted else None)

    @classmethod
    def read(cls, text: str, *, discards: bool) -> _Typed:
        """Parse what a player typed. A dash or a space between two words without a card counts as an arrow.

        An arrow between two cards that the game `discards` together is ignored.
        """
        parsed = cls.parse(text)
        if discards and parsed.named and list(map(len, parsed.parts)) == [1, 1]:
            return parsed._replace(parts=[[word for part in parsed.parts for word in part]])
        if len(parsed.parts) > 1 or parsed.named:
            return parsed
        text = normalize(text)
        halves = _DASH.split(text) if _DASH.search(text) else text.split()
        if len(halves) != 2 or not all(map(str.strip, halves)) or halves[1].strip().isdecimal():  # as in "pile 3"
            return parsed
        return cls.parse(" > ".join(halves))

    @property
    def target(self) -> list[Card | str]:
        """The cards and words after the arrow or, without an arrow, after a card."""
        if len(self.parts) > 1:
            return self.parts[1]
        return self.parts[0][1:] if self.named else []

    @property
    def named(self) -> list[Card]:
        return [word for word in self.parts[0] if isinstance(word, Card)]


def _set_named(position: Position, words: _Typed) -> str:
    """The text of the set whose cards, and nothing else, were typed; empty if there is none."""
    if not position.rules.discards or len(words.parts) > 1 or words.cards is not None:
        return ""
    (cards,) = words.parts
    piles = [str(number) for number, card in position.top_cards().items() if card in cards]
    return "+".join(piles) if len(piles) == len(cards) > 1 else ""


def _check_goes_elsewhere(position: Position, words: _Typed, language: Language) -> None:
    """Raise IllegalMoveError for a move that would leave a card where it is."""
    target = words.target
    if not words.named or not target:
        return
    card = words.named[0]
    for place, lying in zip(PILES[1:], position.view().piles, strict=False):
        if card in lying and (target == [str(place)] or target in _names(place, language)):
            raise IllegalMoveError("{card} is already on pile {pile}.", card=card, pile=place.number)
        for lower, upper in pairwise(lying):
            if upper == card and target == [lower]:
                raise IllegalMoveError("{card} already lies on {top}.", card=card, top=lower)


def _names_empty_pile(words: list[Card | str], language: Language) -> bool:
    """Whether one of the words means an empty pile: "e", or "empty" in the player's language or in English."""
    known: set[Card | str] = {_EMPTY}
    for each in (language, find_language("en")):
        any_pile = _Typed.parse(place_label(pile(1), each)).parts[0]
        known.update(word for word in _Typed.parse(each.text("empty pile")).parts[0] if word not in any_pile)
    return any(isinstance(word, str) and _contains(known, word) for word in words)


def _covered_card(game: Game, words: _Typed) -> Card | None:
    """The first typed card that is covered and starts no legal move, if any."""
    under = {card for pile in game.view().piles for card in pile[:-1]}
    under -= set(game.position.top_cards().values())
    under -= {game.position.moved_cards(move)[0] for move in game.legal_moves()}
    return next((word for part in words.parts for word in part if isinstance(word, Card) and word in under), None)


def _move_named(position: Position, words: _Typed, language: Language) -> str:
    """The exact move that the words name, as text: cards onto a card or to a place. Empty if they name none."""
    match words.parts:
        case [[Card() as card, *onto]] | [[Card() as card], onto] if onto and isinstance(position, BuildingPosition):
            tops = position.top_cards()
        case _:
            return ""
    sources = {place: 1 for place, top in tops.items() if top == card} or _sequences_from(position, card)
    targets = [str(place) for place, top in tops.items() if onto == [top] or onto in _names(place, language)]
    if not targets and len(onto) == 1:  # it may be "f"
        targets = [str(word) for word in onto]
    moves = ((place, target, count) for place, count in sources.items() for target in targets if str(place) != target)
    return next((f"{place}>{target}" + (f"*{count}" if count > 1 else "") for place, target, count in moves), "")


def _sequences_from(position: BuildingPosition, card: Card) -> dict[Place, int]:
    """The piles that end with a sequence containing this card, each with the number of cards from it on."""
    piles = PILES[1 : len(position.piles) + 1]
    together = {place: position.at(place)[-position.cards_together(place) :] for place in piles}
    return {place: len(cards) - cards.index(card) for place, cards in together.items() if card in cards}


def _names(place: Place, language: Language) -> list[list[Card | str]]:
    """The words for a place in the player's language and in English, as in "pile 5"."""
    return [_Typed.parse(place_label(place, each)).parts[0] for each in (language, find_language("en"))]


def _moves_meant(game: Game, words: _Typed, language: Language) -> list[Move]:
    """The moves that typed words may mean. Of moves into equal spaces only one, unless the words name another."""
    for moves in (game.listed_moves(), game.legal_moves()):
        meant = [move for move in moves if _Named.of(game.position, move, language).is_meant(words)]
        if meant:
            # Words that name no card mean the top card alone, as in `3>5`.
            alone: list[Move] = [move for move in meant if isinstance(move, Transfer) and move.cards == 1]
            return meant if words.named or words.cards is not None or not alone else alone
    return []


def _moves_of_kind(game: Game, words: _Typed, language: Language) -> list[Move]:
    """The moves that start with a card of a rank or a suit, if its name is all that was typed."""
    match words:
        case ([[str() as word]], None) if word.isalpha():
            listed = (_Named.of(game.position, move, language) for move in game.listed_moves())
            return [named.move for named in listed if word in _hints(named.moved, language)]
        case _:
            return []


class _Named(NamedTuple):
    """The names of a move: before and after its arrow, or in one part for a discarded set."""

    move: Move
    moved: Sequence[Card | Hidden]
    """The cards that a player can name first."""
    parts: list[set[Card | str]]
    """The cards and words in its label, and the places in its text."""
    hints: list[set[str]]
    """The names of its cards, which a typed beginning may match, but which do not distinguish moves."""

    @classmethod
    def of(cls, position: Position, move: Move, language: Language) -> _Named:
        labels = [_Typed.parse(move_label(position, move, each)).parts for each in {language, find_language("en")}]
        parts = [{word for part in same for word in part} for same in zip(*labels, strict=True)]
        moved = position.moved_cards(move)
        if isinstance(move, Discard):
            return cls(move, moved, parts, [_hints(moved, language)])
        onto = position.target_card(move)
        for part, place in zip(parts, str(move).partition("*")[0].split(">"), strict=False):
            part.add(place)
        if move.target.kind is Kind.PILE and onto is None:
            parts[-1].add(_EMPTY)
        return cls(move, moved[:1], parts, [_hints(moved, language), _hints([onto], language)])

    def is_meant(self, words: _Typed) -> bool:
        """Whether the move starts with the first typed card, and each part contains all other words typed in it.

        Words without a card or an arrow never mean a move.
        """
        if not all(words.parts) or not (words.named or len(words.parts) > 1):
            return False
        if words.named and words.named[0] not in self.moved:
            return False
        parts = self.parts if len(words.parts) > 1 else [set().union(*self.parts)]
        return (
            self._has_count(words)
            and len(words.parts) == len(parts)
            and all(_contains(part, word) for part, said in zip(parts, words.parts, strict=True) for word in said)
        )

    def match_rank(self, words: _Typed) -> int:
        """How well unfinished words match: 2 is best, and _NO_MATCH is no match."""
        said = [word for part in words.parts for word in part]
        if not self._has_count(words) or not all(self._mentions(0, word) or self._mentions(-1, word) for word in said):
            return _NO_MATCH
        # The pile or card that moves is a better match than the target.
        return 2 if said and self._mentions(0, said[0]) else 3

    def _mentions(self, part: int, word: Card | str) -> bool:
        if _contains(self.parts[part], word):
            return True
        return isinstance(word, str) and any(name.startswith(word) for name in self.hints[part])

    def _has_count(self, words: _Typed) -> bool:
        return words.cards in (None, self.move.cards if isinstance(self.move, Transfer) else None)


def _hints(cards: Iterable[Card | Hidden | None], language: Language) -> set[str]:
    shown = [card for card in cards if isinstance(card, Card)]
    return {
        name
        for card in shown
        for name in (str(card).casefold(), str(card.rank).casefold(), *card_names(card, language).split())
    }


def _contains(known: set[Card | str], word: Card | str) -> bool:
    """Whether a card or word is known; the beginning of a word is enough."""
    if word in known or isinstance(word, Card) or not word.isalpha():
        return word in known
    return any(isinstance(each, str) and each.startswith(word) for each in known)


def _card_or_word(word: str) -> Card | str:
    try:
        return parse_card(word)
    except ValueError:
        return word
