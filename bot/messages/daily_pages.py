"""What is shown of the daily challenge beside its boards: results, their sharing, fairness, and the announcement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import discord

from bot.language import Language
from bot.messages.board import daily_title
from bot.messages.custom_id import Action, CustomId
from bot.messages.daily_game import final_buttons
from bot.messages.durations import duration
from bot.messages.leaderboard_page import MEDALS, Line, effort_text, player_name, standing_text
from bot.messages.message import Button, Message, Row, button_rows, code_block
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import GAMES, Daily, candidate_deal, featured_game
from bot.model.daily.ranking import Kind, Result, pack_of
from engine import VARIANTS, Game

_STAGES = 10
_CANDIDATES_SHOWN = 5  # of those passed over: the Python beside them finds all
_COLOUR = discord.Colour.gold()


@dataclass(frozen=True)
class Rank:
    """A rank among so many players."""

    rank: int
    players: int


@dataclass(frozen=True)
class Ranks:
    """The ranks of a result, where it has one: in the server that is looked at from, and in the world."""

    here: Rank | None
    world: Rank | None


def result_page(result: Result, language: Language, *, game_id: int, ranks: Ranks, left: Iterable[str]) -> Message:
    """What the player's ranked attempt, a game, came to, and what they can do now: `left` are the day's other games."""
    next_daily = language.text("The next daily comes <t:{moment}:R>.", moment=start_of(result.day + ONE_DAY))
    embed = discord.Embed(
        title=daily_title(result.variant, result.day, language),
        description="\n".join((_result_text(result, language), *_rank_lines(ranks, language), next_daily)),
        colour=_COLOUR,
    )
    rows: list[Row] = [tuple(final_buttons(result.variant, result.day, language, game_id=game_id))]
    rows += play_buttons(left, result.day, language)
    return Message(embed=embed, rows=tuple(rows))


def daily_button(game: str, day: date) -> CustomId:
    """The button that plays a daily for a rank."""
    return CustomId(Action.DAILY, argument=f"{game},{day.isoformat()}")


def play_buttons(games: Iterable[str], day: date, language: Language, *, featured: str | None = None) -> list[Row]:
    """Rows of buttons that play these dailies for a rank."""
    buttons = [
        Button(
            str(daily_button(game, day)),
            language.text(VARIANTS[game].title),
            "⭐" if game == featured else "🃏",
            discord.ButtonStyle.primary if game == featured else discord.ButtonStyle.secondary,
        )
        for game in games
    ]
    return button_rows(buttons)


def share_text(game: Game, result: Result, language: Language, *, player: str, ranks: Ranks) -> str:
    """A player's result for others to see, which tells nothing about the deal.

    Ten squares say how many cards came home in each tenth of the moves.
    """
    title = daily_title(result.variant, result.day, language)
    lines = [f"**{player_name(player, language)}** · **{title}**", _result_text(result, language)]
    return "\n".join([*lines, *_rank_lines(ranks, language), _stages(game)])


def fair_page(
    day: date, dailies: Sequence[Daily], told: frozenset[str], language: Language, *, is_running: bool
) -> Message:
    """How the deals of a day were drawn: their commitments, and of the games `told` their keys and candidates too."""
    text = language.text
    intro = text(
        "Each deal follows from a key that nobody knows before. The hash of the key is shown from the start of the "
        "day, so the key cannot be changed. It is told once the day is over and nobody plays the game for a rank any "
        "more."
    )
    filtered = text(
        "Of the deals that follow from it the first is played that is proven winnable, or the first of all where no "
        "proof was ready in time."
    )
    parts = [f"{intro} {filtered}"]
    checked = next((daily for daily in dailies if daily.variant in told), None)
    if checked is not None:
        game = text(VARIANTS[checked.variant].title)
        anyone = text("Anyone can check this with Python, here {game}:", game=game)
        parts.append(f"{anyone}\n```py\n{_check(checked)}\n```")
    else:
        parts.append(text("Copy the hashes, if you want to check them later."))
    embed = discord.Embed(
        title=text("Fair deals of {date}", date=language.day(day)), description="\n\n".join(parts), colour=_COLOUR
    )
    for daily in dailies:
        embed.add_field(
            name=text(VARIANTS[daily.variant].title),
            value=code_block(_drawn(daily, language, is_told=daily.variant in told)),
            inline=False,
        )
    if not is_running and len(told) < len(dailies):
        end = language.day(day + ONE_DAY)
        embed.set_footer(
            text=text("Attempts are still under way, at the latest until the end of {date} (UTC).", date=end)
        )
    return Message(embed=embed)


def announcement(day: date, podium: Sequence[Line], language: Language, *, unproven: Collection[str] = ()) -> Message:
    """A new day's dailies, with buttons that play them, and who did best on the day before.

    `unproven` are the games whose deals are not proven winnable.
    """
    text = language.text
    featured = featured_game(day)
    best = [
        f"{MEDALS[place.rank]} {player_name(place.name, language)} · "
        + standing_text(Kind.DAY, None, place.standing, language)
        for place in podium
        if place.rank in MEDALS
    ]
    embed = discord.Embed(
        title=text("Dailies of {date}", date=language.day(day)),
        description="\n".join(
            (
                text(
                    "Five new deals, the same for everyone. Today's featured game is **{game}**. Only you will see "
                    "your board.",
                    game=text(VARIANTS[featured].title),
                ),
                _winnable(unproven, language),
            )
        ),
        colour=_COLOUR,
    )
    embed.add_field(
        name=text("Best of {date} in this server", date=language.day(day - ONE_DAY)),
        value="\n".join(best) or text("Nobody played."),
        inline=False,
    )
    games = sorted(GAMES, key=lambda game: game != featured)
    return Message(embed=embed, rows=tuple(play_buttons(games, day, language, featured=featured)))


def _winnable(unproven: Collection[str], language: Language) -> str:
    """Which of a day's deals can be won."""
    if not unproven:
        return language.text("Each of them can be won: that is proven.")
    games = ", ".join(language.text(VARIANTS[game].title) for game in GAMES if game in unproven)
    return language.text("Not proven winnable: {games}.", games=games)


