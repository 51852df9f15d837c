"""What reading gives: one order as written, where each of its words was, and what was wrong with it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.contract import Condition, Order

FORM, IDLE, NOBODY, VERB, MISSING, WHO, THEIRS, GONE, NUMBER, PLACE, MOMENT, TARGET, ARGUMENT = (
    "form",
    "idle",
    "nobody",
    "verb",
    "missing",
    "who",
    "theirs",
    "gone",
    "number",
    "place",
    "phase",
    "target",
    "argument",
)
"""What a fault is about: a line that is no order (quotes, ``if``); a unit without an order, an order without its
unit; no such order;

an argument left out; whose name, whose unit, one out of play; a number; a place or point; the moment; another unit
or type; any other word. In which order they count is the system's (Nouns.checks).
"""
ASKED, OVER, EXTRA, MODELS, WHOLE, POLICY, OPEN, WEAPON, FORCE = (
    "if",
    "over",
    "extra",
    "models",
    "whole",
    "policy",
    "open",
    "weapon",
    "force",
)
"""The unit that an ``if`` asks about; an order once the game is over; words after an order of the whole side; models
of the unit ordered,

or that only all of them can do it; a standing order's policy; a word such as ``with`` and nothing after it; a
weapon; counted units.
"""
LIKE = {
    ASKED: WHO,
    EXTRA: ARGUMENT,
    MODELS: WHO,
    WHOLE: ARGUMENT,
    POLICY: MISSING,
    OPEN: MISSING,
    WEAPON: TARGET,
    FORCE: TARGET,
}
"""Where these count if the system does not say.  OVER is then before all else."""
RULES = 99
"""The rank of what the rules object to: after all that reading and the moment do."""


@lru_cache(maxsize=32)
def ranks(checks: tuple[str, ...]) -> Mapping[str, int]:
    """What a fault is about -> its rank: the first of the lowest rank is the problem of the line."""
    said = {about: rank for rank, alike in enumerate(checks, 1) for about in alike.split(" ")}
    return {OVER: 0, **{about: said[like] for about, like in LIKE.items()}, **said}


class Objection(NamedTuple):
    """Something wrong with an order: columns ``start`` to ``end`` (from 0, in the line as written), whole lines that
    would do instead."""

    rank: int
    start: int
    end: int
    code: str
    says: str
    instead: tuple[str, ...] = ()
    rule: str = ""


class ParsedLine(msgspec.Struct, frozen=True):
    """One order of a message.  ``order`` is None if it could not be read whole; ``kind`` is known as soon as the
    verb is.

    ``part``: of an order that could not be read whole what could be, its other fields empty.
    ``number``: line of the message, from 1; several orders chained with ``;`` share it.  ``spans``: field -> columns
    (from 0) of its words;
    ``span`` those of the whole order.  ``condition``: what the ``if`` before it asks, which covers the rest of the
    line.  ``written``: the order in canonical spelling, if that is how it stands in the line.
    """

    number: int
    text: str
    span: tuple[int, int]
    order: Order | None = None
    kind: type[Order] | None = None
    condition: Condition | None = None
    spans: Mapping[str, tuple[int, int]] = {}
    objections: tuple[Objection, ...] = ()
    part: Order | None = None
    written: str = ""


class Problem(msgspec.Struct, frozen=True):
    """What a player is told: where in their own text (line and column from 1), a stable code, why, and lines that
    would do instead."""

    line: int
    column: int
    width: int
    code: str
    message: str
    rule: str = ""
    suggestions: tuple[str, ...] = ()


class Found(NamedTuple):
    """What a name means, or the code and the reason why it means nothing; ``near`` are names that would do, best
    first."""

    value: str
    code: str = ""
    says: str = ""
    near: tuple[str, ...] = ()
