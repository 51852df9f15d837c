"""What a side would lose by ending its turn now: units that can come on only in the last round (ZC 5.5, 6.6, 6.7)."""

from collections.abc import Iterable

from engine.contract import counted

from ...state.position import ACTION, COMMAND, HOLD, State, Unit
from .command_phase import due_reserves


def left_behind(seen: State, side: str) -> tuple[str, ...]:
    """In the last round the units off the table that could still come on now; none that are told to hold."""
    if seen.turn < seen.setup.rounds or seen.active != side:
        return ()
    match seen.phase:
        case phase if phase == COMMAND:
            return _listed(unit for unit in due_reserves(seen, side) if unit.policy != HOLD)
        case phase if phase == ACTION and seen.turn >= seen.setup.offboard_from:
            units = (seen.units[key] for key in seen.roster)
            return _listed(unit for unit in units if unit.side == side and unit.where in ("deep-strike", "ambush"))
        case _:
            return ()


def _listed(units: Iterable[Unit]) -> tuple[str, ...]:
    ids = [unit.id for unit in units]
    what = counted(len(ids), "unit")
    return (f"{what} not brought on, and this is the last round ({', '.join(ids)})",) if ids else ()
