"""The names in play: everything that reading an order needs to know of a position."""

from collections.abc import Mapping

import msgspec

from maps.geometry.hexes import Board


class ModelNames(msgspec.Struct, frozen=True):
    """Names for games in which orders go to single models, to named points and to weapons.

    ``counts``: unit -> how many models it began with; orders may name some of them (C1.2-4), and ``-`` is a word of
    its own.
    ``points``: name of a point -> the point, in hundredths of an inch.  ``weapons``: unit -> what its models carry,
    as ``with`` names it.
    ``point_policies``: the policies of standing orders that take points -> the words of which one may follow.
    ``verb_letters``: how many letters of a verb are enough if no other verb begins so; 0: only whole verbs are read.
    ``over_code``: the refusal code of any order after the end of the game.
    """

    counts: Mapping[str, int] = {}
    points: Mapping[str, tuple[int, int]] = {}
    weapons: Mapping[str, tuple[str, ...]] = {}
    point_policies: Mapping[str, tuple[str, ...]] = {}
    verb_letters: int = 0
    over_code: str = "wrong-phase"


class ForceNames(msgspec.Struct, frozen=True):
    """Names for games in which units are counted by type instead of named.

    ``words``: type -> every word for it, plurals too; words of one letter are read only after a number.
    ``scopes``: what a standing order can be about beside places: as it is written -> as it is kept.
    ``place_conditions``: the conditions that are asked of a place instead of a unit (``if Kiev won``).
    """

    words: Mapping[str, tuple[str, ...]] = {}
    scopes: Mapping[str, str] = {}
    place_conditions: frozenset[str] = frozenset()


class TypeNames(msgspec.Struct, frozen=True):
    """Names for games in which orders name types of units, and standing orders name places.

    ``names``: type -> its full name.  ``place_policies``: the policies of standing orders that also take places.
    ``conditions_at_place``: the conditions of a unit that are followed by a place (``if X3 at 0405``).
    ``no_unit_code``: the refusal code of a unit's order without the unit (``move 0507``).
    """

    names: Mapping[str, str] = {}
    place_policies: frozenset[str] = frozenset()
    conditions_at_place: frozenset[str] = frozenset()
    no_unit_code: str = "missing-argument"


class Vocabulary(msgspec.Struct, frozen=True):
    """The names in play, as one side may know them.

    ``units``: id -> full name, units out of play included; ``mine``: the ids this side commands; ``gone``: those out
    of play.
    ``board``: the hex board if there is one, so that a hex off the map is not taken for an unknown word; its labels
    are places.
    ``tabletop``: width and height of a table in inches.
    ``places``: other names of places -> place.
    ``features``: names of what lies on a table -> its middle, in hundredths of an inch; who writes such a name where a
    point belongs is told it.
    ``policies``: the policy of a standing order -> its words; ``unit_policies``: those policies that also take units.
    ``conditions``: the words that may follow the unit or place of an ``if``.
    ``shortest``: how many letters of an id or a name are needed at least.
    ``idle_code``: the refusal code of a unit without an order (``A1``); ``stray_code``: of a lone word that is
    neither verb nor unit.
    ``checks``: the order in which kinds of faults are reported, those in one string together (language.line); the
    rules' own come last.
    ``prompt``: whether an order under an ``if`` is checked when it is written, as far as possible, and not only when
    its turn comes.
    ``phase``: the name of the phase, by which an order without a verb is understood.
    ``models``, ``forces``, ``types``: names that only some games have.
    """

    units: Mapping[str, str]
    mine: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    board: Board | None = None
    tabletop: tuple[float, float] | None = None
    places: Mapping[str, str] = {}
    features: Mapping[str, tuple[int, int]] = {}
    policies: Mapping[str, tuple[str, ...]] = {}
    unit_policies: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    shortest: int = 1
    idle_code: str = "syntax"
    stray_code: str = "syntax"
    checks: tuple[str, ...] = (
        "form argument idle",
        "verb",
        "missing nobody",
        "who theirs gone",
        "number place",
        "phase",
        "target",
    )
    prompt: bool = False
    phase: str = ""
    models: ModelNames = ModelNames()
    forces: ForceNames = ForceNames()
    types: TypeNames = TypeNames()
