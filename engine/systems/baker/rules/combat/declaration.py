"""Declaring battles as units enter areas, and updating them as more arrive (BK 11.3, 12.6, 13.3, 13.4)."""

from collections.abc import Iterator

from engine.contract import Turn, plain

from ...state.events import Written
from ...state.position import Battle, Counts, State, battle_at, is_land
from ...table_rows import Kind
from ...tables import AIR, FIGHTER, LAND, NAVAL
from ..board.area_control import defended
from .engagement import adjacent_zones, units_fighting


def declare_battle(turn: Turn[State], area: str) -> None:
    """BK 13.4: declares or updates the battle in an area that the active power has entered or will land in.

    Nothing happens if there is no enemy to fight, or nothing has changed.
    """
    state, side = turn.state, turn.state.active or ""
    beach, battle = is_landing(state, area, side), battle_at(state, area)
    if battle is not None and battle.result is not None:
        return
    if not beach and not (_attackers_present(state, area, side) and defended(state, side, area)):
        return
    kind: Kind = "naval" if not is_land(state, area) else "amphibious" if beach else "land"
    start, fighters = entered_from(state, area), fighters_launched(state, area) if is_land(state, area) else {}
    if battle is None or (battle.kind, battle.start, battle.launched) != (kind, start, fighters):
        turn.happens(Written(area, kind, side, {area: plain(state.areas[area].units)}, {}, start, fighters))


def without_landing(turn: Turn[State], battle: Battle) -> None:
    """BK 13.3: no cargo can land any more, so units that came by land or air fight a land battle."""
    state, area = turn.state, battle.area
    turn.happens(
        Written(
            area, "land", battle.attacker, {area: plain(state.areas[area].units)}, {}, battle.start, battle.launched
        )
    )


def is_landing(state: State, area: str, side: str) -> bool:
    """BK 12.6: whether cargo of the power is marked to land in an area."""
    return bool(landing_zones(state, area, side))


def landing_zones(state: State, area: str, side: str) -> tuple[str, ...]:
    """The zones from which cargo of a power is to land in an area."""
    return tuple(
        zone
        for zone in adjacent_zones(state, area)
        if any(ship.to == area for ship in state.areas[zone].cargo.get(side, ()))
    )


def zone_to_clear(state: State, battle: Battle) -> str | None:
    """BK 13.3: the first zone with enemy ships that an assault comes from; it must be fought for before."""
    zones = landing_zones(state, battle.area, battle.attacker) if battle.kind == "amphibious" else ()
    return next((zone for zone in zones if defended(state, battle.attacker, zone)), None)


def _attackers_present(state: State, area: str, side: str) -> bool:
    kinds = (*LAND, *AIR) if is_land(state, area) else (*AIR, *NAVAL)
    return any(kind in kinds for kind in units_fighting(state, area, side))


def entered_from(state: State, area: str) -> Counts:
    """BK 8.5: area -> how many land units (at sea: ships) entered from there this turn, without landed troops."""
    kinds = LAND if is_land(state, area) else NAVAL
    entered = (
        (going.way[-2], sum(going.units.get(kind, 0) for kind in kinds))
        for going in state.game.moves
        if going.to == area and len(going.way) > 1 and is_land(state, going.way[-2]) == is_land(state, area)
    )
    return _by_area(state, entered)


def fighters_launched(state: State, area: str) -> Counts:
    """BK 7.9: zone -> how many fighters that began the turn there have flown to the area."""
    return _by_area(
        state,
        (
            (going.start, going.units.get(FIGHTER, 0))
            for going in state.game.moves
            if going.to == area and not is_land(state, going.start)
        ),
    )


def _by_area(state: State, entered: Iterator[tuple[str, int]]) -> Counts:
    """The sum for each area, in the scenario's order."""
    found = dict[str, int]()
    for area, number in entered:
        found[area] = found.get(area, 0) + number
    return {area: found[area] for area in state.areas if found.get(area)}
