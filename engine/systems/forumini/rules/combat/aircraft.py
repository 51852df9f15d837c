"""Aircraft: what forbids placing them, antiair fire and ground attacks, and how these are made (FA 14)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn, counted
from maps.geometry.hexes import distance

from ...orders import Attack, Bomb, Hold, PassBy, PlaceAircraft, Strafe
from ...state.events import AircraftPassed, AntiairAttacked, Attacked, Mods
from ...state.phases import ANTIAIR
from ...state.position import DESTROYED, State, Unit, card, distance_between, on_map
from .. import current_values
from ..abilities import ability_effects, applies
from ..board.arcs import in_field
from ..board.line_of_sight import beyond_visibility
from . import cover
from .attacks import fire_shot, stop_watching
from .cover import How
from .direct_fire import not_set_up, out_of_arc, range_objections
from .targets import IN_THE_AIR, ON_GROUND, invalid_target, naming_objections, possible_targets

MISSED, DAMAGED = 0, 1
"""FA 14.7: face-down on an aircraft (``hits``)."""
RESULTS = {MISSED: "miss", DAMAGED: "damaged", DESTROYED: "destroyed"}


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """What FA 21.5 has against an order of phases C, D and E, in its order."""
    match order:
        case PlaceAircraft():
            yield from _not_next(seen, seen.units[order.unit], "placed")
            yield from _placing_objections(seen, side, order)
        case Hold(unit=key):
            yield from _not_next(seen, seen.units[key], "held")
        case Attack(unit=key, target=words) if seen.phase == ANTIAIR:
            yield from _antiair_objections(seen, side, seen.units[key], words)
        case Bomb() | Strafe() | Attack() | PassBy():
            yield from _ground_attack_objections(seen, side, order)
        case _:
            pass


def run(turn: Turn[State], side: str, order: Order) -> None:
    """An attack in D or E that has passed its checks."""
    match order:
        case Attack(unit=key, target=words) if turn.state.phase == ANTIAIR:
            (target,) = possible_targets(turn.state, side, words, IN_THE_AIR)
            antiair_attack(turn, key, target.id)
        case Bomb(unit=key):
            _ground_attack(turn, key, "bomb")
        case Strafe(unit=key) | Attack(unit=key):
            _ground_attack(turn, key, "strafe")
        case PassBy(unit=key):
            turn.happens(AircraftPassed(key))
        case _:
            raise TypeError(f"no order of antiair fire or ground attack: {order}")


def can_attack(state: State, unit: Unit, at: str, target: Unit) -> bool:
    """FA 14.4, R 47: whether an aircraft in a hex could attack that ground unit, with bombs or guns."""
    if target.at is None:
        return False
    away = distance(at, target.at)
    return (unit.bombs > 0 and away <= state.setup.bomb_range) or current_values.attack_dice(state, unit, target, away)[
        1
    ] > 0


def _not_next(seen: State, unit: Unit, what: str) -> Iterator[Refusal]:
    """FA 14.1, 14.2: an aircraft that waits, and none comes before it; of one side's tied aircraft any may go first."""
    queue = seen.game.air_queue
    if card(seen, unit).kind != "aircraft":
        yield Refusal("unit", "wrong-kind", f"{unit.id} is not an aircraft and cannot be {what}", "FA 14.1")
    elif unit.id not in queue:
        yield Refusal(
            "unit",
            "already-acted",
            f"{unit.id} is not waiting to be placed: it has been placed or held this turn",
            "FA 14.1",
        )
    else:
        first = seen.units[queue[0]]
        if (first.side, card(seen, first).speed) != (unit.side, card(seen, unit).speed):
            says = f"{first.id} comes first: Speed {card(seen, first).speed}; {unit.id} has {card(seen, unit).speed}"
            yield Refusal("unit", "not-next", says, "FA 14.2")


def _placing_objections(seen: State, side: str, order: PlaceAircraft) -> Iterator[Refusal]:
    if order.to not in seen.board.cells:
        yield Refusal("to", "off-board", f"{order.to} is not on this map")
        return
    for other in on_map(seen):
        if other.at == order.to and card(seen, other).kind == "aircraft":
            says = f"{order.to} is taken by {other.id}; a hex holds one aircraft"
            yield Refusal("to", "occupied", says, "FA 14.1")
    if order.target is not None:
        yield from naming_objections(seen, side, order.target, ON_GROUND)
        for target in possible_targets(seen, side, order.target, ON_GROUND)[:1]:
            yield from invalid_target(seen, side, target, ON_GROUND)
            yield from _target_objections(seen, seen.units[order.unit], order.to, target)


def _target_objections(seen: State, unit: Unit, at: str, target: Unit) -> Iterator[Refusal]:
    if target.at is None:
        return
    if dark := beyond_visibility(seen, at, target.at):
        yield Refusal("target", "no-line-of-sight", f"{unit.id} would not see {target.id} from {at}: {dark}", "FA 2.6")
    if not can_attack(seen, unit, at, target):
        away, ranges = distance(at, target.at), _ranges_in_words(seen, unit, target)
        says = f"{target.id} is {counted(away, 'hex')} away from {at}; {ranges}: place it nearer"
        yield Refusal("target", "out-of-range", says, "FA 14.4")


def _ranges_in_words(seen: State, unit: Unit, target: Unit) -> str:
    """How far an aircraft could attack such a target: ``its bombs reach 1, its guns 0 to 1``."""
    armed = [
        n
        for n in range(max(card(seen, unit).range, default=-1) + 1)
        if current_values.attack_dice(seen, unit, target, n)[1]
    ]
    guns = (
        f"its guns reach {armed[0]} to {armed[-1]}"
        if armed
        else f"its guns have no dice against {card(seen, target).kind}s"
    )
    return f"{f'its bombs reach {seen.setup.bomb_range}' if unit.bombs else 'it has no bombs'}, {guns}"


