"""An event is a fact: the only thing that changes a state, and the only thing the journal keeps of what happened."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

E = TypeVar("E", bound="Event")
STANDING = "a standing order"
"""All that others are told of a standing order that was not carried out."""


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Subclasses are named in the past tense (Moved, Routed); their tag is the rules file's own word for it.

    WORDING names fields that hold a sentence for players and that no rule reads: an earlier version of the same rules
    may have worded them differently.
    """

    WORDING: ClassVar[tuple[str, ...]] = ()


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice on the table: why, what fell, what was added and for which reasons, what was needed, what came of it.

    ``successes``: of a pool, how many of the dice reach ``need`` each for itself, ``mods`` added to each; unset, and
    not in the journal, if the sum was what counted.  A pool's ``total`` says nothing.
    ``most``: of a pool whose low faces are the good ones, the highest that still is a success.
    ``nth`` counts the rolls of one commit with the same ``why`` and number of sides; with them it names the dice for
    verification.
    """

    WORDING = ("result",)

    why: str
    sides: int
    faces: tuple[int, ...]
    nth: int = 1
    mods: tuple[tuple[str, int], ...] = ()
    need: int | None = None
    result: str = ""
    rule: str = ""
    successes: int | msgspec.UnsetType = msgspec.UNSET
    most: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def total(self) -> int:
        return sum(self.faces) + sum(n for _, n in self.mods)


class Balked(Event, frozen=True, tag="balked"):
    """An order that was valid (or provisional) when written and was refused when its turn came."""

    WORDING = ("says",)

    side: str
    line: int
    order: str
    code: str
    says: str


class Skipped(Event, frozen=True, tag="condition-not-met"):
    """An ``if`` order that was skipped because its condition was not met."""

    side: str
    line: int
    order: str


def _standing(order: str) -> bool:
    """Whether the canonical text of an order, an ``if`` included, is a standing order."""
    return order.rpartition(": ")[2].startswith("standing ")


def without_wording(event: E) -> E:
    """The event without the sentences that no rule reads."""
    return replace(event, **dict.fromkeys(event.WORDING, "")) if event.WORDING else event


def hide_standing_order(event: E, side: str, standing: Callable[[str], bool] = _standing) -> E:
    """What a side may know of an order of another's that was not done: not what a standing order says, nor why it
    was not.

    ``standing``: whether a canonical text is one, of rules that write them without that word.
    """
    match event:
        case Balked(side=owner, order=order) if owner != side and standing(order):
            return replace(event, order=STANDING, says="only its own side knows why")
        case Skipped(side=owner, order=order) if owner != side and standing(order):
            return replace(event, order=STANDING)
        case _:
            return event
