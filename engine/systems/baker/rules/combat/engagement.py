"""From a battle on the map to its model: the stacks, where they come from, and the lists that apply (BK 7, 13)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...state.counts import added, subtracted
from ...state.policies import Side, completed_ranking, land_units_kept, ranking
from ...state.position import Battle, Counts, State, are_friends, battle_of, is_land
from ...table_rows import Who
from ...tables import AA, AIR, BATTLESHIP, BOMBER, CARRIER, COMBAT, FIGHTER, LAND, NAVAL, TABLES, TRANSPORT, UNITS
from ..battle_resolution.battle_model import BattleLine, Corner, Fight, Place, Stack, StackState


class Origin(NamedTuple):
    """The place of a stack on the map: its power and area.

    ``ship``: for a loaded transport and the units aboard it, the transport's index in the cargo list.
    """

    power: str
    at: str
    ship: int | None = None


class Engagement(NamedTuple):
    """A battle on the map with its model. ``attack`` and ``defend``: the origin of each stack.

    ``defender``: the power whose lists apply to the defence (BK 13.6).
    """

    battle: Battle
    fight: Fight
    stand: StackState
    attack: tuple[Origin, ...]
    defend: tuple[Origin, ...]
    defender: str

    def origins(self, side: Who) -> tuple[Origin, ...]:
        return self.attack if side == "attacker" else self.defend


class _PlacedStack(NamedTuple):
    stack: Stack
    number: int
    origin: Origin


def battle_in_area(state: State, area: str) -> Engagement:
    """The battle in an area, with its model before the next round."""
    battle = battle_of(state, area)
    later = battle.round > 0
    attackers = list(_attackers(state, battle))
    defenders = list(_defenders(state, battle))
    defender = deciding_defender(state, battle)
    attack = Corner(
        tuple(one.stack for one in attackers),
        *_lists(state, area, battle.attacker, "attack"),
        land_units_kept(state, battle.attacker),
    )
    defend = Corner(tuple(one.stack for one in defenders), *_lists(state, area, defender, "defence"))
    lines = [BattleLine(tuple(one.number for one in found), (0,) * len(found)) for found in (attackers, defenders)]
    guns = () if later or not enemy_guns(state, area, battle.attacker) else (FIGHTER, BOMBER)
    return Engagement(
        battle,
        Fight(battle.kind, attack, defend, guns, state.setup.low_luck),
        StackState(lines[0], lines[1], later, later),
        tuple(one.origin for one in attackers),
        tuple(one.origin for one in defenders),
        defender,
    )


def enemy_guns(state: State, area: str, side: str) -> bool:
    """BK 8.1: whether enemies of a power have an anti-aircraft gun in an area."""
    return any(units.get(AA) for power, units in state.areas[area].units.items() if not are_friends(state, power, side))


def _lists(state: State, area: str, power: str, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """BK 17.2: the complete lists of losses and of targets that apply to a battle."""
    usual, scope = TABLES.defaults, f"{'land' if is_land(state, area) else 'sea'} {side}"
    return (
        completed_ranking(ranking(state, area, power, "losses", side), usual.losses[scope]),
        completed_ranking(ranking(state, area, power, "targets", side), usual.targets[scope]),
    )


def deciding_defender(state: State, battle: Battle) -> str:
    """BK 13.6: the power whose standing orders apply to all defenders."""
    enemies = [power for power in state.powers if not are_friends(state, power, battle.attacker)]
    if is_land(state, battle.area):
        owner = state.areas[battle.area].owner
        if owner in enemies:
            return owner
    units = state.areas[battle.area].units
    return max(enemies, key=lambda power: sum(n for kind, n in units.get(power, {}).items() if kind in COMBAT))


def forces(state: State, battle: Battle) -> Mapping[Who, Counts]:
    """All units in a battle, by side, with the ships of a landing."""
    found: dict[Who, dict[str, int]] = {"attacker": {}, "defender": {}}
    sides: tuple[tuple[Who, Iterator[_PlacedStack]], ...] = (
        ("attacker", _attackers(state, battle)),
        ("defender", _defenders(state, battle)),
    )
    for side, units in sides:
        for one in units:
            found[side][one.stack.type] = found[side].get(one.stack.type, 0) + one.number
    return {side: {kind: units[kind] for kind in UNITS if kind in units} for side, units in found.items()}


# attackers
def units_fighting(state: State, area: str, power: str) -> Counts:
    """The units of a power that fight in an area: all except idle aircraft and raiding bombers (BK 8.7, 13.1)."""
    out = added(state.game.idle.get(area, {}), {BOMBER: state.game.raids.get(area, 0)})
    return subtracted(state.areas[area].units.get(power, {}), out)


def _attackers(state: State, battle: Battle) -> Iterator[_PlacedStack]:
    power, here = battle.attacker, units_fighting(state, battle.area, battle.attacker)
    sorts = (*LAND, *AIR) if battle.kind != "naval" else (*AIR, *NAVAL)
    afloat = list(_convoy(state, battle)) if battle.kind == "amphibious" and not battle.round else []
    yield from (one for _, one in afloat)
    for kind in sorts:
        number = here.get(kind, 0)
        if kind in AIR:
            yield from _aircraft(state, battle, kind, number)
        elif kind == TRANSPORT:
            yield from _transports(state, battle.area, power, 0)
        elif kind in LAND and number > 0:
            ashore = min(battle.landed.get(kind, 0), number)
            rest: Place = "overland" if battle.kind == "amphibious" else ""
            places: tuple[tuple[Place, int], ...] = (("landed", ashore), (rest, number - ashore))
            yield from (
                _PlacedStack(Stack(kind, place=place), n, Origin(power, battle.area)) for place, n in places if n
            )
        elif number > 0:
            yield _PlacedStack(Stack(kind), number, Origin(power, battle.area))


def _aircraft(state: State, battle: Battle, kind: str, number: int) -> Iterator[_PlacedStack]:
    """The stacks of a type of aircraft, by the distance flown (BK 4.13)."""
    spent = state.game.flown.get(battle.area, {}).get(kind, ())[-number:] if number > 0 else ()
    for far in sorted({*spent}):
        yield _PlacedStack(Stack(kind, flown=far), spent.count(far), Origin(battle.attacker, battle.area))
    if number > len(spent):
        yield _PlacedStack(Stack(kind), number - len(spent), Origin(battle.attacker, battle.area))


def _transports(state: State, zone: str, power: str, rank: int) -> Iterator[_PlacedStack]:
    """The transports in a naval battle: the empty ones, and each loaded one with the value of its cargo."""
    cargo = state.areas[zone].cargo.get(power, ())
    empty = state.areas[zone].units.get(power, {}).get(TRANSPORT, 0) - len(cargo)
    if empty > 0:
        yield _PlacedStack(Stack(TRANSPORT, rank), empty, Origin(power, zone))
    for index, ship in enumerate(cargo):
        worth = sum(UNITS[kind].cost * n for kind, n in ship.cargo.items())
        yield _PlacedStack(Stack(TRANSPORT, rank, cargo=worth, listed=index), 1, Origin(power, zone, index))


def _convoy(state: State, battle: Battle) -> Iterator[tuple[int, _PlacedStack]]:
    """BK 7.8, 7.9: the ships of an assault with the troops aboard; each stack with its index in the battle."""
    place = 0
    for rank, zone in enumerate(adjacent_zones(state, battle.area)):
        power, ground = battle.attacker, state.areas[zone]
        for index, ship in enumerate(ground.cargo.get(power, ())):
            if ship.to != battle.area:
                continue
            yield place, _PlacedStack(Stack(TRANSPORT, zone=rank, listed=index), 1, Origin(power, zone, index))
            aboard = [kind for kind in LAND if ship.cargo.get(kind)]
            for step, kind in enumerate(aboard, 1):
                stack = Stack(kind, place="aboard", zone=rank, ship=place, listed=index)
                yield place + step, _PlacedStack(stack, ship.cargo[kind], Origin(power, zone, index))
            place += 1 + len(aboard)
        for kind, number in warships(state, battle, zone).items():
            yield place, _PlacedStack(Stack(kind, zone=rank), number, Origin(power, zone))
            place += 1


def adjacent_zones(state: State, area: str) -> Iterator[str]:
    """The sea zones beside a territory, in the scenario's order."""
    return (zone for zone in state.areas if zone in state.map.known[area].next and not is_land(state, zone))


