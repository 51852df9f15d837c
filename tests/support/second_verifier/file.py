"""The file: its layout, the form of its entries, their digests and links."""

import hashlib
import json
import re
from datetime import datetime
from typing import Any

LOG, FIRST_LOG = "fieldpost-log/2", "fieldpost-log/1"


class Wrong(Exception):
    def __init__(self, entry: int, why: str) -> None:
        super().__init__(why)
        self.entry = entry


def dumps(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha(*parts: bytes | str) -> str:
    return hashlib.sha256(b"".join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()


def is_hash(text: str) -> bool:
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def read_file(data: bytes) -> tuple[str, str, list[dict[str, Any]]]:
    head, *lines = data.split(b"\n")
    try:
        named = json.loads(head + b"]}")
        game, form = named["game"], named["format"]
        like = f'{{"format":{dumps(form)},"game":{dumps(game)},"entries":['.encode()
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Wrong(0, "no head of a log") from None
    if like != head or form not in (LOG, FIRST_LOG) or not isinstance(game, str):
        raise Wrong(0, "no head of a log")
    last = lines.index(b"]}") if b"]}" in lines else len(lines)
    entries, before = list[dict[str, Any]](), ""
    for seq, line in enumerate(lines[:last], 1):
        comma = b"," if seq < last else b""
        if not line.endswith(comma):
            raise Wrong(seq, "no comma")
        entry = _read_entry(seq, line[: len(line) - len(comma)])
        if "body" in entry:
            entry["digest"] = sha(bytes.fromhex(entry["salt"]), dumps(entry["body"]))
        before = sha(dumps([before, entry["kind"], entry["side"], entry["at"], entry["digest"]]))
        if entry["link"] != before:
            raise Wrong(seq, "not linked to the one before")
        entries.append(entry)
    if lines[last:] != [b"]}", b""] or not entries:
        raise Wrong(last, "no end of a log")
    for entry in entries:
        if not is_hash(entry["digest"]):
            raise Wrong(entry["seq"], "no digest")
    return game, form, entries


def _read_entry(seq: int, line: bytes) -> dict[str, Any]:
    try:
        text = line.decode()
        entry = json.loads(text)
        canonical = dumps(entry) == text and "NaN" not in dumps(_numbers(entry))
    except (ValueError, RecursionError):
        raise Wrong(seq, "not JSON") from None
    if not canonical or not isinstance(entry, dict):
        raise Wrong(seq, "not canonical")
    texts = ("kind", "side", "at", "link")
    keys = [key for key in entry if key not in (*texts, "seq")]
    if type(entry.get("seq")) is not int or not all(type(entry.get(key)) is str for key in texts):
        raise Wrong(seq, "no entry")
    shown = sorted(keys) == ["body", "salt"] and re.fullmatch("[0-9a-f]{32}", str(entry["salt"]))
    withheld = keys == ["digest"] and isinstance(entry["digest"], str)
    if entry["seq"] != seq or not (shown or withheld):
        raise Wrong(seq, "no entry of this number with a body and salt, or with a digest")
    try:
        written = datetime.strptime(entry["at"], "%Y-%m-%dT%H:%M:%SZ").strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)
    except ValueError:
        raise Wrong(seq, "no time") from None
    if written != entry["at"]:
        raise Wrong(seq, "no time")
    return entry


def _numbers(value: Any) -> list[str]:
    """The numbers in it that JSON does not have."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = ["NaN"] if isinstance(value, float) and value - value != 0 else []
    return found + [number for part in parts for number in _numbers(part)]
