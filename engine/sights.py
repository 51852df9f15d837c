"""What sees what: a line of sight between two places of a position, named as players name them, and drawn over the picture."""
from typing import Any, NamedTuple

from maps.scene import Scene

from .asked import cleaned
from .contract import Sight, System, replace
from .language.nouns import Names
from .language.words import fold as folded
from .refused import Refused


class Seen(NamedTuple):
    """The answer, and the position with the line drawn over it."""

    sight: Sight
    scene: Scene


def look(system: System[Any], state: Any, viewer: str, start: str, end: str) -> Seen:
    """From one hex, place or unit to another, as the viewer (a side, "" the public) knows the position.

    Refused unknown-place, off-board, ambiguous-unit, not-on-map, no-sight.
    """
    seen = system.view(state, viewer)
    names = Names(system.nouns(seen, viewer))
    a, b = _place(names, seen, start), _place(names, seen, end)
    try:
        sight = system.sightline(seen, a, b)
    except ValueError as fault:
        raise Refused("unknown-place", f"{fault}.") from fault
    if sight is None:
        raise Refused("no-sight", f"{system.TITLE} has no lines of sight.")
    scene = system.scene(seen, ())
    alt = f"{scene.alt} Drawn on top: {sight.says.rstrip('.')}."
    return Seen(sight, replace(scene, marks=(*scene.marks, *sight.marks), alt=alt))


def _place(names: Names, seen: Any, said: str) -> str:
    """A hex by its number, a place by its name, or where a unit stands."""
    word = folded(" ".join(said.split()))
    found = names.target(word, f'"{cleaned(said)[:60]}"')
    if found.code:
        near = f"; did you mean {' or '.join(found.near[:3])}?" if found.near and found.code != "ambiguous-unit" else ""
        says = f"{found.says[:1].upper()}{found.says[1:]}{near}"
        raise Refused(found.code, says if says.endswith("?") else f"{says}.")
    if found.value not in names.units:
        return found.value
    at = getattr(seen.units[found.value], "at", None)
    if not at or found.value in names.nouns.gone:
        raise Refused("not-on-map", f"{names.title(found.value)} is not on the map.")
    return str(at)
