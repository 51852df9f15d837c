"""Other ways of putting an order: tried one after the other when the order cannot be read as it was typed."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .counted_units import split_counted
from .grammar import Grammar, Sentence
from .measures import COMPASS, LENGTH, LENGTH_UNITS, SPELT
from .names import NameLookup
from .words import IN_FIGURES, Span, Word, clean

MOST = 24
"""A line of more words is no order put in another way."""
ARTICLES = frozenset({"the", "my", "our", "your", "their", "please", "=", "hex", "area"})
BODIES = frozenset(
    {"battalion", "battery", "brigade", "company", "corps", "crew", "division", "force", "group", "gun", "guns", "men"}
    | {"platoon", "regiment", "squad", "squadron", "team", "troop", "troops", "unit"}
)
"""What kind of unit a name is, where the name alone says which: Pike's brigade."""
BODIES_OF_ONE_OR_MORE = BODIES | {f"{body}s" for body in BODIES}
WITH = frozenset({"with", "using"})
COUNTS = {"everything": "all", "everyone": "all"} | IN_FIGURES
"""Other words for numbers of units, read where units are counted."""
_ARROW = re.compile(r"[-=]*>")


class Rephrasing(NamedTuple):
    """The words in an order that can be read; ``verb``: the columns of the verb as typed."""

    words: Sequence[Word]
    verb: Span | None = None


def rephrasings(words: Sequence[Word], line: str, plan: Grammar, names: NameLookup) -> Iterator[Rephrasing]:
    """The likeliest first; nothing is offered as it was typed."""
    if len(words) > MOST:
        return
    plain = _without_articles(_with_arrows(words, line), names)
    plain = _with_length_last(_with_plain_verb(_without_bodies(plain, names), plan, names), plan)
    if not plain:
        return
    tried = {_texts(words)}
    for way in (
        Rephrasing(plain),
        *_unit_first(plain, plan, names),
        *_unit_last(plain, plan, names),
        *_with_verb(plain, plan, names),
    ):
        for said in (way.words, _units_before_places(way.words, plan, names)):
            if _texts(said) not in tried:
                tried.add(_texts(said))
                yield way._replace(words=said)


def _texts(words: Sequence[Word]) -> tuple[tuple[str, bool], ...]:
    return tuple((word.text, word.quoted) for word in words)


# single words
def _with_arrows(words: Sequence[Word], line: str) -> list[Word]:
    """An arrow between two words, ``B1 -> 0507``, is the word ``to``."""
    cleaned, found = clean(line), list(words[:1])
    for before, word in pairwise(words):
        if _ARROW.search(cleaned, before.end, word.start) or _ARROW.match(cleaned, before.end - 1):
            found.append(Word("to", before.end, word.start))
        found.append(word)
    return found


def _without_articles(words: Sequence[Word], names: NameLookup) -> list[Word]:
    """Words that add nothing, unless they begin a name."""
    return [
        word
        for at, word in enumerate(words)
        if word.quoted or word.text not in ARTICLES or names.phrase(words, at, len(words)) > 1 or names.unit(word.text)
    ]


def _without_bodies(words: Sequence[Word], names: NameLookup) -> list[Word]:
    """``Pike's brigade`` as Pike, where no unit is called that but one is called Pike."""
    found: list[Word] = []
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1].text if at + 1 < len(words) else ""
        bare = word.text.removesuffix("'s").removesuffix("'")
        if names.units and not word.quoted and after in BODIES_OF_ONE_OR_MORE and names.unit(bare):
            found.append(word._replace(text=bare))
            at += 1 if names.unit(f"{word.text} {after}") else 2
            continue
        if word.text.endswith("'s") and after in BODIES and names.first_words and word.text not in names.words:
            found.append(word._replace(text=bare))
            at += 2
            continue
        known = bare != word.text and not word.quoted and names.unit(bare) and not names.unit(word.text)
        found.append(word._replace(text=bare) if known else word)
        at += 1
    return found


def _with_plain_verb(words: Sequence[Word], plan: Grammar, names: NameLookup) -> list[Word]:
    """``B1 charges R2`` as ``B1 charge R2``: the verb without the ending of the third person."""
    for at, word in enumerate(words[: names.longest + 2]):
        said = word.text
        stems = (said[:-1], said[:-2], f"{said[:-3]}y") if said.endswith("s") and len(said) > 3 else ()
        verb = next(
            (stem for stem in stems if (stem in plan.called or stem in plan.phrases) and said.startswith(stem[:-1])), ""
        )
        if verb and said not in plan.verbs and not word.quoted and not names.unit(said):
            return [*words[:at], word._replace(text=verb), *words[at + 1 :]]
    return list(words)


