"""The cards of all types of units, as words and figures that can be drawn or read aloud (BK 1.4 to 7)."""

from collections.abc import Iterator, Mapping

from engine.contract import Scenario
from maps.scene.card import Ability, Card, CardTable

from ..table_rows import BattleStep, Class, Type
from ..tables import (
    AA,
    AIR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    COMBAT,
    COMPLEX,
    FIGHTER,
    INFANTRY,
    LAND,
    NAVAL,
    SUBMARINE,
    TABLES,
    TANK,
    TRANSPORT,
    UNITS,
)
from ..wording import WORDS, type_in_words

CLASSES: Mapping[Class, tuple[str, str, str]] = {
    "land": ("Land units", "#4d6b2f", "slant"),
    "air": ("Aircraft", "#1f5fa8", "bars"),
    "naval": ("Ships", "#17565c", "dots"),
    "gear": ("Gear", "#5a5a5a", ""),
}
"""The names of the classes, and the colour and pattern of their cards."""
_AREAS = {"land": "land areas", "air": "areas of any kind", "naval": "sea zones", "gear": "land areas"}


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """The card of every type; scenarios have no types of their own."""
    return {key: sheet(key, kind) for key, kind in UNITS.items()}


def sheet(key: str, kind: Type) -> Card:
    """The card of one type."""
    title, colour, pattern = CLASSES[kind.sort]
    grids = (CardTable("Order of fire", ("round 1", "later"), tuple(_order(key))),) if key in COMBAT else ()
    return Card(
        key,
        type_in_words(key),
        title,
        colour,
        cost=str(kind.cost),
        pictogram=key,
        facts=tuple(_facts(key, kind)),
        grids=grids,
        abilities=tuple(_abilities(key)),
        notes=tuple(_notes(key, kind)),
        pattern=pattern,
        group=title,
        counted="IPCs",
    )


def _facts(key: str, kind: Type) -> Iterator[tuple[str, str]]:
    if key in COMBAT:
        yield "Attack", str(kind.attack)
        yield "Defence", str(kind.defence)
    yield "Move", str(kind.move) if kind.move else "–"
    yield "Also", ", ".join(TABLES.aliases.get(key, ())[:3]) or "–"


# when a type fires
def _order(key: str) -> Iterator[tuple[str, ...]]:
    """BK 3.1, 5 to 7: the step in which a type fires, in attack and defence, and when its victims are removed."""
    for kind, steps in TABLES.steps.items():
        for side, does in (("attacker", "attacks"), ("defender", "defends")):
            cells = [_step(key, side, which) for which in (steps.first, steps.later)]
            if any(cell != "–" for cell in cells):
                yield f"{kind}, {does}", *cells


def _step(key: str, side: str, steps: tuple[BattleStep, ...]) -> str:
    for nth, step in enumerate(steps, 1):
        if step.side == side and key in step.types:
            return f"step {nth}, at once" if step.losses == "at-once" else f"step {nth}"
    return "–"


# what a type hits
def _abilities(key: str) -> Iterator[Ability]:
    """BK 4, 8.1, 15.2: the units that a hit can take."""
    if key in COMBAT:
        hits, kind = TABLES.hits[key], UNITS[key]
        low, high = sorted((kind.attack, kind.defence))
        yield Ability("hits", "", _classes(hits.classes))
        if hits.one:
            yield Ability("on a one", "", f"{_classes(hits.one)}; its own side picks which")
        elif hits.chooses == "never":
            yield Ability("never chooses", "", "the side that is hit picks what is lost, even on a one")
        else:
            when = "only when it defends" if hits.chooses == "on-one-defending" else "attacking and defending"
            yield Ability("on a one", "", f"its own side picks what is lost, {when}")
        if high > 1 and hits.chooses != "never":
            yield Ability(f"on 2 to {high}" if high > 2 else "on a two", "", "the side that is hit picks")
        if low != high:
            yield Ability("hits on", f"{kind.attack} / {kind.defence}", "or less, attacking / defending")
    elif key == AA:
        yield Ability(
            "fires",
            "",
            "before round 1 of a battle on land, and at raids: one die for each attacking fighter, then for each "
            "bomber; each one brings one down. Several guns fire as one (BK 8.1)",
        )
    else:
        yield Ability(
            "places",
            "",
            "new units at the end of its owner's turn, as many as its territory is worth; one that its first "
            "owner has had from the start, any number (BK 15.2)",
        )


def _classes(classes: tuple[tuple[str, ...], ...]) -> str:
    """``infantry; if there is none, artillery or tank; only then aircraft``"""
    named = [_class(each) for each in classes]
    links = ("", "if there is none, ", "only then ") if len(named) > 2 else ("", "only then ")
    return "; ".join(f"{link}{words}" for link, words in zip(links, named, strict=False))


def _class(types: tuple[str, ...]) -> str:
    words = {COMBAT: "any unit", LAND: "a land unit", AIR: "an aircraft", NAVAL: "a ship"}
    return words.get(types) or " or ".join(types)


# the rest
def _notes(key: str, kind: Type) -> Iterator[str]:
    limits = TABLES.limits
    if kind.move:
        areas = _AREAS[kind.sort].replace("areas", "area") if kind.move == 1 else _AREAS[kind.sort]
        yield f"Moves up to {kind.move} {areas} a turn."
    if key in LAND or key == AA:
        number = limits.transport_infantry if key == INFANTRY else limits.transport_other
        alone = " and nothing else" if number == 1 else ""
        yield f"A transport takes {number} {WORDS[key][number > 1]}{alone} (BK 12.1)."
    yield from _NOTES.get(key, ())


_NOTES: Mapping[str, tuple[str, ...]] = {
    ARTILLERY: ("Fires before all other land units; artillery that came by sea waits for round 2 (BK 7.3).",),
    TANK: (
        "In combat movement it may pass through enemy land without combat units, and takes it on the way (BK 11.5).",
    ),
    FIGHTER: (f"Lands on friendly land or on a carrier, {TABLES.limits.carrier_fighters} on each (BK 11.8).",),
    BOMBER: (
        "Lands on friendly land. May raid an industrial complex: one die; its owner loses that many IPCs (BK 13.1).",
    ),
    TRANSPORT: (
        f"Holds {TABLES.limits.transport_infantry} infantry, or one {' or '.join((*LAND[1:], AA))} (BK 12.1).",
        "Loaded it does not roll in an attack; it sinks with its cargo (BK 4.8, 4.12).",
    ),
    SUBMARINE: (
        "Attacking in round 1 it fires before all others, and its losses go at once (BK 6.2).",
        "May withdraw from a battle after any round (BK 8.9).",
    ),
    CARRIER: (
        f"Takes {TABLES.limits.carrier_fighters} fighters (BK 11.8).",
        "Beside a landing it can be sunk while a fighter of its own takes part (BK 7.9).",
    ),
    BATTLESHIP: ("Before a landing it fires with the guns of the attack, at one assault a turn (BK 7.2, 13.5).",),
    AA: ("Not a combat unit: never lost in battle; whoever takes its territory gets it (BK 14.2).",),
    COMPLEX: (
        "Is built on own land worth 1 or more that has none (BK 15.4); whoever takes the land gets it (BK 14.2).",
    ),
}
