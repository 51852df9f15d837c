"""Invariants of attacks, wounds, shock and morale, checked after every event with every sum calculated again (ZC 5, 7
to 13).
"""

from collections.abc import Callable, Iterator, Sequence

from engine.contract import Event, Rolled
from engine.systems import SYSTEMS
from engine.systems.zones.state.events import (
    Attacked,
    Casualties,
    Conceded,
    Control,
    Destroyed,
    FellBack,
    Morale,
    Placed,
    Rally,
    Resupplied,
    Shock,
    TurnBegan,
)
from engine.systems.zones.state.position import Model, State, Unit
from tests.conformance.moment import Moment
from tests.systems.zones.support import oracle_position as own


def model(unit: Unit, number: int) -> Model:
    return next(model for model in unit.models if model.number == number)


def attacks_are_possible(m: Moment) -> None:
    """ZC 6.1, 7.1, 9.1, 9.5, 9.7, 10.1"""
    if isinstance(m.event, Attacked):
        event, unit, foe = m.event, m.before.units[m.event.unit], m.before.units[m.event.target]
        who, whom = model(unit, event.model), model(foe, event.target_model)
        assert m.before.phase == "action" and unit.side == m.before.active and unit.where == foe.where == "table"
        assert own.team(m.before, unit.side) != own.team(m.before, foe.side) and not who.acted and whom.wounds > 0
        assert event.distance == own.apart(who.at, whom.at) and own.sees(m.before, who.at, whom.at)[0]
        weapon, kind = m.before.weapons[event.weapon], m.before.types[unit.type]
        close = [name for name in kind.weapons if m.before.weapons[name].range <= 6 or m.before.weapons[name].close]
        if event.kind == "shoot":
            assert event.weapon in kind.weapons and weapon.range > 6 and 600 < event.distance <= 100 * weapon.range
            assert weapon.ammo is None or who.ammo[event.weapon] > 0
        else:
            assert event.weapon in (close or ["bare-hands"]) and event.distance <= 600


def attacks_are_reckoned_right(m: Moment) -> None:
    """ZC 8, 9.2 to 9.4, 10.2"""
    if isinstance(m.event, Attacked):
        event, unit, foe = m.event, m.before.units[m.event.unit], m.before.units[m.event.target]
        weapon, kind, target = m.before.weapons[event.weapon], m.before.types[unit.type], m.before.types[foe.type]
        whom = model(foe, event.target_model)
        assert event.skill == (kind.ballistic if event.kind == "shoot" else kind.melee)
        assert {name: n for name, n in event.mods if name != "never below 0"} == _mods(m.before, event)
        added = event.skill + sum(n for _, n in event.mods)
        assert added == max(0, event.skill + sum(_mods(m.before, event).values()))
        assert len(event.dice) == weapon.attacks and event.hits == sum(die + added >= 7 for die in event.dice) == len(
            event.saves
        )
        assert event.save == max(0, target.toughness - weapon.strength) + max(0, target.armour - weapon.ap)
        assert event.failed == sum(die + event.save < 7 for die in event.saves)
        assert event.wounds == min(whom.wounds, weapon.damage * event.failed)
        assert model(m.after.units[foe.id], whom.number).wounds == whom.wounds - event.wounds


def _mods(state: State, event: Attacked) -> dict[str, int]:
    unit, foe = state.units[event.unit], state.units[event.target]
    who, whom = model(unit, event.model), model(foe, event.target_model)
    cover = own.sees(state, who.at, whom.at)[1]
    holds = {f"cover-{cover}": bool(cover)}
    if event.kind == "shoot":
        holds |= {
            "long-range": 2 * event.distance > 100 * state.weapons[event.weapon].range,
            "moved": who.moved,
            "hunkered": foe.hunkered,
        }
    table = state.setup.modifiers[event.kind]
    return {name: -table[name] for name, true in holds.items() if true and table[name]}


def dice_are_those_of_the_rules(m: Moment) -> None:
    """Exactly the dice of the rules, in their order."""
    if not isinstance(m.event, Rolled):
        rolled = [face for event in m.told if isinstance(event, Rolled) for face in event.faces]
        assert rolled == [face for event in (*m.told, m.event) for face in _dice(event)]


