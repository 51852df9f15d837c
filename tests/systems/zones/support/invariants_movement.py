"""What holds of where models of Zone Control stand and how they go, after every event (ZC 1 to 6)."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from engine.systems.zones.state.events import Attacked as Attack
from engine.systems.zones.state.events import (
    Casualties,
    FellBack,
    Fled,
    Hunkered,
    ModelMove,
    Moved,
    Placed,
    Revealed,
    TurnBegan,
)
from engine.systems.zones.state.position import DEPLOYMENT, State, Unit
from tests.conformance.moment import Moment
from tests.systems.zones.support import oracle_movement
from tests.systems.zones.support import oracle_position as own

HOW = {"deployment": "deployment", "reserve": "command", "deep-strike": "action", "ambush": "action"}
Place = tuple[str, int]


def stood(state: State) -> dict[Place, own.Spot]:
    return {(unit.id, number): at for unit, number, at in own.spots(state)}


def changed(m: Moment) -> list[Place]:
    """The models that stand where they did not."""
    if m.before.units is m.after.units:
        return []
    before = stood(m.before)
    return [key for key, at in stood(m.after).items() if before.get(key) != at]


def bases_are_on_the_table(m: Moment) -> None:
    """ZC 1.5"""
    now = stood(m.after)
    for key in changed(m):
        assert _inside(m.after, m.after.units[key[0]], now[key]), key


def _inside(state: State, unit: Unit, at: own.Spot) -> bool:
    width = own.base(state, unit)
    return all(
        width <= 2 * x <= 200 * round(limit) - width
        for x, limit in zip(at, (state.table.width, state.table.height), strict=True)
    )


def bases_do_not_overlap(m: Moment) -> None:
    """ZC 1.4; units that deploy do so together (ZC 4.5), so they are looked at when all of them have."""
    now, deployed = stood(m.after), m.before.phase == DEPLOYMENT != m.after.phase
    if m.after.phase == DEPLOYMENT:
        return
    for key in now if deployed else changed(m):
        width = own.base(m.after, m.after.units[key[0]])
        near = [other for other, at in now.items() if other != key and abs(at[0] - now[key][0]) < 1200]
        over = [
            other
            for other in near
            if own.overlap(now[key], now[other], width, own.base(m.after, m.after.units[other[0]]))
        ]
        assert not over, (key, over)


def who_moves_is_said_to_move(m: Moment) -> None:
    """Models change their places, appear and vanish by events about them alone."""
    before, after = stood(m.before), stood(m.after)
    gone, went = before.keys() - after.keys(), set(changed(m))
    match m.event:
        case Moved(unit=key, models=steps) | Fled(unit=key, models=steps) | FellBack(unit=key, models=steps):
            assert not gone and went <= {(key, step.number) for step in steps}
            assert all(
                before[key, step.number] == step.way[0] and after[key, step.number] == step.way[-1] for step in steps
            )
        case Placed(unit=key, models=stands):
            assert not gone and all(after[key, stand.number] == stand.at for stand in stands)
            assert (
                went
                <= {(key, stand.number) for stand in stands}
                == {(key, model.number) for model in m.before.units[key].models}
            )
        case Revealed(units=units):
            told = {(key, stand.number): stand.at for key, stands in units.items() for stand in stands}
            assert not gone and all(after[key] == at for key, at in told.items()) and went <= told.keys()
        case Casualties(unit=key, models=numbers):
            assert not went and gone == {(key, number) for number in numbers}
        case _:
            assert not went and (not gone or type(m.event).__name__ in ("Conceded", "GameOver"))


def moves_are_paid_for(m: Moment) -> None:
    """ZC 6.1 to 6.3, 6.11"""
    if isinstance(m.event, Moved):
        unit = m.before.units[m.event.unit]
        assert m.before.phase == "action" and unit.side == m.before.active and unit.where == "table" and not unit.shaken
        fresh = {model.number for model in unit.models if not model.moved}
        numbers = [step.number for step in m.event.models]
        assert numbers == sorted(set(numbers)) and set(numbers) <= fresh
        assert all(model.moved for model in m.after.units[unit.id].models if model.number in numbers)
        for step in m.event.models:
            _paid(m.before, unit, step)
            assert len(step.way) > 2 or step.way[0] != step.way[-1]


def _paid(state: State, unit: Unit, step: ModelMove) -> None:
    assert step.cost == oracle_movement.price(state, unit, step.way) <= round(100 * state.types[unit.type].move), step
    assert all(_inside(state, unit, at) for at in step.way)
    for foe in own.on_table(state):
        if own.team(state, foe.side) != own.team(state, unit.side):
            both = (oracle_movement.base(state, unit) + oracle_movement.base(state, foe)) / 2
            near = [
                model.number
                for model in foe.models
                for a, b in pairwise(step.way)
                if oracle_movement.too_near(a, b, model.at, both)
            ]
            assert not near, (foe.id, near)


def groups_grow_only_by_losses_and_going_back(m: Moment) -> None:
    """ZC 3.5"""
    if isinstance(m.event, (Moved, Placed, Revealed)):
        for key in {key for key, _ in changed(m)}:
            unit, old = m.after.units[key], m.before.units[key]
            now, was = (
                oracle_movement.count_groups(m.after, unit, [model.at for model in one.models]) for one in (unit, old)
            )
            assert now <= (was if isinstance(m.event, Moved) else 1), key


def placements_are_where_they_may_be(m: Moment) -> None:
    """ZC 4.5, 5.5, 6.6, 6.7, 6.8"""
    if isinstance(m.event, Placed):
        event, unit, state = m.event, m.before.units[m.event.unit], m.before
        assert state.phase == HOW[event.how] and unit.where == ("table" if event.how == "deployment" else event.how)
        places = [stand.at for stand in event.models]
        ground = [own.standing_in(state, at) for at in places]
        match event.how:
            case "deep-strike" | "ambush":
                assert (
                    all(bool(kinds) == (event.how == "ambush") for kinds in ground)
                    and state.turn >= state.setup.offboard_from
                )
                assert event.how in state.types[unit.type].traits and m.after.units[unit.id].sprung
                assert all(model.moved and not model.acted for model in m.after.units[unit.id].models)
            case "reserve":
                assert state.turn >= unit.arrives and all(
                    own.edge_distance(state, unit.side, at) <= 600 for at in places
                )
                assert not any(model.moved for model in m.after.units[unit.id].models)
            case "deployment":
                (x, y), (right, top) = ((round(100 * c) for c in corner) for corner in state.setup.deploy[unit.side])
                width = own.base(state, unit)
                assert all(
                    2 * (a - x) >= width <= 2 * (right - a) and 2 * (b - y) >= width <= 2 * (top - b) for a, b in places
                )
        if event.how != "deployment":
            assert state.active == unit.side
            near = [
                foe
                for foe, _, at in own.spots(state)
                if own.team(state, foe.side) != own.team(state, unit.side)
                for place in places
                if own.apart(place, at) <= 600
            ]
            assert not near, near


def going_back_goes_as_far_as_it_can(m: Moment) -> None:
    """ZC 6.12"""
    if isinstance(m.event, (Fled, FellBack)):
        unit, fled = m.before.units[m.event.unit], isinstance(m.event, Fled)
        most = round(100 * m.before.types[unit.type].move) if fled else 600
        slow = fled and "surefoot" not in m.before.types[unit.type].traits
        due = oracle_movement.retreat_spots(m.before, unit, most, slow)
        assert {step.number: step.way[-1] for step in m.event.models} == due
        now = m.after.units[unit.id]
        assert now.shaken and (not fled or (unit.shaken and now.fled and all(model.moved for model in now.models)))


def once_a_turn(m: Moment) -> None:
    """ZC 6.1: one move and one action, whatever the flags say."""
    begins = [n for n, event in enumerate(m.told) if isinstance(event, TurnBegan)]
    if m.before.phase == "action" and begins and isinstance(m.event, (Moved, Placed, Fled, Attack, Hunkered)):
        turn = m.told[begins[-1] :]
        assert not set(_acts(m.before, m.event)) & {act for event in turn for act in _acts(m.before, event)}, m.event


def _acts(state: State, event: object) -> Sequence[tuple[str, str, int]]:
    """What uses up a model's move or action."""
    match event:
        case Moved(unit=key, models=steps):
            return [("move", key, step.number) for step in steps]
        case Placed(unit=key, models=stands, how="deep-strike" | "ambush"):
            return [("move", key, stand.number) for stand in stands]
        case Fled(unit=key):
            return [("move", key, model.number) for model in state.units[key].models]
        case Hunkered(unit=key):
            return [("action", key, model.number) for model in state.units[key].models]
        case Attack(unit=key, model=number):
            return [("action", key, number)]
    return []


MOVES: tuple[Callable[[Moment], None], ...] = (
    bases_are_on_the_table,
    bases_do_not_overlap,
    who_moves_is_said_to_move,
    moves_are_paid_for,
    groups_grow_only_by_losses_and_going_back,
    placements_are_where_they_may_be,
    going_back_goes_as_far_as_it_can,
    once_a_turn,
)
