"""Apply: how each event changes the position."""

from engine.contract import Balked, Event, Rolled, Skipped, replace

from .events import (
    Advanced,
    ArmyBroken,
    Cancelled,
    CannotAdvance,
    Chosen,
    Deployed,
    Disrupted,
    DrawOffered,
    Eliminated,
    Finished,
    Fired,
    Fought,
    GameOver,
    Held,
    Initiative,
    MayAdvance,
    Moved,
    PhaseBegan,
    PhaseSkipped,
    Planned,
    Rallied,
    Revealed,
    StandingSet,
    Swapped,
    TurnEnded,
)
from .position import DEPLOYMENT, INITIATIVE, MORALE, OVER, Option, Policies, State, enemy


def apply(state: State, event: Event) -> State:
    """The position after the event.  The old position is not changed; unchanged parts are shared."""
    match event:
        case Rolled() | Balked() | Skipped() | PhaseSkipped() | CannotAdvance():
            return state
        case Deployed(unit=key, to=to):
            return _placed(_with_unit(state, key, at=to), key)
        case Swapped(unit=key, other=other):
            to = state.units[other].at
            swapped = _with_unit(_with_unit(state, other, at=state.units[key].at), key, at=to)
            return _placed(swapped, key, other)
        case Revealed(places=places):
            moved = {key: replace(state.units[key], at=at) for key, at in places.items()}
            return replace(state, units={**state.units, **moved}, ready={}, placed=())
        case Planned(side=side, plan=plan):
            return replace(state, plans={**state.plans, side: (*state.plans.get(side, ()), plan)})
        case Cancelled(side=side):
            return replace(state, plans={key: plans for key, plans in state.plans.items() if key != side})
        case Finished(side=side):
            return replace(state, done=(*state.done, side))
        case StandingSet(side=side):
            policies = _with_policy(state.game.standing[side], event)
            return _with_game(state, standing={**state.game.standing, side: policies})
        case _:
            return _apply_combat(state, event)


def _apply_combat(state: State, event: Event) -> State:
    match event:
        case Fired(unit=key):
            return _with_unit(state, key, fired=True)
        case Moved(unit=key, path=path):
            return _with_unit(_with_game(state, advance=None), key, at=path[-1], moved=True)
        case Fought(unit=key):
            return _with_unit(_with_game(state, advance=None), key, attacked=True)
        case Disrupted(unit=key):
            return _with_unit(state, key, disrupted=True)
        case Eliminated(unit=key):
            return _with_unit(state, key, gone=True)
        case ArmyBroken(side=side):
            return _with_game(state, broken=(*state.game.broken, side))
        case MayAdvance(unit=key, hex=at):
            return _with_game(state, advance=Option(key, at))
        case Advanced(unit=key, to=to):
            return _with_unit(_with_game(state, advance=None), key, at=to)
        case Held(unit=key):
            held = _with_game(state, advance=None)
            return _placed(held, key) if state.phase == DEPLOYMENT else held
        case Rallied(unit=leader, target=key, success=success):
            state = _with_unit(state, leader, rallied=True)
            return _with_unit(state, key, disrupted=False) if success else state
        case _:
            return _apply_sequence(state, event)


def _apply_sequence(state: State, event: Event) -> State:
    match event:
        case PhaseBegan():
            return _begin_phase(state, event)
        case Initiative(dice=dice, winner=winner, tie=tie):
            loser = state.game.loser if tie or winner is None else enemy(state, winner)
            return replace(_with_game(state, dice=dice, loser=loser), active=winner)
        case Chosen(side=side, role=role):
            roles = (side, enemy(state, side)) if role == "a" else (enemy(state, side), side)
            return _with_game(_markers_removed(state), a=roles[0], b=roles[1])
        case DrawOffered(side=side):
            return _with_game(state, offers=(*state.game.offers, side))
        case TurnEnded(quiet=quiet):
            return _with_game(state, quiet=quiet)
        case GameOver(winner=winner, reason=reason):
            over = _with_game(state, reason=reason, advance=None)
            return replace(over, phase=OVER, active=None, winner=winner, done=(), plans={}, ready={}, placed=())
        case _:
            raise TypeError(f"MiniWars has no event {type(event).__name__}")


def _begin_phase(state: State, event: PhaseBegan) -> State:
    """A new turn clears A, B and the offers of a draw; the option to advance ends with the phase (MW 11.2)."""
    game = replace(state.game, advance=None)
    if event.name == INITIATIVE:
        game = replace(game, a=None, b=None, offers=())
    secret = event.name == MORALE or (event.name == DEPLOYMENT and state.setup.sealed)
    active = event.sides[0] if event.sides and not secret else None
    done = tuple(side.id for side in state.sides if side.id not in event.sides) if secret else ()
    placed = state.placed if event.name == DEPLOYMENT else ()
    return replace(
        state, phase=event.name, turn=event.turn, active=active, game=game, done=done, plans={}, placed=placed
    )


def _markers_removed(state: State) -> State:
    """MW 4.5: the position without missile markers and notes of who has moved, attacked and tried to rally."""
    units = {
        key: replace(unit, fired=False, moved=False, attacked=False, rallied=False)
        if unit.fired or unit.moved or unit.attacked or unit.rallied
        else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units)


def _with_policy(old: Policies, event: StandingSet) -> Policies:
    """The side's standing orders after the event; a value for ``all`` replaces those of single units."""
    word = event.values[0]
    match event.policy:
        case "initiative":
            return replace(old, initiative=word)
        case "advance":
            return replace(
                old, advance={"all": word} if event.subject == "all" else {**old.advance, event.subject: word}
            )
        case _:
            value = word if event.values in (("ask",), ("auto",), ("none",)) else event.values
            return replace(old, rally={"all": value} if event.subject == "all" else {**old.rally, event.subject: value})


def _placed(state: State, *keys: str) -> State:
    """The position with these units noted as set up by their player."""
    return replace(state, placed=(*state.placed, *(key for key in keys if key not in state.placed)))


def _with_unit(state: State, key: str, **facts: object) -> State:
    return replace(state, units={**state.units, key: replace(state.units[key], **facts)})


def _with_game(state: State, **facts: object) -> State:
    return replace(state, game=replace(state.game, **facts))
