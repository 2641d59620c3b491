"""How the deals of a day's dailies were drawn, and how anyone can check that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.language import Language
from bot.messages.formatting import code_block
from bot.messages.message import GOLD, Message
from bot.model.daily.chain import Chain, chain_of
from bot.model.daily.days import ONE_DAY, end_of_attempts, start_of
from bot.model.daily.deals import Daily
from engine import VARIANTS

KEY_DIGITS = 16
"""The digits of a key in small print; docs/fairness.md explains why they are enough for a witness."""


def fairness_page(
    day: date,
    dailies: Sequence[Daily],
    chains: Sequence[Chain],
    language: Language,
    *,
    is_revealed: bool,
    is_running: bool,
) -> Message:
    """Show how a day's dailies were drawn; the key and the deals only if `is_revealed`.

    On the first chain's first day there are no `dailies`.
    """
    chain = chain_of(day, chains)
    parts = [_overview(day, dailies, language, is_revealed=is_revealed)]
    known = [each for each in (chain, chains[-1] if is_running else None) if each is not None]
    if known[-1] is not chains[0]:
        parts.append(new_chain_text(known[-1], language))
    key = (day, chain.key(day)) if is_revealed and chain is not None else None
    if not (is_running or is_revealed):
        ends = language.text(
            "Some attempts are still open, until <t:{moment}:f> at the latest.", moment=end_of_attempts(day)
        )
        parts.append(ends)
    return Message.page(
        language.text("Fair deals for {date}", date=language.day(day)),
        "\n\n".join(parts),
        fields=[(name, code_block(code)) for name, code in public_keys(known, key, language).items()],
        colour=GOLD,
    )


def public_keys(chains: Sequence[Chain], revealed: tuple[date, str] | None, language: Language) -> dict[str, str]:
    """The anchors of these chains, and the key of a day that is revealed, by their names."""
    text = language.text
    anchors = {text("First key, {date}", date=language.day(chain.begun)): chain.anchor for chain in chains}
    if revealed is None:
        return anchors
    day, key = revealed
    return anchors | {text("Deal key of {date}", date=language.day(day)): key}


def key_text(chain: Chain, revealed: tuple[date, str] | None, language: Language) -> str:
    """The first digits of the last key revealed or, before there is one, of the chain's anchor."""
    ((name, key),) = public_keys([] if revealed else [chain], revealed, language).items()
    return f"🔐 {name}: {key[:KEY_DIGITS]}"


def new_chain_text(chain: Chain, language: Language) -> str:
    return language.text(
        "⚠️ **A new chain of keys** began on {date}. Older keys can't check the days after that.",
        date=language.day(chain.begun),
    )


def _overview(day: date, dailies: Sequence[Daily], language: Language, *, is_revealed: bool) -> str:
    intro = language.text(
        "Each day's deals are made from a secret key. The keys form a chain: the SHA-256 of each key is the key of the "
        "day before. I published the first key of the chain, its anchor, before the first daily, so nobody can "
        "change a key unnoticed. I reveal a key when its day is over and no ranked attempt is open."
    )
    filtered = language.text(
        "The key gives a list of deals. The daily is the first one proven winnable. If no proof was ready in time, the "
        "key picks one from my list of winnable deals, where someone determined could look it up. Challenges always "
        "use that list."
    )
    if not dailies:
        first = language.text("My first dailies start <t:{moment}:R>.", moment=start_of(day + ONE_DAY))
        return f"{intro} {filtered}\n\n{first}"
    lines = "\n".join(_line(daily, language, is_revealed=is_revealed) for daily in dailies)
    return f"{intro} {filtered}\n\n{lines}"


def _line(daily: Daily, language: Language, *, is_revealed: bool) -> str:
    """A game and the proof that its deal is winnable; the deal and its candidate only if `is_revealed`."""
    name = f"**{language.text(VARIANTS[daily.variant].title)}**"
    proven = _proof_text(daily, language)
    if not is_revealed:
        return f"🔒 {name} · {proven}"
    drawn = language.text("candidate {candidate}: deal {deal}", candidate=daily.candidate, deal=daily.deal)
    return f"🔓 {name} · {proven}\n-# {drawn}"


def _proof_text(daily: Daily, language: Language) -> str:
    if daily.is_listed:
        return language.text("proven winnable (from my list, where it could be looked up)")
    if daily.proven_by is None:
        return language.text("not proven winnable")
    return language.text(
        "proven winnable (solver v{solver}, up to {budget} positions)",
        solver=daily.proven_by.solver,
        budget=daily.proven_by.budget,
    )
