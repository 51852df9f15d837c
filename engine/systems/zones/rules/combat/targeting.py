"""Which model would attack which, with which weapon and modifiers, in the current position (ZC 9, 10)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.contract import Record

from ...orders import Attack, Shoot
from ...state.events import Mods
from ...state.position import Model, State, Unit, named_models, unit_type
from ...table_rows import BARE_HANDS
from ...tables import TABLES, is_melee, is_missile
from ..board.geometry import hundredths, spot_distance
from ..board.line_of_sight import SightLine, line_of_sight

Mode = Literal["shoot", "melee"]
MELEE_REACH = hundredths(TABLES.constants.close)
DIE_FACES = 6
FLOOR = "never below 0"
"""ZC 9.2: the modifier that keeps a skill at 0 or more, so that all modifiers shown add up to the real total."""


class Aim(Record, frozen=True):
    """The attack of one model.  ``distance``: in hundredths.  ``skill``: before ``mods``.  ``toughness`` and
    ``armour``: what the weapon leaves of each (ZC 9.3).
    """

    mode: Mode
    unit: str
    model: int
    target: str
    target_model: int
    weapon: str
    distance: int
    skill: int
    mods: Mods
    toughness: int
    armour: int

    @property
    def bonus(self) -> int:
        """What is added to each attack die."""
        return self.skill + sum(n for _, n in self.mods)

    @property
    def save(self) -> int:
        """What is added to each save die."""
        return self.toughness + self.armour

    @property
    def odds(self) -> tuple[Fraction, Fraction]:
        """ZC 8.3: the chance that an attack die hits, and that a save die saves."""
        hit, saved = (Fraction(min(DIE_FACES, added), DIE_FACES) for added in (self.bonus, self.save))
        return hit, saved


class Pair(NamedTuple):
    """A model that may attack, one that has wounds left, and their distance in hundredths."""

    model: Model
    target: Model
    distance: int


# orders
def attack_mode(order: Attack) -> Mode:
    """Whether the order is to shoot or to fight."""
    return "shoot" if isinstance(order, Shoot) else "melee"


def models_text(key: str, models: tuple[int, int] | None) -> str:
    """``C1``, ``C1.3`` or ``C1.2-4``."""
    if models is None:
        return key
    return f"{key}.{models[0]}" if models[0] == models[1] else f"{key}.{models[0]}-{models[1]}"


# weapons
def usable_weapons(seen: State, unit: Unit, way: Mode) -> tuple[str, ...]:
    """ZC 3.3: the weapons of the unit that can be used in this way, in the order of its type."""
    serves, carried = is_missile if way == "shoot" else is_melee, unit_type(seen, unit).weapons
    return tuple(name for name in carried if serves(seen.weapons[name])) or ((BARE_HANDS,) if way == "melee" else ())


def chosen_weapon(seen: State, unit: Unit, order: Attack) -> str:
    """ZC 9.7, 10.3: the weapon of an attack; "" if none can be used in this way.  Without ammunition for any: the
    first.
    """
    way = attack_mode(order)
    fit = usable_weapons(seen, unit, way)
    if order.weapon is not None:
        return order.weapon if order.weapon in fit else ""
    ready = [model for model in named_models(unit, order.models) if not model.acted]
    return next(
        (name for name in fit if any(has_ammunition(seen, model, name, way) for model in ready)), next(iter(fit), "")
    )


def has_ammunition(seen: State, model: Model, name: str, way: Mode) -> bool:
    """ZC 9.7: whether a model can use the weapon; melee needs no ammunition."""
    return way == "melee" or seen.weapons[name].ammo is None or model.ammo.get(name, 0) > 0


def weapon_reach(seen: State, name: str, way: Mode) -> int:
    """ZC 9.1, 10.1: how far the weapon reaches, in hundredths."""
    return hundredths(seen.weapons[name].range) if way == "shoot" else MELEE_REACH


def is_in_reach(seen: State, pair: Pair, name: str, way: Mode) -> bool:
    """ZC 9.1, 10.1: whether the distance is neither too long nor too short, whatever the line of sight."""
    return pair.distance <= weapon_reach(seen, name, way) and (way == "melee" or pair.distance > MELEE_REACH)


# aims
def aims(seen: State, order: Attack) -> tuple[Aim, ...]:
    """ZC 9.6: the attack of each named model in the current position; () if none has a target."""
    unit = seen.units[order.unit]
    name = chosen_weapon(seen, unit, order)
    return tuple(aim for model in named_models(unit, order.models) if (aim := aim_of(seen, order, name, model.number)))


def aim_of(seen: State, order: Attack, name: str, number: int) -> Aim | None:
    """ZC 9.6: one model's attack, at the nearest that it can attack with this weapon; ties by lower number."""
    near = sorted(attack_pairs(seen, order, name, number), key=lambda pair: pair.distance)
    for pair in near:
        if (
            is_in_reach(seen, pair, name, attack_mode(order))
            and (sight := line_of_sight(seen, pair.model.at, pair.target.at)).clear
        ):
            return _build_aim(seen, order, name, pair, sight)
    return None


def attack_pairs(seen: State, order: Attack, name: str, number: int | None = None) -> tuple[Pair, ...]:
    """Every named model that can act and has ammunition, paired with every named target that has wounds left.
    ``number``: only this model.
    """
    unit, target = seen.units[order.unit], seen.units[order.target]
    if unit.where != "table" or target.where != "table" or not name:
        return ()
    ready = [
        model
        for model in named_models(unit, order.models)
        if number in (None, model.number) and not model.acted and has_ammunition(seen, model, name, attack_mode(order))
    ]
    foes = [foe for foe in named_models(target, order.target_models) if foe.wounds]
    return tuple(Pair(model, foe, spot_distance(model.at, foe.at)) for model in ready for foe in foes)


def _build_aim(seen: State, order: Attack, name: str, pair: Pair, sight: SightLine) -> Aim:
    """ZC 9.2, 9.3, 10.2: the attack of one model on another with its modifiers."""
    unit, target, arm, way = seen.units[order.unit], seen.units[order.target], seen.weapons[name], attack_mode(order)
    skill = unit_type(seen, unit).ballistic if way == "shoot" else unit_type(seen, unit).melee
    mods = tuple(_modifiers(seen, way, target, pair, sight, hundredths(arm.range)))
    left = skill + sum(n for _, n in mods)
    toughness, armour = (
        max(0, unit_type(seen, target).toughness - arm.strength),
        max(0, unit_type(seen, target).armour - arm.ap),
    )
    return Aim(
        way,
        unit.id,
        pair.model.number,
        target.id,
        pair.target.number,
        name,
        pair.distance,
        skill,
        (*mods, (FLOOR, -left)) if left < 0 else mods,
        toughness,
        armour,
    )


def _modifiers(
    seen: State, way: Mode, target: Unit, pair: Pair, sight: SightLine, span: int
) -> Iterator[tuple[str, int]]:
    """ZC 9.2, 10.2: the modifiers that apply, by their names in the table; ``span``: the weapon's range in
    hundredths.
    """
    applies = {f"cover-{sight.cover}": bool(sight.cover)}
    if way == "shoot":
        applies = {
            "long-range": 2 * pair.distance > span,
            "moved": pair.model.moved,
            **applies,
            "hunkered": target.hunkered,
        }
    for name, true in applies.items():
        if true and (less := seen.setup.modifiers[way].get(name, 0)):
            yield name, -less
