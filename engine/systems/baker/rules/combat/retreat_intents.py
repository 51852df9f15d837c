"""The standing orders to retreat or withdraw from a battle, and whether they are possible (BK 8.5, 8.9, 13.6, 17.3)."""

from collections.abc import Iterator

from ...state.policies import wish_for
from ...state.position import Battle, State, are_friends
from ..battle_resolution.withdrawal import Room, Wishes, Withdrawal
from .retreat_areas import retreat_area, withdrawal_zone


def wishes(state: State, battle: Battle) -> Wishes:
    """The retreat and withdrawals that the standing orders of both sides ask for."""
    leaving = wish_for(state, battle.area, battle.attacker, "retreat", "attack")
    return Wishes(
        leaving, room_to_retreat(state, battle, leaving.to if leaving else None), tuple(_leaves(state, battle))
    )


def room_to_retreat(state: State, battle: Battle, to: str | None) -> Room:
    """Whether the attacker's land units or ships have a place to retreat to, and may go to the one that is named."""
    if retreat_area(state, battle, to) is not None:
        return "open"
    return "none" if to is None else "barred"


def _leaves(state: State, battle: Battle) -> Iterator[Withdrawal]:
    """The withdrawals of submarines: the attacker's, then each defending power's own (BK 8.2, 13.6)."""
    if battle.kind != "naval":
        return
    given = wish_for(state, battle.area, battle.attacker, "withdraw", "attack")
    zone = withdrawal_zone(state, battle, battle.attacker, given.to) if given else None
    if given and zone is not None:
        yield Withdrawal("attacker", 0, given)
    for rank, power in enumerate(state.powers):
        given = (
            None
            if are_friends(state, power, battle.attacker)
            else wish_for(state, battle.area, power, "withdraw", "defence")
        )
        if given and withdrawal_zone(state, battle, power, given.to) is not None:
            yield Withdrawal("defender", rank, given, withdrawal_zone(state, battle, power, given.to, zone) is None)
