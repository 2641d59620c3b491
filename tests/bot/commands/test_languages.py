"""The language of answers: whose it is, and that every text is translated."""

import re
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot import language
from bot.commands import replay
from bot.language import LANGUAGES, find_language
from bot.model.errors import NoGameError
from bot.services.games import Games
from engine import VARIANTS, PatienceError
from tests.support.card_room import CardRoom, Registered, changed, only, private, public
from tests.support.full_shelf import fill_shelf

NO_GAME = NoGameError()

NEAREST = {"en-GB": "en", "de": "de", "es-419": "es-ES", "pt-BR": "pt-BR", "zh-TW": "zh-CN", "fi": "en", "tlh": "en"}


@pytest.mark.parametrize("locale", NEAREST)
async def test_the_bot_speaks_the_language_of_the_users_discord(room: CardRoom, locale: str) -> None:
    room.locale = locale
    spoken = find_language(NEAREST[locale])
    assert private(await room.say("undo")).startswith(spoken.error(NO_GAME))
    board = await room.start("dimes", 8)
    assert spoken.text("Draw") in board.buttons
    commands = changed(await room.press(only(await room.say("help")), spoken.text("Commands")))
    assert f"`/{spoken.command('solitaire')} {spoken.command('move')}` {spoken.text('Play a move')}" in commands.text


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_chosen_language_overrides_that_of_discord(room: CardRoom, code: str) -> None:
    room.locale = "fr"
    board = await room.start("dimes", 8)
    await room.choose(only(await room.say("settings")), LANGUAGES[code])
    spoken = find_language(code)
    assert spoken.text("Draw") in board.buttons
    await room.restart()
    assert spoken.text("Draw") in public(await room.say("show")).buttons
    assert private(await room.say("redo")) == spoken.error(PatienceError("There is nothing to redo."))
    assert spoken.text("Rules") in changed(await room.press(room.live_boards()[0], "Menu")).buttons
    assert private(await room.say("undo", room.bob)).startswith(find_language("fr").error(NO_GAME))


Command = Mapping[str, Any]


@pytest.fixture
def command(registered: Registered) -> Command:
    return registered.payload[0]


def parts_of(command: Command) -> Iterator[Command]:
    """A command, its subcommands and options, and their choices."""
    yield command
    for part in (*command.get("options", ()), *command.get("choices", ())):
        yield from parts_of(part)


def in_language(part: Command, what: str, code: str) -> str:
    """A name or description as Discord shows it in this language."""
    return str((part.get(f"{what}_localizations") or {}).get(code, part[what]))


LOCALES = [locale.value for locale in discord.Locale]


@pytest.mark.parametrize("code", LOCALES)
def test_command_names_and_descriptions_keep_discords_limits_in_every_language(
    command: Command, registered: Registered, code: str
) -> None:
    """https://discord.com/developers/docs/interactions/application-commands#application-command-object."""
    for part in parts_of(command):
        name = in_language(part, "name", code)
        if "description" in part:
            assert re.fullmatch(r"[-_'\w]{1,32}", name), name
            assert name == name.lower()
            assert 1 <= len(in_language(part, "description", code)) <= 100
        else:  # a choice
            assert 1 <= len(name) <= 100
        for siblings in (part.get("options", ()), part.get("choices", ())):
            names = [in_language(each, "name", code) for each in siblings]
            assert len(set(names)) == len(names), names
    for menu in registered.payload[2:]:
        assert 1 <= len(in_language(menu, "name", code)) <= 32


@pytest.mark.parametrize("code", LOCALES)
def test_texts_use_the_translated_command_names_in_every_language(command: Command, code: str) -> None:
    spoken = find_language(language.nearest_language(code))
    for part in parts_of(command):
        if "description" in part:
            assert in_language(part, "name", code) == spoken.command(part["name"])
            assert in_language(part, "description", code) == spoken.text(part["description"])
        else:
            title = VARIANTS[part["value"]].title if part["value"] in VARIANTS else part["name"]
            assert spoken.text(title) in in_language(part, "name", code)


def test_the_longest_texts_of_the_command_fit_discords_total_limit(command: Command) -> None:
    """Discord counts the longest translation of each text, 4000 characters in total."""
    length = 0
    for part in parts_of(command):
        length += len(str(part.get("value", "")))
        for what in {"name", "description"} & set(part):
            length += max(len(in_language(part, what, code)) for code in LOCALES)
    assert length <= 4000


