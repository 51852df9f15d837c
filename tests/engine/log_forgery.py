"""What a forger of logs can do: change what entries say, and reckon every hash anew that needs no secret."""

import hashlib
import json

from engine.contract import canonical
from engine.log.verify import verify


def entries(log):
    return json.loads(log)["entries"]


def resealed(shown, game="duel-1"):
    """A log as a forger would write it: every link made anew for what the entries now say."""
    before, lines = "", []
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


def forged(log, kind, change, which=0):
    """The log with one body changed by somebody who can reckon every hash that needs no secret."""
    shown = entries(log)
    chosen = [entry for entry in shown if entry["kind"] == kind][which]
    change(chosen["body"])
    audit = verify(resealed(shown))
    assert not audit.holds
    return audit.entry - chosen["seq"], audit.fault
