"""A player who presses everything that boards offer, once, and compares their texts with the database."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.commands.rendering import without_nonce
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.game import UserGame
from engine import Status
from tests.support.card_room import CardRoom
from tests.support.components import parts_of
from tests.support.shown import Shown
from tests.support.turns import stored_game

_LATER = (
    # Actions that change the game, and with it the buttons of its board.
    *(Action.TAP, Action.SOURCE, Action.MOVE, Action.PLAY, Action.DRAW, Action.HOME, Action.UNDO, Action.REDO),
    *(Action.FINISH, Action.BACK, Action.RESUME),
    # Actions that begin or end a game.
    *(Action.GIVE_UP, Action.DROP, Action.DAILY, Action.ENTER, Action.DEAL, Action.START, Action.NEW),
    # Actions that leave nothing.
    *(Action.DELETE, Action.FORGET),
)
"""The actions that she presses last, in this order."""

_MOST_CHOICES = 2
"""The choices of a select that she tries."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Offer:
    """A button, or a choice of a select, on a message."""

    message: Shown
    custom_id: str
    chosen: str | None = None

    @property
    def component(self) -> CustomId:
        """The component's action and arguments."""
        return CustomId.parse(without_nonce(self.custom_id))

    @property
    def kind(self) -> tuple[str, str, str]:
        """What distinguishes it from other offers, numbers aside."""
        chosen = without_nonce(self.chosen or "")
        return self.component.action, _NUMBER.sub("0", self.component.argument), _NUMBER.sub("0", chosen)

    @property
    def order(self) -> tuple[int, int]:
        """Its place among the offers: first those that change nothing, the newest of them first."""
        component = self.component
        if (component.action, component.argument) == (Action.MENU, "close"):
            return 1, 0  # what the menu offers comes first
        return _LATER.index(component.action) + 2 if component.action in _LATER else 0, -self.message.id


class CuriousPlayer:
    """Alice, who presses everything once, until she sees nothing new."""

    def __init__(self, room: CardRoom) -> None:
        self.pressed: list[tuple[str, str, str]] = []
        """The kinds of the offers that she has pressed."""
        self._room = room

    async def press_everything(self) -> None:
        """Press everything that is offered once, and check all messages after each press."""
        while offers := [offer for offer in self._offers() if offer.kind not in self.pressed]:
            offer = min(offers, key=lambda each: each.order)
            self.pressed.append(offer.kind)
            if offer.chosen is None:
                answer = await self._room.alice.click(offer.message, custom_id=offer.custom_id)
            else:
                answer = await self._room.alice.select(offer.message, [offer.chosen], custom_id=offer.custom_id)
            assert answer.acknowledged, offer.component
            await self.look()

    async def look(self) -> None:
        """Check that no message contradicts the database."""
        for message in self._room.messages():
            untrue = await self._untruth(message)
            assert not untrue, (untrue, self.pressed[-3:], message.text)

    async def _untruth(self, message: Shown) -> str:
        """Describe how a message contradicts the database; an empty text if it does not."""
        said = message.text
        if "something went wrong" in said:
            return "something went wrong"
        for offer in _offers_of(message):
            game = await stored_game(self._room.database, offer.component.game_id)
            is_over = game is None or game.game.status is not Status.PLAYING
            if offer.component.action is Action.RESUME and is_over and "is waiting for you" in said:
                return "a game that is over waits on the shelf"
            if offer.component.action is Action.MENU and game is not None:
                return _untruth_of_board(said, game, offer.component.version)
        return ""

    def _offers(self) -> Iterator[Offer]:
        for message in self._room.messages():
            yield from _offers_of(message)


def _offers_of(message: Shown) -> Iterator[Offer]:
    """The components of a message that can be pressed."""
    for component, _ in parts_of(message.components):
        if component.get("disabled"):
            continue
        if "options" not in component:
            yield Offer(message, component["custom_id"])
        for option in component.get("options", ())[:_MOST_CHOICES]:
            yield Offer(message, component["custom_id"], option["value"])


def _untruth_of_board(said: str, game: UserGame, version: int) -> str:
    """Describe how a board of this version contradicts the database; an empty text if it does not."""
    if version != game.version:
        return ""  # an older board, which a press brings up to date
    home = re.search(r"\*\*(\d+)\*\* of \d+", said)
    is_playing = game.game.status is Status.PLAYING
    effort = re.search(r"\*\*(\d+)\*\* (?:illegal )?moves?", said) if is_playing else None
    truths = {
        "how many cards are home": home is None or int(home[1]) == game.game.cards_home,
        "how many moves count": effort is None or int(effort[1]) == game.effort,
        "that the game is won": bool(re.search(r"You won!|\bWon in \d", said)) is (game.game.status is Status.WON),
        "that an attempt is over": "Your ranked attempt is over" not in said or game.is_final,
        "what a press costs": game.is_ranked or re.search(r"\(\+\d+\)", said) is None,
    }
    return ", ".join(what for what, is_true in truths.items() if not is_true)
