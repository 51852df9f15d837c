"""What each event makes of the position."""

from collections.abc import Iterable

from engine.contract import Balked, Event, Rolled, Skipped, replace

from .events import (
    AircraftHeld,
    AircraftLeft,
    AircraftPassed,
    AircraftPlaced,
    AircraftResolved,
    AirOrderRolled,
    AirQueued,
    AntiairAttacked,
    ArmiesRevealed,
    Attacked,
    Bought,
    Charged,
    CounterLost,
    CoverRolled,
    DefensiveFired,
    Deployed,
    DeploymentRolled,
    Destroyed,
    DirtTaken,
    Dropped,
    EdgeChosen,
    Finished,
    GameOver,
    HeroPlaced,
    HullDownTaken,
    IndirectAttacked,
    InitiativeChosen,
    InitiativeRolled,
    Loaded,
    MineAttacked,
    Moved,
    MoveEnded,
    MovementRolled,
    NotDeployed,
    ObstacleCleared,
    OrderChosen,
    OverwatchEnded,
    OverwatchSet,
    PhaseBegan,
    PhaseSkipped,
    PillboxEntered,
    PillboxLeft,
    Recovered,
    Retraced,
    Scattered,
    StandingSet,
    Stopped,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnBegan,
    Turned,
    TurnedUp,
    Unloaded,
    ZoneChecked,
)
from .position import AIRCRAFT, GROUND, INITIATIVE, MOVEMENT, MOVING, OVER, Drop, State, Unit, enemy


def apply(state: State, event: Event) -> State:
    """The position after the event.  The old one stays as it is, and all that did not change is shared."""
    match event:
        case (
            Rolled()
            | Balked()
            | Skipped()
            | PhaseSkipped()
            | ZoneChecked()
            | TieBroken()
            | AirOrderRolled()
            | MovementRolled()
        ):
            return state
        case CoverRolled() | Charged() | ThrowsShown():
            return state
        case PhaseBegan():
            return _phase(state, event)
        case TurnBegan(turn=turn):
            return replace(_all(state, state.roster, aa=False, moved_b=False), turn=turn)
        case Finished(side=side):
            return replace(state, done=(*state.done, side))
        case StandingSet(side=side, subject=subject, policy=policy, values=values):
            mine = state.game.standing.get(side, {})
            mine = {**mine, subject: {**mine.get(subject, {}), policy: values}}
            return _game(state, standing={**state.game.standing, side: mine})
        case GameOver(winner=winner, reason=reason):
            over = _game(state, reason=reason, moving=None)
            return replace(over, phase=OVER, active=None, winner=winner, done=())
        case _:
            return _setting(state, event)


def _setting(state: State, event: Event) -> State:
    """Armies, deployment, initiative, throws."""
    match event:
        case Bought():
            return _bought(state, event)
        case ArmiesRevealed():
            return _revealed(state, event)
        case DeploymentRolled(dice=dice, ratings=ratings, winner=winner):
            totals = {side: sum(faces) + ratings.get(side, 0) for side, faces in dice.items()}
            return replace(_game(state, initiative=totals), active=winner)
        case EdgeChosen(edges=edges):
            return _game(state, edges=edges)
        case OrderChosen(first=first, holder=holder):
            return _game(state, first=first, holder=holder)
        case Dropped(unit=key, to=to, side=way):
            return _game(state, drops=(*(drop for drop in state.game.drops if drop.unit != key), Drop(key, to, way)))
        case InitiativeRolled(totals=totals, winner=winner):
            return replace(_game(state, initiative=totals), active=winner)
        case InitiativeChosen(first=first):
            return _game(state, first=first)
        case Thrown(side=side, roll=throw):
            return _game(state, throws={**state.game.throws, side: throw})
        case _:
            return _placing(state, event)


def _placing(state: State, event: Event) -> State:
    """Units come onto the map, or do not."""
    match event:
        case Deployed(unit=key, to=to, facing=facing, aboard=transport):
            state = _game(state, placed=tuple(dict.fromkeys((*state.game.placed, key))))
            return _carried(_unit(state, key, at=to, facing=facing, aboard=transport, in_pillbox=False), key)
        case NotDeployed(unit=key):
            return _unit(state, key, at=None, aboard=None, in_pillbox=False, gone=True)
        case Scattered(unit=key, to=to):
            state = _game(state, drops=tuple(drop for drop in state.game.drops if drop.unit != key))
            return _unit(state, key, at=to)
        case HeroPlaced(unit=key, at=at):
            return _unit(state, key, at=at)
        case AirQueued(queue=queue):
            return _queued(state, queue)
        case AircraftPlaced(unit=key, at=at, target=target):
            return _unit(_queued(state, state.game.air_queue, key), key, at=at, target=target, appeared=True)
        case AircraftHeld(unit=key):
            return _queued(state, state.game.air_queue, key)
        case AircraftLeft(units=keys):
            return _all(state, keys, at=None, target=None)
        case _:
            return _moving(state, event)


