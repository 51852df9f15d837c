"""What can be looked up without a game: the card of every type of unit, and an army list reckoned."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario
from engine.toolkit.wording import listed
from maps.scene.card import Ability, Card, CardTable

from ..setup.start import known_types
from ..tables import TABLES, Type, price

COLOUR = "#5b4a2f"
"""Of every banner: the types of MiniWars belong to no camp."""


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """MW 1.1: the card of every type, those of the scenario over the listed ones."""
    return {key: _card(key, kind) for key, kind in _types(scenario).items()}


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """MW 1.6: what the army costs, against ``limits["points"]`` if that is said; either side may have every type."""
    types = _types(scenario)
    rows = tuple((key, types[key].name, count, price(types[key])) for key, count in army.items() if key in types)
    total, limit = sum(count * cost for _, _, count, cost in rows), limits.get("points")
    return ArmyCheck(rows, total, limit, tuple(_faults(types, army, total, limit)))


def _faults(types: Mapping[str, Type], army: Mapping[str, int], total: int, limit: int | None) -> Iterator[Fault]:
    for key in army:
        if key not in types:
            near = get_close_matches(key, types, 2)
            instead = f"did you mean {' or '.join(near)}?" if near else "`fieldpost cards miniwars` lists all"
            yield Fault((key,), f"there is no type {key}", instead)
    if limit is not None and total > limit:
        over = total - limit
        yield Fault(
            ("points",),
            f"the army costs {total} of {limit} points: {over} too many",
            f"take out what costs {over} or more",
        )


def _types(scenario: Scenario | None) -> Mapping[str, Type]:
    return known_types(scenario) if scenario else TABLES.types


def _card(key: str, kind: Type) -> Card:
    arm = "cavalry" if kind.cavalry else "infantry"
    leader = kind.morale == "!"
    facts = [("Move", f"{kind.move}{'*' * kind.cavalry}"), ("Combat Strength", str(kind.cs)), ("Morale", kind.morale)]
    if kind.missile:
        facts.append(("Missiles", kind.missile))
    return Card(
        key,
        kind.name,
        f"{arm}, leader" if leader else arm,
        COLOUR,
        str(price(kind)),
        pictogram=arm,
        facts=tuple(facts),
        grids=tuple(_grids(kind)),
        abilities=tuple(_abilities(kind)),
        notes=tuple(_notes(kind)),
    )


def _grids(kind: Type) -> Iterator[CardTable]:
    """MW 6.3, 10.3: what the dice must show, before modifiers."""
    if kind.missile:
        chart = TABLES.missile[kind.missile]
        yield CardTable(
            "Missiles, one die",
            ("hexes", *(str(at) for at in range(1, len(chart) + 1))),
            (("hits on", *(f"{n}+" for n in chart)),),
        )
    ranks = range(1, len(TABLES.melee) + 1)
    attack, defence = TABLES.melee[kind.cs - 1], [row[kind.cs - 1] for row in TABLES.melee]
    yield CardTable(
        "Melee, two dice",
        ("enemy's CS", *map(str, ranks)),
        (("attacks: needs", *(f"{n}+" for n in attack)), ("attacked: enemy needs", *(f"{n}+" for n in defence))),
    )


def _abilities(kind: Type) -> Iterator[Ability]:
    if kind.morale == "!":
        yield Ability("Leader", "", "tries to rally one disrupted company of its side each turn (MW 13)", "command")


def _notes(kind: Type) -> Iterator[str]:
    """MW 1.3, 1.5, 1.6 in sentences."""
    yield {
        "+": "Good morale: harder to shake, and rallies more easily.",
        "=": "Average morale.",
        "-": "Poor morale: easier to shake.",
        "!": "A leader: hard to shake, as good morale is.",
    }[kind.morale]
    closed = [
        name
        for name, terrain in TABLES.terrain.items()
        if terrain.points("cavalry" if kind.cavalry else "infantry") is None
    ]
    yield f"Closed to it, unless a road leads in: {listed(closed)}."
    if kind.cost is None:
        yield "Priced by MW 15.1."
