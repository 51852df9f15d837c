"""A layer of a playing piece: pieces that look alike in it share its picture."""

from collections.abc import Callable
from typing import NamedTuple

from ...scene.scene import Counter
from ..canvas.pen import Pen


class Layer(NamedTuple):
    """``needs``: what of a piece the layer shows, everything else left out; None: nothing.  ``paint`` draws that."""

    needs: Callable[[Counter], Counter | None]
    paint: Callable[[Pen, Counter], None]
