"""What reading gives: one order as written, where each of its words stood, and what was wrong with it."""
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from ..contract import Condition, Order

SYNTAX, VERB, MISSING, UNIT, PLACE, MOMENT, TARGET, RULES = range(1, 9)
"""The order in which objections count: the first of the lowest rank is the problem of the line (the common checks of every rules file)."""


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
