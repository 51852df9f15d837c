"""What the rows of ``tables.yaml`` hold: charts, nations, abilities, type words and cards."""

from collections.abc import Mapping
from typing import Any, Literal

from engine.contract import Record, convert

Class = Literal["soldier", "vehicle", "aircraft", "obstacle"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Armour = Literal["front", "side", "rear", "top"]
EffectPhase = Literal["b-movement", "c-aircraft", "d-antiair", "e-ground-attack", "f-assault", "k-casualty"]
"""FA 5.1: the phases in which abilities do something."""
AttackManner = Literal["direct", "charge", "defensive", "indirect", "bomb", "strafe"]
"""FA 8 to 14: the ways to attack."""
Sign = Literal[
    "", "machine-gun", "light-machine-gun", "antitank-launcher", "antitank-rifle", "antitank-gun", "anti-aircraft-gun"
]
"""FA 27.1: weapons with a picture of their own."""
Pair = tuple[int, int]
"""Defense and Disintegration, or armour and vital armour."""


class Terrain(Record, frozen=True, forbid_unknown_fields=True):
    """FA 2.4: movement points to enter (None: prohibited), the Movement Roll of vehicles, whether it blocks, cover
    by class.
    """

    name: str
    soldier: int | None
    vehicle: int | None
    los: bool
    roll: int | None = None
    cover: Mapping[str, int] = {}


class Hexside(Record, frozen=True, forbid_unknown_fields=True):
    """FA 2.4: extra points to cross (None: prohibited), the Movement Roll by class, whether it blocks, cover across
    it (None: none).
    """

    name: str
    soldier: int | None
    vehicle: int | None
    los: bool
    roll: Mapping[str, int] = {}
    cover: int | None = None


class Way(Record, frozen=True, forbid_unknown_fields=True):
    name: str
    cost: int
    users: tuple[str, ...]


class Environment(Record, frozen=True, forbid_unknown_fields=True):
    """FA 2.6: how far anybody sees, whether aircraft may be placed, what is added to Movement Rolls."""

    visibility: int
    aircraft: bool
    roll: int


class Fortification(Record, frozen=True, forbid_unknown_fields=True):
    """FA 16: what each does; a word that an obstacle has not is 0 or ""."""

    dice: int = 0
    stops: str = ""
    bars: str = ""
    capacity: int = 0
    cover: int = 0


class Nation(Record, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """FA 3.5; ``start`` and ``end`` are the years in which it fights, ``letters`` its roundel on cards and counters."""

    name: str
    letters: str
    camp: Literal["allied", "axis", "neutral"]
    start: int
    end: int
    theatres: tuple[str, ...]
    groups: tuple[str, ...]


class Bombs(Record, frozen=True, forbid_unknown_fields=True):
    dice: int
    count: int


ROWS = {"soldiers": "as", "vehicles": "av", "aircraft": "aa", "fighters": "af", "bombers": "ab"}
"""FA 1.14: the attack rows of a card and what the card calls them."""


class UnitCard(Record, frozen=True, forbid_unknown_fields=True, rename={**ROWS, "excepted": "except"}):
    """FA 1.4 to 1.15, 27.1: one type of unit.  The five attack rows hold dice by column of ``range``; an empty row is
    0 dice everywhere.  ``sign``: the weapon that its picture shows, "" if its abilities and type words say it.
    """

    name: str
    nation: str
    cost: int
    date: int
    kind: Class
    sub: tuple[str, ...]
    sign: Sign = ""
    speed: int = 0
    defense: Pair | Mapping[Armour, Pair] | None = None
    cover: int = 0
    initiative: int = 0
    range: tuple[int, ...] = ()
    soldiers: tuple[int, ...] = ()
    vehicles: tuple[int, ...] = ()
    aircraft: tuple[int, ...] = ()
    fighters: tuple[int, ...] = ()
    bombers: tuple[int, ...] = ()
    bombs: Bombs | None = None
    abilities: Mapping[str, int | bool] = {}
    excepted: tuple[str, ...] = ()


class Effect(Record, frozen=True, forbid_unknown_fields=True):
    """FA 19.1: what an ability does at one moment, in words that the rules apply without knowing the ability.

    When it works (empty: always): ``phases``; ``classes`` of the unit it works for; ``targets``: classes of the other
    unit; ``how`` of the attack; ``beyond`` and ``within``: distances from and to which it works; ``least``: the figure
    it changes must be that much already; ``flag``: the field of a unit that must be set (turn-up: not yet).
    For whom: ``serves``: other friendly units within so many hexes of the commander; None: the unit itself.
    What it does: ``dice``, ``cover``, ``speed``, ``roll``: added; ``terrain``, ``hexsides``: cost, without rolls;
    ``armour``: faces it fires from; ``without``: counters that never turn up; ``soldiers`` it carries, and ``also`` of
    these type words; ``by``: how it comes into play.
    """

    phases: tuple[EffectPhase, ...] = ()
    classes: tuple[Class, ...] = ()
    targets: tuple[Class, ...] = ()
    how: tuple[AttackManner, ...] = ()
    beyond: int = 0
    within: int | None = None
    least: int | None = None
    flag: Literal["", "moved_b", "heavy_used"] = ""
    serves: int | None = None
    dice: int = 0
    cover: int = 0
    speed: int = 0
    roll: int = 0
    terrain: Mapping[str, int] = {}
    hexsides: Mapping[str, int] = {}
    armour: tuple[Armour, ...] = ()
    without: tuple[Literal["pinned", "demoralized", "damaged"], ...] = ()
    soldiers: int = 0
    also: tuple[str, ...] = ()
    by: Literal["", "drop", "glider", "replace"] = ""


def effect_with_number(written: Mapping[str, Any], number: int) -> Effect:
    """An effect as written, with the card's number for each ``n``.  Raises Unreadable."""
    effect: Effect = convert({word: number if value == "n" else value for word, value in written.items()}, Effect)
    return effect


class Ability(Record, frozen=True, forbid_unknown_fields=True, rename={"manner": "class"}):
    """FA 19: ``text`` for people; ``effect``: moment -> an Effect as written, with ``n`` for the number on the card.

    ``sign``: the pictogram of whoever has it, "" if it changes none.
    """

    manner: Literal["special", "command"]
    param: str
    text: str
    effect: Mapping[str, Mapping[str, Any]] = {}
    sign: str = ""


class Word(Record, frozen=True, forbid_unknown_fields=True):
    """FA 1.5 to 1.7: a type word, the classes that may have it, and special rules for the units that do.

    ``column``: of the chart that they pay by; ``unrolled``: terrain that they enter without Movement Rolls;
    ``road_bonus``: they have it (FA 6.8, 15.1); ``rides``: never, or only where an ability allows it (FA 7.5);
    ``chased_by``: words of vehicles that may fire at them in Defensive Fire (FA 12.6, 15.2).
    """

    classes: tuple[Class, ...]
    column: Class | None = None
    unrolled: tuple[str, ...] = ()
    road_bonus: bool = False
    rides: Literal["", "never", "towed"] = ""
    chased_by: tuple[str, ...] = ()


class Charts(Record, frozen=True, forbid_unknown_fields=True):
    """FA 2.4: what a scenario may replace, row by row."""

    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    ways: Mapping[str, Way]
    environments: Mapping[str, Environment]
    obstacles: Mapping[str, Fortification]


class Tables(Charts, frozen=True, forbid_unknown_fields=True):
    """``tables.yaml``: charts, nations, abilities, type words, the defaults of ``setup`` (FA 28.1), the catalogue
    (FA 27).
    """

    nations: Mapping[str, Nation]
    abilities: Mapping[str, Ability]
    words: Mapping[str, Word]
    setup: Mapping[str, Any]
    units: Mapping[str, UnitCard]
