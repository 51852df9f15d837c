"""The body of each kind of entry in a dice log, the log of a place such as ``rolls-123`` for a channel of Discord.

The file of a dice log is a ``fieldpost-log/2`` (engine/log/export.py), with these entries, all without a side:

- ``rolls`` {log, v}: the first; ``log`` is the id of the log.
- ``promised`` {promise}: sha256 of the secret of the next roll.  It is written before that roll is asked for.
- ``asked`` {text}: the expression.  Its salt was promised with the secret.
- ``locked``: a ``RollLock`` (engine/dice/sealed.py).
- ``rolled`` {lock, text}: the result, in the words in which it was shown.
- ``revealed`` {lock, secret, seed, salts}: as in the log of a game; ``salts`` has sha256 of the salt of ``asked``.

A public roll is ``asked locked rolled revealed promised``, written together.  A sealed one is ``asked locked rolled
promised``; its ``asked`` and ``rolled`` are withheld until its ``revealed`` follows, behind any later roll.

The secret is HMAC-SHA256(seed, the canonical JSON list [link of the entry before its ``promised``, salts]).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from engine.contract import canonical
from engine.dice.sealed import ROLLS_FORMAT, RollLock
from engine.log.entries import Promised, Revealed
from engine.log.journal import Entry
from engine.log.nonces import NonceKind, nonce_kind

_ANOTHER = re.compile(r"-([2-9]|[1-9][0-9])")
"""What follows the id of a message for its second roll and each later one."""
OPENING: Final = "rolls"
"""The kind of the first entry of a dice log."""
ASKED: Final = "asked"
"""The kind of an entry with an expression, and what its salt is called in ``salts``."""


class LogOpened(msgspec.Struct, frozen=True, tag_field="v", tag=ROLLS_FORMAT):
    log: str


class Asked(msgspec.Struct, frozen=True):
    text: str


class RollResult(msgspec.Struct, frozen=True):
    """``lock``: the number of the roll in its log, from 1; ``text``: one line or more."""

    lock: int
    text: str


BODIES: Mapping[str, Any] = {
    OPENING: LogOpened,
    "promised": Promised,
    ASKED: Asked,
    "locked": RollLock,
    "rolled": RollResult,
    "revealed": Revealed,
}


def is_message(nonce: str) -> bool:
    """Whether a nonce names a message (engine/log/nonces.py), or one of the rolls of a message: ``...-2``."""
    at = _ANOTHER.search(nonce, max(0, len(nonce) - 3))
    first = nonce[: at.start()] if at and at.end() == len(nonce) else nonce
    return nonce_kind(first) is NonceKind.MESSAGE


def read_body(entry: Entry) -> Any:
    """The body of an entry; None if it does not say exactly what one of its kind says."""
    if entry.kind not in BODIES:
        return None
    try:
        body = _decoder(entry.kind).decode(entry.body)
        return body if canonical(body) == entry.body.encode() else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=8)
def _decoder(kind: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(BODIES[kind])
