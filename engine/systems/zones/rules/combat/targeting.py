"""Which model would attack which, with which weapon and modifiers, in the current position (ZC 9, 10)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Literal, NamedTuple

from engine.contract import Record, Refusal
from maps.geometry.tabletop import Tabletop

from ...orders import Attack, Shoot
from ...state.events import Mods
from ...state.kept import kept_for_records
from ...state.position import Model, Setup, Side, State, Unit, named_models, unit_type
from ...table_rows import BARE_HANDS, Type, Weapon
from ...tables import TABLES, is_melee, is_missile
from ..board.geometry import hundredths, largest_square, spot_distance
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
    return _usable_weapons(unit_type(seen, unit), seen.weapons, way)


@kept_for_records
def _usable_weapons(kind: Type, weapons: Mapping[str, Weapon], way: Mode) -> tuple[str, ...]:
    serves = is_missile if way == "shoot" else is_melee
    return tuple(name for name in kind.weapons if serves(weapons[name])) or ((BARE_HANDS,) if way == "melee" else ())


def chosen_weapon(seen: State, unit: Unit, order: Attack) -> str:
    """ZC 9.7, 10.3: the weapon of an attack; "" if none can be used in this way.  Without ammunition for any: the
    first.
    """
    way = attack_mode(order)
    fit = usable_weapons(seen, unit, way)
    if order.weapon is not None:
        return order.weapon if order.weapon in fit else ""
    if way == "melee" or len(fit) < 2:
        return fit[0] if fit else ""
    ready = [model for model in named_models(unit, order.models) if not model.acted]
    return next((name for name in fit if any(has_ammunition(seen, model, name, way) for model in ready)), fit[0])


def has_ammunition(seen: State, model: Model, name: str, way: Mode) -> bool:
    """ZC 9.7: whether a model can use the weapon; melee needs no ammunition."""
    return way == "melee" or seen.weapons[name].ammo is None or model.ammo.get(name, 0) > 0


def weapon_reach(seen: State, name: str, way: Mode) -> int:
    """ZC 9.1, 10.1: how far the weapon reaches, in hundredths."""
    return hundredths(seen.weapons[name].range) if way == "shoot" else MELEE_REACH


def is_in_reach(seen: State, pair: Pair, name: str, way: Mode) -> bool:
    """ZC 9.1, 10.1: whether the distance is neither too long nor too short, whatever the line of sight."""
    return pair.distance <= weapon_reach(seen, name, way) and (way == "melee" or pair.distance > MELEE_REACH)


class WeaponUse(NamedTuple):
    """A weapon in the hands of a type against another.  ``beyond`` and ``most``: between which distances it is used,
    in hundredths.

    ``half``: half its range; ``toughness`` and ``armour``: what it leaves of them (ZC 9.3).
    """

    way: Mode
    skill: int
    beyond: int
    most: int
    half: float
    toughness: int
    armour: int


def weapon_use(seen: State, name: str, unit: Unit, target: Unit, way: Mode) -> WeaponUse:
    """How the unit uses the weapon against the target."""
    return _weapon_use(seen.weapons[name], unit_type(seen, unit), unit_type(seen, target), way)


@kept_for_records
def _weapon_use(arm: Weapon, kind: Type, target: Type, way: Mode) -> WeaponUse:
    """ZC 9.1, 9.3, 10.1"""
    span = hundredths(arm.range)
    return WeaponUse(
        way,
        kind.ballistic if way == "shoot" else kind.melee,
        MELEE_REACH if way == "shoot" else -1,
        span if way == "shoot" else MELEE_REACH,
        span / 2,
        max(0, target.toughness - arm.strength),
        max(0, target.armour - arm.ap),
    )


# aims
class PlannedAttack:
    """The aims of an order, found when they are asked for: a check asks only whether there is one.

    ``weapon``: the one that is used, "" if there is none.  ``objections``: those of the rules, once they are found.
    """

    def __init__(self, weapon: str, found: Iterator[Aim]) -> None:
        self.weapon = weapon
        self._found: list[Aim] = []
        self._rest = found
        self.objections: tuple[Refusal, ...] | None = None

    @property
    def has_aim(self) -> bool:
        """ZC 9.6: whether any named model has a target."""
        if not self._found:
            self._found += islice(self._rest, 1)
        return bool(self._found)

    @property
    def aims(self) -> tuple[Aim, ...]:
        self._found += self._rest
        return tuple(self._found)


_latest: tuple[State | None, Attack | None, PlannedAttack] = None, None, PlannedAttack("", iter(()))
"""The position and the order that were asked about last, and the plan."""


def planned_attack(seen: State, order: Attack) -> PlannedAttack:
    """What an attack means now.  It is asked for when the order is checked, for its chances, and when it is run."""
    global _latest
    state, asked, latest = _latest
    if state is seen and asked is order:
        return latest
    unit, target = seen.units[order.unit], seen.units[order.target]
    known = _plans(unit, target, seen.table, seen.types, seen.weapons, seen.setup, seen.sides)
    if (plan := known.get(order)) is None:
        name, models = chosen_weapon(seen, unit, order), named_models(unit, order.models)
        plan = known[order] = PlannedAttack(name, _aims(seen, order, name, models))
    _latest = seen, order, plan
    return plan


@kept_for_records
def _plans(
    unit: Unit,
    target: Unit,
    table: Tabletop,
    types: Mapping[str, Type],
    weapons: Mapping[str, Weapon],
    setup: Setup,
    sides: tuple[Side, ...],
) -> dict[Attack, PlannedAttack]:
    """What is known of attacks of a unit on another, both as they are: all that such an attack depends on."""
    return {}


def aims(seen: State, order: Attack) -> tuple[Aim, ...]:
    """ZC 9.6: the attack of each named model in the current position; () if none has a target."""
    return planned_attack(seen, order).aims


def aim_of(seen: State, order: Attack, name: str, number: int) -> Aim | None:
    """ZC 9.6: one model's attack, at the nearest that it can attack with this weapon; ties by lower number."""
    named = [model for model in named_models(seen.units[order.unit], order.models) if model.number == number]
    return next(_aims(seen, order, name, named), None)


