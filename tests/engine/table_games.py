"""What the tests of the door share: a duel begun, what it wrote, and what was refused."""

import json
import os
import signal
import time
import traceback

import pytest

from engine.table import Refused
from tests.support.toy_system import NOW


def started(table, duel, period=None, name="Dawn"):
    key = table.open(duel, name, NOW, period).id
    table.seat(key, "red", "ann", NOW)
    table.seat(key, "blue", "bob", NOW)
    return key


def refused(code, ask, *args, **named):
    """The sentence of a refusal with that code; nothing has been stored."""
    with pytest.raises(Refused) as caught:
        ask(*args, **named)
    assert caught.value.code == code, str(caught.value)
    assert len(str(caught.value)) > 15 and "rror" not in str(caught.value) and "nvalid" not in str(caught.value)
    return str(caught.value)


def kinds(table, key):
    return [entry.kind for entry in table.journal.read(key)]


def moods(table, key):
    return table._cache.find(key).state.game.moods


def secrets_phase(table, duel):
    key = started(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    return key


def where(table, key, viewer=""):
    return {piece.id: piece.at for piece in table.picture(key, viewer).pieces}


def bodies(log):
    entries = [entry for entry in json.loads(log)["entries"] if entry["kind"] in ("written", "happened")]
    return b"\n".join(json.dumps(entry.get("body")).encode() for entry in entries)


def killed(work, after):
    """Another process does this work over and over; it is killed so many seconds after its first round."""
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
