"""How each event changes the position."""

from collections.abc import Iterable, Mapping

from engine.contract import Balked, Event, Rolled, Skipped, replace

from .events import (
    ArrivalRefused,
    Attacked,
    Casualties,
    Conceded,
    Control,
    Destroyed,
    FellBack,
    Finished,
    Fled,
    GameOver,
    Hunkered,
    Initiative,
    ModelMove,
    ModelPlace,
    Morale,
    Moved,
    Newcomer,
    Placed,
    Rally,
    Resupplied,
    Revealed,
    RoundBegan,
    Shock,
    StandingSet,
    TurnBegan,
)
from .kept import kept_for_records
from .position import ACTION, COMMAND, DEPLOYMENT, OVER, Model, Spot, State, Unit
from .shock import ONCE_A_ROUND


def apply(state: State, event: Event) -> State:
    """The position after the event.  The old position is not changed; parts that stay the same are shared."""
    match event:
        case Rolled():
            return state
        case Moved(unit=key, models=steps):
            return _with_unit(state, _after_move(state.units[key], steps))
        case Attacked():
            return _apply_attack(state, event)
        case Shock():
            return _add_shock(state, event)
        case Balked() | Skipped() | ArrivalRefused() | Initiative() | Morale():
            return state
        case RoundBegan(round=number, order=order):
            return replace(_change_game(state, order=order), turn=number, phase=COMMAND, active=None, done=())
        case TurnBegan():
            return _begin_turn(state, event)
        case Finished(side=side):
            return replace(state, done=(*state.done, side))
        case Revealed(units=units):
            moved = {key: _set_models(state.units[key], stands) for key, stands in units.items()}
            return replace(state, units={**state.units, **moved}, ready={}, placed=())
        case Control(zones=zones):
            return _change_game(state, held=zones)
        case StandingSet():
            return _set_standing_order(state, event)
        case Conceded(side=side):
            return _concede(state, side)
        case GameOver(winner=winner, reason=reason):
            return replace(
                _change_game(state, reason=reason), phase=OVER, active=None, winner=winner, done=(), ready={}, placed=()
            )
        case _:
            return _apply_to_unit(state, event)


def _apply_to_unit(state: State, event: Event) -> State:
    """The position after an event about one unit."""
    match event:
        case Rally(unit=key, success=success):
            return _change_unit(state, key, shaken=False) if success else state
        case Resupplied(unit=key):
            return _resupply(state, key)
        case Placed(unit=key):
            return _place_unit(state, event)
        case Fled(unit=key, models=steps):
            unit = state.units[key]
            fled = replace(unit, models=_models_at_ends(unit, steps), fled=True)
            return _change_models(_with_unit(state, fled), key, moved=True)
        case FellBack(unit=key, models=steps):
            unit = state.units[key]
            return _with_unit(state, replace(unit, models=_models_at_ends(unit, steps), shaken=True))
        case Hunkered(unit=key):
            return _change_models(_change_unit(state, key, hunkered=True), key, acted=True)
        case Casualties():
            return _remove_casualties(state, event)
        case Destroyed(unit=key):
            return _change_unit(state, key, where="gone")
        case _:
            raise TypeError(f"Zone Control knows no {type(event).__name__}")


def _begin_turn(state: State, event: TurnBegan) -> State:
    """ZC 5.2: a command turn clears expiring effects.  An action turn clears what the units did in the last one."""
    state = replace(state, phase=event.phase, active=event.side)
    own = [key for key in state.roster if state.units[key].side == event.side]
    match event.phase:
        case "command":
            for key in own:
                state = _change_models(_change_unit(state, key, shock=0, marks=(), sprung=False), key, hurt=False)
        case "action":
            state = _change_game(state, acted=tuple(key for key in state.game.acted if key not in own))
            for key in own:
                state = _change_models(
                    _change_unit(state, key, fled=False, hunkered=False), key, moved=False, acted=False
                )
    return state


def _set_standing_order(state: State, event: StandingSet) -> State:
    """ZC 5.5: the subject ``all`` means every reserve of the side that is still to arrive."""
    for key in state.roster if event.subject == "all" else (event.subject,):
        unit = state.units[key]
        if unit.side == event.side and unit.where == "reserve":
            state = _change_unit(state, key, policy=event.policy)
    return state


def _concede(state: State, side: str) -> State:
    """ZC 14.6: a side concedes.  During deployment this also ends its deployment, and all know its units are gone."""
    units, ready = _remove_side(state.units, side), _remove_side(state.ready, side)
    done = (*state.done, side) if state.phase == DEPLOYMENT and side not in state.done else state.done
    return replace(_change_game(state, conceded=(*state.game.conceded, side)), units=units, ready=ready, done=done)


def _remove_side(units: Mapping[str, Unit], side: str) -> Mapping[str, Unit]:
    """ZC 14.6: the units of a side that conceded, all out of play."""
    return {key: _remove_unit(unit) if unit.side == side and not unit.gone else unit for key, unit in units.items()}


def _remove_unit(unit: Unit) -> Unit:
    """The unit out of play, without models."""
    return replace(unit, where="gone", models=(), unseen=unit.where != "table")


