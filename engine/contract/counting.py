"""Numbers with what they count: ``1 unit``, ``3 entries``; every room counts in these words."""

_IRREGULAR = {"die": "dice"}


def counted(count: int | str, noun: str) -> str:
    """``1 game``, ``1,200 games``, ``2 dice``: a number in figures, or as it is already written, and its noun."""
    figures = count if isinstance(count, str) else f"{count:,}"
    return f"{figures} {noun if figures == '1' else plural(noun)}"


def plural(noun: str) -> str:
    """``tanks``, ``factories``, ``hexes``, ``successes``; of several words the last is the noun."""
    before, space, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    else:
        last = f"{last}{'es' if last.endswith(('s', 'x', 'ch', 'sh')) else 's'}"
    return f"{before}{space}{last}"


def rough_length(seconds: float) -> str:
    """Rounded to minutes, hours or days: ``35 minutes``, ``3 days``."""
    for word, size in (("day", 86_400), ("hour", 3_600)):
        if seconds >= 2 * size:
            return counted(round(seconds / size), word)
    return counted(max(1, round(seconds / 60)), "minute")
