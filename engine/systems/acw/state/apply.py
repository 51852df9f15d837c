"""Apply: how each event changes the position."""

from collections.abc import Iterable, Mapping

from engine.contract import Balked, Event, Rolled, Skipped, replace

from .combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from .events import (
    Activated,
    Activation,
    Broken,
    Captured,
    DrawOffered,
    Faced,
    Finished,
    Formed,
    GameOver,
    Initiative,
    Joined,
    Moved,
    Parted,
    PhaseBegan,
    Placed,
    Revealed,
    StandingSet,
)
from .position import MOVEMENT, OVER, Melee, State, arm_of, army, enemy
from .unit_index import carry_index, keep_index, riders_of

TURN_FLAGS = ("moved", "faced", "formed", "activated", "fired", "shelled", "advanced")
"""CW 3.7: what is cleared when a player turn starts."""


def apply(state: State, event: Event) -> State:
    """The position after the event.  The old position is not changed; unchanged parts are shared."""
    kind = type(event)
    if kind is Rolled:
        return state
    after = _apply(state, event)
    return keep_index(state, after) if kind is Activated else carry_index(state, after)


def _apply(state: State, event: Event) -> State:
    match event:
        case Activated() | Moved() | Faced() | Formed():
            return _apply_movement(state, event)
        case Balked() | Skipped() | BuildingDestroyed() | MeleeRolled() | Broken():
            return state
        case PhaseBegan():
            return _begin_phase(state, event)
        case Finished(side=side):
            return replace(state, done=(*state.done, side))
        case Initiative(winner=winner):
            return state if winner is None else _with_game(state, order=(winner, enemy(state, winner)))
        case Activation(total=total):
            return _with_game(state, activations=total, rolled=total)
        case StandingSet():
            return _set_standing_order(state, event)
        case DrawOffered(side=side):
            return _with_game(state, draw=(*state.game.draw, side))
        case GameOver(winner=winner, reason=reason):
            return replace(_with_game(state, reason=reason), phase=OVER, active=None, winner=winner, done=(), placed=())
        case _:
            return _apply_movement(state, event)


def _apply_movement(state: State, event: Event) -> State:
    """Where units stand by their own orders: deployment and movement."""
    match event:
        case Moved(unit=key, to=to, facing=facing):
            state = _with_attached_leader(_with_unit(state, key, at=to, facing=facing, moved=True), key, moved=True)
            return _without_melees_of(state, key) if event.left else state
        case Activated(unit=key):
            game = replace(state.game, activations=state.game.activations - 1)
            return replace(state, units={**state.units, key: replace(state.units[key], activated=True)}, game=game)
        case Faced(unit=key, to=to):
            return _with_attached_leader(_with_unit(state, key, facing=to, faced=True), key)
        case Formed(unit=key, to=to):
            return _with_unit(state, key, formation=to, formed=True)
        case Placed(unit=key, at=at, facing=facing, formation=formation):
            there = _with_unit(state, key, at=at, facing=facing, formation=formation, leads=None)
            return replace(_with_attached_leader(there, key), placed=(*state.placed, key))
        case Revealed(units=units):
            return replace(state, units={**state.units, **units}, ready={}, placed=())
        case Joined(unit=key, target=target):
            unit = state.units[target]
            return _with_unit(state, key, leads=target, at=unit.at, facing=unit.facing, moved=state.phase in MOVEMENT)
        case Parted(unit=key):
            return _with_unit(state, key, leads=None)
        case Shelled(unit=key, building=building, count=count):
            state = _with_unit(state, key, shelled=True, fired=True)
            return _with_game(state, buildings={**state.game.buildings, building: count})
        case _:
            return _apply_combat(state, event)


def _apply_combat(state: State, event: Event) -> State:
    """Charges and melees."""
    match event:
        case Charged(unit=key, to=to):
            return _with_attached_leader(_with_unit(state, key, at=to, moved=True), key, moved=True)
        case Countercharged(unit=key, to=to):
            return _with_attached_leader(_with_unit(state, key, at=to), key)
        case Contact():
            return _apply_contact(state, event)
        case MeleeResult(charger=charger, target=target, hits=hits):
            melees = (
                replace(melee, fresh=False, fought=True)
                if (melee.charger, melee.target) == (charger, target)
                else melee
                for melee in state.game.melees
            )
            return _apply_hits(_with_game(state, melees=tuple(melees)), hits)
        case Advanced(unit=key, to=to):
            return _with_attached_leader(_with_unit(state, key, at=to, advanced=True), key)
        case Retreated():
            return _apply_retreat(state, event)
        case Destroyed(unit=key):
            return _with_unit_destroyed(state, key)
        case LeaderTested(unit=key, lost=lost):
            return _with_leader_lost(state, key) if lost else state
        case Captured(unit=key) | LeaderLost(unit=key):
            return _with_leader_lost(state, key)
        case _:
            raise TypeError(f"ACW has no event {type(event).__name__}")


