"""The rules that the solver's searches know.

This module is not in `engine.solver`, whose import takes a second with Numba.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from engine.cards import Rank
from engine.rules import Build, BuildingRules, DiscardingRules, Opens, Rules, Spaces, StockRules, Together

MOST_PLACES = 14
"""The code of a move has room for 16 places: the piles and cells, the waste and the foundations."""


@cache
def knows(rules: Rules) -> bool:
    """Check whether any search can decide games under these rules."""
    return play_out_applies(rules) or two_decks_applies(rules) or one_deck_applies(rules)


def play_out_applies(rules: Rules) -> bool:
    """Any game in which no choice matters can be played to its end."""
    return isinstance(rules, DiscardingRules)


def two_decks_applies(rules: Rules) -> bool:
    """Two decks, built in suit or in any suit, with a stock that is turned once, and runs that move as one if at all.

    Every axis of the rules stands here: a value that is not named is one that the search would get wrong.
    """
    if not isinstance(rules, BuildingRules) or rules.stock is None:
        return False
    takes = {
        "heights": len(rules.heights) <= MOST_PLACES,
        "face_up": rules.face_up is None or not rules.has_foundations,
        "decks": rules.decks == 2,
        "shuffle": True,
        "suits": True,
        "build": rules.build in (Build.SAME_SUIT, Build.ANY_SUIT),
        "wraps": True,
        "together": rules.together in (Together.ONE, Together.RUN),
        "spaces": rules.spaces in (Spaces.CARD, Spaces.ANY),
        "stock": True,
        "cells": rules.cells == 0,
        "foundation_base": rules.has_foundations != rules.stock.deals,
        "bases_dealt": True,
        "foundations_return": not rules.foundations_return,
        "stock.deals": True,
        "stock.opens": rules.stock.opens is not (Opens.WHEN_STUCK if rules.stock.deals else Opens.WITHOUT_SPACES),
        "stock.cards": rules.stock.cards == 1,
        "stock.redeals": not rules.stock.redeals,
        # A card that goes straight into a space gets there by way of the waste, too, unless the stock may be closed.
        "stock.fills_spaces": not rules.stock.fills_spaces
        or (rules.stock.opens is Opens.ALWAYS and not rules.stock.deals),
    }
    return all(takes.values()) and takes.keys() == _AXES


def one_deck_applies(rules: Rules) -> bool:
    """One deck, built in alternating colours, with cells or with a stock that is turned again and again."""
    return _cells_apply(rules) or _redeals_apply(rules)


def _cells_apply(rules: Rules) -> bool:
    if not isinstance(rules, BuildingRules):
        return False
    takes = {
        "heights": len(rules.heights) + rules.cells <= MOST_PLACES,
        "face_up": rules.face_up is None,
        "decks": rules.decks == 1,
        "shuffle": True,
        "suits": True,
        "build": rules.build is Build.ALTERNATING_COLOURS,
        "wraps": not rules.wraps,
        "together": rules.together is Together.CARRIED,
        "spaces": rules.spaces is Spaces.ANY,
        "stock": rules.stock is None,
        "cells": True,
        "foundation_base": rules.foundation_base is Rank.ACE,
        "bases_dealt": True,
        "foundations_return": not rules.foundations_return,
    }
    return all(takes.values()) and takes.keys() == _AXES - _STOCK_AXES


def _redeals_apply(rules: Rules) -> bool:
    if not isinstance(rules, BuildingRules) or rules.stock is None:
        return False
    takes = {
        "heights": len(rules.heights) <= MOST_PLACES,
        "face_up": True,
        "decks": rules.decks == 1,
        "shuffle": True,
        "suits": True,
        "build": rules.build is Build.ALTERNATING_COLOURS,
        "wraps": not rules.wraps,
        "together": rules.together is Together.SEQUENCE,
        "spaces": rules.spaces is Spaces.KINGS,
        "stock": True,
        "cells": rules.cells == 0,
        "foundation_base": rules.foundation_base is Rank.ACE,
        "bases_dealt": True,
        "foundations_return": rules.foundations_return,
        "stock.deals": not rules.stock.deals,
        "stock.opens": rules.stock.opens is Opens.ALWAYS,
        "stock.cards": True,
        "stock.redeals": rules.stock.redeals,
        "stock.fills_spaces": not rules.stock.fills_spaces,
    }
    return all(takes.values()) and takes.keys() == _AXES


_STOCK_AXES = {f"stock.{field.name}" for field in fields(StockRules)}
_AXES = {field.name for field in fields(BuildingRules)} | _STOCK_AXES
