"""Update the translators' catalogues in `bot/language/locales` from the code: `python -m tools.catalogues`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.commands.routes import GROUPS, MENU
from bot.language import CATALOGUES, COMMAND, LANGUAGES
from bot.messages.actions import Action
from bot.model import errors
from engine import VARIANTS, Rank, Suit
from engine import errors as engine_errors

_ROOT = CATALOGUES.parents[2]

_KEYWORDS = {
    "text": None,  # Language.text
    "count": (1, 2),  # Language.count
    "__init__": None,  # of an error, in super().__init__("…")
    **dict.fromkeys(name for name, value in {**vars(engine_errors), **vars(errors)}.items() if isinstance(value, type)),
}


def template() -> Catalog:
    """Everything to translate: literals in the code, texts of the games, and the commands."""
    catalogue = Catalog(project="Patience Bot", charset="utf-8")
    for folder in ("bot", "engine"):
        found = extract_from_dir(
            _ROOT / folder, method_map=[("**.py", "python")], keywords=_KEYWORDS, comment_tags=(), callback=None
        )
        for file, _, message, _, context in found:
            catalogue.add(message, locations=[(f"{folder}/{Path(file).as_posix()}", 0)], context=context)
    for text in _texts_of_games():
        catalogue.add(text, locations=[("engine/variants", 0)])
    for action in Action:
        for name in filter(None, (action.label, *action.words)):
            catalogue.add(name, locations=[("bot/messages/actions", 0)])
    for word in (*(rank.word for rank in Rank if not rank.word.isdecimal()), *(suit.word for suit in Suit)):
        catalogue.add(word, locations=[("engine/cards", 0)])
    for name, is_name in _texts_of_commands():
        catalogue.add(name, locations=[("bot/commands", 0)], context=COMMAND if is_name else None)
    return catalogue


def _texts_of_games() -> Iterator[str]:
    for variant in VARIANTS.values():
        yield from (variant.title, variant.difficulty, variant.summary, variant.lesson, variant.text)
        for option in variant.options:
            yield from option.labels.values()


def _texts_of_commands() -> Iterator[tuple[str, bool]]:
    """All texts of commands, each with whether it is the name of a command or an option."""
    yield MENU.name, False
    for group in GROUPS:
        yield group.name, True
        yield group.description, False
        for command in group.commands:
            assert isinstance(command, app_commands.Command), "there are no groups in the groups"
            yield command.name, True
            yield command.description, False
            for parameter in command.parameters:
                yield parameter.name, True
                yield str(parameter.description), False
                # `_texts_of_games` has the titles of the games.
                yield from ((choice.name, False) for choice in parameter.choices if choice.value not in VARIANTS)


def main() -> None:
    """Add new texts to each catalogue, and drop obsolete ones."""
    current = template()
    for code in LANGUAGES:
        if code == "en":
            continue
        path = CATALOGUES / f"{code}.po"
        locale = code.replace("-", "_")
        catalogue = Catalog(
            locale=locale,
            header_comment=f"# {LANGUAGES[code]}",
            project="Patience Bot",
            msgid_bugs_address="",
            last_translator="",
            language_team="",
            charset="utf-8",
            fuzzy=False,
        )
        if path.exists():
            with path.open("rb") as file:
                catalogue = read_po(file, locale=locale)
        catalogue.update(current, no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True, sort_output=True)
        untranslated = sum(not message.string or not all(message.string) for message in catalogue if message.id)
        sys.stdout.write(f"{code}: {len(catalogue)} texts, {untranslated} without a translation\n")


if __name__ == "__main__":
    main()
