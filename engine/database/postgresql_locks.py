"""Locks that a bot's connection holds as long as it lives: what keeps a second bot from the same games or shards."""

from collections.abc import Sequence
from threading import Event
from typing import Any, NamedTuple

import psycopg

from engine.errors import Refused

from .postgresql_tables import PROGRAM, SERVING, SHARD_COUNTS, SHARDS

TRIES, ENDING = 10, 100
"""How many times a lock is tried, and how many while the server ends our own lost connection: one each 0.1 seconds.

The server may still be about to notice that a process has ended.
"""
Number = tuple[int, int]


class Locks(NamedTuple):
    """``own``: nobody else has them; ``shared``: others may have them too, but nobody as their own; ``only``: of the
    locks with its first number nobody has another.  A lock has two numbers.
    """

    own: tuple[Number, ...] = ()
    shared: tuple[Number, ...] = ()
    only: Number | None = None


AS_THE_ONLY_BOT = Locks(own=((PROGRAM, SERVING),))


def as_one_of_several(shards: Sequence[int], count: int) -> Locks:
    """Of a process that serves these of ``count`` shards."""
    agreed = (SHARD_COUNTS, count)
    return Locks(tuple((SHARDS, number) for number in shards), ((PROGRAM, SERVING), agreed), agreed)


def take(connection: psycopg.Connection[Any], locks: Locks, lost: int, name: str) -> None:
    """Take all of them.  Raises Refused if another process has one.

    ``lost``: the number of our own lost connection, which may still hold them: the server is told to end that one.
    """
    for number in locks.own:
        _take_one(connection, "pg_try_advisory_lock", number, lost, name)
    for number in locks.shared:
        _take_one(connection, "pg_try_advisory_lock_shared", number, lost, name)
    if locks.only and (other := _another(connection, locks.only)) is not None:
        raise Refused(
            "already-served",
            f"{name} is served by processes that share {other} shards, and FIELDPOST_SHARDS says {locks.only[1]} here. "
            f"Give all of them the same number: end FIELDPOST_SHARDS with /{other}, or stop the others first.",
        )


def _take_one(connection: psycopg.Connection[Any], function: str, number: Number, lost: int, name: str) -> None:
    for tries in range(1, ENDING):
        (taken,) = connection.execute(f"select {function}(%s, %s)".encode(), number).fetchone() or (0,)
        if taken:
            return
        ended = connection.execute(
            "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = %s and objid = %s"
            " and database = (select oid from pg_database where datname = current_database())"
            " and pid = %s and pid != pg_backend_pid()",
            (*number, lost),
        ).fetchall()
        if tries >= TRIES and not ended:
            break
        Event().wait(0.1)
    raise Refused("already-served", _already_served(number, name))


def _already_served(number: Number, name: str) -> str:
    first, second = number
    if first == SHARDS:
        return (
            f"Another process already serves shard {second} of {name}. Two would answer everything twice: stop that one"
            " first, or name other shards in FIELDPOST_SHARDS."
        )
    return (
        f"Another bot already serves {name}. Two would answer everything twice: stop that one first, or give "
        "this one a database of its own with FIELDPOST_DB. Terminals may use the database while a bot runs, and "
        "several processes may share a bot's shards (FIELDPOST_SHARDS)."
    )


def _another(connection: psycopg.Connection[Any], number: Number) -> int | None:
    """The second number of a lock that another connection has beside this first one, if any."""
    found = connection.execute(
        "select objid from pg_locks where locktype = 'advisory' and classid = %s and objid != %s and granted"
        " and database = (select oid from pg_database where datname = current_database()) and pid != pg_backend_pid()",
        number,
    ).fetchone()
    return int(found[0]) if found else None