def _antiair_objections(seen: State, side: str, unit: Unit, words: str | None) -> Iterator[Refusal]:
    """FA 14.5: what is against fire at an aircraft."""
    if unit.aa:
        yield Refusal(
            "unit", "already-acted", f"{unit.id} has already fired in Antiair; each unit does so once", "FA 14.5"
        )
    yield from not_set_up(unit, seen)
    yield from naming_objections(seen, side, words, IN_THE_AIR)
    for target in possible_targets(seen, side, words, IN_THE_AIR)[:1]:
        yield from invalid_target(seen, side, target, IN_THE_AIR)
        if target.at is None or unit.at is None:
            return
        if dark := beyond_visibility(seen, unit.at, target.at):
            yield Refusal("target", "no-line-of-sight", f"{unit.id} cannot see {target.id}: {dark}", "FA 8.8")
        yield from range_objections(seen, unit, target)
        if not in_field(seen, unit, target.at):
            yield out_of_arc(seen, unit, f"{target.id} in {target.at}", "target")


def _ground_attack_objections(seen: State, side: str, order: Bomb | Strafe | Attack | PassBy) -> Iterator[Refusal]:
    """FA 14.11, 14.12: what is against an attack of an aircraft on the ground."""
    unit = seen.units[order.unit]
    if card(seen, unit).kind != "aircraft":
        yield Refusal(
            "unit", "wrong-kind", f"{unit.id} is not an aircraft; only aircraft attack in this phase", "FA 14.11"
        )
    if unit.acted is not None:
        done = "attacked" if unit.acted == "attacked" else "declined its attack"
        yield Refusal(
            "unit",
            "already-acted",
            f"{unit.id} has already {done}; each aircraft makes one ground attack a turn",
            "FA 14.11",
        )
    words = None if isinstance(order, PassBy) else order.target
    named = tuple(target.id for target in possible_targets(seen, side, words, ON_GROUND))
    if unit.target is None or (words is not None and unit.target not in named):
        what = words or "any target"
        declared = (
            f"it has declared {unit.target}: attack that"
            if unit.target
            else "targets are declared when an aircraft is placed"
        )
        yield Refusal(
            "target" if words else "unit", "not-declared", f"{unit.id} has not declared {what}; {declared}", "FA 14.11"
        )
        return
    match order:
        case PassBy():
            pass
        case Bomb():
            yield from _bombing_objections(seen, unit, seen.units[unit.target])
        case _:
            yield from range_objections(seen, unit, seen.units[unit.target])


def _bombing_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    away, farthest = distance_between(unit, target), seen.setup.bomb_range
    if unit.bombs < 1:
        guns = "; it may strafe" if current_values.attack_dice(seen, unit, target, away)[1] else "; it may pass"
        yield Refusal("unit", "no-bombs", f"{unit.id} has no bombs left{guns}", "FA 14.12")
    if away > farthest:
        says = f"{target.id} is {counted(away, 'hex')} away; {unit.id} reaches 0 to {farthest} with bombs"
        yield Refusal("unit", "out-of-range", says, "FA 14.12")


def antiair_attack(turn: Turn[State], firer: str, target: str) -> None:
    """FA 14.5 to 14.8: an antiair attack: dice against armour without cover; the result stays face-down; a second
    Damaged counts as Destroyed.
    """
    state = turn.state
    attacker, plane = state.units[firer], state.units[target]
    assert plane.at
    shot = fire_shot(
        turn,
        attacker,
        plane,
        plane.at,
        f"{firer} attacks {target}",
        current_values.die_modifiers(state, attacker),
        "antiair",
    )
    low, high = shot.defense
    result = DESTROYED if shot.successes >= high else DAMAGED if shot.successes >= low else MISSED
    twice = result == DAMAGED and (plane.damaged or plane.hits > 0)
    lost = (
        attacker.bombs > 0
        and card(state, attacker).kind == "aircraft"
        and not any(ability_effects(state, attacker, "antiair"))
    )
    turn.happens(AntiairAttacked(shot, RESULTS[result], max(plane.hits, DESTROYED if twice else result), lost))
    stop_watching(turn, firer)


def _ground_attack(turn: Turn[State], key: str, how: How) -> None:
    """FA 14.11 to 14.13, 11.9: bombs or guns at the declared target; cover makes it harder to hit, and it may also
    roll for cover.
    """
    state = turn.state
    attacker = state.units[key]
    target = state.units[attacker.target or ""]
    assert target.at
    verb = "bombs" if how == "bomb" else "strafes"
    shot = fire_shot(
        turn,
        attacker,
        target,
        target.at,
        f"{key} {verb} {target.id}",
        cover_against_aircraft(state, attacker, target, how),
        how,
    )
    scored = current_values.hits(shot.successes, shot.defense)
    covered = cover.cover_roll(turn, target, shot, how, scored)
    turn.happens(Attacked(shot, how, scored, covered, cover.counters_left(target, scored, covered)))


def cover_against_aircraft(state: State, attacker: Unit, target: Unit, how: How) -> Mods:
    """FA 11.9: what a target in cover takes from each die of an aircraft's attack, unless an ability spares it."""
    taken = state.setup.aircraft_cover_dice
    spared = any(applies(effect, how, 0) for _, _, effect in ability_effects(state, attacker, "air-cover-dice"))
    return (("in cover", taken),) if taken and not spared and cover.offers_cover(state, target, None) else ()
