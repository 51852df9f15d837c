"""What players of a game propose to each other, who is for it, and when it is carried."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.contract import counted

from .decisions import Motion, Proposed, Voted
from .journal import Entry

UNANIMOUS: frozenset[Motion] = frozenset(("draw", "concede", "abandon", "take-back"))
"""What every player must be for; of everything else more than half of them."""
OF_ITS_PHASE: frozenset[Motion] = frozenset(("extend", "pause", "resume"))
"""What lapses when the phase ends in which it was proposed; a ``take-back`` does with the next commit."""
OF_ALL_SEATS: frozenset[Motion] = frozenset(("draw", "concede", "take-back"))
"""What nobody decides while a seat is free: whoever plays there later has a say in it."""
ENDING: frozenset[Motion] = frozenset(("draw", "concede", "abandon"))
"""What ends the game."""


@dataclass(frozen=True)
class OpenMotion:
    """A motion that is voted on.  ``votes``: player -> for or against; ``opened``: the entry at which the phase opened
    in which it was made, ``locks``: how many commits there had been.
    """

    seq: int
    side: str
    motion: Motion
    value: str
    at: str
    opened: int
    locks: int
    votes: dict[str, bool] = field(default_factory=dict)

    def voters(self, seats: Mapping[str, str]) -> tuple[str, ...]:
        """The players who decide; whoever is to be replaced does not."""
        out = seats.get(self.value, "") if self.motion == "replace" else ""
        return tuple(dict.fromkeys(player for player in seats.values() if player and player != out))

    def needed(self, seats: Mapping[str, str]) -> int:
        count = len(self.voters(seats))
        return count if self.motion in UNANIMOUS else count // 2 + 1

    def in_favour(self, seats: Mapping[str, str]) -> int:
        return sum(self.votes.get(player) is True for player in self.voters(seats))

    def is_carried(self, seats: Mapping[str, str]) -> bool:
        if self.motion in OF_ALL_SEATS and not all(seats.values()):
            return False
        return 0 < self.needed(seats) <= self.in_favour(seats)

    def is_lost(self, seats: Mapping[str, str]) -> bool:
        against = sum(self.votes.get(player) is False for player in self.voters(seats))
        return len(self.voters(seats)) - against < self.needed(seats)

    def waiting(self, seats: Mapping[str, str]) -> tuple[str, ...]:
        """The players who have not voted."""
        return tuple(player for player in self.voters(seats) if player not in self.votes)

    def is_settled(self, seats: Mapping[str, str]) -> bool:
        """Whether no vote that is still to come from those who play can change what becomes of it."""
        return self.is_carried(seats) or self.is_lost(seats) or not self.waiting(seats)

    def with_vote(self, player: str, *, yes: bool) -> "OpenMotion":
        """As it is if this player votes so."""
        return replace(self, votes={**self.votes, player: yes})

    def count(self, seats: Mapping[str, str]) -> str:
        """1 of 2 needed votes"""
        said = f"{self.in_favour(seats)} of {counted(self.needed(seats), 'needed vote')}"
        free = self.motion in OF_ALL_SEATS and not all(seats.values())
        return f"{said}, and that of whoever takes the free seat" if free else said


class Motions:
    """The motions of one game.  ``carried``: the one that the last entry carried, which the next entries carry out."""

    def __init__(self) -> None:
        self.open = dict[int, OpenMotion]()
        self.carried: OpenMotion | None = None
        self.lost: OpenMotion | None = None

    def propose(self, entry: Entry, body: Proposed, seats: Mapping[str, str], opened: int, locks: int) -> OpenMotion:
        """One side has one motion of a kind at a time."""
        self.open = {
            seq: known for seq, known in self.open.items() if (known.side, known.motion) != (entry.side, body.motion)
        }
        made = OpenMotion(entry.seq, entry.side, body.motion, body.value, entry.at, opened, locks)
        self.open[entry.seq] = made
        self._count(made, seats[entry.side], yes=True, seats=seats)
        return made

    def vote(self, entry: Entry, body: Voted, seats: Mapping[str, str]) -> OpenMotion | None:
        made = self.open.get(body.on)
        if made:
            self._count(made, seats[entry.side], yes=body.yes, seats=seats)
        return made

    def _count(self, made: OpenMotion, player: str, *, yes: bool, seats: Mapping[str, str]) -> None:
        made.votes[player] = yes
        if made.is_carried(seats):
            self.carried = made
        elif made.is_lost(seats):
            self.lost = made
        else:
            return
        del self.open[made.seq]

    def settled_without(
        self, side: str, seats: Mapping[str, str], carried: OpenMotion | None = None
    ) -> tuple[int, ...]:
        """The entries of the motions that are settled when the seat of this side becomes free, so that they are closed
        with it.  ``carried``: what frees the seat; it is open no longer, nor is what it took the place of.
        """
        left = {**seats, side: ""}
        same = (carried.side, carried.motion) if carried else ()
        return tuple(
            seq
            for seq, made in self.open.items()
            if (made.motion, made.value) != ("replace", side)
            and not (carried and seq == carried.seq)
            and (made.side, made.motion) != same
            and made.is_settled(left)
        )

    def drop(self, *motions: Motion, value: str = "") -> None:
        """Something else has settled these; ``value``: only those with this value."""
        self.open = {
            seq: made
            for seq, made in self.open.items()
            if made.motion not in motions or (value and made.value != value)
        }

    def go_on(self, opened: int, locks: int) -> None:
        """Drop what has lapsed."""
        self.open = {
            seq: made
            for seq, made in self.open.items()
            if not (made.motion in OF_ITS_PHASE and made.opened != opened)
            and not (made.motion == "take-back" and made.locks != locks)
        }
