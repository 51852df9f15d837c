"""The names in play and how they are found: exactly, by an unambiguous beginning, or nearly."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from engine.contract import Vocabulary

from .examples import RULEBOOK, Examples
from .line import Found, ranks
from .name_tables import NameTables
from .similarity import letters_only, listed, similar, without_hyphens
from .words import EVERYBODY, PLAIN, Word, normalized

_NO_NAME = re.compile(r"[^\w'-]|_")
"""A character that stands in no name."""
_HEX = re.compile(r"(?<![\w.])\d{3,4}(?![\w.]\d|\w)", re.ASCII)
LOOKUPS = 120
"""How many different words of one message are looked up for near names: beyond that a message is no slip of the
finger."""


class NameLookup(NameTables):
    """The names of one side at one moment, and what a player's words may mean among them."""

    def __init__(self, vocabulary: Vocabulary, examples: Examples = RULEBOOK) -> None:
        super().__init__(vocabulary)
        self.examples = examples
        self._nearby: dict[tuple[str, int], tuple[str, ...]] = {}

    def forget_nearby(self) -> None:
        """Another message begins: LOOKUPS are counted anew."""
        self._nearby = {}

    def phrase(self, words: Sequence[Word], start: int, stop: int) -> int:
        """How many words from ``start`` on belong together: the longest run that begins or is a name of several
        words, at least one."""
        if words[start].quoted or words[start].text not in self.first_words:
            return 1
        said, longest = words[start].text, 1
        for n in range(2, min(stop - start, self.longest) + 1):
            if words[start + n - 1].quoted:
                break
            said += " " + words[start + n - 1].text
            if any(name.startswith(said) for table in (self.full, self.places) for name in table):
                longest = n
        return longest

    def unit(self, said: str) -> tuple[str, ...]:
        """The units this may mean: by id, full name, the beginning of ids, the beginning of names; the first way
        that finds any."""
        if found := self.ids.get(said):
            return (found,)
        return self.full.get(said) or self._units_beginning_with(said)

    def _units_beginning_with(self, said: str) -> tuple[str, ...]:
        if not said or len(said) < self.vocabulary.shortest:
            return ()
        begun = [unit for name, unit in self.ids.items() if name.startswith(said)]
        begun = begun or [unit for name, units in self.full.items() if name.startswith(said) for unit in units]
        if not begun and len(said) > 2:
            begun = [unit for name, units in self.full.items() if f" {said}" in name for unit in units]
        return tuple(begun)

    def subject(self, said: str, raw: str) -> tuple[Found, ...]:
        """The unit an order is given to, or why it cannot be: it must be there and this side's own."""
        match self._units_named(said, self.vocabulary.mine):
            case () if said in EVERYBODY:
                says = f"an order is for one unit; write a line for each: {self._yours()}"
                return (Found("", "unknown-unit", says, self.own[:3]),)
            case ():
                says = f"no unit is called {raw}; {self._yours()}"
                return (Found("", "unknown-unit", says, self.like(said, self.own_names)),)
            case (unit,):
                return tuple(self._order_objections(unit)) or (Found(unit),)
            case several:
                mine = [u for u in several if u in self.own]
                return (self._ambiguous(raw, several, mine or several),)

    def _order_objections(self, unit: str) -> Iterator[Found]:
        """Why no order can be given to a unit; that one of the other side's is gone matters only where that is asked
        first."""
        theirs, rank = unit not in self.vocabulary.mine, ranks(self.vocabulary.checks)
        if unit in self.vocabulary.gone and not (theirs and rank["gone"] >= rank["theirs"]):
            yield Found(unit, "unit-gone", f"{self.title(unit)} is out of play; you still have {listed(self.own)}")
        if theirs:
            yield Found(unit, "not-your-unit", f"{self.title(unit)} is not yours; {self._yours()}")

    def any_unit(self, said: str, raw: str) -> Found:
        """A unit of either side, also one out of play."""
        return self._one_of(self.unit(said), said, raw)

    def _units_named(self, said: str, first: Container[str]) -> tuple[str, ...]:
        """The units this may mean; of several with this very name the ones to look among first, of those the ones in
        play."""
        found = self.unit(said)
        if len(found) == 1 or said not in self.full:
            return found
        found = tuple(unit for unit in found if unit in first) or found
        return tuple(unit for unit in found if unit not in self.vocabulary.gone) or found

    def _one_of(self, found: Sequence[str], said: str, raw: str) -> Found:
        match tuple(found):
            case () if "." in said and (whole := self.ids.get(said.partition(".")[0])):
                is_model = f"{raw} is one model; write its unit here, {whole}"
                near = (whole,) if whole not in self.vocabulary.models.counts else ()
                return Found("", "unknown-unit", f"no unit is called {raw}; write {whole}" if near else is_model, near)
            case ():
                some = next(
                    (u for u in self.units if u not in self.vocabulary.mine and u not in self.vocabulary.gone),
                    next(iter(self.units), ""),
                )
                would_do = f"; write the id on its counter, such as {some}" if some else ""
                return Found(
                    "", "unknown-unit", f"no unit is called {raw}{would_do}", self.like(said, self.names_in_play)
                )
            case (unit,):
                return Found(unit)
            case several:
                return self._ambiguous(raw, several, [u for u in several if u not in self.vocabulary.gone])

    def numbered(self, said: str, raw: str) -> Found:
        """A unit of either side, of several with the same name this side's own; a number is one only if it is the
        whole id."""
        if said.isdigit() and said not in self.ids:
            return Found(said)
        return self._one_of(self._units_named(said, self.vocabulary.mine), said, raw)

    def target(self, said: str, raw: str) -> Found:
        """A unit, of several with the same name the enemy's, or the place it stands in: exact names go before
        beginnings."""
        return self._unit_or_place(said, raw, self.units.keys() - self.vocabulary.mine)

    def friend(self, said: str, raw: str) -> Found:
        """The same, but of several units with the same name this side's own."""
        return self._unit_or_place(said, raw, self.vocabulary.mine)

    def _unit_or_place(self, said: str, raw: str, first: Container[str]) -> Found:
        if said in self.ids or said in self.full:
            return self._one_of(self._units_named(said, first), said, raw)
        there = self.place(said, raw)
        if (there.value and said in self.places) or there.code == "off-board" or said.isdigit():
            return there
        found = self.any_unit(said, raw)
        return there if there.value and found.code == "unknown-unit" else found

    def place(self, said: str, raw: str) -> Found:
        """A hex by number, or a place by its name, code or an unambiguous beginning of them."""
        if self.board and said.isascii() and said.isdigit() and 3 <= len(said) <= 4:
            return self._hex(said.zfill(4))
        if at := self.places.get(said) or self.places.get(f"the {said}"):
            return Found(at)
        begun = (
            {at: name for name, at in self.places.items() if name.startswith(said)}
            if len(said) >= max(1, self.vocabulary.shortest)
            else {}
        )
        if len(begun) == 1:
            return Found(next(iter(begun)))
        if begun:
            begun |= {at: name for name, at in self.places.items() if said in name.split(" ") and at not in begun}
            some = [at if normalized(at) == name else name for at, name in begun.items()]
            return Found(
                "", "unknown-place", f"{raw} could be {listed(some, 'or')}; write more of it", tuple(begun)[:3]
            )
        near = self._near_places(said)
        labels = self.board.labels if self.board else {}
        meant = listed([labels.get(at, at) for at in near], "or")
        would_do = f"did you mean {meant}?" if near else f"write {self._places_are()}"
        return Found("", "unknown-place", f"{raw} is not a place on this map; {would_do}", near)

    def feature(self, words: Sequence[Word], at: int, *, whole: bool) -> tuple[str, int] | None:
        """What lies on the table and is named by the words from ``at`` on, and where these end: by its ``whole`` name
        of several words, else also by words that no other name has and that are no place which orders take."""
        first = at + (words[at].text == "the")
        for end in range(min(len(words), first + self.longest_feature), first + whole, -1):
            said = " ".join(word.text for word in words[first:end])
            if name := self.features.get(said):
                return name, end
            told = not (whole or words[at].text in self.spots or said.replace(".", "").isdigit())
            having = {name for its, name in self.features.items() if told and f" {said} " in f" {its} "}
            if len(having) == 1:
                return having.pop(), end
        return None

    def named_in(self, text: str) -> frozenset[str]:
        """The units and places that a text names by an id or a whole name, and the hexes of the map that it numbers."""
        named = {meant for _, found in self.whole_names(text) for meant in found}
        if self.board:
            named.update([at for digits in _HEX.findall(text) if (at := digits.zfill(4)) in self.board.cells])
        return frozenset(named)

    def whole_names(self, text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each id and whole name in a text, as it is compared, and what is called so."""
        words = normalized(_NO_NAME.sub(" ", text)).split()
        beginnings, known = self.first_words, self.meanings
        for at, first in enumerate(words):
            if first in beginnings:
                for end in range(at + 1, min(len(words), at + self.longest) + 1):
                    said = " ".join(words[at:end])
                    if found := known.get(said):
                        yield said, found
            elif found := known.get(first):
                yield first, found

    def placed(self, said: str) -> bool:
        """Whether a place is called so, or more than one begins so."""
        begun = len(said) >= max(1, self.vocabulary.shortest) and any(name.startswith(said) for name in self.places)
        return begun or said in self.places or f"the {said}" in self.places

    def kind(self, said: str, raw: str) -> Found:
        """A type of unit by its key, its full name, or an unambiguous beginning of either."""
        if found := self.types.get(without_hyphens(said)):
            return Found(found)
        begun = self._types_begun(said) if len(said) >= max(1, self.vocabulary.shortest) else ()
        if len(begun) > 1:
            some = [*begun[:3], f"{len(begun) - 3} more"] if len(begun) > 4 else begun
            return Found("", "unknown-type", f"{raw} could be {listed(some, 'or')}; write more of it", tuple(begun[:3]))
        if begun:
            return Found(begun[0])
        near = self.like(without_hyphens(said), self.types)
        some = [*self.vocabulary.types.names][:3]
        would_do = f"some types are {listed(some)}" if some else "no type can be named now"
        would_do = f"did you mean {listed(near, 'or')}?" if near else would_do
        return Found("", "unknown-type", f"no type of unit is called {raw}; {would_do}", near)

    def weapon(self, unit: str, said: str, raw: str) -> Found:
        """One that the unit carries, by its name or an unambiguous beginning."""
        carried = {without_hyphens(name): name for name in self.vocabulary.models.weapons.get(unit, ())}
        begun = [name for form, name in carried.items() if form.startswith(without_hyphens(said))] if said else []
        if (found := carried.get(without_hyphens(said))) or len(begun) == 1:
            return Found(found or begun[0])
        if begun:
            return Found("", "no-weapon", f"{raw} could be {listed(begun, 'or')}; write more of it", tuple(begun)[:3])
        has = f"has {listed(carried.values())}" if carried else "carries no weapon"
        return Found(
            "", "no-weapon", f"{unit} has no weapon called {raw}; it {has}", self.like(without_hyphens(said), carried)
        )

    def _types_begun(self, said: str) -> Sequence[str]:
        """The types whose key begins so, else those with such a word in key or name; else, of one word, without
        hyphens (``t34``)."""
        types = self.vocabulary.types.names
        for form in (without_hyphens,) if " " in said else (without_hyphens, letters_only):
            if not (begin := form(said)):
                continue
            if found := [key for key in types if form(key).startswith(begin)]:
                return found
            if found := [key for key, name in types.items() if f" {begin}" in f" {form(key)} {form(name)}"]:
                return found
        return ()

    def _hex(self, at: str) -> Found:
        if not self.board or at in self.board.cells:
            return Found(at)
        columns, rows = self.board.columns, self.board.rows
        near = f"{min(max(int(at[:2]), 1), columns):02}{min(max(int(at[2:]), 1), rows):02}"
        close = abs(int(near[:2]) - int(at[:2])) + abs(int(near[2:]) - int(at[2:])) <= 2
        says = f"{at} is off the map: columns run from 01 to {columns:02}, rows from 01 to {rows:02}"
        return Found("", "off-board", says, (near,) if close else ())

    def _near_places(self, said: str) -> tuple[str, ...]:
        digits = said.translate({ord("o"): "0", ord("l"): "1", ord("i"): "1"})
        if self.board and digits.isascii() and digits.isdigit() and 2 <= len(digits) <= 6:
            tried = [digits, digits.lstrip("0"), digits[:1] + "0" + digits[1:]]
            good = (self._hex(d.zfill(4)).value for d in tried if len(d) <= 4)
            return tuple(dict.fromkeys(at for at in good if at))
        parts = dict.fromkeys(at for name, at in self.places.items() if said in name.split(" "))
        return tuple(parts)[:3] or self.like(said, self.places)

    def _places_are(self) -> str:
        hexed = f"a hex such as {min(5, self.board.columns):02}{min(7, self.board.rows):02}" if self.board else ""
        named = list(self.board.labels.values()) if self.board else list(dict.fromkeys(self.vocabulary.places.values()))
        return " or ".join(filter(None, [hexed, f"a name: {listed(named)}" if named else ""])) or "a place of this map"

    def _ambiguous(self, raw: str, several: Sequence[str], near: Sequence[str]) -> Found:
        return Found(
            "", "ambiguous-unit", f"{raw} could be {listed(several, 'or')}; write one of them", tuple(near)[:3]
        )

    def _yours(self) -> str:
        return f"yours are {listed(self.own)}" if self.own else "you have no units yet"

    def title(self, unit: str) -> str:
        name = self.units[unit]
        return unit if name == unit else f"{unit} ({name})"

    def like(self, said: str, known: Mapping[str, str]) -> tuple[str, ...]:
        """The values of up to three known names that look like what was said, the nearest first."""
        if said in PLAIN:
            return ()
        key = said, hash(tuple(known))
        if key not in self._nearby:
            self._nearby[key] = similar(said, known) if len(self._nearby) < LOOKUPS else ()
        return self._nearby[key]
