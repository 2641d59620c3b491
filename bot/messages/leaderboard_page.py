"""A page of a leaderboard, which always shows the user's own place, and the controls to change it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import parse_date, parse_number
from bot.messages.formatting import duration, facts
from bot.messages.labels import effort_text
from bot.messages.message import GOLD, ActionRow, Button, Choice, Message, Select, page_embed
from bot.messages.player_names import player_name
from bot.model.daily.days import week_of
from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import (
    FEWEST_RANKED,
    LeaderboardKind,
    LeaderboardPage,
    RankedPlayer,
    first_day,
    has_points,
    read_points,
    read_streak,
)
from bot.model.player import Player
from bot.model.score import WIN_POINTS, counts_refusals, pack_of, read_result
from engine import VARIANTS

_ALL = "all"
_CHOSEN = "?"
_TOP = "top"
_OWN = "own"
_LAST_PAGE = 10**9
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
NO_RANK = "▫️"


@dataclass(frozen=True)
class LeaderboardView:
    """A page of a leaderboard. `day` is in its period; with a `variant`, the period is that day.

    `number` counts pages from 0; None is the page with the user's own place.
    """

    kind: LeaderboardKind
    day: date
    variant: str | None
    is_world: bool
    number: int | None = 0

    def __str__(self) -> str:
        return self.write()

    def write(self, *, variant: str = "", number: str = "") -> str:
        """Write the view as the argument of a component, with some fields replaced. It ends with a comma."""
        fields = (
            self.kind,
            self.day.isoformat(),
            variant or self.variant or _ALL,
            "world" if self.is_world else "here",
            number or (_OWN if self.number is None else str(self.number)),
        )
        return "".join(f"{field}," for field in fields)

    @classmethod
    def parse(cls, text: str, chosen: str = "") -> LeaderboardView:
        """Read what `write` wrote, ignoring what follows it; `chosen` replaces a question mark.

        Raises ValueError for anything else.

        >>> LeaderboardView.parse("day,2026-11-21,?,world,3,", "tens").variant
        'tens'
        """
        *fields, _ = text.split(",")
        kind, day, variant, scope, number = (chosen if field == _CHOSEN else field for field in fields)
        if variant not in ((_ALL, *GAMES) if kind == LeaderboardKind.DAY else (_ALL,)):
            raise ValueError(f"{variant!r} is not a game with such a leaderboard")
        return cls(
            LeaderboardKind(kind),
            parse_date(day),
            None if variant == _ALL else variant,
            ("here", "world").index(scope) == 1,
            None if number == _OWN else 0 if number == _TOP else parse_number(number, _LAST_PAGE),
        )


def leaderboard_page(
    view: LeaderboardView,
    page: LeaderboardPage,
    language: Language,
    *,
    reader: Player,
    today: date,
    games: Collection[str],
) -> Message:
    """The page of the leaderboard in `view`, with the place of its `reader`; `games` had dailies on its day."""
    title = _title(view, language, today=today)
    rows = _action_rows(view, page, language, reader=reader, today=today, games=games)
    if not page.places:
        nobody = "\n".join(_nobody(view, language, today=today))
        dailies = Button.to(Action.DAILIES, language, label=language.text("Today's dailies")).primary()
        return Message.page(title, nobody, colour=GOLD, action_rows=(*rows, (dailies,)))
    has_ranks = page.players >= FEWEST_RANKED
    lines = [_line(place, view, language, reader=reader, has_ranks=has_ranks) for place in page.places]
    if page.own is not None and page.is_own_elsewhere:
        lines += ["…", _line(page.own, view, language, reader=reader, has_ranks=has_ranks)]
    footer = f"{_players(page, language)} · {_explanation(view, language)}"
    return Message(embed=page_embed(title, "\n".join(lines), footer=footer, colour=GOLD), action_rows=rows)


def standing_text(
    kind: LeaderboardKind, variant: str | None, standing: int, language: Language, *, is_given_up: bool = False
) -> str:
    if variant is not None:
        home, effort, seconds = read_result(standing, variant)
        pack = pack_of(variant)
        reached = f"{home}/{pack}"
        if is_given_up:
            reached = language.text("gave up at {home} of {pack}", home=home, pack=pack)
        return facts(reached, effort_text(variant, effort, language), duration(seconds))
    if kind is LeaderboardKind.STREAKS:
        return language.count("{number} day in a row", "{number} days in a row", read_streak(standing))
    points, fastest = read_points(standing)
    if not points:
        return language.text("no points")
    time = "" if fastest is None else duration(fastest)
    return facts(language.count("{number} point", "{number} points", points), time)


def _nobody(view: LeaderboardView, language: Language, *, today: date) -> Iterator[str]:
    if _is_over(view, today):
        yield language.text("There are no results from that time.")
        return
    if view.variant is not None or view.kind is LeaderboardKind.STREAKS:
        yield language.text("Nobody here yet. Be the first!")
    else:
        yield language.text("Nobody has points yet. Be the first!")
        yield "-# " + language.text("Warm-ups and classics earn no points, but they count for your streak.")


def _is_over(view: LeaderboardView, today: date) -> bool:
    """Whether the leaderboard's period ended before today, so that no new results can come."""
    first = first_day(view.kind, view.day)
    return first is not None and first < (first_day(view.kind, today) or today)


