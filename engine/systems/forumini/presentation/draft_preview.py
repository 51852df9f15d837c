"""A draft drawn over the position: paths with their rolls, the fire they may draw, aims with their dice (FA 25)."""

from collections.abc import Iterator, Sequence

from engine.contract import Order, replace
from maps.geometry.hex_points import hex_centre
from maps.geometry.hexes import DIRECTIONS, neighbours
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Spot, Trail

from ..orders import (
    Attack,
    Bomb,
    Charge,
    Clear,
    Deploy,
    DeployRest,
    Dirt,
    DropIn,
    Enter,
    Face,
    Halt,
    Hold,
    HullDown,
    Indirect,
    Leave,
    Load,
    Move,
    PassBy,
    PlaceAircraft,
    Strafe,
    Unload,
    Watch,
)
from ..rules.board.line_of_sight import overwatch_arc
from ..rules.board.terrain import facing_toward
from ..rules.combat.indirect_fire import spotters
from ..rules.combat.targets import IN_THE_AIR, ON_GROUND, possible_targets
from ..rules.current_values import SUCCESS
from ..rules.turn.deploy_rest import placements
from ..state.phases import ANTIAIR
from ..state.position import State, Unit, card
from .attack_preview import attack_preview
from .path_preview import fire_risks, moved_piece, path_marks, path_preview
from .zone_marks import aloft, colour

SAID: dict[type[Order], str] = {
    Halt: "halt",
    Dirt: "hit the dirt",
    HullDown: "hull down",
    Enter: "enter",
    Leave: "leave",
    Unload: "unload",
    Hold: "held",
    PassBy: "pass",
}
"""Orders that a word beside the unit says."""


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """Marks for orders not yet committed, each drawn on the position that the orders before it leave; what
    cannot be drawn is left out.
    """
    marks = list[Mark]()
    for order in _spelled_out(seen, side, orders):
        unit = seen.units.get(getattr(order, "unit", ""))
        if unit and unit.side == side and not unit.gone:
            marks += _planned(seen, unit, order)
            seen = _after(seen, unit, order)
    return tuple(_joined(marks))


def _spelled_out(seen: State, side: str, orders: Sequence[Order]) -> Iterator[Order]:
    """The orders, with a ``deploy rest`` as what it does after those before it."""
    for order in orders:
        rest = tuple(placements(seen, side)) if isinstance(order, DeployRest) else (order,)
        for one in rest:
            unit = seen.units.get(getattr(one, "unit", ""))
            seen = _after(seen, unit, one) if unit else seen
            yield one


def _joined(marks: Sequence[Mark]) -> Iterator[Mark]:
    """The notes on each place combined into one; the rolls of a path are drawn over the counters at its end."""
    notes, rolls = dict[Point, list[str]](), list[Spot]()
    for mark in marks:
        if isinstance(mark, Spot) and mark.kind == "note":
            notes.setdefault(mark.at, []).append(mark.text)
        elif isinstance(mark, Spot) and mark.kind == "needs":
            rolls.append(mark)
        else:
            yield mark
    yield from rolls
    yield from (Spot(at, "note", "; ".join(texts)) for at, texts in notes.items())


