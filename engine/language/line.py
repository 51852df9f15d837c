"""What reading gives: one order as written, where each of its words stood, and what was wrong with it."""
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from ..contract import Condition, Order

FORM, IDLE, NOBODY, VERB, MISSING, WHO, THEIRS, GONE, NUMBER, PLACE, MOMENT, TARGET, ARGUMENT = (
    "form", "idle", "nobody", "verb", "missing", "who", "theirs", "gone", "number", "place", "phase", "target", "argument")
"""What a fault is about: a line that is no order (quotes, ``if``); a unit without an order, an order without its unit; no such order;

an argument left out; whose name, whose unit, one out of play; a number; a place or point; the moment; another unit or type; any other word.
In which order they count is the system's (Nouns.checks).
"""
RULES = 99
"""The rank of what the rules object to: after all that reading and the moment do."""


@lru_cache(maxsize=32)
def ranks(checks: tuple[str, ...]) -> Mapping[str, int]:
    """What a fault is about -> its rank: the first of the lowest rank is the problem of the line."""
    return {about: rank for rank, alike in enumerate(checks, 1) for about in alike.split(" ")}


class Objection(NamedTuple):
    """Something wrong with an order: columns ``start`` to ``end`` (from 0, in the line as written), whole lines that would do instead."""

    rank: int
    start: int
    end: int
    code: str
    says: str
    instead: tuple[str, ...] = ()
    rule: str = ""


class Line(msgspec.Struct, frozen=True):
    """One order of a message.  ``order`` is None if it could not be read whole; ``kind`` is known as soon as the verb is.

    ``number``: line of the message, from 1; several orders chained with ``;`` share it.  ``spans``: field -> columns (from 0) of its words;
    ``span`` those of the whole order.  ``condition``: what the ``if`` before it asks, which covers the rest of the line.
    """

    number: int
    text: str
    span: tuple[int, int]
    order: Order | None = None
    kind: type[Order] | None = None
    condition: Condition | None = None
    spans: Mapping[str, tuple[int, int]] = {}
    objections: tuple[Objection, ...] = ()


class Problem(msgspec.Struct, frozen=True):
    """What a player is told: where in their own text (line and column from 1), a stable code, why, and lines that would do instead."""

    line: int
    column: int
    width: int
    code: str
    message: str
    rule: str = ""
    suggestions: tuple[str, ...] = ()
