"""The names in play as one side knows them, and what an ``if`` may ask (FA 21.2, 22.1)."""

from engine.contract import Condition, TypeNames, Vocabulary

from .state.kept_results import kept_for_roster
from .state.position import State, Unit

POLICIES: dict[str, tuple[str, ...]] = {
    "initiative": ("first", "second", "ask"),
    "fire": ("always", "possible", "good", "never", "soldiers", "vehicles"),
    "overwatch-fire": ("always", "possible", "good", "never", "soldiers", "vehicles"),
    "fire-order": ("strongest", "weakest", "nearest"),
    "under-fire": ("go", "wait"),
    "plan": ("ask", "hold", "intercept", "place", "target"),
    "damaged": ("stay", "abort"),
    "replace": ("any", "never"),
}
"""FA 22.1: standing orders: policy -> its words."""
UNIT_POLICIES = frozenset({"fire-order", "plan", "replace"})
"""Policies that also take units."""
PLACE_POLICIES = frozenset({"plan"})
"""Policies that also take hexes."""
CONDITIONS = ("alive", "gone", "pinned", "demoralized", "damaged", "hit", "clean", "placed", "at")


def vocabulary(seen: State, side: str) -> Vocabulary:
    """FA 21.4: a lone unit is ``missing-argument``, a unit's order without the unit ``syntax``."""
    known, gone = _vocabularies(seen), frozenset([unit.id for unit in seen.units.values() if unit.gone])
    at = side, seen.phase, gone
    if (names := known.get(at)) is None:
        names = known[at] = _vocabulary(seen, side, gone)
    return names


@kept_for_roster
def _vocabularies(_: State) -> dict[tuple[str, str, frozenset[str]], Vocabulary]:
    """The vocabularies of a game so far, by side, phase and the units that are gone: nothing else changes the names."""
    return {}


def _vocabulary(seen: State, side: str, gone: frozenset[str]) -> Vocabulary:
    units = seen.units
    return Vocabulary(
        units={key: units[key].name for key in seen.roster},
        mine=frozenset(key for key, unit in units.items() if unit.side == side),
        gone=gone,
        board=seen.board,
        policies=POLICIES,
        unit_policies=UNIT_POLICIES,
        conditions=CONDITIONS,
        phase=seen.phase,
        idle_code="missing-argument",
        types=TypeNames(
            names={key: card.name for key, card in seen.cards.items()} if seen.setup.buying is not None else {},
            place_policies=PLACE_POLICIES,
            conditions_at_place=frozenset({"at"}),
            no_unit_code="syntax",
        ),
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """FA 21.2: counters named in a condition are face-up ones; ``hit`` and ``clean`` are about face-down ones.
    Nothing holds for a unit that is gone.
    """
    unit = seen.units.get(condition.subject)
    if unit is None or unit.gone:
        return unit is not None and condition.state == "gone"
    if condition.state == "at":
        return unit.at is not None and unit.at == condition.place
    return _so(unit, condition.state)


def _so(unit: Unit, asked: str) -> bool:
    match asked:
        case "alive":
            return True
        case "pinned":
            return unit.pinned
        case "demoralized":
            return unit.demoralized
        case "damaged":
            return unit.damaged
        case "hit":
            return unit.hits > 0
        case "clean":
            return unit.hits == 0
        case "placed":
            return unit.at is not None
        case _:
            return False
