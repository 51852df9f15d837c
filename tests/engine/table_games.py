"""What the tests of the table share: a duel that has begun, what is stored of it, and the sentence of a refusal."""

import json
import os
import re
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import pytest

from engine.contract import Phase
from engine.table import Refused, Table
from maps.geometry.plane import Point
from tests.support.toy_system import NOW

T = TypeVar("T")


def present(value: T | None) -> T:
    """The value, which must be there."""
    assert value is not None
    return value


def phase_of(table: Table, key: str) -> Phase:
    """The phase a game is in."""
    return present(table.game(key).phase)


def started(table: Table, duel: str, period: int | None = None, name: str = "Dawn") -> str:
    """A duel with both seats taken: its id."""
    key = table.open(duel, name, NOW, period).id
    table.seat(key, "red", "ann", NOW)
    table.seat(key, "blue", "bob", NOW)
    return key


def refused(code: str, ask: Callable[..., object], *args: object, **named: object) -> str:
    """The sentence of the refusal, which must have that code."""
    with pytest.raises(Refused) as caught:
        ask(*args, **named)
    assert caught.value.code == code, str(caught.value)
    assert len(str(caught.value)) > 15 and not re.search(r"\b[Ee]rror|Error\b|\b[Ii]nvalid", str(caught.value))
    return str(caught.value)


def kinds(table: Table, key: str) -> list[str]:
    return [entry.kind for entry in table.journal.read(key)]


def moods(table: Table, key: str) -> Mapping[str, str]:
    found: Mapping[str, str] = table._cache.find(key).state.game.moods
    return found


def secrets_phase(table: Table, duel: str) -> str:
    """A duel in its sealed phase: its id."""
    key = started(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    return key


def where(table: Table, key: str, viewer: str = "") -> dict[str, Point]:
    """Where each piece lies in the picture."""
    return {piece.id: piece.at for piece in table.picture(key, viewer).pieces}


def bodies(log: bytes) -> bytes:
    """The bodies of all entries of a log that may be secret."""
    entries = [entry for entry in json.loads(log)["entries"] if entry["kind"] in ("written", "happened")]
    return b"\n".join(json.dumps(entry.get("body")).encode() for entry in entries)


def killed(work: Callable[[], Iterator[Any]], after: float) -> None:
    """Another process repeats this work; it is killed so many seconds after its first round."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            for _ in work():
                os.write(write, b".")
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(write)
    assert os.read(read, 1) == b"."
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(read)