def warships(state: State, battle: Battle, zone: str) -> Counts:
    """The ships of a zone that take part in an assault without troops aboard (BK 7.9, 7.11, 13.5).

    These are supporting battleships and the carriers of attacking fighters; in battle mode all ships.
    """
    ground = state.areas[zone]
    units, cargo = ground.units.get(battle.attacker, {}), ground.cargo.get(battle.attacker, ())
    if state.setup.mode == "battle":
        return subtracted({kind: number for kind, number in units.items() if kind in NAVAL}, {TRANSPORT: len(cargo)})
    carriers = min(carriers_of(state, battle).get(zone, 0), units.get(CARRIER, 0))
    lands = any(ship.to == battle.area for ship in cargo) and zone not in state.game.sea_fought
    free = units.get(BATTLESHIP, 0) - state.game.supported.get(zone, 0) if lands else 0
    return added({CARRIER: carriers}, {BATTLESHIP: free})


def carriers_of(state: State, battle: Battle) -> Mapping[str, int]:
    """BK 7.9: zone beside the territory -> how many carriers there take part, because their fighters attack."""
    beside, found = tuple(adjacent_zones(state, battle.area)), dict[str, int]()
    fighters = units_fighting(state, battle.area, battle.attacker).get(FIGHTER, 0)
    for start in state.areas:
        wanted = min(battle.launched.get(start, 0), fighters)
        fighters -= wanted
        for zone, number in _berths(state, battle.attacker, start):
            taken = min(wanted, number) if zone in beside else 0
            found[zone] = found.get(zone, 0) + taken
            wanted -= taken
    return found


def _berths(state: State, power: str, start: str) -> Iterator[tuple[str, int]]:
    """The zones to which the carriers of one zone have moved this turn, with their number, in the scenario's order."""
    went, came = dict[str, int](), 0
    for going in state.game.moves:
        if number := going.units.get(CARRIER, 0):
            went[going.to] = went.get(going.to, 0) + (number if going.start == start else 0)
            came += number if going.to == start else 0
    for zone in state.areas:
        stayed = state.areas[zone].units.get(power, {}).get(CARRIER, 0) - came if zone == start else 0
        if number := went.get(zone, 0) + max(stayed, 0):
            yield zone, number


# defenders
def _defenders(state: State, battle: Battle) -> Iterator[_PlacedStack]:
    sorts = (*LAND, *AIR) if battle.kind != "naval" else (*AIR, *NAVAL)
    for rank, power in enumerate(state.powers):
        if are_friends(state, power, battle.attacker):
            continue
        for kind in sorts:
            number = state.areas[battle.area].units.get(power, {}).get(kind, 0)
            if kind == TRANSPORT:
                yield from _transports(state, battle.area, power, rank)
            elif number:
                yield _PlacedStack(Stack(kind, rank), number, Origin(power, battle.area))
