"""Challenges: the question of which game to play, and the card, which reveals nothing about the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import parse_id
from bot.messages.daily import board_result
from bot.messages.drawing import Drawing, EndingButtons
from bot.messages.formatting import facts
from bot.messages.labels import EASIEST_FIRST, challenge_title
from bot.messages.leaderboard_page import MEDALS, standing_text
from bot.messages.message import GOLD, Button, Message, button_rows, felt_colour, shortened
from bot.messages.player_names import plain_name, player_name
from bot.model.challenge import Challenge, Entry, Placing, number_of
from bot.model.contest import Contest, Summary
from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import LeaderboardKind
from bot.model.score import Score, pack_of
from engine import VARIANTS
from engine.winnable import level_of

_MOST_LINES = 15
"""Players on a card; any others are only counted."""

_LONGEST_NAME = 20
"""Characters of a name on a button."""

_MOST_NAMES = 5
"""Players who are named as winners."""


def challenge_card(challenge: Challenge, language: Language, *, now: float) -> Message:
    game = language.text(VARIANTS[challenge.deal.variant].title)
    title = language.text("⚔️ Challenge · {game}", game=game)
    named = challenge.named
    maker = "" if challenge.maker is None else player_name(challenge.maker.name, language)
    if maker and challenge.is_taken_back:
        return Message.page(title, language.text("{player} took this challenge back.", player=maker))
    card = Message.page(
        title,
        "\n\n".join(filter(None, _parts(challenge, language, now=now))),
        colour=GOLD if challenge.winners(now) else felt_colour(VARIANTS[challenge.deal.variant]),
        action_rows=_action_rows(challenge, language, now=now),
    )
    if named is None or not maker:
        return card
    said = language.text("<@{user}>, {player} challenges you to {game}!", user=named.user_id, player=maker, game=game)
    return replace(card, text=said, mentioned=(named.user_id,))


def challenge_question(user_id: int, name: str, language: Language) -> Message:
    """Ask which game to challenge a player to, with a button for each."""
    asked = language.text(
        "Which game do you challenge {player} to? I'll show you the card before I post it.",
        player=player_name(name, language),
    )
    buttons = [
        Button.to(
            Action.CHALLENGE_PLAYER,
            language,
            argument=f"{variant.name},{user_id}",
            label=language.text(variant.title),
            emoji="⚔️",
        )
        for variant in EASIEST_FIRST
        if variant.name in GAMES
    ]
    return Message(asked, action_rows=tuple(button_rows(buttons)))


def parse_challenge(argument: str) -> tuple[str, int]:
    """The game and the player of a challenge to come. Raises ValueError for anything else."""
    variant, _, user_id = argument.partition(",")
    if variant not in GAMES:
        raise ValueError(f"there are no challenges at {variant!r}")
    return variant, parse_id(user_id)


class ChallengeTexts:
    def title(self, contest: Contest, variant: str, language: Language, *, today: date | None) -> str:  # noqa: ARG002
        return challenge_title(variant, language)

    def outcome(self, summary: Summary, drawing: Drawing) -> list[str]:
        assert isinstance(summary, Placing), "a challenge places its attempts"
        language = drawing.language
        return placing_lines(summary, board_result(summary.score, language), language)

    def small_print(self, summary: Summary, language: Language) -> str:  # noqa: ARG002
        return ""

    def buttons(self, contest: Contest, drawing: Drawing, others: Sequence[Button]) -> EndingButtons:
        current = drawing.current
        rematch = rematch_button(number_of(contest), drawing.language).primary()
        replay = [Button.to(Action.REPLAY, drawing.language, game=current.board)] if current.game.steps else []
        return EndingButtons((rematch, *replay), others)

    def picture_label(self, contest: Contest) -> str:  # noqa: ARG002
        """The same for all challenges."""
        return "Challenge"


def placing_lines(placing: Placing, result: str, language: Language) -> list[str]:
    """A player's own `result` in words, their rank, and a link to the card."""
    text = language.text
    if placing.has_card_home:
        is_ranked = placing.rank is not None and placing.players > 1
        rank = text("#{rank} of {players} so far", rank=placing.rank, players=placing.players) if is_ranked else ""
    elif VARIANTS[placing.score.variant].rules.has_foundations:
        rank = text("No cards brought home, so no rank.")
    else:
        rank = text("No cards discarded, so no rank.")
    card = "" if placing.place is None else text("[See the challenge]({url})", url=placing.place.url)
    lines = [result, facts(rank, card)]
    return [line for line in lines if line]


def rematch_button(challenge_id: int, language: Language) -> Button:
    return Button.to(Action.REMATCH, language, argument=str(challenge_id))


