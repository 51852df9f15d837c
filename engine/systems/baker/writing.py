"""A battle in words, ``land: 6 inf 2 art vs 5 inf``: who attacks whom with what, or all that is wrong with it (BK 9.1 to 9.3)."""
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from ...contract import Record, Refusal
from .state import Counts
from .tables import AA, AIR, CATALOGUE, COMPLEX, LAND, LOADED, NAVAL, TABLES, Kind

MOST = 99
"""Units of one type that a side may have."""
CHARACTERS = 1000
"""Longest battle that is read."""
EXAMPLE = "land: 6 inf 2 art vs 5 inf"
KINDS: Mapping[str, Kind] = {
    "land": "land", "naval": "naval", "sea": "naval", "navy": "naval",
    "amphibious": "amphibious", "amph": "amphibious", "landing": "amphibious"}
_AGAINST = re.compile(r"\s(?:vs\.?|against)(?=\s|$)", re.IGNORECASE)
_WORD = re.compile(r"[0-9]+|[^\W\d_]+|[^\s\w]|\S")


class Written(Record, frozen=True, forbid_unknown_fields=True):
    """What each side brings, in catalogue order; ``loaded``: transports with two infantry each, beside those without."""

    kind: Kind
    attackers: Counts
    defenders: Counts
    overland: Counts = {}

    @property
    def text(self) -> str:
        """As an order writes it, to be read again."""
        overland = f" + {_said(self.overland)} overland" if self.overland else ""
        return f"{self.kind}: {_said(self.attackers)}{overland} vs {_said(self.defenders)}"


def _said(counts: Counts) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in counts.items())


def parse(words: str) -> Written | tuple[Refusal, ...]:
    """The battle, or why it cannot be fought, the most telling first."""
    if len(words) > CHARACTERS:
        return (_syntax(f"A battle is at most {CHARACTERS:,} characters; this one has {len(words):,}"),)
    parts = _parts(" ".join(words.split()))
    if isinstance(parts, Refusal):
        return (parts,)
    kind, *lists = parts
    found = list[Counts]()
    for field, text in zip(("attackers", "overland", "defenders"), lists, strict=True):
        counts = _counts(field, text)
        if isinstance(counts, Refusal):
            return (counts,)
        found.append(counts)
    written = Written(KINDS[kind], found[0], found[2], found[1])
    return tuple(objections(written)) or written


# into its parts
def _parts(text: str) -> tuple[str, str, str, str] | Refusal:
    """Kind, attackers, overland and defenders as they are written."""
    text = re.sub(r"^battle\s+", "", text, flags=re.IGNORECASE)
    first = re.match(r"[^\W\d_]+", text)
    if first is None or first[0].lower() not in KINDS:
        near = get_close_matches(first[0].lower()[:40], KINDS, 1) if first else []
        says = f"{first[0][:40]} is no kind of battle" if first else "A battle begins with its kind"
        return _syntax(says, f"did you mean {near[0]}" if near else "write land, naval or amphibious")
    sides = _AGAINST.split(f" {text[first.end():].lstrip().removeprefix(':')}")
    if len(sides) != 2 or not all(side.strip() for side in sides):
        missing = len(sides) < 2 or not sides[1].strip()
        says = "Nobody defends" if missing else "Nobody attacks" if len(sides) == 2 else f"A battle has two sides, not {len(sides)}"
        return _syntax(says)
    attackers, plus, overland = sides[0].partition("+")
    if not plus:
        return first[0].lower(), attackers, "", sides[1]
    by_land = re.fullmatch(r"\s*(.*\S)\s+overland\s*", overland, re.IGNORECASE)
    if by_land is None or not attackers.strip():
        return _syntax("After + stand the units that come overland, and the word overland", "for example + 1 art overland")
    return first[0].lower(), attackers, by_land[1], sides[1]


def _syntax(says: str, instead: str = "") -> Refusal:
    return Refusal("words", "syntax", f"{says}: {instead or f'for example {EXAMPLE}'}.", "BK 9.1")


# units
def named(word: str, counted: int | None) -> str:
    """The type a word stands for, ``loaded`` too; "" for none.  ``counted``: the number before it, None: no number (BK 1.4)."""
    known, word = _words(), word.lower()
    for one in (word, word.removesuffix("s"), word.removesuffix("es")):
        if one in known and (len(one) > 1 or counted is not None):
            return known[one]
    return ""


def _words() -> Mapping[str, str]:
    return {**{kind: kind for kind in (*CATALOGUE, LOADED)}, **{alias: kind for kind, words in TABLES.aliases.items() for alias in words}}


class _Item(NamedTuple):
    number: str | None
    type: str


def _counts(field: str, text: str) -> Counts | Refusal:
    """A list of units summed up."""
    items = _items(field, text)
    if isinstance(items, Refusal):
        return items
    found = dict[str, int]()
    for item in items:
        number = int(item.number[:9]) if item.number is not None else 1
        found[item.type] = found.get(item.type, 0) + number
        if not number or found[item.type] > MOST:
            says = f"{found[item.type] if number else 0} {item.type}: a side brings 1 to {MOST} of a type."
            return Refusal(field, "bad-number", says, "BK 9.1")
    return {kind: found[kind] for kind in (*CATALOGUE, LOADED) if kind in found}


