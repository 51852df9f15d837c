"""The steps after a round: departures, the end of a battle, captures, homeless fighters (BK 8.2 to 8.10, 13.8)."""

from engine.contract import Turn, replace

from ...state.battle_events import BattleEnded, Homeless, NotRetreated, Retreated, Withdrew
from ...state.counts import ipc_value
from ...state.policies import Side, wish_for, wish_in_words
from ...state.position import Battle, Counts, Result, State, are_friends, battle_of, counts, is_land
from ...tables import CARRIER, FIGHTER, LAND, SUBMARINE, TABLES, UNITS
from ..battle_resolution.battle_model import StackState
from ..battle_resolution.battle_rules import battle_result
from ..battle_resolution.withdrawal import (
    Departure,
    Leaving,
    after_departure,
    no_attackers_left,
    retreating,
    round_aftermath,
    withdrawing,
)
from ..board.area_control import friendly
from ..board.captures import capture
from .engagement import Engagement, battle_in_area
from .retreats import retreat_area, room_to_retreat, wishes, withdrawal_zone


def follow_round(turn: Turn[State], engaged: Engagement, stand: StackState, round_number: int) -> None:
    """BK 8.2: everything that follows a round, by the standing orders of both sides."""
    battle = battle_of(turn.state, engaged.battle.area)
    after = round_aftermath(engaged.fight, stand, wishes(turn.state, battle), round_number)
    if after.refused:
        turn.happens(NotRetreated(battle.area, battle.attacker, _why_not(turn.state, battle)))
    for going in after.left:
        leave_battle(turn, engaged, going)
    if after.result:
        end_battle(turn, battle.area, after.result)


def _why_not(state: State, battle: Battle) -> str:
    """The reason why the attacker cannot retreat (BK 8.6, 8.8, 17.3)."""
    given = wish_for(state, battle.area, battle.attacker, "retreat", "attack")
    if given and given.to and retreat_area(state, battle, given.to) is None:
        return f"{given.to} is not a place to retreat to"
    return "nowhere to go" if retreat_area(state, battle) is None else "only landed troops are left"


# departures
def leave_battle(
    turn: Turn[State], engaged: Engagement, going: Departure, to: str | None = None, why: str = ""
) -> None:
    """BK 8.5 to 8.10: units leave a battle. ``to``: the place that an order names.

    Without ``why`` the place and the reason are those of the standing order.
    """
    battle = battle_of(turn.state, engaged.battle.area)
    units = dict[str, int]()
    for origin, stack, number in zip(
        engaged.origins(going.side), engaged.fight.corner(going.side).stacks, going.gone, strict=True
    ):
        if number:
            units[stack.type], power = units.get(stack.type, 0) + number, origin.power
    side: Side = "attack" if going.side == "attacker" else "defence"
    if not why:
        given = wish_for(turn.state, battle.area, power, going.what, side)
        to, why = given.to if given else None, wish_in_words(turn.state, battle.area, power, going.what, side)
    if going.what == "withdraw":
        turn.happens(
            Withdrew(battle.area, power, units[SUBMARINE], withdrawal_zone(turn.state, battle, power, to) or "", why)
        )
    else:
        _retreat(turn, battle, units, to, why)


def _retreat(turn: Turn[State], battle: Battle, units: Counts, to: str | None, why: str) -> None:
    aircraft = {kind: number for kind, number in units.items() if UNITS[kind].sort == "air"}
    others = {kind: number for kind, number in units.items() if kind not in aircraft}
    cargo = turn.state.areas[battle.area].cargo.get(battle.attacker, ())
    place = retreat_area(turn.state, battle, to) if others else ""
    free = tuple(replace(ship, to=None) for ship in cargo)
    turn.happens(Retreated(battle.area, battle.attacker, others, place or "", why, aircraft, free))


def leave_by_order(turn: Turn[State], area: str, what: Leaving, power: str, to: str | None = None) -> None:
    """BK 8.5, 8.9: units leave by an order between two rounds; nothing happens if none can."""
    engaged = battle_in_area(turn.state, area)
    going = possible_departure(turn.state, engaged, what, power, to) if engaged.battle.result is None else None
    if going is None:
        return
    leave_battle(turn, engaged, going, to, "order")
    stand = after_departure(engaged.stand, going)
    result: Result | None = (
        "retreated" if no_attackers_left(engaged.fight, stand) else battle_result(engaged.fight, stand)
    )
    if result:
        end_battle(turn, area, result)


def possible_departure(
    state: State, engaged: Engagement, what: Leaving, power: str, to: str | None
) -> Departure | None:
    """The units that an order would let leave; None if none can."""
    battle, fight = engaged.battle, engaged.fight
    if what == "retreat":
        return retreating(fight, engaged.stand, room_to_retreat(state, battle, to))
    if battle.kind != "naval" or withdrawal_zone(state, battle, power, to) is None:
        return None
    if power == battle.attacker:
        return withdrawing(fight, engaged.stand, "attacker", 0)
    return withdrawing(fight, engaged.stand, "defender", tuple(state.powers).index(power))


# the end
def end_battle(turn: Turn[State], area: str, result: Result) -> None:
    """BK 8.3, 8.4, 13.8: a battle ends; a victorious attacker may capture the territory."""
    battle = battle_of(turn.state, area)
    units = {battle.attacker: battle.lost.get(battle.attacker, {}), **battle.lost}
    turn.happens(
        BattleEnded(
            area,
            result,
            {power: ipc_value(lost) for power, lost in units.items()},
            units,
            battle.expected,
            battle.simulated,
        )
    )
    if result == "won" and any(kind in LAND for kind in counts(turn.state, area, battle.attacker)):
        capture(turn, area, battle.attacker)
    if not is_land(turn.state, area) and turn.state.setup.mode == "campaign":
        _homeless(turn, battle)


def _homeless(turn: Turn[State], battle: Battle) -> None:
    """BK 13.8: fighters of the defenders that lost their carriers."""
    for power in turn.state.powers:
        units = counts(turn.state, battle.area, power)
        over = units.get(FIGHTER, 0) - TABLES.limits.carrier_fighters * units.get(CARRIER, 0)
        if over > 0 and not are_friends(turn.state, power, battle.attacker):
            turn.happens(Homeless(battle.area, power, over, island_for_fighters(turn.state, battle.area, power)))


def island_for_fighters(state: State, zone: str, power: str) -> str:
    """BK 13.8: the most valuable friendly island in a zone, then the first in the scenario's order; "" if none."""
    near = [
        area
        for area in state.areas
        if area in state.map.known[zone].next
        and is_land(state, area)
        and friendly(state, power, area)
        and not any(is_land(state, other) for other in state.map.known[area].next)
    ]
    return max(near, key=lambda area: state.map.known[area].ipc, default="")
