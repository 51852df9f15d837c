"""What the game looks like: the names of its areas where they lie, and how the sides stand."""
from collections.abc import Sequence

from maps.scene import Label, Note, Scene, Title

from ...contract import Event
from .state import OVER, TITLES, State, awaited, phase
from .twins import twin


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    places = {area.id: area.at or (float(nth), float(nth)) for nth, area in enumerate(seen.map.known.values())}
    across, up = (max(at[axis] for at in places.values()) + 1 for axis in (0, 1))
    ground = tuple(Label((x, up - y), area) for area, (x, y) in places.items())
    now = phase(seen)
    notes = tuple(Note(nth, power.colour, power.name, (f"{power.ipc} IPC",), power.id in awaited(seen))
                  for nth, power in enumerate(seen.powers.values()))
    return Scene((across, up), ground, title=Title(seen.name, now.title if now else TITLES[OVER], notes), alt=twin(seen))
