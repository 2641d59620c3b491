"""Transcripts of ranked attempts: they replay what was played, and tampered ones are refused."""

from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.model.daily.deals import GAMES
from bot.model.game import GameAction, UserGame
from bot.model.score import counts_refusals
from bot.model.transcripts import InvalidTranscriptError, Outcome, TranscriptAction, replay, with_action
from engine import DEAL_COUNT, Game, Status, parse_move, safe_home_moves

WON = "2+5 1+2 4+8 6+8 2+10 6+10 1+7+9+10 5+7 2+5 2+5 2+3+4+13 12+13 10+12 10+11 9+11 1+9 5+9 5+13 1+2 5+11 3+7+9+12"
LAST_OF_WON = "4+6+8+10"
LOST = "4+8 9+10 1+4 8+9 9+12 1+12 4+5 5+9 5+12 5+6 6+7"
TENS_WITHOUT_A_MOVE = 16
MOVES_OR_NEARLY = ("draw", "1>2", "2>1", "w>1", "w>f", "1>f", "s>1", "3>5*2", "1+2", "4+8", "4+8&9+10", "1+2+3+4")


def is_legal(game: Game, text: str) -> bool:
    return parse_move(text) in game.legal_moves()


def play(draft: UserGame, random: Random) -> None:
    """Play one move, or a few as one step."""
    ahead = draft.game.copy()
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        if ahead.status is Status.PLAYING:
            ahead.play(random.choice(ahead.legal_moves()))
    draft.game.play(*ahead.moves[len(draft.game.moves) :])


def bring_home(draft: UserGame) -> None:
    draft.game.bring_home()


def undo(draft: UserGame) -> TranscriptAction:
    draft.game.undo()
    return TranscriptAction.UNDO


def redo(draft: UserGame) -> TranscriptAction:
    draft.game.redo()
    return TranscriptAction.REDO


def act(attempt: UserGame, random: Random, now: int) -> UserGame:
    """Do something that the player can do now."""
    game = attempt.game
    choices: list[tuple[int, GameAction]] = [
        (20, lambda draft: play(draft, random)),
        (2, lambda _: TranscriptAction.HINT),
        (3, lambda _: TranscriptAction.REFUSED),
        (8 if game.steps else 0, undo),
        (8 if game.undone else 0, redo),
        (10 if safe_home_moves(game.position) else 0, bring_home),
    ]
    weights, actions = zip(*choices, strict=True)
    (action,) = random.choices(actions, weights)
    return attempt.apply_action(action, now)


class Attempt(NamedTuple):
    """A ranked attempt, and the seconds that it took."""

    current: UserGame
    seconds: int

    @property
    def variant(self) -> str:
        return self.current.game.variant.name

    @property
    def deal(self) -> int:
        return self.current.game.deal

    @property
    def transcript(self) -> str:
        return self.current.transcript or ""


def made_of(variant: str, deal: int, random: Random, actions: int) -> Attempt:
    """An attempt of this many random actions, fewer if it ends earlier; sometimes given up."""
    current = UserGame(1, 1, 1, Game.new(variant, deal), 0, 0, transcript="")
    seconds = 0
    for _ in range(actions):
        if current.game.status is Status.PLAYING:
            pause = random.choice((0, 1, 7, 3600, -1, -86_400))
            seconds += max(pause, 0)
            current = act(current, random, current.changed_at + pause)
    if random.random() < 0.3 and current.game.status is Status.PLAYING:
        current = current.give_up(current.changed_at)
    return Attempt(current, seconds)


@st.composite
def attempts(draw: st.DrawFn, most: int = 120) -> Attempt:
    variant = draw(st.sampled_from(GAMES))
    deal = draw(st.integers(0, DEAL_COUNT - 1))
    return made_of(variant, deal, Random(draw(st.integers(0, 2**32))), draw(st.integers(0, most)))


def transcript(*actions: str) -> str:
    """A transcript of these actions, one second apart."""
    text = ""
    for action in actions:
        text = with_action(text, action, 1)
    return text


def outcome_or_refusal(variant: str, deal: int, text: str) -> Outcome | None:
    """The outcome of a text; None if it is refused, which is the only error allowed."""
    try:
        return replay(variant, deal, text)
    except InvalidTranscriptError:
        return None


@given(attempts())
def test_an_attempt_replays_to_the_same_game_and_counts(made: Attempt) -> None:
    outcome = replay(made.variant, made.deal, made.transcript)
    assert outcome.game.save() == made.current.game.save()
    assert outcome.game.status is made.current.game.status
    assert (outcome.effort, outcome.seconds) == (made.current.effort, made.seconds)


@pytest.mark.parametrize(
    ("actions", "moves"),
    [
        (["draw"], 1),
        (["draw&draw&draw"], 3),
        (["draw", "undo"], 2),
        (["draw&draw&draw", "undo"], 4),
        (["draw&draw&draw", "undo", "redo"], 7),
        (["draw", "undo", "draw"], 3),
        (["hint"], 5),
        (["hint", "draw", "hint"], 11),
        (["refused", "refused"], 0),
        (["draw", "give-up"], 1),
    ],
)
def test_each_undo_counts_as_a_move_and_a_hint_as_five(actions: list[str], moves: int) -> None:
    outcome = replay("dimes", 8, transcript(*actions))
    assert (outcome.effort, outcome.seconds) == (moves, len(actions))


