"""Cards: every type of unit as players look it up, with what its dice must show."""

from collections.abc import Iterator

from engine.contract import Scenario
from engine.toolkit.wording import listed
from maps.scene.card import Ability, Card, CardTable

from ..setup.start import types_in
from ..tables import TABLES, Type, price

COLOUR = "#5b4a2f"
"""The colour of every card: the types of MiniWars belong to no side."""


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """MW 1.1: the card of every type; the scenario's own types replace listed ones of the same name."""
    return {key: _card(key, kind) for key, kind in types_in(scenario).items()}


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
        figures=tuple(_figures(kind)),
    )


def _figures(kind: Type) -> Iterator[tuple[str, str]]:
    yield "move", f"{kind.move}{'*' * kind.cavalry}"
    yield "combat", str(kind.cs)
    yield "morale", kind.morale
    if kind.missile:
        yield "range", f"{len(TABLES.missile[kind.missile])} ({kind.missile})"


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
        yield Ability("Leader", "", "may try to rally one disrupted unit of its side each turn (MW 13)", "command")


def _notes(kind: Type) -> Iterator[str]:
    """MW 1.3, 1.5, 1.6: morale, closed terrain and pricing in sentences."""
    yield {
        "+": "Good morale: harder to disrupt and easier to rally.",
        "=": "Average morale.",
        "-": "Poor morale: easier to disrupt and harder to rally.",
        "!": "A leader: as hard to disrupt as a unit of good morale.",
    }[kind.morale]
    closed = [
        name
        for name, terrain in TABLES.terrain.items()
        if terrain.points("cavalry" if kind.cavalry else "infantry") is None
    ]
    yield f"Cannot enter {listed(closed)}, except by road."
    if kind.cost is None:
        yield "Priced by MW 15.1."
