"""Words that every system's report has: places, bearings, lengths and dice of a table, lists, counts, names."""

from collections.abc import Sequence

from engine.contract.counting import plural

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def compass(tenths: int) -> str:
    """``NE``: the nearest of eight winds to a bearing in tenths of a degree."""
    return COMPASS[(tenths + 225) // 450 % 8]


def heading(tenths: int) -> str:
    """``NE``, or ``NE (52.3°)`` if it is not quite so."""
    return compass(tenths) if tenths % 450 == 0 else f"{compass(tenths)} ({tenths / 10:g}°)"


def point_text(at: tuple[int, int]) -> str:
    """``12,8.25``: a point in hundredths of an inch."""
    return f"{at[0] / 100:g},{at[1] / 100:g}"


def inches(length: float) -> str:
    """``5.5"``"""
    return f'{round(length, 2):g}"'


def number_word(count: int) -> str:
    """``two``"""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def counted_in_words(count: int, noun: str) -> str:
    """``two bases``"""
    return f"{number_word(count) if count else 'no'} {noun if count == 1 else plural(noun)}"


def dice_faces(dice: Sequence[int]) -> str:
    """``2 5``"""
    return " ".join(map(str, dice))


def listed(words: Sequence[str]) -> str:
    """``U1, U2 and U3``"""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capitalized(words: str) -> str:
    """With a capital letter first; the rest as it is."""
    return words[:1].upper() + words[1:]


def id_and_name(key: str, name: str) -> str:
    """``U1 12th Ohio``; the id alone if the unit has no name of its own."""
    return key if key == name else f"{key} {name}"


def possessive(name: str) -> str:
    """``The Dust Raiders'``, ``Blue's``"""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def regular_plural(word: str) -> str:
    """``tanks``, ``factories``; single letters and words in -s stay as they are."""
    return word if len(word) == 1 or word.endswith("s") else plural(word)
