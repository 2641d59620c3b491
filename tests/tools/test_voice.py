"""The voice of the English texts: how a friendly card player speaks, who respects your time."""

import re

import pytest
from babel.messages.catalog import Message


@pytest.fixture(scope="session")
def said(texts: list[Message]) -> list[str]:
    """The texts with their plural forms."""
    return [text for message in texts for text in ([message.id] if isinstance(message.id, str) else message.id)]


_RANK = "(?:Ace|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King)s?"

PATTERNS = {
    r"leave (?:it|them|this) out": "A deal's number (random if you leave it out)",
    r"(?<!there )\bis (?:none|no)\b": "“banana” is no move.",
    r"\b(?:that|it) is (?:not )?proven\b": "This game can be won: that is proven.",
    r"\b(?:goes|go|gone) on (?:in|since)\b": "This game goes on in a newer message.",
    r"\bway (?:that wins|on)\b": "The next move of a way that wins",
    r"\bshall\b(?! I)": "Whether a random deal shall be known to be winnable",
    r"\b(?:is|are) being\b": "Your game is being thought about …",
    r"\b(?:is|are) (?:told|kept)\b|\btells? (?:the|how)\b": "`/solitaire show` tells how your game stands.",
    r"\bso (?:that )?nothing was done\b": "Too many are playing at this moment, so nothing was done.",
    r"^\W*(?:Done|Lost|Won|Given up|Proven|Sorry|Deleted)\W*:": "**Lost: no move is left** ({home}).",
    r"\b(?:lost|won|over)\b\W*: ": "This game is lost: no moves are left.",
    r"\ball the way\b": "You won this game, so it could be won all the way.",
    r"\bequals\b": "Equals share a rank.",
    r"\bgoes nowhere\b": "{move} goes nowhere: name two different piles.",
    r"\bafter all\b": "Undo to go on after all.",
    r"\bstays? so\b": "This game is won, and stays so.",
    r"\bbroke off\b": "Something broke off while this was saved.",
    r"(?<!challenge to )\bpatience\b(?! bot)": "Play patience in this channel",
    r"\bspaces?\b": "It makes a space.",
    r"\bnothing is known\b": "After that, nothing is known for sure.",
    r"^\W*(?:\w+ )*[a-z]+ the \w+, and everyone\b": "Pin the message, and everyone finds it.",
    r"^so far, only\b": "So far, only you have won this deal.",
    r"\bplaces taken\b": "{number} of {most} places taken",
    r"\bfrom then\b|\bnot\. Ties\b": "No results from then.",
    r"\bno rank without\b": "No rank without bringing a card home.",
    r"\b(?:whom|whoever)\b": "Only whoever opened this challenge can take it back.",
    r"\b(?:cannot|do not|does not|did not|is not|are not|was not|will not|it is(?= )|you are(?= ))(?!\w)": (
        "This saved game cannot be read."
    ),
}
"""What no text says, whatever the case, and how a text said it once."""

RANKS = rf"(?<=[a-z,;] )(?<!Cast Out ){_RANK}\b"
"""A rank with a capital, in the middle of a sentence. (Tens) in brackets is the game."""


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_speaks_like_a_form(pattern: str, said: list[str]) -> None:
    assert re.search(pattern, PATTERNS[pattern], re.IGNORECASE)
    assert [text for text in said if re.search(pattern, text, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    "bad", ["Build King-to-Ace runs on a King", "a King may go on an Ace", "where the Tens start", "Put it on a Ten."]
)
def test_ranks_are_in_lower_case_in_running_text(bad: str, said: list[str]) -> None:
    assert re.search(RANKS, bad)
    assert [text for text in said if re.search(RANKS, text)] == []
