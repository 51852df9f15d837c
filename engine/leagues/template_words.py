"""A league's template as people write it: ``system=miniwars format=swiss scenarios=millers-bridge rounds=5``."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, get_args

from engine.deadlines.words import read_calendar, write_calendar
from engine.errors import Refused
from engine.log.entries import DEADLINE
from engine.scenarios import reader
from engine.systems import SYSTEMS

from .entries import Format, Sides, Template, TieBreak
from .player_names import name_key

EXAMPLE = "system=miniwars format=swiss scenarios=millers-bridge,twin-hamlets rounds=5"
MOST_SCENARIOS, MOST_DIVISIONS = 20, 8
OF_FORMAT: Mapping[str, Format] = {"rounds": "swiss", "cycles": "round-robin", "reach": "ladder"}
"""Options that mean something in one format alone."""
_WORD = re.compile(r"[\w-]{1,24}")
_POINTS = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{1,2})")


def option_name(word: str) -> str:
    """What stands before the sign of ``key=value``, in whatever case and spaces."""
    return word.partition("=")[0].strip().lower()


def read_options(words: Sequence[str], known: Collection[str]) -> dict[str, str]:
    """``key=value`` by key.  Refused bad-option."""
    found = dict[str, str]()
    for word in words:
        _, sign, value = word.partition("=")
        name = option_name(word)
        if not sign or name not in known:
            near = get_close_matches(name, known, 1)
            instead = f"Did you mean {near[0]}=...?" if near else f"Options: {', '.join(f'{one}=' for one in known)}."
            raise Refused("bad-option", f"{word[:40]!r} is no option here. {instead}")
        if name in found:
            raise Refused("bad-option", f"{name}= is there twice: {found[name][:40]!r} and {value[:40]!r}.")
        found[name] = value.strip()
    return found


def read_template(words: Sequence[str]) -> Template:
    """Refused bad-option with what is wrong, and how it is written."""
    said = read_options(words, _FIELDS)
    missing = [name for name in ("system", "format", "scenarios") if not said.get(name)]
    if missing:
        raise Refused("bad-option", f"A league needs {' and '.join(f'{name}=' for name in missing)}: {EXAMPLE}")
    values: dict[str, Any] = {}
    for name, text in said.items():
        field = {"ties": "tie_breaks", "deadline": "terms"}.get(name, name)
        values[field] = _FIELDS[name](text)
    _require_scenarios_of(values["system"], values["scenarios"])
    template = Template(**values)
    if template.moves and len(template.divisions) < 2:
        raise Refused("bad-option", "moves= goes with two divisions or more, such as divisions=first,second.")
    if template.format in ("ladder", "queue") and template.divisions:
        raise Refused(
            "bad-option", f"divisions= does not go with format={template.format}: all its players are in one."
        )
    if foreign := next((name for name in said if name in OF_FORMAT and OF_FORMAT[name] != template.format), ""):
        raise Refused(
            "bad-option",
            f"{foreign}= goes with format={OF_FORMAT[foreign]} alone, and this is format={template.format}.",
        )
    return template


def read_number(name: str, least: int, most: int, text: str) -> int:
    if re.fullmatch(r"[0-9]{1,6}", text) and least <= int(text) <= most:
        return int(text)
    raise Refused(
        "bad-number", f"{name}= is a number from {least} to {most:,}, such as {name}={least}; not {text[:40]!r}."
    )


def _choice(name: str, known: Sequence[str], text: str) -> str:
    """The known word itself: a default that is another object would be written out, and read as it never is."""
    for one in known:
        if one == text.lower():
            return one
    raise Refused("bad-option", f"{name}= is {', '.join(known[:-1])} or {known[-1]}; not {text[:40]!r}.")


def _list(name: str, most: int, text: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in text.split(",") if word.strip())
    if not found or len(found) > most or len(set(found)) < len(found):
        raise Refused("bad-option", f"{name}= is a list of 1 to {most}, each once, such as {name}=one,two.")
    return found


def _scenarios(text: str) -> tuple[str, ...]:
    found = list[str]()
    for word in _list("scenarios", MOST_SCENARIOS, text):
        try:
            stem = reader.find_shipped(word).stem
        except reader.UnknownScenario as unknown:
            raise Refused("no-such-scenario", str(unknown)) from unknown
        if stem not in found:
            found.append(stem)
    return tuple(found)


def _require_scenarios_of(system: str, stems: Sequence[str]) -> None:
    """A match has two players, so its scenario has two sides."""
    for stem in stems:
        scenario = reader.load_shipped(stem)
        if scenario.system != system:
            raise Refused(
                "bad-option", f"{stem} is a scenario of {scenario.system}, and the league's system is {system}."
            )
        if len(scenario.sides) != 2:
            raise Refused("bad-option", f"{stem} has {len(scenario.sides)} sides; a match has two players.")


def _divisions(text: str) -> tuple[str, ...]:
    found = _list("divisions", MOST_DIVISIONS, text)
    if wrong := next((word for word in found if not _WORD.fullmatch(word)), ""):
        raise Refused(
            "bad-name", f"A division is one word of letters, digits and hyphens, such as north; not {wrong!r}."
        )
    if again := next((word for at, word in enumerate(found) if name_key(word) in map(name_key, found[:at])), ""):
        raise Refused("bad-option", f"divisions= names {again} twice.")
    return found


def _points(text: str) -> tuple[int, int, int]:
    found = _POINTS.fullmatch(text)
    if found:
        win, draw, loss = (int(part) for part in found.groups())
        if win > draw >= loss:
            return win, draw, loss
    raise Refused(
        "bad-option",
        f"points= are those for a win, a draw and a loss, falling, such as points=3/1/0; not {text[:40]!r}.",
    )


def _ties(text: str) -> tuple[str, ...]:
    found = [_choice("ties", get_args(TieBreak), word) for word in _list("ties", len(get_args(TieBreak)), text)]
    return tuple(dict.fromkeys(found))


def _terms(text: str) -> Mapping[str, str]:
    """The deadlines of its games."""
    return {DEADLINE: write_calendar(read_calendar(text))}


_FIELDS: Mapping[str, Callable[[str], Any]] = {
    "system": lambda text: _choice("system", tuple(SYSTEMS), text),
    "format": partial(_choice, "format", get_args(Format)),
    "scenarios": _scenarios,
    "sides": partial(_choice, "sides", get_args(Sides)),
    "rounds": partial(read_number, "rounds", 1, 40),
    "cycles": partial(read_number, "cycles", 1, 4),
    "days": partial(read_number, "days", 0, 365),
    "points": _points,
    "ties": _ties,
    "divisions": _divisions,
    "moves": partial(read_number, "moves", 0, 10),
    "rating": partial(read_number, "rating", 0, 4000),
    "reliability": partial(read_number, "reliability", 0, 100),
    "reach": partial(read_number, "reach", 1, 50),
    "deadline": _terms,
}
