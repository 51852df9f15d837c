"""Army lists and their limits: points, nations, camps, year, theatre, history, obstacles (FA 3.2 to 3.5)."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, Unreadable, counted, replace
from engine.toolkit.plain_reasons import plain_reason
from engine.toolkit.scenario_values import shortened
from engine.toolkit.unknown_types import unknown_type

from ..rules.turn.army_limits import (
    MOST,
    Limits,
    _card_objections,
    _never_together,
    _never_together_in_words,
    army_cost,
    obstacle_cost,
    obstacle_points,
    side_limits,
)
from ..state.position import Buying
from ..tables.chart_validation import ANY
from ..tables.rows import UnitCard
from ..tables.rulebook import TABLES
from .start import army_rules, known_cards

CAMPS = ("allied", "axis")
"""Those that a list can be limited to; neutral units serve both."""


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """FA 3: everything wrong with a whole list.  ``limits``, written as in a scenario's ``setup`` or ``army``,
    replace the scenario's own.

    Without a scenario there are no other limits.  Paths of faults: the type, ``points``, ``obstacles`` or the limit's
    name.
    """
    cards, faults = known_cards(scenario), list[Fault]()
    known = _combined_limits(scenario, side, limits, faults)
    counted = dict[str, int]()
    for key, count in army.items():
        if key not in cards:
            faults.append(unknown_type(key, key, cards, scenario))
        elif type(count) is not int or not 1 <= count <= MOST:
            faults.append(Fault((key,), f'"{count}" is not a number from 1 to {MOST}'))
        else:
            counted[key] = count
    faults += list_faults(cards, known, counted)
    rows = tuple((key, cards[key].name, count, cards[key].cost) for key, count in counted.items())
    return ArmyCheck(rows, army_cost(cards, counted), known.points, tuple(faults))


def list_faults(cards: Mapping[str, UnitCard], limits: Limits, army: Mapping[str, int]) -> Iterator[Fault]:
    """Everything wrong with a list."""
    for key in army:
        if barred := next(_card_objections(cards[key], limits), None):
            yield Fault((key,), f"{cards[key].name} cannot be in this army: {barred[0]}", "take it out")
    if limits.historical:
        yield from _nations_never_together(cards, army)
    total, works = army_cost(cards, army), obstacle_cost(cards, army)
    if limits.points is not None and total > limits.points:
        yield Fault(
            ("points",),
            f"this army costs {total} of {counted(limits.points, 'point')}",
            f"take out {counted(total - limits.points, 'point')}",
        )
    if limits.points is not None and works > obstacle_points(limits):
        says = f"obstacles can cost {counted(obstacle_points(limits), 'point')} in all; these cost {works}"
        yield Fault(("obstacles",), says, f"take out {works - obstacle_points(limits)} points of them")


def _nations_never_together(cards: Mapping[str, UnitCard], army: Mapping[str, int]) -> Iterator[Fault]:
    """FA 3.3, ``historical``: nations that never served together, each pair once, at the type that came later."""
    came = dict[str, str]()
    for key in army:
        came.setdefault(cards[key].nation, key)
    for first, second in combinations(came, 2):
        if _never_together(first, second):
            name = cards[came[second]].name
            yield Fault(
                (came[second],),
                f"{name} cannot be in this army: {_never_together_in_words(second, first)}",
                "keep to one of the two",
            )


def _combined_limits(scenario: Scenario | None, side: str, limits: Mapping[str, Any], faults: list[Fault]) -> Limits:
    """The scenario's limits with those given over them; what cannot be read is a fault and limits nothing."""
    if scenario is not None and side not in scenario.sides:
        faults.append(
            Fault(("side",), f"{side} is not a side of {scenario.name}", f"there are {' and '.join(scenario.sides)}")
        )
    setup = scenario.setup if scenario else {}
    written = limits.get("army")
    given = {
        **(written if isinstance(written, Mapping) else {}),
        **{key: limits[key] for key in Buying.__struct_fields__ if key in limits},
    }
    army = {**(setup.get("army") or {}), **_for_side(given, side), "mode": "buy"}
    share = limits.get("obstacle_share", setup.get("obstacle_share", TABLES.setup["obstacle_share"]))
    points = limits.get("points", setup.get("points", TABLES.setup["points"]) if scenario else None)
    for key, value in (("points", points), ("obstacle_share", share)):
        if value is not None and (type(value) is not int or not 0 <= value <= 100_000):
            faults.append(Fault((key,), f"{key} is a whole number, not {shortened(value)}"))
            return Limits()
    try:
        known = army_rules(army) or Buying()
    except Unreadable as fault:
        faults.append(Fault(("army",), f"these limits cannot be read: {plain_reason(fault)}"))
        return Limits(points)
    faults += _unknown_words(known, side)
    return side_limits(_without_unknown_words(known, side), side, points, share)


def _for_side(given: Mapping[str, Any], side: str) -> dict[str, Any]:
    """A camp or nations given without a side count for the side in question."""
    nations, camps = given.get("nations"), given.get("camps")
    return {
        **given,
        **(
            {"nations": {side: [nations] if isinstance(nations, str) else nations}}
            if isinstance(nations, (str, list))
            else {}
        ),
        **({"camps": {side: camps}} if isinstance(camps, str) else {}),
    }


def _without_unknown_words(army: Buying, side: str) -> Buying:
    """The limits without the words that name nothing: each is one fault, and no unit is at fault for it."""
    camps = {key: camp for key, camp in army.camps.items() if key != side or camp in CAMPS}
    known = tuple(nation for nation in army.nations.get(side, ()) if nation in TABLES.nations)
    nations = {key: known if key == side else listed for key, listed in army.nations.items() if key != side or known}
    theatre = army.theatre if army.theatre in TABLES.nations[ANY].theatres else None
    return replace(army, camps=camps, nations=nations, theatre=theatre)


def _unknown_words(army: Buying, side: str) -> Iterator[Fault]:
    """Words of limits that name nothing."""
    theatres = TABLES.nations[ANY].theatres
    if army.camps.get(side, "axis") not in CAMPS:
        yield Fault(("camps",), f"{army.camps[side]} is not a camp", "write allied or axis")
    if army.theatre is not None and army.theatre not in theatres:
        yield Fault(("theatre",), f"{army.theatre} is not a theatre", f"there are {', '.join(theatres)}")
    for nation in army.nations.get(side, ()):
        if nation not in TABLES.nations:
            yield Fault(("nations",), f"{nation} is not a nation", f"there are {', '.join(TABLES.nations)}")
