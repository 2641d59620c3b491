"""The card of a challenge: within Discord's limits, and silent about the deal."""

import json
from dataclasses import replace

import pytest

from bot.language import find_language
from bot.messages.challenge import challenge_card
from bot.messages.custom_id import CustomId
from bot.messages.message import Message
from bot.model.challenge import CardPlace, Challenge, Duels, Entry, Role, count_duels
from bot.model.contest import Deal
from bot.model.score import Score
from tests.support.boards import buttons_of, every_language

ENGLISH = find_language("en")
DEAL = 987_654_321
NOON = 1_795_262_400
WON = Score("tens", 52, 0, 60)
LOST = Score("tens", 51, 0, 5)
END = NOON + 86400
TENS = Deal("tens", DEAL, {})

ALICE = Entry(1, "alice", Role.CHALLENGER)
ALICE_PLAYS = replace(ALICE, cards_home=4)
ALICE_WON = replace(ALICE, cards_home=52, score=WON)
BOB = Entry(2, "bob", Role.NAMED)
BOB_PLAYS = replace(BOB, cards_home=3)
BOB_DECLINED = replace(BOB, is_declined=True)
BOB_LOST = replace(BOB, cards_home=51, score=LOST)
BOB_WON = replace(BOB, cards_home=52, score=WON)


def challenge(*entries: Entry, is_seen: bool = False) -> Challenge:
    return Challenge(
        2**63 - 1,
        TENS,
        is_seen,
        opened_at=NOON,
        ends_at=END,
        language="en",
        place=CardPlace(1, 2, 3),
        entries=entries,
    )


def said(message: Message) -> str:
    assert message.embed is not None
    return f"{message.text}\n{message.embed.title}\n{message.embed.description}".replace("\u00a0", " ")


def labels(message: Message) -> list[str]:
    return [button.label for button in buttons_of(message)]


@every_language
def test_a_card_with_very_many_players_fits_in_every_language(code: str) -> None:
    """Making a message checks it against Discord's limits."""
    long = "*" * 32
    scores = (Score("diplomat", 104, 16_000_000, 86_399), None)
    entries = [
        Entry(2**63 - number, long, role, cards_home=home, score=score)
        for number, (role, home, score) in enumerate(
            [(Role.CHALLENGER, 3, scores[0]), (Role.NAMED, None, None), (Role.MARK, None, scores[0])]
            + [(Role.JOINED, 104, scores[number % 2]) for number in range(300)]
        )
    ]
    full = replace(challenge(*entries, is_seen=True), deal=Deal("diplomat", DEAL, {}))
    for now in (NOON, END):
        message = challenge_card(full, find_language(code), now=now)
        assert all(CustomId.parse(button.custom_id) for button in buttons_of(message))


def test_a_card_says_nothing_about_the_deal() -> None:
    full = challenge(ALICE_WON, BOB_PLAYS)
    for now in (NOON, END):
        message = challenge_card(full, ENGLISH, now=now)
        assert str(DEAL) not in said(message) + json.dumps(buttons_of(message), default=str)


def test_an_open_card_names_the_day_on_which_it_ends() -> None:
    assert f"Open until <t:{END}:f>" in said(challenge_card(challenge(ALICE), ENGLISH, now=NOON))


def test_the_buttons_are_those_that_do_something_and_say_whom_they_are_for() -> None:
    begun = challenge(ALICE, BOB)
    shown = ["Play", "I'll play later", "Decline", "Take back (alice)"]
    assert labels(challenge_card(begun, ENGLISH, now=NOON)) == shown
    playing = challenge(ALICE_WON, BOB_PLAYS)
    assert labels(challenge_card(playing, ENGLISH, now=NOON)) == ["Play", "I'll play later", "Rematch (players)"]
    assert labels(challenge_card(playing, ENGLISH, now=END)) == ["Rematch (players)"]
    assert labels(challenge_card(replace(begun, is_taken_back=True), ENGLISH, now=NOON)) == []


@pytest.mark.parametrize(
    ("alice", "bob", "before", "after"),
    [
        (ALICE_WON, BOB, None, None),
        (ALICE_WON, BOB_DECLINED, None, None),
        (ALICE_WON, BOB_LOST, "\u2068alice\u2069 leads", "\u2068alice\u2069 wins!"),
        (ALICE_WON, BOB_WON, "are tied for the lead", "It's a tie"),
        (ALICE_PLAYS, BOB_LOST, None, "\u2068bob\u2069 wins!"),
    ],
)
def test_nobody_has_won_while_somebody_can_still_play(
    alice: Entry, bob: Entry, before: str | None, after: str | None
) -> None:
    for now, verdict in ((NOON, before), (END, after)):
        text = said(challenge_card(challenge(alice, bob), ENGLISH, now=now))
        named = [each for each in ("leads", "wins!", "tied", "a tie", "Nobody won") if each in text]
        assert len(named) == (verdict is not None)
        assert verdict is None or verdict in text


def test_a_result_that_was_given_up_has_no_medal_before_the_others_have_played() -> None:
    gave_up = replace(ALICE_WON, score=replace(LOST, is_given_up=True))
    assert "🥇" not in said(challenge_card(challenge(gave_up, BOB), ENGLISH, now=NOON))
    assert "🥇" not in said(challenge_card(challenge(gave_up, BOB_PLAYS), ENGLISH, now=NOON))
    assert "🥇" in said(challenge_card(challenge(gave_up, BOB_PLAYS), ENGLISH, now=END))


def test_a_mark_is_to_be_beaten() -> None:
    mark = Entry(1, "alice", Role.MARK, score=WON)
    better = Entry(2, "bob", Role.JOINED, cards_home=52, score=replace(WON, seconds=30))
    worse = Entry(3, "carol", Role.JOINED, cards_home=51, score=LOST)
    text = said(challenge_card(challenge(mark, better, worse, is_seen=True), ENGLISH, now=NOON))
    assert "To beat: **\u2068alice\u2069**" in text
    assert text.count("beats the mark") == 1
    assert "can only watch" in text


def test_duels_are_won_by_the_better_score_and_lost_without_one() -> None:
    duels = [(WON, LOST), (LOST, WON), (WON, None), (None, LOST), (None, None), (WON, WON)]
    assert count_duels((TENS, mine, theirs) for mine, theirs in duels) == Duels(2, 2, 1)


@pytest.mark.parametrize(
    ("deal", "mine", "theirs", "counted"),
    [
        pytest.param("tens", (20, True), (10, True), Duels(), id="both gave up"),
        pytest.param("tens", (20, True), None, Duels(won=1), id="one gave up, one ran out of time"),
        pytest.param("tens", (20, True), (10, False), Duels(won=1), id="gave up with more than the other"),
        pytest.param("tens", (0, False), (0, False), Duels(), id="nobody brought a card home"),
        pytest.param("dimes", (8, False), None, Duels(), id="only the cards that were home as dealt"),
        pytest.param("dimes", (9, False), (8, False), Duels(won=1), id="one card more than those"),
    ],
)
def test_nobody_wins_a_duel_in_which_all_gave_up_or_brought_nothing_home(
    deal: str, mine: tuple[int, bool], theirs: tuple[int, bool] | None, counted: Duels
) -> None:
    own, other = (None if each is None else Score(deal, each[0], 5, 60, each[1]) for each in (mine, theirs))
    assert count_duels([(Deal(deal, DEAL, {}), own, other)]) == counted


def test_cards_home_as_dealt_depend_on_the_rules() -> None:
    assert not Deal("dimes", DEAL, {}).has_card_home(8)
    assert Deal("dimes", DEAL, {"tens": "deck"}).has_card_home(8)
