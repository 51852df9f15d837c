"""Order classes read as grammar: verb, subject, then slots that their own names may introduce."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from engine.contract import After, Also, Between, Hint, Lead, Noun, Order, Slot, StandingOrder, Synonyms, Terms

from .similarity import listed

NOUNS = (
    "",
    "unit",
    "place",
    "target",
    "friend",
    "type",
    "number",
    "inches",
    "point",
    "bearing",
    "way",
    "heading",
    "models",
    "course",
    "spots",
    "weapon",
    "force",
    "ranking",
    "scope",
    "terms",
    "text",
)
"""What a slot may be read from; without a noun it takes any one word as typed."""
UNITS = ("unit", "target", "friend")
"""Those that one name of a unit fills, of which alone a run of models may follow."""
LISTS = frozenset({"force", "ranking", "scope", "terms", "text"})
"""Those that take more words than a name has, and are never introduced by the name of their field."""


class GrammarSlot(NamedTuple):
    """One place in a sentence: the field it fills, the word that must or may stand before it, and what may stand in it.

    ``choices``: each word and synonym as compared -> the choice.  ``leads``: that word, and others that will do in
    its place;
    ``bare``: it may be left out; ``silent``: the game itself leaves it out.  ``after``, ``also``, ``terms``,
    ``bounds``: as in order.py.
    """

    field: str
    lead: str
    noun: str
    choices: dict[str, str]
    many: bool
    needed: bool
    default: object
    leads: tuple[str, ...] = ()
    bare: bool = True
    silent: bool = False
    after: tuple[str, ...] = ()
    also: frozenset[str] = frozenset()
    terms: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None

    @property
    def placed(self) -> bool:
        """Whether its place alone says what it is, without a word before it."""
        return self.bare and (self.needed or not self.choices)

    @property
    def counts(self) -> bool:
        """Whether it is a number that may be left out before what is counted: ``buy [3] rifle``."""
        return self.noun == "number" and not (self.needed or self.lead or self.many)

    @property
    def words(self) -> tuple[str, ...]:
        """The choices without their synonyms."""
        return tuple(dict.fromkeys(self.choices.values()))


class Sentence(NamedTuple):
    """What an order class says as a sentence; ``stops`` are the words that cannot belong to a noun before them.

    ``runs``: the fields for models of a unit, which are written at that unit and not in a slot of their own.
    ``pointed``: a slot takes a course or spots, so that a dash is a word of its own.  ``marks``: the words with
    which its terms begin.  ``lists``: it counts units, so that a number may be written together with its type.
    ``ranking``, ``scope``: the slots of these nouns.  ``leads``: the words that introduce its slots.  ``plain``: each
    slot takes words that mean nothing else.
    """

    verb: str
    kind: type[Order]
    subject: GrammarSlot | None
    slots: tuple[GrammarSlot, ...]
    stops: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    pointed: bool = False
    marks: frozenset[str] = frozenset()
    lists: bool = False
    ranking: GrammarSlot | None = None
    scope: GrammarSlot | None = None
    leads: frozenset[str] = frozenset()
    plain: bool = False


class Grammar(NamedTuple):
    """``verbs``: each verb, alias, short form, and beginning that will do -> its sentence.

    ``marked``: verb -> the other sentence with it, which is meant if one of its marks is said.  ``before``: words
    before some verbs.
    ``phrases``: the aliases of several words, by their first.
    ``short``: each short form -> the words of the arguments that it stands for with the verb.
    ``sentences``: all of them, in the order of the classes.
    ``words``: those long enough to be recognised when misspelt -> the verb; ``called`` those of a unit, ``bare`` the
    others.
    """

    verbs: dict[str, Sentence]
    words: dict[str, str]
    called: dict[str, str]
    bare: dict[str, str]
    phrases: dict[str, tuple[str, ...]]
    short: dict[str, tuple[str, ...]]
    marked: dict[str, Sentence]
    before: frozenset[str]
    sentences: tuple[Sentence, ...]


@lru_cache(maxsize=64)
def grammar(kinds: tuple[type[Order], ...], begun: int = 0) -> Grammar:
    """A verb goes before an alias, an earlier class before a later one.  Of a verb its first letters will do,
    ``begun`` or more."""
    plans = [sentence(kind) for kind in kinds]
    verbs = {plan.verb.casefold(): plan for plan in reversed(plans)}
    for plan in plans:
        for alias in (*plan.kind.ALIASES, *plan.kind.SHORT):
            verbs.setdefault(alias.casefold(), plan)
    short = {
        word.casefold(): tuple(said.casefold().split(" ")[1:])
        for plan in plans
        for word, said in plan.kind.SHORT.items()
    }
    short = {word: said for word, said in short.items() if verbs[word].kind.SHORT.get(word)}
    words = {word: word if word in short else plan.verb for word, plan in verbs.items() if len(word) > 2}
    several = sorted((verb for verb in verbs if " " in verb), key=lambda verb: -verb.count(" "))  # the longest first
    return Grammar(
        {**_verb_beginnings(verbs, begun), **verbs},
        words,
        {word: verb for word, verb in words.items() if verbs[word].subject},
        {word: verb for word, verb in words.items() if not verbs[word].subject},
        {verb.split(" ")[0]: tuple(v for v in several if v.split(" ")[0] == verb.split(" ")[0]) for verb in several},
        short,
        {plan.verb: plan for plan in plans if plan.marks},
        frozenset(w for plan in plans for w in plan.kind.BEFORE),
        tuple(plans),
    )


def _verb_beginnings(verbs: dict[str, Sentence], letters: int) -> dict[str, Sentence]:
    """The beginnings of verbs with which no other order begins."""
    meant = dict[str, set[str]]()
    for word, plan in verbs.items():
        for length in range(letters, len(word)) if letters else ():
            meant.setdefault(word[:length], set()).add(plan.verb)
    whole = {plan.verb: plan for plan in verbs.values()}
    return {begin: whole[min(orders)] for begin, orders in meant.items() if len(orders) == 1}


@lru_cache(maxsize=1024)
def sentence(kind: type[Order]) -> Sentence:
    verb = str(kind.__struct_config__.tag)
    if issubclass(kind, StandingOrder):
        return Sentence(verb, kind, None, ())
    hints = get_type_hints(kind, include_extras=True)
    gaps = tuple(_grammar_slot(f.name, hints[f.name], f.required, f.default) for f in msgspec.structs.fields(kind))
    subject = gaps[0] if gaps and gaps[0].noun == "unit" and gaps[0].field == "unit" else None
    slots = _with_terms(tuple(gap for gap in (gaps[1:] if subject else gaps) if gap.noun != "models"))
    marks = frozenset(words.split(" ")[0] for gap in slots for _, words in gap.terms)
    leads = frozenset(lead for gap in slots for lead in gap.leads)
    stops = frozenset(word for gap in slots for word in gap.choices) | leads | marks
    runs = frozenset(gap.field for gap in gaps if gap.noun == "models")
    first = {gap.noun: gap for gap in reversed(slots)}
    pointed = "course" in first or "spots" in first
    lists, ranking, scope = "force" in first, first.get("ranking"), first.get("scope")
    plain = not any(gap.silent or gap.also or gap.noun in LISTS for gap in slots)
    return Sentence(verb, kind, subject, slots, stops, runs, pointed, marks, lists, ranking, scope, leads, plain)


def _with_terms(slots: tuple[GrammarSlot, ...]) -> tuple[GrammarSlot, ...]:
    """The number of terms is no slot of its own: its bounds are those of the terms."""
    if not any(gap.terms for gap in slots):
        return slots
    bounds = next((gap.bounds for gap in slots if gap.field == "n"), None)
    return tuple(gap._replace(bounds=bounds) if gap.terms else gap for gap in slots if gap.field != "n")


def _grammar_slot(name: str, hint: Any, needed: bool, default: object) -> GrammarSlot:
    marks, many = list[Any](), False
    while True:
        origin, args = get_origin(hint), get_args(hint)
        noun = next((str(mark) for mark in reversed(marks) if isinstance(mark, Noun)), "")
        if origin is Annotated:
            marks += args[1:]
            hint = args[0]
        elif origin is Literal and noun != "terms":
            said = {word.casefold(): mark.choice for mark in marks if isinstance(mark, Synonyms) for word in mark.words}
            return _with_annotations(
                GrammarSlot(name, "", "", {**{str(c).casefold(): str(c) for c in args}, **said}, many, needed, default),
                marks,
            )
        elif origin is tuple and args[1:] == (...,) and noun not in ("spots", *LISTS):
            many, hint = True, args[0]
        elif type(None) in args:
            hint = next(a for a in args if a is not type(None))
        elif noun not in NOUNS:
            raise TypeError(f"the slot {name} is to be read as {noun}, which nobody can")
        else:
            return _with_annotations(
                GrammarSlot(name, "", noun or ("number" if hint is int else ""), {}, many, needed, default), marks
            )


def _with_annotations(gap: GrammarSlot, marks: list[Any]) -> GrammarSlot:
    """The slot with all that its annotations say; of several of one sort the last, as nearer to the order."""
    slot = next((mark for mark in marks if isinstance(mark, Slot)), None)
    leads = tuple(slot.split(" ")) if slot else ()
    after = next((tuple(mark.split(" ")) for mark in marks if isinstance(mark, After)), ())
    bounds = next(((mark.least, mark.most) for mark in marks if isinstance(mark, Between)), None)
    terms = next((mark.forms for mark in marks if isinstance(mark, Terms)), ())
    return gap._replace(
        lead="".join(leads[:1]),
        leads=leads,
        bare=not leads or isinstance(slot, Hint) or (gap.needed and not isinstance(slot, Lead)),
        silent=isinstance(slot, Hint),
        after=after,
        terms=terms,
        bounds=bounds,
        also=frozenset(str(mark) for mark in marks if isinstance(mark, Also)),
    )


NEEDS = {
    "unit": "a unit",
    "type": "a type of unit",
    "target": "a target: a unit, or the place it is in",
    "place": "a place",
    "friend": "a unit of yours",
    "number": "a number",
    "inches": "inches",
    "point": "a point such as 12.5,8",
    "bearing": "a bearing: N, NE, ... or degrees",
    "weapon": "a weapon",
    "spots": "a place such as 12.5,8",
    "way": "a point such as 12.5,8, or a bearing: N, NE, ... or degrees",
    "heading": "a bearing (N, NE, ... or degrees), a unit, or a point such as 12.5,8",
    "course": "a place such as 12.5,8, a path such as 10,6>12,8, or a bearing and inches such as NE 4.5",
    "force": "units with their numbers",
    "ranking": "types of units, the first one first, or default",
    "text": "words after it",
}


TO_UNITS, TO_PLACES = (*UNITS, "heading"), ("place",)
"""What is read from the name of a unit, and of a place."""


@lru_cache(maxsize=64)
def verbs_to(kinds: tuple[type[Order], ...], nouns: tuple[str, ...]) -> tuple[str, ...]:
    """The verbs of orders to a unit of which one of these nouns is all that must be said."""
    plans = grammar(kinds).sentences
    needed = {one.verb: [gap.noun for gap in one.slots if gap.needed] for one in plans if one.subject}
    return tuple(verb for verb, said in needed.items() if len(said) == 1 and said[0] in nouns)


def slot_help(gap: GrammarSlot) -> str:
    if gap.choices:
        return listed(gap.words, "or")
    if gap.terms:
        return forms(gap)
    if gap.noun == "place" and gap.many:
        return "the places to go through, or the last one"
    return NEEDS.get(gap.noun, f"a word for {gap.field}")


def forms(gap: GrammarSlot) -> str:
    """Its terms with a number for N: ``never, after round 2 or when no land``."""
    return listed(dict.fromkeys(usual_forms(gap.terms).values()), "or").replace(" N", " 2")


@lru_cache(64)
def usual_forms(terms: tuple[tuple[str, str], ...]) -> Mapping[tuple[str, int], str]:
    """The words that the game itself uses for each value of terms, with and without N."""
    found = dict[tuple[str, int], str]()
    for value, words in terms:
        found.setdefault((value, words.split(" ").count("N")), words)
    return found
