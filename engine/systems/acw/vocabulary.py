"""The names that orders may use, and the conditions of an ``if`` (section Orders)."""

from collections.abc import Mapping
from functools import lru_cache

from engine.contract import Condition, Vocabulary
from maps.geometry.tabletop import Tabletop, middles

from .rules.board.footprints import rounded_position
from .state.position import Objective, State, melees_of
from .state.unit_index import UnitIndex, unit_index

POLICIES: dict[str, tuple[str, ...]] = {"advance": ("always", "attacker", "never"), "fire": ("free", "hold")}
"""Section Standing orders: policy -> the values it may have."""
CONDITIONS = ("alive", "gone", "engaged", "free")
CHECKS = (
    "form",
    "who nobody",
    "idle",
    "verb",
    "gone",
    "theirs",
    "phase",
    "missing",
    "number",
    "place",
    "target",
    "argument",
)
"""Section Orders: the order in which the parts of an order are checked."""


def vocabulary(seen: State, side: str) -> Vocabulary:
    """The names that a side may use in orders: the same object for as long as none of them changes."""
    index = unit_index(seen)
    if (known := index.vocabularies.get((side, seen.phase))) is None:
        known = index.vocabularies[side, seen.phase] = _vocabulary(seen, index, side)
    return known


def _vocabulary(seen: State, index: UnitIndex, side: str) -> Vocabulary:
    """At least two letters of each name will do."""
    return Vocabulary(
        units=index.names,
        mine=index.mine.get(side, frozenset()),
        gone=index.gone,
        places={piece.name: piece.name for piece in seen.table.pieces if piece.name},
        features=_features(seen.table, seen.setup.objectives),
        policies=POLICIES,
        conditions=CONDITIONS,
        phase=seen.phase,
        shortest=2,
        idle_code="missing-argument",
        stray_code="unknown-unit",
        tabletop=(seen.table.width, seen.table.height),
        checks=CHECKS,
    )


@lru_cache(64)
def _features(table: Tabletop, objectives: tuple[Objective, ...]) -> Mapping[str, tuple[int, int]]:
    """The middles of objectives, and of terrain that is no line, by their names."""
    return {**middles(table.pieces), **{goal.name: rounded_position(goal.at) for goal in objectives}}


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether a unit of either side is alive, gone, engaged (in a melee) or free (alive and not in a melee)."""
    unit = seen.units.get(condition.subject)
    if unit is None or unit.gone:
        return unit is not None and condition.state == "gone"
    match condition.state:
        case "alive":
            return True
        case "engaged":
            return is_engaged(seen, unit.id)
        case "free":
            return not is_engaged(seen, unit.id)
        case _:
            return False


def is_engaged(seen: State, key: str) -> bool:
    """Whether a unit is in a melee; for an attached leader, whether its unit is."""
    return bool(melees_of(seen, seen.units[key].leads or key))
