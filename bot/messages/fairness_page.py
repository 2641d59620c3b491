"""How the deals of a day's dailies were drawn, and how anyone can check that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import discord

from bot.language import Language
from bot.messages.formatting import code_block
from bot.messages.message import Message
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import LISTED, Daily, candidate_deal
from engine import VARIANTS
from engine.winnable import file_name

_CANDIDATES_SHOWN = 5  # of those passed over; the Python code beside them lists all


def fairness_page(
    day: date, dailies: Sequence[Daily], revealed: frozenset[str], language: Language, *, is_running: bool
) -> Message:
    """Show the commitments of a day's dailies, and the keys and candidates of those whose games are `revealed`."""
    text = language.text
    intro = text(
        "Each deal is made from a secret key. Its hash is public from the start of the day, so nobody "
        "can change the key. The key is revealed when the day is over and no ranked attempt is open."
    )
    filtered = text(
        "The key gives a list of deals. The daily is the first one proven winnable. If no proof was ready in time, the "
        "key picks one from my list of winnable deals."
    )
    parts = [f"{intro} {filtered}"]
    example = next((daily for daily in dailies if daily.variant in revealed), None)
    if example is not None:
        game = text(VARIANTS[example.variant].title)
        anyone = text("Check it yourself with Python ({game}):", game=game)
        parts.append(f"{anyone}\n```py\n{_check_script(example)}\n```")
    else:
        parts.append(text("Copy the hashes now if you want to check them later."))
    embed = discord.Embed(
        title=text("Fair deals for {date}", date=language.day(day)),
        description="\n\n".join(parts),
        colour=discord.Colour.gold(),
    )
    for daily in dailies:
        embed.add_field(
            name=text(VARIANTS[daily.variant].title),
            value=code_block(_daily_text(daily, language, is_revealed=daily.variant in revealed)),
            inline=False,
        )
    if not is_running and len(revealed) < len(dailies):
        end = language.day(day + ONE_DAY)
        embed.set_footer(
            text=text("Some attempts are still open, until the end of {date} (UTC) at the latest.", date=end)
        )
    return Message(embed=embed)


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
