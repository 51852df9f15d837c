"""Overwatch: what a unit needs to watch the way to a hex, and how it begins and ends (FA 12.13 to 12.16)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, counted
from maps.geometry.hexes import distance

from ...orders import Watch
from ...state.events import OverwatchEnded, OverwatchSet
from ...state.position import State, Unit, army
from ..abilities import ability_effects
from ..board.arcs import in_field
from ..board.line_of_sight import why_hidden
from ..combat.direct_fire import out_of_arc
from ..current_values import armed_range
from ..unfinished_move import end_move
from .pathfinding import not_in_good_order

STIRRED = ("moving", "moved")


def objections(seen: State, _: str, order: Watch) -> Iterator[Refusal]:
    """FA 12.13, 21.5: everything against setting Overwatch; ending it is always allowed."""
    unit = seen.units[order.unit]
    if order.off is not None:
        return
    if order.at is None:
        yield Refusal(
            "at",
            "missing-argument",
            f"overwatch needs a hex to watch, or off: {unit.id} overwatch {unit.at}",
            "FA 12.13",
        )
        return
    farthest = armed_range(seen, unit)[1]
    yield from _cannot_watch(seen, unit, farthest)
    if order.at not in seen.board.cells:
        yield Refusal("at", "off-board", f"{order.at} is not on this map", "FA 2.1")
        return
    yield from _out_of_sight(seen, unit, order.at, farthest)
    watchers = [other.id for other in army(seen, unit.side) if other.overwatch is not None and other.id != unit.id]
    if len(watchers) >= seen.setup.watchers:
        says = (
            (
                f"you already have {counted(len(watchers), 'unit')} in Overwatch "
                f"({', '.join(watchers)}; limit {seen.setup.watchers}); "
                f"end one first: {watchers[0]} overwatch off"
            )
            if watchers
            else "Overwatch is not allowed in this scenario"
        )
        yield Refusal("unit", "overwatch-limit", says, "FA 12.16")


def _cannot_watch(seen: State, unit: Unit, farthest: int) -> Iterator[Refusal]:
    """What it is, what it has done, what state it is in.  ``farthest``: how far it has dice, below 0 if it has none."""
    barring = [name for name, _, _ in ability_effects(seen, unit, "overwatch")]
    if barring:
        yield Refusal("unit", "no-overwatch", f"{unit.id} cannot watch: it has the ability {barring[0]}", "FA 12.13")
    elif farthest < 0:
        yield Refusal(
            "unit", "no-overwatch", f"{unit.id} cannot watch: it has no dice against ground units", "FA 12.13"
        )
    if unit.acted in STIRRED or (unit.mp is not None and not seen.earlier):
        says = f"{unit.id} has already moved in this phase; only a unit that has not moved can go into Overwatch"
        yield Refusal("unit", "already-acted", says, "FA 12.13")
    yield from not_in_good_order(unit, "watch")


def _out_of_sight(seen: State, unit: Unit, at: str, farthest: int) -> Iterator[Refusal]:
    """FA 12.13: range, field of fire, line of sight."""
    assert unit.at
    away, longest = distance(unit.at, at), min(seen.setup.reach, farthest)
    if away > longest:
        yield Refusal(
            "at",
            "out-of-range",
            f"{at} is {counted(away, 'hex')} away; {unit.id} can watch up to {longest}",
            "FA 12.13",
        )
    if not in_field(seen, unit, at):
        yield out_of_arc(seen, unit, at, "at")
    if why := why_hidden(seen, unit.at, at):
        yield Refusal("at", "no-line-of-sight", f"{unit.id} cannot see {at}: {why}", "FA 12.13")


def set_overwatch(turn: Turn[State], side: str, order: Watch) -> None:
    """FA 12.13, 12.15, 21.3: setting it ends another unit's unfinished movement, ending it does not."""
    if order.at is not None and order.off is None:
        end_move(turn, side, order.unit)
        turn.happens(OverwatchSet(order.unit, order.at))
    elif turn.state.units[order.unit].overwatch is not None:
        turn.happens(OverwatchEnded(order.unit, "asked"))
