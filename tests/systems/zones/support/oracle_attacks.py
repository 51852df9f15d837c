"""An oracle for attacks: what an order to shoot or fight does with given dice, calculated from ZC 9, 10 and 12.1."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.systems.zones.state.position import Model, State
from tests.systems.zones.support.oracle_position import apart, sees, team

NEAR = 600


@dataclass
class Foe:
    """A target model while the order runs."""

    number: int
    at: tuple[int, int]
    wounds: int
    hurt: bool


@dataclass
class Battle:
    """The result of an order: each attack as (model, target, distance, bonus, dice, save, saves, wounds), and the
    models left.
    """

    foes: dict[int, Foe]
    shock: int
    marks: set[str]
    blows: list[tuple[Any, ...]] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    spent: dict[int, str] = field(default_factory=dict)


def run_of(models: Iterable[Model], run: tuple[int, int] | None) -> list[Model]:
    return [model for model in models if run is None or model.number in range(run[0], run[1] + 1)]


def usable_weapon(state: State, verb: str, order: Any) -> str | None:
    """ZC 3.3, 9.7, 10.3: the weapon; None if there is none for this."""
    unit = state.units[order.unit]
    arms = [(name, state.weapons[name]) for name in state.types[unit.type].weapons]
    fit = [name for name, arm in arms if (arm.range > 6 if verb == "shoot" else arm.range == 6 or arm.close)]
    if order.weapon:
        return order.weapon if order.weapon in fit else None
    if verb == "melee":
        return (fit or ["bare-hands"])[0]
    for name in fit:
        if any(not model.acted and has_shots(state, model, name, verb) for model in run_of(unit.models, order.models)):
            return name
    return fit[0] if fit else None


def has_shots(state: State, model: Model, name: str, verb: str) -> bool:
    return verb == "melee" or state.weapons[name].ammo is None or model.ammo[name] > 0


def first_code(state: State, verb: str, order: Any) -> str | None:
    """The code of the first objection; None if the order is legal."""
    unit, target = state.units[order.unit], state.units[order.target]
    foes = run_of(target.models, order.target_models)
    name = usable_weapon(state, verb, order)
    actors = [model for model in run_of(unit.models, order.models) if not model.acted]
    for code, true in (
        ("off-table", unit.where != "table"),
        ("invalid-target", team(state, unit.side) == team(state, target.side)),
        ("no-target", target.where == "gone" or not foes),
        ("invalid-target", target.where != "table"),
        ("no-target", all(foe.wounds == 0 for foe in foes)),
        ("no-weapon", name is None),
        ("already-acted", not actors),
    ):
        if true:
            return code
    assert name
    actors = [model for model in actors if has_shots(state, model, name, verb)]
    return _unreached(state, verb, name, actors, [foe for foe in foes if foe.wounds]) if actors else "no-ammo"


def _unreached(state: State, verb: str, name: str, actors: list[Model], foes: list[Model]) -> str | None:
    most = round(100 * state.weapons[name].range) if verb == "shoot" else NEAR
    least = NEAR + 1 if verb == "shoot" else 0
    pairs = [(apart(one.at, two.at), sees(state, one.at, two.at)[0]) for one in actors for two in foes]
    if any(least <= far <= most and clear for far, clear in pairs):
        return None
    if any(least <= far <= most for far, _ in pairs):
        return "no-line-of-sight"
    return "out-of-range" if any(far > most for far, _ in pairs) else "too-close"


def fight_out(state: State, verb: str, order: Any, faces: Iterator[int]) -> Battle:
    """ZC 9.2 to 9.6, 10, 12.1: an order that stands."""
    unit, target, name = state.units[order.unit], state.units[order.target], usable_weapon(state, verb, order)
    assert name
    battle = Battle(
        {
            foe.number: Foe(foe.number, foe.at, foe.wounds, foe.hurt)
            for foe in run_of(target.models, order.target_models)
        },
        target.shock,
        set(target.marks),
    )
    for model in sorted(run_of(unit.models, order.models), key=lambda model: model.number):
        if model.acted or not has_shots(state, model, name, verb):
            continue
        found = _nearest(state, verb, name, model, battle)
        if found:
            _blow(state, verb, order, name, model, found, faces, battle)
    return battle


def _nearest(state: State, verb: str, name: str, model: Model, battle: Battle) -> Foe | None:
    best: tuple[int, int] | None = None
    for foe in battle.foes.values():
        far = apart(model.at, foe.at)
        good = NEAR < far <= 100 * state.weapons[name].range if verb == "shoot" else far <= NEAR
        if foe.wounds > 0 and good and sees(state, model.at, foe.at)[0]:
            best = min(best or (far, foe.number), (far, foe.number))
    return battle.foes[best[1]] if best else None


def _blow(
    state: State, verb: str, order: Any, name: str, model: Model, foe: Foe, faces: Iterator[int], battle: Battle
) -> None:
    unit, target, arm = state.units[order.unit], state.units[order.target], state.weapons[name]
    own, their = state.types[unit.type], state.types[target.type]
    less, far = state.setup.modifiers[verb], apart(model.at, foe.at)
    cover = sees(state, model.at, foe.at)[1]
    bonus = (own.ballistic if verb == "shoot" else own.melee) - (less["cover-" + cover] if cover else 0)
    if verb == "shoot":
        bonus -= (
            less["long-range"] * (2 * far > 100 * arm.range)
            + less["moved"] * model.moved
            + less["hunkered"] * target.hunkered
        )
    bonus = 0 if bonus < 0 else bonus
    dice = [next(faces) for _ in range(arm.attacks)]
    hits = len([die for die in dice if die + bonus >= 7])
    tough, armour = their.toughness - arm.strength, their.armour - arm.ap
    save = (tough if tough > 0 else 0) + (armour if armour > 0 else 0)
    saves = [next(faces) for _ in range(hits)]
    taken = min(foe.wounds, arm.damage * len([die for die in saves if die + save < 7]))
    for source, true in (("melee", verb == "melee" and hits), ("surprise", unit.sprung and hits)):
        if true and source not in battle.marks:
            battle.marks.add(source)
            battle.sources.append(source)
    if taken and not foe.hurt:
        battle.sources.append("hurt")
        foe.hurt = True
    foe.wounds -= taken
    battle.spent[model.number] = name
    battle.blows.append((model.number, foe.number, far, bonus, tuple(dice), save, tuple(saves), taken))
