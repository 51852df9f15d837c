"""The chances of attacks, from the code that resolves them: the battle that a move joins, raids (BK 7, 13)."""

from fractions import Fraction

from engine.contract import NoDice, Order, Turn, Unforeseeable, counted
from engine.toolkit.outcomes import about_percent, average, outcomes, percent

from ..orders import Bomb, FightOut, Load, Move, ShipOver, Unload
from ..rules.combat.battles import raid, undecided_battles
from ..rules.combat.declaration import zone_to_clear
from ..rules.combat.odds import forecast_at
from ..rules.turn.sequence import run
from ..state.apply import apply
from ..state.events import Raided
from ..state.position import Battle, State


def chances(seen: State, side: str, order: Order) -> str:
    """``battle of Marsh: wins 62 %`` with all units that will be there by then; what a raid brings on average."""
    match order:
        case Move() | ShipOver() | Load() | Unload() | Bomb():
            return _after(seen, side, order)
        case FightOut(area=area):
            return "; ".join(_wins(seen, one.area) for one in undecided_battles(seen) if area in (one.area, "all"))
    return ""


def _after(seen: State, side: str, order: Move | ShipOver | Load | Unload | Bomb) -> str:
    """The odds of the battle in the area that the order leads to, once it has been carried out."""
    turn = Turn(seen, NoDice(), apply)
    try:
        run(turn, side, order)
    except Unforeseeable:
        return ""
    if isinstance(order, Bomb):
        return _raid(turn.state, order.to)
    to = order.onto if isinstance(order, Load) else order.to
    return "".join(_battle(turn.state, battle) for battle in undecided_battles(turn.state) if battle.area == to)


def _battle(state: State, battle: Battle) -> str:
    """BK 13.3: and before it that at sea, without which nobody lands from there."""
    zone = zone_to_clear(state, battle)
    sea = (one.area for one in undecided_battles(state) if one.area == zone)
    return "; if they land, ".join(_wins(state, area) for area in (*sea, battle.area))


def _wins(state: State, area: str) -> str:
    found = forecast_at(state, area)
    return f"battle of {area}: wins {(about_percent if found.battles else percent)(found.share('won'))}"


def _raid(state: State, area: str) -> str:
    """BK 13.1: what all the bombers that are to raid an area take from its owner, and what the guns take of them."""
    ipc, lost = Fraction(), Fraction()
    for trial in outcomes(state, apply, lambda turn: raid(turn, area), Raided):
        for event in trial.events:
            if isinstance(event, Raided):
                ipc, lost = ipc + trial.share * event.ipc, lost + trial.share * event.lost
    return f"raid on {area}: {counted(average(ipc), 'IPC')} and {counted(average(lost), 'bomber')} lost on average"
