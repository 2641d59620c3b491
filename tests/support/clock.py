"""A clock that a test sets."""


class Clock:
    """A clock that stands still until a test sets `now`, in Unix seconds."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
