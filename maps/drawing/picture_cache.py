"""Pictures that were drawn, kept by the digest of what they show, up to a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock

from ..scene.scene import GroundPart, Scene

GROUNDS = 64
"""Digests of grounds that are kept."""


class PictureCache:
    """The pictures used last.  For any number of threads."""

    def __init__(self, budget: int) -> None:
        self.budget, self.size, self.drawn = budget, 0, 0
        self._kept, self._lock = OrderedDict[bytes, bytes](), Lock()
        self._grounds = OrderedDict[int, tuple[tuple[GroundPart, ...], bytes]]()

    def picture(self, scene: Scene, draw: Callable[[Scene], bytes]) -> bytes:
        """The picture of the scene, drawn if it is not here."""
        key = digest(_all_but_the_ground(scene), self._ground_digest(scene.ground))
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known
        made = draw(scene)
        with self._lock:
            self.drawn += 1
            self.size += len(made) - len(self._kept.pop(key, b""))
            self._kept[key] = made
            while self.size > self.budget:
                _, oldest = self._kept.popitem(last=False)
                self.size -= len(oldest)
        return made

    def _ground_digest(self, ground: tuple[GroundPart, ...]) -> bytes:
        """Of a ground, which is the same object in all pictures of a game and by far the longest part of each."""
        with self._lock:
            if known := self._grounds.get(id(ground)):  # no other object has that id while this one is kept
                return known[1]
        made = digest(ground)
        with self._lock:
            self._grounds[id(ground)] = ground, made
            while len(self._grounds) > GROUNDS:
                self._grounds.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0


def _all_but_the_ground(scene: Scene) -> list[object]:
    return [getattr(scene, field) for field in scene.__struct_fields__ if field != "ground"]


def digest(shown: object, before: bytes = b"") -> bytes:
    """Of what something is written as, after other bytes."""
    return blake2b(before + repr(shown).encode("utf-8", "surrogatepass"), digest_size=32).digest()
