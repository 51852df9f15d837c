"""Conditions: ``if M1 gone:`` before an order, as they are written, and as they are put in plain words."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.contract import Condition

from .complaint import Change, Complaint, denies, replacements
from .condition_words import ANYWHERE, MORE, OPENERS, TURNED, WHEN, opening_at
from .grammar import Grammar
from .line import ASKED, FORM, PLACE, Found
from .names import NameLookup
from .similarity import listed
from .words import Part, Word, cite

MEANT = dict.fromkeys(("dead", "destroyed", "killed", "eliminated", "removed"), "gone") | dict.fromkeys(
    ("living", "lives", "survives", "survived", "surviving"), "alive"
)
MEANT |= {"fighting": "engaged", "mine": "ours"}
"""Other words for states, where a system has no state of that name."""
OPPOSITE = {"gone": "alive", "alive": "gone"}
"""States of which one or the other is always true."""
FILLERS = frozenset(
    {"is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "gets", "got", "still", "already"}
    | {"the", "my", "our", "his", "her", "their"}
)
"""Words before a name or a state that add nothing."""
PASSIVE = frozenset({"is", "are", "was", "were", "be", "been", "got", "gets"})
"""Without one of these, M1 destroyed W1 tells of W1."""
NONE_READ = "conditions cannot be used here; write the order when it is time for it"


class MeantCondition(NamedTuple):
    """What a condition in plain words asks: the unit or place as typed, its state, and how many words that takes."""

    name: str
    state: str
    words: int

    def __str__(self) -> str:
        return f"if {self.name} {self.state}:"


class ConditionReader:
    """Reads the conditions of one line."""

    def __init__(self, text: str, cleaned: str, names: NameLookup, plan: Grammar) -> None:
        self.text, self.cleaned, self.names, self.plan = text, cleaned, names, plan
        vocabulary = names.vocabulary
        self.states = {c.casefold(): c for c in vocabulary.conditions}
        self.at_place = {c.casefold() for c in vocabulary.types.conditions_at_place}
        self.only_places = set(vocabulary.conditions) <= vocabulary.forces.place_conditions

    # as it is written
    def read(self, words: Sequence[Word], first: Word) -> tuple[list[Complaint], Condition | None]:
        """The condition that stands between ``if``, the first word, and its colon; None with complaints about it."""
        if not self.states:
            return [unreadable(first.start, (words or [first])[-1].end, NONE_READ)], None
        complaints = list[Complaint]()
        at = self._situated(words)
        state, where = (words[at], words[at + 1 :]) if words else (first, words)
        name = [w for w in words[:at] if w.quoted or w.text not in ("is", "are")]
        if any(map(_turns_round, name)):
            meant = self._nearest(words, state, name)
            return [
                unreadable(
                    words[0].start, words[-1].end, f"write the state that you want, without not: {self._form()}", meant
                )
            ], None
        if not name or state.text not in self.states:
            complaints.append(unreadable(state.start, state.end, self._wants(), self._nearest(words, state, name)))
        elif state.text in self.at_place and not where:
            says = f"{state.text} must be followed by a place, then a colon and the order"
            complaints.append(unreadable(state.start, state.end, says))
        placed = self.states.get(state.text) in self.names.vocabulary.forces.place_conditions or self.only_places
        subject = self._find(self.names.place if placed else self.names.any_unit, name, complaints)
        place = self._find(self.names.place, where, complaints)
        return complaints, None if complaints else Condition(subject, self.states[state.text], place)

    def _nearest(self, words: Sequence[Word], state: Word, name: Sequence[Word]) -> tuple[Change, ...]:
        """What the state may have been meant to be."""
        if not name:
            return ()
        if meant := self.meant(words, denied=False):
            whole = meant.words == len(words)
            end = words[meant.words - 1].end + (not whole and self.cleaned[words[meant.words - 1].end] == ",")
            return (Change(words[0].start, end, f"{meant.name} {meant.state}{'' if whole else ':'}"),)
        return replacements(state.start, state.end, self.names.like(state.text, self.states))

    def _situated(self, words: Sequence[Word]) -> int:
        """Which word between ``if`` and colon is the state: one that a place must follow, else the last."""
        known = self.at_place
        start = self.names.phrase(words, 0, len(words)) if known and words else 0
        here = (
            at
            for first in (start, 1)
            for at in range(first, len(words))
            if words[at].text in known and not words[at].quoted
        )
        return next(here, len(words) - 1) if start else len(words) - 1

    def _find(self, find: Callable[[str, str], Found], words: Sequence[Word], complaints: list[Complaint]) -> str:
        """The unit or place that all of these words name; "" and a complaint if none."""
        if not words:
            return ""
        start, end = words[0].start, words[-1].end
        found = find(" ".join(w.text for w in words), cite(self.text, start, end))
        if found.code:
            about = PLACE if found.code in ("unknown-place", "off-board") else ASKED
            complaints.append(
                Complaint(about, start, end, found.code, found.says, replacements(start, end, found.near))
            )
        return found.value

    def _wants(self) -> str:
        vocabulary = self.names.vocabulary
        several = "a unit or a place" if vocabulary.forces.place_conditions else "a unit"
        whom = "a place" if self.only_places else several
        states = [f"{state} and a place" if key in self.at_place else state for key, state in self.states.items()]
        return f"if needs {whom}, then {listed(states, 'or')}, then a colon and the order"

    # in plain words
    def without_colon(self, words: Sequence[Word]) -> Complaint:
        """What is wrong with ``if M1 is dead then ...``, all words of which are given."""
        if not self.states:
            return unreadable(words[0].start, words[-1].end, NONE_READ)
        says, meant = f"an if needs a colon before its order: {self._form()}", self.meant(words[1:], denied=False)
        return self._instead(words, meant, says)

    def begun_otherwise(self, words: Sequence[Word]) -> Complaint | None:
        """What is wrong with ``when M1 gone: ...`` and ``unless M1 gone: ...``; None for all that begins otherwise."""
        opening = opening_at(words, 0)
        if not opening or len(words) == opening or (opening == 1 and self.names.unit(words[0].text)):
            return None
        meant = self.meant(words[opening:], denied=words[0].text == "unless")
        if meant is None and words[0].text not in ANYWHERE and not self.names.named_in(words[opening].text):
            return None
        if not self.states:
            return unreadable(words[0].start, words[-1].end, NONE_READ)
        return self._instead(words, meant, f"a condition begins with if: {self._form()}", opening)

    def behind_order(self, words: Sequence[Word], following: Sequence[Part]) -> tuple[int, Complaint] | None:
        """What is wrong with ``W1 move 0508 if M1 gone``, and which word is the ``if``; None if there is none.

        ``following``: the parts of the line after it.  They come first in what is offered: an ``if`` covers all behind
        it.
        """
        for at, opener in enumerate(words):
            if not at or not (opening := opening_at(words, at)):
                continue
            meant = self.meant(words[at + opening :], denied=opener.text == "unless")
            whole = meant is not None and at + opening + meant.words == len(words)
            if whole or opener.text in ANYWHERE or not self._belongs_to_orders(opener):
                own = self._as_when(words[0], opener)
                if not self.states:
                    says = "the condition of this order begins with when" if own else NONE_READ
                    return at, unreadable(opener.start, words[-1].end, says, own)
                plain = whole and words[at - 1].text not in TURNED
                changes = self._put_first(words, at, f"{meant}", following) if plain else ()
                changes = changes or own
                says = f"a condition comes before its order: {self._form()}"
                return at, unreadable(opener.start, words[-1].end, says, changes)
        return None

    def _belongs_to_orders(self, word: Word) -> bool:
        """Whether some order may hold the word: ``retreat land when attackers < 3``."""
        return any(word.text in plan.marks or word.text in plan.stops for plan in self.plan.sentences)

    def _as_when(self, verb: Word, opener: Word) -> tuple[Change, ...]:
        """``when`` in place of an ``if`` in an order that has a condition of its own."""
        holds = any(verb.text == plan.verb and WHEN in plan.marks for plan in self.plan.sentences)
        return (Change(opener.start, opener.end, WHEN),) if holds and opener.text == "if" else ()

    def _put_first(
        self, words: Sequence[Word], at: int, condition: str, following: Sequence[Part]
    ) -> tuple[Change, ...]:
        """The line with its condition before the order of the first words; none if what follows cannot be moved."""
        start, order = words[0].start, self.text[words[0].start : words[at - 1].end]
        if not following:
            return (Change(start, words[-1].end, f"{condition} {order}"),)
        if any(part.odd >= 0 or any(word.text in ANYWHERE for word in part.words) for part in following):
            return ()
        end = following[-1].words[-1].end
        others = self.text[following[0].words[0].start : end]
        return (Change(start, end, f"{others}; {condition} {order}"),)

    def meant(self, words: Sequence[Word], *, denied: bool) -> MeantCondition | None:
        """The condition that begins with these words and asks one thing only, put in other words than it is read.

        ``denied``: the opposite of what they say.  None where it is not certain what they say.
        """
        if not words or any(not word.quoted and word.text in MORE | OPENERS for word in words):
            return None
        first = max(1, self.names.phrase(words, 0, len(words)))
        at = next((at for at in range(first, len(words)) if self._state(words[at])), 0)
        if not at:
            return None
        between = list(filter(_names_something, words[first:at]))
        name = list(filter(_names_something, words[:at])) or list(words[:1])
        opposite = denied != any(map(_turns_round, words[:at]))
        state = self._state(words[at])
        state = OPPOSITE.get(state, "") if opposite else state
        placed = state.casefold() in self.at_place
        place = self.names.phrase(words, at + 1, len(words)) if placed and at + 1 < len(words) else 0
        if state not in self.states.values() or (between and first > 1) or (placed and not place):
            return None
        where = f" {self.text[words[at + 1].start : words[at + place].end]}" if place else ""
        end = at + place + 1
        then = end < len(words) and words[end].text == "then"
        stops = self.cleaned[words[end - 1].end : words[end - 1].end + 1] in (",", ":")
        passive = words[at].text in self.states or any(word.text in PASSIVE for word in words[first:at])
        known = words[at].text in self.states and self.names.named_in(" ".join(word.text for word in words[:at]))
        order = end < len(words) and passive and words[end].text in self.names.ids
        if not (then or stops or end == len(words) or order or known):
            return None  # M1 killed W1
        return MeantCondition(self.text[name[0].start : name[-1].end], state + where, end + then)

    def _state(self, word: Word) -> str:
        if word.quoted:
            return ""
        return self.states.get(word.text) or self.states.get(MEANT.get(word.text, ""), "")

    def _instead(self, words: Sequence[Word], meant: MeantCondition | None, says: str, opening: int = 1) -> Complaint:
        """The complaint, with the condition as it is read in place of the opening words and those that are meant, if
        an order follows them.
        """
        if meant is None or len(words) == opening + meant.words:
            return unreadable(words[0].start, words[opening - 1].end, says)
        end = words[opening + meant.words - 1].end
        more = self.cleaned[end : end + 1] in (",", ":")
        return unreadable(words[0].start, end, says, (Change(words[0].start, end + more, str(meant)),))

    def _form(self) -> str:
        said = "|".join(f"{state} <place>" if key in self.at_place else state for key, state in self.states.items())
        return f"if <{'place' if self.only_places else 'unit'}> <{said}>: <order>"


def _turns_round(word: Word) -> bool:
    """Whether a word before a state asks for its opposite."""
    return denies(word) or (not word.quoted and word.text in ("no", "never"))


def _names_something(word: Word) -> bool:
    return word.quoted or not (word.text in FILLERS or _turns_round(word))


def unreadable(start: int, end: int, says: str, changes: tuple[Change, ...] = ()) -> Complaint:
    return Complaint(FORM, start, end, "syntax", says, changes)
