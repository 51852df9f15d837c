"""What a model is worth by its figures (section K)."""

from collections.abc import Iterable, Mapping
from math import floor

from ..tables import BARE_HANDS, TABLES, Type, Weapon, fights, missile


def worth(kind: Type, weapons: Mapping[str, Weapon]) -> int:
    """Points of one model by the formula, rounded, halves up; what the type itself says of its points is not looked at."""
    table = TABLES.points
    body = kind.wounds * (kind.toughness + kind.armour + table.body)
    nerve = max(0, kind.morale - table.nerve_from) / table.nerve_div
    arms = [weapons[key] for key in kind.weapons if key != BARE_HANDS]
    shooting = _dearest(_shooting(kind, arm) for arm in arms if missile(arm))
    fighting = _dearest(_fighting(kind, arm) for arm in arms if fights(arm))
    return floor(
        body + kind.move / table.move_div + nerve + len(kind.traits) * table.trait + shooting + fighting + 0.5 + 1e-9
    )


def cost(kind: Type, models: int | None = None) -> int:
    """Points of a unit of so many models, of its usual strength if none is said."""
    return (kind.points or 0) * (kind.models if models is None else models)


def _shooting(kind: Type, weapon: Weapon) -> float:
    reach = min(weapon.range, TABLES.points.reach_cap) / TABLES.points.reach_div
    return _blow(weapon) * kind.ballistic * reach


def _fighting(kind: Type, weapon: Weapon) -> float:
    return _blow(weapon) * kind.melee * kind.move / TABLES.points.melee_div


def _blow(weapon: Weapon) -> float:
    """A weapon's worth for each point of skill and of reach."""
    ends = TABLES.points.ammo if weapon.ammo is not None else 1.0
    return (
        weapon.attacks * (2 + weapon.strength + weapon.ap) * (1 + weapon.damage) / 2 / TABLES.points.weapon_div * ends
    )


def _dearest(worths: Iterable[float]) -> float:
    """The dearest in full, the others by a share."""
    first, *others = sorted(worths, reverse=True) or [0.0]
    return first + sum(others) * TABLES.points.further
