"""The names in play as a side may know them, and the conditions of an ``if``."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

from engine.contract import Condition, ModelNames, Vocabulary
from maps.geometry.tabletop import Tabletop, middles

from .orders import FORMS, POLICIES
from .state.position import Objective, Spot, State, Unit
from .state.zone_grid import zone_centre, zone_names

CONDITIONS = ("alive", "gone", "shaken", "steady", "hunkered", "away")
CHECKS = (
    "form",
    "if",
    "verb",
    "idle nobody",
    "over",
    "extra",
    "phase",
    "who",
    "models",
    "theirs",
    "gone",
    "whole",
    "missing",
    "policy",
    "target",
    "argument",
    "open",
    "weapon",
    "number",
    "place",
)
"""The order in which the language reports what is wrong with an order."""


class _Known(NamedTuple):
    """The names that a side could use in a position."""

    seen: State
    names: Vocabulary


_latest: dict[str, _Known] = {}
"""By side."""


def vocabulary(seen: State, side: str) -> Vocabulary:
    """Every name that a side can use in an order, including units out of play.  Orders accept names of zones and
    objectives as places; look-ups accept terrain names too.

    From order to order the names stay the same, so those of the latest positions are kept.
    """
    known = _latest.get(side)
    if known and known.seen is seen:
        return known.names
    names = known.names if known and _are_named_alike(known.seen, seen) else _vocabulary(seen, side)
    if known is None and len(_latest) >= MOST_SIDES:
        _latest.clear()
    _latest[side] = _Known(seen, names)
    return names


MOST_SIDES = 4


def _are_named_alike(one: State, other: State) -> bool:
    """Whether two positions of one game have the same vocabulary."""
    if one is other:
        return True
    if one.table is not other.table or one.types is not other.types or one.setup is not other.setup:
        return False
    if one.phase != other.phase or one.roster != other.roster:
        return False
    now = other.units.values()
    for unit in compress(now, map(is_not, now, one.units.values())):
        if not _is_named_alike(one.units[unit.id], unit):
            return False
    return True


def _is_named_alike(before: Unit, unit: Unit) -> bool:
    """Whether a vocabulary has the same of a unit."""
    return (
        before.gone == unit.gone
        and before.name == unit.name
        and before.side == unit.side
        and before.type == unit.type
        and before.start == unit.start
    )


def _vocabulary(seen: State, side: str) -> Vocabulary:
    units = {key: seen.units[key] for key in seen.roster}
    mine = {key: unit for key, unit in units.items() if unit.side == side}
    return Vocabulary(
        units={key: unit.name for key, unit in units.items()},
        mine=frozenset(mine),
        gone=frozenset(key for key, unit in units.items() if unit.gone),
        policies=POLICIES,
        conditions=CONDITIONS,
        phase=seen.phase,
        idle_code="missing-argument",
        checks=CHECKS,
        places={piece.name: piece.name for piece in seen.table.pieces if piece.name},
        features=_features(seen.table),
        tabletop=(seen.table.width, seen.table.height),
        stray_code="unknown-verb",
        prompt=True,
        models=ModelNames(
            counts={key: unit.start for key, unit in units.items()},
            points=_zone_centres(seen.table, seen.setup.objectives),
            weapons={key: seen.types[unit.type].weapons for key, unit in mine.items()},
            point_policies={"arrive": FORMS},
            verb_letters=2,
            over_code="game-over",
        ),
    )


@lru_cache(64)
def _features(table: Tabletop) -> Mapping[str, Spot]:
    """The middles of terrain by its names."""
    return middles(table.pieces)


@lru_cache(64)
def _zone_centres(table: Tabletop, objectives: tuple[Objective, ...]) -> Mapping[str, Spot]:
    """The centres of all zones by their names, also those of objectives."""
    called = {goal.name: zone_centre(goal.zone) for goal in objectives if goal.name}
    return {**called, **{zone: zone_centre(zone) for zone in zone_names(table)}}


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether a unit is alive, gone, shaken, steady, hunkered or away, as RULES.md (Orders) defines it."""
    unit = seen.units.get(condition.subject)
    if unit is None:
        return False
    there = unit.where == "table"
    living = there and any(model.wounds > 0 for model in unit.models)
    match condition.state:
        case "alive":
            return living
        case "gone":
            return unit.gone or (there and not living)
        case "shaken":
            return there and unit.shaken
        case "steady":
            return there and not unit.shaken
        case "hunkered":
            return there and unit.hunkered
        case "away":
            return not there and not unit.gone
        case _:
            return False