def _dice(event: Event) -> Sequence[int]:
    match event:
        case Attacked(dice=dice, saves=saves):
            return (*dice, *saves)
        case Rally(die=die) | Morale(die=die):
            return (die,)
    return tuple(event.rolls.values()) if type(event).__name__ == "Initiative" else ()  # type: ignore[attr-defined]


def wounds_and_ammunition_are_kept_count_of(m: Moment) -> None:
    """ZC 3.3, 5.4, 9.4, 9.7"""
    for key, unit in m.after.units.items():
        old = m.before.units.get(key)
        if old is unit or old is None:
            continue
        kind, was = m.after.types[unit.type], {model.number: model for model in old.models}
        for now in unit.models:
            hit = isinstance(m.event, Attacked) and (key, now.number) == (m.event.target, m.event.target_model)
            shot = (
                isinstance(m.event, Attacked)
                and m.event.kind == "shoot"
                and (key, now.number) == (m.event.unit, m.event.model)
            )
            assert 0 <= now.wounds <= kind.wounds and (hit or now.wounds == was[now.number].wounds)
            for name, left in now.ammo.items():
                before, most = was[now.number].ammo[name], m.after.weapons[name].ammo
                spent = int(shot and isinstance(m.event, Attacked) and m.event.weapon == name)
                assert most is not None and 0 <= left <= most
                assert left == (most if isinstance(m.event, Resupplied) and m.event.unit == key else before - spent)


def shock_is_added_up_by_source(m: Moment) -> None:
    """ZC 12.1, 12.2: of the whole round so far, from the attacks alone; the resolution has its own reckoning."""
    if ends(m, "action"):
        said = [(event.unit, event.source, event.amount) for event in m.told if isinstance(event, Shock)]
        due = list(_due(m.before, m.told))
        assert said == due, (said, due)
        for key, unit in m.before.units.items():
            assert unit.shock == sum(amount for who, _, amount in due if who == key)
            assert list(unit.marks) == sorted({source for who, source, _ in due if who == key} & {"melee", "surprise"})


def _due(state: State, told: Sequence[Event]) -> Iterator[tuple[str, str, int]]:
    sprung, counted = set[str](), set[tuple[str, str | int]]()
    for event in told:
        match event:
            case Placed(unit=key, how="deep-strike" | "ambush"):
                sprung.add(key)
            case Attacked(target=key):
                wanted: list[tuple[str, str | int, bool]] = [
                    ("melee", "melee", event.kind == "melee" and event.hits > 0),
                    ("surprise", "surprise", event.unit in sprung and event.hits > 0),
                    ("hurt", event.target_model, event.wounds > 0),
                ]
                for source, once, true in wanted:
                    if true and (key, once) not in counted:
                        counted.add((key, once))
                        yield key, source, state.setup.shock[source]


def ends(m: Moment, phase: str) -> bool:
    """Whether a turn of this phase ends with the event, and nobody has given up in it."""
    begun = [n for n, event in enumerate(m.told) if isinstance(event, TurnBegan)]
    over = isinstance(m.event, (TurnBegan, Control)) and m.before.phase == phase and bool(begun)
    return over and not any(isinstance(event, Conceded) for event in m.told[begun[-1] :])


def before_the_turn(m: Moment) -> tuple[State, Sequence[Event]]:
    """The position as the last turn had begun, and all of that turn."""
    begun = max(n for n, event in enumerate(m.told) if isinstance(event, TurnBegan))
    state = m.since
    for event in m.told[: begun + 1]:
        state = SYSTEMS["zones"].apply(state, event)
    return state, [event for event in m.told[begun + 1 :] if not isinstance(event, Rolled)]


