"""Orders similar to a refused one that may be legal, the likeliest first; Alternatives checks whether they are."""

from collections.abc import Iterator
from itertools import islice

from engine.contract import Order, Shift, replace
from engine.toolkit.alternatives import Alternatives

from ..orders import Ambush, Arrive, Attack, EntryOrder, Flee, Hunker, Melee, Move, PlaceUnit, Shoot, Standing, Strike
from ..rules.board.geometry import diameter, hundredths, own_edge_distance
from ..rules.combat.targeting import attack_mode, usable_weapons
from ..rules.movement.entries import deployment_area
from ..rules.turn.legality import objections
from ..state.position import ACTION, Spot, State, Unit, named_models, side_of, side_units, unit_type
from .evaluation import GRID_STEP, advance, arrival_strip, grid_spots, nearest_enemies, shortened_move, terrain_spots

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
RINGS = (50, 100, 200, 300, 400, 600, 900)
"""Hundredths of an inch from a place to the alternatives tried around it."""
EDGE_BEARINGS = {"south": 1800, "north": 0, "west": 2700, "east": 900}
"""The bearing of each edge in tenths of a degree."""
ENTRIES: dict[str, type[EntryOrder]] = {"deep-strike": Strike, "ambush": Ambush, "reserve": Arrive}


