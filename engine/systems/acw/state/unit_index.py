"""The units of a position as the rules and the language ask for them: footprints, leaders, names (CW 1.6, 1.9)."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from itertools import compress
from math import hypot
from operator import attrgetter, is_not

from engine.contract import Order, Record, Vocabulary, replace
from maps.geometry.plane import Box, Point, Sweep

from .position import State, Unit, arm_of, footprint

INDEX, EARLIER = "unit_index", "earlier_units_and_index"
"""The names under which a position keeps its index, and until it has one the units of an earlier position and their
index, from which its own will be made.
"""


class Body(Record, frozen=True):
    """Something with a footprint: its centre and how far it reaches from there, in inches; ``unit``: its id.

    ``nth``: its place on the roster.
    """

    x: float
    y: float
    reach: float
    unit: str
    footprint: Box
    nth: int


_x, _nth = attrgetter("x"), attrgetter("nth")


class Path(Record, frozen=True):
    """A footprint, the unit vector along which it moves, and the ids of units that are not in the way."""

    moving: Box
    way: Point
    spared: tuple[str, ...]


class ClearStart(Record, frozen=True):
    """A move, the footprint that makes it, and where all stood when nothing was in its way at its start."""

    order: Order
    body: Body
    places: Mapping[str, Body | None]


class UnitsMet(Record, frozen=True):
    """The units, by id, that a footprint meets within ``far`` inches of a path, in the order of the scenario."""

    far: float
    sweeps: tuple[tuple[str, Sweep], ...]


class UnitIndex(Record, frozen=True):
    """The units of one position, each list but ``by_x`` in the order of the scenario.

    ``places``: by id; None without a footprint.  ``by_x``: the others from left to right, and where, ``xs``; none
    reaches farther than ``longest_reach``.
    ``leaders``: the ids of each side's leaders, those out of play too.  ``names``, ``gone`` and ``mine`` (by side) are
    for the vocabulary.  Added to are only ``vocabularies`` (by side and phase, while no name comes or goes), ``paths``
    (while nothing has moved) and ``clear_starts`` (by unit; those of earlier positions too).
    """

    places: Mapping[str, Body | None]
    by_x: list[Body]
    xs: list[float]
    longest_reach: float
    leaders: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    gone: frozenset[str]
    mine: Mapping[str, frozenset[str]]
    vocabularies: dict[tuple[str, str], Vocabulary]
    paths: dict[Path, UnitsMet]
    clear_starts: dict[str, ClearStart]

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All that have a footprint."""
        return tuple(filter(None, self.places.values()))

    def bodies_between(self, left: float, right: float) -> list[Body]:
        """Those whose centre is in a strip of the table, from left to right."""
        return self.by_x[bisect_left(self.xs, left) : bisect_right(self.xs, right)]


def in_order(bodies: list[Body]) -> list[Body]:
    """These, in the order of the scenario."""
    if len(bodies) > 1:
        bodies.sort(key=_nth)
    return bodies


def unit_index(state: State) -> UnitIndex:
    """The index of a position, kept with it; made from that of an earlier position if one was carried to it."""
    return state.__dict__.get(INDEX) or _keep(state, _made_index(state))


def _keep(state: State, index: UnitIndex) -> UnitIndex:
    state.__dict__[INDEX] = index
    return index


def _made_index(state: State) -> UnitIndex:
    earlier: tuple[Mapping[str, Unit], UnitIndex] | None = state.__dict__.pop(EARLIER, None)
    return _updated(*earlier, state) if earlier else new_index(state)


def carry_index(earlier: State, state: State) -> State:
    """The position, with the index of an earlier one of its game to start from."""
    if state is not earlier:
        facts = earlier.__dict__
        if (index := facts.get(INDEX)) is not None:
            state.__dict__[EARLIER] = earlier.units, index
        elif EARLIER in facts:
            state.__dict__[EARLIER] = facts[EARLIER]
    return state


def keep_index(earlier: State, state: State) -> State:
    """The position, in which all stand and are called as in the earlier one, with the index of that."""
    if (index := earlier.__dict__.get(INDEX)) is None:
        return carry_index(earlier, state)
    state.__dict__[INDEX] = index
    return state


