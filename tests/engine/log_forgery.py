"""What a forger of logs can do: change entries, and recalculate every hash that needs no secret."""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from engine.contract import canonical
from engine.dice.commit_secret import mix_secret
from engine.dice.sealed import SealedDice, orders_digest
from engine.log.entries import FORMAT
from engine.log.export import TAIL, file_head
from engine.log.verify import verify


def entries(log: bytes) -> list[dict[str, Any]]:
    """The entries of a log as plain values."""
    found: list[dict[str, Any]] = json.loads(log)["entries"]
    return found


def resealed(shown: Iterable[dict[str, Any]], game: str = "duel-1", form: str = FORMAT) -> bytes:
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
    return file_head(game, form) + b",\n".join(lines) + TAIL


def remade(shown: Iterable[dict[str, Any]], game: str = "duel-1") -> bytes:
    """A log as its own keeper would forge it: beside every link, what each secret, promise and lock must be for the
    changed entries is calculated again from the seeds.  Only the dice and what came of them are as they were.
    """
    before, previous, promised_after, made = "", "", "", list[dict[str, Any]]()
    for seq, entry in enumerate(shown, 1):
        entry = dict(entry, seq=seq)
        body: Any = entry.get("body")
        made.append(entry)
        if entry["kind"] == "promised":
            promised_after, promised = before, body
            revealed = next((e["body"] for e in list(shown)[seq:] if e["kind"] == "revealed"), None)
            if revealed:
                secret = mix_secret(bytes.fromhex(revealed["seed"]), revealed["salts"], promised_after)
                promised["promise"] = hashlib.sha256(secret).hexdigest()
                revealed["secret"] = secret.hex()
        elif entry["kind"] == "locked":
            ran = made[seq - 1 - len(body["runs"]) : seq - 1]
            texts = {e["side"]: (e["salt"], [text for _, text in e["body"]["lines"] if text != "done"]) for e in ran}
            orders = {side: orders_digest(salt, lines) for side, (salt, lines) in texts.items() if lines}
            body["lock"] |= {"promise": promised["promise"], "previous": previous, "orders": orders}
            previous = hashlib.sha256(canonical(body["lock"])).hexdigest()
        digest = entry.get("digest") or hashlib.sha256(bytes.fromhex(entry["salt"]) + canonical(body)).hexdigest()
        before = hashlib.sha256(canonical([before, entry["kind"], entry["side"], entry["at"], digest])).hexdigest()
    return resealed(made, game)


def forged(log: bytes, kind: str, change: Callable[[Any], object], which: int = 0) -> tuple[int, str]:
    """How far from the changed entry the audit finds the fault, and its sentence."""
    shown = entries(log)
    chosen = [entry for entry in shown if entry["kind"] == kind][which]
    change(chosen["body"])
    audit = verify(resealed(shown))
    assert not audit.holds
    return audit.entry - chosen["seq"], audit.fault


def rolled_anew(shown: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changed entries as their keeper would write another game: with secrets, promises, locks and dice to match."""
    before, previous, shown = "", "", list(shown)
    for at, entry in enumerate(shown):
        body: Any = entry["body"]
        match entry["kind"]:
            case "promised":
                revealed = next((e["body"] for e in shown[at:] if e["kind"] == "revealed"), None)
                if revealed:
                    secret = mix_secret(bytes.fromhex(revealed["seed"]), revealed["salts"], before)
                    body["promise"] = promised = hashlib.sha256(secret).hexdigest()
                    revealed["secret"] = secret.hex()
            case "locked":
                body["lock"] |= {"promise": promised, "previous": previous}
                previous = hashlib.sha256(canonical(body["lock"])).hexdigest()
                sealed = SealedDice(secret, body["lock"])
            case "happened":
                for event in body:
                    if event["event"] == "rolled":
                        faces = sealed.roll(event["why"], event.get("nth", 1), len(event["faces"]), event["sides"])
                        event["faces"] = list(faces)
        digest = hashlib.sha256(bytes.fromhex(entry["salt"]) + canonical(body)).hexdigest()
        before = hashlib.sha256(canonical([before, entry["kind"], entry["side"], entry["at"], digest])).hexdigest()
    return shown
