"""The odds of a battle: who wins how often, what is left, what it costs, exactly or from so many battles fought out."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from math import sqrt
from typing import Literal

import msgspec

CONFIDENCE = 1.959964
"""Standard deviations on either side of a mean between which 95 of 100 lie."""


class Bar(msgspec.Struct, frozen=True):
    """One column of the distribution: the battle ends so, with so many units left of the attacker (won) or of the
    defender, 0 in a draw."""

    result: Literal["won", "draw", "lost", "retreated"]
    left: int
    share: float


class Odds(msgspec.Struct, frozen=True):
    """Shares from 0 to 1, ``loss`` without ``retreat``.  All by side: ``forces`` as the battle begins, ``left``
    units on average, ``lost``

    IPCs or what else units cost, on average.  ``bars`` from the attacker's best end to his worst.  ``battles`` 0:
    exact.  ``after``: the place of a battle that comes first, and without which nobody lands from there; or "".
    ``margin``: half the width of the interval in which the swing lies with 95 %, 0 if exact.  ``counted``: what
    units cost, in the plural.
    """

    attacker: str
    defender: str
    win: float
    draw: float
    loss: float
    retreat: float
    forces: Mapping[str, Mapping[str, int]]
    left: Mapping[str, Mapping[str, float]]
    lost: Mapping[str, float]
    bars: tuple[Bar, ...]
    battles: int = 0
    margin: float = 0.0
    counted: str = "points"
    after: str = ""

    @property
    def swing(self) -> float:
        """What the defender loses more than the attacker, on average."""
        return self.lost[self.defender] - self.lost[self.attacker]

    def interval(self, share: float) -> tuple[float, float]:
        """Between which shares the true one lies with 95 % (Wilson); the share itself if the odds are exact."""
        if not self.battles:
            return share, share
        grown = CONFIDENCE**2 / self.battles
        middle = (share + grown / 2) / (1 + grown)
        half = CONFIDENCE * sqrt(share * (1 - share) / self.battles + grown / (4 * self.battles)) / (1 + grown)
        return max(0.0, middle - half), min(1.0, middle + half)


def seeded_numbers(seed: str) -> Callable[[], float]:
    """Numbers from 0 to less than 1 that are always the same for a seed."""
    return _numbers(seed).__next__


def _numbers(seed: str) -> Iterator[float]:
    for block in count():
        digest = sha256(f"{seed} {block}".encode("utf-8", "replace")).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big") / 2**32
