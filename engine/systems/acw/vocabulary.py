"""The names in play, and what an ``if`` may ask (section Orders)."""

from engine.contract import Condition, Vocabulary

from .state.position import State, melees_of

POLICIES: dict[str, tuple[str, ...]] = {"advance": ("always", "attacker", "never"), "fire": ("free", "hold")}
"""Section Standing orders: policy -> its words."""
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
"""Section Orders: in which order the faults of an order count."""


def vocabulary(seen: State, side: str) -> Vocabulary:
    """Names may be shortened to two letters; places are the pieces of terrain."""
    units, table = seen.units, seen.table
    return Vocabulary(
        units={key: units[key].name for key in seen.roster},
        mine=frozenset(key for key, unit in units.items() if unit.side == side),
        gone=frozenset(key for key, unit in units.items() if unit.gone),
        places={piece.name: piece.name for piece in table.pieces if piece.name},
        policies=POLICIES,
        conditions=CONDITIONS,
        shortest=2,
        idle_code="missing-argument",
        stray_code="unknown-unit",
        tabletop=(table.width, table.height),
        checks=CHECKS,
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether it is so of any side's unit: alive, gone, engaged (in a melee) or free (alive and in none)."""
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
    """Whether a unit is in a melee; an attached leader is where his unit is."""
    return bool(melees_of(seen, seen.units[key].leads or key))
