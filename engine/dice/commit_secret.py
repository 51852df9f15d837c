"""A pledge: all randomness of one commit, drawn before its orders are known, so that its keeper has nothing left to
choose.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping

from engine.contract import canonical

DRAWN = 64
"""Bytes that a pledge is made from."""


class CommitSecret:
    """``secret`` determines the dice and the promise; ``salts``: side -> salt of the entry that will hold its orders.

    The salts are part of the lock's digests and so of the dice.  The secret is made from ``seals`` (side -> sha256 of
    its salt, hex), which may be shown while a salt may not: so the promise binds the salts, too.  It is also made from
    ``before``, the link of the entry before the promise: so it binds all that the log says up to there.
    """

    def __init__(self, drawn: bytes, sides: Iterable[str], before: str) -> None:
        """``before`` is "" in games that the first version opened, whose promises bind no entries."""
        self.seed, hidden = drawn[: DRAWN // 2], drawn[DRAWN // 2 :]
        self.salts = {side: hmac.digest(hidden, side.encode(), "sha256")[:16].hex() for side in sides}
        self.seals = {side: salt_digest(salt) for side, salt in self.salts.items()}
        self.secret = mix_secret(self.seed, self.seals, before)


def mix_secret(seed: bytes, seals: Mapping[str, str], before: str) -> bytes:
    """HMAC-SHA256(seed, the canonical JSON list [before, seals]); of the seals alone if ``before`` is ""."""
    return hmac.digest(seed, canonical([before, seals] if before else seals), "sha256")


def salt_digest(salt: str) -> str:
    """sha256 of a salt's 16 bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(salt)).hexdigest()