def _planned(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case Move(_, path, face):
            yield from _march(seen, unit, path, face or "")
        case Charge(_, path, target):
            yield from _march(seen, unit, path, "")
            yield from _aimed(seen, _stand(seen, unit, path), target, "charge")
        case Face(_, toward_it) if unit.at:
            yield Spot(hex_centre(unit.at), "way", toward_it)
        case Watch(_, at, None) if at in seen.board.cells and unit.at:
            yield from _watching(seen, unit, at or unit.at)
        case Watch() if unit.at:
            yield Spot(_beside(unit.at), "note", f"{unit.id} watch off")
        case Load(_, target) if unit.at:
            yield Spot(_beside(unit.at), "note", f"{unit.id} into {target}")
        case Attack(_, target):
            yield from _aimed(seen, unit, target or unit.target, "antiair" if seen.phase == ANTIAIR else "direct")
        case Bomb() | Strafe():
            yield from _aimed(seen, unit, unit.target, "bomb" if isinstance(order, Bomb) else "strafe")
        case Indirect(_, at, spotter) if unit.at and at in seen.board.cells:
            yield from _shelled(seen, unit, at, spotter)
        case Clear(_, target) if (aim := seen.units.get(target)) and aim.at and unit.at:
            yield Spot(hex_centre(aim.at), "target", "", colour(seen, unit))
            yield Spot(_beside(aim.at), "note", f"{unit.id} clears: {SUCCESS}+")
        case _:
            yield from _placed(seen, unit, order)


def _placed(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case Deploy(_, to, face, aboard):
            carrier = seen.units.get(aboard or "")
            if at := to or (carrier.at if carrier else None):
                yield from moved_piece(seen, unit, at, face or "")
                if carrier and at in seen.board.cells:
                    yield Spot(_beside(at), "note", f"{unit.id} in {carrier.id}")
        case PlaceAircraft(_, to, target) if to in seen.board.cells:
            yield from moved_piece(seen, unit, to, "", lifted=aloft(to))
            for aim in possible_targets(seen, unit.side, target, ON_GROUND)[:1]:
                if aim.at:
                    yield Trail((aloft(to), hex_centre(aim.at)), "aimed", colour(seen, unit))
                    yield Spot(hex_centre(aim.at), "target", "", colour(seen, unit))
        case DropIn(_, to, side) if to in seen.board.cells:
            yield from moved_piece(seen, unit, to, "")
            yield from _rose(to, side or "N")
        case _:
            if unit.at and (word := SAID.get(type(order))):
                yield Spot(_beside(unit.at), "note", f"{unit.id} {word}")


def _march(seen: State, unit: Unit, path: tuple[str, ...], face: str) -> Iterator[Mark]:
    steps = path_marks(seen, unit, path)
    yield from path_preview(seen, unit, steps)
    if steps:
        before = (unit.at, *steps)[-2]
        adjacent = before is not None and steps[-1] in neighbours(before)
        turned = face or (facing_toward(before, steps[-1]) if before and adjacent else "")
        yield from moved_piece(seen, unit, steps[-1], turned if card(seen, unit).kind == "vehicle" else "")
    yield from fire_risks(seen, unit, steps)


def _aimed(seen: State, unit: Unit, words: str | None, how: str) -> Iterator[Mark]:
    """The line to the one target that the words mean, with the dice and what they must reach."""
    found = possible_targets(seen, unit.side, words, IN_THE_AIR if how == "antiair" else ON_GROUND)
    if len(found) != 1 or not found[0].at or not unit.at or found[0].side == unit.side:
        return
    aim = found[0]
    assert aim.at
    text = attack_preview(seen, unit, aim, how)
    yield Spot(hex_centre(aim.at), "target", "", colour(seen, unit))
    if aim.at == unit.at:
        yield Spot(_beside(aim.at), "note", f"{unit.id}: {text}")
    else:
        yield Trail((hex_centre(unit.at), hex_centre(aim.at)), "draft-fire", colour(seen, unit), text)


def _watching(seen: State, unit: Unit, at: str) -> Iterator[Mark]:
    assert unit.at
    nth = [side.id for side in seen.sides].index(unit.side)
    yield from (
        Spot(hex_centre(hex), "arc", "", colour(seen, unit), nth) for hex in sorted(overwatch_arc(seen, unit.at, at))
    )
    if at != unit.at:
        yield Trail((hex_centre(unit.at), hex_centre(at)), "draft-watch", colour(seen, unit))


def _shelled(seen: State, unit: Unit, at: str, spotter: str | None) -> Iterator[Mark]:
    """FA 13: marks of the line of fire and of the spotter's line of sight."""
    assert unit.at
    eyes = seen.units.get(spotter) if spotter else next(spotters(seen, unit, at), None)
    if at != unit.at:
        yield Trail((hex_centre(unit.at), hex_centre(at)), "indirect", colour(seen, unit))
    if eyes and eyes.at and eyes.at not in (unit.at, at):
        yield Trail((hex_centre(eyes.at), hex_centre(at)), "sight")
    yield Spot(hex_centre(at), "target", "", colour(seen, unit))
    yield Spot(_beside(at), "note", f"{unit.id} indirect")


def _rose(at: str, side: str) -> Iterator[Mark]:
    """FA 15.7, 15.8: the direction that each face of the die means, clockwise from the side declared."""
    x, y = hex_centre(at)
    first = DIRECTIONS.index(side) if side in DIRECTIONS else 0
    for nth in range(6):
        nx, ny = hex_centre(neighbours(at)[(first + nth) % 6])
        yield Spot((x + (nx - x) * 0.62, y + (ny - y) * 0.62), "needs", str(nth + 1))


def _stand(seen: State, unit: Unit, path: tuple[str, ...]) -> Unit:
    steps = path_marks(seen, unit, path)
    return replace(unit, at=steps[-1]) if steps else unit


def _after(seen: State, unit: Unit, order: Order) -> State:
    """The position with the unit where its order leads it."""
    match order:
        case Move(_, path) | Charge(_, path):
            there = _stand(seen, unit, path)
        case Deploy(_, to, face) if to in seen.board.cells:
            there = replace(unit, at=to, facing=face or unit.facing)
        case Face(_, toward_it):
            there = replace(unit, facing=toward_it)
        case PlaceAircraft(_, to) if to in seen.board.cells:
            there = replace(unit, at=to)
        case _:
            return seen
    return replace(seen, units={**seen.units, unit.id: there})


def _beside(at: str) -> Point:
    x, y = hex_centre(at)
    return x, y + 0.84
