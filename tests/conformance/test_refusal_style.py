"""Every refusal of every system is worded alike: no capital letter at its start, no full stop at its end."""

from itertools import islice
from random import Random

import pytest

from engine.checking import Judgement
from engine.language import Problem
from engine.systems import SYSTEMS
from tests.conformance.refusal_style import names_in, style_fault
from tests.conformance.test_suggestions import PER_POSITION, mistyped, positions
from tests.support.sampling import share

LINES = share(1_200, 240)
"""Mutated lines of each system."""


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_refusal_is_worded_alike(name: str) -> None:
    system, chance, badly, refused = SYSTEMS[name], Random(f"wording {name}"), set[str](), 0
    for state, side in islice(positions(system), LINES // PER_POSITION):
        names = names_in(system.view(state, side))
        for message in mistyped(system, state, side, chance):
            verdicts = Judgement(system, state, side, message.text).verdicts
            problems = [problem for verdict in verdicts for problem in verdict.problems]
            badly |= {f"{problem.message!r}: {why}" for problem in problems if (why := style_fault(problem, names))}
            refused += len(problems)
    assert not badly, "\n".join(sorted(badly)[:20])
    assert refused > LINES / 6


@pytest.mark.parametrize(
    ("says", "fault"),
    [
        ("Fight at least one round before you retreat", "capital letter"),
        ("fight at least one round before you retreat.", "full stop"),
        ("U1 is not ahead of C1. Try it again", "several sentences"),
        ("the line is invalid", "what is wrong"),
        ("", "empty"),
        ("U1 cannot see C1: the Mill is in the way", ""),
        ("which unit should move? Write the unit first, as in U1 move N 3", ""),
    ],
)
def test_bad_wording_is_found(says: str, fault: str) -> None:
    found = style_fault(Problem(1, 1, 1, "syntax", says), ("U1", "C1"))
    assert fault in found and bool(found) == bool(fault)