def a_resolution_goes_step_by_step(m: Moment) -> None:
    """ZC 12.1, 13.1 to 13.4"""
    if ends(m, "resolution"):
        state, turn = before_the_turn(m)
        side = str(state.active)
        mine = [unit for unit in own.on_table(state) if unit.side == side]
        lost = {unit.id: [model.number for model in unit.models if model.wounds == 0] for unit in mine}
        removed = [
            (unit.id, tuple(lost[unit.id]), len(unit.models) - len(lost[unit.id])) for unit in mine if lost[unit.id]
        ]
        assert [(e.unit, e.models, e.left) for e in turn if isinstance(e, Casualties)] == removed
        gone = [key for key, _, left in removed if not left]
        assert [e.unit for e in turn if isinstance(e, Destroyed)] == gone
        shocks = list(_mourning(state, mine, lost, gone))
        assert [(e.unit, e.source) for e in turn if isinstance(e, Shock)] == shocks
        shaken = {
            unit.id: unit.shock + sum(key == unit.id for key, _ in shocks) for unit in mine if unit.id not in gone
        }
        tested = [(key, shock, state.types[state.units[key].type].morale) for key, shock in shaken.items() if shock]
        checks = [event for event in turn if isinstance(event, Morale)]
        assert [(e.unit, e.shock, e.morale) for e in checks] == tested
        assert all(e.total == e.die + max(0, e.morale - e.shock) and e.success == (e.total >= 7) for e in checks)
        assert [e.unit for e in turn if isinstance(e, FellBack)] == [e.unit for e in checks if not e.success]
        ranks = [_RANKS[type(event).__name__] for event in turn]
        assert ranks == sorted(ranks) and not [
            u for u in own.on_table(m.before) if u.side == side and not all(x.wounds for x in u.models)
        ]


_RANKS = {"Casualties": 1, "Destroyed": 1, "Shock": 2, "Morale": 3, "FellBack": 4}


def _mourning(
    state: State, mine: Sequence[Unit], lost: dict[str, list[int]], gone: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Comrades for all units in the order of the destroyed, then half; one point each, as in all these games."""
    shock = {unit.id: unit.shock for unit in mine}
    left = {unit.id: [model for model in unit.models if model.number not in lost[unit.id]] for unit in mine}
    for key in gone:
        fallen = [model.at for model in state.units[key].models]
        for unit in mine:
            if any(own.apart(model.at, at) <= 1200 for model in left[unit.id] for at in fallen):
                shock[unit.id] += 1
                yield unit.id, "comrades"
    for unit in mine:
        if shock[unit.id] and left[unit.id] and len(left[unit.id]) <= unit.start / 2:
            yield unit.id, "half"


def a_command_turn_goes_step_by_step(m: Moment) -> None:
    """ZC 5.1 to 5.4: rally checks and resupply; what comes on afterwards is judged where it is placed."""
    if ends(m, "command"):
        state, turn = before_the_turn(m)
        mine = [unit for unit in own.on_table(state) if unit.side == state.active]
        tries = [event for event in turn if isinstance(event, Rally)]
        assert [(e.unit, e.morale) for e in tries] == [(u.id, state.types[u.type].morale) for u in mine if u.shaken]
        assert all(e.success == (e.die + e.morale >= 7) for e in tries)
        still = {e.unit for e in tries if not e.success}
        quiet = [unit.id for unit in mine if unit.id not in still and _quiet(state, unit)]
        assert [e.unit for e in turn if isinstance(e, Resupplied)] == quiet
        ranks = [1 if isinstance(event, Rally) else 2 if isinstance(event, Resupplied) else 3 for event in turn]
        assert ranks == sorted(ranks)


def _quiet(state: State, unit: Unit) -> bool:
    """Lacking ammunition, at rest, and at home: in a zone that models of its team alone hold (ZC 14.1)."""
    lacking = any(left < (state.weapons[name].ammo or 0) for model in unit.models for name, left in model.ammo.items())
    if not lacking or unit.id in state.game.acted or any(model.acted for model in unit.models):
        return False
    who = dict[str | None, set[str]]()
    for other, _, at in own.spots(state):
        who.setdefault(own.zone_of(state, at, own.base(state, other)), set()).add(own.team(state, other.side))
    zones = {own.zone_of(state, model.at, own.base(state, unit)) for model in unit.models} - {None}
    return any(who[zone] == {own.team(state, unit.side)} for zone in zones)


FIGHTS: tuple[Callable[[Moment], None], ...] = (
    attacks_are_possible,
    attacks_are_reckoned_right,
    dice_are_those_of_the_rules,
    wounds_and_ammunition_are_kept_count_of,
    shock_is_added_up_by_source,
    a_resolution_goes_step_by_step,
    a_command_turn_goes_step_by_step,
)
