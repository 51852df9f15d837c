"""The points of a model and of a unit, from its figures (RULES.md, Points)."""

from collections.abc import Iterable, Mapping
from math import floor

from ..table_rows import BARE_HANDS, Type, Weapon
from ..tables import TABLES, is_melee, is_missile


def model_points(kind: Type, weapons: Mapping[str, Weapon]) -> int:
    """The points of one model by the formula, rounded, halves up; the type's own ``points`` are ignored."""
    table = TABLES.points
    body = kind.wounds * (kind.toughness + kind.armour + table.body)
    nerve = max(0, kind.morale - table.nerve_from) / table.nerve_div
    arms = [weapons[key] for key in kind.weapons if key != BARE_HANDS]
    shooting = _weapons_points(_shooting_points(kind, arm) for arm in arms if is_missile(arm))
    fighting = _weapons_points(_melee_points(kind, arm) for arm in arms if is_melee(arm))
    return floor(
        body + kind.move / table.move_div + nerve + len(kind.traits) * table.trait + shooting + fighting + 0.5 + 1e-9
    )


def unit_points(kind: Type, models: int | None = None) -> int:
    """The points of a unit with this many models, or with the usual number."""
    return (kind.points or 0) * (kind.models if models is None else models)


def _shooting_points(kind: Type, weapon: Weapon) -> float:
    reach = min(weapon.range, TABLES.points.reach_cap) / TABLES.points.reach_div
    return _weapon_points(weapon) * kind.ballistic * reach


def _melee_points(kind: Type, weapon: Weapon) -> float:
    return _weapon_points(weapon) * kind.melee * kind.move / TABLES.points.melee_div


def _weapon_points(weapon: Weapon) -> float:
    """The value of a weapon for each point of skill and of reach."""
    ends = TABLES.points.ammo if weapon.ammo is not None else 1.0
    return (
        weapon.attacks * (2 + weapon.strength + weapon.ap) * (1 + weapon.damage) / 2 / TABLES.points.weapon_div * ends
    )


def _weapons_points(worths: Iterable[float]) -> float:
    """The most expensive weapon in full, the others by a share."""
    first, *others = sorted(worths, reverse=True) or [0.0]
    return first + sum(others) * TABLES.points.further
