"""Copies of a database damaged at random: bytes changed or cut off; tables, rows or values not as they were."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.contract import canonical
from engine.log.journal import digest, link
from tests.support.corrupt_scenarios import spoiled, ways

JUNK: Sequence[Any] = (None, [], {}, "", "x", -1, 0, 7, 1.5, True, 10**30, [[]], {"a": 1}, "9999-99-99T99:99:99Z")
CELLS: Sequence[Any] = (None, "", "x", "{}", "[]", "null", "[[", -1, 0, 10**12, 1.5, b"\x00\xff", "zz" * 16, "\ud83d")


def damage(whole: Path, copy: Path, chance: Random) -> str:
    """Makes a damaged copy; returns what was done to it, for the message of a test that fails."""
    copy.write_bytes(whole.read_bytes())
    for beside in ("-wal", "-shm"):
        copy.with_name(copy.name + beside).unlink(missing_ok=True)
    way = chance.choice(WAYS)
    said = way(copy, chance)
    return f"{way.__name__.strip('_')} {said}"


def _bytes(copy: Path, chance: Random) -> str:
    data = bytearray(copy.read_bytes())
    places = [chance.randrange(chance.choice((120, 4096, len(data)))) for _ in range(chance.choice((1, 3, 30)))]
    for place in places:
        data[place] = chance.randrange(256)
    copy.write_bytes(data)
    return str(places)


def _block(copy: Path, chance: Random) -> str:
    data = bytearray(copy.read_bytes())
    start, length = chance.randrange(len(data)), chance.choice((16, 200, 4096))
    data[start : start + length] = chance.choice((b"\0", b"\xa5", b"{")) * min(length, len(data) - start)
    copy.write_bytes(data)
    return f"{start} {length}"


def _cut_off(copy: Path, chance: Random) -> str:
    data = copy.read_bytes()
    length = chance.choice((0, 1, 50, 100, 512, 4096, chance.randrange(len(data))))
    copy.write_bytes(data[:length])
    return str(length)


def _schema(copy: Path, chance: Random) -> str:
    """A table or a column gone, renamed, or of another shape."""
    table = chance.choice(("entry", "secret", "destination", "delivery"))
    with _opened(copy) as connection:
        columns = [row[1] for row in connection.execute(f"pragma table_info({table})")]
        column = chance.choice(columns)
        said = chance.choice(
            (
                f"drop table {table}",
                f"alter table {table} rename to other",
                f"alter table {table} rename column {column} to other",
                f"alter table {table} add column more text",
                "create table place (game text)",
                f"delete from {table}",
                f"pragma user_version = {chance.choice((0, 2, 99))}",
                f"pragma application_id = {chance.choice((0, 5))}",
            )
        )
        connection.execute(said)
    return said


def _cell(copy: Path, chance: Random) -> str:
    """One value of one row replaced, or the row gone."""
    table = chance.choice(("entry", "entry", "secret", "destination", "delivery"))
    with _opened(copy) as connection:
        rows = connection.execute(f"select * from {table}").fetchall()
        names = [row[1] for row in connection.execute(f"pragma table_info({table})")]
        keys = [row[1] for row in connection.execute(f"pragma table_info({table})") if row[5]]
        row = chance.choice(rows)
        which = " and ".join(f"{key} = ?" for key in keys)
        values = [row[names.index(key)] for key in keys]
        column, cell = chance.choice(names), chance.choice(CELLS)
        try:
            if chance.randrange(5):
                connection.execute(f"update {table} set {column} = ? where {which}", [cell, *values])
            else:
                connection.execute(f"delete from {table} where {which}", values)
        except (sqlite3.IntegrityError, UnicodeEncodeError):
            return "nothing"
    return f"{table}.{column} of {values} = {cell!r}"


def _body(copy: Path, chance: Random) -> str:
    """A body that is not what its kind says, in a chain whose links are right: as a program with a fault would write
    it."""
    with _opened(copy) as connection:
        entries = connection.execute(
            "select game, seq, kind, side, at, body, salt from entry order by game, seq"
        ).fetchall()
        game, seq, kind, _, _, body, _ = chance.choice(entries)
        spoilt = _spoilt_body(body, chance)
        field = chance.choice(("body", "body", "body", "kind", "side", "at"))
        other = chance.choice(("", "x", "opened", "happened", "rewound", "red", "99", "2026-13-45T99:00:00Z"))
        before = ""
        for row in [row for row in entries if row[0] == game]:
            _, number, its_kind, its_side, its_at, its_body, salt = row
            if number == seq:
                its_kind, its_side, its_at, its_body = (
                    other if field == "kind" else its_kind,
                    other if field == "side" else its_side,
                    other if field == "at" else its_at,
                    spoilt if field == "body" else its_body,
                )
            before = link(before, its_kind, its_side, its_at, digest(salt, its_body))
            connection.execute(
                "update entry set kind = ?, side = ?, at = ?, body = ?, link = ? where game = ? and seq = ?",
                (its_kind, its_side, its_at, its_body, before, game, number),
            )
    return f"{game} {seq} {kind}: {field} = {(spoilt if field == 'body' else other)[:300]}"


def _spoilt_body(body: str, chance: Random) -> str:
    written = json.loads(body)
    if isinstance(written, dict) and isinstance(written.get("source"), str) and chance.randrange(3):
        source = json.loads(written["source"])
        return canonical(written | {"source": json.dumps(spoiled(source, list(ways(source)), chance, JUNK))}).decode()
    known = list(ways(written))
    if not known or not chance.randrange(8):
        return chance.choice(("", "{", "null", "[]", "{}", "[[]]", "7", '"x"', '[{"":1}]'))
    if isinstance(written, list):
        spoilt = spoiled({"it": written}, [("it", *way) for way in known], chance, JUNK)["it"]
    else:
        spoilt = spoiled(written, known, chance, JUNK)
    return json.dumps(spoilt, ensure_ascii=True)


class _opened:
    """A database without the triggers that guard it, as a tool of SQLite would change it."""

    def __init__(self, copy: Path) -> None:
        self._copy = copy

    def __enter__(self) -> sqlite3.Connection:
        self._connection = sqlite3.connect(self._copy, isolation_level=None)
        for guard in ("entry_no_update", "entry_no_delete", "entry_no_replace"):
            self._connection.execute(f"drop trigger if exists {guard}")
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


WAYS: Sequence[Callable[[Path, Random], str]] = (_bytes, _block, _cut_off, _schema, _cell, _body, _body)