def alternatives(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """Candidates, by what was ordered and why it was refused."""
    unit = seen.units.get(getattr(order, "unit", ""))
    unit = unit if unit and unit.models else None
    match order:
        case Standing():
            reserves = (
                seen.units[key]
                for key in seen.roster
                if seen.units[key].side == side and seen.units[key].where == "reserve"
            )
            yield from (replace(order, subject=other.id) for other in reserves)
        case Attack() if unit:
            yield from _attack_alternatives(seen, unit, order, code)
        case Move() if unit:
            yield from _move_alternatives(seen, unit, order, code)
        case EntryOrder() if unit:
            yield from _entry_alternatives(seen, unit, order, code)
        case Hunker() if unit:
            yield from (Hunker(other.id) for other in side_units(seen, side) if other.id != unit.id)
        case Flee() if unit and code == "not-shaken":
            yield from _retreat_alternatives(seen, unit)
        case _:
            pass


# attacks
def _attack_alternatives(seen: State, unit: Unit, order: Attack, code: str) -> Iterator[Order]:
    """The other kind of attack; models that have not acted; another weapon; any model of the target; another target;
    moving nearer.
    """
    other, target = Shoot if isinstance(order, Melee) else Melee, seen.units[order.target]
    if code == "off-table":
        yield from _own_entry(seen, unit, target.at)
        return
    if code == "already-acted":
        yield from (
            replace(order, models=run)
            for run in _number_runs([model.number for model in unit.models if not model.acted])
        )
        yield from (
            replace(order, unit=friend.id, models=None, weapon=None)
            for friend in side_units(seen, unit.side)
            if friend.id != unit.id
        )
    if code in ("too-close", "out-of-range", "no-weapon"):
        yield other(unit.id, order.target, order.weapon, order.models, order.target_models)
        yield other(unit.id, order.target, None, order.models, order.target_models)
    if code in ("no-weapon", "no-ammo", "out-of-range"):
        yield from (replace(order, weapon=arm) for arm in (None, *usable_weapons(seen, unit, attack_mode(order))))
    yield replace(order, target_models=None)
    near = [foe.id for foe in nearest_enemies(seen, unit) if foe.id != order.target]
    yield from (replace(order, target=foe, target_models=None) for foe in near)
    yield from (other(unit.id, foe) for foe in near[:3])
    if target.at and target.side != unit.side:
        yield from _moves_nearer(seen, unit, target.at)


def _moves_nearer(seen: State, unit: Unit, to: Spot) -> Iterator[Move]:
    if unit.where == "table":
        yield from (Move(unit.id, ((advance(seen, unit, unit.models, to, share),),)) for share in (1.0, 0.7, 0.4))


def _retreat_alternatives(seen: State, unit: Unit) -> Iterator[Move]:
    """Straight towards its own edge, as far as an ordinary move goes."""
    room = min(own_edge_distance(seen, unit.side, model.at) for model in unit.models) - (diameter(seen, unit) + 1) // 2
    most = min(room, hundredths(unit_type(seen, unit).move))
    if most > 0:
        back = Move(unit.id, Shift(EDGE_BEARINGS[side_of(seen, unit.side).edge], most))
        yield from (shorter for shorter in (back, shortened_move(seen, back)) if shorter)


def _number_runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Ranges of consecutive numbers: 1 2 4 give (1, 2) and (4, 4)."""
    found = list[tuple[int, int]]()
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


# moves
def _move_alternatives(seen: State, unit: Unit, order: Move, code: str) -> Iterator[Order]:
    """Another order; models that have not moved; a shorter move; around an obstacle, or beside it."""
    models = named_models(unit, order.models)
    match code:
        case "off-table":
            yield from _own_entry(seen, unit, _end_spot(order))
        case "shaken":
            yield Flee(unit.id)
        case "already-acted":
            yield from (
                replace(order, models=run)
                for run in _number_runs([model.number for model in models if not model.moved])
            )
            yield from (
                move
                for friend in side_units(seen, unit.side)
                for move in _moves_nearer(seen, friend, _end_spot(order) or models[0].at)
            )
        case "wrong-count" if isinstance(order.to, tuple):
            yield from (replace(order, to=(way,)) for way in order.to if way)
        case "syntax":
            yield replace(order, form=None)
        case _ if models:
            yield from _shorter_moves(seen, unit, order, code)


def _shorter_moves(seen: State, unit: Unit, order: Move, code: str) -> Iterator[Order]:
    """ZC 3.5, 6.2, 6.3: the whole unit, a shorter move, a detour, a place nearby."""
    models = named_models(unit, order.models)
    if code == "out-of-coherency":
        yield replace(order, models=None)
        yield from (
            replace(order, to=(way,), models=None) for way in (order.to if isinstance(order.to, tuple) else ()) if way
        )
    if shorter := shortened_move(seen, order):
        yield from (shorter, replace(order, to=shorter.to))
    if isinstance(order.to, Shift):
        yield from (
            replace(order, to=replace(order.to, inches=order.to.inches * part // 8)) for part in (7, 6, 5, 4, 3, 2, 1)
        )
        return
    end = _end_spot(order)
    if end is None:
        return
    start = models[0].at
    beside = (
        (start[0] + (end[0] - start[0]) // 2 + x * far, start[1] + (end[1] - start[1]) // 2 + y * far)
        for far in (200, 400)
        for x, y in DIRECTIONS
    )
    if code == "blocked":
        yield from (replace(order, to=((over, end),), form=None) for over in beside)
    yield from (replace(order, to=((advance(seen, unit, models, end, share),),)) for share in (1.0, 0.9, 0.7, 0.5, 0.3))
    yield from (replace(order, to=((at,),)) for at in islice(_spots_around(end), 24))


def _end_spot(order: Move) -> Spot | None:
    """The end of the place or path that a move has for all models; None if it has several."""
    return order.to[0][-1] if isinstance(order.to, tuple) and len(order.to) == 1 and order.to[0] else None


def _spots_around(at: Spot) -> Iterator[Spot]:
    return ((at[0] + x * far, at[1] + y * far) for far in RINGS for x, y in DIRECTIONS)


# entries
def _own_entry(seen: State, unit: Unit, at: Spot | None) -> Iterator[Order]:
    """The unit's own way of entry, at the place or nearby."""
    entry = ENTRIES.get(unit.where)
    if entry is None or seen.phase not in entry.PHASES:
        return
    near = at or unit.models[0].at
    yield entry(unit.id, (near,), "block")
    yield from (entry(unit.id, (spot,), "block") for spot in _entry_spots(seen, unit, entry, near))


def _entry_alternatives(seen: State, unit: Unit, order: EntryOrder, code: str) -> Iterator[Order]:
    """The verb that fits; a form instead of several places; places nearby."""
    at = order.to[0]
    match code:
        case "on-table":
            yield from _moves_nearer(seen, unit, at) if seen.phase == ACTION else ()
        case "wrong-mode" | "off-table":
            yield from _own_entry(seen, unit, at)
        case "not-due" if unit.where == "reserve":
            yield Standing(unit.id, "arrive", ("ask",))
        case "not-due" | "unit-gone":
            pass
        case _:
            yield from (type(order)(unit.id, (at,), form) for form in dict.fromkeys((order.form, unit.form, "block")))
            spots = list(islice(_entry_spots(seen, unit, type(order), at), 40))
            yield from (
                type(order)(unit.id, (spot,), form) for form in dict.fromkeys((order.form, "block")) for spot in spots
            )


def _entry_spots(seen: State, unit: Unit, entry: type[EntryOrder], near: Spot) -> Iterator[Spot]:
    """Places for such an entry, the nearest first."""
    if entry is Ambush:
        yield from terrain_spots(seen, near)
    elif entry is Arrive:
        yield from grid_spots(arrival_strip(seen, unit.side, GRID_STEP // 2), near, 150)
    elif entry is PlaceUnit and (area := deployment_area(seen, unit.side)):
        yield from grid_spots(area, near, 150)
    elif entry is Strike:
        yield from _spots_around(near)


_ALTERNATIVES = Alternatives(objections, alternatives, tried=60)
check, legal = _ALTERNATIVES.check, _ALTERNATIVES.legal
