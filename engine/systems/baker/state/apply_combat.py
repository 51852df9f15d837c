"""How the events of combat change the position (BK 7, 8, 13, 14)."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Event, replace

from ..tables import AA, BATTLESHIP, BOMBER, FIGHTER, SUBMARINE, TRANSPORT, UNITS
from . import events
from .battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Homeless,
    Landed,
    Lost,
    NotRetreated,
    Raided,
    Retreated,
    RoundBegan,
    RoundEnded,
    Volley,
    Wasted,
    Withdrew,
)
from .counts import added, subtracted, with_entry
from .events import Captured, Kept, RaidOrdered, Written
from .position import SEA, Area, Battle, Counts, Ship, State, are_friends, battle_at, battle_of, defending_powers


# parts of the position
def with_ground(state: State, area: str, **changes: Any) -> State:
    """The position with these fields of an area changed."""
    return replace(state, areas={**state.areas, area: replace(state.areas[area], **changes)})


def with_game(state: State, **changes: Any) -> State:
    return replace(state, game=replace(state.game, **changes))


def with_battle(state: State, area: str, **changes: Any) -> State:
    battles = tuple(replace(battle, **changes) if battle.area == area else battle for battle in state.game.battles)
    return with_game(state, battles=battles)


def with_units(state: State, area: str, power: str, units: Counts) -> State:
    """The position in which a power has exactly these units in an area."""
    return with_ground(state, area, units=with_entry(state.areas[area].units, power, units))


def with_cargo(state: State, area: str, power: str, cargo: tuple[Ship, ...]) -> State:
    """The position in which a power has exactly these loaded transports in a zone."""
    return with_ground(state, area, cargo=with_entry(state.areas[area].cargo, power, cargo))


def arrived(state: State, area: str, power: str, units: Counts) -> State:
    """The position with more units of a power in an area."""
    return with_units(state, area, power, added(state.areas[area].units.get(power, {}), units))


def without_units(state: State, area: str, power: str, units: Counts) -> State:
    """The position with fewer units of a power in an area.

    Of the active power's aircraft, those that have flown furthest are removed first (BK 4.13).
    """
    state = with_units(state, area, power, subtracted(state.areas[area].units.get(power, {}), units))
    return _unflown(_unmoved(state, area, units), area, units) if power == state.active else state


def have_moved(state: State, area: str, units: Counts) -> State:
    """BK 13.7: these units cannot move again this turn. For aircraft the distance flown is recorded instead."""
    if state.setup.mode == "battle":
        return state
    held = {kind: number for kind, number in units.items() if UNITS[kind].sort != "air"}
    return with_game(state, moved=with_entry(state.game.moved, area, added(state.game.moved.get(area, {}), held)))


def _unmoved(state: State, area: str, units: Counts) -> State:
    return with_game(state, moved=with_entry(state.game.moved, area, subtracted(state.game.moved.get(area, {}), units)))


def _unflown(state: State, area: str, units: Counts) -> State:
    flown = state.game.flown.get(area, {})
    for kind in flown:
        spent = flown[kind]
        flown = with_entry(flown, kind, spent[: max(0, len(spent) - units.get(kind, 0))])
    return with_game(state, flown=with_entry(state.game.flown, area, flown))


# raids
def _raid_ordered(state: State, event: RaidOrdered) -> State:
    return with_game(state, raids={**state.game.raids, event.area: state.game.raids.get(event.area, 0) + event.bombers})


def _raided(state: State, event: Raided) -> State:
    """BK 13.1: a raid's losses. The remaining bombers take no part in a battle there."""
    left = state.game.raids.get(event.area, 0) - event.lost
    state = without_units(state, event.area, event.side, {BOMBER: event.lost})
    state = _idle(with_game(state, raids=with_entry(state.game.raids, event.area, 0)), event.area, {BOMBER: left})
    return with_ipc(state, event.owner, -event.ipc)


def with_ipc(state: State, power: str, more: int) -> State:
    """The position in which a power has this many IPCs more."""
    return replace(
        state, powers={**state.powers, power: replace(state.powers[power], ipc=state.powers[power].ipc + more)}
    )


