"""The door: everything the outside may ask of a game.  One Table belongs to one thread; ``now`` is UTC as ``2026-01-31T18:00:00Z``."""
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from maps.scene import Scene

from .contract import Phase, Side
from .language import Problem
from .play import Verdict


class Refused(Exception):
    """What was asked cannot be done; ``code`` is stable, the text is a sentence for the person who asked.

    Codes: no-such-game, ambiguous-game, no-such-scenario, no-such-side, seat-taken, not-your-seat, not-started, game-over, nothing-written,
    too-long, not-your-phase, busy (another process holds the database), disk-full, read-only, not-a-database, damaged, no-such-entry.
    """

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code


class Game(msgspec.Struct, frozen=True):
    """A game as everybody may know it.  ``seats``: side -> player ("" while free); ``due``: when the deadline falls, None without one."""

    id: str
    name: str
    system: str
    scenario: str
    about: str
    sides: Mapping[str, Side]
    seats: Mapping[str, str]
    phase: Phase | None
    started: bool
    over: bool
    winner: str | None
    reason: str | None
    period: int | None
    due: str | None
    length: int


class Reply(msgspec.Struct, frozen=True):
    """What the writer alone is told: a verdict for each order, the canonical echo, and a receipt for what is stored.

    ``receipt`` is the first 8 hex digits of the stored entry's digest, ``at`` its time; both empty if nothing was stored.
    """

    verdicts: tuple[Verdict, ...]
    echo: str
    receipt: str = ""
    at: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(p for v in self.verdicts for p in v.problems)


class Bulletin(msgspec.Struct, frozen=True):
    """One public piece of news, made from the journal alone, so that it can be made again word for word.

    ``kind``: opened, seated, left, report, over, rewound, ruled.  ``seq``: the last entry it tells of.  ``lines``: the report, one fact a line.
    ``phase``: the phase that is awaited after it; ``due`` its deadline.  ``secret`` and ``promise``: the revealed secret and the next promise, hex.
    """

    kind: str
    seq: int
    at: str
    lines: tuple[str, ...]
    phase: Phase | None = None
    due: str | None = None
    side: str = ""
    player: str = ""
    secret: str = ""
    promise: str = ""


class Table:
    """``entropy(n)`` gives n unguessable bytes: the engine has no randomness of its own."""

    def __init__(self, path: str | Path, entropy: Callable[[int], bytes]) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    # seats
    def open(self, scenario: str, name: str, now: str, period: int | None = None) -> Game:
        """A new game of a shipped scenario (its file's stem) or of the scenario file at that path; ``period`` seconds for each phase."""
        raise NotImplementedError

    def games(self) -> tuple[Game, ...]:
        raise NotImplementedError

    def game(self, key: str) -> Game:
        """By id, name, or unambiguous beginning of either."""
        raise NotImplementedError

    def seat(self, key: str, side: str, player: str, now: str, nonce: str = "") -> Game:
        """Take a seat ("" = the first free one).  The last one taken starts the game: what begins by itself is run with its dice."""
        raise NotImplementedError

    def leave(self, key: str, side: str, player: str, now: str) -> Game:
        """Give a seat up; somebody else may take it, also in a running game."""
        raise NotImplementedError

    # orders
    def write(self, key: str, side: str, text: str, now: str) -> Reply:
        """Store these orders as the side's draft in place of the one before; "" clears it.  Nothing runs."""
        raise NotImplementedError

    def draft(self, key: str, side: str) -> str:
        raise NotImplementedError

    def check(self, key: str, side: str, text: str) -> Reply:
        """As ``write``, without storing."""
        raise NotImplementedError

    def commit(self, key: str, side: str, now: str, nonce: str = "", text: str | None = None) -> Bulletin:
        """Run the side's draft (or ``text`` instead, leaving the draft): lock, dice, events, reveal, next promise in one transaction."""
        raise NotImplementedError

    def done(self, key: str, side: str, now: str, nonce: str = "") -> Bulletin:
        """Run the side's draft and end its part of the phase."""
        raise NotImplementedError

    def expire(self, key: str, now: str) -> Bulletin | None:
        """If the deadline has passed: run what is written of every side awaited and let the rules' defaults fill the rest."""
        raise NotImplementedError

    def rule(self, key: str, text: str, now: str, by: str) -> Bulletin:
        """A referee's note for the record; changes nothing."""
        raise NotImplementedError

    def rewind(self, key: str, seq: int, now: str, by: str) -> Bulletin:
        """Go back to the position after entry ``seq``; adds an entry and erases nothing."""
        raise NotImplementedError

    # looking
    def picture(self, key: str, viewer: str = "", *, at: int | None = None, draft: str | None = None) -> Scene:
        """What the viewer (a side, "" the public) sees after entry ``at`` (default: now), with a draft of orders drawn on top."""
        raise NotImplementedError

    def twin(self, key: str, viewer: str = "") -> str:
        """The map in words."""
        raise NotImplementedError

    def ideas(self, key: str, side: str) -> tuple[str, ...]:
        """Legal orders worth offering, in canonical spelling."""
        raise NotImplementedError

    def bulletins(self, key: str, after: int = 0) -> tuple[Bulletin, ...]:
        """The public news told by the entries after ``after``, oldest first."""
        raise NotImplementedError

    def log(self, key: str, turn: int | None = None) -> tuple[str, ...]:
        """The public report of one turn, or of all."""
        raise NotImplementedError

    def export(self, key: str) -> bytes:
        """The whole public log as canonical JSON: ``fieldpost-log/1``."""
        raise NotImplementedError