ENDED = {
    "won": (13, transcript(*WON.split(), LAST_OF_WON), Status.WON),
    "lost": (8, transcript(*LOST.split()), Status.LOST),
    "given up": (8, transcript("4+8", "give-up"), Status.GIVEN_UP),
    "given up at once": (8, transcript("give-up"), Status.GIVEN_UP),
    "lost as dealt": (TENS_WITHOUT_A_MOVE, "", Status.LOST),
}


@pytest.mark.parametrize("end", ENDED)
def test_an_attempt_can_be_won_lost_or_given_up(end: str) -> None:
    deal, text, status = ENDED[end]
    assert replay("tens", deal, text).game.status is status


@pytest.mark.parametrize("action", [*TranscriptAction, "4+8", "1+2", "draw"])
@pytest.mark.parametrize("end", ENDED)
def test_nothing_comes_after_the_end(end: str, action: str) -> None:
    deal, text, _ = ENDED[end]
    with pytest.raises(InvalidTranscriptError):
        replay("tens", deal, with_action(text, action, 1))


@given(attempts(most=40), st.integers(0, 2**32))
def test_a_transcript_with_an_illegal_move_anywhere_is_refused(made: Attempt, seed: int) -> None:
    random = Random(seed)
    entries = made.transcript.split()
    at = random.randint(0, len(entries))
    game = replay(made.variant, made.deal, " ".join(entries[:at])).game
    wrong = random.choice([text for text in MOVES_OR_NEARLY if "&" not in text and not is_legal(game, text)])
    with pytest.raises(InvalidTranscriptError):
        replay(made.variant, made.deal, " ".join([*entries[:at], f"{wrong}@1", *entries[at:]]))


def test_a_step_with_an_illegal_move_is_refused_as_a_whole() -> None:
    replay("tens", 8, transcript("4+8&9+10"))
    with pytest.raises(InvalidTranscriptError):
        replay("tens", 8, transcript("4+8&4+8"))


@pytest.mark.parametrize(
    "text",
    [
        "undo@1",
        "redo@1",
        "4+8@1 redo@1",
        "4+8@1 undo@1 undo@1",
        "4+8",
        "@1",
        "4+8@1@1",
        "4+8@-1",
        "4+8@1_000",
        "4+8@١",
        "4+8&@1",
        "4+8&undo@1",
        "Undo@1",
        "\ud800@1",
        "{reason}@1",
        "4+8@" + "9" * 10_000,
        "1>2*" + "9" * 10_000 + "@1",
        "4+8@1 " + "x" * 1_000_000,
        "(" * 100_000 + "@1",
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_text_that_is_not_a_transcript_is_refused(text: str) -> None:
    with pytest.raises(InvalidTranscriptError) as refused:
        replay("tens", 8, text)
    assert str(refused.value)


@pytest.mark.parametrize(("variant", "deal"), [("chess", 8), ("", 8), ("tens", -1), ("tens", DEAL_COUNT)])
def test_an_unknown_deal_has_no_transcripts(variant: str, deal: int) -> None:
    with pytest.raises(InvalidTranscriptError):
        replay(variant, deal, "")


@given(
    st.sampled_from(GAMES),
    st.text(max_size=60)
    | st.text("0123456789@&>+*- fws drawundohintgive", max_size=40)
    | st.lists(
        st.builds(
            "{}@{}".format,
            st.sampled_from((*TranscriptAction, *MOVES_OR_NEARLY)) | st.text(max_size=6),
            st.integers(-1, 10**20) | st.text(max_size=4),
        ),
        max_size=12,
    ).map(" ".join),
)
@example("tens", "draw@" + "1" * 5_000)
def test_any_text_replays_or_is_refused(variant: str, text: str) -> None:
    outcome = outcome_or_refusal(variant, 8, text)
    if outcome is not None:
        assert counts_refusals(variant) or outcome.effort >= len(outcome.game.moves)
        assert min(outcome.effort, outcome.seconds) >= 0


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Attempt, str]:
    """An attempt, and its transcript with entries left out, repeated or swapped, or with characters changed."""
    made = draw(attempts(most=30))
    random = Random(draw(st.integers(0, 2**32)))
    entries = made.transcript.split()
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(entries))
        entries[at : at + random.randint(0, 2)] = random.choices(entries or [""], k=random.randint(0, 2))
    text = " ".join(entries)
    for _ in range(random.randint(0, 2)):
        at = random.randint(0, len(text))
        word = random.choice(
            ("", " ", "@", "&", ">", "+", "9", "0", "-", "f", "w", "draw@1 ", "undo@1 ", "\n", "é", "|")
        )
        text = text[:at] + word + text[at + random.randint(0, 3) :]
    return made, text


@given(tampered())
def test_a_tampered_transcript_is_refused_or_that_of_another_legal_attempt(both: tuple[Attempt, str]) -> None:
    made, text = both
    outcome = outcome_or_refusal(made.variant, made.deal, text)
    if outcome is not None:
        again = Game.new(made.variant, made.deal)
        for move in outcome.game.moves:
            again.play(move)
        assert again.cards_home == outcome.game.cards_home
        assert counts_refusals(made.variant) or outcome.effort >= len(outcome.game.moves)