def _idle(state: State, area: str, aircraft: Counts) -> State:
    return with_game(state, idle=with_entry(state.game.idle, area, added(state.game.idle.get(area, {}), aircraft)))


# a battle and its rounds
def declared(state: State, event: Written) -> State:
    """BK 11.3, 13.4: a new battle, or more units in a known one, which keeps the rounds already fought."""
    if battle_at(state, event.area) is not None:
        return with_battle(state, event.area, kind=event.kind, start=event.start, launched=event.launched)
    battle = Battle(event.area, event.kind, event.attacker, start=event.start, launched=event.launched)
    return with_game(state, battles=(*state.game.battles, battle))


def _began(state: State, event: BattleBegan) -> State:
    defenders = tuple(defending_powers(state, event.area, event.attacker))
    return with_battle(state, event.area, expected=event.expected, simulated=event.simulated, defenders=defenders)


def _shot(state: State, event: AntiAircraft) -> State:
    """BK 8.1: aircraft lost to anti-aircraft fire."""
    battle = battle_of(state, event.area)
    state = without_units(state, event.area, battle.attacker, event.lost)
    return _fallen(state, event.area, battle.attacker, event.lost)


def _round_began(state: State, event: RoundBegan) -> State:
    """BK 11.1, 13.5, 13.7: ships in an assault can do nothing else this turn; a zone's naval battle is on record."""
    battle, game = battle_of(state, event.area), state.game
    if battle.kind == "naval" and event.area not in game.sea_fought:
        state = with_game(state, sea_fought=(*game.sea_fought, event.area))
    for zone, ships in event.ships.items():
        state = _supported(state, zone, ships)
        state = have_moved(state, zone, subtracted(ships, game.moved.get(zone, {})))
    return state


def _supported(state: State, zone: str, ships: Counts) -> State:
    """BK 13.5: these battleships have supported an assault and cannot support another."""
    return with_game(
        state,
        supported=with_entry(state.game.supported, zone, state.game.supported.get(zone, 0) + ships.get(BATTLESHIP, 0)),
    )


def _lost(state: State, event: Lost) -> State:
    """BK 3.6, 3.7, 4.12: a lost unit leaves the position at once, even if it may still fire this round."""
    one, aboard = {event.type: 1}, event.ship is not None and event.type != TRANSPORT
    if event.ship is not None:
        state = _from_ship(state, event, event.ship)
    if not aboard:
        state = without_units(state, event.at, event.power, one)
    if event.place == "landed":
        battle = battle_of(state, event.area)
        state = with_battle(state, event.area, landed=subtracted(battle.landed, one))
    return _fallen(state, event.area, event.power, added(one, event.cargo))


def _from_ship(state: State, event: Lost, index: int) -> State:
    """The position without a loaded transport, or without one unit aboard it."""
    cargo = state.areas[event.at].cargo.get(event.power, ())
    left = {} if event.type == TRANSPORT else subtracted(cargo[index].cargo, {event.type: 1})
    ship = (replace(cargo[index], cargo=left),) if left else ()
    return with_cargo(state, event.at, event.power, (*cargo[:index], *ship, *cargo[index + 1 :]))


def _fallen(state: State, area: str, power: str, units: Counts) -> State:
    """Adds these units to the losses of a battle so far."""
    lost = battle_of(state, area).lost
    return with_battle(state, area, lost=with_entry(lost, power, added(lost.get(power, {}), units)))


def _landed(state: State, event: Landed) -> State:
    """BK 7.4: cargo comes ashore in an assault."""
    for zone, units in event.units.items():
        cargo = tuple(ship for ship in state.areas[zone].cargo.get(event.power, ()) if ship.to != event.area)
        state = arrived(with_cargo(state, zone, event.power, cargo), event.area, event.power, units)
        state = have_moved(state, event.area, units)
        state = with_battle(state, event.area, landed=added(battle_of(state, event.area).landed, units))
    return state


def _round_ended(state: State, event: RoundEnded) -> State:
    return with_battle(state, event.area, round=event.round)


