"""The units of the position as badges on the map: by power, in catalogue order, with cargo and idle aircraft."""

from collections.abc import Iterator, Mapping

from maps.drawing.units.badges import DECIDED
from maps.scene.area_units import Badge, BadgeRow

from ..state.counts import added, subtracted
from ..state.position import Area, Counts, Ship, State, battle_at, counts
from ..tables import AA, AIR, BOMBER, CARRIER, CATALOGUE, FIGHTER, TABLES, TRANSPORT

LETTERS = {"land": "L", "naval": "N", "amphibious": "A"}


def rows(seen: State, area: str) -> tuple[BadgeRow, ...]:
    """A row of badges for each power that has units in an area; anti-aircraft guns are shown by the name."""
    return tuple(_rows(seen, area))


def _rows(seen: State, area: str) -> Iterator[BadgeRow]:
    battle = battle_at(seen, area)
    for index, (key, power) in enumerate(seen.powers.items()):
        found = tuple(badges(seen, area, key))
        if found:
            yield BadgeRow(
                index, power.colour, found, attacks=bool(battle and battle.result is None and battle.attacker == key)
            )


def burst(seen: State, area: str) -> str:
    """The badge of this turn's battle in an area: ``L2`` is its kind and last round."""
    battle = battle_at(seen, area)
    return f"{DECIDED * (battle.result is not None)}{LETTERS[battle.kind]}{battle.round or ''}" if battle else ""


def badges(seen: State, area: str, power: str) -> Iterator[Badge]:
    """The badges of a power's units in catalogue order, without guns."""
    here, ground = counts(seen, area, power), seen.areas[area]
    out = _out(seen, area, power)
    if not here and not out:
        return
    fit = subtracted(here, out) if out else here
    for kind in CATALOGUE:
        if fit.get(kind, 0) > 0 and kind != AA:
            yield from _of(ground, power, kind, fit)
        if kind in AIR and out.get(kind, 0) > 0:
            yield Badge(kind, min(out[kind], here.get(kind, 0)), manner="hollow")


def _out(seen: State, area: str, power: str) -> Counts:
    """BK 8.7, 13.1: the active power's aircraft over a battle that take no part in it."""
    idle, raids = seen.game.idle.get(area, {}), seen.game.raids.get(area, 0)
    return added(idle, {BOMBER: raids}) if power == seen.active and (idle or raids) else {}


def _of(ground: Area, power: str, kind: str, here: Counts) -> Iterator[Badge]:
    ships = ground.cargo.get(power, ())
    if kind == TRANSPORT:
        if here[kind] > len(ships):
            yield Badge(kind, here[kind] - len(ships))
        yield from loaded(ships)
    elif kind == CARRIER:
        yield Badge(kind, here[kind], pips=min(here.get(FIGHTER, 0), TABLES.limits.carrier_fighters * here[kind]))
    else:
        yield Badge(kind, here[kind])


def loaded(ships: tuple[Ship, ...]) -> Iterator[Badge]:
    """The badges of loaded transports; those with the same cargo share one."""
    found = dict[tuple[str, ...], int]()
    for ship in ships:
        aboard = units(ship.cargo)
        found[aboard] = found.get(aboard, 0) + 1
    yield from (Badge(TRANSPORT, number, aboard) for aboard, number in found.items())


def units(cargo: Mapping[str, int]) -> tuple[str, ...]:
    """The name of each unit, in catalogue order."""
    return tuple(kind for kind in CATALOGUE for _ in range(cargo.get(kind, 0)))