def _result_text(result: Result, language: Language) -> str:
    """Cards home, effort and time."""
    return " · ".join(
        (
            language.text("{home} of {pack} home", home=result.home, pack=pack_of(result.variant)),
            effort_text(result.variant, result.effort, language),
            duration(result.seconds),
        )
    )


def _rank_lines(ranks: Ranks, language: Language) -> list[str]:
    text, here, world = language.text, ranks.here, ranks.world
    lines = []
    if here is not None:
        lines.append(text("Rank {rank} of {players} in this server", rank=here.rank, players=here.players))
    if world is not None:
        lines.append(text("Rank {rank} of {players} in the world", rank=world.rank, players=world.players))
    return lines


def _stages(game: Game) -> str:
    """How many of the cards came home in each tenth of the moves that counted in the end."""
    positions = game.positions
    home = [positions[(len(positions) - 1) * stage // _STAGES].home for stage in range(_STAGES + 1)]
    return "".join(_square((after - before) / game.position.pack) for before, after in pairwise(home))


def _square(share: float) -> str:
    """A stage by its share of the cards: an even way to a win is blue all along. Told apart without red and green."""
    if share == 0:
        return "⬜"
    return "🟨" if share < 1 / _STAGES else "🟦"


def _drawn(daily: Daily, language: Language, *, is_told: bool) -> str:
    """How one deal was drawn, as far as it is told."""
    lines = ["SHA-256", daily.commitment, _proven(daily, language)]
    if not is_told:
        lines.append(language.text("The key is not told yet."))
    else:
        passed, played = language.text("passed over"), language.text("played")
        lines.append(language.text("key {key}", key=daily.key))
        passed_over = [
            f"{number}. {candidate_deal(daily.key, number)} {passed}" for number in range(1, daily.candidate)
        ]
        lines += passed_over[:_CANDIDATES_SHOWN] + ["…"] * (len(passed_over) > _CANDIDATES_SHOWN)
        lines.append(f"{daily.candidate}. {daily.deal} {played}")
    return "\n".join(lines)


def _proven(daily: Daily, language: Language) -> str:
    """By what a deal is proven winnable, if it is."""
    if daily.proven_by is None:
        return language.text("not proven winnable")
    return language.text(
        "proven winnable: solver {solver}, {budget} positions",
        solver=daily.proven_by.solver,
        budget=daily.proven_by.budget,
    )


def _check(daily: Daily) -> str:
    """Python that finds a told daily's candidates from its key, after checking the key."""
    return f"""\
from hashlib import sha256
key = "{daily.key}"
assert sha256(key.encode()).hexdigest() == \\
    "{daily.commitment}"
for number in range(1, {daily.candidate + 1}):
    digest = sha256(f"{{key}}/{{number}}".encode()).digest()
    print(number, int.from_bytes(digest[:8], "big"))"""