def _parts(challenge: Challenge, language: Language, *, now: float) -> list[str]:
    text = language.text
    mark = challenge.mark
    is_over = challenge.is_over(now)
    rules = text("Everyone plays the same deal, once. Your board stays private.")
    deal = challenge.deal
    variant = VARIANTS[deal.variant]
    level = level_of(deal.variant, deal.options, deal.number) or variant.difficulty
    length = text("{minutes} min", minutes=variant.minutes)
    if challenge.is_seen and not is_over:
        rules += " " + text("If you've played this deal before, you can only watch.")
    beat = ""
    if mark is not None and mark.score is not None:
        name = player_name(mark.name, language)
        result = _score_text(mark.score, language)
        beat = text("🎯 To beat: **{player}** · {result}", player=name, result=result)
    if is_over:
        small_print = text("Ended <t:{moment}:R>.", moment=challenge.ends_at)
    elif challenge.is_decided(now):
        small_print = text("Others can still play until <t:{moment}:f>.", moment=challenge.ends_at)
    else:
        small_print = text("Open until <t:{moment}:f>.", moment=challenge.ends_at)
    return [
        f"**{facts(text(level), length)}**\n{rules}",
        beat,
        "\n".join(_players(challenge, language, now=now)),
        _verdict(challenge, language, now=now),
        f"-# {small_print}",
    ]


def _players(challenge: Challenge, language: Language, *, now: float) -> list[str]:
    lines = [_ranked(rank, entry, challenge, language, now=now) for rank, entry in challenge.ranking()]
    others = [entry for entry in challenge.players if entry.score is None]
    lines += [_waiting(entry, challenge, language, is_over=challenge.is_over(now)) for entry in others]
    left = len(lines) - _MOST_LINES
    if left > 0:
        lines = [*lines[:_MOST_LINES], language.count("and {number} more", "and {number} more", left)]
    return lines


def _ranked(rank: int, entry: Entry, challenge: Challenge, language: Language, *, now: float) -> str:
    """A player with a score and, if they are among the best and brought a card home, a medal.

    Nobody gets a medal if everyone gave up, and nobody who gave up gets one before the others have played.
    """
    assert entry.score is not None, "it is ranked by it"
    counts = challenge.is_decided(now) or not entry.score.is_given_up
    has_medal = counts and challenge.best is not None and challenge.deal.has_card_home(entry.score.cards_home)
    medal = MEDALS.get(rank) if has_medal else None
    beats = language.text("beats the mark") if challenge.beats_mark(entry) else ""
    result = facts(_score_text(entry.score, language), beats)
    return f"{medal or '▫️'} **{player_name(entry.name, language)}** · {result}"


def _waiting(entry: Entry, challenge: Challenge, language: Language, *, is_over: bool) -> str:
    """A player without a score, or without one yet."""
    text = language.text
    name = f"**{player_name(entry.name, language)}**"
    if entry.cards_home is not None and not is_over:
        return facts(f"🃏 {name}", text("playing"), f"{entry.cards_home}/{pack_of(challenge.deal.variant)}")
    if entry.cards_home is not None:
        return facts(f"⌛ {name}", text("ran out of time"))
    if entry.is_declined:
        return facts(f"🚫 {name}", text("declined"))
    return facts(f"💤 {name}", text("didn't play")) if is_over else facts(f"⏳ {name}", text("hasn't started yet"))


def _score_text(score: Score, language: Language) -> str:
    """A score written as on a daily's leaderboard, short enough for a line on a phone."""
    standing = score.standing
    return standing_text(LeaderboardKind.DAY, score.variant, standing, language, is_given_up=score.is_given_up)


def _verdict(challenge: Challenge, language: Language, *, now: float) -> str:
    if not challenge.is_decided(now):
        return ""
    winners = challenge.winners(now)
    if not winners:
        return language.text("Nobody won this time. Try a rematch!")
    names = ", ".join(player_name(each.name, language) for each in winners[:_MOST_NAMES])
    names += " …" if len(winners) > _MOST_NAMES else ""
    match len(winners) > 1, challenge.is_over(now):
        case True, True:
            return language.text("🤝 **It's a tie** between {players}!", players=names)
        case True, False:
            return language.text("🤝 **{players} are tied for the lead**", players=names)
        case False, True:
            return language.text("🏆 **{player} wins!**", player=names)
        case _:
            return language.text("🏆 **{player} leads**", player=names)


def _action_rows(challenge: Challenge, language: Language, *, now: float) -> tuple[tuple[Button, ...], ...]:
    players_only = language.text("Rematch (players)")
    if challenge.is_over(now):
        return ((rematch_button(challenge.id, language).primary()._replace(label=players_only),),)
    is_decided = challenge.is_decided(now)
    button = partial(Button.to, language=language, argument=str(challenge.id))
    buttons = [button(Action.ENTER).primary_if(not is_decided), button(Action.JOIN)]
    if any(entry.may_decline for entry in challenge.entries):
        buttons.append(button(Action.DECLINE))
    if challenge.ranking():
        rematch = rematch_button(challenge.id, language).primary_if(is_decided)
        buttons.append(rematch._replace(label=players_only))
    maker = challenge.maker
    if maker is None or not challenge.may_be_taken_back(now):
        return (tuple(buttons),)
    label = language.text("Take back ({player})", player=shortened(plain_name(maker.name, language), _LONGEST_NAME))
    return tuple(buttons), (button(Action.TAKE_BACK, label=label),)
