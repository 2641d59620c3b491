"""Names, options and texts of the games."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine import VARIANTS, Game, UnknownOptionError, UnknownVariantError
from engine.rules import DiscardingRules, Rules
from engine.variant import Option
from engine.variants import forty_thieves
from tests.engine.positions import EVERY_GAME


def test_an_unknown_game_raises_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownVariantError) as error:
        Game.new("bridge", 7)
    assert str(error.value) == f"There's no game “bridge”. The games are {', '.join(VARIANTS)}."


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("diplomat", {"speed": "high"}, "“speed” doesn't apply to Diplomat."),
        ("diplomat", {"stock": "open"}, "“open” isn't a choice for stock in Diplomat. Choose stuck or free."),
        ("tens", {"stock": "free"}, "Tens has no options."),
    ],
)
def test_an_unknown_option_raises_an_error_that_lists_the_known_ones(
    name: str, options: dict[str, str], error: str
) -> None:
    with pytest.raises(UnknownOptionError, match=f"^{re.escape(error)}$"):
        Game.new(name, 7, options)


def test_the_classics_are_listed_last() -> None:
    are_classics = [variant.is_classic for variant in VARIANTS.values()]
    assert are_classics == sorted(are_classics)


def test_a_game_is_one_file() -> None:
    engine = Path(forty_thieves.__file__).parents[1]
    naming = [file.stem for file in engine.rglob("*.py") if "forty-thieves" in file.read_text(encoding="utf-8")]
    assert naming == ["forty_thieves"]


@pytest.mark.parametrize(("name", "options"), EVERY_GAME)
def test_a_game_keeps_only_options_that_differ_from_the_defaults(name: str, options: dict[str, str]) -> None:
    assert Game.new(name, 7, options).options == options
    defaults = {option.name: option.default for option in VARIANTS[name].options}
    assert Game.new(name, 7, defaults).options == {}
    assert Game.new(name, 7, defaults).position == Game.new(name, 7).position


@pytest.mark.parametrize(("name", "most"), [("diplomat", 10), ("tens", 13)])
def test_a_game_with_more_piles_than_there_is_room_for_cannot_be_made(name: str, most: int) -> None:
    variant = VARIANTS[name]
    replace(variant, rules=with_piles(variant.rules, most))
    with pytest.raises(ValueError, match=f"has {most + 1} piles, but there is room for {most}"):
        replace(variant, rules=with_piles(variant.rules, most + 1))


def with_piles(rules: Rules, count: int) -> Rules:
    if isinstance(rules, DiscardingRules):
        return replace(rules, piles=count)
    return replace(rules, heights=(1,) * count)


def test_two_options_of_a_game_cannot_share_a_value() -> None:
    variant = VARIANTS["diplomat"]
    other = Option(name="deal", values={"open": {}, "free": {}}, labels={"open": "one", "free": "another"})
    with pytest.raises(ValueError, match="Two options of Diplomat share a value"):
        replace(variant, options=(*variant.options, other))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_and_option_has_texts_for_players(name: str) -> None:
    variant = VARIANTS[name]
    assert variant.title
    assert variant.summary.endswith(".")
    for option in variant.options:
        assert list(option.labels) == list(option.values)
        assert all(option.labels.values())
        assert all(label in variant.text for label in list(option.labels.values())[1:]), "the rules explain each choice"
