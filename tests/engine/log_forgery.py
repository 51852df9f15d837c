"""What a forger of logs can do: change entries, and recalculate every hash that needs no secret."""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from engine.contract import canonical
from engine.log.verify import verify


def entries(log: bytes) -> list[dict[str, Any]]:
    """The entries of a log as plain values."""
    found: list[dict[str, Any]] = json.loads(log)["entries"]
    return found


def resealed(shown: Iterable[dict[str, Any]], game: str = "duel-1") -> bytes:
    """A log as a forger would write it: every link recalculated for the changed entries."""
    before, lines = "", list[bytes]()
    for seq, entry in enumerate(shown, 1):
        entry = dict(entry, seq=seq)
        digest = (
            entry.get("digest") or hashlib.sha256(bytes.fromhex(entry["salt"]) + canonical(entry["body"])).hexdigest()
        )
        entry["link"] = before = hashlib.sha256(
            canonical([before, entry["kind"], entry["side"], entry["at"], digest])
        ).hexdigest()
        lines.append(canonical(entry))
    return b'{"format":"fieldpost-log/1","game":' + canonical(game) + b',"entries":[\n' + b",\n".join(lines) + b"\n]}\n"


def forged(log: bytes, kind: str, change: Callable[[Any], object], which: int = 0) -> tuple[int, str]:
    """How far from the changed entry the audit finds the fault, and its sentence."""
    shown = entries(log)
    chosen = [entry for entry in shown if entry["kind"] == kind][which]
    change(chosen["body"])
    audit = verify(resealed(shown))
    assert not audit.holds
    return audit.entry - chosen["seq"], audit.fault
