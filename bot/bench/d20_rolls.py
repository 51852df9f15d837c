"""Benchmark of a die beside the library d20, in a Python of its own: its lark excludes that of ``bench``."""

import hashlib
import subprocess
from collections.abc import Iterator
from statistics import median
from time import process_time

from bot.hosting.database import CommandFailed
from engine.dice.sealed import Lock, SealedDice

from .timing import Figure, Timed, at_most

ROLLS, ROUNDS = 1000, 9
PEER = f"""
import sys, time
import d20
for line in sys.stdin:
    began = time.process_time()
    for _ in range({ROLLS}):
        d20.roll("2d6+1")
    print(time.process_time() - began, flush=True)
"""
"""It keeps what it parsed, so only its first roll is slower."""


def figures(python: str) -> Iterator[Figure]:
    """``python``: an interpreter that has d20, "" for none.  Raises CommandFailed if it has not."""
    what = f"dice: verifiable 2d6 ({ROLLS} times)"
    if not python:
        yield Figure("R9", f"{what}, beside d20", "not measured: name its Python with --d20", "<= 0.3x")
        return
    secret = bytes(32)
    sealed = SealedDice(secret, Lock("game", 1, "1 b-movement", {}, "", hashlib.sha256(secret).hexdigest()))
    pairs = list(_pairs(python, sealed))
    timed = Timed(median(ours for ours, _ in pairs), median(ours / theirs for ours, theirs in pairs))
    yield at_most("R9", f"{what}, beside d20", timed, 0.3, "d20.roll")


def _pairs(python: str, sealed: SealedDice) -> Iterator[tuple[float, float]]:
    """CPU seconds of so many rolls here and there, in each round one after the other."""
    try:
        peer = subprocess.Popen([python, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except OSError as fault:
        raise CommandFailed(f"{python} cannot be run: {fault.strerror}.") from fault
    assert peer.stdin and peer.stdout
    with peer:
        for _ in range(ROUNDS + 1):
            try:
                print("roll", file=peer.stdin, flush=True)
                theirs = float(peer.stdout.readline())
            except (OSError, ValueError):
                raise CommandFailed(f"{python} has no d20. Install it there: {python} -m pip install d20") from None
            began = process_time()
            for _ in range(ROLLS):
                sealed.roll("W1 attacks M1", 1, 2, 6)
            yield process_time() - began, theirs
        peer.stdin.close()
