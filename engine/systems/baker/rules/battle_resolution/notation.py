"""The notation of a battle, ``land: 6 inf 2 art vs 5 inf``: how it is read and what is refused (BK 9.1 to 9.3)."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.contract import Record, Refusal, Rounds, counted, unit_counts
from engine.contract.unit_counts import CountFault

from ...state.position import FIELD, SEA, Counts
from ...table_rows import LOADED, Kind
from ...tables import AA, AIR, BATTLESHIP, CARRIER, CATALOGUE, COMPLEX, FIGHTER, LAND, NAVAL, TRANSPORT
from ...wording import TYPES, WORDS, counted_units
from ..board.cargo import load_cargo

CHARACTERS = 1000
"""The longest text of a battle that is read."""
EXAMPLE = "land: 6 inf 2 art vs 5 inf"
KINDS: Mapping[str, Kind] = {
    "land": "land",
    "naval": "naval",
    "sea": "naval",
    "navy": "naval",
    "amphibious": "amphibious",
    "amph": "amphibious",
    "landing": "amphibious",
}
_AGAINST = re.compile(r"\s(?:vs?\.?|versus|against)(?=\s|$)", re.IGNORECASE)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})(?=\s)", re.IGNORECASE)


class WrittenBattle(Record, frozen=True, forbid_unknown_fields=True):
    """The forces of both sides, in catalogue order. ``loaded`` counts transports with two infantry aboard."""

    kind: Kind
    attackers: Counts
    defenders: Counts
    overland: Counts = {}

    @property
    def text(self) -> str:
        """The battle in standard notation, which can be read again."""
        overland = f" + {_written_counts(self.overland)} overland" if self.overland else ""
        return f"{self.kind}: {_written_counts(self.attackers)}{overland} vs {_written_counts(self.defenders)}"


def _written_counts(counts: Counts) -> str:
    return ", ".join(counted_units(number, kind) for kind, number in counts.items())


def parse_battle(words: str) -> WrittenBattle | tuple[Refusal, ...]:
    """The battle, or the reasons why it is refused, the most important first."""
    if len(words) > CHARACTERS:
        return (_syntax(f"a battle is at most {CHARACTERS:,} characters; this one has {len(words):,}"),)
    parts = _parts(_with_digits(" ".join(words.split())))
    if isinstance(parts, Refusal):
        return (parts,)
    kind, *lists = parts
    found = list[Counts]()
    for text in lists:
        counts = _counts(text) if text else {}
        if isinstance(counts, Refusal):
            return (counts,)
        found.append(counts)
    attackers, overland, defenders = found
    written = WrittenBattle(kind, attackers, defenders, overland)
    return tuple(objections(written)) or written


# parts of the notation
def _parts(text: str) -> tuple[Kind, str, str, str] | Refusal:
    """The kind of battle, and the texts of the attackers, the overland troops and the defenders."""
    text = re.sub(r"^battle\s+", "", text, flags=re.IGNORECASE)
    text = with_kind(text)
    first = re.match(r"[^\W\d_]+", text)
    if first is None or first[0].lower() not in KINDS:
        near = get_close_matches(first[0].lower()[:40], KINDS, 1) if first else []
        says = f"{first[0][:40]} is not a kind of battle" if first else "a battle begins with its kind"
        return _syntax(
            says,
            f"did you mean {near[0]}?"
            if near
            else f"write land, naval or amphibious{_with_kind(text) or f', as in {EXAMPLE}'}",
        )
    kind, rest = KINDS[first[0].lower()], text[first.end() :].lstrip().removeprefix(":")
    sides = _AGAINST.split(f" {rest}")
    if len(sides) != 2 or not all(side.strip() for side in sides):
        missing = len(sides) < 2 or not sides[1].strip()
        says = (
            "there are no defenders"
            if missing
            else "there are no attackers"
            if len(sides) == 2
            else f"a battle has two sides, not {len(sides)}"
        )
        return _syntax(says, f"write vs between attackers and defenders, as in {EXAMPLE}" if len(sides) < 2 else "")
    attackers, _, last = sides[0].rpartition("+")
    overland = re.fullmatch(r"\s*(\S.*?)\s+overland\s*", last, re.IGNORECASE)
    if overland is None and kind != "amphibious":
        return kind, sides[0], "", sides[1]
    if not attackers.strip() and overland is None:
        return kind, last, "", sides[1]
    if not attackers.strip() or overland is None:
        return _syntax(
            "after the + write the units that come overland, then the word overland", "for example + 1 art overland"
        )
    return kind, attackers, overland[1], sides[1]


def _with_digits(text: str) -> str:
    """``six inf`` as ``6 inf``."""
    return _NUMBER_WORD.sub(lambda word: str(_NUMBERS.index(word[0].lower()) + 1), text)


def with_kind(text: str) -> str:
    """The text of a battle with its kind before it, where it is left out and the units allow only one kind."""
    first, sides = re.match(r"[^\W_]+", text), _AGAINST.split(f" {text}")
    if first is None or first[0].lower() in KINDS or len(sides) != 2 or ":" in text or "+" in text:
        return text
    lists = [unit_counts.read_counts(side, TYPES) for side in sides]
    if any(isinstance(units, CountFault) for units in lists):
        return text
    types = {kind for units in lists if not isinstance(units, CountFault) for kind in units}
    ships, troops = types & {*NAVAL, LOADED}, types & {*LAND, AA}
    if (ships and troops) or not (ships or troops):
        return text
    return f"{'naval' if ships else 'land'}: {text}"


def _with_kind(text: str) -> str:
    """An example made of the player's own text, if only the kind of battle is missing."""
    return f" before it, as in land: {text}" if text[:1].isdigit() and _AGAINST.search(text) and len(text) <= 60 else ""