def _place_unit(state: State, event: Placed) -> State:
    """ZC 6.6 to 6.8: a unit that appears in the action phase has used its move and is sprung."""
    if event.newcomer and event.unit not in state.units:
        state = _add_newcomer(state, event.newcomer)
    state = replace(state, units={**state.units, event.unit: _set_models(state.units[event.unit], event.models)})
    state = _change_unit(state, event.unit, where="table")
    if state.phase == DEPLOYMENT:
        state = replace(state, placed=(*state.placed, event.unit))
    return (
        _change_models(_change_unit(state, event.unit, sprung=True), event.unit, moved=True)
        if state.phase == ACTION
        else state
    )


def _add_newcomer(state: State, newcomer: Newcomer) -> State:
    """ZC 6.9: a unit becomes known, in its place among the units of its side."""
    sides, unit = [side.id for side in state.sides], newcomer.unit
    place = (
        state.roster.index(newcomer.after) + 1
        if newcomer.after
        else sum(sides.index(state.units[key].side) < sides.index(unit.side) for key in state.roster)
    )
    roster = (*state.roster[:place], unit.id, *state.roster[place:])
    return replace(state, roster=roster, units={**state.units, unit.id: unit})


def _set_models(unit: Unit, stands: Iterable[ModelPlace]) -> Unit:
    """The unit with its models at new places."""
    places = {stand.number: stand.at for stand in stands}
    return replace(unit, models=tuple(_set_model(model, places) for model in unit.models))


def _set_model(model: Model, places: Mapping[int, Spot]) -> Model:
    return replace(model, at=places[model.number]) if places.get(model.number, model.at) != model.at else model


@kept_for_records
def _after_move(unit: Unit, steps: tuple[ModelMove, ...]) -> Unit:
    """ZC 6.5: the unit after a move.  A move that was foreseen leaves the very same unit when it is run."""
    return replace(unit, models=_models_at_ends(unit, steps, moved=True))


def _models_at_ends(unit: Unit, steps: Iterable[ModelMove], **facts: object) -> tuple[Model, ...]:
    """Each model at the end of its path, with these fields changed for those that moved."""
    ends = {step.number: step.way[-1] for step in steps}
    return tuple(
        [replace(model, at=ends[model.number], **facts) if model.number in ends else model for model in unit.models]
    )


def _apply_attack(state: State, event: Attacked) -> State:
    """ZC 9.4, 9.7: the attacker uses its action and ammunition, the target loses wounds."""
    unit = state.units[event.unit]
    acted = [_spend_action(model, event) if model.number == event.model else model for model in unit.models]
    units = {**state.units, event.unit: replace(unit, models=tuple(acted))}
    if event.wounds:
        target = units[event.target]
        hurt = [
            replace(model, wounds=model.wounds - event.wounds, hurt=True)
            if model.number == event.target_model
            else model
            for model in target.models
        ]
        units[event.target] = replace(target, models=tuple(hurt))
    return replace(state, units=units)


def _spend_action(model: Model, event: Attacked) -> Model:
    """The model after its action, with one shot less if its weapon counts them."""
    if event.kind == "shoot" and event.weapon in model.ammo:
        return replace(model, acted=True, ammo={**model.ammo, event.weapon: model.ammo[event.weapon] - 1})
    return replace(model, acted=True)


def _add_shock(state: State, event: Shock) -> State:
    """ZC 12.1: adds shock; sources that count once a round are marked."""
    unit = state.units[event.unit]
    marks = tuple(sorted({*unit.marks, event.source})) if event.source in ONCE_A_ROUND else unit.marks
    return _change_unit(state, event.unit, shock=unit.shock + event.amount, marks=marks)


def _remove_casualties(state: State, event: Casualties) -> State:
    """ZC 13.1; that one of them took an action is kept (ZC 5.4)."""
    unit = state.units[event.unit]
    if any(model.acted for model in unit.models if model.number in event.models) and event.unit not in state.game.acted:
        state = _change_game(state, acted=(*state.game.acted, event.unit))
    return _change_unit(
        state, event.unit, models=tuple(model for model in unit.models if model.number not in event.models)
    )


def _resupply(state: State, key: str) -> State:
    """ZC 5.4: all models have full ammunition."""
    unit = state.units[key]
    return _change_unit(
        state,
        key,
        models=tuple(
            replace(model, ammo={weapon: state.weapons[weapon].ammo for weapon in model.ammo}) for model in unit.models
        ),
    )


def _change_models(state: State, key: str, **facts: object) -> State:
    """The position with these fields changed for all models of a unit; models that already have the values are
    shared.
    """
    unit = state.units[key]
    models = tuple(
        model if all(getattr(model, name) == value for name, value in facts.items()) else replace(model, **facts)
        for model in unit.models
    )
    return (
        _change_unit(state, key, models=models)
        if any(new is not old for new, old in zip(models, unit.models, strict=True))
        else state
    )


def _change_unit(state: State, key: str, **facts: object) -> State:
    """The position with these fields of a unit changed; the same position if they already are."""
    unit = state.units[key]
    if all(getattr(unit, name) == value for name, value in facts.items()):
        return state
    return _with_unit(state, replace(unit, **facts))


def _with_unit(state: State, unit: Unit) -> State:
    return replace(state, units={**state.units, unit.id: unit})


def _change_game(state: State, **facts: object) -> State:
    return replace(state, game=replace(state.game, **facts))
