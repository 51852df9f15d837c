"""The body of each kind of journal entry."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal, Union

import msgspec

from engine.contract import Balked, Event, Rolled, Skipped, State, System
from engine.dice.sealed import CommitLock, Lock
from engine.play import OrderToRun

from .decisions import Deputed, Proposed, Rewound, Ruled, Said, Timed, Voted
from .journal import Entry

FORMAT: Final = "fieldpost-log/2"
FIRST_FORMAT: Final = "fieldpost-log/1"


class BeaconChoice(msgspec.Struct, frozen=True):
    """The beacon of a game: the name of its chain, and for how many seconds after its time a round is waited for.

    ``patience`` 0: for as long as it takes; else the dice fall without it then, and the report says so.
    """

    chain: str
    patience: int = 0


class Opened(msgspec.Struct, frozen=True):
    """``source`` is the whole scenario as JSON in the order written (the first side matters): a game never depends on a
    file.

    ``scenario`` is the stem of that file; ``period`` is in seconds.  ``log`` is FORMAT; a game that the first version
    opened does not have it, and stays in FIRST_FORMAT.  ``beacon``: of a game whose dice wait for one.
    ``terms``: what was agreed when it was opened, by the words of TERMS.
    """

    game: str
    name: str
    system: str
    version: str
    scenario: str
    source: str
    period: int | None = None
    log: Literal["fieldpost-log/2"] | msgspec.UnsetType = msgspec.UNSET
    beacon: BeaconChoice | msgspec.UnsetType = msgspec.UNSET
    terms: Mapping[str, str] | msgspec.UnsetType = msgspec.UNSET

    @property
    def first_format(self) -> bool:
        return self.log is msgspec.UNSET

    def term(self, name: str) -> str:
        """What was agreed about this; "" if nothing was."""
        return "" if self.terms is msgspec.UNSET else self.terms.get(name, "")

    @property
    def anonymous(self) -> bool:
        """Whether the players' names are withheld until the game is over."""
        return self.term(SEATS) == ANONYMOUS

    @property
    def beacon_choice(self) -> BeaconChoice | None:
        return None if self.beacon is msgspec.UNSET else self.beacon


DEADLINE, TAKE_BACKS, SEATS, PRESS = TERMS = ("deadline", "take-backs", "seats", "press")
"""Terms of a game: its calendar, as engine/deadlines/words.py writes it; ``friendly`` if a commit without dice and
secrets may be taken back without asking; ``anonymous`` if the players' names are withheld until the end; how sides may
write to each other, by a word of PressTerm (not private).
"""
ANONYMOUS = "anonymous"


def terms_field(terms: Mapping[str, str]) -> Mapping[str, str] | msgspec.UnsetType:
    """Terms as ``Opened`` keeps them."""
    return terms or msgspec.UNSET


def beacon_field(choice: BeaconChoice | None) -> BeaconChoice | msgspec.UnsetType:
    """A beacon as ``Opened`` keeps it."""
    return choice or msgspec.UNSET


class Seated(msgspec.Struct, frozen=True):
    """The player who holds the entry's side from now on; "" frees it, and ``left`` then names the one who left.

    ``why``: why somebody else freed it.  ``closes``: the entries of proposals that are closed with it, because no vote
    that is still to come could decide them.
    """

    player: str
    left: str = ""
    why: str | msgspec.UnsetType = msgspec.UNSET
    closes: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def reason(self) -> str:
        return self.why or ""


def freed_seat(holder: str, why: str = "", closes: tuple[int, ...] = ()) -> Seated:
    """That somebody holds a seat no longer."""
    return Seated("", holder, why or msgspec.UNSET, closes or msgspec.UNSET)


class Promised(msgspec.Struct, frozen=True):
    promise: str


class DraftWritten(msgspec.Struct, frozen=True, tag_field="as", tag="draft", omit_defaults=True):
    """Orders not yet committed, as typed.  ``ahead``: they stood below a ``done``, for the side's next phase."""

    text: str
    ahead: bool = False


