"""Pages in which lines have buttons, within Discord's limits."""

import pytest

from bot.commands.rendering import send_arguments
from bot.messages.layout import DIVIDER, Divider, Layout, Section
from bot.messages.message import Button, Choice, LimitError, Select


def section(number: int = 0, text: str = "x") -> Section:
    return Section(text, Button(str(number), "x"))


CHOICE = Select("select", "x", (Choice("x", "x"),))

AT_A_LIMIT = [
    Layout(("x" * 4000,)),
    Layout((section(text="x" * 2000), "x" * 2000)),
    Layout(tuple(map(section, range(13)))),
    Layout(
        (*map(section, range(10)), *[DIVIDER] * 2, CHOICE, tuple(Button(f"row {number}", "x") for number in range(4)))
    ),
]


@pytest.mark.parametrize("layout", AT_A_LIMIT, ids=range(len(AT_A_LIMIT)))
async def test_a_layout_at_a_limit_can_be_sent(layout: Layout) -> None:
    """The view of discord.py counts the components, too."""
    (container,) = send_arguments(layout)["view"].to_components()
    assert len(container["components"]) == len(layout.parts)


WRONG = {
    "nothing": (),
    "empty text": ("x", " \n"),
    "no text beside a button": (section(text=""),),
    "text": ("x" * 4001,),
    "texts": (section(text="x" * 2001), "x" * 2000),
    "components": (*map(section, range(13)), "x"),
    "with a divider": (*map(section, range(13)), DIVIDER),
    "same custom id": (section(1), (Button("1", "y"),)),
    "no custom id": (Section("x", Button("", "x")),),
    "empty row": ("x", ()),
}


@pytest.mark.parametrize("parts", WRONG.values(), ids=WRONG)
def test_a_layout_over_a_limit_is_refused(parts: tuple[str | Section | Divider | tuple[Button, ...], ...]) -> None:
    with pytest.raises(LimitError):
        Layout(parts)