# around the rounds
def _retreated(state: State, event: Retreated) -> State:
    """BK 8.5 to 8.10, 13.3, 13.5: a retreat. Cargo of the ships no longer lands, and battleships support no assault."""
    state = without_units(state, event.area, event.power, event.units)
    if event.cargo:
        state = with_cargo(state, event.area, event.power, ())
    if state.setup.mode == "battle":
        state = without_units(state, event.area, event.power, event.aircraft)
        return _left(state, event.power, added(event.units, event.aircraft))
    state = _idle(state, event.area, event.aircraft)
    if not event.to:
        return state
    state = have_moved(
        arrived(_supported(state, event.to, event.units), event.to, event.power, event.units), event.to, event.units
    )
    cargo = (*state.areas[event.to].cargo.get(event.power, ()), *event.cargo)
    return with_cargo(state, event.to, event.power, cargo) if event.cargo else state


def _withdrew(state: State, event: Withdrew) -> State:
    """BK 8.9: submarines withdraw."""
    units = {SUBMARINE: event.submarines}
    state = without_units(state, event.area, event.power, units)
    if state.setup.mode == "battle":
        return _left(state, event.power, units)
    state = arrived(state, event.to, event.power, units)
    return have_moved(state, event.to, units) if event.power == state.active else state


def _left(state: State, power: str, units: Counts) -> State:
    """BK 8.10: these units have left the table of a single battle, alive."""
    return with_game(state, left=with_entry(state.game.left, power, added(state.game.left.get(power, {}), units)))


def _ended(state: State, event: BattleEnded) -> State:
    return with_battle(state, event.area, result=event.result)


def _homeless(state: State, event: Homeless) -> State:
    """BK 13.8: fighters without a carrier land on an island or are lost."""
    units = {FIGHTER: event.fighters}
    state = without_units(state, event.area, event.power, units)
    return arrived(state, event.to, event.power, units) if event.to else state


# captures
def _captured(state: State, event: Captured) -> State:
    """BK 11.11, 14: a territory changes hands, with its guns and its treasury; a neutral one for its price."""
    state = with_game(with_ground(state, event.area, owner=event.by), captured=(*state.game.captured, event.area))
    for power in state.powers:
        if not are_friends(state, power, event.taker):
            state = with_units(
                state, event.area, power, subtracted(state.areas[event.area].units.get(power, {}), {AA: event.guns})
            )
    if event.guns:
        state = have_moved(arrived(state, event.area, event.taker, {AA: event.guns}), event.area, {AA: event.guns})
    state = with_ipc(state, event.taker, -event.price) if event.price else state
    robbed = next((power.id for power in state.powers.values() if power.capital == event.area), None)
    if event.treasury and robbed:
        state = with_ipc(with_ipc(state, robbed, -event.treasury), event.taker, event.treasury)
    return state


def _kept(state: State, event: Kept) -> State:
    """BK 9.4: an order is kept until the sealed round is carried out."""
    return with_game(state, kept={**state.game.kept, event.side: (*state.game.kept.get(event.side, ()), event.order)})


def _same(state: State, event: Event) -> State:
    return state


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    RaidOrdered: _raid_ordered,
    Raided: _raided,
    BattleBegan: _began,
    AntiAircraft: _shot,
    RoundBegan: _round_began,
    Volley: _same,
    Lost: _lost,
    Wasted: _same,
    Landed: _landed,
    RoundEnded: _round_ended,
    Retreated: _retreated,
    Withdrew: _withdrew,
    NotRetreated: _same,
    BattleEnded: _ended,
    Homeless: _homeless,
    Captured: _captured,
    Kept: _kept,
}


def with_loss(state: State, event: events.Written) -> State:
    """BK 9.1: the forces of a single battle on an empty table. A battle declared again replaces the earlier one."""
    attacker = event.attacker
    areas = {
        key: Area(ground.owner, _some(event.forces.get(key, {})), event.cargo if key == SEA else {})
        for key, ground in state.areas.items()
    }
    battle = Battle(event.area, event.kind, attacker)
    return replace(state, areas=areas, game=replace(state.game, battles=(battle,)))


def _some(units: Mapping[str, Counts]) -> dict[str, Counts]:
    return {power: counts for power, counts in units.items() if counts}
