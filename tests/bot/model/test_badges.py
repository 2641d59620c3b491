"""All badges."""

from bot.model.badges import Badge, all_badges, first_win, game_won
from engine import VARIANTS


def test_every_game_has_a_badge_for_its_first_win_and_no_two_of_them_look_alike() -> None:
    for variant in VARIANTS.values():
        assert first_win(variant.name) in all_badges()
        assert game_won(first_win(variant.name)) is variant
    assert len({(variant.colour, variant.sign) for variant in VARIANTS.values()}) == len(VARIANTS)


def test_only_a_first_win_belongs_to_a_game() -> None:
    assert [badge for badge in Badge if game_won(badge)] == []
    assert game_won("won:a game of another version") is None
