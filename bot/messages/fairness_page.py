"""How the deals of a day's dailies were drawn, and how anyone can check that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId
from bot.messages.formatting import code_block
from bot.messages.message import Button, Message, button_rows
from bot.model.daily.days import end_of_attempts
from bot.model.daily.deals import LISTED, Daily, candidate_deal
from engine import VARIANTS
from engine.winnable import file_name

CHECK = "check"
"""Written after a game: the page that says how to check its key."""

_CANDIDATES_SHOWN = 5  # of those passed over; the Python code beside them lists all


def fairness_page(
    day: date,
    dailies: Sequence[Daily],
    revealed: frozenset[str],
    language: Language,
    *,
    is_running: bool,
    game: str = "",
    is_check: bool = False,
) -> Message:
    """Show how a day's dailies were drawn, or of one `game` its commitment, and its key if it is `revealed`.

    Buttons lead from each page to the others; `is_check` says to show how to check a key that is revealed.
    """
    text = language.text
    embed = discord.Embed(title=text("Fair deals for {date}", date=language.day(day)), colour=discord.Colour.gold())
    pages = {"": text("How it works")} | {daily.variant: text(VARIANTS[daily.variant].title) for daily in dailies}
    buttons = [_button(day, name, label, enabled=name != game or is_check) for name, label in pages.items()]
    shown = next((daily for daily in dailies if daily.variant == game), None)
    if shown is None:
        embed.description = _overview(dailies, revealed, language)
    elif is_check and game in revealed:
        anyone = text("Check it yourself with Python ({game}):", game=pages[game])
        embed.description = f"{anyone}\n```py\n{_check_script(shown)}\n```"
    else:
        value = code_block(_daily_text(shown, language, is_revealed=game in revealed))
        embed.add_field(name=pages[game], value=value, inline=False)
        if game in revealed:
            buttons.append(_button(day, f"{game},{CHECK}", text("Check it yourself"), "🐍"))
        else:
            embed.description = text("Copy the hash now if you want to check it later.")
    if not is_running and any(name not in revealed for name in ([game] if game else pages) if name):
        ends = text("Some attempts are still open, until <t:{moment}:f> at the latest.", moment=end_of_attempts(day))
        embed.description = f"{embed.description}\n\n{ends}"
    return Message(embed=embed, rows=tuple(button_rows(buttons)))


def _button(day: date, page: str, label: str, emoji: str | None = None, *, enabled: bool = True) -> Button:
    return Button(str(CustomId(Action.FAIR, argument=f"{day},{page}")), label, emoji, disabled=not enabled)


def _overview(dailies: Sequence[Daily], revealed: frozenset[str], language: Language) -> str:
    """How deals are drawn, and which of them can be won and checked."""
    text = language.text
    intro = text(
        "Each deal is made from a secret key. Its hash is public from the start of the day, so nobody "
        "can change the key. The key is revealed when the day is over and no ranked attempt is open."
    )
    filtered = text(
        "The key gives a list of deals. The daily is the first one proven winnable. If no proof was ready in time, the "
        "key picks one from my list of winnable deals."
    )
    lines = []
    for daily in dailies:
        proven = text("winnable deal") if daily.is_winnable else text("not proven winnable")
        lock = "🔓" if daily.variant in revealed else "🔒"
        lines.append(f"{lock} **{text(VARIANTS[daily.variant].title)}** · {proven}")
    more = text("Choose a game to see its hash, and its key once it's revealed.")
    return "\n\n".join((f"{intro} {filtered}", "\n".join(lines), more))


def _daily_text(daily: Daily, language: Language, *, is_revealed: bool) -> str:
    lines = ["SHA-256", daily.commitment, _proof_text(daily, language)]
    if not is_revealed:
        lines.append(language.text("The key is still secret."))
    else:
        passed, played = language.text("skipped"), language.text("played")
        lines.append(language.text("key {key}", key=daily.key))
        if daily.is_listed:
            return "\n".join([*lines, f"{daily.deal} {played}"])
        passed_over = [
            f"{number}. {candidate_deal(daily.key, number)} {passed}" for number in range(1, daily.candidate)
        ]
        lines += passed_over[:_CANDIDATES_SHOWN] + ["…"] * (len(passed_over) > _CANDIDATES_SHOWN)
        lines.append(f"{daily.candidate}. {daily.deal} {played}")
    return "\n".join(lines)


def _proof_text(daily: Daily, language: Language) -> str:
    if daily.is_listed:
        return language.text("proven winnable: from my list of deals, no other proof was ready")
    if daily.proven_by is None:
        return language.text("not proven winnable")
    return language.text(
        "proven winnable (solver v{solver}, up to {budget} positions)",
        solver=daily.proven_by.solver,
        budget=daily.proven_by.budget,
    )


def _check_script(daily: Daily) -> str:
    """Python code that checks a revealed key against its commitment and prints the deals that follow from it."""
    start = f"""\
from hashlib import sha256
key = "{daily.key}"
assert sha256(key.encode()).hexdigest() == \\
    "{daily.commitment}"
"""
    if daily.is_listed:  # run it in a copy of the bot's source
        return f"""{start}\
from pathlib import Path
deals = Path("engine/winnable/{file_name(daily.variant, {})}").read_text().split()
digest = sha256(f"{{key}}/{LISTED}".encode()).digest()
print(deals[int.from_bytes(digest[:8], "big") % len(deals)])"""
    return f"""{start}\
for number in range(1, {daily.candidate + 1}):
    digest = sha256(f"{{key}}/{{number}}".encode()).digest()
    print(number, int.from_bytes(digest[:8], "big"))"""