def _title(view: LeaderboardView, language: Language, *, today: date) -> str:
    games = [] if view.variant is None else [language.text(VARIANTS[view.variant].title)]
    where = language.text("the world") if view.is_world else language.text("this server")
    return " · ".join((_span(view, language, today=today), *games, where))


def _span(view: LeaderboardView, language: Language, *, today: date) -> str:
    match view.kind:
        case LeaderboardKind.DAY:
            return language.text("Today") if view.day == today else language.day(view.day)
        case LeaderboardKind.WEEK:
            return language.text("Week of {date}", date=language.day(week_of(view.day)))
        case _:
            return _kind_name(view.kind, language)


def _kind_name(kind: LeaderboardKind, language: Language) -> str:
    return {
        LeaderboardKind.DAY: language.text("Today"),
        LeaderboardKind.WEEK: language.text("Week"),
        LeaderboardKind.ALL_TIME: language.text("All time"),
        LeaderboardKind.STREAKS: language.text("Streaks"),
    }[kind]


def _named(place: RankedPlayer, reader: Player, language: Language) -> str:
    if place.user_id == reader.id:
        return language.text("**{name}** (you)", name=player_name(reader.name, language))
    return player_name(place.name, language)


def _line(place: RankedPlayer, view: LeaderboardView, language: Language, *, reader: Player, has_ranks: bool) -> str:
    name = _named(place, reader, language)
    standing = standing_text(view.kind, view.variant, place.standing, language, is_given_up=place.is_given_up)
    if not has_ranks or not has_points(view.kind, view.variant, place.standing):
        return f"{NO_RANK} {name} · {standing}"
    # Bold numbers keep Discord from making a list, which would renumber shared ranks.
    return f"{MEDALS.get(place.rank, '')} **{place.rank}.** {name} · {standing}".lstrip()


def _players(page: LeaderboardPage, language: Language) -> str:
    players = language.count("{number} player", "{number} players", page.players)
    if not page.last:
        return players
    number = language.text("Page {number} of {last}", number=page.number + 1, last=page.last + 1)
    return f"{number} · {players}"


def _explanation(view: LeaderboardView, language: Language) -> str:
    match view.kind:
        case LeaderboardKind.DAY if view.variant is not None:
            if counts_refusals(view.variant):
                return language.text(
                    "Ranked by cards cleared, then time, then fewest illegal moves. Ties share a rank."
                )
            return language.text(
                "Ranked by cards cleared, then fewest moves (undo +1, hint +5), then time. Ties share a rank."
            )
        case LeaderboardKind.STREAKS:
            return language.text("Most days in a row with a finished daily. Ties share a rank.")
        case _:
            return language.text(
                "Points: the percentage of cards cleared, +{points} for a win. The pick counts in full, other games a "
                "quarter, warm-ups not at all. Ties go to the fastest win at a pick.",
                points=WIN_POINTS,
            )


def _action_rows(
    view: LeaderboardView,
    page: LeaderboardPage,
    language: Language,
    *,
    reader: Player,
    today: date,
    games: Collection[str],
) -> tuple[ActionRow, ...]:
    select = (_game_select(view, games, language),) if view.kind is LeaderboardKind.DAY else ()
    turning = tuple(_page_buttons(view, page, language))
    if reader.server_id is not None:
        other = replace(view, is_world=not view.is_world, number=0)
        where, emoji = (language.text("This server"), "🏠") if view.is_world else (language.text("The world"), "🌍")
        turning += (Button.to(Action.RANKS, language, argument=str(other), label=where, emoji=emoji),)
    rows = (_kind_buttons(view, language, today=today), *select)
    return (*rows, turning) if turning else rows


def _kind_buttons(view: LeaderboardView, language: Language, *, today: date) -> tuple[Button, ...]:
    buttons = []
    for kind in LeaderboardKind:
        day = today if kind is LeaderboardKind.DAY else view.day
        shown = LeaderboardView(kind, day, None, view.is_world)
        # The ending keeps this custom id different from that of the button for the first page.
        argument = f"{shown}kind"
        label = _kind_name(kind, language)
        is_other = shown != replace(view, number=0)
        buttons.append(Button.to(Action.RANKS, language, argument=argument, label=label, emoji="").enabled_if(is_other))
    return tuple(buttons)


def _game_select(view: LeaderboardView, games: Collection[str], language: Language) -> Select:
    choices = [
        Choice(_ALL, language.text("All games"), chosen=view.variant is None),
        *(
            Choice(game, language.text(VARIANTS[game].title), chosen=game == view.variant)
            for game in GAMES
            if game in games
        ),
    ]
    argument = replace(view, number=0).write(variant=_CHOSEN)
    return Select.to(Action.RANKS, language.text("Which game"), choices, argument=argument)


def _page_buttons(view: LeaderboardView, page: LeaderboardPage, language: Language) -> list[Button]:
    """Buttons that turn the pages; none if there is only one."""
    if not page.last:
        return []
    text = language.text
    button = partial(Button.to, Action.RANKS, language)
    number = page.number
    last = page.last
    before = view.write(number=str(number - 1))
    after = view.write(number=str(number + 1))
    return [
        button(argument=view.write(number=_TOP), label=text("Top"), emoji="⏫").enabled_if(number > 0),
        button(argument=before, label=text("Previous"), emoji="◀️").enabled_if(number > 0),
        button(argument=after, label=text("Next"), emoji="▶️").enabled_if(number < last),
        button(argument=view.write(number=_OWN), label=text("My place"), emoji="📍").enabled_if(page.is_own_elsewhere),
    ]
