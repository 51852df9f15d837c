"""The commits, one after the other: orders, locks, secrets and dice."""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Any

from .bodies import IS_BODY, IS_LOCK, is_roll
from .file import FIRST_LOG, LOG, Wrong, dumps, is_hash, sha

OF_A_SIDE = ("seated", "deputed", "written", "done", "proposed", "voted", "said")
SOMETIMES_SECRET = ("opened", "written", "happened")
MESSAGES = r"discord:\d{1,20}(-all)?|mail:[0-9a-f]{64}|forum:(topic|letter):\d{1,18}/\d{1,18}"
OTHER_NONCES = r"deadline:.*|keyboard|ahead|left|referee"


class Walk:
    """One commit after the other: ``written* locked (happened | done)* revealed (promised | closed)``.

    With a beacon ``awaited`` follows ``locked``, and then anything but a lock or a rewind until ``drawn``.
    """

    def __init__(self, game: str, form: str, entries: Sequence[dict[str, Any]]) -> None:
        self.game, self.form, self.entries = game, form, entries
        self.promise: dict[str, Any] | None = None
        self.chain: str | None = ""
        """The beacon of the game; "" while the opening is secret."""
        self.orders, self.messages = list[dict[str, Any]](), set[str]()
        self.lock, self.previous, self.number, self.dice = dict[str, Any](), "", 0, 0
        self.runs, self.ran, self.waiting = list[str](), list[dict[str, Any]](), False

    def all(self) -> None:
        rest = iter(self.entries)
        whole = False
        for entry in rest:
            kind = entry["kind"]
            if (kind == "opened") != (entry["seq"] == 1):
                raise Wrong(entry["seq"], "not opened once")
            self.check(entry, open_lock=False)
            if kind in (("locked", "rewound") if self.waiting else ("drawn", "awaited")):
                raise Wrong(entry["seq"], "not where dice are awaited, or only there")
            if kind == "locked":
                self.locked(entry)
                if self.lock["beacon"]:
                    self.awaited(next(rest, None))
                else:
                    self.commit(rest, b"")
            elif kind == "drawn":
                self.commit(rest, self.drawn(entry))
            elif kind == "promised":
                self.promised(entry)
            elif kind == "closed":
                self.closed(entry)
            elif kind == "written":
                self.written(entry)
            elif kind == "opened" and "body" in entry:
                self.opened(entry)
            whole = kind in ("locked", "drawn", "promised", "closed") or whole
        if self.orders or not whole:
            raise Wrong(len(self.entries), "ends within a commit")

    def check(self, entry: dict[str, Any], open_lock: bool) -> None:
        """What holds for an entry by itself and after the one before it."""
        seq, kind, at = entry["seq"], entry["kind"], entry["at"]
        if bool(entry["side"]) != (kind in OF_A_SIDE) and kind != "locked":
            raise Wrong(seq, "whose is it?")
        if (kind in ("happened", "done", "revealed")) != open_lock:
            raise Wrong(seq, "not where a lock is open, or where none is")
        if self.orders and kind not in ("written", "locked"):
            raise Wrong(self.orders[0]["seq"], "never locked")
        if self.form == LOG and seq > 1:
            before = self.entries[seq - 2]["at"]
            one_commit = kind in ("awaited", "happened", "done", "revealed", "promised", "closed") or bool(self.orders)
            by_clock = kind == "ruled" and IS_BODY["ruled"](entry.get("body")) and entry["body"]["by"] == "the clock"
            if (at != before and one_commit and kind != "written") or (at < before and not by_clock):
                raise Wrong(seq, "time went back, or on within a commit")
        if "body" not in entry:
            if kind not in SOMETIMES_SECRET:
                raise Wrong(seq, "never secret")
        elif kind not in IS_BODY or not IS_BODY[kind](entry["body"]):
            raise Wrong(seq, "no such body")

    def opened(self, entry: dict[str, Any]) -> None:
        body = entry["body"]
        if (body["game"], body.get("log", FIRST_LOG)) != (self.game, self.form):
            raise Wrong(entry["seq"], "opens another game")
        self.chain = body["beacon"]["chain"] if "beacon" in body else None

    def promised(self, entry: dict[str, Any]) -> None:
        if self.promise or not is_hash(entry["body"]["promise"]):
            raise Wrong(entry["seq"], "promised twice, or nothing")
        self.promise = entry

    def closed(self, entry: dict[str, Any]) -> None:
        for earlier in self.entries[: entry["seq"]]:
            if "body" not in earlier:
                raise Wrong(earlier["seq"], "secret in a game that was over")

    def written(self, entry: dict[str, Any]) -> None:
        if "body" not in entry or entry["body"]["as"] == "draft":
            return
        draft = entry["body"]["draft"]
        if draft:
            source = self.entries[draft - 1] if 0 < draft < entry["seq"] else entry
            drafted = (source["kind"], source["side"]) == ("written", entry["side"]) and source is not entry
            if not drafted or source.get("body", {"as": "draft"})["as"] != "draft":
                raise Wrong(entry["seq"], "no such draft")
        self.orders.append(entry)

    def awaited(self, entry: dict[str, Any] | None) -> None:
        if entry is None:
            raise Wrong(len(self.entries), "ends within a commit")
        self.check(entry, open_lock=False)
        if entry["kind"] != "awaited":
            raise Wrong(entry["seq"], "a lock with a beacon that is not awaited")
        self.waiting = True

    def drawn(self, entry: dict[str, Any]) -> bytes:
        """What the round adds to the key; whether it is genuine, and the right one, is not judged here."""
        body = entry["body"]
        if body["round"] != self.lock["beacon"]["round"] or not re.fullmatch("([0-9a-f]{96})?", body["signature"]):
            raise Wrong(entry["seq"], "not the round that is awaited")
        self.waiting = False
        return hashlib.sha256(bytes.fromhex(body["signature"])).digest() if body["signature"] else b""

    def commit(self, rest: Iterator[dict[str, Any]], randomness: bytes) -> None:
        rolls, gaps = list[tuple[int, dict[str, Any]]](), False
        for entry in rest:
            self.check(entry, open_lock=True)
            if entry["kind"] == "revealed":
                break
            if entry["kind"] == "happened":
                gaps = gaps or "body" not in entry
                here = [event for event in entry.get("body", ()) if event["event"] == "rolled"]
                if not all(map(is_roll, here)):
                    raise Wrong(entry["seq"], "no such roll")
                rolls += [(entry["seq"], event) for event in here]
        else:
            raise Wrong(len(self.entries), "ends within a commit")
        self.roll(self.revealed(entry), randomness, rolls, gaps)
        self.promise = None
        end = next(rest, None)
        if end is None:
            raise Wrong(len(self.entries), "ends within a commit")
        if end["kind"] not in ("promised", "closed"):
            raise Wrong(end["seq"], "no next promise")
        self.check(end, open_lock=False)
        if end["kind"] == "promised":
            self.promised(end)
        else:
            self.closed(end)

    def locked(self, entry: dict[str, Any]) -> None:
        seq, body, new = entry["seq"], entry["body"], self.form == LOG
        if not IS_LOCK[self.form](body):
            raise Wrong(seq, "a lock of another format")
        lock, runs = (body["lock"], body["runs"]) if new else (body, list(body["orders"]))
        if new:
            self.nonce(seq, body["nonce"])
        ran = self.entries[max(0, seq - 1 - len(runs)) : seq - 1]
        sides = [one["side"] for one in ran if one["kind"] == "written"]
        if (sides != runs) if new else (sorted(sides) != sorted(runs)):
            raise Wrong(seq, "runs other orders than those before it")
        promised = self.promise["body"]["promise"] if self.promise else ""
        should = self.game, self.number + 1, self.previous, promised, self.named(lock, ran)
        if not promised or tuple(lock[key] for key in ("game", "lock", "previous", "promise", "orders")) != should:
            raise Wrong(seq, "not the lock that must be here")
        before = self.entries[seq - 2]
        if new and not self.number and before["kind"] == "seated" and before["side"] != entry["side"]:
            raise Wrong(seq, "not by the side that took the last seat")
        run = [one["seq"] for one in ran if "body" in one]
        pending = [one["seq"] for one in self.orders]
        if strays := set(run) ^ set(pending):
            raise Wrong(min(strays), "orders without a lock, or a draft with one")
        if not all(map(is_hash, lock["orders"].values())):
            raise Wrong(seq, "no hash of orders")
        beacon = lock["beacon"]
        if self.chain != "" and (beacon["chain"] if beacon else None) != self.chain:
            raise Wrong(seq, "another beacon than that of the game")
        self.orders.clear()
        self.runs, self.ran = runs, [*ran]
        self.lock, self.previous, self.number = lock, sha(dumps(lock)), lock["lock"]

    def nonce(self, seq: int, nonce: str) -> None:
        message = re.fullmatch(MESSAGES, nonce, re.ASCII)
        if not message and not re.fullmatch(OTHER_NONCES, nonce, re.DOTALL):
            raise Wrong(seq, "no such nonce")
        if message and nonce in self.messages:
            raise Wrong(seq, "one message, two commits")
        self.messages.add(nonce)

    def named(self, lock: dict[str, Any], ran: Sequence[dict[str, Any]]) -> dict[str, str]:
        """What the lock must say of the orders; of those still secret, what it does say."""
        if self.form == FIRST_LOG:
            return {one["side"]: one["digest"] for one in ran}
        found = {one["side"]: lock["orders"][one["side"]] for one in ran if one["side"] in lock["orders"]}
        for one in ran:
            if "body" in one:
                texts = [text for _, text in one["body"].get("lines", ()) if text != "done"]
                found.pop(one["side"], None)
                if texts:
                    found[one["side"]] = sha(bytes.fromhex(one["salt"]), dumps(texts))
        return found

    def revealed(self, entry: dict[str, Any]) -> bytes:
        """The secret."""
        seq, body = entry["seq"], entry["body"]
        if not is_hash(body["secret"]) or not is_hash(body["seed"]) or body["lock"] != self.number:
            raise Wrong(seq, "no secret of this lock")
        secret, seed, salts = bytes.fromhex(body["secret"]), bytes.fromhex(body["seed"]), body["salts"]
        promised = self.promise or {}
        if sha(secret) != promised["body"]["promise"]:
            raise Wrong(seq, "not the secret that was promised")
        message = salts if self.form == FIRST_LOG else [self.entries[promised["seq"] - 2]["link"], salts]
        if hmac.digest(seed, dumps(message).encode(), "sha256") != secret or not set(self.runs) <= salts.keys():
            raise Wrong(seq, "not made of the seed and the salts")
        for one in self.ran:
            if "body" in one and sha(bytes.fromhex(one["salt"])) != salts[one["side"]]:
                raise Wrong(one["seq"], "another salt than was promised")
        return secret

    def roll(self, secret: bytes, randomness: bytes, rolls: Sequence[tuple[int, dict[str, Any]]], gaps: bool) -> None:
        key = hmac.digest(secret, hashlib.sha256(dumps(self.lock).encode()).digest() + randomness, "sha256")
        last = dict[tuple[str, int], int]()
        for seq, event in rolls:
            why, sides, nth = event["why"], event["sides"], event.get("nth", 1)
            expected = last.get((why, sides), 0) + 1
            if nth < expected or (nth > expected and not gaps):
                raise Wrong(seq, "rolls not numbered")
            last[why, sides] = nth
            if not event["faces"] or faces(key, why, nth, len(event["faces"]), sides) != event["faces"]:
                raise Wrong(seq, "other dice than these")
            self.dice += len(event["faces"])


def faces(key: bytes, why: str, nth: int, count: int, sides: int) -> list[int]:
    if not 1 <= sides <= 256**32:
        return []
    width = next(width for width in range(1, 33) if 256**width >= sides)
    top = 256**width // sides * sides
    found, block = list[int](), 0
    while len(found) < count:
        stream = hmac.digest(key, f"{why}|d{sides}|{nth}|{block}".encode(), "sha256")
        pieces = [stream[at : at + width] for at in range(0, len(stream), width)]
        values = [int.from_bytes(piece, "big") for piece in pieces if len(piece) == width]
        found += [value % sides + 1 for value in values if value < top]
        block += 1
    return found[:count]
