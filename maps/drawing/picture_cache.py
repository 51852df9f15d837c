"""Pictures that were drawn, kept by the digest of what they show, up to a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock

from ..scene.scene import Scene


class PictureCache:
    """The pictures used last.  For any number of threads."""

    def __init__(self, budget: int) -> None:
        self.budget, self.size, self.drawn = budget, 0, 0
        self._kept, self._lock = OrderedDict[bytes, bytes](), Lock()

    def picture(self, scene: Scene, draw: Callable[[Scene], bytes]) -> bytes:
        """The picture of the scene, drawn if it is not here."""
        key = blake2b(repr(scene).encode("utf-8", "surrogatepass"), digest_size=32).digest()
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

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0
