"""The catalogues: every text in every language, each fit for its place."""

import ast
import re

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.language import CATALOGUES, COMMAND, LANGUAGES
from engine import VARIANTS

BOT = CATALOGUES.parents[1]
CODES = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(params=CODES)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    with (CATALOGUES / f"{request.param}.po").open("rb") as file:
        return read_po(file, locale=request.param.replace("-", "_"), abort_invalid=True)


def english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def translations(catalogue: Catalog, message: Message) -> tuple[str, ...]:
    found = catalogue.get(message.id, message.context)
    forms = "" if found is None or found.string is None else found.string
    return (forms,) if isinstance(forms, str) else tuple(forms)


def marks(text: str) -> list[str]:
    """What a translation must keep: placeholders, bold marks, line breaks, and code that is no command."""
    found = re.findall(r"\{\w*\}|\*\*|\n|🎉|`[^`]*`", text)
    return sorted(mark for mark in found if not mark.startswith("`/"))


def test_every_text_is_translated_in_all_its_forms(catalogue: Catalog, texts: list[Message]) -> None:
    missing = []
    for message in texts:
        forms = translations(catalogue, message)
        expected = catalogue.num_plurals if isinstance(message.id, tuple) else 1
        if len(forms) != expected or not all(forms):
            missing.append(message.id)
    assert missing == []


def test_no_entry_is_obsolete_or_fuzzy(catalogue: Catalog, texts: list[Message]) -> None:
    known = {(message.id, message.context) for message in texts}
    assert [message.id for message in catalogue if message.id and (message.id, message.context) not in known] == []
    assert [message.id for message in catalogue if message.fuzzy] == []
    assert not catalogue.obsolete


def test_translations_keep_placeholders_and_markup(catalogue: Catalog, texts: list[Message]) -> None:
    for message in texts:
        for form in translations(catalogue, message):
            assert marks(form) == marks(english(message)[-1]), form
            assert form == form.strip(), form


def test_texts_name_commands_by_their_translated_names(catalogue: Catalog, texts: list[Message]) -> None:
    names = {message.id: translations(catalogue, message)[0] for message in texts if message.context == COMMAND}
    for message in texts:
        named = re.findall(r"`/[^`]+`", english(message)[-1])
        expected = sorted(re.sub(r"[^`/: ]+", lambda name: names[name[0]], command) for command in named)
        for form in translations(catalogue, message):
            assert sorted(re.findall(r"`/[^`]*`", form)) == expected, form


def test_rules_name_options_as_the_choices_do(catalogue: Catalog) -> None:
    for variant in VARIANTS.values():
        rules = str(catalogue[variant.text].string)
        for option in variant.options:
            for words in list(option.labels.values())[1:]:
                assert str(catalogue[words].string) in rules, words


def test_no_text_is_hidden_from_extraction() -> None:
    """Whether Babel finds a text in an f-string depends on the version of Python."""
    hidden = [
        f"{file}:{call.lineno}"
        for file in BOT.rglob("*.py")
        for string in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        if isinstance(call.func, ast.Name | ast.Attribute)
        if (call.func.id if isinstance(call.func, ast.Name) else call.func.attr) in {"text", "count"}
    ]
    assert hidden == []
