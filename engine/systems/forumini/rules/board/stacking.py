"""How many units a hex holds, and the obstacles in it (FA 7.1, 16.1)."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import Refusal

from ...state.kept_results import kept_for_roster
from ...state.position import State, Unit, card, choice, is_ground, on_map, units_in
from ...tables.rows import Fortification


def has_room(state: State, unit: Unit, at: str) -> bool:
    """FA 7.1, 7.3: whether a ground unit may stay in a hex with its side's units there; it itself, riders,
    aircraft and obstacles do not count.
    """
    if not is_ground(state, unit):
        return True
    most, vehicles = state.setup.stack
    held = others_stacked(state, unit, at)
    if len(held) >= most:
        return False
    return card(state, unit).kind != "vehicle" or sum(card(state, other).kind == "vehicle" for other in held) < vehicles


def others_stacked(state: State, unit: Unit, at: str) -> list[Unit]:
    """FA 7.1: the other units of its side that count in a hex."""
    return [
        other
        for other in units_in(state, at, unit.side)
        if other.id != unit.id and other.aboard is None and is_ground(state, other)
    ]


def stacking_objection(state: State, unit: Unit, at: str, field: str = "path") -> Refusal | None:
    """FA 7.1: why the unit may not stay in a hex; None: it may."""
    if has_room(state, unit, at):
        return None
    held, (most, vehicles) = others_stacked(state, unit, at), state.setup.stack
    listed = ", ".join(other.id for other in held)
    cars = "vehicle" if vehicles == 1 else "vehicles"
    says = (
        f"{at} already holds {len(held)} of your units ({listed}; limit {most}, {vehicles} {cars}): "
        f"{unit.id} can pass through but not stay there"
    )
    return Refusal(field, "stacking", says, "FA 7.1")


Fortified = tuple[tuple[Unit, Fortification], ...]
"""Obstacles, each with what it does."""


def fortifications_in(state: State, at: str) -> Fortified:
    """FA 16: the obstacles in a hex that do something, each with what it does."""
    return fortifications(state).get(at, ())


def fortifications(state: State) -> Mapping[str, Fortified]:
    """The same for each hex that has one."""
    return obstacles_of_game(state).laid(state.units).by_hex


def obstacles(state: State) -> Mapping[str, tuple[Unit, ...]]:
    """The obstacles on the map by hex, each hex's in the order of the scenario."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in on_map(state):
        if unit.at is not None and card(state, unit).kind == "obstacle":
            found[unit.at] = (*found.get(unit.at, ()), unit)
    return found


@kept_for_roster
def obstacles_of_game(state: State) -> "Obstacles":
    """The one Obstacles of a game."""
    return Obstacles(state)


class Barriers(NamedTuple):
    """By hex, the obstacle that keeps a kind of mover out (FA 16.4), and that at which its movement ends (FA 16.3)."""

    bars: Mapping[str, str]
    wires: Mapping[str, str]


class Laid:
    """Obstacles where they are on the map."""

    def __init__(self, by_hex: Mapping[str, Fortified]) -> None:
        self.by_hex, self._barriers = by_hex, dict[str, Barriers]()

    def barriers(self, user: str) -> Barriers:
        if (known := self._barriers.get(user)) is None:
            bars, wires = dict[str, str](), dict[str, str]()
            for at, here in self.by_hex.items():
                for obstacle, effect in here:
                    if effect.bars == user:
                        bars.setdefault(at, obstacle.id)
                    if effect.stops == user:
                        wires.setdefault(at, obstacle.id)
            known = self._barriers[user] = Barriers(bars, wires)
        return known


class Obstacles:
    """The obstacles of a game: what each does, and where they were when last asked.

    They seldom change, so that most positions are asked only whether they have.
    """

    def __init__(self, state: State) -> None:
        rows = state.setup.charts.obstacles
        named = {
            kind: next((word for word in (kind, *known.sub) if word in rows), "")
            for kind, known in state.cards.items()
            if known.kind == "obstacle"
        }
        units = map(state.units.__getitem__, state.roster)
        self._effects = {unit.id: rows[word] for unit in units if (word := named.get(unit.type))}
        self._choice = choice(tuple(self._effects))
        self._latest: tuple[Mapping[str, Unit], tuple[Unit, ...], Laid] = {}, (), Laid({})

    def laid(self, units: Mapping[str, Unit]) -> Laid:
        """Those that do something and are on the map, each hex's in the order of the scenario."""
        known, before, laid = self._latest
        if known is not units:
            now = self._choice(units)
            if now != before:
                found: dict[str, Fortified] = {}
                for unit in now:
                    if unit.at is not None and not unit.gone:
                        found[unit.at] = (*found.get(unit.at, ()), (unit, self._effects[unit.id]))
                laid = Laid(found)
            self._latest = units, now, laid
        return laid

    def barriers(self, units: Mapping[str, Unit], user: str) -> Barriers:
        """Those of them that meet one kind of mover."""
        return self.laid(units).barriers(user)