class Orders(msgspec.Struct, frozen=True, tag_field="as", tag="orders"):
    """Orders that the following lock runs: line numbers and canonical texts; ``draft``: the entry they come from, 0 if
    none.
    """

    lines: tuple[OrderToRun, ...]
    draft: int = 0

    @property
    def texts(self) -> list[str]:
        """What the dice depend on: no line numbers, and no ``done``, for the button beside the text does the same."""
        return [text for _, text in self.lines if text != "done"]


class Locked(msgspec.Struct, frozen=True, tag_field="v", tag="fieldpost-log/2"):
    """A lock, beside what the dice do not depend on.

    ``nonce``: where the commit came from, in a form of engine/log/nonces.py; ``runs``: the sides whose orders run, in
    that order, which is the order of the entries before this one.
    """

    lock: CommitLock
    nonce: str
    runs: tuple[str, ...]


class Awaited(msgspec.Struct, frozen=True):
    """The lock before it waits for its beacon; as soon as its dice have fallen these sides' part of the phase ends.

    ``by`` is ``player`` or ``deadline``, "" if nobody's ends.
    """

    closes: tuple[str, ...]
    by: str


class Drawn(msgspec.Struct, frozen=True):
    """The round that a lock waited for; ``signature`` in hex, "" if the beacon was silent and the dice fall without
    it.
    """

    round: int
    signature: str


class Done(msgspec.Struct, frozen=True):
    """The entry's side ended its part of the phase; ``by`` is ``player`` or ``deadline``."""

    by: str


class Revealed(msgspec.Struct, frozen=True):
    """The secret behind a commit's dice, opened.

    ``seed`` and ``salts`` (side -> sha256 of the salt of its orders) determine the secret; see
    engine/dice/commit_secret.py.
    """

    lock: int
    secret: str
    seed: str
    salts: Mapping[str, str]


class Closed(msgspec.Struct, frozen=True):
    winner: str | None
    reason: str | None


def how_it_ended(state: State) -> Closed:
    """How a game ended; the reason is the ``reason`` that its state's ``game`` has, if it has one."""
    return Closed(state.winner, getattr(state.game, "reason", None))


CLOCK = "the clock"
"""Who makes the note that a clock which was ahead has come back: the deadline counts from its time."""
HOST, INVITATION = "the host", "invitation"
"""Who notes that a game goes on which had halted; and that whoever was invited to it has declined."""
PROGRAM = (CLOCK, HOST, INVITATION)
"""Whose notes are the program's own: no referee is called so."""


BODIES: Mapping[str, Any] = {
    "opened": Opened,
    "seated": Seated,
    "deputed": Deputed,
    "timed": Timed,
    "proposed": Proposed,
    "voted": Voted,
    "said": Said,
    "promised": Promised,
    "written": DraftWritten | Orders,
    "locked": Locked | Lock,
    "awaited": Awaited,
    "drawn": Drawn,
    "done": Done,
    "closed": Closed,
    "revealed": Revealed,
    "ruled": Ruled,
    "rewound": Rewound,
}
"""What the body of each kind of entry is; that of ``happened`` is a list of the system's events."""


def decode(entry: Entry) -> Any:
    """The body of an entry that is not ``happened``."""
    if entry.kind not in BODIES:
        raise msgspec.ValidationError(f"entry {entry.seq} is of the unknown kind {entry.kind}")
    return _decoder(entry.kind).decode(entry.body)


@lru_cache(maxsize=32)
def _decoder(kind: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(BODIES[kind])


def decoder(system: System[Any]) -> Any:
    """The reader of a list of the system's events: text -> tuple of events."""
    return _events(system.EVENTS)


@lru_cache(maxsize=32)
def _events(kinds: tuple[type[Event], ...]) -> Any:
    whole = tuple(dict.fromkeys((*kinds, Rolled, Balked, Skipped)))
    return msgspec.json.Decoder(tuple[Union[whole], ...]).decode  # type: ignore[valid-type]  # noqa: UP007
