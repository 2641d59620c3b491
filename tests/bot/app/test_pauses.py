"""How long a client that ended is waited for."""

from __future__ import annotations

from bot.app.pauses import LONGEST_PAUSE_SECONDS, MOST_QUICK, QUICK_SECONDS, Pauses

DAY = 86_400.0


class Clients:
    """Clients that each end a second after their start, unless the test says otherwise."""

    def __init__(self) -> None:
        self.now = 0.0
        self._pauses = Pauses(clock=lambda: self.now)

    def end(self, *, has_served: bool, lasted: float = 1.0) -> float:
        """End a client, wait for the next one, and return how long that took."""
        self._pauses.started()
        self.now += lasted
        pause = self._pauses.after(has_served=has_served)
        self.now += pause
        return pause


def test_a_client_that_served_is_replaced_soon_whatever_was_before() -> None:
    clients = Clients()
    assert [clients.end(has_served=False) for _ in range(4)] == [1, 2, 4, 8]
    assert [clients.end(has_served=True) for _ in range(4)] == [1, 1, 1, 1]


def test_pauses_are_short_again_after_a_stable_connection() -> None:
    clients = Clients()
    assert [clients.end(has_served=False, lasted=lasted) for lasted in (1, 1, 1, 3600, 1)] == [1, 2, 4, 1, 2]


def test_clients_that_all_end_wait_longer_again_until_some_time_has_passed() -> None:
    clients = Clients()
    assert [clients.end(has_served=True) for _ in range(MOST_QUICK)] == [1] * MOST_QUICK
    assert [clients.end(has_served=True) for _ in range(3)] == [2, 4, 8]
    clients.now += QUICK_SECONDS
    assert clients.end(has_served=True) == 1


def test_a_day_of_clients_that_serve_and_end_stays_within_the_sessions_that_discord_allows() -> None:
    clients = Clients()
    number = 0
    while clients.now < DAY:
        clients.end(has_served=True)
        number += 1
    assert number < 900
    assert LONGEST_PAUSE_SECONDS <= 300
