"""Wording shared by all ways to play: sentences, lists, durations."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches

from engine.contract import Phase, Side, counted, phase_words
from engine.deadlines.calendar import LEAST_SHARE, Calendar
from engine.deadlines.words import DAYS, read_calendar
from engine.language.slips import is_slip
from engine.table import Game, News

SHORTEST, LONGEST = 2, 60 * 86400
"""Shortest and longest deadline, in seconds."""


_SPAN = re.compile(
    r"(\d{1,9})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)\s*", re.IGNORECASE
)


_SENTENCE = re.compile(r"[.!?](?=\s|$)")
_SECONDS = {"w": 7 * 86400, "d": 86400, "h": 3600, "m": 60, "s": 1}


def map_name(game: str, entry: int) -> str:
    """The file of the map after this entry of a game's log; the same in every way in and out."""
    return f"{game}-{entry}.png"


def part_name(game: str, entry: int, number: int) -> str:
    """The file of a part of that map that is drawn larger, counted from 1."""
    return f"{game}-{entry}-{number}.png"


def phase_title(phase: Phase) -> str:
    """The phase with a capital letter at its start."""
    words = phase_words(phase)
    return words[:1].upper() + words[1:]


def clip(text: str, limit: int) -> str:
    """The text in at most ``limit`` characters, with an ellipsis if it was cut."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def whole_sentences(text: str, limit: int) -> str:
    """As many whole sentences as fit into ``limit`` characters; of a first one that is too long, whole words."""
    if len(text) <= limit:
        return text
    ends = [end.end() for end in _SENTENCE.finditer(text) if end.end() <= limit]
    if ends:
        return text[: ends[-1]]
    cut = text[: limit - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """The known words that were probably meant, the likeliest first: those with one slip of the finger, else one that
    has most letters in common.  Of three letters or fewer none may be another.
    """
    slips = [one for one in known if is_slip(word, one) and (len(word) > 3 or {*word} <= {*one} or {*one} <= {*word})]
    swapped = [one for one in slips if sorted(one) == sorted(word)]
    return list(dict.fromkeys([*swapped, *slips])) or get_close_matches(word, known, 1, 0.75 if len(word) > 3 else 1)


def seconds(at: str) -> int:
    """A UTC time as seconds since 1970."""
    return int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp())


def period(text: str) -> int:
    """Seconds of ``24h``, ``3d``, ``90m``, ``2d12h``, ``1 day 6 hours``.

    Raises ValueError with a sentence for the player.
    """
    words = text.strip()
    example = "Write it like 24h, 3d, 90m or 2d12h."
    if not words:
        raise ValueError(f"The deadline is empty. {example} Leave the option out for a game without deadlines.")
    spans = _SPAN.findall(words)
    if not spans or _SPAN.sub("", words).strip(" ,"):
        number = words.isdigit()
        what = (
            f"A deadline of {words} could be minutes, hours or days."
            if number
            else f"{clip(words, 40)!r} is not a duration."
        )
        raise ValueError(f"{what} {f'Write {words}h or {words}d.' if number else example}")
    total = sum(int(count) * _SECONDS[unit[0].lower()] for count, unit in spans)
    if not SHORTEST <= total <= LONGEST:
        raise ValueError(
            f"{clip(words, 40)} is too {'short' if total < SHORTEST else 'long'} for a deadline: "
            f"{SHORTEST} seconds to {LONGEST // 86400} days are allowed. {example}"
        )
    return total


def length(total: int) -> str:
    """A number of seconds in words, such as 2 days 12 hours; the pair of ``period``."""
    parts = list[str]()
    for word, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, total = divmod(total, size)
        if count:
            parts.append(counted(count, word))
    return " ".join(parts) or "no time"


def compact(total: int) -> str:
    """A number of seconds as it can be typed, such as 2d12h; the pair of ``period``."""
    parts = list[str]()
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        count, total = divmod(total, size)
        parts += [f"{count}{unit}"] if count else []
    return "".join(parts) or "0s"


def pace(game: Game) -> str:
    """When the phases of a game end, in sentences."""
    if not game.calendar:
        return "There are no deadlines."
    found = read_calendar(game.calendar)
    says = [_ends_of_phases(found)]
    says += [f"There is no deadline on {join_list([DAYS[day] for day in found.skipped])}."] if found.skipped else []
    says += (
        [f"The first phase lasts {'twice' if found.first == 2 else 'three times'} as long."] if found.first > 1 else []
    )
    says += [] if found.early else ["No phase ends before its deadline, even if all are done."]
    says.append("At the deadline whatever you have written is run, and the rules' defaults cover the rest.")
    says += [f"Players who have written nothing by then have {length(found.grace)} more."] if found.grace else []
    says += [f"Each side may be late by {length(found.bank)} in the whole game."] if found.bank else []
    if state := standstill(game):
        says.insert(0, f"The game is {state}, so no deadline runs now.")
    return " ".join(says)


def standstill(game: Game) -> str:
    """Why no deadline runs in a game that has some, "" if one does."""
    if not game.paused or game.over:
        return ""
    return "frozen by its referee" if game.frozen else "paused"


def undecided(game: Game) -> str:
    """How a game ended that nobody has won."""
    return "A draw" if game.winner else "Given up without a result"


def seat_change(news: News, who: str, side: str, why: str) -> str:
    """That somebody takes a seat, gives it up, or has lost it, and why."""
    if news.kind == "seated":
        return f"{who} takes {side}."
    return f"The seat of {side} is free again, {why}; {who} had it." if why else f"{who} gives up {side}."


def take_backs(game: Game) -> tuple[str, ...]:
    """How many commits were taken back, if any."""
    return (f"{counted(game.take_backs, 'take-back')} in this game.",) if game.take_backs else ()


def _ends_of_phases(found: Calendar) -> str:
    own = [
        f"{kind} phases {f'at most {length(span)}' if span else 'without a deadline'}" for kind, span in found.lengths
    ]
    if not found.times:
        general = f"Each phase lasts at most {length(found.length)}" if found.length else "Phases have no deadline"
        return f"{general}{f', but {join_list(own)}' if own else ''}."
    at = join_list([f"{minute // 60:02}:{minute % 60:02}" for minute in found.times], "or")
    days = join_list([DAYS[day] for day in found.days], "or") if found.days else "any day"
    least = found.length or (found.gap // LEAST_SHARE if found.least is None else found.least)
    after = f", at least {length(least)} after they begin" if least else ""
    kinds = (
        f"; {join_list([f'{kind} phases after {length(span)}' for kind, span in found.lengths if span])}" if own else ""
    )
    return f"Phases end on {days} at {at} ({found.zone}){after}{kinds}."


def join_list(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def side_name(sides: Mapping[str, Side], side: str) -> str:
    """The name of a side."""
    return sides[side].name if side in sides else side


def written_ahead(names: Sequence[str]) -> str:
    """That orders of these sides, written ahead, wait for their writers."""
    return f"What {join_list(names)} wrote ahead has not run and is the draft now"