# the order of words
def _with_length_last(words: Sequence[Word], plan: Grammar) -> list[Word]:
    """``U1 move 4 inches north`` as ``U1 move north 4``, ``U1 move 4 inches forward`` as ``U1 forward 4``."""
    for at in range(2, len(words)):
        verb, number, *after = words[at - 1 :]
        sentence = plan.verbs.get(verb.text)
        if sentence is None or not any(gap.noun in ("way", "course") for gap in sentence.slots):
            continue
        ways = after[1:] if after and after[0].text in LENGTH_UNITS else after
        if len(ways) != 1 or ways[0].quoted or number.quoted or not LENGTH.fullmatch(number.text):
            continue
        if ways[0].text in COMPASS or ways[0].text in SPELT:
            return [*words[:at], ways[0], number]
        other = plan.verbs.get(ways[0].text)
        if sentence.kind.UNSAID and other and [gap.noun for gap in other.slots] == ["inches"]:
            return [*words[: at - 1], ways[0], number]
    return list(words)


def _unit_first(words: Sequence[Word], plan: Grammar, names: NameLookup) -> Iterator[Rephrasing]:
    """``move B1 to 0507`` as ``B1 move to 0507``, for units of the side that gives the order."""
    verb = words[0] if words else None
    if verb is None or verb.quoted or len(words) < 2:
        return
    sentence = plan.verbs.get(verb.text)
    end = 1 + names.phrase(words, 1, len(words))
    units = names.unit(" ".join(word.text for word in words[1:end]))
    if sentence and sentence.subject and any(unit in names.own for unit in units):
        moved = verb._replace(start=words[end - 1].end, end=words[end - 1].end)
        yield Rephrasing([*words[1:end], moved, *words[end:]], (verb.start, verb.end))


def _unit_last(words: Sequence[Word], plan: Grammar, names: NameLookup) -> Iterator[Rephrasing]:
    """``attack R2 with B1`` as ``B1 attack R2``."""
    verb = words[0] if words else None
    at = next((at for at, word in enumerate(words) if at > 1 and word.text in WITH and not word.quoted), 0)
    if verb is None or verb.quoted or not at or at + 1 == len(words):
        return
    sentence = plan.verbs.get(verb.text)
    if sentence and sentence.subject and names.unit(" ".join(word.text for word in words[at + 1 :])):
        yield Rephrasing([*words[at + 1 :], *words[:at]], (verb.start, verb.end))


def _with_verb(words: Sequence[Word], plan: Grammar, names: NameLookup) -> Iterator[Rephrasing]:
    """``B1 0507`` as ``B1 move 0507``, ``3 inf Ridge to Marsh`` as ``move 3 inf Ridge to Marsh``: the orders of this
    phase first."""
    if len(words) < 2 or any(word.text in plan.verbs and not word.quoted for word in words[:2]):
        return
    unsaid = sorted(
        (sentence for sentence in plan.sentences if sentence.kind.UNSAID),
        key=lambda sentence: names.vocabulary.phase not in sentence.kind.PHASES,
    )
    for sentence in unsaid:
        at = names.phrase(words, 0, len(words) - 1) if sentence.subject else 0
        column = words[at - 1].end if at else words[0].start
        if not sentence.subject or names.unit(" ".join(word.text for word in words[:at])):
            yield Rephrasing([*words[:at], Word(sentence.verb, column, column), *words[at:]])


def _units_before_places(words: Sequence[Word], plan: Grammar, names: NameLookup) -> Sequence[Word]:
    """``attack Marsh with 3 inf from Ridge`` as ``attack 3 inf to Marsh from Ridge``, ``move Ridge to Marsh: 3 inf``
    as ``move 3 inf Ridge to Marsh``."""
    sentence = plan.verbs.get(words[0].text) if words and not words[0].quoted else None
    if sentence is None or not any(gap.noun == "force" for gap in sentence.slots):
        return words
    said = [
        word if word.quoted else word._replace(text=COUNTS.get(word.text, word.text))
        for word in split_counted(words[1:], names)
    ]
    begin = next((at for at, word in enumerate(said) if _begins_units(word)), 0)
    if not begin:
        return [words[0], *said]
    first = begin + (said[begin].text in WITH)
    end = next((at for at in range(first, len(said)) if said[at].text in sentence.stops), len(said))
    before, after = list(said[:begin]), said[end:]
    goes = _goes_to(sentence, after) or _goes_to(sentence, before[names.phrase(before, 0, len(before)) :])
    if goes and before[0].text not in sentence.stops and not any(word.text == "to" for word in before):
        before.insert(0, Word("to", before[0].start, before[0].start))
    return [words[0], *said[first:end], *before, *after]


def _begins_units(word: Word) -> bool:
    return not word.quoted and (word.text in WITH or word.text == "all" or word.text[:1].isdigit())


def _goes_to(sentence: Sentence, after: Sequence[Word]) -> bool:
    """Whether a place before the units is where they go: the one that they leave is written after them."""
    leads = {lead for gap in sentence.slots if gap.noun == "place" and gap.field == "start" for lead in gap.leads}
    ends = any("to" in gap.leads and gap.needed for gap in sentence.slots)
    return ends and bool(after) and after[0].text in leads