def _syntax(says: str, instead: str = "") -> Refusal:
    instead = instead or f"for example {EXAMPLE}"
    return Refusal("words", "syntax", f"{says}: {instead}", "BK 9.1")


def _counts(text: str) -> Counts | Refusal:
    """The units of a list, added up by type in catalogue order; or why the list is refused."""
    found = unit_counts.read_counts(text, TYPES)
    if isinstance(found, CountFault):
        code = "syntax" if found.code == "missing-argument" else found.code
        return Refusal("words", code, found.says, "BK 9.1")
    return {kind: found[kind] for kind in (*CATALOGUE, LOADED) if kind in found}


# legal forces
_PART: Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "land": ((*LAND, *AIR), (*LAND, *AIR, AA)),
    "naval": ((*AIR, *NAVAL, LOADED), (FIGHTER, *NAVAL, LOADED)),
    "amphibious": ((*LAND, *AIR, TRANSPORT, CARRIER, BATTLESHIP), (*LAND, *AIR, AA)),
}
"""BK 9.2: the types that attackers and defenders may bring."""
_Objection = tuple[str, str, str]
"""The code, the sentence and the paragraph of a refusal."""


def objections(written: WrittenBattle) -> Iterator[Refusal]:
    """The first kind of objection to a battle, in the order of the rulebook (BK 9.2, 9.3)."""
    for objections_of_kind in (_wrong_types, _too_few_transports, _idle_carriers, _no_combat_units):
        if found := tuple(objections_of_kind(written)):
            yield from (Refusal("words", code, says, rule) for code, says, rule in found)
            return


def _wrong_types(written: WrittenBattle) -> Iterator[_Objection]:
    either = tuple(kind for known in _PART[written.kind] for kind in known)
    for field, known in zip(("attackers", "defenders"), _PART[written.kind], strict=True):
        for kind in getattr(written, field):
            if kind not in known:
                does = f"do not {field[:6]}" if kind in either else "take no part"
                battle = f"{_with_article(written.kind)} battle"
                says = f"{_plural(kind)} {does} in {battle}: the {field} may bring {_listed(known)}"
                yield "wrong-battle", says, "BK 9.2"
    if written.overland and written.kind != "amphibious":
        yield (
            "wrong-battle",
            "only an amphibious assault has troops that come overland: write them before the +",
            "BK 9.2",
        )
    for kind in written.overland:
        if kind not in LAND:
            yield "wrong-battle", f"{_plural(kind)} do not come overland: only {_listed(LAND)} do", "BK 9.2"


