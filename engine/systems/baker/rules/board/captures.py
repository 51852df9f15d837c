"""Captured territories: the new owner, the guns and the treasury (BK 14)."""

from engine.contract import Turn

from ...state.events import Captured
from ...state.position import State, are_friends
from ...tables import AA
from .area_control import friendly, neutral


def capture(turn: Turn[State], area: str, taker: str) -> None:
    """BK 11.5, 11.11, 14: the power captures the territory, unless it is friendly already."""
    state = turn.state
    if friendly(state, taker, area):
        return
    ground = state.areas[area]
    guns = sum(units.get(AA, 0) for power, units in ground.units.items() if not are_friends(state, power, taker))
    price = (state.setup.neutral_price or 0) if neutral(state, area) else 0
    turn.happens(
        Captured(area, new_owner(state, area, taker), taker, ground.owner, _treasury(state, area, taker), guns, price)
    )


def new_owner(state: State, area: str, taker: str) -> str:
    """BK 14.1: the new owner of a captured territory: the power that took it, or a friend that gets it back."""
    first = state.setup.owners.get(area)
    for friend in (power for power in state.powers.values() if are_friends(state, power.id, taker)):
        if area == friend.capital or (friend.id == first and friend.capital and friendly(state, taker, friend.capital)):
            return friend.id
    return taker


def _treasury(state: State, area: str, taker: str) -> int:
    """BK 14.3: the IPCs of the enemy whose capital this is; 0 for any other territory."""
    return next(
        (
            power.ipc
            for power in state.powers.values()
            if power.capital == area and not are_friends(state, power.id, taker)
        ),
        0,
    )
