"""The words that may stand next in an order, by its grammar and the names in play."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.contract import Order, StandingOrder
from engine.language.grammar import LISTS, Grammar, GrammarSlot, Sentence, sentence
from engine.language.names import NameLookup
from engine.language.words import normalized

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NUMBERS = range(1, 13)
"""Numbers that are offered; any others can be typed."""
_COUNT = re.compile(r"\d{1,2}|all")
_BARE = re.compile(r"[^\W_](?:[\w/'-]*\w)?")
_RUN = re.compile(r"\.\d+(-\d+)?$")
_POINT = re.compile(r"[-\d.,>()]+")


class Word(NamedTuple):
    """``note``: what a name stands for.  ``sure``: it may stand there whatever the reader thinks of the unfinished
    line."""

    text: str
    note: str = ""
    sure: bool = False


def is_point(word: str) -> bool:
    """Whether a word is made of numbers: a point, a path, a length."""
    return bool(_POINT.fullmatch(word))


class Candidates:
    """What may stand next; ``phase`` "": only orders that can be given at any time."""

    def __init__(self, kinds: Sequence[type[Order]], plan: Grammar, names: NameLookup, phase: str) -> None:
        self.plan, self.names, self.vocabulary, self.phase = plan, names, names.vocabulary, phase
        self.sentences = [sentence(kind) for kind in kinds if self._open(kind)]

    def _open(self, kind: type[Order]) -> bool:
        return kind.ANYTIME or (bool(self.phase) and (not kind.PHASES or self.phase in kind.PHASES))

    # the order as a whole
    def order(self, words: Sequence[str], chained: str, typed: str, first: bool, listing: bool) -> Iterator[Word]:
        """After these words of an order.  ``chained``: the unit of the order before it; ``first``: no order is before
        it; ``listing``: a comma is behind the words."""
        if not words:
            yield from self._beginnings(chained, typed, first)
            return
        if words[0] in self.plan.before:
            yield from (
                Word(one.verb, sure=True) for one in self.sentences if words[0] in one.kind.BEFORE and not words[1:]
            )
            words = words[1:]
        subject = self._subject(words)
        if subject == len(words):
            yield from self._verbs(unit=True)
        verb = self.plan.verbs.get(words[subject]) if subject < len(words) else None
        for one in self._sentences_of(verb.verb, words[subject + 1 :]) if verb else ():
            if issubclass(one.kind, StandingOrder):
                yield from self._standing(words[subject + 1 :])
            else:
                unit = self._unit_called(words[:subject]) if subject else chained
                yield from self._arguments(one, words[subject + 1 :], unit, typed, listing)

    def _sentences_of(self, verb: str, words: Sequence[str]) -> Iterator[Sentence]:
        """The sentences of a verb, but those ruled out by a word such as ``from`` that only others of the verb have."""
        alike = [one for one in self.sentences if one.verb == verb]
        leads = [{lead for gap in one.slots for lead in gap.leads} for one in alike]
        said = set(words) & set().union(*leads)
        yield from (one for one, own in zip(alike, leads, strict=True) if said <= own | set(one.stops))

    def _beginnings(self, chained: str, typed: str, first: bool) -> Iterator[Word]:
        if any(one.subject for one in self.sentences):
            yield from self._units(self.names.own, sure=True)
        if chained:
            yield from self._verbs(unit=True)
        yield from self._verbs(unit=False)
        if first and self.vocabulary.conditions:
            yield Word("if", sure=True)
        yield from self._models(self.names.own, typed)

    def _models(self, units: Iterable[str], typed: str) -> Iterator[Word]:
        """Single models of a unit (C1.2) once the dot is typed, and runs of them (C1.2-4) once the dash is."""
        counts = self.vocabulary.models.counts
        for unit in units if "." in typed else ():
            if typed.startswith(f"{normalized(unit)}."):
                first = typed[len(unit) + 1 :].partition("-")[0] if "-" in typed[len(unit) :] else ""
                begin, least = (f"{unit}.{first}-", int(first) + 1) if first.isdigit() else (f"{unit}.", 1)
                yield from (Word(f"{begin}{model}") for model in range(least, counts.get(unit, 0) + 1))

    def _verbs(self, unit: bool) -> Iterator[Word]:
        for one in self.sentences:
            if bool(one.subject) == unit:
                yield from (Word(word, sure=True) for word in (one.verb, *(one.kind.SHORT if unit else ())))

    def _subject(self, words: Sequence[str]) -> int:
        """How many words name the unit at the beginning."""
        if not self.plan.called:
            return 0
        for many in range(min(len(words), self.names.longest), 0, -1):
            if self._unit_called(words[:many]):
                verb = many == 1 and words[0] in self.plan.verbs and words[0] not in self.names.ids
                return 0 if verb else many
        return 0

    def _unit_called(self, words: Sequence[str]) -> str:
        said = _RUN.sub("", " ".join(words))
        found = self.names.unit(said)
        return found[0] if len(found) == 1 else ""

    # what follows the verb
    def _arguments(self, plan: Sentence, words: Sequence[str], unit: str, typed: str, listing: bool) -> Iterator[Word]:
        if plan.lists and (listing or words[-1:] == ["and"]):
            yield from (Word(str(number)) for number in NUMBERS)
            yield from self._types(one=True)
            return
        if plan.lists and words and _COUNT.fullmatch(words[-1]):
            yield from self._types(one=words[-1] == "1")
            return
        for gap in plan.slots:
            yield from (Word(word) for word in gap.words)
            if gap.terms and words and words[-1] in plan.stops - plan.marks:
                continue
            yield from self._terms(gap, words) if gap.terms else self._named(plan, gap, words, unit, typed)
            yield from (Word(word) for word in (*gap.leads[:1], *sorted(gap.also)))
            if words and words[-1].isdigit():
                yield from map(Word, gap.after[:1] if words[-1] == "1" else gap.after[-1:])

    def _named(self, plan: Sentence, gap: GrammarSlot, words: Sequence[str], unit: str, typed: str) -> Iterator[Word]:
        match gap.noun:
            case "place":
                yield from self.places()
            case "target" | "unit" if gap.field != "unit":
                yield from self._units(self._theirs())
                yield from self._models(self._theirs(), typed)
                yield from self._units(self.names.own)
                yield from self.places() if typed and gap.noun == "target" else ()
            case "friend":
                yield from self._units(self.names.own)
                yield from self.places() if typed else ()
            case "type":
                yield from (Word(kind, name) for kind, name in self.vocabulary.types.names.items())
            case "number" | "inches":
                least, most = gap.bounds or (1, NUMBERS.stop)
                twice = words and _COUNT.fullmatch(words[-1])
                yield from (Word(str(number)) for number in NUMBERS if least <= number <= most and not twice)
            case "bearing" | "way" | "heading" | "course" | "point" | "spots":
                yield from self._points(gap)
            case "weapon":
                yield from (Word(quoted(name)) for name in self.vocabulary.models.weapons.get(unit, ()))
            case noun if noun in LISTS:
                yield from self._list(plan, noun, words)

    def _points(self, gap: GrammarSlot) -> Iterator[Word]:
        if gap.noun not in ("point", "spots"):
            yield from map(Word, COMPASS)
        if gap.noun == "heading":
            yield from self._units((*self._theirs(), *self.names.own))
        if gap.noun in ("course", "spots"):
            yield from (Word(quoted(name)) for name in self.vocabulary.models.points)

    def _list(self, plan: Sentence, noun: str, words: Sequence[str]) -> Iterator[Word]:
        """Counted units, types in an order, or what a standing order is about."""
        forces = self.vocabulary.forces
        listed = bool(words) and self.names.forces.find(words, len(words) - 1, 2) is not None
        if noun == "force" and not listed:
            yield from (Word(str(number)) for number in NUMBERS)
            yield from self._types(one=True)
        elif noun == "ranking":
            yield from map(Word, (*([">"] if listed else ()), *forces.words, "default"))
        elif noun == "scope":
            for scope in dict.fromkeys((*forces.scopes.values(), "all")):
                for word in _next(scope.split(" "), words):
                    yield Word(word, sure=bool(plan.marks) and (not words or word != scope.split(" ")[0]))
            for place in self.places():
                yield place._replace(text=f'"{place.text}"') if normalized(place.text) in forces.scopes else place

    def _types(self, one: bool) -> Iterator[Word]:
        """The names of types that are counted, for one or for several."""
        yield from (Word(known[0 if one else 1 % len(known)]) for known in self.vocabulary.forces.words.values())

    def _terms(self, gap: GrammarSlot, words: Sequence[str]) -> Iterator[Word]:
        """The next word of a form whose first words stand at the end."""
        begun = any(word in {form.split(" ")[0] for _, form in gap.terms} for word in words)
        for _, form in gap.terms:
            for word in _next(form.split(" "), words, begun=begun):
                texts = map(str, NUMBERS) if word == "N" else (word,)
                yield from (Word(text, sure=True) for text in texts)

    # standing orders and conditions
    def _standing(self, words: Sequence[str]) -> Iterator[Word]:
        policies = {normalized(policy): policy for policy in self.vocabulary.policies}
        at = next((i for i, word in enumerate(words) if word in policies), -1)
        if at < 0:
            if not words or words == ["all"] or self._unit_called(words):
                yield from (Word(policy, sure=True) for policy in policies.values())
            if not words:
                yield Word("all", sure=True)
                yield from self._units(self.names.own)
            return
        policy, values = policies[words[at]], words[at + 1 :]
        answers, several = self.vocabulary.policies[policy], policy in self.vocabulary.types.place_policies
        if several or not values:
            yield from (Word(answer, sure=True) for answer in answers)
        listed = several or not any(word in map(normalized, answers) for word in values)
        if policy in self.vocabulary.unit_policies and listed:
            yield from self._units((*self._theirs(), *self.names.own))
        if policy in self.vocabulary.types.place_policies and listed:
            yield from self.places()
        if values and policy in self.vocabulary.models.point_policies and listed:
            yield from (Word(word, sure=True) for word in self.vocabulary.models.point_policies[policy])

    def condition(self, words: Sequence[str]) -> Iterator[Word]:
        """After an ``if`` and these words."""
        situated = self.vocabulary.types.conditions_at_place
        states = {normalized(state): state for state in self.vocabulary.conditions}
        if not words:
            yield from self._units(self.vocabulary.units, sure=True)
            if self.vocabulary.forces.place_conditions:
                yield from (word._replace(sure=True) for word in self.places())
        elif words[-1] not in states:
            if not any(word in states for word in words):
                fits = states.values() if self._unit_called(words) else self.vocabulary.forces.place_conditions
                yield from (Word(state if state in situated else f"{state}:", sure=True) for state in fits)
        elif states[words[-1]] in situated:
            yield from (Word(f"{word.text}:", word.note, True) for word in self.places())

    # names
    def _units(self, units: Iterable[str], sure: bool = False) -> Iterator[Word]:
        for unit in units:
            name = self.vocabulary.units[unit]
            yield Word(quoted(unit), name if name != unit else "", sure)

    def units_in_play(self) -> Iterator[Word]:
        """Every unit that is not gone."""
        return self._units(unit for unit in self.vocabulary.units if unit not in self.vocabulary.gone)

    def _theirs(self) -> list[str]:
        away = self.vocabulary.mine | self.vocabulary.gone
        return [unit for unit in self.vocabulary.units if unit not in away]

    def places(self) -> Iterator[Word]:
        """Every place: by its name, and hexes by their numbers."""
        board = self.vocabulary.board
        labels = board.labels if board else {}
        taken = {word for known in self.vocabulary.forces.words.values() for word in known}
        for name in dict.fromkeys((*self.vocabulary.places, *labels.values())):
            yield Word(f'"{name}"' if normalized(name) in taken else quoted(name))
        if board:
            yield from (Word(cell, labels.get(cell, "")) for cell in sorted(board.cells))


def _next(parts: Sequence[str], words: Sequence[str], begun: bool = False) -> Iterator[str]:
    """The next of the parts, as many of which as possible stand at the end of these words; N is any number."""
    for said in range(min(len(parts) - 1, len(words)), -1, -1):
        pairs = zip(parts, words[len(words) - said :], strict=False)
        if all(part == word or (part == "N" and word.isdigit()) for part, word in pairs):
            if said or not begun:
                yield parts[said]
            return


def quoted(name: str) -> str:
    """A name as it is typed in an order: in quotes if it has several words."""
    return name if _BARE.fullmatch(name) else f'"{name}"'
