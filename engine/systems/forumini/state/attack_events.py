"""What an attack is made of: its dice and the Cover Roll against it."""

from engine.contract import Record

from ..tables.rows import Pair

Mods = tuple[tuple[str, int], ...]


class Cover(Record, frozen=True):
    """FA 11.3: a Cover Roll: the die, every modifier by name, the Cover number, whether it passed (a natural 1 never
    does).
    """

    die: int
    mods: Mods
    need: int
    passed: bool


class Shot(Record, frozen=True):
    """FA 9: the dice of one attack, whatever its manner.

    ``at``: where the target was.  ``column`` from 0.  ``mods``: added to each die.  ``facing``: which armour was met,
    "" for a soldier.  ``defense``: the two values met, after all that weakens them.
    """

    firer: str
    target: str
    at: str
    distance: int
    column: int
    faces: tuple[int, ...]
    mods: Mods
    successes: int
    facing: str
    defense: Pair
