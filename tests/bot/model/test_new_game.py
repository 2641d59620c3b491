"""What to deal is said in one way only."""

import pytest

from bot.model.contest import ContestId
from bot.model.game import NewGame, Pool


@pytest.mark.parametrize(
    "both",
    [
        {"deal": 8, "contest": ContestId("cup", "spring")},
        {"deal": 8, "pool": Pool.ANY},
        {"contest": ContestId("cup", "spring"), "pool": Pool.HARD},
        {"is_ranked": True},
    ],
)
def test_a_new_game_is_a_number_a_contest_or_a_pool(both: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a number, a contest or a pool"):
        NewGame("dimes", **both)  # type: ignore[arg-type]
