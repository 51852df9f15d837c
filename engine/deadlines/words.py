"""Calendars in words: ``Mon Wed Fri 20:00 Europe/Berlin, first double, grace 6h``, read and written."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from engine.contract import counted, replace
from engine.errors import Refused

from .calendar import DAY, PACES, Calendar

SHORTEST, LONGEST = 2, 60 * DAY
"""Seconds that a phase may last, at least and at most."""
MOST_TEXT = 200
"""Characters of a calendar."""
EXAMPLE = "Write it like 24h, 3d, or Mon Wed Fri 20:00 Europe/Berlin."
COMMAS = "Parts are separated by commas, as in 3d, first double, grace 6h."
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_GERMAN = {"di": "tuesday", "mi": "wednesday", "do": "thursday", "so": "sunday"}
_SETS = {"weekdays": (0, 1, 2, 3, 4), "weekends": (5, 6), "weekend": (5, 6), "daily": tuple(range(7))}
_SPAN = re.compile(
    r"(\d{1,9})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)(?![a-z])[\s,]*", re.IGNORECASE
)
_SECONDS = {"w": 7 * DAY, "d": DAY, "h": 3600, "m": 60, "s": 1}
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")
_AND = re.compile(r"\s*(?:,|;|\band\b|&)\s*", re.IGNORECASE)
_NONE = ("none", "no", "without", "off")
_YES, _NO = ("yes", "on", "true"), ("no", "off", "false")


def read_span(text: str) -> int | None:
    """Seconds of ``24h``, ``90m``, ``2d12h``, ``1 day 6 hours``; None for anything else."""
    words = text.strip()
    spans = _SPAN.findall(words)
    if not spans or _SPAN.sub("", words).strip():
        return None
    return sum(int(count) * _SECONDS[unit[0].lower()] for count, unit in spans)


def read_calendar(text: str) -> Calendar:
    """Raises Refused bad-deadline, with a sentence that says which part is wrong and what works."""
    words = " ".join(text.split())
    if not words:
        raise _bad("The deadline is empty. Leave it out for a game without deadlines.")
    if len(words) > MOST_TEXT:
        raise _bad(f"The deadline has {len(words)} characters; at most {MOST_TEXT} are allowed.")
    if words.isdigit():
        raise _bad(f"A deadline of {words} could be minutes, hours or days. Write {words}h or {words}d.")
    if (plain := read_span(words)) is not None:
        return Calendar(length=_allowed(plain, words))
    found = Calendar()
    for part in _clauses(words):
        for clause in _without_comma(part):
            found = _with_clause(found, clause)
    return _whole(found, words)


def _clauses(words: str) -> Iterator[str]:
    """The parts between commas; days that are listed with commas stay one part with their time."""
    kept = ""
    for part in filter(None, _AND.split(words)):
        kept = f"{kept} {part}".strip()
        if all(_days(word) for word in kept.split()):
            continue
        yield kept
        kept = ""
    if kept:
        yield kept


def _without_comma(part: str) -> Iterator[str]:
    """The clauses of a part in which commas are missing: one ends where another begins, if it is whole by itself."""
    kept = list[str]()
    for word in part.split():
        if kept and word.casefold().strip(":") in _EXAMPLES and _is_clause(" ".join(kept)):
            yield " ".join(kept)
            kept = []
        kept.append(word)
    yield " ".join(kept)


def _is_clause(words: str) -> bool:
    with suppress(Refused):
        return bool(_with_clause(Calendar(), words))
    return False


def _with_clause(found: Calendar, clause: str) -> Calendar:
    first, _, rest = clause.replace(":", " ", 1).partition(" ") if not _TIME.search(clause) else clause.partition(" ")
    word = first.casefold().strip(": ")
    if clause.casefold() in PACES:
        return PACES[clause.casefold()]
    if word in _CLAUSES and rest.strip(": "):
        return _CLAUSES[word](found, rest.strip(": "), clause)
    if word in _EXAMPLES and not rest.strip(": "):
        raise _bad(f'"{clause}" alone is too little. Write it like "{_EXAMPLES[word]}".')
    if (span := read_span(clause)) is not None:
        return replace(found, length=_allowed(span, clause))
    if _TIME.search(clause) or _zone(clause.rpartition(" ")[2]):
        return _with_times(found, clause)
    for cut in (clause.split()[:-2], clause.split()[:-1]):
        kind, span_words = " ".join(cut), " ".join(clause.split()[len(cut) :])
        if kind and (span_words.casefold() in _NONE or read_span(span_words) is not None):
            return _with_kind(found, kind, span_words)
    raise _unknown(clause)


def _with_kind(found: Calendar, kind: str, span: str) -> Calendar:
    if (words := kind.split())[0][0].isdigit() and any(read_span(" ".join(words[:count])) for count in (1, 2)):
        raise _bad(f'"{kind} {span}" is more than one part. {COMMAS}')
    seconds = 0 if span.casefold() in _NONE else _allowed(read_span(span) or 0, span)
    return replace(found, lengths=(*found.lengths, (kind.casefold().strip(": "), seconds)))


def _with_times(found: Calendar, clause: str) -> Calendar:
    days, times, zone = list[int](), list[int](), found.zone
    for word in clause.split():
        if at := _TIME.fullmatch(word):
            times.append(int(at[1]) * 60 + int(at[2]))
        elif named := _days(word):
            days += named
        elif named_zone := _zone(word):
            zone = named_zone
        elif (span := read_span(word)) is not None:
            found = replace(found, length=_allowed(span, word))
        elif word.casefold() not in ("at", "on", "every", "and", "each", "day"):
            raise _unknown(word, clause)
    if times and found.times and tuple(sorted(set(days))) != found.days and days:
        raise _bad(f'"{clause}" names other days than the part before it. Give the times of all days together.')
    every = tuple(sorted({*found.times, *times}))
    named_days = tuple(sorted(set(days)))
    named_days = () if len(named_days) == len(DAYS) else named_days or found.days
    return replace(found, days=named_days, times=every, zone=zone)


def _first(found: Calendar, rest: str, clause: str) -> Calendar:
    words = rest.casefold().removeprefix("phase").strip()
    counts = {"double": 2, "twice": 2, "x2": 2, "2x": 2, "triple": 3, "x3": 3, "3x": 3, "single": 1}
    if words not in counts:
        shapes = f'"first double" or "first triple".{_more(rest)}'
        raise _bad(f'"{clause}" is not understood. The first phase can be longer: {shapes}')
    return replace(found, first=counts[words])


def _skipped(found: Calendar, rest: str, clause: str) -> Calendar:
    words = [word for word in rest.split() if word.casefold() not in ("deadline", "deadlines", "on")]
    named = [_days(word) for word in words]
    if not words or not all(named):
        raise _bad(f'"{clause}" is not understood. Days without a deadline are named like "not Sat Sun".{_more(rest)}')
    return replace(found, skipped=tuple(sorted({day for days in named for day in days})))


def _early(found: Calendar, rest: str, clause: str) -> Calendar:
    if rest.casefold() not in (*_YES, *_NO):
        raise _bad(f'"{clause}" is not understood. Write "early: yes" or "early: no".{_more(rest)}')
    return replace(found, early=rest.casefold() in _YES)


def _seconds(field: str) -> Callable[[Calendar, str, str], Calendar]:
    def read(found: Calendar, rest: str, clause: str) -> Calendar:
        seconds = 0 if rest.casefold() in _NONE else read_span(rest)
        if seconds is None or seconds > LONGEST:
            raise _bad(
                f'"{clause}" is not understood. Write it like "{field} 6h", at most {LONGEST // DAY} days.{_more(rest)}'
            )
        return replace(found, **{field: seconds})

    return read


def _in_zone(found: Calendar, rest: str, clause: str) -> Calendar:
    if not (zone := _zone(rest)):
        raise _unknown(rest, clause)
    return replace(found, zone=zone)


_CLAUSES: dict[str, Callable[[Calendar, str, str], Calendar]] = {
    "first": _first,
    "not": _skipped,
    "no": _skipped,
    "skip": _skipped,
    "early": _early,
    "zone": _in_zone,
    "least": _seconds("least"),
    "grace": _seconds("grace"),
    "bank": _seconds("bank"),
}
_SHAPES = ("first double", "not Sat Sun", "early: no", "zone Europe/Berlin", "least 12h", "grace 6h", "bank 2d")
_EXAMPLES = {shape.split()[0].strip(":"): shape for shape in _SHAPES}
"""Words with which a clause begins, whatever stands before them, and an example of each."""


def _more(rest: str) -> str:
    return f" {COMMAS}" if len(rest.split()) > 1 else ""


def _whole(found: Calendar, words: str) -> Calendar:
    """The calendar, if phases can end by it."""
    if not found.ends_phases:
        raise _bad(f'"{words}" says when no phase ends. {EXAMPLE}')
    if set(found.days or range(7)) <= set(found.skipped):
        raise _bad(f'"{words}" leaves no day for a deadline. {EXAMPLE}')
    return found


def write_calendar(found: Calendar) -> str:
    """The calendar in its one form, which ``read_calendar`` reads; "" for none."""
    parts = [write_span(found.length)] if found.length else []
    parts += [f"{kind} {write_span(seconds) if seconds else 'none'}" for kind, seconds in found.lengths]
    if found.times:
        at = " ".join(f"{minute // 60:02}:{minute % 60:02}" for minute in found.times)
        parts.append(" ".join([*_day_words(found.days), at, *([found.zone] if found.zone != "UTC" else [])]))
    elif found.zone != "UTC":
        parts.append(f"zone {found.zone}")
    parts += [f"not {' '.join(DAYS[day] for day in found.skipped)}"] if found.skipped else []
    parts += [f"first {'double' if found.first == 2 else 'triple'}"] if found.first > 1 else []
    parts += ["early: no"] if not found.early else []
    if found.least is not None:
        parts.append(f"least {write_span(found.least) if found.least else 'none'}")
    parts += [f"grace {write_span(found.grace)}"] if found.grace else []
    parts += [f"bank {write_span(found.bank)}"] if found.bank else []
    return ", ".join(parts)


def write_span(seconds: int) -> str:
    """The pair of ``read_span``: 2d12h."""
    parts, left = "", seconds
    for unit, size in (("d", DAY), ("h", 3600), ("m", 60), ("s", 1)):
        count, left = divmod(left, size)
        parts += f"{count}{unit}" if count else ""
    return parts or "0s"


def span_in_words(seconds: int) -> str:
    """2 days 12 hours"""
    parts = list[str]()
    for word, size in (("day", DAY), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(counted(count, word))
    return " ".join(parts) or "no time"


def _day_words(days: Sequence[int]) -> list[str]:
    if not days or len(days) == 7:
        return []
    return ["weekdays"] if tuple(days) == _SETS["weekdays"] else [DAYS[day] for day in days]


def _days(word: str) -> tuple[int, ...]:
    """The weekdays that a word names; none for any other word."""
    said = word.casefold().strip(".,")
    if said in _SETS:
        return _SETS[said]
    single = said.removesuffix("s") if len(said) > 4 else said
    found = [n for n, day in enumerate(_FULL) if len(single) >= 2 and day.startswith(single)]
    return (found[0],) if len(found) == 1 else ()


def _zone(word: str) -> str:
    """The name of a time zone as it is spelt; "" if there is none of that name."""
    name = _zones().get(word.casefold().strip(), "")
    try:
        return ZoneInfo(name).key if name else ""
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ""


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    """The names of all time zones, by their small letters."""
    return {name.casefold(): name for name in available_timezones()}


def _allowed(seconds: int, words: str) -> int:
    if not SHORTEST <= seconds <= LONGEST:
        raise _bad(
            f"{words} is too {'short' if seconds < SHORTEST else 'long'} for a deadline: {SHORTEST} seconds to "
            f"{LONGEST // DAY} days are allowed. Write it like 24h, 3d, 90m or 2d12h."
        )
    return seconds


def _unknown(word: str, clause: str = "") -> Refused:
    """What is not understood, with a time zone or a day of nearly the same name if there is one."""
    said, known = word.rpartition(" ")[2], (*_zones().values(), *_FULL, *PACES)
    like = said.casefold() if said.isalpha() else said
    near = [_GERMAN[like]] if like in _GERMAN else get_close_matches(like, known, 1, 0.75)
    hint = f" Did you mean {near[0].capitalize() if near[0] in _FULL else near[0]}?" if near else ""
    where = f' in "{clause[:60]}"' if clause and clause != word else ""
    return _bad(f'"{word[:60]}"{where} is no part of a deadline.{hint} {EXAMPLE}')


def _bad(says: str) -> Refused:
    return Refused("bad-deadline", says)
