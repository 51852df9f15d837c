"""Indirect Fire: eligible firers and spotters; cover first, then an attack on each that failed (FA 13)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, counted
from maps.geometry.hexes import distance

from ...orders import Indirect
from ...state.events import Attacked, CoverRolled, IndirectAttacked
from ...state.position import DESTROYED, State, Unit, army, card, enemy, is_ground, units_in
from ...tables.rulebook import ability_name
from .. import current_values
from ..abilities import ability_effects
from ..board.arcs import in_field
from ..board.line_of_sight import beyond_visibility, sees, why_hidden
from ..unfinished_move import end_move
from . import cover
from .attacks import fire_shot, stop_watching
from .direct_fire import not_set_up, out_of_arc


def objections(seen: State, side: str, order: Indirect) -> Iterator[Refusal]:
    """FA 21.5, in its order."""
    unit = seen.units[order.unit]
    if (span := indirect_range(seen, unit)) is None:
        yield Refusal(
            "unit",
            "no-ability",
            f"{unit.id} lacks the ability {ability_name('indirect')}; it attacks only what it sees",
            "FA 13.1",
        )
        return
    yield from not_set_up(unit, seen)
    if order.at not in seen.board.cells:
        yield Refusal("at", "off-board", f"{order.at} is not on this map")
        return
    yield from _aiming_objections(seen, unit, order.at, span)
    if not units_under_fire(seen, order.at, enemy(seen, side)):
        says = (
            f"there is no enemy in {order.at}; Indirect Fire needs at least one soldier or vehicle of theirs in the hex"
        )
        yield Refusal("at", "no-target", says, "FA 13.2")
    yield from _spotting_objections(seen, unit, order)


def _aiming_objections(seen: State, unit: Unit, at: str, span: tuple[int, int]) -> Iterator[Refusal]:
    assert unit.at
    away, (closest, farthest) = distance(unit.at, at), span
    if not closest <= away <= farthest:
        says = f"{at} is {counted(away, 'hex')} away; {unit.id} reaches {closest} to {farthest} with Indirect Fire"
        yield Refusal("at", "out-of-range", says, "FA 13.1")
    if not in_field(seen, unit, at):
        yield out_of_arc(seen, unit, at, "at")


def _spotting_objections(seen: State, unit: Unit, order: Indirect) -> Iterator[Refusal]:
    eligible = [spotter.id for spotter in spotters(seen, unit, order.at)]
    listed = f"; {' or '.join(eligible)} could" if eligible else ""
    if order.spotter is not None and _chosen_spotter(seen, unit, order) is None:
        why = _why_cannot_spot(seen, unit, order.spotter, order.at)
        says = f"{order.spotter} cannot spot {order.at} for {unit.id}: {why}{listed}"
        yield Refusal("spotter", "no-spotter", says, "FA 13.3")
    elif order.spotter is None and not eligible:
        says = (
            f"no eligible spotter sees {order.at}: {unit.id} itself, "
            f"or a unit that has the ability {ability_name('spot')}, "
            "is in good order, near enough and has not moved in this phase"
        )
        yield Refusal("at", "no-spotter", says, "FA 13.3")


def indirect_range(state: State, unit: Unit) -> tuple[int, int] | None:
    """FA 13.1, 19.1: the ranges at which the unit may use Indirect Fire; None if it lacks the ability."""
    least = [effect.beyond for _, _, effect in ability_effects(state, unit, "indirect")]
    closest, farthest = current_values.armed_range(state, unit)
    return (max(closest, *least), farthest) if least else None


def units_under_fire(state: State, at: str, side: str = "") -> tuple[Unit, ...]:
    """FA 13.5: the ground units in a hex that Indirect Fire would meet, of one side or of both, in scenario order."""
    return tuple(unit for unit in units_in(state, at, side) if is_ground(state, unit) and unit.aboard is None)


def spotters(state: State, firer: Unit, at: str) -> Iterator[Unit]:
    """FA 13.3: all eligible spotters: the firer itself if it sees the hex, then in scenario order."""
    if firer.at and sees(state, firer.at, at):
        yield firer
    yield from (unit for unit in army(state, firer.side) if unit.id != firer.id and not _spotter_fault(state, unit, at))


def _chosen_spotter(state: State, firer: Unit, order: Indirect) -> str | None:
    """The spotter: the eligible unit named by id or hex, else the first one."""
    eligible = spotters(state, firer, order.at)
    return next((unit.id for unit in eligible if order.spotter in (None, unit.id, unit.at)), None)


def _why_cannot_spot(state: State, firer: Unit, key: str, at: str) -> str:
    other = state.units.get(key)
    if other is None:
        return "there is no unit that can spot" if key in state.board.cells else "there is no such unit"
    if other.id == firer.id:
        return why_hidden(state, firer.at or at, at)
    return "it is not yours" if other.side != firer.side else _spotter_fault(state, other, at)


def _spotter_fault(state: State, unit: Unit, at: str) -> str:
    """Why another unit may not spot for a hex; "": it may."""
    effects = [effect for _, _, effect in ability_effects(state, unit, "spot")]
    if not effects:
        return "it has no ability to spot"
    if unit.at is None or unit.gone or unit.aboard is not None:
        return "it is not on the map" if unit.aboard is None else f"it is riding in {unit.aboard}"
    if not unit.good_order:
        return "it is Demoralized" if unit.demoralized else "it is Pinned"
    if unit.mp is not None or unit.acted in ("moving", "moved"):
        return "it has moved in this phase"
    away = distance(unit.at, at)
    if not any(effect.within is None or away <= effect.within for effect in effects):
        return f"it is {counted(away, 'hex')} away"
    return (
        beyond_visibility(state, unit.at, at)
        if card(state, unit).kind == "aircraft"
        else why_hidden(state, unit.at, at)
    )


def run(turn: Turn[State], side: str, order: Indirect) -> None:
    """FA 13.5, 13.6, 20.4: all cover dice, then all attack dice, unit by unit."""
    end_move(turn, side, order.unit)
    firer = turn.state.units[order.unit]
    spotter = _chosen_spotter(turn.state, firer, order)
    assert spotter
    turn.happens(IndirectAttacked(firer.id, order.at, spotter))
    for unit in [unit for unit in units_under_fire(turn.state, order.at) if not _took_cover(turn, unit)]:
        _shell(turn, firer, unit, order.at)
    stop_watching(turn, firer.id)


def attack_in_hex(turn: Turn[State], firer: str, target: str, at: str) -> None:
    """FA 13.5, 13.6: what Indirect Fire does to one of the units in the hex: its cover die, then its attack dice."""
    if not _took_cover(turn, turn.state.units[target]):
        _shell(turn, turn.state.units[firer], turn.state.units[target], at)


def _took_cover(turn: Turn[State], unit: Unit) -> bool:
    """FA 13.5; FA 11.8: no roll for a unit that already has three hits."""
    if unit.hits >= DESTROYED:
        return False
    rolled = cover.indirect_cover_roll(turn, unit)
    turn.happens(CoverRolled(unit.id, rolled))
    return rolled.passed


def _shell(turn: Turn[State], firer: Unit, target: Unit, at: str) -> None:
    """FA 13.6: its own Attack Dice, none if its class has none; no Cover Roll, vehicles by their top armour."""
    assert firer.at
    if current_values.attack_dice(turn.state, firer, target, distance(firer.at, at))[1] == 0:
        return
    shot = fire_shot(
        turn,
        firer,
        target,
        at,
        f"{firer.id} attacks {target.id}",
        current_values.die_modifiers(turn.state, firer),
        "indirect",
    )
    scored = current_values.hits(shot.successes, shot.defense)
    turn.happens(Attacked(shot, "indirect", scored, None, cover.counters_left(target, scored, None)))
