"""Units of the position as badges on the map: by power, in catalogue order, with cargo, aircraft aboard and those out of the fight."""

from collections.abc import Iterator, Mapping

from maps.drawing.units.badges import DECIDED
from maps.scene.area_units import Badge, BadgeRow

from ..state.counts import added, subtracted
from ..state.position import Area, Counts, Ship, State, battle_at, counts
from ..tables import AA, AIR, BOMBER, CARRIER, CATALOGUE, FIGHTER, TABLES, TRANSPORT

LETTERS = {"land": "L", "naval": "N", "amphibious": "A"}


def rows(seen: State, area: str) -> tuple[BadgeRow, ...]:
    """A row for each power that has units there; guns stand by the name."""
    return tuple(_rows(seen, area))


def _rows(seen: State, area: str) -> Iterator[BadgeRow]:
    battle = battle_at(seen, area)
    for nth, (key, power) in enumerate(seen.powers.items()):
        found = tuple(badges(seen, area, key))
        if found:
            yield BadgeRow(
                nth, power.colour, found, attacks=bool(battle and battle.result is None and battle.attacker == key)
            )


def burst(seen: State, area: str) -> str:
    """``L2``: a battle of this turn and its last round; as decided if it is."""
    battle = battle_at(seen, area)
    return f"{DECIDED * (battle.result is not None)}{LETTERS[battle.kind]}{battle.round or ''}" if battle else ""


def badges(seen: State, area: str, power: str) -> Iterator[Badge]:
    """In catalogue order, guns left out."""
    here, ground = counts(seen, area, power), seen.areas[area]
    out = _out(seen, area, power)
    fit = subtracted(here, out)
    for kind in CATALOGUE:
        if fit.get(kind, 0) > 0 and kind != AA:
            yield from _of(ground, power, kind, fit)
        if kind in AIR and out.get(kind, 0) > 0:
            yield Badge(kind, min(out[kind], here.get(kind, 0)), manner="hollow")


def _out(seen: State, area: str, power: str) -> Counts:
    """BK 8.7, 13.1: aircraft of the active power that are over a battle without taking part."""
    if power != seen.active:
        return {}
    return added(seen.game.idle.get(area, {}), {BOMBER: seen.game.raids.get(area, 0)})


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
    """Loaded transports, those with the same cargo together."""
    found = dict[tuple[str, ...], int]()
    for ship in ships:
        aboard = units(ship.cargo)
        found[aboard] = found.get(aboard, 0) + 1
    yield from (Badge(TRANSPORT, number, aboard) for aboard, number in found.items())


def units(cargo: Mapping[str, int]) -> tuple[str, ...]:
    """One word a unit, in catalogue order."""
    return tuple(kind for kind in CATALOGUE for _ in range(cargo.get(kind, 0)))
