"""A layer of a playing piece: pieces that look alike in it share its picture."""

from collections.abc import Callable
from typing import NamedTuple

from ...scene.scene import Counter
from ..canvas.pen import Pen

Paint = Callable[[Pen, Counter], None]


class Layer(NamedTuple):
    """``needs``: what of a piece the layer shows, everything else left out; None: nothing.

    ``paint`` draws that over ``first``.
    """

    needs: Callable[[Counter], Counter | None]
    paint: Paint
    first: "LayerStart | None" = None


class LayerStart(NamedTuple):
    """What is drawn first of a layer, and alike on more pieces than the whole of it: ``needs`` less of a piece."""

    needs: Callable[[Counter], Counter]
    paint: Paint
