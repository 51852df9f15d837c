"""Time zones as people write them: by their full name, by its last part, or nearly."""

from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from engine.errors import Refused

from . import wording

EXAMPLE = "Europe/Berlin"
OFFERED = 3
"""Zones that are offered in place of one that is misspelt."""
UTC = ZoneInfo("UTC")


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC for one that this computer does not know (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def zone_names() -> tuple[str, ...]:
    """Every zone that this computer knows, without the files that only look like one; in alphabetical order."""
    return tuple(sorted(name for name in available_timezones() if name not in ("localtime", "Factory")))


@cache
def _by_word() -> dict[str, str]:
    """Full names by what people write: the name, and its last part where only one zone has it; in small letters."""
    lasts = dict[str, list[str]]()
    for name in zone_names():
        lasts.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    alone = {last: names[0] for last, names in lasts.items() if len(names) == 1}
    return alone | {name.casefold(): name for name in zone_names()}


def find_zone(said: str) -> str:
    """The zone that is meant: ``europe/berlin``, ``Berlin``, ``New York``.  Raises Refused with zones that exist."""
    word = said.strip().strip(".").replace(" ", "_").casefold()
    known = _by_word()
    if word in known:
        return known[word]
    near = list(dict.fromkeys(known[one] for one in get_close_matches(word, known, OFFERED, 0.7)))
    wrong = repr(wording.clip(said.strip(), 40)) if word else "Nothing"
    instead = f"Did you mean {wording.join_list(near, 'or')}?" if near else f"Write it like {EXAMPLE}."
    raise Refused("no-such-zone", f"{wrong} is no time zone. {instead}")


def zones_like(typed: str) -> tuple[str, ...]:
    """Zones for somebody who is typing one: those whose last part begins so, then those that contain it."""
    word = typed.strip().replace(" ", "_").casefold()
    found = [name for name in zone_names() if word in name.casefold()]
    return tuple(sorted(found, key=lambda name: not name.rpartition("/")[2].casefold().startswith(word)))
