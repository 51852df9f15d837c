"""Retreats and withdrawals: where they may lead, and the standing orders that ask for them (BK 8.5 to 8.9, 17.3)."""

from collections.abc import Iterator

from ...state.policies import wish_for
from ...state.position import Battle, State, are_friends, is_land
from ..battle_resolution.withdrawal import Room, Wishes, Withdrawal
from ..board.area_control import closing_areas, defended, friendly


# areas
def retreat_area(state: State, battle: Battle, to: str | None = None) -> str | None:
    """BK 8.5, 8.6: the area to which the attacker's land units or ships retreat; None if there is none.

    It is the area named; without a name the one from which most units came, then the first in the scenario's order.
    """
    if state.setup.mode == "battle":
        return ""
    able = tuple(retreat_areas(state, battle))
    if to is not None:
        return to if to in able else None
    return max(able, key=lambda area: battle.start[area], default=None)


def retreat_areas(state: State, battle: Battle) -> Iterator[str]:
    """All areas to which the attacker may retreat, in the scenario's order."""
    here, near = battle.area, state.map.known[battle.area].next
    for area in state.areas:
        if (
            area in near
            and battle.start.get(area)
            and is_land(state, area) == is_land(state, here)
            and _free(state, battle.attacker, area)
        ):
            yield area


def _free(state: State, power: str, area: str) -> bool:
    return friendly(state, power, area) if is_land(state, area) else not defended(state, power, area)


def withdrawal_zone(
    state: State, battle: Battle, power: str, to: str | None = None, taken: str | None = None
) -> str | None:
    """BK 8.9: the zone to which a power's submarines withdraw, if any. ``taken``: a zone its enemies will enter."""
    if power == battle.attacker or state.setup.mode == "battle":
        return retreat_area(state, battle, to)
    able = [
        zone
        for zone in state.areas
        if zone in state.map.known[battle.area].next
        and not is_land(state, zone)
        and zone != taken
        and not defended(state, power, zone)
        and not closing_areas(state, power, battle.area, zone)
    ]
    if to is not None:
        return to if to in able else None
    return next(iter(able), None)


# standing orders
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
