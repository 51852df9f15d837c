"""Types in army lists: found however they are written, and those of another system."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from engine.contract import Fault, counted, replace
from engine.systems import SYSTEMS
from engine.toolkit.muster.army_text import UnitSize, type_key
from engine.toolkit.muster.units import offers_muster
from engine.toolkit.unknown_types import near_types

Army = Mapping[str, int]
NAMED = 4
"""Types that are named in a sentence, at most."""


def in_known_types(army: Army, types: Collection[str]) -> tuple[dict[str, int], dict[str, str]]:
    """The list with its types as the game writes them, whatever the capitals, spaces and hyphens; and for each key how
    it was written first.  A type that the game does not have stays as it is.
    """
    known = {type_key(key): key for key in types}
    found, written = dict[str, int](), dict[str, str]()
    for word, count in army.items():
        size = UnitSize.read(type_key(word))
        kind = known.get(size.type)
        key = word if kind is None or word in types else kind if size.size is None else f"{kind} x{size.size}"
        found[key] = found.get(key, 0) + count
        written.setdefault(key, word)
    return found, written


def told_of_other_systems(faults: Iterable[Fault], system: str, types: Collection[str]) -> Iterator[Fault]:
    """The faults of a list; where a type that this system has not is one of another, that is said and no guess made."""
    own = set(map(type_key, types))
    for fault in faults:
        name = _name(str(fault.path[-1])) if fault.path else ""
        other = next((key for key, known in types_of_systems().items() if key != system and name in known), "")
        if other and name not in own:
            says = f"it is one of {SYSTEMS[other].TITLE}, and this list is for {SYSTEMS[system].TITLE}"
            fault = replace(fault, instead=says)
        yield fault


def unknown_types(army: Army) -> str:
    """What is odd about a list that is not yet for any game: types that no system in which armies are mustered has, or
    types of different systems; "" if nothing is.
    """
    systems, names = types_of_systems(), _names(army)
    if any(known.issuperset(names) for known in systems.values()):
        return ""
    every = [key for known in systems.values() for key in known]
    strange = [name for name in names if name not in every]
    if not strange:
        return "Its types are of different systems, so no game takes the list as it is."
    near = dict.fromkeys(found for name in strange for found in near_types(name, every)[:1])
    meant = f"Did you mean {_listed(list(near), 'or')}? " if near else ""
    return f"No system has the type {_listed(strange, 'or')}. {meant}Only a board can have such types, of its own."


@cache
def types_of_systems() -> Mapping[str, frozenset[str]]:
    """System -> the types of its own, as orders write them, where armies can be mustered."""
    return {
        name: frozenset(map(type_key, rules.cards(None))) for name, rules in SYSTEMS.items() if offers_muster(rules)
    }


def _names(army: Army) -> list[str]:
    return list(dict.fromkeys(map(_name, army)))


def _name(word: str) -> str:
    """The type of an entry of a list, without the size of its units."""
    return UnitSize.read(type_key(word)).type


def _listed(words: list[str], joint: str = "and") -> str:
    shown = (
        words[:NAMED] if len(words) <= NAMED else [*words[: NAMED - 1], f"{counted(len(words) - NAMED + 1, 'other')}"]
    )
    return f" {joint} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
