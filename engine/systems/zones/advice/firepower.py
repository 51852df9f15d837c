"""What units could do to each other from other places than where they stand now."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.contract import kept_for_latest

from ..rules.board.geometry import hundredths, spot_distance
from ..rules.board.line_of_sight import line_of_sight
from ..rules.board.terrain import pieces_at
from ..rules.combat.targeting import DIE_FACES, MELEE_REACH, Mode, usable_weapons
from ..state.position import Spot, State, Unit, enemy_units, side_units, unit_type
from .evaluation import middle, middle_of

COVERED = 0.4
"""The share of the wounds that cover saves, where all models have it."""
MODES: tuple[Mode, ...] = ("melee", "shoot")


class Weapon(NamedTuple):
    """A weapon in the hands of a type against another.  ``hurting``: the wounds taken off for each hit."""

    mode: Mode
    skill: int
    reach: int
    half: float
    hurting: float

    def wounds(self, far: float, less: int) -> float:
        """By one model at this distance in hundredths of an inch; ``less``: what reduces its skill, besides range."""
        skill = self.skill - less - (self.mode == "shoot" and far > self.half)
        return self.hurting * _share(skill)


def wounds_at(seen: State, unit: Unit, spots: Sequence[Spot], foe: Unit, *, moved: bool) -> tuple[float, bool]:
    """The wounds that the unit can expect to take off the enemy with its models in these places, and whether most of
    them in melee: each model by its best attack at the enemy model that is nearest to it.
    """
    arms, targets = _weapons(seen, unit, foe), [model.at for model in foe.models if model.wounds]
    most = max((arm.reach for arm in arms), default=0)
    fought = shot = 0.0
    for at in spots if targets else ():
        far, _, target = min((spot_distance(at, one), nth, one) for nth, one in enumerate(targets))
        if far <= most and (sight := line_of_sight(seen, at, target)).clear:
            less = _less(seen, foe, f"cover-{sight.cover}", moved=moved)
            close = far <= MELEE_REACH
            fit = (arm for arm in arms if far <= arm.reach and (arm.mode == "melee") == close)
            best = max((arm.wounds(far, less[arm.mode]) for arm in fit), default=0.0)
            fought, shot = (fought + best, shot) if close else (fought, shot + best)
    return fought + shot, fought > shot


def _less(seen: State, foe: Unit, cover: str, *, moved: bool) -> Mapping[Mode, int]:
    """ZC 9.2, 10.2: what reduces the skill, besides long range."""
    table = seen.setup.modifiers
    shooting = [name for name, applies in (("moved", moved), ("hunkered", foe.hunkered), (cover, True)) if applies]
    return {
        "melee": table["melee"].get(cover, 0),
        "shoot": sum(table["shoot"].get(name, 0) for name in shooting),
    }


def wounds_to(seen: State, unit: Unit, spots: Sequence[Spot]) -> float:
    """The wounds that enemy units, moved near, can expect to take off the unit in these places: all that each can, or
    a share of it if it could as well attack others.
    """
    at = middle(spots)
    most = sum(
        _wounds_near(seen, foe, unit, _far(foe, at)) / (1 + _others_in_reach(seen, foe, unit))
        for foe in enemy_units(seen, unit.side)
    )
    return most * (1 - COVERED * sum(bool(pieces_at(seen.table, end)) for end in spots) / len(spots)) if most else 0.0


def wounds_after_a_move(seen: State, unit: Unit, spots: Sequence[Spot]) -> Iterator[tuple[Unit, float]]:
    """Enemy units, and the wounds that the unit could expect to take off each in its next turn from these places."""
    at = middle(spots)
    for foe in enemy_units(seen, unit.side):
        if wounds := _wounds_near(seen, unit, foe, _far(foe, at)):
            yield foe, wounds


def _far(unit: Unit, at: Spot) -> int:
    return spot_distance(middle_of(unit), at)


def _wounds_near(seen: State, unit: Unit, foe: Unit, far: int) -> float:
    """By a unit at this distance, after a move of its choice: close up, if it can, or as near as that."""
    near = far - (0 if unit.shaken else hundredths(unit_type(seen, unit).move))
    found = 0.0
    for arm in _weapons(seen, unit, foe):
        distance = max(near, 0 if arm.mode == "melee" else MELEE_REACH + 1)
        if distance <= arm.reach:
            found = max(found, arm.wounds(distance, int(arm.mode == "shoot" and distance < far)))
    return len(unit.models) * found


def _others_in_reach(seen: State, foe: Unit, unit: Unit) -> int:
    """How many other units of the side the enemy could attack after a move."""
    known, key = _known_reach(seen), (foe.id, unit.side)
    if key not in known:
        known[key] = tuple(
            one.id
            for one in side_units(seen, unit.side)
            if one.where == "table" and _wounds_near(seen, foe, one, _far(foe, middle_of(one)))
        )
    return len(known[key]) - (unit.id in known[key])


@kept_for_latest
def _known_reach(seen: State) -> dict[tuple[str, str], tuple[str, ...]]:
    return {}


def _weapons(seen: State, unit: Unit, foe: Unit) -> tuple[Weapon, ...]:
    known, key = _known(seen), (unit.type, foe.type)
    if key not in known:
        known[key] = tuple(_found_weapons(seen, unit, foe))
    return known[key]


def _found_weapons(seen: State, unit: Unit, foe: Unit) -> Iterator[Weapon]:
    kind, other = unit_type(seen, unit), unit_type(seen, foe)
    for mode in MODES:
        for name in usable_weapons(seen, unit, mode):
            arm = seen.weapons[name]
            through = 1 - _share(max(0, other.toughness - arm.strength) + max(0, other.armour - arm.ap))
            span = hundredths(arm.range)
            yield Weapon(
                mode,
                kind.melee if mode == "melee" else kind.ballistic,
                MELEE_REACH if mode == "melee" else span,
                span / 2,
                arm.attacks * through * min(arm.damage, other.wounds),
            )


def _share(bonus: int) -> float:
    """ZC 8.1: how often a check with this bonus succeeds."""
    return min(DIE_FACES, max(0, bonus)) / DIE_FACES


@kept_for_latest
def _known(seen: State) -> dict[tuple[str, str], tuple[Weapon, ...]]:
    return {}
