"""Standard output whose encoding lacks characters: cp1252 on Windows, or ASCII."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

_HANDLER = "patience-likeness"

_LIKENESSES = dict(zip("♣♦♥♠–—‑−×·•’‘“”…→←", [*"CDHS----x**''\"\"", "...", "->", "<-"], strict=True))


def never_fail() -> None:
    """Let standard output write the likeness of a character that its encoding lacks, instead of raising an error."""
    codecs.register_error(_HANDLER, _likeness)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=_HANDLER)


def _likeness(error: UnicodeError) -> tuple[str, int]:
    """Replace one character, as https://docs.python.org/3/library/codecs.html#codecs.register_error describes."""
    assert isinstance(error, UnicodeEncodeError), "it is only registered for output"
    character = error.object[error.start]
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return _LIKENESSES.get(character) or plain or "?", error.start + 1