def _moving(state: State, event: Event) -> State:
    """Steps, and what ends them.  Counters that a move costs go by events of their own (FA 6.15, 12.15)."""
    match event:
        case Moved(unit=key, to=to, left=left, road=road, facing=facing):
            unit = state.units[key]
            state = _unit(
                _game(state, moving=key),
                key,
                at=to,
                mp=left,
                acted="moving",
                road_used=unit.road_used or road,
                facing=facing or unit.facing,
                moved_b=unit.moved_b or state.phase == MOVEMENT,
            )
            return _carried(state, key, **({"moved_b": True} if state.phase == MOVEMENT else {}))
        case Retraced(unit=key, path=path):
            return _carried(_unit(state, key, at=path[-1]), key) if path else state
        case Stopped(unit=key, why="waits", facing=facing):
            return _unit(state, key, facing=facing or state.units[key].facing)
        case Stopped(unit=key, facing=facing):
            return _acted(_unit(state, key, facing=facing or state.units[key].facing), key, "moved")
        case MoveEnded(unit=key):
            return _acted(state, key, "moved")
        case Turned(unit=key, facing=facing):
            return _acted(_unit(state, key, facing=facing), key, "moved")
        case _:
            return _staying(state, event)


def _staying(state: State, event: Event) -> State:
    """Counters, transports and pillboxes: what is done within a hex."""
    match event:
        case DirtTaken(unit=key):
            return _acted(_unit(state, key, hit_the_dirt=True), key, "dirt")
        case HullDownTaken(unit=key):
            return _acted(_unit(state, key, hull_down=True), key, "hull-down")
        case CounterLost(unit=key, counter=counter):
            return _unit(state, key, **{counter: False})
        case OverwatchSet(unit=key, at=at):
            return _unit(state, key, overwatch=at)
        case OverwatchEnded(unit=key):
            return _unit(state, key, overwatch=None)
        case Loaded(unit=key, transport=transport):
            return _acted(_unit(state, key, aboard=transport, at=state.units[transport].at), key, "moved")
        case Unloaded(unit=key, at=at, why="lost"):
            return _unit(state, key, aboard=None, at=at, pinned=True)
        case Unloaded(unit=key, at=at):
            return _acted(_unit(state, key, aboard=None, at=at), key, "moved")
        case PillboxEntered(unit=key, how="deploy"):
            return _unit(state, key, in_pillbox=True)
        case PillboxEntered(unit=key):
            return _acted(_unit(state, key, in_pillbox=True), key, "moved")
        case PillboxLeft(unit=key, why="asked"):
            return _acted(_unit(state, key, in_pillbox=False), key, "moved")
        case PillboxLeft(unit=key):
            return _unit(state, key, in_pillbox=False)
        case _:
            return _firing(state, event)


def _firing(state: State, event: Event) -> State:
    """Attacks of every manner: who has fired, and what lies face-down now."""
    match event:
        case DefensiveFired(shot=shot, now=now):
            return _unit(_unit(state, shot.firer, df_used=True), shot.target, hits=now)
        case MineAttacked(unit=key, now=now):
            return _unit(state, key, hits=now)
        case Attacked(shot=shot, how=how, now=now):
            firer = state.units[shot.firer]
            state = _unit(state, shot.firer, bombs=firer.bombs - (how == "bomb"))
            return _unit(_acted(state, shot.firer, "attacked"), shot.target, hits=now)
        case IndirectAttacked(unit=key, spotter=spotter):
            state = _acted(state, key, "attacked")
            return _unit(state, spotter, spotted=True) if spotter != key else state
        case AntiairAttacked(shot=shot, now=now, bombs_lost=lost):
            firer = state.units[shot.firer]
            state = _unit(state, shot.firer, aa=True, bombs=0 if lost else firer.bombs)
            return _unit(state, shot.target, hits=now)
        case AircraftPassed(unit=key):
            return _acted(state, key, "passed")
        case ObstacleCleared(unit=key, obstacle=obstacle, cleared=cleared):
            state = _acted(state, key, "attacked")
            return _unit(state, obstacle, at=None, gone=True) if cleared else state
        case _:
            return _turning_up(state, event)


