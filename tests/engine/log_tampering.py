"""Logs tampered with in every way: each field of each entry, entries moved, bytes flipped; with hashes made anew or
not."""

import copy
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from engine.contract import canonical
from engine.log.entries import FORMAT
from engine.log.export import TAIL, file_head
from engine.log.journal import digest

from .log_forgery import entries, remade, resealed

Path = tuple[Any, ...]
Shown = list[dict[str, Any]]


class Tampered(NamedTuple):
    """``entry``: the first one that is changed; ``how``: raw, resealed or remade, and what."""

    log: bytes
    entry: int
    how: str


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of plain values, the empty ones included."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    elif isinstance(value, list) and value:
        for n, one in enumerate(value):
            yield from leaves(one, (*path, n))
    else:
        yield path


def other(value: Any, chance: Random) -> Any:
    """A value of the same type, mostly close to this one."""
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, value - 1, -value - 1, 0 if value else 7))
        case str() if len(value) in (32, 64) and all(sign in "0123456789abcdef" for sign in value):
            at = chance.randrange(len(value))
            digit = chance.choice("0123456789abcdef".replace(value[at], ""))
            return chance.choice((value[:at] + digit + value[at + 1 :], value.upper() + "0", value + "00", value[:-1]))
        case str() if value:
            at = chance.randrange(len(value))
            return chance.choice((value + " ", " " + value, value[:at] + value[at + 1 :], value.swapcase() + "x", ""))
        case "":
            return chance.choice((" ", "x", "red"))
        case None:
            return chance.choice((0, "", "x"))
    return chance.choice((0, "x", None))


def changed(shown: Shown, n: int, path: Path, chance: Random) -> Shown:
    """A copy with another value there."""
    copied = copy.deepcopy(shown)
    holder: Any = copied[n]
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = other(holder[path[-1]], chance)
    return copied


def withhold(entry: dict[str, Any]) -> None:
    """Show of an entry only its digest."""
    entry["digest"] = digest(entry.pop("salt"), canonical(entry.pop("body")).decode())


def written(shown: Shown, game: str, form: str = FORMAT) -> bytes:
    """A log of these entries with whatever links and numbers they have."""
    return file_head(game, form) + b",\n".join(map(canonical, shown)) + TAIL


def tampered_logs(log: bytes, game: str, form: str, chance: Random, count: int) -> Iterator[Tampered]:
    """So many, each different from the log; every kind of entry and every field has its turn before the rest."""
    shown = entries(log)
    every = [(n, path) for n, entry in enumerate(shown) for path in leaves(entry)]
    chance.shuffle(every)
    places = {(shown[n]["kind"], tuple(step for step in path if isinstance(step, str))): (n, path) for n, path in every}
    fields = cycle([*places.values(), *every])
    made: Tampered | None
    for number in range(count):
        while True:
            match number % 10:
                case 0:
                    made = _bytes_changed(log, chance)
                case 1 | 2:
                    made = _moved(shown, game, form, chance)
                case _:
                    made = _field_changed(shown, game, form, next(fields), chance)
            if made and made.log != log:
                yield made
                break


def _field_changed(shown: Shown, game: str, form: str, place: tuple[int, Path], chance: Random) -> Tampered | None:
    n, path = place
    forged = changed(shown, n, path, chance)
    what = f"entry {n + 1} {path}"
    ways = ["raw", "resealed", "remade"] if form == FORMAT else ["raw", "resealed"]
    how = "raw" if path[0] in ("seq", "link") else chance.choice(ways)
    try:
        match how:
            case "raw":
                return Tampered(written(forged, game, form), n + 1, f"raw {what}")
            case "resealed":
                return Tampered(resealed(forged, game, form), n + 1, f"resealed {what}")
            case _:
                return Tampered(remade(forged, game), n + 1, f"remade {what}")
    except (ValueError, TypeError, KeyError, AttributeError, UnboundLocalError):
        return None  # a salt that is no salt cannot even be hashed, nor a log without promises made anew


def _moved(shown: Shown, game: str, form: str, chance: Random) -> Tampered:
    """An entry left out, doubled, withheld, or exchanged for another."""
    forged, n, m = copy.deepcopy(shown), chance.randrange(len(shown)), chance.randrange(len(shown))
    how = chance.choice(("left out", "doubled", "exchanged", "withheld"))
    match how:
        case "left out":
            del forged[n]
        case "doubled":
            forged.insert(m, copy.deepcopy(forged[n]))
        case "exchanged":
            forged[n], forged[m] = forged[m], forged[n]
        case _ if "digest" not in forged[n]:
            withhold(forged[n])
    first = min(n, m) if how in ("doubled", "exchanged") else n
    make, way = chance.choice(((written, "raw"), (resealed, "resealed")))
    return Tampered(make(forged, game, form), first + 1, f"{way} entry {n + 1} {how} ({m + 1})")


def _bytes_changed(log: bytes, chance: Random) -> Tampered:
    at = chance.randrange(len(log))
    some = bytes([chance.randrange(256)])
    made = chance.choice(
        (log[:at] + some + log[at + 1 :], log[:at] + log[at + 1 :], log[:at] + some + log[at:], log[:at])
    )
    return Tampered(made, log.count(b"\n", 0, at), f"raw byte {at}")
