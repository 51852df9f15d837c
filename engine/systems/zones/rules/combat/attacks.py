"""Orders to shoot and to fight: the rules' objections, the dice, and their effects (ZC 8 to 10)."""

from collections.abc import Iterator

from engine.contract import Pool, Refusal, Turn
from engine.toolkit.wording import inches, listed

from ...orders import Attack
from ...state import shock
from ...state.events import Attacked
from ...state.position import State, Unit, are_friends, model_of, named_models, unit_type
from ...tables import TABLES
from ..board.line_of_sight import line_of_sight
from .modifier_words import MODIFIERS, RULES, SKILLS
from .targeting import (
    MELEE_REACH,
    Aim,
    aim_of,
    aims,
    attack_mode,
    attack_pairs,
    has_ammunition,
    is_in_reach,
    models_text,
    planned_attack,
    usable_weapons,
    weapon_reach,
)


# objections
def objections(seen: State, side: str, order: Attack) -> Iterator[Refusal]:
    """The objections to an attack, in the order of RULES.md (How each order is checked)."""
    plan = planned_attack(seen, order)
    if plan.objections is None:
        unit = seen.units[order.unit]
        early = (
            *partial_objections(seen, unit, order),
            *(() if plan.weapon else _weapon_objections(seen, unit, order)),
        )
        plan.objections = early or (() if plan.has_aim else tuple(_late_objections(seen, unit, order, plan.weapon)))
    return iter(plan.objections)


def partial_objections(seen: State, unit: Unit, order: Attack) -> Iterator[Refusal]:
    """The objections that do not depend on the weapon; none about a target that could not be read."""
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table", "ZC 6.10")
    if order.target in seen.units:
        yield from _target_objections(seen, order)


def _target_objections(seen: State, order: Attack) -> Iterator[Refusal]:
    """ZC 3.6, 9.5: whether the target is an enemy that can still be attacked."""
    unit, target, what = (
        seen.units[order.unit],
        seen.units[order.target],
        models_text(order.target, order.target_models),
    )
    left = named_models(target, order.target_models)
    if are_friends(seen, unit.side, target.side):
        whose = "it is your own unit" if unit.side == target.side else "it belongs to your team"
        yield Refusal("target", "invalid-target", f"{what} cannot be a target: {whose}", "ZC 3.6", lasting=True)
    elif target.gone or not left:
        yield Refusal("target", "no-target", f"{what} has no models left to attack: it is out of play", "ZC 13.1")
    elif target.where != "table":
        yield Refusal("target", "invalid-target", f"{what} cannot be a target: it is not on the table", "ZC 9.1")
    elif not any(model.wounds for model in left):
        says = (
            f"{what} has no models left to attack: all have lost their last wound "
            "and will be removed in the resolution phase"
        )
        yield Refusal("target", "no-target", says, "ZC 9.5")


def _weapon_objections(seen: State, unit: Unit, order: Attack) -> Iterator[Refusal]:
    """ZC 9.7, 10.3: the unit has no weapon for this."""
    fit, carried = usable_weapons(seen, unit, attack_mode(order)), listed(unit_type(seen, unit).weapons)
    verb, purpose = ("shoot", "shooting") if attack_mode(order) == "shoot" else ("fight", "melee")
    has = (
        f"for {purpose} it has {listed(fit)}"
        if fit
        else f"it has no weapon for {purpose}, only {carried or 'bare-hands'}"
    )
    using = f" with {order.weapon}" if order.weapon else ""
    yield Refusal("weapon", "no-weapon", f"{unit.id} cannot {verb}{using}: {has}", "ZC 3.3", lasting=True)


def _late_objections(seen: State, unit: Unit, order: Attack, name: str) -> Iterator[Refusal]:
    """Why no model has a target: none can still act, has ammunition, or sees one in its reach."""
    models, who = named_models(unit, order.models), models_text(unit.id, order.models)
    ready = [model for model in models if not model.acted]
    if not ready:
        whole = f"{who} has" if len(models) == 1 else f"all models of {who} have"
        yield Refusal("unit", "already-acted", f"{whole} already acted this turn; each model has one action", "ZC 6.1")
    elif not any(has_ammunition(seen, model, name, attack_mode(order)) for model in ready):
        says = (
            f"{who} has no ammunition left for its {name}; "
            "a round without actions in a zone that your team controls refills it"
        )
        yield Refusal("weapon", "no-ammo", says, "ZC 9.7")
    else:
        yield _sight_refusal(seen, order, name) or _distance_refusal(seen, order, name)


