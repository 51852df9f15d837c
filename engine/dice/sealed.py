"""Sealed dice, ``fieldpost-dice/2``: a secret promised before the orders and shown after them; anybody can roll again.

1. *Promise.*  ``sha256(secret)`` in hex, of 32 secret bytes, is public before orders can be committed.
2. *Lock.*  The commit's ``CommitLock`` as canonical JSON (keys sorted, no spaces, UTF-8).
3. *Key* = HMAC-SHA256(secret, sha256(lock) followed by the beacon's randomness, which is empty while ``beacon`` is
   null).
4. *Die.*  Roll ``nth`` with purpose ``why`` of dice with ``sides`` faces takes its bytes from HMAC-SHA256(key,
   ``why|dSIDES|nth|block``) for block 0, 1, 2...  Each block is cut from its beginning into whole numbers of as few
   bytes as can hold ``sides`` values (one up to 256 sides, two up to 65,536, and so on; highest byte first; a rest too
   short is dropped).  A number not below the greatest multiple of ``sides`` that these bytes can hold is skipped, so
   every face is equally likely; of every other the face is its remainder by ``sides``, plus 1.

The order in which rolls are made cannot matter, and the same commit run again gives the same faces.

``fieldpost-dice/1`` differs in its ``Lock`` alone.  Games that were opened with it are played to their end with it.
``fieldpost-rolls/1`` is a ``RollLock``.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from engine.contract import canonical, counted

_BLOCK = 64
"""Bytes that SHA-256 takes at a time, which is what HMAC makes of its key."""
_INNER, _OUTER = bytes(byte ^ 0x36 for byte in range(256)), bytes(byte ^ 0x5C for byte in range(256))
"""What HMAC makes of each byte of its key (RFC 2104)."""


class BeaconRound(msgspec.Struct, frozen=True):
    """A round of a public beacon (engine/beacon), which nobody knows when the lock is made: its randomness enters the
    key.
    """

    chain: str
    round: int


class CommitLock(msgspec.Struct, frozen=True, tag_field="v", tag="fieldpost-dice/2"):
    """What is fixed before a die can be known.  Nothing in it is left to whoever runs the bot: each field follows from
    the entries before it and from the orders.

    ``phase``: turn and name of the phase it was made in; ``lock`` counts the locks of a game from 1; ``orders``: side
    -> ``orders_digest`` of the orders run for it, without the sides that have none; ``previous``: sha256 (hex) of the
    lock before, "" for the first; ``promise``: the one this lock uses up; ``beacon``: the round that the dice wait
    for, null in a game without one.
    """

    game: str
    lock: int
    phase: str
    orders: Mapping[str, str]
    previous: str
    promise: str
    beacon: BeaconRound | None = None


class Lock(msgspec.Struct, frozen=True, tag_field="v", tag="fieldpost-dice/1"):
    """The lock of ``fieldpost-dice/1``, of games that the first version opened and of rolls without a game.

    ``orders``: side -> digest of the entry holding its orders, line numbers and all; ``nonce``: the id of the player's
    own message, "" where there is none.
    """

    game: str
    lock: int
    phase: str
    orders: Mapping[str, str]
    previous: str
    promise: str
    nonce: str = ""
    beacon: None = None


ROLLS_FORMAT: Final = "fieldpost-rolls/1"


class RollLock(msgspec.Struct, frozen=True, tag_field="v", tag=ROLLS_FORMAT):
    """The lock of one roll in a dice log, which has the ids of a message and of a person in it.

    A roll is free text, so whoever knew the secret could choose a wording with good dice; they cannot choose the id
    that the message will get.

    ``lock`` counts the rolls of the log from 1; ``label``: what the expression calls its rolls; ``asked``:
    ``orders_digest`` of the expression; ``nonce``: the message it came from (engine/log/nonces.py); ``sealed``: the
    expression and the result are withheld until the roller shows them; ``previous``, ``promise``, ``beacon``: as in
    ``CommitLock``.
    """

    log: str
    lock: int
    player: str
    label: str
    sealed: bool
    asked: str
    nonce: str
    previous: str
    promise: str
    beacon: None = None


AnyLock = CommitLock | Lock


def promise(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def orders_digest(salt: str, texts: Iterable[str]) -> str:
    """What a lock names of a side's orders: sha256 (hex) of the salt's 16 bytes followed by the canonical JSON list of
    the texts.

    The salt is there because orders are short enough to be guessed.
    """
    return hashlib.sha256(bytes.fromhex(salt) + canonical(list(texts))).hexdigest()


def lock_digest(lock: AnyLock | RollLock) -> str:
    """What the next lock names as ``previous``: sha256 of its canonical JSON, in hex."""
    return hashlib.sha256(canonical(lock)).hexdigest()


class SealedDice:
    """The dice of one lock; a contract.Dice."""

    def __init__(self, secret: bytes, lock: AnyLock | RollLock, randomness: bytes = b"") -> None:
        key = hmac.digest(secret, hashlib.sha256(canonical(lock)).digest() + randomness, "sha256").ljust(_BLOCK, b"\0")
        self._inner, self._outer = key.translate(_INNER), key.translate(_OUTER)

    def _stream(self, name: str) -> bytes:
        """HMAC-SHA256 of a name with the key; ``hmac`` itself would prepare the key anew for each roll, in twice the
        time."""
        inner = hashlib.sha256(self._inner + name.encode("utf-8", "replace"))
        return hashlib.sha256(self._outer + inner.digest()).digest()

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        """``count`` faces from 1 to ``sides``, at least 1 of each and at most 256**32 sides; ValueError otherwise."""
        label = f"{why}|d{sides}|{nth}|"
        if sides < 256:
            faces, drop = _faces(sides)
            fallen = self._stream(label + "0").translate(faces, drop)
            if len(fallen) >= count > 0:
                return tuple(fallen[:count])
        return self._many(label, count, sides)

    def _many(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        if count < 1 or not 1 <= sides <= 256**32:
            raise ValueError(f"{counted(count, 'die')} of {counted(sides, 'side')} cannot be rolled")
        width = max(1, ((sides - 1).bit_length() + 7) // 8)
        limit = 256**width - 256**width % sides
        fallen, block = list[int](), 0
        while len(fallen) < count:
            stream = self._stream(f"{label}{block}")
            numbers = (int.from_bytes(stream[i : i + width]) for i in range(0, len(stream) - width + 1, width))
            fallen += [number % sides + 1 for number in numbers if number < limit]
            block += 1
        return tuple(fallen[:count])


@lru_cache(maxsize=256)
def _faces(sides: int) -> tuple[bytes, bytes]:
    """For fewer than 256 sides: the face of each byte, and the bytes that are skipped."""
    if sides < 1:
        raise ValueError(f"a die cannot have {counted(sides, 'side')}")
    limit = 256 - 256 % sides
    return bytes(b % sides + 1 for b in range(256)), bytes(range(limit, 256))
