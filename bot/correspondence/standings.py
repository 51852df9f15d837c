"""How a game stands, from what everybody may know: units left, points, objectives, as the title of its map has them."""

from collections.abc import Mapping
from typing import NamedTuple

from maps.scene.scene import Scene


class Standing(NamedTuple):
    """``facts``: such as ``4 of 5 units, 80% of cost left``, "" where nothing is counted yet."""

    side: str
    facts: str


def moment(scene: Scene) -> str:
    """Where the game is, as the heading of its map has it: ``Round 2 of 5 · the Reeve's action phase``."""
    words = scene.title.moment.strip()
    return words[:1].upper() + words[1:]


def standings(scene: Scene, sides: Mapping[str, object]) -> tuple[Standing, ...]:
    """One for each side, in the order of the scenario.  ``scene``: the public map."""
    notes = {note.side: note for note in scene.title.notes}
    return tuple(
        Standing(side, ", ".join((*note.facts, *(["broken"] if note.broken else []))) if note else "")
        for note, side in ((notes.get(number), side) for number, side in enumerate(sides))
    )
