"""Where the units in a battle came from: by land or sea, and fighters from the zones where they began the turn (BK 7.9, 8.5)."""
from collections.abc import Iterator

from .state import Counts, State, land
from .tables import LAND, NAVAL


def came(state: State, area: str) -> Counts:
    """BK 8.5: area -> land units (at sea: ships) that entered from there this turn; what is landed from ships came from nowhere."""
    kinds = LAND if land(state, area) else NAVAL
    entered = ((going.way[-2], sum(going.units.get(kind, 0) for kind in kinds))
               for going in state.game.moves if going.to == area and len(going.way) > 1 and land(state, going.way[-2]) == land(state, area))
    return _summed(state, entered)


def launched(state: State, area: str) -> Counts:
    """BK 7.9: zone -> fighters there when the turn began that have flown to the area."""
    return _summed(state, ((going.start, going.units.get("fighter", 0))
                           for going in state.game.moves if going.to == area and not land(state, going.start)))


def _summed(state: State, entered: Iterator[tuple[str, int]]) -> Counts:
    """In the scenario's order."""
    found = dict[str, int]()
    for area, number in entered:
        found[area] = found.get(area, 0) + number
    return {area: found[area] for area in state.areas if found.get(area)}
