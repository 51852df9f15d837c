"""Counts, money and dice as sentences have them."""
from collections.abc import Sequence

from ...contract.phrases import faces, number
from .state import Counts
from .tables import CATALOGUE, LOADED
from .words import WORDS, counted


def units(counts: Counts) -> str:
    """``2 infantry, 1 tank``: in catalogue order; "" none."""
    return ", ".join(counted(counts[kind], kind) for kind in (*CATALOGUE, LOADED) if counts.get(kind))


def some(counts: Counts) -> str:
    """The same, or ``none``."""
    return units(counts) or "none"


def few(count: int, kind: str) -> str:
    """``two tanks``, in words."""
    return f"{number(count)} {WORDS[kind][0 if count == 1 else 1]}"


def ipcs(amount: float) -> str:
    """``12 IPCs``, ``1 IPC``, ``9.5 IPCs``"""
    return f"{round(amount, 1):g} IPC{'' if amount == 1 else 's'}"


def dice(thrown: Sequence[int]) -> str:
    """``2 5``"""
    return faces(thrown)
