"""Pictures that were drawn, kept by the digest of what they show."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock

from ..scene.scene import GroundPart, Scene, shown_as_bytes
from .canvas.memory import LastUsed

GROUNDS = 64
"""Digests of grounds that are kept."""


class PictureCache:
    """The pictures used last, in a memory of their own.  For any number of threads."""

    def __init__(self, memory: LastUsed[bytes, bytes]) -> None:
        self.drawn = 0
        self._kept, self._lock = memory, Lock()
        self._grounds = OrderedDict[int, tuple[tuple[GroundPart, ...], bytes]]()

    def picture(self, scene: Scene, draw: Callable[[Scene], bytes]) -> bytes:
        """The picture of the scene, drawn if it is not here."""
        key = digest(_all_but_the_ground(scene), self._ground_digest(scene.ground))
        if (known := self._kept.get(key)) is not None:
            return known
        made = draw(scene)
        with self._lock:
            self.drawn += 1
        self._kept.put(key, made, len(made))
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


def _all_but_the_ground(scene: Scene) -> list[object]:
    return [getattr(scene, field) for field in scene.__struct_fields__ if field != "ground"]


def digest(shown: object, before: bytes = b"") -> bytes:
    """Of parts of a scene, after other bytes."""
    return blake2b(before + shown_as_bytes(shown), digest_size=32).digest()
