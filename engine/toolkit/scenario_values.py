"""Mappings, numbers and words as scenario files write them: a fault for all that is wrong, with what would do."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.contract.scenario import Fault

Path = tuple[str | int, ...]


def unknown_keys(written: Mapping[str, Any], known: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """A fault for each word that is none of these, with the one probably meant."""
    for key in written:
        if key not in known:
            yield Fault((*path, key), f"{str(key)[:60]} is not known here", did_you_mean(str(key), known))


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """What was probably meant, or all there is."""
    small = {one.lower(): one for one in known}
    close = [small[one] for one in get_close_matches(word.lower()[:80], small, 1)]
    some = (
        f"known are {', '.join(known)}"
        if len(known) <= 30
        else f"there are {len(known)}, such as {', '.join(known[:5])}"
    )
    return f"did you mean {close[0]}?" if close else some


def mapping_faults(written: Any, path: Path, known: tuple[str, ...]) -> Iterator[Fault]:
    """A mapping of known words; null is none at all."""
    if isinstance(written, Mapping):
        yield from unknown_keys(written, known, path)
    elif written is not None:
        yield Fault(path, f"{path[-1]} is a mapping, not {shortened(written)}", f"its words are {', '.join(known)}")


def whole_number_faults(written: Any, path: Path, least: int, most: int, what: str = "") -> Iterator[Fault]:
    """A whole number; ``what`` names it in the fault, else the last word of its path."""
    if type(written) is not int or not least <= written <= most:
        yield Fault(path, f"{what or path[-1]} is a whole number from {least} to {most}, not {shortened(written)}")


def word_faults(written: Any, path: Path, known: tuple[str, ...]) -> Iterator[Fault]:
    """One of these words."""
    if written not in known:
        yield Fault(
            path,
            f"{path[-1]} is {', '.join(known[:-1])} or {known[-1]}, not {shortened(written)}",
            did_you_mean(written, known) if isinstance(written, str) else "",
        )


def title_faults(written: Any, path: Path, whose: str) -> Iterator[Fault]:
    """A name for people that can be quoted in an order; ``whose`` as ``a unit's``."""
    if not isinstance(written, str) or not 0 < len(written) <= 60 or not written.isprintable() or '"' in written:
        yield Fault(path, f"{whose} name has 1 to 60 characters and no quotation marks")


def shortened(written: Any) -> str:
    """A value as people wrote it, cut short; what holds others by what it is."""
    match written:
        case None:
            return "nothing"
        case bool():
            return str(written).lower()
        case Mapping():
            return "a mapping"
        case list() | tuple():
            return "a list"
        case _:
            return str(written)[:40]


def no_such(what: str, written: Any) -> str:
    """``there is no area Kief``; where no name was written, that one is wanted."""
    if isinstance(written, str | int | float) and not isinstance(written, bool):
        return f"there is no {what} {shortened(written)}"
    return f"the name of {'an' if what[0] in 'aeiou' else 'a'} {what} is wanted here, not {shortened(written)}"