def _aims(seen: State, order: Attack, name: str, models: Iterable[Model]) -> Iterator[Aim]:
    """The attacks of those of these models that have a target."""
    unit, target, way = seen.units[order.unit], seen.units[order.target], attack_mode(order)
    if unit.where != "table" or target.where != "table" or not name:
        return
    use = weapon_use(seen, name, unit, target, way)
    foes = [foe for foe in named_models(target, order.target_models) if foe.wounds]
    for model in models:
        if not model.acted and has_ammunition(seen, model, name, way):
            for far, nth in _distances_in_reach(use, model, foes):
                if (sight := line_of_sight(seen, model.at, foes[nth].at)).clear:
                    yield _build_aim(seen, use, name, (unit, target), Pair(model, foes[nth], far), sight)
                    break


def _distances_in_reach(use: WeaponUse, model: Model, foes: Sequence[Model]) -> list[tuple[int, int]]:
    """ZC 9.1, 10.1: the distances at which the weapon is used, the nearest first, each with the number of the foe among
    these.
    """
    (x, y), most = model.at, largest_square(use.most)
    near = [
        (spot_distance(model.at, foe.at), nth)
        for nth, foe in enumerate(foes)
        if (foe.at[0] - x) ** 2 + (foe.at[1] - y) ** 2 <= most
    ]
    return [one for one in sorted(near) if one[0] > use.beyond]


def attack_pairs(seen: State, order: Attack, name: str) -> tuple[Pair, ...]:
    """Every named model that can act and has ammunition, paired with every named target that has wounds left."""
    unit, target = seen.units[order.unit], seen.units[order.target]
    if unit.where != "table" or target.where != "table" or not name:
        return ()
    ready = [
        model
        for model in named_models(unit, order.models)
        if not model.acted and has_ammunition(seen, model, name, attack_mode(order))
    ]
    foes = [foe for foe in named_models(target, order.target_models) if foe.wounds]
    return tuple(Pair(model, foe, spot_distance(model.at, foe.at)) for model in ready for foe in foes)


def _build_aim(seen: State, use: WeaponUse, name: str, units: tuple[Unit, Unit], pair: Pair, sight: SightLine) -> Aim:
    """ZC 9.2, 9.3, 10.2: the attack of one model on another with its modifiers."""
    unit, target = units
    mods = _modifiers(seen, use, target, pair, sight)
    left = use.skill + sum([n for _, n in mods])
    return Aim(
        use.way,
        unit.id,
        pair.model.number,
        target.id,
        pair.target.number,
        name,
        pair.distance,
        use.skill,
        (*mods, (FLOOR, -left)) if left < 0 else mods,
        use.toughness,
        use.armour,
    )


def _modifiers(seen: State, use: WeaponUse, target: Unit, pair: Pair, sight: SightLine) -> Mods:
    """ZC 9.2, 10.2: the modifiers that apply, by their names in the table."""
    cover = (f"cover-{sight.cover}",) if sight.cover else ()
    applying = cover
    if use.way == "shoot":
        far = ("long-range",) if pair.distance > use.half else ()
        moved = ("moved",) if pair.model.moved else ()
        applying = (*far, *moved, *cover, *(("hunkered",) if target.hunkered else ()))
    table = seen.setup.modifiers[use.way]
    return tuple((name, -less) for name in applying if (less := table.get(name, 0)))
