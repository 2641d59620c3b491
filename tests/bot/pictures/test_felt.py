from engine import VARIANTS


def test_every_game_has_a_felt_of_its_own_dark_enough_for_white_numbers() -> None:
    felts = [variant.felt for variant in VARIANTS.values()]
    assert len(set(felts)) == len(felts)
    assert all(0.2126 * red + 0.7152 * green + 0.0722 * blue < 100 for red, green, blue in felts)
