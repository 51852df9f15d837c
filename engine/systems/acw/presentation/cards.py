"""Cards: every type of unit as players look it up."""

from collections.abc import Iterator, Mapping

from engine.contract import Scenario
from engine.toolkit.wording import listed
from maps.scene.card import Ability, Card, CardTable

from ..rules.combat.charges import COUNTERCHARGE
from ..setup.start import types_in
from ..tables import TABLES, Arm, Reading, Type

COLOUR = "#4a4a6a"
"""The colour of every card: both sides have every type."""
PICTOGRAMS: Mapping[Arm, str] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "leader": "commander",
}
_BASE: Mapping[Arm, str] = {
    "infantry": "battalion",
    "cavalry": "squadron",
    "artillery": "section of guns",
    "leader": "headquarters",
}
READINGS: Mapping[Reading, str] = {"higher": "the higher", "lower": "the lower", "both": "both added"}


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """The card of every type; the scenario's own types replace listed ones of the same name."""
    return {key: _card(key, kind) for key, kind in types_in(scenario).items()}


def _card(key: str, kind: Type) -> Card:
    """CW 1.3, 4.6, 8.5: the card of one type; the rules have no points, so it has no cost."""
    facts = [("Bases", str(kind.bases))]
    if kind.arm == "artillery":
        facts.append(("Range", f'{kind.range:g}"'))
    if kind.arm == "leader":
        facts.append(("Reach", f'{kind.command:g}"'))
    return Card(
        key,
        kind.name[:1].upper() + kind.name[1:],
        kind.arm,
        COLOUR,
        pictogram=PICTOGRAMS[kind.arm],
        facts=tuple(facts),
        figures=tuple((name.lower(), value) for name, value in facts if name != "Bases"),
        grids=tuple(_grids(kind)),
        abilities=tuple(_abilities(kind)),
        notes=tuple(_notes(kind)),
    )


def _grids(kind: Type) -> Iterator[CardTable]:
    """CW 4.6; CW 9.4 for those that can be charged."""
    assert kind.move is not None
    straight, back, side = (READINGS[reading] for reading in kind.move)
    yield CardTable(
        "Moves, two dice: inches",
        ("", "read"),
        (("straight ahead", straight), ("back", back), ("sideways, diagonal", side)),
    )
    sizes = TABLES.sizes.get(kind.arm)
    if sizes:
        yield CardTable("Strengths", ("", "bases"), tuple((name, str(bases)) for name, bases in sizes.items()))


def _abilities(kind: Type) -> Iterator[Ability]:
    if kind.charge:
        yield Ability("Charge", "", "can charge an enemy that it sees (CW 7)")
    if kind.arm == "cavalry":
        yield Ability("Countercharge", f'{COUNTERCHARGE:g}"', "moves to meet cavalry that charges its front (CW 7.5)")
    if kind.arm == "artillery":
        added = (
            f"adds {TABLES.melee['battery-fired'].value} to a melee if the enemy is in sight, arc and range (CW 8, 9.5)"
        )
        yield Ability("Support", f'{kind.range:g}"', added)
        yield Ability("Shelling", f'{kind.range:g}"', "can shell buildings to destroy them (CW 10)")
    if kind.arm == "leader":
        yield Ability(
            "Command",
            f'{kind.command:g}"',
            f'a unit that it sees moves {TABLES.leader_bonus}" farther (CW 4.9)',
            "command",
        )
        added = f"{TABLES.melee['leader'].value:+}"
        yield Ability("Leader", added, "attached: added in the unit's melees; may be killed (CW 9.5, 9.11)", "command")


def _notes(kind: Type) -> Iterator[str]:
    """CW 1.1, 4.7, 4.8, 5 in sentences."""
    yield f"A base is a {_BASE[kind.arm]}."
    if kind.arm != "leader":
        yield f'In column it moves {TABLES.column}" farther; after changing facing or formation it rolls one die less.'
    closed = [
        name.replace("-", " ")
        for name, terrain in TABLES.terrain.items()
        if terrain.enter and kind.arm not in (*terrain.enter, *terrain.road_only)
    ]
    roads = [name.replace("-", " ") for name, terrain in TABLES.terrain.items() if kind.arm in terrain.road_only]
    if closed:
        yield f"Cannot enter: {listed(closed)}."
    if roads:
        yield f"Can enter {listed(roads)} only by road."
