"""What drawing keeps for the next pictures, up to a number of bytes: grounds, sprites, and what is finished."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from ctypes import CDLL
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, cast

from PIL import Image

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")

MEMORY = 160
"""Megabytes that all of it may take, unless the program is told otherwise."""
FEWEST = 32
"""The fewest megabytes: a background and its sprites, or nothing would be found again."""


class LastUsed(Generic[K, V]):
    """The values used last, up to a number of bytes.  For any number of threads."""

    def __init__(self, budget: int = 0) -> None:
        self.budget, self.size = budget, 0
        self._kept, self._lock = OrderedDict[K, tuple[V, int]](), Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        with self._lock:
            if (known := self._kept.get(key)) is None:
                return None
            self._kept.move_to_end(key)
            return known[0]

    def put(self, key: K, value: V, size: int) -> None:
        with self._lock:
            self.size += size - self._kept.pop(key, (value, 0))[1]
            self._kept[key] = value, size
            while self.size > self.budget:
                self.size -= self._kept.popitem(last=False)[1][1]

    def take(self, key: K) -> V | None:
        """The value, which is then no longer kept: whoever takes it may change it."""
        with self._lock:
            value, size = self._kept.pop(key, (None, 0))
            self.size -= size
            return value

    def newest(self, wanted: Callable[[K], bool]) -> V | None:
        """The value used last of which the key is wanted."""
        with self._lock:
            return next((value for key, (value, _) in reversed(self._kept.items()) if wanted(key)), None)

    def drop(self, unwanted: Callable[[K], bool]) -> None:
        """Forget all values of which the key is unwanted."""
        with self._lock:
            for key in [key for key in self._kept if unwanted(key)]:
                self.size -= self._kept.pop(key)[1]

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0


class KeptSprites:
    """What the functions that make sprites returned, the ones used last, up to a number of bytes.

    In two halves, so that finding one costs no more than a look into a dict: what is asked for is put into the young
    half, and moves there from the old one.  A young half that is full becomes the old one, and what nobody asked for
    since it was young is forgotten.
    """

    def __init__(self, budget: int = 0) -> None:
        self.budget, self.size = budget, 0
        self._halves, self._lock = list[tuple[dict[Hashable, Any], dict[Hashable, Any]]](), Lock()

    def keep(self, make: Callable[P, V]) -> Callable[P, V]:
        """The function, of positional arguments, with a memory."""
        young, old = dict[Hashable, Any](), dict[Hashable, Any]()
        self._halves.append((young, old))

        @wraps(make)
        def made(*args: Any) -> Any:
            if (found := young.get(args)) is None:
                if (found := old.get(args)) is None:
                    found = cast(Any, make)(*args)
                young[args] = found
                self._grow(size_of(found))
            return found

        return cast(Callable[P, V], made)

    def clear(self) -> None:
        with self._lock:
            self.size = 0
            for young, old in self._halves:
                young.clear()
                old.clear()

    def _grow(self, size: int) -> None:
        with self._lock:
            self.size += size
            if self.size <= self.budget // 2:
                return
            self.size = 0
            for young, old in self._halves:
                old.clear()
                old.update(young)
                young.clear()


def size_of(thing: object) -> int:
    """The bytes of a picture or of bytes, or of all of them in a tuple, with a little for what is around them."""
    if isinstance(thing, tuple):
        return sum(map(size_of, thing))
    if isinstance(thing, Image.Image):
        return thing.width * thing.height * (1 if thing.mode in ("1", "L", "P") else 4) + 500
    if isinstance(thing, bytes | bytearray):
        return len(thing) + 500
    return 0


def give_back() -> None:
    """Let the system have what the C library holds of large pictures that are gone; it keeps them for itself where
    smaller ones were made since.  Other C libraries than GNU's do without.
    """
    with suppress(OSError, AttributeError):
        CDLL(None).malloc_trim(0)


grounds = LastUsed[tuple[int, Hashable], Any]()
"""By the number of a background and what lies on it: its images if that is nothing, what held_ground made of it, and
the last picture (sheets.LAST).
"""
bands = LastUsed[Hashable, Any]()
pictures = LastUsed[bytes, bytes]()
sprites = KeptSprites()


def set_budget(megabytes: int) -> None:
    """From now on, half of them for grounds, a quarter for sprites, and an eighth each for bands and pictures."""
    eighth = max(FEWEST, megabytes) * 1_000_000 // 8
    grounds.budget, sprites.budget = 4 * eighth, 2 * eighth
    bands.budget = pictures.budget = eighth


def kept(make: Callable[P, V]) -> Callable[P, V]:
    """The function, remembering the sprites that it made."""
    return sprites.keep(make)


def clear() -> None:
    """Forget everything, as in a program that has just started."""
    for store in (grounds, bands, pictures, sprites):
        store.clear()


set_budget(MEMORY)
