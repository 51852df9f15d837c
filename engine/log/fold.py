"""A game as its entries add up: the position, the seats, the drafts, the promise, and the deeds that made them so."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Union

import msgspec

from engine.contract import Balked, Event, Phase, Rolled, Scenario, Skipped, System
from engine.dice.sealed import Lock, fingerprint
from engine.errors import Refused
from engine.scenarios.reader import parse
from engine.systems import SYSTEMS

from .entries import Closed, Done, DraftWritten, Opened, Orders, Promised, Revealed, Rewound, Ruled, Seated, decode
from .journal import Entry

Moment = tuple[int, str, tuple[str, ...]]
"""Turn, name and, of an open phase, sides."""


class Happening(NamedTuple):
    """An event, the state it happened in, and the entry that tells of it."""

    seq: int
    before: Any
    event: Event


class LogLine(NamedTuple):
    """A side's draft: the entry that holds it, what it says, its digest and time."""

    seq: int
    text: str
    digest: str
    at: str


@dataclass
class Deed:
    """The entries of one transaction and the position they left: the state, and when its phase began.

    ``kind``: opened, seated, left, report, ruled, rewound.  ``phase``: the moment it was done in.  ``orders``: side -> entry of the orders
    run, ``words``: what they say.  ``done``: side -> by whom it was ended.  ``acted``: the moment something was last done in, ``earlier``
    the deed before in it.
    Nothing changes a deed once it is whole.
    """

    kind: str
    at: str
    phase: Phase | None
    side: str = ""
    player: str = ""
    text: str = ""
    to: int = 0
    seq: int = 0
    lock: Lock | None = None
    secret: str = ""
    promise: str = ""
    orders: dict[str, int] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    happened: list[Happening] = field(default_factory=list)
    started: bool = False
    state: Any = None
    began: str = ""
    acted: Moment | None = None
    earlier: "Deed | None" = None

    @property
    def first(self) -> "Deed":
        """The first deed of the phase in which something was last done."""
        deed = self
        while deed.earlier:
            deed = deed.earlier
        return deed

    @property
    def recent(self) -> Sequence[Happening]:
        """All that has happened since the phase began in which something was last done."""
        deeds, deed = list[Deed](), self
        while deed.earlier:
            deeds.append(deed)
            deed = deed.earlier
        return [happening for told in (deed, *reversed(deeds)) for happening in told.happened]


def moment(phase: Phase | None) -> Moment | None:
    """What makes two phases the same one: a sealed phase goes on while sides drop out, an open one belongs to its side."""
    return (phase.turn, phase.name, () if phase.sealed else phase.sides) if phase else None


