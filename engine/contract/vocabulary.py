"""The names in play: all that reading needs to know of a position."""

from collections.abc import Mapping

import msgspec

from maps.geometry.hexes import Board


class Vocabulary(msgspec.Struct, frozen=True):
    """The names in play, as one side may know them: all that reading needs to know of a position.

    ``units``: id -> full name, also of units that are gone; ``mine`` the ids this side commands, ``gone`` those out of play.
    ``board``: the hex board if there is one, so that a hex off it can be told from a word that is no hex; its labels are places.
    ``places``: other names of places -> place.  ``policies``: standing-order policy -> its words; ``named`` those
    policies that also take units.  ``conditions``: the words an ``if`` knows; ``placed`` those asked of a place instead of a unit;
    ``situated`` those of a unit that name a place after them (``if X3 at 0405``).  ``sited``: the policies that also take places.
    ``types``: types of units that can be named in orders -> full name.
    ``shortest``: how many letters the beginning of an id or a name needs at least.
    ``idle``: the code for a unit without an order (``A1``), ``nobody`` for an order of a unit without the unit (``move 0507``).
    ``checks``: in which order the faults of an order count, those in one string alike (language.line); the rules' own come last.
    ``tabletop``: width and height of a tabletop in inches, off which no point lies.
    ``models``: unit -> how many models it began with, where orders may name some of them (C1.2-4); then ``-`` is a word of its own too.
    ``spots``: names of points -> the point, in hundredths of an inch.  ``weapons``: unit -> what its models carry, as ``with`` names it.
    ``pointed``: the policies of standing orders that take points, and after them one of the given words.
    ``begun``: how many letters of a verb will do if no other verb begins so; 0: only whole verbs are read.
    ``over``: the code for any order once the game is over.  ``stray``: that for a word alone that is neither a verb nor a unit.
    ``prompt``: an order under an ``if`` is judged at once as far as can be, not only when its turn comes.
    ``forces``: types of units that are counted -> every word for them, their plurals too; those of one letter only after a number.
    ``scopes``: what a standing order can be about beside places, as it is written -> as it is meant.
    """

    units: Mapping[str, str]
    mine: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    board: Board | None = None
    places: Mapping[str, str] = {}
    policies: Mapping[str, tuple[str, ...]] = {}
    named: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    placed: frozenset[str] = frozenset()
    situated: frozenset[str] = frozenset()
    sited: frozenset[str] = frozenset()
    types: Mapping[str, str] = {}
    shortest: int = 1
    idle: str = "syntax"
    nobody: str = "missing-argument"
    checks: tuple[str, ...] = (
        "form argument idle",
        "verb",
        "missing nobody",
        "who theirs gone",
        "number place",
        "phase",
        "target",
    )
    tabletop: tuple[float, float] | None = None
    models: Mapping[str, int] = {}
    spots: Mapping[str, tuple[int, int]] = {}
    weapons: Mapping[str, tuple[str, ...]] = {}
    pointed: Mapping[str, tuple[str, ...]] = {}
    begun: int = 0
    over: str = "wrong-phase"
    stray: str = "syntax"
    prompt: bool = False
    forces: Mapping[str, tuple[str, ...]] = {}
    scopes: Mapping[str, str] = {}