class _Wide(NullTranslations):
    """A test language: English in wide letters, which makes any other letter an untranslated one."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(\{\w*\})|([A-Za-z])", lambda found: found[1] or chr(ord(found[2]) + 0xFEE0), message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def pgettext(self, _: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def _wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(language, "read_catalogue", lambda _: (_Wide(), {}))
        find_language.cache_clear()
        yield
    find_language.cache_clear()


def wide(english: str) -> str:
    return _Wide().gettext(english)


def texts_in(payload: Any, key: str = "") -> Iterator[str]:
    """Every text in a request that people read; no ids, values, or names of emoji and files."""
    if isinstance(payload, dict):
        is_choice = "value" in payload and "label" in payload
        for name, value in payload.items():
            if name not in ("emoji", "allowed_mentions", "url") and not (is_choice and name == "value"):
                yield from texts_in(value, name)
    elif isinstance(payload, list):
        for value in payload:
            yield from texts_in(value, key)
    elif key in ("content", "title", "description", "name", "value", "text", "label", "placeholder"):
        yield str(payload or "")


def untranslated(room: CardRoom) -> list[tuple[str, str]]:
    """The words that people saw in plain letters, each with its text."""
    data = {"alice", "bob", "draw", "deal", "fh", *re.findall(r"[a-zA-Z]+", " ".join(LANGUAGES.values()))}
    data.add("or")  # joins the last two items of a list; the locale data translate it
    found = []
    for entry in room.env.http_requests:
        if "/commands" in entry.path or "/emojis" in entry.path:
            continue
        for shown in texts_in(entry.json):
            words = re.findall("[A-Za-z]{2,}", re.sub(r"<:\w+:\d+>|\b[0-9a-f]{8}\b", "", shown))
            found += [(word, shown) for word in words if word not in data]
    return found


@pytest.mark.usefixtures("_wide")
async def test_every_press_is_answered_without_an_untranslated_word(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    board = changed(await room.play_first(board))
    for label in ("Rules", "Share", "Statistics", "Settings"):
        menu = changed(await room.press(board, "Menu"))
        if wide(label) not in menu.buttons:
            menu = changed(await room.press(menu, wide("More")))
        await room.press(menu, wide(label), room.bob)
        await room.press(menu, wide(label))
    settings = room.messages()[-1]
    asked = changed(await room.press(changed(await room.press(board, "Menu")), wide("New deal")))
    new = public(await room.press(asked, wide("New deal")))
    deal = wide("deal {number}").format(number=303)
    back = wide("Back to {game}").format(game=f"{wide('Grounds for Divorce')} · {deal}")
    await room.press(public(await room.press(new, back)), "Menu")
    await room.say("give-up")
    await fill_shelf(room)
    await room.press(only(await room.say("start", game="dimes")), wide("Keep playing"))
    shelf = only(await room.say("games"))
    await room.choose(shelf, next(iter(shelf.choices)))
    for switch in list(settings.buttons):
        await room.press(settings, switch)
    with room.refusing():
        old = only(await room.say("give-up"))
        await room.say("start", game="dimes", deal="8")
    await room.press(old, wide("Undo"))
    await room.press(room.live_boards()[-1], wide("Draw"))
    assert untranslated(room) == []


@pytest.mark.usefixtures("_wide")
async def test_internal_failures_are_reported_without_an_untranslated_word(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start("dimes", 8)
    await room.prefer(room.bob, private_statistics=True)
    assert wide("private") in private(await room.say("stats", player=room.bob))
    monkeypatch.setattr(replay, "PLACEHOLDER_SECONDS", 0.0)
    await room.play("draw")
    await room.say("replay")
    monkeypatch.setattr(Games, "find", AsyncMock(side_effect=RuntimeError("a fault in the engine")))
    await room.say("show")
    await room.client.finish(0.0)
    await room.say("show")
    assert untranslated(room) == []


async def test_commands_are_named_in_the_language_of_discord_whatever_the_bot_speaks(room: CardRoom) -> None:
    await room.prefer(language="ja")
    assert "`/solitaire start`" in private(await room.say("undo"))
    room.locale = "de"
    name = find_language("de").command
    assert f"`/{name('solitaire')} {name('start')}`" in private(await room.say("undo"))
    assert f"`/{name('solitaire')} {name('start')}`" in only(await room.say("help")).text
