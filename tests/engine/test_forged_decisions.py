"""Decisions that no table writes, at the end of a log whose links are made anew: each is refused, and for itself."""

from typing import Any

import pytest

from engine.deadlines.words import read_calendar
from engine.log.deadline import add_seconds
from engine.log.verify import verify
from engine.table import Table
from tests.engine.log_forgery import entries, resealed
from tests.support.toy_system import NOW

DAY = 86_400
LATER = add_seconds(NOW, 60)
Forged = tuple[str, str, dict[str, Any]]
TIMED = {"by": "", "sides": [], "why": ""}
FORGED: dict[str, Forged] = {
    "a deadline made earlier": ("timed", "", {**TIMED, "act": "extended", "role": "referee", "due": LATER}),
    "a deadline by no calendar": (
        "timed",
        "",
        {**TIMED, "act": "set", "role": "calendar", "due": "2027-01-01T00:00:00Z"},
    ),
    "a time that is none": ("timed", "", {**TIMED, "act": "extended", "role": "referee", "due": "tomorrow"}),
    "an act that is none": ("timed", "", {**TIMED, "act": "sold", "role": "referee", "due": ""}),
    "an end to no pause": ("timed", "", {**TIMED, "act": "resumed", "role": "referee", "due": "2027-01-01T00:00:00Z"}),
    "a vote that nobody held": ("timed", "", {**TIMED, "act": "paused", "role": "vote", "due": ""}),
    "a silence of which nothing is known": ("timed", "", {**TIMED, "act": "paused", "role": "clock", "due": ""}),
    "civil disorder of somebody who plays": (
        "timed",
        "",
        {**TIMED, "act": "disorder", "role": "clock", "sides": ["red"], "due": "2027-01-01T00:00:00Z"},
    ),
    "grace before the deadline": (
        "timed",
        "",
        {**TIMED, "act": "grace", "role": "clock", "sides": ["red"], "due": "2027-01-01T00:00:00Z"},
    ),
    "grace for nobody's side": (
        "timed",
        "",
        {**TIMED, "act": "extended", "role": "clock", "sides": ["green"], "due": "2027-01-01T00:00:00Z"},
    ),
    "a vote on nothing": ("voted", "blue", {"on": 3, "yes": True, "by": "bob"}),
    "an agreed end": ("closed", "", {"winner": "draw", "reason": "draw-agreed"}),
    "a victory": ("closed", "", {"winner": "red", "reason": "conceded"}),
    "a seat freed for silence": (
        "seated",
        "red",
        {"player": "", "left": "ann", "why": "after deadlines that passed without a word"},
    ),
    "a change of what is not there": (
        "ruled",
        "",
        {"by": "rea", "text": "So.", "changes": [{"path": ["units", "XX"], "value": "1"}]},
    ),
    "a change to a value of another kind": (
        "ruled",
        "",
        {"by": "rea", "text": "So.", "changes": [{"path": ["turn"], "value": '"one"'}]},
    ),
    "a deputy in place of the same": ("deputed", "red", {"player": ""}),
    "a proposal of what nobody can propose": ("proposed", "red", {"motion": "cheat", "value": "", "by": "ann"}),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_decision_is_refused(table: Table, duel: str, what: str) -> None:
    key = table.open(duel, "Dawn", NOW, read_calendar("1d")).id
    for side, player in (("red", "ann"), ("blue", "bob")):
        table.seat(key, side, player, NOW)
    shown = entries(table.export(key))
    kind, side, body = FORGED[what]
    forged = {"kind": kind, "side": side, "at": LATER, "body": body, "salt": "0" * 32}
    audit = verify(resealed([*shown, forged], key))
    assert not audit.holds and audit.entry == len(shown) + 1, str(audit)


def test_a_vote_is_counted_again(table: Table, duel: str) -> None:
    """The end that a vote carried, without the vote that was missing."""
    key = table.open(duel, "Dawn", NOW, read_calendar("1d")).id
    for side, player in (("red", "ann"), ("blue", "bob")):
        table.seat(key, side, player, NOW)
    table.propose(key, "red", "draw", "", NOW, "ann")
    table.vote(key, "blue", table.game(key).motions[0].seq, NOW, "bob", yes=True)
    whole = entries(table.export(key))
    assert verify(resealed(whole, key)).holds
    voted = next(entry for entry in whole if entry["kind"] == "voted")
    without = [entry for entry in whole if entry is not voted]
    assert not verify(resealed(without, key)).holds
    voted["body"]["yes"] = False
    assert not verify(resealed(whole, key)).holds
