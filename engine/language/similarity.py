"""Names beside one another: what counts as the same, what looks like it, and several in a row."""

from collections.abc import Iterable, Mapping
from heapq import nlargest

from .words import normalized


def without_hyphens(name: str) -> str:
    """A name as it is compared where hyphens and spaces are the same."""
    return " ".join(normalized(name).replace("-", " ").split())


def letters_only(name: str) -> str:
    """A name without all that parts its words."""
    return "".join(c for c in normalized(name) if c.isalnum())


def similar(said: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Values of up to three names which have most of their letters in common with what was said, in the same order."""
    if not said or len(said) > 40:
        return ()
    where, whole, close = dict[str, int](), (1 << len(said)) - 1, list[tuple[float, int, str]]()
    for n, letter in enumerate(said):
        where[letter] = where.get(letter, 0) | 1 << n
    for order, (name, value) in enumerate(known.items()):
        both = len(said) + len(name)
        needed = (0.5 if both <= 6 else 0.65) * both
        if 2 * min(len(said), len(name)) < needed or 2 * sum(map(where.__contains__, name)) < needed:
            continue
        if (common := 2 * _common(where, whole, name)) >= needed:
            close.append((common / both, -order, value))
    return tuple(dict.fromkeys(value for *_, value in nlargest(3, close)))


def _common(where: Mapping[str, int], whole: int, name: str) -> int:
    """Length of the longest common subsequence, all columns of the table at once as the bits of a number (Hyyrö
    2004)."""
    open_ = whole
    for letter in name:
        match = open_ & where.get(letter, 0)
        open_ = ((open_ + match) | (open_ - match)) & whole
    return (whole ^ open_).bit_count()


def listed(names: Iterable[str], joint: str = "and") -> str:
    """``G1, G2 and G3``; of many the first twelve."""
    words = list(names)
    if len(words) > 12:
        return f"{', '.join(words[:12])} {joint} {len(words) - 12} more"
    return f" {joint} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "none"
