"""The library d20 in a Python of its own, named by FIELDPOST_D20: its lark excludes that of our benchmarks.

Both sides draw from the same numbers: a die of ``sides`` takes the next number of 20 bits and shows its part of them.
"""

import json
import os
import subprocess
from typing import Any

import pytest

PYTHON = os.environ.get("FIELDPOST_D20", "")
BITS = 20
PEER = f"""
import json, sys
import d20
from d20 import dice, expression

class Forced:
    def __init__(self, numbers):
        self.numbers = iter(numbers)
    def randrange(self, start, stop=None, step=1):
        faces = range(start) if stop is None else range(start, stop, step)
        return faces[next(self.numbers) * len(faces) >> {BITS}]

for line in sys.stdin:
    asked = json.loads(line)
    expression.random = Forced(asked["numbers"])
    try:
        found = d20.roll(asked["text"], allow_comments=asked["comments"], advantage=d20.AdvType(asked["advantage"]))
        said = {{"total": found.expr.total, "whole": found.total, "comment": (found.comment or "").strip()}}
    except d20.RollSyntaxError as fault:
        said = {{"syntax": str(fault)}}
    except (d20.RollError, StopIteration) as fault:
        said = {{"fault": str(fault)}}
    print(json.dumps(said), flush=True)
"""


class ForcedDice:
    """Our dice, from the same numbers."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple((next(self.numbers) * sides >> BITS) + 1 for _ in range(count))


def why_not() -> str:
    """Why d20 cannot be asked; "" if it can."""
    how = "Name a Python that has it in FIELDPOST_D20; PYTHON -m pip install d20 installs it there."
    if not PYTHON:
        return f"d20 is not asked. {how}"
    try:
        tried = subprocess.run([PYTHON, "-c", "import d20"], capture_output=True)
    except OSError as fault:
        return f"{PYTHON} cannot be run: {fault.strerror}. {how}"
    return f"{PYTHON} has no d20. {how}" if tried.returncode else ""


class Peer:
    """d20 in a process of its own, which answers one question a line."""

    def __init__(self) -> None:
        if fault := why_not():
            pytest.skip(fault)
        self.process = subprocess.Popen([PYTHON, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def roll(self, text: str, numbers: list[int], comments: bool = False, advantage: int = 0) -> Any:
        """``total`` and ``whole`` and ``comment``, or ``syntax`` or ``fault``: why it cannot be rolled."""
        assert self.process.stdin and self.process.stdout
        asked = {"text": text, "numbers": numbers, "comments": comments, "advantage": advantage}
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
