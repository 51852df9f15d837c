"""Single battles calculated a second time, straight from the rulebook and without the engine, unit by unit."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace

LAND, AIR = ("infantry", "artillery", "tank"), ("fighter", "bomber")
SHIPS = ("transport", "submarine", "carrier", "battleship")
ALL = LAND + AIR + SHIPS
ATTACK, DEFENCE, COST = (
    dict(zip(ALL, numbers, strict=True))
    for numbers in ((1, 2, 3, 3, 4, 1, 2, 1, 4), (2, 2, 2, 4, 1, 1, 2, 3, 4), (3, 4, 5, 12, 15, 8, 8, 18, 24))
)
LOSSES = {
    ("land", "red"): "infantry artillery tank fighter bomber",
    ("land", "blue"): "infantry artillery tank bomber fighter",
    ("naval", "red"): "transport submarine fighter loaded bomber carrier battleship",
    ("naval", "blue"): "transport submarine fighter loaded carrier battleship",
}
TARGETS = {
    ("land", "red"): "bomber fighter tank artillery infantry",
    ("land", "blue"): "loaded battleship carrier bomber fighter tank artillery infantry transport",
    ("naval", "red"): "battleship carrier bomber loaded fighter submarine transport",
    ("naval", "blue"): "battleship carrier bomber loaded fighter submarine transport",
}
ON_LAND = (
    "red artillery now, blue artillery now, red infantry tank fighter bomber late, "
    "blue bomber infantry tank fighter late"
)
ROUNDS = {
    "land": (ON_LAND, ON_LAND),
    "naval": (
        "red submarine now, red battleship now, blue battleship now, red transport carrier fighter bomber late, "
        "blue transport submarine carrier fighter late",
        "red battleship now, blue battleship now, red transport carrier submarine fighter bomber late, "
        "blue transport submarine carrier fighter late",
    ),
    "amphibious": (
        "red artillery battleship now, blue artillery now, red fighter bomber late, blue bomber fighter now, unload, "
        "red infantry tank late, blue infantry tank late",
        ON_LAND,
    ),
}


@dataclass(frozen=True, order=True)
class Unit:
    """``ship``: of a transport its number, of a unit aboard that of its ship; ``cargo``: what a fixed one is worth.

    ``at``: aboard, landed, overland or nothing; ``fallen``: behind the casualty line.
    """

    side: str
    type: str
    at: str = ""
    ship: int = 0
    cargo: int = 0
    fallen: bool = False


@dataclass(frozen=True)
class Orders:
    """Of one side: lists, ``keep``, and when to leave, as (condition, n)."""

    losses: str = ""
    targets: str = ""
    keep: int = 0
    retreat: tuple[str, int] = ("never", 0)
    withdraw: tuple[str, int] = ("never", 0)


@dataclass
class Sheet:
    """A battle: what stands, what has left alive, how it ended."""

    kind: str
    units: list[Unit]
    orders: Mapping[str, Orders]
    guns: bool = False
    round: int = 0
    away: list[Unit] = field(default_factory=list)
    result: str = ""
    ashore: bool = False


Dice = Generator[tuple[int, int], tuple[int, int], None]
"""Asks for so many dice that hit on so much; is told how many ones and how many other hits there were."""


def laid_out(
    kind: str,
    attackers: Mapping[str, int],
    overland: Mapping[str, int],
    defenders: Mapping[str, int],
    orders: Mapping[str, Orders],
) -> Sheet:
    units = [Unit("blue", name) for name, n in defenders.items() if name not in ("aa", "loaded") for _ in range(n)]
    units += [Unit("red", name, "overland") for name, n in overland.items() for _ in range(n)]
    if kind == "amphibious":
        units += [
            Unit("red", name) for name, n in attackers.items() if name not in (*LAND, "transport") for _ in range(n)
        ]
        loads = [[name] for name in ("tank", "artillery") for _ in range(attackers.get(name, 0))]
        men = attackers.get("infantry", 0)
        loads += [["infantry"] * min(2, men - at) for at in range(0, men, 2)]
        loads += [[]] * (attackers["transport"] - len(loads))
        for number, load in enumerate(loads, 1):
            units += [Unit("red", "transport", ship=number), *(Unit("red", name, "aboard", number) for name in load)]
    else:
        units += [Unit("red", name) for name, n in attackers.items() if name != "loaded" for _ in range(n)]
    for side, counts in (("red", attackers), ("blue", defenders)):
        units += [Unit(side, "transport", ship=number + 1, cargo=6) for number in range(counts.get("loaded", 0))]
    return Sheet(kind, units, orders, bool(defenders.get("aa")))


def fought(sheet: Sheet) -> Dice:
    """One round and what follows it."""
    if sheet.round == 0 and sheet.guns:
        for name in AIR:
            shot_at = [unit for unit in sheet.units if (unit.side, unit.type) == ("red", name)]
            if shot_at:
                hits, _ = yield len(shot_at), 1
                for unit in shot_at[:hits]:
                    sheet.units.remove(unit)
    first, later = ROUNDS[sheet.kind]
    for step in (later if sheet.round else first).split(", "):
        if step == "unload":
            sheet.ashore = True
            sheet.units = [replace(unit, at="landed") if unit.at == "aboard" else unit for unit in sheet.units]
            continue
        side, *names, when = step.split()
        for name in names:
            yield from volley(sheet, side, name, when)
    sheet.units = [unit for unit in sheet.units if not unit.fallen]
    sheet.round += 1
    sheet.ashore = True
    close(sheet)


def volley(sheet: Sheet, side: str, name: str, when: str) -> Dice:
    firing = [unit for unit in sheet.units if (unit.side, unit.type) == (side, name) and fires(sheet, unit)]
    if not firing or not (prey(sheet, side, name, "one") or prey(sheet, side, name, "other")):
        return
    ones, others = yield len(firing), (ATTACK if side == "red" else DEFENCE)[name]
    for face in ["one"] * ones + ["other"] * others:
        able = prey(sheet, side, name, face)
        if able:
            picks = face == "one" and (
                name not in ("infantry", "transport", "carrier") or (name == "carrier" and side == "blue")
            )
            strike(sheet, pick(sheet, side, able, "targets" if picks else "losses"), when)


def fires(sheet: Sheet, unit: Unit) -> bool:
    if unit.side == "red" and unit.type == "transport" and loaded(sheet, unit):
        return False
    if sheet.kind == "amphibious" and sheet.round and unit.type in SHIPS:
        return False
    return unit.at != "aboard"


def loaded(sheet: Sheet, ship: Unit) -> int:
    """What its cargo is worth."""
    return ship.cargo + sum(
        COST[unit.type] for unit in sheet.units if unit.at == "aboard" and unit.ship == ship.ship and not unit.fallen
    )


def prey(sheet: Sheet, side: str, name: str, face: str) -> list[Unit]:
    """BK 4.3 to 4.11, 7.6, 7.7: from among whom the unit must be picked."""
    foes = [unit for unit in sheet.units if unit.side != side and not unit.fallen]
    if sheet.kind == "amphibious":
        ships: tuple[str, ...] = ()
        if side == "blue" and not sheet.ashore and face == "one":
            ships = ("transport", "battleship") if name == "artillery" else ("transport", "battleship", "carrier")
        foes = [unit for unit in foes if unit.type not in SHIPS or unit.type in ships]
    if name == "infantry":
        ranks: list[tuple[str, ...]] = [("infantry",), ("artillery", "tank"), AIR]
    elif name == "tank":
        ranks = [LAND, AIR]
    elif name == "submarine":
        ranks = [SHIPS, AIR] if face == "one" else [SHIPS]
    else:
        ranks = [ALL]
    return next((able for rank in ranks if (able := [unit for unit in foes if unit.type in rank])), [])


def pick(sheet: Sheet, side: str, able: list[Unit], which: str) -> Unit:
    foe = "blue" if side == "red" else "red"
    chooser = side if which == "targets" else foe
    if which == "losses" and foe == "red":
        men = sum(unit.side == "red" and unit.type in LAND and not unit.fallen for unit in sheet.units)
        if men <= sheet.orders["red"].keep and any(unit.type in AIR for unit in able):
            able = [unit for unit in able if unit.type not in LAND]
    wish = ranked(sheet, chooser, which)
    able = sorted(able, key=lambda unit: wish.index(called(sheet, unit)))
    able = [unit for unit in able if called(sheet, unit) == called(sheet, able[0])]
    if able[0].type == "transport":
        return sorted(able, key=lambda ship: (-1 if which == "targets" else 1) * 100 * loaded(sheet, ship) - ship.ship)[
            0
        ]
    place = {"aboard": 0, "landed": 1}
    value = {
        unit.ship: loaded(sheet, unit) for unit in sheet.units if unit.type == "transport" and unit.side == able[0].side
    }
    return sorted(
        able, key=lambda unit: (place.get(unit.at, 2), value[unit.ship] if unit.at == "aboard" else 0, -unit.ship)
    )[0]


def called(sheet: Sheet, unit: Unit) -> str:
    return "loaded" if unit.type == "transport" and loaded(sheet, unit) else unit.type


def ranked(sheet: Sheet, side: str, which: str) -> list[str]:
    given = (sheet.orders[side].losses if which == "losses" else sheet.orders[side].targets).split()
    if "transport" in given and "loaded" not in given:
        given.insert(given.index("transport") + 1, "loaded")
    usual = (LOSSES if which == "losses" else TARGETS)["naval" if sheet.kind == "naval" else "land", side].split()
    return given + [name for name in usual if name not in given]


def strike(sheet: Sheet, unit: Unit, when: str) -> None:
    at = sheet.units.index(unit)
    if when == "late":
        sheet.units[at] = replace(unit, fallen=True)
        return
    del sheet.units[at]
    if unit.type == "transport" and not sheet.ashore:
        sheet.units = [other for other in sheet.units if not (other.at == "aboard" and other.ship == unit.ship)]


def counted(sheet: Sheet, side: str) -> int:
    return sum(unit.side == side and not (sheet.kind == "amphibious" and unit.type in SHIPS) for unit in sheet.units)


def close(sheet: Sheet) -> None:
    """BK 8.2, 8.3"""
    decide(sheet)
    for side, what in (("red", "retreat"), ("red", "withdraw"), ("blue", "withdraw")):
        if sheet.result:
            return
        when, n = sheet.orders[side].retreat if what == "retreat" else sheet.orders[side].withdraw
        if met(sheet, side, when, n):
            leave(sheet, side, what)
            if not counted(sheet, "red"):
                sheet.result = "retreated"
    decide(sheet)


def decide(sheet: Sheet) -> None:
    red, blue = counted(sheet, "red"), counted(sheet, "blue")
    if not sheet.result and not (red and blue):
        sheet.result = "won" if red else "lost" if blue else "draw"


def met(sheet: Sheet, side: str, when: str, n: int) -> bool:
    red, blue = counted(sheet, "red"), counted(sheet, "blue")
    subs = sum((unit.side, unit.type) == (side, "submarine") for unit in sheet.units)
    men = sum(unit.side == "red" and unit.type in LAND for unit in sheet.units)
    return {
        "never": False,
        "after": sheet.round >= n,
        "attackers": red < n,
        "fewer": red < blue,
        "defenders": blue > n,
        "no-land": not men,
        "submarines": subs < n,
    }[when]


def leave(sheet: Sheet, side: str, what: str) -> None:
    def goes(unit: Unit) -> bool:
        if what == "withdraw":
            return sheet.kind == "naval" and (unit.side, unit.type) == (side, "submarine")
        return unit.side == "red" and unit.at != "landed" and not (sheet.kind == "amphibious" and unit.type in SHIPS)

    sheet.away += [unit for unit in sheet.units if goes(unit)]
    sheet.units = [unit for unit in sheet.units if not goes(unit)]


def played(sheet: Sheet, die: Callable[[], int]) -> list[int]:
    """One round with these dice; the faces in the order in which they fell."""
    faces, dice = list[int](), fought(sheet)
    try:
        number, need = next(dice)
        while True:
            fell = [die() for _ in range(number)]
            faces += fell
            number, need = dice.send((fell.count(1), sum(1 < face <= need for face in fell)))
    except StopIteration:
        return faces