def _begin_phase(state: State, event: PhaseBegan) -> State:
    """CW 3.7: a movement phase begins a player turn."""
    state = replace(state, phase=event.name, turn=event.turn, active=event.active, done=())
    if event.name not in MOVEMENT:
        return state
    melees = tuple(replace(melee, fought=False) if melee.fought else melee for melee in state.game.melees)
    return _with_units(_with_game(state, melees=melees), state.roster, **dict.fromkeys(TURN_FLAGS, False))


def _set_standing_order(state: State, event: StandingSet) -> State:
    """Of ``all``, the own units in play; firing is a decision of batteries alone (section Standing orders)."""
    if event.subject != "all":
        return _with_unit(state, event.subject, **{event.policy: event.value})
    deciding = (
        unit.id for unit in army(state, event.side) if event.policy != "fire" or arm_of(state, unit) == "artillery"
    )
    return _with_units(state, deciding, **{event.policy: event.value})


def _apply_contact(state: State, event: Contact) -> State:
    """CW 7.8, 8.2: the charger stands squared up, the melee is noted, and the guns that supported have fired."""
    melee = Melee(
        event.charger,
        event.target,
        event.side,
        event.square,
        guns_charger=event.guns_charger,
        guns_target=event.guns_target,
    )
    state = _with_attached_leader(_with_unit(state, event.charger, at=event.at, facing=event.facing), event.charger)
    return _with_units(
        _with_game(state, melees=(*state.game.melees, melee)), (*event.guns_charger, *event.guns_target), fired=True
    )


def _apply_hits(state: State, hits: Mapping[str, int]) -> State:
    """CW 9.4: a hit takes one base."""
    for key, count in hits.items():
        unit = state.units[key]
        taken = min(count, unit.bases)
        state = _with_bases_lost(_with_unit(state, key, bases=unit.bases - taken), unit.side, taken)
    return state


def _apply_retreat(state: State, event: Retreated) -> State:
    """CW 9.9, 9.11.  A leader who retreats is unattached from then on."""
    if event.result == "held":
        return state
    leader = arm_of(state, state.units[event.unit]) == "leader"
    if event.result == "table":
        return _with_leader_lost(state, event.unit) if leader else _with_unit_destroyed(state, event.unit)
    if leader:
        return _with_unit(state, event.unit, at=event.to, facing=event.facing, leads=None)
    return _without_melees_of(
        _with_attached_leader(_with_unit(state, event.unit, at=event.to, facing=event.facing), event.unit), event.unit
    )


def _with_unit_destroyed(state: State, key: str) -> State:
    """Out of the game with the bases that it still had; its leader stays in place until tested."""
    unit = state.units[key]
    return _without_melees_of(_with_bases_lost(_with_unit(state, key, bases=0, gone=True), unit.side, unit.bases), key)


def _with_leader_lost(state: State, key: str) -> State:
    leader = state.units[key]
    if leader.gone:
        return state
    lost = state.game.leaders_lost
    return _with_game(
        _with_unit(state, key, gone=True, leads=None), leaders_lost={**lost, leader.side: lost.get(leader.side, 0) + 1}
    )


def _with_bases_lost(state: State, side: str, count: int) -> State:
    return _with_game(state, lost={**state.game.lost, side: state.game.lost.get(side, 0) + count}) if count else state


def _without_melees_of(state: State, key: str) -> State:
    """The melees of the unit end."""
    return _with_game(
        state, melees=tuple(melee for melee in state.game.melees if key not in (melee.charger, melee.target))
    )


def _with_attached_leader(state: State, key: str, **facts: object) -> State:
    """CW 1.9: an attached leader shares the place, facing and status of the unit."""
    unit = state.units[key]
    riders = riders_of(state, unit)
    return _with_units(state, riders, at=unit.at, facing=unit.facing, **facts) if riders else state


def _with_unit(state: State, key: str, **facts: object) -> State:
    return carry_index(state, replace(state, units={**state.units, key: replace(state.units[key], **facts)}))


def _with_units(state: State, keys: Iterable[str], **facts: object) -> State:
    """The same facts of several units; those of whom they hold already stay the same record."""
    units = dict(state.units)
    for key in keys:
        if any(getattr(units[key], name) != value for name, value in facts.items()):
            units[key] = replace(units[key], **facts)
    return replace(state, units=units)


def _with_game(state: State, **facts: object) -> State:
    return replace(state, game=replace(state.game, **facts))
