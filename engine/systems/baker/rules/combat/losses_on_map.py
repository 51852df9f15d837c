"""From losses in the model of a battle to losses on the map: the power, the area, the transport (BK 4.12, 4.13)."""

from collections.abc import Iterable
from itertools import groupby

from ...state.apply_combat import CHANGES
from ...state.battle_events import Fallen, Lost
from ...state.counts import added
from ...state.policies import Side, list_source
from ...state.position import Counts, State
from ...tables import TRANSPORT
from ..battle_resolution.battle_model import DiceSlot, StackLoss, StackState
from .engagement import Engagement, Origin

Removed = dict[tuple[str, str], list[int]]
"""Power and zone -> the loaded transports lost this round, by their indices in the cargo list before the round."""


def volley_losses(
    state: State, engaged: Engagement, stand: StackState, slot: DiceSlot, falls: Iterable[StackLoss], removed: Removed
) -> tuple[Lost, ...]:
    """The losses of a volley; each is applied before the next is calculated."""
    found = list[Lost]()
    for fall in falls:
        found.append(one_loss(state, engaged, stand, slot, fall, removed))
        state = CHANGES[Lost](state, found[-1])
    return tuple(found)


def summed_losses(losses: Iterable[Lost]) -> tuple[Fallen, ...]:
    """The losses as reports show them: equal ones in a row are added up."""
    found = list[Fallen]()
    for (kind, power, picked, source, place, _), several in groupby(
        losses, lambda loss: (loss.type, loss.power, loss.picked, loss.list, loss.place, bool(loss.cargo))
    ):
        alike = list(several)
        cargo: Counts = {}
        for loss in alike:
            cargo = added(cargo, loss.cargo)
        found.append(Fallen(len(alike), kind, power, picked, source, place, cargo))
    return tuple(found)


def one_loss(
    state: State, engaged: Engagement, stand: StackState, slot: DiceSlot, fall: StackLoss, removed: Removed
) -> Lost:
    """The event for one loss. ``state`` is the position in which it happens."""
    battle, corner = engaged.battle, engaged.fight.corner(slot.foe)
    stack, origin = corner.stacks[fall.stack], engaged.origins(slot.foe)[fall.stack]
    picker = battle.attacker if (slot.side == "attacker") == fall.chosen else engaged.defender
    side: Side = "attack" if picker == battle.attacker else "defence"
    source = list_source(state, battle.area, picker, "targets" if fall.chosen else "losses", side)
    place = "landed" if stack.ship >= 0 and stand.ashore else stack.place
    at = battle.area if place == "landed" else origin.at
    ship, cargo = _ship_lost(state, origin, stack.type, removed) if place != "landed" else (None, {})
    return Lost(
        battle.area,
        origin.power,
        stack.type,
        at,
        slot.losses,
        "roller" if fall.chosen else "victim",
        source,
        place,
        ship,
        cargo,
    )


def _ship_lost(state: State, origin: Origin, kind: str, removed: Removed) -> tuple[int | None, Counts]:
    """The present index of the loaded transport that is hit or carries the unit, and the cargo lost with it."""
    gone = removed.setdefault((origin.power, origin.at), [])
    if origin.ship is None or origin.ship in gone:
        return None, {}
    ship = origin.ship - sum(other < origin.ship for other in gone)
    cargo = state.areas[origin.at].cargo[origin.power][ship].cargo
    if kind == TRANSPORT or sum(cargo.values()) == 1:
        gone.append(origin.ship)
    return ship, cargo if kind == TRANSPORT else {}
