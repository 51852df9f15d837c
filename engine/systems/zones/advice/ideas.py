"""Legal orders worth offering, phase by phase.  For each idea there are several candidates; the first legal one is
offered.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from engine.contract import Order, Shift
from engine.toolkit.wording import point_text
from maps.geometry.plane import bearing

from ..orders import (
    Ambush,
    Arrive,
    Attack,
    DeployRest,
    Done,
    EntryOrder,
    Flee,
    Hunker,
    Melee,
    Move,
    PlaceUnit,
    Shoot,
    Standing,
    Strike,
)
from ..rules.combat.targeting import usable_weapons
from ..rules.movement.entries import deployment_area, model_places
from ..state.position import OVER, Form, Model, Spot, State, Unit, side_units, sides_to_act
from .alternatives import legal
from .evaluation import (
    GRID_STEP,
    advance,
    arrival_strip,
    cover_spots,
    expected_wounds,
    grid_spots,
    nearest_enemies,
    terrain_spots,
    wanted_zones,
    whole_table,
)
from .straddling import holding_moves

Candidates = Iterable[Order]
MOST_TRIED = 60
"""The most places to try for one idea."""
FORMS: tuple[Form, ...] = ("block", "line", "column")
MOVE_SHARES = (1.0, 0.7, 0.4)
"""Shares of a move: the shorter ones are tried if the full one is not legal."""
SIDE_STEP = 150
"""Hundredths of an inch that a single model moves."""
ATTACKS: tuple[type[Attack], ...] = (Melee, Shoot)
MOST_TARGETS = 5
"""The nearest enemies that attacks are tried at."""
GOOD_ATTACK = 0.4
"""Expected wounds of an attack from which hunkering is not offered instead."""


def ideas(seen: State, side: str) -> Iterator[Order]:
    """Legal orders that the side could give now, then ``done``, then standing orders."""
    if seen.phase == OVER or side not in [known.id for known in seen.sides]:
        return
    if side in sides_to_act(seen):
        yield from legal_ideas(seen, side, _phase_ideas(seen, side))
        yield Done()
    yield from legal_ideas(seen, side, _standing_order_ideas(seen, side))


def legal_ideas(seen: State, side: str, wishes: Iterator[Candidates]) -> Iterator[Order]:
    """The first legal order of each list of candidates, without repetitions."""
    said = set[Order]()
    for wish in wishes:
        order = next((order for order in wish if order not in said and legal(seen, side, order)), None)
        if order is not None:
            said.add(order)
            yield order


def _phase_ideas(seen: State, side: str) -> Iterator[Candidates]:
    units = list(side_units(seen, side))
    match seen.phase:
        case "deployment":
            for unit in units:
                yield from deployment_ideas(seen, unit)
            yield (DeployRest(),)
        case "command":
            for unit in units_waiting(seen, side, "reserve"):
                yield from entry_ideas(seen, unit, Arrive)
        case "action":
            yield from _action_ideas(seen, side, units)
        case _:
            pass


def units_waiting(seen: State, side: str, where: str) -> list[Unit]:
    return [unit for key in seen.roster if (unit := seen.units[key]).side == side and unit.where == where]


def _variation(seen: State, unit: Unit) -> int:
    """A different number for each unit in each round, to vary what is offered."""
    return seen.turn + seen.roster.index(unit.id)


# places
def deployment_ideas(seen: State, unit: Unit) -> Iterator[Candidates]:
    """ZC 4.5: at the front of the area, in cover, to either side."""
    area = deployment_area(seen, unit.side)
    if area is None:
        return
    here, form = unit.models[0].at, FORMS[_variation(seen, unit) % 3]
    for near in (*wanted_zones(seen, unit, here)[:1], *cover_spots(seen, here)[:1]):
        yield (PlaceUnit(unit.id, (at,), form) for at in grid_spots(area, near)[:MOST_TRIED])
    beside = ((here[0] + by, here[1]) for by in (200, -200, 100, -100))
    yield (PlaceUnit(unit.id, (at,), unit.form) for at in beside)


def entry_ideas(seen: State, unit: Unit, kind: type[EntryOrder]) -> Iterator[Candidates]:
    """ZC 5.5, 6.6, 6.7: near each of three goals, sometimes in a form, sometimes with a place for each model."""
    start = arrival_strip(seen, unit.side, GRID_STEP // 2)
    here = (start[0] + start[2]) // 2, (start[1] + start[3]) // 2
    for nth, goal in enumerate(wanted_zones(seen, unit, here)[:3], _variation(seen, unit)):
        spots = (
            terrain_spots(seen, goal)
            if kind is Ambush
            else iter(grid_spots(start if kind is Arrive else whole_table(seen), goal))
        )
        tried = (kind(unit.id, (at,), FORMS[nth % 3]) for at in islice(spots, MOST_TRIED))
        yield tried if nth % 4 else (_with_places_spelt_out(seen, unit, order) for order in tried)


def _with_places_spelt_out(seen: State, unit: Unit, order: EntryOrder) -> EntryOrder:
    """The same order with a place for each model."""
    return type(order)(unit.id, tuple(stand.at for stand in model_places(seen, unit, order)))


# actions
def _action_ideas(seen: State, side: str, units: Sequence[Unit]) -> Iterator[Candidates]:
    yield from ([Flee(unit.id)] for unit in units if unit.shaken and not unit.fled)
    attacks = [(worth, order) for unit in units for kind in ATTACKS for worth, order in attack_ideas(seen, unit, kind)]
    yield from ([order] for _, order in sorted(attacks, key=lambda one: -one[0]))
    for kind, unit in entering_units(seen, side):
        yield from entry_ideas(seen, unit, kind)
    for unit in units:
        yield from move_ideas(seen, unit)
    engaged = [order.unit for worth, order in attacks if worth >= GOOD_ATTACK]
    yield from ([Hunker(unit.id)] for unit in units if unit.id not in engaged)


def entering_units(seen: State, side: str) -> Iterator[tuple[type[EntryOrder], Unit]]:
    """The units that may appear in the action phase, each with the order for it."""
    kinds: tuple[tuple[type[EntryOrder], str], ...] = ((Strike, "deep-strike"), (Ambush, "ambush"))
    for kind, where in kinds if seen.turn >= seen.setup.offboard_from else ():
        yield from ((kind, unit) for unit in units_waiting(seen, side, where))


def attack_ideas(seen: State, unit: Unit, kind: type[Attack]) -> Iterator[tuple[float, Attack]]:
    """Attacks of one kind with their expected wounds: the best two of the targets and weapons; sometimes half of the
    unit, or a named model.
    """
    orders = possible_attacks(seen, unit, kind)
    worth = sorted(((expected_wounds(seen, order), order) for order in orders), key=lambda one: -one[0])
    found = [(value, order) for value, order in worth[:2] if value > 0]
    yield from found
    for value, order in found[:1]:
        yield from ((value * share, other) for share, other in _partial_attacks(seen, unit, order))


def possible_attacks(seen: State, unit: Unit, kind: type[Attack]) -> list[Attack]:
    """At each of the nearest enemies with each weapon, in reach or not."""
    if all(model.acted for model in unit.models):
        return []
    arms = usable_weapons(seen, unit, "melee" if kind is Melee else "shoot")
    near = nearest_enemies(seen, unit)[:MOST_TARGETS] if arms else ()
    return [kind(unit.id, foe.id, arm if nth else None) for foe in near for nth, arm in enumerate(arms)]


def _partial_attacks(seen: State, unit: Unit, order: Attack) -> Iterator[tuple[float, Attack]]:
    """Part of an attack: by half of the unit, or at a single model."""
    kind, numbers = type(order), [model.number for model in unit.models]
    target = next((model.number for model in seen.units[order.target].models if model.wounds), 0)
    match _variation(seen, unit) % 3:
        case 0 if len(numbers) > 1:
            yield 0.5, kind(unit.id, order.target, order.weapon, (numbers[0], numbers[len(numbers) // 2 - 1]))
        case 1 if target:
            yield 0.6, kind(unit.id, order.target, order.weapon, None, (target, target))
        case _:
            pass


# moves
def move_ideas(seen: State, unit: Unit) -> Iterator[Candidates]:
    """To zones that the team does not control, into cover, towards the nearest enemy; sometimes in other forms of the
    order.
    """
    ready = [model for model in unit.models if not model.moved]
    if unit.shaken or not ready:
        return
    wanted = wanted_zones(seen, unit, unit.models[0].at)[:2]
    if len(ready) == len(unit.models):
        for to in (
            *wanted,
            *cover_spots(seen, ready[0].at)[:1],
            *(foe.models[0].at for foe in nearest_enemies(seen, unit)[:1]),
        ):
            yield _moves_toward(seen, unit, to)
        yield holding_moves(seen, unit)
    yield from _varied_moves(seen, unit, ready, wanted[0])


def _moves_toward(seen: State, unit: Unit, to: Spot) -> Iterator[Move]:
    """Moves that bring the middle of the unit to a place, as far as it can go, or less."""
    first, middle = unit.models[0].at, unit.models[len(unit.models) // 2].at
    lead = to[0] - (middle[0] - first[0]), to[1] - (middle[1] - first[1])
    return (Move(unit.id, ((advance(seen, unit, unit.models, lead, share),),)) for share in MOVE_SHARES)


def _varied_moves(seen: State, unit: Unit, ready: Sequence[Model], to: Spot) -> Iterator[Candidates]:
    """One of: in a form, by a bearing, via a point beside the way, a single model, some models moving while the
    others stay.
    """
    lead, whole_unit = ready[0], len(ready) == len(unit.models)
    tenths = round(bearing(lead.at, to) * 10) % 3600 if lead.at != to else 0
    match _variation(seen, unit) % 5 if whole_unit else 3:
        case 0:
            yield (
                Move(unit.id, ((advance(seen, unit, ready, to, share),),), FORMS[seen.turn % 3])
                for share in MOVE_SHARES
            )
        case 1:
            yield (Move(unit.id, Shift(round(tenths / 450) * 450 % 3600, far)) for far in (600, 300, 100))
        case 2:
            yield (Move(unit.id, (_detour(seen, unit, ready, to, side),)) for side in (SIDE_STEP, -SIDE_STEP))
        case 3:
            yield (
                Move(unit.id, Shift((tenths + turn) % 3600, SIDE_STEP), None, (model.number, model.number))
                for model in ready[:2]
                for turn in (0, 900, 2700)
            )
        case _:
            steps = (
                tuple(
                    (advance(seen, unit, [model], to, 0.2),) if nth % 2 == odd else ()
                    for nth, model in enumerate(unit.models)
                )
                for odd in (0, 1)
            )
            yield (Move(unit.id, step) for step in steps)


def _detour(seen: State, unit: Unit, ready: Sequence[Model], to: Spot, side: int) -> tuple[Spot, Spot]:
    """About half of the way, via a point beside it."""
    start, end = ready[0].at, advance(seen, unit, ready, to, 0.6)
    return (start[0] + (end[0] - start[0]) // 2 + side, start[1] + (end[1] - start[1]) // 2), end


# standing orders
def _standing_order_ideas(seen: State, side: str) -> Iterator[Candidates]:
    """Standing orders other than the current ones, for reserves that are still to arrive."""
    waiting = units_waiting(seen, side, "reserve")
    for word in ("hold", "ask"):
        if any(unit.policy != word for unit in waiting):
            yield [Standing("all", "arrive", (word,))]
    for unit in waiting[:3]:
        for wish in islice(entry_ideas(seen, unit, Arrive), 1):
            yield (
                Standing(unit.id, "arrive", (*map(point_text, order.to), *filter(None, (order.form,))))
                for order in islice(wish, 1)
                if isinstance(order, EntryOrder)
            )
