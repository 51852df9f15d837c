"""The body of each kind of entry in the log of a league; none of them has a side, and none is secret.

- ``league``: the first; what was agreed.
- ``entered`` and ``withdrew``: players; ``queued`` and ``unqueued``: a ticket in an open queue, and its end.
- ``paired``: a round, or in a ladder a challenge, or in a queue what the match maker found.
- ``unpaired``: the last round is taken back.
- ``sealed``: a player has bid in secret for the first side of a match; ``bids``: what both had bid, with the proof;
  ``bid``: the same from somebody who knew both.  ``game``: which game of this program a match is.
- ``result``: how a game of a match ended; ``ruled``: what the referee decided instead; ``reopened``: neither counts any
  more.
- ``closed``: the end of a season.
- ``became``: a player is called otherwise from then on; ``dropped``: secret bids of a match that was decided first.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from engine.contract import canonical
from engine.log.journal import Entry

FORMAT: Final = "fieldpost-league/1"
Format = Literal["round-robin", "swiss", "knock-out", "ladder", "queue"]
Sides = Literal["single", "mirrored", "bids"]
TieBreak = Literal["direct", "schedule", "score"]
Verdict = Literal["forfeit", "adjudication", "double-loss"]


class Template(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when a league was opened.

    ``scenarios``: the pool, by name.  ``sides``: one game a match, both players on each side, or the first side for who
    bids most.  ``rounds``: of a season, 0 for as many as the format needs.  ``cycles``: how often everybody meets
    everybody in a round robin.  ``days``: for a round.  ``points``: for a win, a draw, a loss.  ``divisions``: the
    highest first; ``moves``: how many go up and down between two of them.  ``rating`` and ``reliability`` (percent):
    what players need to enter, 0 for nothing.  ``reach``: how many rungs of a ladder a challenge may go up.
    ``terms``: of its games, as ``Opened`` has them.
    """

    system: str
    format: Format
    scenarios: tuple[str, ...]
    sides: Sides = "single"
    rounds: int = 0
    cycles: int = 1
    days: int = 14
    points: tuple[int, int, int] = (3, 1, 0)
    tie_breaks: tuple[TieBreak, ...] = ("direct", "schedule", "score")
    divisions: tuple[str, ...] = ()
    moves: int = 0
    rating: int = 0
    reliability: int = 0
    reach: int = 3
    terms: Mapping[str, str] = {}

    @property
    def games(self) -> int:
        """Games of a match."""
        return 2 if self.sides == "mirrored" else 1


class LeagueOpened(msgspec.Struct, frozen=True, tag_field="v", tag=FORMAT):
    league: str
    name: str
    template: Template
    by: str


class Entered(msgspec.Struct, frozen=True, omit_defaults=True):
    """``offset``: minutes east of Greenwich where the player lives, None if unknown; ``pace``: hours in which they
    usually answer, 0 if unknown.  ``rating`` and ``reliability`` (percent of phases met on time): as they were then,
    None if nothing was known.  ``by``: who entered somebody else, "" for the player themselves and for the host.  Who
    was entered by somebody else agrees by an entry of their own, and only then are their games rated.
    """

    player: str
    division: str = ""
    offset: int | None = None
    pace: int = 0
    rating: int | None = None
    reliability: int | None = None
    by: str = ""


class Withdrew(msgspec.Struct, frozen=True, omit_defaults=True):
    """``out``: they are out of a knock-out by it; in earlier entries, which do not say so, they count as still in.
    ``by``: who withdrew them, "" for themselves and in earlier entries.
    """

    player: str
    why: str = ""
    out: bool = False
    by: str = ""


