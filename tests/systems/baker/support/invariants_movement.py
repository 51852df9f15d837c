"""What holds of the units of Baker and of how they go, after every event (BK 1, 11, 12, 15)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from engine.systems.baker.state.battle_events import AntiAircraft, Homeless, Landed, Lost, Raided, Retreated, Withdrew
from engine.systems.baker.state.events import (
    AssaultPrepared,
    Captured,
    GameOver,
    LandedByItself,
    Loaded,
    LostAtSea,
    Moved,
    PaidBack,
    Placed,
    RaidOrdered,
    Shipped,
    TurnBegan,
    Unloaded,
    Written,
)
from engine.systems.baker.state.events import Bought as Purchase
from engine.systems.baker.state.position import Battle, Ship, State
from tests.conformance.moment import Moment
from tests.systems.baker.support.oracle_battle import AIR, ALL, LAND, SHIPS

MOVE = {
    "infantry": 1,
    "artillery": 1,
    "tank": 2,
    "fighter": 4,
    "bomber": 6,
    "transport": 2,
    "submarine": 2,
    "carrier": 2,
    "battleship": 2,
    "aa": 1,
}
CARGO = ({"infantry": 1}, {"infantry": 2}, {"artillery": 1}, {"tank": 1}, {"aa": 1})
Tally = Counter[tuple[str, str, str]]
"""(area, power, type) -> how many; what is aboard a ship counts in its zone.  As a change: below 0, what is gone."""


# reckoned anew
def foe(state: State, power: str, other: str) -> bool:
    return state.powers[power].alliance != state.powers[other].alliance


def enemies(state: State, power: str, area: str, kinds: Sequence[str] = ALL) -> list[str]:
    """The types of enemy units in an area."""
    return [
        kind
        for other, units in state.areas[area].units.items()
        if foe(state, power, other)
        for kind in units
        if kind in kinds
    ]


def ours(state: State, power: str, area: str) -> bool:
    owner = state.areas[area].owner
    return owner is not None and not foe(state, power, owner)


def ground(state: State, area: str) -> bool:
    return state.map.known[area].kind == "land"


def battle(state: State, area: str) -> Battle:
    (only,) = [one for one in state.game.battles if one.area == area]
    return only


def tally(state: State, areas: Sequence[str]) -> Tally:
    found = Tally()
    for area in areas:
        there = state.areas[area]
        for power, units in there.units.items():
            found.update({(area, power, kind): n for kind, n in units.items()})
        for power, ships in there.cargo.items():
            for ship in ships:
                found.update({(area, power, kind): n for kind, n in ship.cargo.items()})
    return found


def touched(m: Moment) -> list[str]:
    """The areas that are not what they were."""
    if m.before.areas is m.after.areas:
        return []
    return [area for area, there in m.after.areas.items() if there is not m.before.areas[area]]


# what an event is said to do
def _change(*parts: tuple[str, str, Mapping[str, int], int]) -> Tally:
    found = Tally()
    for area, power, units, sign in parts:
        for kind, n in units.items():
            if area:
                found[area, power, kind] += sign * n
    return found


def _aboard(ships: Sequence[Ship]) -> dict[str, int]:
    return dict(sum((Counter(ship.cargo) for ship in ships), Counter[str]()))


def _from_to(power: str, start: str, to: str, *units: Mapping[str, int]) -> Tally:
    return _change(*((area, power, some, sign) for some in units for area, sign in ((start, -1), (to, 1))))


def told_change(m: Moment) -> Tally:
    """What the event says of units that come, go and change places."""
    event = m.event
    match event:
        case Moved():
            return _from_to(event.side, event.start, event.to, event.units, _aboard(event.cargo))
        case Shipped():
            end = event.zones[-1]
            went = _from_to(event.side, event.zones[0], end, {"transport": len(event.cargo)})
            went.update(_from_to(event.side, event.start, end if event.assault else event.to, event.units))
            return went
        case Loaded():
            return _from_to(event.side, event.start, event.zone, event.units)
        case Unloaded():
            return _from_to(event.side, event.zone, event.to, event.units)
        case Retreated():
            off = m.after.setup.mode == "battle"
            return _from_to(
                event.power, event.area, event.to, event.units, _aboard(event.cargo), event.aircraft if off else {}
            )
        case Withdrew():
            return _from_to(event.power, event.area, event.to, {"submarine": event.submarines})
        case Homeless():
            return _from_to(event.power, event.area, event.to, {"fighter": event.fighters})
        case LandedByItself():
            return _from_to(event.power, event.start, event.to, {event.type: 1})
        case Landed():
            went = Tally()
            for zone, units in event.units.items():
                went.update(_from_to(event.power, zone, event.area, units))
            return went
        case LostAtSea():
            return _change((event.start, event.power, {event.type: 1}, -1))
        case Raided():
            return _change((event.area, event.side, {"bomber": event.lost}, -1))
        case AntiAircraft():
            return _change((event.area, battle(m.before, event.area).attacker, event.lost, -1))
        case Lost():
            return _change((event.at, event.power, {event.type: 1}, -1), (event.at, event.power, event.cargo, -1))
        case Captured():
            guns = _change((event.area, event.taker, {"aa": event.guns}, 1))
            for power, units in m.before.areas[event.area].units.items():
                if foe(m.before, event.taker, power):
                    guns.update(_change((event.area, power, {"aa": units.get("aa", 0)}, -1)))
            return guns
        case Placed():
            return _change(
                (event.area, event.side, {kind: n for kind, n in event.units.items() if kind != "complex"}, 1)
            )
    return Tally()


# of every event
def no_unit_comes_or_goes_untold(m: Moment) -> None:
    """Invariants: by losses, purchase and placement alone; a battle that is written lays its own table (BK 9.1)."""
    if isinstance(m.event, Written) and m.after.setup.mode == "battle":
        laid = Tally(
            {
                (area, power, kind): n
                for area, sides in m.event.forces.items()
                for power, units in sides.items()
                for kind, n in units.items()
                if n
            }
        )
        laid.update(
            {("Sea", power, kind): n for power, ships in m.event.cargo.items() for kind, n in _aboard(ships).items()}
        )
        assert tally(m.after, list(m.after.areas)) == laid
        return
    areas, due = touched(m), {key: n for key, n in told_change(m).items() if n}
    now = tally(m.after, areas)
    now.subtract(tally(m.before, areas))
    assert {key: n for key, n in now.items() if n} == due


def units_in_hand_are_bought_and_placed(m: Moment) -> None:
    """BK 10.2, 15.2, 15.5"""
    for power, now in m.after.powers.items():
        before = m.before.powers[power]
        if before is not now:
            buys = Counter(before.buys)
            match m.event:
                case Purchase(side=side, units=units) if side == power:
                    buys = buys + Counter(units) if units else Counter()
                case Placed(side=side, units=units) | PaidBack(side=side, units=units) if side == power:
                    assert units.items() and not Counter(units) - buys
                    buys -= Counter(units)
            assert dict(buys) == dict(now.buys), power


def counts_are_of_what_there_is(m: Moment) -> None:
    """No count is below 1, loaded transports are among the transports, and every cargo is possible."""
    for area in touched(m):
        there = m.after.areas[area]
        for units in there.units.values():
            assert units and all(n >= 1 for n in units.values())
            assert not set(units) & {*SHIPS} if ground(m.after, area) else not set(units) & {*LAND, "aa"}, (area, units)
            assert "complex" not in units
        for power, ships in there.cargo.items():
            assert len(ships) <= there.units.get(power, {}).get("transport", 0), (area, power)
            assert all(dict(ship.cargo) in CARGO for ship in ships)


def what_has_moved_is_there(m: Moment) -> None:
    """Invariants; BK 11.1: no aircraft flies farther than it can."""
    game, side = m.after.game, m.after.active
    if side is None or (game is m.before.game and not touched(m)):
        return
    for area, moved in (*game.moved.items(), *game.idle.items()):
        here = m.after.areas[area].units.get(side, {})
        assert all(0 < n <= here.get(kind, 0) for kind, n in moved.items()), (area, moved, here)
    for area, flown in game.flown.items():
        here = m.after.areas[area].units.get(side, {})
        for kind, spent in flown.items():
            assert kind in AIR and 0 < len(spent) <= here.get(kind, 0) and list(spent) == sorted(spent)
            assert spent[0] > 0 and spent[-1] <= MOVE[kind]


def ways_lead_from_area_to_area(m: Moment) -> None:
    """BK 11.1 to 11.4, 11.6, 12.3: step by step, no farther than it goes, not through enemies."""
    state, event = m.before, m.event
    match event:
        case Moved():
            assert (event.way[0], event.way[-1]) == (event.start, event.to) and event.side == state.active
            _steps(m, event.way, event.units)
            for kind in event.units:
                begun = max(event.flown.get(kind, ()), default=0)
                assert begun + len(event.way) - 1 <= MOVE[kind], kind
        case LandedByItself():
            assert (event.way[0], event.way[-1]) == (event.start, event.to)
            _steps(m, event.way, {event.type: 1})
            assert event.flown + len(event.way) - 1 <= MOVE[event.type]
        case Shipped():
            assert event.aboard in event.zones and len(event.zones) <= 3
            assert _touch(state, event.start, event.aboard) and _touch(state, event.to, event.zones[-1])
            assert (
                not enemies(state, event.side, event.aboard, SHIPS)
                and ours(state, event.side, event.to) != event.assault
            )
            assert all(ship.to == (event.to if event.assault else None) for ship in event.cargo)
            _steps(m, event.zones, {"transport": 1})
        case Loaded() | Unloaded() | AssaultPrepared():
            land = (
                event.start
                if isinstance(event, Loaded)
                else event.area
                if isinstance(event, AssaultPrepared)
                else event.to
            )
            assert _touch(state, land, event.zone) and ground(state, land) and not ground(state, event.zone)
            assert ours(state, event.side, land) != isinstance(event, AssaultPrepared)
            assert isinstance(event, AssaultPrepared) or not enemies(state, event.side, event.zone, SHIPS)


def _touch(state: State, one: str, other: str) -> bool:
    return other in state.map.known[one].next


def _steps(m: Moment, way: Sequence[str], units: Mapping[str, int]) -> None:
    state, heavy = m.before, set(units) - {*AIR}
    side = getattr(m.event, "side", "") or getattr(m.event, "power", "")
    assert all(_touch(state, *step) for step in pairwise(way)) and not set(way) & set(state.setup.neutral)
    if not heavy:
        return
    sails = heavy <= {*SHIPS}
    assert sails or not heavy & {*SHIPS}
    assert all(ground(state, area) != sails for area in way)
    assert not [area for area in way[1:-1] if enemies(state, side, area, SHIPS if sails else ALL)]
    if state.phase == "noncombat-movement":
        assert not enemies(state, side, way[-1], SHIPS if sails else ALL) and (sails or ours(state, side, way[-1]))
    if sails:
        _gates(m, way, side)


def _gates(m: Moment, way: Sequence[str], side: str) -> None:
    """BK 11.6: by whom the gates were held when the turn began."""
    for a, b in pairwise(way):
        for gate in (*m.after.setup.gates.get(f"{a}/{b}", ()), *m.after.setup.gates.get(f"{b}/{a}", ())):
            assert ours(m.since, side, gate), gate


def units_are_placed_by_complexes(m: Moment) -> None:
    """BK 15.2, 15.4"""
    if not isinstance(m.event, Placed):
        return
    state, event = m.before, m.event
    there, at = state.areas[event.area], event.served
    if "complex" in event.units:
        assert dict(event.units) == {"complex": 1} and there.owner == event.side and not there.complex
        assert (
            event.area not in state.game.captured
            and state.map.known[event.area].ipc
            and m.after.areas[event.area].complex
        )
        return
    assert (
        at
        and state.areas[at].complex
        and state.areas[at].owner == event.side
        and at not in (*state.game.captured, *state.game.built)
    )
    sails = set(event.units) <= {*SHIPS}
    assert _touch(state, at, event.area) and not ground(state, event.area) if sails else at == event.area
    assert not sails or not enemies(state, event.side, event.area, SHIPS)
    free = (
        state.setup.placement == "classic" and at in state.setup.complexes and state.setup.owners.get(at) == event.side
    )
    done = sum(sum(e.units.values()) for e in (*m.told, event) if isinstance(e, Placed) and e.served == at)
    assert m.after.game.placed[at] == done and (free or done <= state.map.known[at].ipc)


def a_turn_ends_in_peace(m: Moment) -> None:
    """Invariants: no area with both alliances' combat units, bombers and fighters without a carrier not at sea."""
    over = isinstance(m.event, GameOver) and m.event.reason in ("capitals", "income", "turn-limit")
    if over or (isinstance(m.event, TurnBegan) and m.told):
        for area, there in m.before.areas.items():
            armed = {m.before.powers[power].alliance for power, units in there.units.items() if set(units) & {*ALL}}
            assert len(armed) < 2, area
            for units in () if ground(m.before, area) else there.units.values():
                assert "bomber" not in units and units.get("fighter", 0) <= 2 * units.get("carrier", 0), (area, units)


def raiders_fly_to_complexes(m: Moment) -> None:
    """BK 13.1"""
    if isinstance(m.event, RaidOrdered):
        state, event = m.before, m.event
        assert (
            state.setup.strategic_bombing
            and state.areas[event.area].complex
            and not ours(state, event.side, event.area)
        )
        assert m.after.game.raids[event.area] <= m.after.areas[event.area].units[event.side]["bomber"]


UNITS: tuple[Callable[[Moment], None], ...] = (
    no_unit_comes_or_goes_untold,
    units_in_hand_are_bought_and_placed,
    counts_are_of_what_there_is,
    what_has_moved_is_there,
    ways_lead_from_area_to_area,
    units_are_placed_by_complexes,
    a_turn_ends_in_peace,
    raiders_fly_to_complexes,
)
