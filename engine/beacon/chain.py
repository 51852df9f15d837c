"""The rounds of a drand chain: when each is published, and what makes one genuine (scheme bls-unchained-g1-rfc9380)."""

import hashlib
import re

import msgspec

from .signature import is_genuine

SIGNATURE = re.compile("[0-9a-f]{96}")
MARGIN = 6
"""Seconds that a round must still be away from when it is named: the lock that names it is posted in that time."""


class Chain(msgspec.Struct, frozen=True):
    """A chain of rounds; round 1 is published at ``genesis`` (UNIX seconds), the others ``period`` seconds apart.

    ``hash`` names it at the relays; ``key``: the public key of those who sign together, a compressed point of G2 in
    hex.
    """

    name: str
    hash: str
    key: str
    genesis: int
    period: int

    def published_at(self, number: int) -> int:
        """UNIX seconds at which a round is published."""
        return self.genesis + (number - 1) * self.period

    def next_round(self, now: float) -> int:
        """The first round that is published at least MARGIN seconds after a time."""
        return max(1, -int(-(now + MARGIN - self.genesis) // self.period) + 1)

    def randomness(self, number: int, signature: str) -> bytes:
        """The 32 random bytes of a round.  Raises NotGenuine if this is not the signature of it."""
        if not SIGNATURE.fullmatch(signature):
            raise NotGenuine(
                f"The signature of round {number} has {len(signature)} characters; it needs 96 hex digits."
            )
        signed = bytes.fromhex(signature)
        if number < 1 or not is_genuine(message(number), signed, bytes.fromhex(self.key)):
            raise NotGenuine(f"This is not the signature of round {number} of {self.name}.")
        return hashlib.sha256(signed).digest()


class NotGenuine(Exception):
    """What claims to be a round of the beacon is none; the text says why."""


def message(number: int) -> bytes:
    """What is signed for a round: SHA-256 of its number as 8 bytes, highest first."""
    return hashlib.sha256(number.to_bytes(8, "big")).digest()


QUICKNET = Chain(
    "quicknet",
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e"
    "17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis=1692803367,
    period=3,
)
"""https://docs.drand.love: one round every three seconds, signed by the League of Entropy."""
CHAINS = {QUICKNET.name: QUICKNET}
