"""The morale phase: who may rally whom, which sides have a decision, and the attempts (MW 13)."""

from collections.abc import Collection, Iterator

from engine.contract import Balked, Refusal, Skipped, Turn, counted

from ..orders import Rally, condition_holds
from ..state.events import Rallied
from ..state.position import LEADER, Plan, State, Unit, army, distance_between, enemy, target_unit
from ..tables import MORALES, TABLES
from .shooting import target_objections


def has_rally_decision(state: State, side: str) -> bool:
    """MW 13.7: whether a leader of the side could make a legal attempt and has no standing order for it."""
    return any(
        rally_policy(state, leader) == "ask" and any(rally_candidates(state, leader)) for leader in leaders(state, side)
    )


def leaders(state: State, side: str) -> Iterator[Unit]:
    return (unit for unit in army(state, side) if unit.morale == LEADER)


def rally_policy(state: State, leader: Unit) -> str | tuple[str, ...]:
    rally = state.game.standing[leader.side].rally
    return rally.get(leader.id, rally["all"])


def rally_candidates(state: State, leader: Unit) -> Iterator[Unit]:
    """The units the leader may legally try to rally now."""
    mine = [leader] if leader.disrupted else army(state, leader.side)
    return (unit for unit in mine if unit.disrupted and successful_faces(leader, unit))


def successful_faces(leader: Unit, unit: Unit) -> int:
    """How many of the six faces of the die rally the unit."""
    table = TABLES.rally_modifiers
    return sum(
        face + rally_modifier(leader, unit) >= rally_total_needed(leader, unit) for face in range(table.fails_on + 1, 7)
    )


def rally_modifier(leader: Unit, unit: Unit) -> int:
    """MW 13.3, 13.5: what is added to the die; nothing for a leader who rallies alone."""
    return 0 if leader.id == unit.id else TABLES.rally_modifiers.morale[unit.morale]


def rally_total_needed(leader: Unit, unit: Unit) -> int:
    """MW 13.2, 13.5: the total that rallies the unit: more than the distance; for the leader itself, 2."""
    return 2 if leader.id == unit.id else distance_between(leader, unit) + 1


def rally_roll_needed(leader: Unit, unit: Unit) -> int:
    """MW 13.2, 13.4: the lowest face that rallies the unit, modifiers included."""
    return max(TABLES.rally_modifiers.fails_on + 1, rally_total_needed(leader, unit) - rally_modifier(leader, unit))


def rally_objections(
    state: State,
    side: str,
    order: Rally,
    acted: Collection[str],
    to_be_rallied: Collection[str],
) -> Iterator[Refusal]:
    """Why it is not allowed.  ``acted``: leaders with an order; ``to_be_rallied``: targets of earlier orders."""
    leader = state.units[order.unit]
    unit = target_unit(state, order.target) if order.target else leader
    if order.target:
        yield from target_objections(state, order.target, enemy(state, side), "an enemy")
    elif not leader.disrupted:
        yield Refusal(
            "target",
            "missing-argument",
            f"name the unit that {leader.id} is to rally; it is not disrupted itself",
            "MW 13.1",
        )
    if leader.morale != LEADER:
        yield Refusal("unit", "not-a-leader", f"{leader.id} is not a leader", "MW 13.1")
    elif leader.id in acted:
        yield Refusal(
            "unit",
            "already-acted",
            f"{leader.id} already has an order for this phase; `cancel` drops all your orders",
            "MW 13.1",
        )
    if unit is not None and unit.side == side and not unit.gone and (order.target or leader.disrupted):
        yield from _attempt_objections(leader, unit, to_be_rallied)


def _attempt_objections(leader: Unit, unit: Unit, to_be_rallied: Collection[str]) -> Iterator[Refusal]:
    if not unit.disrupted:
        yield Refusal("target", "not-disrupted", f"{unit.id} is not disrupted", "MW 13.1")
    if unit.id != leader.id and leader.disrupted and leader.id not in to_be_rallied:
        yield Refusal("unit", "disrupted", f"{leader.id} is disrupted and can rally only itself", "MW 13.5")
    if not successful_faces(leader, unit):
        yield Refusal("target", "out-of-range", _too_far_text(leader, unit), "MW 13.6")


def _too_far_text(leader: Unit, unit: Unit) -> str:
    far, plus = distance_between(leader, unit), rally_modifier(leader, unit)
    most = f"6 {'+' if plus > 0 else '-'} 1 = {6 + plus}" if plus else "6"
    return f"{unit.id} is {counted(far, 'hex')} from {leader.id}, and the best roll, {most}, is not greater than {far}"


def rally_all(turn: Turn[State]) -> None:
    """MW 13.1, 13.8: the side listed first, then the other: the written orders, then the leaders without one."""
    for side in (side.id for side in turn.state.sides):
        plans = turn.state.plans.get(side, ())
        for plan in plans:
            _run_plan(turn, side, plan)
        written = {plan.unit for plan in plans}
        for leader in tuple(leaders(turn.state, side)):
            if leader.id not in written and (
                target := _target_by_standing_order(turn.state, turn.state.units[leader.id])
            ):
                attempt_rally(turn, leader.id, target.id)


def _run_plan(turn: Turn[State], side: str, plan: Plan) -> None:
    state, said = turn.state, plan.said
    if said.condition and not condition_holds(state, said.condition):
        turn.happens(Skipped(side, said.line, said.text))
    elif state.units[plan.unit].gone:
        turn.happens(Balked(side, said.line, said.text, "unit-gone", f"{plan.unit} is no longer in play"))
    elif not plan.held:
        acted = [unit.id for unit in state.units.values() if unit.rallied]
        refusal = next(rally_objections(state, side, Rally(plan.unit, plan.target), acted, ()), None)
        target = target_unit(state, plan.target or plan.unit)
        if refusal and plan.target is None and refusal.code == "missing-argument" and not state.earlier:
            says = f"{plan.unit} is no longer disrupted: it has already been rallied"
            turn.happens(Balked(side, said.line, said.text, "not-disrupted", says))
        elif refusal:
            turn.happens(Balked(side, said.line, said.text, refusal.code, refusal.says))
        elif target:
            attempt_rally(turn, plan.unit, target.id)


def _target_by_standing_order(state: State, leader: Unit) -> Unit | None:
    """MW 13.8: the unit that a leader without a written order tries to rally."""
    allowed = {unit.id: unit for unit in rally_candidates(state, leader)}
    match rally_policy(state, leader):
        case "none":
            return None
        case str():
            return max(allowed.values(), key=lambda unit: (successful_faces(leader, unit), unit.cost), default=None)
        case wishes:
            return next((allowed[key] for key in wishes if key in allowed), None)


def attempt_rally(turn: Turn[State], key: str, target: str) -> None:
    """MW 13.2 to 13.5: one attempt to rally: the die, and the event."""
    leader, unit = turn.state.units[key], turn.state.units[target]
    # "himself" is in the name of the die and so in stored logs
    whom = "himself" if key == target else target
    mods = {MORALES[unit.morale]: rally_modifier(leader, unit)}
    roll = turn.roll(
        f"{key} rallies {whom}",
        need=rally_total_needed(leader, unit),
        mods=mods,
        fails_on=TABLES.rally_modifiers.fails_on,
        made="rallied",
        missed="no effect",
        rule="MW 13.2",
    )
    counted = tuple((name, n) for name, n in mods.items() if n)
    turn.happens(Rallied(key, target, distance_between(leader, unit), counted, roll.faces[0], roll.made))