def _items(field: str, text: str) -> tuple[_Item, ...] | Refusal:
    """Number and type, one after the other; what joins them does not matter."""
    words = [word for word in _WORD.findall(text) if word not in ",;&" and word.lower() != "and"]
    found, number = list[_Item](), None
    while words:
        word = words.pop(0)
        if word.lower() == "all":
            return Refusal(field, "bad-number", "Nothing is there yet to take all of: write a number.", "BK 9.1")
        if word.isdecimal() and number is None:
            number = word
            continue
        both = f"{word} {words[0]}" if words else word
        kind = named(both, None) or named(word, 1 if number else None)
        if not kind:
            return _stranger(field, word, number)
        if named(both, None) and both != word:
            words.pop(0)
        found.append(_Item(number, kind))
        number = None
    if number is not None:
        return _syntax(f"{number[:20]} of what", f"for example {number[:2]} infantry")
    return tuple(found)


def _stranger(field: str, word: str, number: str | None) -> Refusal:
    if not word.isalpha():
        return _syntax(f"{word[:20]!r} has no place in a list of units", "for example 6 inf, 2 art")
    known = tuple(kind for kind in _words() if len(kind) > 1)
    near = get_close_matches(word.lower()[:40], known, 1, 0.7)
    alone = named(word, 1) if number is None else ""
    instead = f"1 {word}" if alone else f"did you mean {near[0]}?" if near else f"there are {', '.join((*CATALOGUE[:-1], LOADED))}."
    says = f"{word} alone is no unit: write {instead}." if alone else f"There is no unit {word[:40]}: {instead}"
    return Refusal(field, "unknown-unit", says, "BK 1.4")


# what may fight where
_PART: Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "land": ((*LAND, *AIR), (*LAND, *AIR, AA)),
    "naval": ((*AIR, *NAVAL, LOADED), ("fighter", *NAVAL, LOADED)),
    "amphibious": ((*LAND, *AIR, "transport", "carrier", "battleship"), (*LAND, *AIR, AA))}
"""BK 9.2: what attackers and defenders may bring."""
_Objection = tuple[str, str, str, str]
"""Field, code, sentence, paragraph."""


def objections(written: Written) -> Iterator[Refusal]:
    """BK 9.2, 9.3, in the order of the rulebook."""
    for checked in (_grounds, _room, _idle, _nobody):
        if found := tuple(checked(written)):
            yield from (Refusal(field, code, says, rule) for field, code, says, rule in found)
            return


def _grounds(written: Written) -> Iterator[_Objection]:
    either = tuple(kind for known in _PART[written.kind] for kind in known)
    for field, known in zip(("attackers", "defenders"), _PART[written.kind], strict=True):
        for kind in getattr(written, field):
            if kind not in known:
                does = f"do not {field[:6]}" if kind in either else "take no part"
                says = f"{_plural(kind)} {does} in {_a(written.kind)} battle: the {field} are of {_listed(known)}."
                yield field, "wrong-battle", says, "BK 9.2"
    if written.overland and written.kind != "amphibious":
        yield "overland", "wrong-battle", "Only an amphibious assault has troops that come overland: write them before the +.", "BK 9.2"
    for kind in written.overland:
        if kind not in LAND:
            yield "overland", "wrong-battle", f"{_plural(kind)} do not come overland: only {_listed(LAND)} do.", "BK 9.2"


def _room(written: Written) -> Iterator[_Objection]:
    """BK 12.1"""
    if written.kind != "amphibious":
        return
    needed, ships = transports(written.attackers), written.attackers.get("transport", 0)
    if needed > ships:
        troops = _said({kind: number for kind, number in written.attackers.items() if kind in LAND})
        has = f"{ships} transport{'s' * (ships != 1)} cannot take {troops}"
        yield "attackers", "capacity", f"{has}: write {needed} transports, or let some come overland.", "BK 9.3"


def transports(troops: Counts) -> int:
    """BK 12.1: how many ships the troops fill: two infantry to one, or one other unit."""
    infantry = troops.get("infantry", 0)
    others = sum(troops.get(kind, 0) for kind in (*LAND, AA) if kind != "infantry")
    return others * TABLES.limits.transport_other + -(-infantry // TABLES.limits.transport_infantry)


def _idle(written: Written) -> Iterator[_Objection]:
    carriers, fighters = written.attackers.get("carrier", 0), written.attackers.get("fighter", 0)
    if written.kind == "amphibious" and carriers > fighters:
        only = f"only {fighters} fighter{'s' * (fighters != 1)} attack{'s' * (fighters == 1)}" if fighters else "no fighter attacks"
        says = f"{carriers} carrier{'s' * (carriers != 1)}, but {only}: a carrier takes part for a fighter of its own."
        yield "attackers", "not-involved", says, "BK 9.3"


def _nobody(written: Written) -> Iterator[_Objection]:
    """BK 8.3: a side without combat units; ships off a beach do not count."""
    fighting = (*LAND, *AIR) if written.kind != "naval" else (*AIR, *NAVAL, LOADED)
    attackers = {**written.attackers, **written.overland}
    for field, counts in (("attackers", attackers), ("defenders", written.defenders)):
        if not any(kind in fighting for kind in counts):
            yield field, "no-target", f"The {field} have no combat unit: add one of {_listed(fighting)}.", "BK 9.2"


def _listed(kinds: tuple[str, ...]) -> str:
    return f"{', '.join(kinds[:-1])} and {kinds[-1]}"


def _a(kind: Kind) -> str:
    return "an amphibious" if kind == "amphibious" else f"a {kind}"


def _plural(kind: str) -> str:
    special = {"infantry": "Infantry", "artillery": "Artillery", AA: "Anti-aircraft guns", COMPLEX: "Industrial complexes",
               LOADED: "Loaded transports"}
    return special.get(kind, f"{kind.capitalize()}s")