def share_index(state: State, seen: State) -> State:
    """What a side sees of a position in which all stand and are called as they truly do, with the index of that."""
    seen.__dict__[INDEX] = unit_index(state)
    return seen


def new_index(state: State) -> UnitIndex:
    """The index of a position of which no earlier one is known."""
    places, names, gone = dict[str, Body | None](), dict[str, str](), list[str]()
    mine, leaders = ({side.id: list[str]() for side in state.sides} for _ in range(2))
    for nth, key in enumerate(state.roster):
        unit = state.units[key]
        places[key], names[key] = _body(state, unit, nth), unit.name
        mine[unit.side].append(key)
        if unit.gone:
            gone.append(key)
        if arm_of(state, unit) == "leader":
            leaders[unit.side].append(key)
    return UnitIndex(
        places,
        by_x := sorted(filter(None, places.values()), key=_x),
        xs=[body.x for body in by_x],
        longest_reach=max((body.reach for body in by_x), default=0.0),
        leaders={side: tuple(keys) for side, keys in leaders.items()},
        names=names,
        gone=frozenset(gone),
        mine={side: frozenset(keys) for side, keys in mine.items()},
        vocabularies={},
        paths={},
        clear_starts={},
    )


def _updated(before: Mapping[str, Unit], earlier: UnitIndex, state: State) -> UnitIndex:
    """Only the units that have changed are looked at; one that is gone changes too much for that."""
    units = state.units
    moved: list[Unit] = []
    for key in compress(units, map(is_not, units.values(), before.values())):
        old, new = before[key], units[key]
        if old.gone != new.gone or old.name != new.name or old.side != new.side or old.type != new.type:
            return new_index(state)
        if key in earlier.places and not _is_in_place(old, new):
            moved.append(new)
    return _moved(earlier, state, moved) if moved else earlier


def _moved(earlier: UnitIndex, state: State, moved: list[Unit]) -> UnitIndex:
    places, by_x, xs, longest = dict(earlier.places), list(earlier.by_x), list(earlier.xs), earlier.longest_reach
    for unit in moved:
        if (body := places[unit.id]) is not None:
            at = by_x.index(body, bisect_left(xs, body.x))
            del by_x[at], xs[at]
        body = places[unit.id] = _body(state, unit, body.nth if body else state.roster.index(unit.id))
        if body is not None:
            at = bisect_right(xs, body.x)
            by_x.insert(at, body)
            xs.insert(at, body.x)
            longest = max(longest, body.reach)
    return replace(earlier, places=places, by_x=by_x, xs=xs, longest_reach=longest, paths={})


def _is_in_place(old: Unit, new: Unit) -> bool:
    """Whether nothing that a footprint depends on is different."""
    return (
        old.at == new.at
        and old.facing == new.facing
        and old.formation == new.formation
        and old.bases == new.bases
        and old.leads == new.leads
    )


def _body(state: State, unit: Unit, nth: int) -> Body | None:
    """None: it is out of play, or a leader that is with a unit."""
    return None if unit.gone or unit.leads is not None else _new_body(state, unit, nth)


def _new_body(state: State, unit: Unit, nth: int) -> Body:
    box = footprint(state, unit)
    x, y = box.at
    return Body(x, y, hypot(box.across, box.along), unit.id, box, nth)


def body_of(state: State, unit: Unit) -> Body:
    """Where a unit is with its footprint, be it as the position has it or otherwise."""
    known = unit_index(state).places.get(unit.id) if state.units.get(unit.id) is unit else None
    return known or _new_body(state, unit, len(state.roster))


def riders_of(state: State, unit: Unit) -> list[str]:
    """CW 1.9: the ids of leaders attached to a unit: looked for among all units only where no position of the game has
    an index yet."""
    earlier: tuple[Mapping[str, Unit], UnitIndex] | None = state.__dict__.get(EARLIER)
    keys, units = earlier[1].leaders[unit.side] if earlier else state.roster, state.units
    return [key for key in keys if units[key].leads == unit.id and not units[key].gone]


def leaders_in_play(state: State, side: str) -> list[Unit]:
    """CW 1.9: the side's leaders, attached or not, in the order of the scenario."""
    return [unit for key in unit_index(state).leaders[side] if not (unit := state.units[key]).gone]
