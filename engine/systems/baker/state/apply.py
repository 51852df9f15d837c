"""How events change the position: here phases, turns, money, standing orders and the end of the game.

The events of movement and combat are applied by the two files beside this one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Balked, Event, Rolled, Skipped, replace

from ..tables import COMPLEX
from . import apply_combat, apply_movement
from .apply_combat import arrived, with_game, with_ground, with_loss
from .counts import added, subtracted, with_entry
from .events import (
    BidMade,
    BidsOpened,
    Bought,
    Conceded,
    DrawOffered,
    Finished,
    GameOver,
    Income,
    KeepSet,
    ListSet,
    PaidBack,
    PhaseBegan,
    Placed,
    TurnBegan,
    WishSet,
    Written,
)
from .policies import ALL, NO_POLICIES, policies
from .position import OVER, Area, Counts, State


def apply(state: State, event: Event) -> State:
    """The position after the event. The old position is not changed; the two share all unchanged parts."""
    change = CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"Baker knows no {type(event).__name__}")
    return change(state, event)


def _same(state: State, event: Event) -> State:
    return state


# phases and turns
def _phase_began(state: State, event: PhaseBegan) -> State:
    """A new phase. The orders kept for a sealed round have been carried out (BK 9.4, 10.1)."""
    state = with_game(state, kept={}) if state.game.kept else state
    return replace(state, phase=event.name, turn=event.turn, active=event.active, done=())


def _turn_began(state: State, event: TurnBegan) -> State:
    """A new turn. Everything recorded for one turn is cleared, and the power's cargo can move again (BK 10.1)."""
    areas = {key: _rested(ground, event.side) for key, ground in state.areas.items()}
    state = with_game(
        state,
        battles=(),
        moved={},
        flown={},
        moves=(),
        captured=(),
        built=(),
        sea_fought=(),
        supported={},
        placed={},
        raids={},
        idle={},
    )
    return replace(state, areas=areas, turn=event.turn, phase=event.first, active=event.side)


def _rested(ground: Area, power: str) -> Area:
    ships = ground.cargo.get(power, ())
    if not any(ship.moved or ship.to for ship in ships):
        return ground
    return replace(ground, cargo={**ground.cargo, power: tuple(replace(ship, moved=False, to=None) for ship in ships)})


def _finished(state: State, event: Finished) -> State:
    return replace(state, done=(*state.done, event.side))


def _written(state: State, event: Written) -> State:
    """A battle is declared: in battle mode the only one (BK 9.1), in a campaign one of several (BK 11.3)."""
    return with_loss(state, event) if state.setup.mode == "battle" else apply_combat.declared(state, event)


def _over(state: State, event: GameOver) -> State:
    """The game is over. In a single battle ``turn`` is the last round fought (BK 9.5)."""
    last = (
        max((battle.round for battle in state.game.battles), default=1) if state.setup.mode == "battle" else state.turn
    )
    return replace(
        with_game(state, reason=event.reason, kept={}),
        phase=OVER,
        active=None,
        winner=event.winner,
        done=(),
        turn=max(1, last),
    )


# money and purchases
def _bought(state: State, event: Bought) -> State:
    """BK 10.2: units paid for, or all of them given back."""
    buys = added(state.powers[event.side].buys, event.units) if event.units else {}
    return _power(state, event.side, buys=buys, ipc=event.left)


def _bid(state: State, event: BidMade) -> State:
    return with_game(state, bids={**state.game.bids, event.side: event.ipc})


def _bids_opened(state: State, event: BidsOpened) -> State:
    """BK 18.4: the bids have done their work."""
    return _power(with_game(state, bids={}), event.power, ipc=state.powers[event.power].ipc + event.ipc)


def _placed(state: State, event: Placed) -> State:
    """BK 15.2, 15.4: bought units appear on the map."""
    state = _power(state, event.side, buys=subtracted(state.powers[event.side].buys, event.units))
    if event.units.get(COMPLEX):
        return with_game(with_ground(state, event.area, complex=True), built=(*state.game.built, event.area))
    state = arrived(state, event.area, event.side, event.units)
    return _served(state, event.served, sum(event.units.values())) if event.served else state


def _served(state: State, area: str, number: int) -> State:
    placed: Counts = {**state.game.placed, area: state.game.placed.get(area, 0) + number}
    return with_game(state, placed=placed)


def _paid_back(state: State, event: PaidBack) -> State:
    """BK 15.5: units that could not be placed are given back for their price."""
    power = state.powers[event.side]
    return _power(state, event.side, buys=subtracted(power.buys, event.units), ipc=power.ipc + event.ipc)


def _income(state: State, event: Income) -> State:
    return _power(state, event.side, ipc=event.total)


def _power(state: State, key: str, **changes: Any) -> State:
    return replace(state, powers={**state.powers, key: replace(state.powers[key], **changes)})


# standing orders and the end
def _list_set(state: State, event: ListSet) -> State:
    """BK 17.2: a new list replaces that of the same scope; the default deletes it, without a scope all of them."""
    known: Mapping[str, tuple[str, ...]] = getattr(policies(state, event.side), event.policy)
    lists = {} if event.scope == ALL and not event.types else with_entry(known, event.scope, event.types)
    return _policies(state, event.side, **{event.policy: lists})


def _wish_set(state: State, event: WishSet) -> State:
    known = getattr(policies(state, event.side), event.policy)
    return _policies(state, event.side, **{event.policy: {**known, event.scope: event.wish}})


def _keep_set(state: State, event: KeepSet) -> State:
    return _policies(state, event.side, keep=event.n)


def _policies(state: State, side: str, **changes: Any) -> State:
    given = replace(policies(state, side), **changes)
    others = {power: known for power, known in state.game.policies.items() if power != side}
    return with_game(state, policies=others if given == NO_POLICIES else {**others, side: given})


def _conceded(state: State, event: Conceded) -> State:
    return with_game(state, conceded=(*state.game.conceded, event.side))


def _draw_offered(state: State, event: DrawOffered) -> State:
    return with_game(state, draw=(*state.game.draw, event.side))


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Rolled: _same,
    Balked: _same,
    Skipped: _same,
    PhaseBegan: _phase_began,
    TurnBegan: _turn_began,
    Finished: _finished,
    BidMade: _bid,
    BidsOpened: _bids_opened,
    Written: _written,
    Bought: _bought,
    Placed: _placed,
    PaidBack: _paid_back,
    Income: _income,
    ListSet: _list_set,
    WishSet: _wish_set,
    KeepSet: _keep_set,
    Conceded: _conceded,
    DrawOffered: _draw_offered,
    GameOver: _over,
    **apply_movement.CHANGES,
    **apply_combat.CHANGES,
}
