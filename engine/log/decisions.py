"""The bodies of entries that decide something about a game: rulings, rewinds, its time, motions and votes, deputies."""

from typing import Literal

import msgspec

TAKE_BACK = "taken back"
"""Why a position is restored that players agree to, or may have without asking."""


class Change(msgspec.Struct, frozen=True):
    """A referee's change of a position: the value at the end of a path of keys is this one, in JSON, from now on; ""
    takes the key away.
    """

    path: tuple[str, ...]
    value: str


class Ruled(msgspec.Struct, frozen=True):
    """A note for the record; ``changes``: of the position, in this order."""

    by: str
    text: str
    changes: tuple[Change, ...] | msgspec.UnsetType = msgspec.UNSET


class Rewound(msgspec.Struct, frozen=True):
    """The position is again the one after entry ``to``.  ``why``: the referee's reason, or that it is a take-back."""

    by: str
    to: int
    why: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def reason(self) -> str:
        return self.why or ""


class Said(msgspec.Struct, frozen=True):
    """What the entry's side writes to others where everybody reads it; ``to``: sides, none for all."""

    to: tuple[str, ...]
    text: str


TimedAct = Literal["set", "extended", "away", "grace", "bank", "disorder", "paused", "resumed", "frozen", "thawed"]
Role = Literal["calendar", "clock", "player", "vote", "referee"]


class Timed(msgspec.Struct, frozen=True):
    """The deadline of the phase is ``due`` from now on, "" for none.

    ``set`` by the calendar for a phase that has just opened.  ``sides``: who asked for it; who is ``away``, whose
    ``grace`` or ``bank`` it is, who is in civil ``disorder``.  ``frozen``: nobody can order.  ``role``: who decided,
    ``by``: that person, "" where it was none.
    """

    act: TimedAct
    due: str
    role: Role
    by: str = ""
    sides: tuple[str, ...] = ()
    why: str = ""


Motion = Literal["extend", "pause", "resume", "draw", "concede", "replace", "abandon", "take-back"]


class Proposed(msgspec.Struct, frozen=True):
    """The entry's side proposes something, and is for it.

    ``value``: seconds to ``extend`` by, the side to ``concede`` to or to ``replace``, the entry to ``take-back`` to.
    """

    motion: Motion
    value: str
    by: str


class Voted(msgspec.Struct, frozen=True):
    """The entry's side is for what entry ``on`` proposes, or against it."""

    on: int
    yes: bool
    by: str


class Deputed(msgspec.Struct, frozen=True):
    """Who may order for the entry's side until its player acts again; "" for nobody any more."""

    player: str