def _turning_up(state: State, event: Event) -> State:
    """What lay face-down takes effect."""
    match event:
        case AircraftResolved(result="destroyed"):
            return state
        case AircraftResolved(unit=key, result="aborts"):
            return _unit(state, key, hits=0, damaged=True, at=None, target=None)
        case AircraftResolved(unit=key):
            return _unit(state, key, hits=0, damaged=True)
        case Recovered(unit=key, counter="pinned"):
            return _unit(state, key, pinned=False)
        case Recovered(unit=key, by=by):
            return _unit(state, key, demoralized=False, pinned=by is None)
        case TurnedUp(unit=key, pinned=pinned, demoralized=demoralized, damaged=damaged, spent=spent):
            used = state.units[key].heavy_used or spent
            return _unit(state, key, hits=0, pinned=pinned, demoralized=demoralized, damaged=damaged, heavy_used=used)
        case Destroyed():
            return _destroyed(state, event)
        case _:
            raise TypeError(f"Forumini Armies knows no {type(event).__name__}")


def _phase(state: State, event: PhaseBegan) -> State:
    """FA 23.2: which flags fall when a phase begins."""
    name, side = event.name, event.active
    state = _game(state, moving=None, throws={}, placed=(), first=None if name == INITIATIVE else state.game.first)
    if name in MOVING and side is not None:
        state = _all(state, _of(state, side), mp=None, acted=None, road_used=False, spotted=False)
        state = _all(state, _of(state, enemy(state, side)), df_used=False)
    elif name == AIRCRAFT:
        state = _all(state, _planes(state, state.roster), acted=None)
    elif name == GROUND and side is not None:
        state = _all(state, _planes(state, _of(state, side)), acted=None)
    return replace(state, phase=name, turn=event.turn, active=side, done=())


def _of(state: State, side: str) -> Iterable[str]:
    return (key for key in state.roster if state.units[key].side == side)


def _planes(state: State, keys: Iterable[str]) -> Iterable[str]:
    return (key for key in keys if state.cards[state.units[key].type].kind == "aircraft")


def _bought(state: State, event: Bought) -> State:
    """FA 3.6: in the order in which the types were first bought; a type given back whole is forgotten."""
    mine = dict(state.game.army.get(event.side, {}))
    mine[event.type] = mine.get(event.type, 0) + event.count
    return _game(state, army={**state.game.army, event.side: {key: n for key, n in mine.items() if n > 0}})


def _revealed(state: State, event: ArmiesRevealed) -> State:
    units = dict(state.units)
    for key, kind, side in event.units:
        card = state.cards[kind]
        units[key] = Unit(key, card.name, kind, side, bombs=card.bombs.count if card.bombs else 0)
    return replace(_game(state, army={}), units=units, roster=tuple(units))


def _destroyed(state: State, event: Destroyed) -> State:
    """FA 26.9: its cost counts as lost."""
    side = state.units[event.unit].side
    lost = {**state.game.lost, side: state.game.lost.get(side, 0) + event.cost}
    moving = None if state.game.moving == event.unit else state.game.moving
    return _unit(
        _game(state, lost=lost, moving=moving),
        event.unit,
        at=None,
        aboard=None,
        in_pillbox=False,
        overwatch=None,
        target=None,
        hits=0,
        gone=True,
    )


def _acted(state: State, key: str, what: str) -> State:
    """FA 6.3, 9.8: the unit has had its action; its movement, if it was under way, is over."""
    moved = state.units[key].moved_b or (what == "moved" and state.phase == MOVEMENT)
    if state.game.moving == key:
        state = _game(state, moving=None)
    return _unit(state, key, acted=what, moved_b=moved)


def _carried(state: State, key: str, **facts: object) -> State:
    """FA 6.3, 23.3: passengers are where their transport is, and have moved when it has."""
    riders = [other for other in state.roster if state.units[other].aboard == key]
    return _all(state, riders, at=state.units[key].at, **facts) if riders else state


def _queued(state: State, queue: tuple[str, ...], but: str = "") -> State:
    """FA 14.2: the owner of the aircraft that is next in order is active."""
    queue = tuple(key for key in queue if key != but)
    return replace(_game(state, air_queue=queue), active=state.units[queue[0]].side if queue else state.active)


def _unit(state: State, key: str, **facts: object) -> State:
    return replace(state, units={**state.units, key: replace(state.units[key], **facts)})


def _all(state: State, keys: Iterable[str], **facts: object) -> State:
    """The same facts of several units; those of whom they hold already stay the same record."""
    units = dict(state.units)
    for key in keys:
        if any(getattr(units[key], name) != value for name, value in facts.items()):
            units[key] = replace(units[key], **facts)
    return replace(state, units=units)


def _game(state: State, **facts: object) -> State:
    return replace(state, game=replace(state.game, **facts))