class Fold:
    """Made from the first entry of a game; ``add`` takes every later one in order.  Raises msgspec.MsgspecError for a body that is none."""

    def __init__(self, entry: Entry) -> None:
        opened: Opened = decode(entry)
        if opened.system not in SYSTEMS:
            raise Refused(
                "newer",
                f"{opened.game} is a game of {opened.system}, which this program does not know; update the program.",
            )
        self.opened, self.id, self.system = opened, entry.game, SYSTEMS[opened.system]
        self.scenario: Scenario = parse(msgspec.json.decode(opened.source))
        self.state: Any = self.system.start(self.scenario)
        self.seq, self.link, self.promise, self.previous, self.locks = entry.seq, entry.link, "", "", 0
        self.seats = dict.fromkeys(self.scenario.sides, "")
        self.drafts, self.nonces, self.deeds, self.began = (
            dict[str, LogLine](),
            dict[str, Deed](),
            list[Deed](),
            entry.at,
        )
        self.noted = list[int]()
        """The entries of all drafts there ever were."""
        self.started = False
        self._making: Deed | None = Deed("opened", entry.at, None)
        self._decode = decoder(self.system)

    @property
    def phase(self) -> Phase | None:
        """The moment; None before the start and after the end."""
        return self.system.phase(self.state) if self.started else None

    @property
    def over(self) -> bool:
        return self.started and self.system.phase(self.state) is None

    @property
    def whole(self) -> bool:
        """Whether the last entry was the last of its transaction."""
        return self._making is None

    def after(self, seq: int) -> Deed:
        """The last deed told by the entries up to ``seq``; the first one if there is none."""
        return self.deeds[max(0, bisect_right(self.deeds, seq, key=lambda deed: deed.seq) - 1)]

    def since(self, seq: int) -> Sequence[Deed]:
        """The deeds that end after entry ``seq``."""
        return self.deeds[bisect_right(self.deeds, seq, key=lambda deed: deed.seq) :]

    def extend(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        self.seq, self.link = entry.seq, entry.link
        if entry.kind == "happened":
            self._happened(entry.seq, self._decode(entry.body))
        else:
            self._said(entry)

    def _said(self, entry: Entry) -> None:
        match decode(entry):
            case Seated() as body:
                self._seated(entry, body)
            case DraftWritten(text):
                self.noted.append(entry.seq)
                self.drafts[entry.side] = LogLine(entry.seq, text, entry.digest, entry.at)
            case Orders(lines, draft):
                deed = self._deed("report", entry)
                deed.orders[entry.side], deed.words[entry.side] = entry.seq, "\n".join(text for _, text in lines)
                if self.drafts.get(entry.side, LogLine(0, "", "", "")).seq == draft:
                    self.drafts.pop(entry.side, None)
            case Lock() as lock:
                self._locked(entry, lock)
            case Done(by):
                self._deed("report", entry).done[entry.side] = by
            case Revealed(_, secret):
                self._deed("report", entry).secret, self.promise = secret, ""
            case Promised(promise):
                self._deed("report", entry).promise = self.promise = promise
                self._finish(entry)
            case Closed():
                self._finish(entry)
            case Ruled(by, text):
                self._making = Deed("ruled", entry.at, self.phase, player=by, text=text)
                self._finish(entry)
            case Rewound() as body:
                self._rewound(entry, body)

    def _deed(self, kind: str, entry: Entry) -> Deed:
        if self._making is None:
            self._making = Deed(kind, entry.at, self.phase, side=entry.side)
        return self._making

    def _seated(self, entry: Entry, body: Seated) -> None:
        self.seats[entry.side] = body.player
        deed = self._deed("seated" if body.player else "left", entry)
        deed.player = body.player or body.left
        if self.started or not all(self.seats.values()):
            self._finish(entry)

    def _locked(self, entry: Entry, lock: Lock) -> None:
        deed = self._deed("report", entry)
        deed.lock, deed.side = lock, deed.side or entry.side
        self.locks, self.previous = lock.lock, fingerprint(lock)
        if lock.nonce:
            self.nonces[lock.nonce] = deed
        self.started = True

    def _happened(self, seq: int, events: Sequence[Event]) -> None:
        deed = self._making
        for event in events:
            if deed:
                deed.happened.append(Happening(seq, self.state, event))
            self.state = self.system.apply(self.state, event)

    def _rewound(self, entry: Entry, body: Rewound) -> None:
        self._making = deed = Deed("rewound", entry.at, self.phase, player=body.by, to=body.to)
        self.state, self.began = self.after(body.to).state, entry.at
        self.drafts.clear()
        deed.earlier, deed.acted = self.after(body.to), self.after(body.to).acted
        if self.promise:
            self._finish(entry)

    def _finish(self, entry: Entry) -> None:
        deed, self._making = self._deed("report", entry), None
        before = self.deeds[-1] if self.deeds else deed
        if deed.lock:
            deed.acted = moment(deed.phase)
            deed.earlier = before if before.acted == deed.acted else None
            if moment(self.phase) != deed.acted:
                self.began = entry.at
        elif deed.kind != "rewound" and before is not deed:
            deed.earlier, deed.acted = before, before.acted
        deed.seq, deed.started, deed.state, deed.began = entry.seq, self.started, self.state, self.began
        self.deeds.append(deed)


def decoder(system: System[Any]) -> Any:
    """The reader of a list of the system's events: text -> tuple of events."""
    return _events(system.EVENTS)


@lru_cache(maxsize=32)
def _events(kinds: tuple[type[Event], ...]) -> Any:
    whole = tuple(dict.fromkeys((*kinds, Rolled, Balked, Skipped)))
    return msgspec.json.Decoder(tuple[Union[whole], ...]).decode  # type: ignore[valid-type]  # noqa: UP007