def _too_few_transports(written: WrittenBattle) -> Iterator[_Objection]:
    """BK 9.3, 12.1: the troops aboard need enough transports."""
    if written.kind != "amphibious":
        return
    troops = {kind: number for kind, number in written.attackers.items() if kind in LAND}
    needed, ships = len(load_cargo(troops)), written.attackers.get(TRANSPORT, 0)
    if needed > ships:
        has = f"{counted(ships, 'transport')} cannot take {_written_counts(troops)}"
        yield "capacity", f"{has}: write {needed} transports, or let some come overland", "BK 9.3"


def _idle_carriers(written: WrittenBattle) -> Iterator[_Objection]:
    carriers, fighters = written.attackers.get(CARRIER, 0), written.attackers.get(FIGHTER, 0)
    if written.kind == "amphibious" and carriers > fighters:
        only = (
            f"only {counted(fighters, 'fighter')} attack{'s' * (fighters == 1)}" if fighters else "no fighter attacks"
        )
        has = f"{counted(carriers, 'carrier')}, but {only}"
        says = f"{has}: each carrier needs a fighter of its own in the attack"
        yield "not-involved", says, "BK 9.3"


def _no_combat_units(written: WrittenBattle) -> Iterator[_Objection]:
    """BK 8.3: a side without combat units; ships of a landing do not count."""
    fighting = (*LAND, *AIR) if written.kind != "naval" else (*AIR, *NAVAL, LOADED)
    attackers = {**written.attackers, **written.overland}
    for field, counts in (("attackers", attackers), ("defenders", written.defenders)):
        if not any(kind in fighting for kind in counts):
            yield "no-target", f"the {field} have no combat unit: add one of {_listed(fighting)}", "BK 9.2"


def _listed(kinds: tuple[str, ...]) -> str:
    return f"{', '.join(kinds[:-1])} and {kinds[-1]}"


def _with_article(kind: Kind) -> str:
    return "an amphibious" if kind == "amphibious" else f"a {kind}"


def _plural(kind: str) -> str:
    return {AA: "anti-aircraft guns", LOADED: "loaded transports", COMPLEX: "industrial complexes"}.get(
        kind, WORDS[kind][1]
    )


BOARD: Mapping[str, Any] = {
    "areas": {
        FIELD: {
            "kind": "land",
            "next": [SEA],
            "at": [5, 3],
            "shape": [[0, 0], [10, 0], [10, 5.6], [7.4, 6.2], [4.6, 5.7], [2.1, 6.3], [0, 5.8]],
        },
        SEA: {
            "kind": "sea",
            "next": [FIELD],
            "at": [5, 8.2],
            "shape": [[0, 5.8], [2.1, 6.3], [4.6, 5.7], [7.4, 6.2], [10, 5.6], [10, 10], [0, 10]],
        },
    }
}
SIDES: Mapping[str, Any] = {
    "red": {"name": "Attacker", "colour": "#D55E00"},
    "blue": {"name": "Defender", "colour": "#0072B2"},
}
_TITLES = {"land": "Land Battle", "naval": "Naval Battle", "amphibious": "Amphibious Assault"}


def open_battle(words: str, rounds: Rounds = "one") -> Mapping[str, Any]:
    """The scenario of a single battle, from ``land: 6 inf vs 5 inf``. ValueError explains what is wrong with it."""
    written = parse_battle(words)
    if not isinstance(written, WrittenBattle):
        raise ValueError(written[0].says)
    return {
        "system": "baker",
        "name": _TITLES[written.kind],
        "about": f"{written.text[:1].upper()}{written.text[1:]}.",
        "board": BOARD,
        "sides": SIDES,
        "units": [],
        "setup": {"mode": "battle", "battle": written.text, "rounds": rounds},
    }
