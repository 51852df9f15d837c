"""Words for places, bearings, lengths and dice, as every line of the report has them."""
from collections.abc import Sequence

from .events import Length, Spot

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
READINGS = {"higher": "the higher", "lower": "the lower", "both": "both"}
WAYS = {"straight": "straight ahead", "back": "back"}


def compass(tenths: int) -> str:
    """``NE``: the nearest of eight winds to a bearing in tenths of a degree."""
    return COMPASS[(tenths + 225) // 450 % 8]


def heading(tenths: int) -> str:
    """``NE``, or ``NE (52.3°)`` if it is not quite so."""
    return compass(tenths) if tenths % 450 == 0 else f"{compass(tenths)} ({tenths / 10:g}°)"


def spot(at: Spot) -> str:
    """``12,8.25``"""
    return f"{at[0] / 100:g},{at[1] / 100:g}"


def inches(length: float) -> str:
    """``5.5"``"""
    return f'{round(length, 2):g}"'


def number(count: int) -> str:
    """``two``"""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """``two bases``; English plurals in s only."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def faces(dice: Sequence[int]) -> str:
    """``2 5``"""
    return " ".join(map(str, dice))


def listed(words: Sequence[str]) -> str:
    """``U1, U2 and U3``"""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def allowance(length: Length) -> str:
    """CW 4.6 to 4.9: ``2 5, the higher, +6 column +1 leader: 12"``, ``one die 4: 4"``."""
    one = len(length.dice) == 1
    read = "" if one else f", {READINGS[length.reading]}"
    added = [f"+{length.column} column"] * bool(length.column) + [f"+{length.leader} leader"] * bool(length.leader)
    return f"{'one die ' if one else ''}{faces(length.dice)}{read}{', ' if added else ''}{' '.join(added)}: {inches(length.allowance)}"


def cut(length: Length) -> str:
    """CW 4.11: ``, halved by Mill Fence to 3", stopped by C2, 3.1" off``; "" if it went all the way."""
    halved = f", halved by {length.halved} to {inches(-(-length.allowance // 2))}" if length.halved else ""
    return halved + (f", stopped by {length.limit}" if length.limit else "")
