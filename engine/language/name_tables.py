"""The names in play as tables: ids, full names, places, types, weapons."""

from collections.abc import Iterable
from functools import cached_property

from engine.contract import Vocabulary
from engine.contract.unit_counts import Types

from .similarity import without_hyphens
from .words import normalized, split_orders

MARKS = frozenset(".!?,:()[]{}<>|*~`-")
"""A name with one of them is split into other words when it is typed without quotes."""


def _ways_to_say(name: str) -> tuple[str, ...]:
    """The name as compared in quotes, and as the words that it is without them, if they are others."""
    said = normalized(" ".join(name.split()))
    if MARKS.isdisjoint(said):
        return (said,)
    parts = split_orders(said, 0)
    bare = " ".join(word.text for word in parts[0].words) if len(parts) == 1 else said
    return (said,) if bare in (said, "") else (said, bare)


def place_table(vocabulary: Vocabulary) -> dict[str, str]:
    """Labels of the map, other names of places, and the places themselves by their codes, as they are compared."""
    labels = {label: at for at, label in vocabulary.board.labels.items()} if vocabulary.board else {}
    table = {**{p: p for p in vocabulary.places.values()}, **vocabulary.places, **labels}
    return {said: place for name, place in table.items() for said in _ways_to_say(name)}


class NameTables:
    """The vocabulary of one side at one moment, as tables made when they are first asked for."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.units, self.board = vocabulary.units, vocabulary.board

    @cached_property
    def ids(self) -> dict[str, str]:
        return {normalized(unit): unit for unit in self.units}

    @cached_property
    def ready(self) -> dict[str, str]:
        """The ids of the units this side can give orders to, as they are compared -> as they are."""
        mine, gone = self.vocabulary.mine, self.vocabulary.gone
        return {said: unit for said, unit in self.ids.items() if unit in mine and unit not in gone}

    @cached_property
    def full(self) -> dict[str, tuple[str, ...]]:
        """Full names -> the ids of the units so called."""
        table = dict[str, tuple[str, ...]]()
        for unit, name in self.units.items():
            for said in _ways_to_say(name):
                table[said] = (*table.get(said, ()), unit)
        return table

    @cached_property
    def places(self) -> dict[str, str]:
        return place_table(self.vocabulary)

    @cached_property
    def meanings(self) -> dict[str, tuple[str, ...]]:
        """Ids and whole names -> what is called so: units, of those with an id alone that one, and a place."""
        units = {**self.full, **{said: (unit,) for said, unit in self.ids.items()}}
        places = {said: (*units.get(said, ()), place) for said, place in self.places.items() if place}
        return {**units, **places}

    @cached_property
    def spots(self) -> dict[str, str]:
        """Names of points as they are compared, with ``the`` and without, -> as they are."""
        found = {normalized(name).removeprefix("the "): name for name in self.vocabulary.models.points}
        return {**{f"the {said}": name for said, name in found.items()}, **found}

    @cached_property
    def longest_spot(self) -> int:
        """The most words of one of them."""
        return max((said.count(" ") + 1 for said in self.spots), default=1)

    @cached_property
    def features(self) -> dict[str, str]:
        """Names of what lies on the table, as they are compared, with ``the`` and without, -> as they are."""
        named = (name for name in self.vocabulary.features if name not in self.vocabulary.models.points)
        found = {said.removeprefix("the "): name for name in named for said in _ways_to_say(name)}
        return {**{f"the {said}": name for said, name in found.items()}, **found}

    @cached_property
    def longest_feature(self) -> int:
        """The most words of one of them."""
        return max((said.count(" ") + 1 for said in self.features), default=0)

    @cached_property
    def types(self) -> dict[str, str]:
        """Types of units by key and by full name, a hyphen being a space."""
        return {
            **{without_hyphens(name): key for key, name in self.vocabulary.types.names.items()},
            **{without_hyphens(key): key for key in self.vocabulary.types.names},
        }

    @cached_property
    def forces(self) -> Types:
        """The words for types that are counted."""
        return Types(self.vocabulary.forces.words)

    @cached_property
    def longest_type(self) -> int:
        """Words of the longest name of a type, one if there is none."""
        return max((name.count(" ") + 1 for name in self.types), default=1)

    @cached_property
    def first_words(self) -> frozenset[str]:
        """First words of names that have several."""
        return frozenset(name.split(" ", 1)[0] for table in (self.full, self.places) for name in table if " " in name)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the names of units."""
        return frozenset(word for table in (self.ids, self.full) for name in table for word in name.split(" "))

    @cached_property
    def longest(self) -> int:
        """Words of the longest name."""
        return max((name.count(" ") + 1 for table in (self.full, self.places) for name in table), default=1)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Units this side can still give orders to."""
        return tuple(self.ready.values())

    @cached_property
    def own_names(self) -> dict[str, str]:
        return self._called(self.own)

    @cached_property
    def names_in_play(self) -> dict[str, str]:
        return self._called(u for u in self.units if u not in self.vocabulary.gone)

    @cached_property
    def longest_weapon(self) -> int:
        """Words of the longest name of a weapon, one if there is none."""
        return max(
            (
                without_hyphens(name).count(" ") + 1
                for carried in self.vocabulary.models.weapons.values()
                for name in carried
            ),
            default=1,
        )

    def _called(self, units: Iterable[str]) -> dict[str, str]:
        """Ids and full names of these units -> id."""
        chosen = tuple(units)
        return {**{normalized(self.units[u]): u for u in chosen}, **{normalized(u): u for u in chosen}}