def _sight_refusal(seen: State, order: Attack, name: str) -> Refusal | None:
    """ZC 7.1: the refusal if models are in range of targets but see none of them; None otherwise."""
    found = [pair for pair in attack_pairs(seen, order, name) if is_in_reach(seen, pair, name, attack_mode(order))]
    if not found:
        return None
    near = min(found, key=lambda pair: pair.distance)
    who, what = models_text(order.unit, order.models), models_text(order.target, order.target_models)
    whom = f"{who} cannot" if len({pair.model.number for pair in found}) == 1 else f"nobody in {who} can"
    return Refusal(
        "target",
        "no-line-of-sight",
        f"{whom} see {what}: {line_of_sight(seen, near.model.at, near.target.at).why}",
        "ZC 7.1",
    )


def _distance_refusal(seen: State, order: Attack, name: str) -> Refusal:
    """ZC 9.1, 10.1: the refusal of targets that are too far away or too near."""
    way, what, apart = (
        attack_mode(order),
        models_text(order.target, order.target_models),
        [pair.distance for pair in attack_pairs(seen, order, name)],
    )
    most, rule = weapon_reach(seen, name, way), "ZC 9.1" if way == "shoot" else "ZC 10.1"
    far = [distance for distance in apart if distance > most]
    if far:
        arm = f"the range of its {name} is" if way == "shoot" else "melee reaches"
        return Refusal(
            "target", "out-of-range", f"{what} is {inches(min(far) / 100)} away; {arm} {inches(most / 100)}", rule
        )
    says = f"{what} is within {inches(MELEE_REACH / 100)} (at {inches(max(apart) / 100)}): use melee instead"
    return Refusal("target", "too-close", says, rule)


# dice
def run(turn: Turn[State], order: Attack) -> None:
    """ZC 9.6: the models attack one after the other, each in the position that the one before leaves.

    All that changes between them are wounds: an aim stays the same until its target has lost the last one.
    """
    for first in aims(turn.state, order):
        foe = model_of(turn.state.units[order.target], first.target_model)
        aim = first if foe.wounds else aim_of(turn.state, order, first.weapon, first.model)
        if aim:
            attack(turn, aim)


def attack(turn: Turn[State], aim: Aim) -> None:
    """ZC 9.2 to 9.4: all attack dice, then a save die for each hit, then wounds and shock."""
    foe = model_of(turn.state.units[aim.target], aim.target_model)
    arm, mods = (
        turn.state.weapons[aim.weapon],
        {SKILLS[aim.mode]: aim.skill, **{MODIFIERS.get(name, name): n for name, n in aim.mods}},
    )
    thrown = turn.pool(
        f"{aim.unit}.{aim.model} at {aim.target}.{foe.number}",
        arm.attacks,
        need=TABLES.constants.success,
        mods=mods,
        rule=f"ZC {RULES[aim.mode]}",
    )
    saves = _roll_saves(turn, aim, thrown.successes) if thrown.successes else Pool((), aim.save, 0)
    failed = thrown.successes - saves.successes
    attacked = Attacked(
        aim.mode,
        aim.unit,
        aim.model,
        aim.target,
        foe.number,
        aim.weapon,
        aim.distance,
        aim.skill,
        aim.mods,
        thrown.faces,
        thrown.successes,
        aim.save,
        saves.faces,
        failed,
        min(foe.wounds, failed * arm.damage),
    )
    turn.happens(attacked)
    shock.add_attack_shock(turn, attacked, foe)


def _roll_saves(turn: Turn[State], aim: Aim, hits: int) -> Pool:
    """ZC 9.3: a save die for each hit."""
    mods = {"toughness": aim.toughness, "armour": aim.armour}
    return turn.pool(
        f"{aim.target}.{aim.target_model} saves", hits, need=TABLES.constants.success, mods=mods, rule="ZC 9.3"
    )
