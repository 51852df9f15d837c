"""Reading: every word is either used or complained about, and every complaint points at its words."""
from collections.abc import Sequence

from ..contract import Nouns, Order
from .line import Line


def read(text: str, kinds: Sequence[type[Order]], nouns: Nouns) -> tuple[Line, ...]:
    raise NotImplementedError
