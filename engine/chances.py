"""What the dice of a side's orders can do, added to the verdicts on them."""

from collections.abc import Sequence
from typing import TypeVar

from engine.contract import System, replace
from engine.play import rule_refusals
from engine.verdict import Verdict

S = TypeVar("S")
PROVISIONAL = ", if nothing before it changes that"
"""Behind the chances of an order whose position dice may still change."""


def with_chances(system: System[S], side: str, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts on a side's orders, each accepted attack with its chances; none where the rules would refuse it if
    nothing before them changes that."""
    found = [(verdict, _chances(system, side, verdict)) for verdict in verdicts]
    return tuple([replace(verdict, chances=says) if says else verdict for verdict, says in found])


def _chances(system: System[S], side: str, verdict: Verdict) -> str:
    order, seen = verdict.line.order, verdict.seen
    if not verdict.accepted or order is None or seen is None or order.ENDS or verdict.warning:
        return ""
    if verdict.doubt and next(rule_refusals(system, seen, side, order), None) is not None:
        return ""
    found = system.chances(seen, side, order)
    return f"{found}{PROVISIONAL}" if found and verdict.doubt else found