class Queued(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ticket: the player looks for an opponent at this pace, hours for a phase, and stood at this rating."""

    player: str
    pace: int
    rating: int = 0


class Unqueued(msgspec.Struct, frozen=True):
    """The player looks for nobody any more."""

    player: str


class MatchPaired(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match: ``players``, the one who plays the scenario's first side in its first game before the other."""

    number: int
    players: tuple[str, str]
    scenario: str
    division: str = ""


class Paired(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of matches, which are due then ("" if they never are); ``byes``: who has no opponent in it."""

    round: int
    matches: tuple[MatchPaired, ...]
    byes: tuple[str, ...] = ()
    due: str = ""


class Unpaired(msgspec.Struct, frozen=True):
    """The last round of the season, without a result, is as if it had never been paired."""

    round: int


class Bid(msgspec.Struct, frozen=True):
    """What each player, in the match's order, gives away of their own score for the first side."""

    match: int
    bids: tuple[int, int]


class BidSealed(msgspec.Struct, frozen=True):
    """``digest``: of the player's bid, as ``bid_digest`` makes it, so that nobody learns or changes it until both bids
    are opened.  A later one replaces it.
    """

    match: int
    player: str
    digest: str


class BidsOpened(msgspec.Struct, frozen=True):
    """As ``Bid``, with the salts that make the digests of the sealed bids; a bid that was missing is 0, its salt ""."""

    match: int
    bids: tuple[int, int]
    salts: tuple[str, str]


class GameOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    match: int
    game: str
    number: int = 1


class Reported(msgspec.Struct, frozen=True, omit_defaults=True):
    """How game ``number`` of a match ended; ``winner`` "" for a draw.  ``scores``: in the match's order of players.
    ``game``: the finished game from which it was taken, "" if somebody reported it.  ``agreed``: it ended by a
    concession or an agreed draw, so that no bid changes who has won.  ``bid_counts``: whether the bid is taken from the
    scores; earlier entries say so of agreed games too.
    """

    match: int
    winner: str
    number: int = 1
    scores: tuple[int, int] | None = None
    game: str = ""
    agreed: bool = False
    bid_counts: bool = True


class Ruled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the referee decided, with the reason; game ``number`` 0 for all games of the match that are open."""

    match: int
    verdict: Verdict
    why: str
    by: str
    winner: str = ""
    number: int = 0


class Reopened(msgspec.Struct, frozen=True):
    match: int
    number: int
    why: str


class SeasonClosed(msgspec.Struct, frozen=True):
    season: int


class Became(msgspec.Struct, frozen=True):
    """Everything that was ``old``'s is ``new``'s: entry, matches, secret bids, and the league if ``old`` opened it."""

    old: str
    new: str


class BidsDropped(msgspec.Struct, frozen=True):
    """The secret bids for this match, which is decided without them, are forgotten unopened."""

    match: int


Body = (
    LeagueOpened
    | Entered
    | Withdrew
    | Queued
    | Unqueued
    | Paired
    | Unpaired
    | Bid
    | BidSealed
    | BidsOpened
    | GameOpened
    | Reported
    | Ruled
    | Reopened
    | SeasonClosed
    | Became
    | BidsDropped
)
BODIES: Mapping[str, Any] = {
    "league": LeagueOpened,
    "entered": Entered,
    "withdrew": Withdrew,
    "queued": Queued,
    "unqueued": Unqueued,
    "paired": Paired,
    "unpaired": Unpaired,
    "bid": Bid,
    "sealed": BidSealed,
    "bids": BidsOpened,
    "game": GameOpened,
    "result": Reported,
    "ruled": Ruled,
    "reopened": Reopened,
    "closed": SeasonClosed,
    "became": Became,
    "dropped": BidsDropped,
}
KINDS = {body: kind for kind, body in BODIES.items()}


def read_body(entry: Entry) -> Body | None:
    """The body of an entry; None if it does not say exactly what one of its kind says."""
    if entry.kind not in BODIES:
        return None
    try:
        body: Body = _decoder(entry.kind).decode(entry.body)
        return body if canonical(body) == entry.body.encode() else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=32)
def _decoder(kind: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(BODIES[kind])
