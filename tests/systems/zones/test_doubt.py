"""Which orders are checked at once and which in their turn: after dice, under an ``if``, after ``done``, after the
game.
"""

import pytest

from engine import checking, play
from engine.contract import Balked, Condition, Skipped, Tape, Turn, replace
from engine.play import OrderToRun
from engine.systems import zones
from engine.systems.zones.state.position import OVER, State
from tests.systems.zones.support.small_boards import small_table, unit


@pytest.fixture
def state() -> State:
    """B2 has lost its second model, B3 is gone, B4 is a reserve; R1 is 14 inches from B1."""
    band = unit("B2", (12, 4), (13.5, 4), (15, 4))
    return small_table(
        unit("B1", (6, 4)),
        replace(band, models=(band.models[0], band.models[2])),
        unit("B3", (1, 1), where="gone"),
        unit("B4", (1, 1), where="reserve"),
        unit("R1", (6, 18)),
    )


def judged(state: State, *lines: str) -> list[str]:
    """Of each order the code of its first problem; "", "idle" or "doubt" if it has none."""

    def stands(verdict: checking.Verdict) -> str:
        return (
            verdict.problems[0].code
            if verdict.problems
            else "idle"
            if verdict.idle
            else "doubt"
            if verdict.doubt
            else ""
        )

    return [stands(verdict) for verdict in checking.check(zones, state, "blue", "\n".join(lines))]


def test_after_a_die_only_what_lasts_is_a_problem(state: State) -> None:
    asked = {
        "B1 shoot R1": "",
        "B1 shoot B2": "invalid-target",
        "B1 shoot R1 with sabre": "no-weapon",
        "B2 move 1,1>2,2 line": "syntax",
        "B2 arrive 3,3": "wrong-phase",
        "R1 move 1,1": "not-your-unit",
        "B2 move 99,99": "doubt",
        "B2 strike 1,1": "doubt",
        "B2.2 hunker": "whole-unit",
        "B2.2 move 1,1": "doubt",
        "B3 move 1,1": "doubt",
        "B3 move 1,x": "bad-number",
        "standing B1 arrive hold": "doubt",
        "standing all arrive 3,3": "syntax",
    }
    assert judged(state, *asked) == [*asked.values()]


@pytest.mark.parametrize(
    "order",
    [
        "B1 move N 6.01",
        "B1 move NE 99",
        "B1 move 99,99",
        "B1 move 6,5>6,-1",
        "B1 move 6,5>6,11.01",
        "B1 move 6,10.01",
        "B2 move 99,99 line",
        "B2 move 12,5 -1,5",
        "if B1 steady: B2 move N 99",
    ],
)
def test_a_move_that_no_die_can_make_legal_is_warned_of_as_hopeless(state: State, order: str) -> None:
    for first in ("B1 shoot R1", "B2 shoot R1"):
        _, verdict = checking.check(zones, state, "blue", f"{first}\n{order}")
        assert verdict.accepted and verdict.hopeless and verdict.warning, (first, order)


def test_a_move_that_dice_may_make_legal_is_not(state: State) -> None:
    """B2's first model may fall, so that the second leads; a shift is not longer for being cut off to hundredths."""
    for order in ("B1 move N 6", "B1 move 6,9.99", "B2 move 16,1", "B2 move 12,10 line", "B1 move NE 6.01"):
        _, verdict = checking.check(zones, state, "blue", f"B1 shoot R1\n{order}")
        assert verdict.accepted and not verdict.hopeless, order


def test_before_any_die_everything_is(state: State) -> None:
    asked = {
        "B2 move 99,99": "off-board",
        "B2 strike 1,1": "on-table",
        "B2.2 move 1,1": "unit-gone",
        "B3 move 1,1": "unit-gone",
        "standing B1 arrive hold": "on-table",
        "standing B4 arrive 3,3 4,4": "wrong-count",
        "standing B4 arrive 3,3": "",
        "B1 move 6,5": "",
    }
    assert judged(state, *asked) == [*asked.values()]


def test_an_order_under_an_if_is_read_at_once_and_judged_if_it_surely_holds(state: State) -> None:
    assert judged(
        state, "if B1 alive: B1 move 6,11", "if B3 gone: B3 move 1,1", "if B1 steady: B1 move 6,9; move 6,10"
    ) == ["too-far", "unit-gone", "doubt", "already-acted"]
    assert judged(
        state,
        "if B1 shaken: B1 move 6,11; arrive 3,3; move 1,x; shoot B2; shoot R1 with sword; B3 move 1,1; done now",
        "B1 move 6,5",
    ) == ["idle", "wrong-phase", "bad-number", "invalid-target", "no-weapon", "idle", "syntax", ""]
    assert judged(state, "B1 shoot R1", "if R1 alive: B2 arrive 3,3; move 99,99; shoot B1") == [
        "",
        "wrong-phase",
        "doubt",
        "invalid-target",
    ]


def test_after_done_the_moment_is_not_asked(state: State) -> None:
    assert judged(state, "B1 arrive 3,3", "done", "B1 arrive 3,3", "B1 dance", "B1 shoot B2") == [
        "wrong-phase",
        "",
        "doubt",
        "unknown-verb",
        "invalid-target",
    ]
    assert judged(state, "concede", "R1 move 6,5", "B1 move 6,11") == ["", "not-your-unit", "doubt"]


def test_once_it_is_over_words_are_still_asked_first(state: State) -> None:
    over = replace(state, phase=OVER, active=None, winner="red")
    assert judged(over, "B1 move 6,5", "X9 move 1,1", "concede now", "standing", "done") == ["game-over"] * 5
    assert judged(
        over, "dance", "B1 dance", "B1", "move 1,1", 'B1 "oops', "if X9 gone: B1 flee", "if B1 odd: B1 flee"
    ) == ["unknown-verb", "unknown-verb", "missing-argument", "missing-argument", "syntax", "unknown-unit", "syntax"]


def test_what_fails_in_its_turn_is_balked_and_a_false_if_is_skipped(state: State) -> None:
    text = "B1 shoot R1\nB2 move 99,99\nif R1 gone: B1 move 6,5\nif B1 steady: B1 move 6,5\nB3 move 1,1"
    tape = Tape([6, 6])
    turn = Turn(state, tape, zones.apply)
    play.run(
        zones,
        turn,
        "blue",
        [OrderToRun(v.line.number, v.echo) for v in checking.check(zones, state, "blue", text) if v.accepted],
    )
    told = [(type(e), e.line, getattr(e, "code", "")) for e in turn.events if isinstance(e, Balked | Skipped)]
    assert told == [(Balked, 2, "off-board"), (Skipped, 3, ""), (Balked, 5, "unit-gone")] and not tape.left
    assert turn.state.units["B1"].at == (600, 500)


@pytest.mark.parametrize(
    ("key", "states"),
    [
        ("B1", "alive steady"),
        ("B2", "alive shaken hunkered"),
        ("B3", "gone"),
        ("B4", "away"),
        ("R1", "gone steady"),
        ("X1", ""),
    ],
)
def test_what_an_if_may_ask(state: State, key: str, states: str) -> None:
    """R1 has no model with wounds left, but stands."""
    units = {**state.units, "B2": replace(state.units["B2"], shaken=True, hunkered=True)}
    units["R1"] = replace(units["R1"], models=tuple(replace(model, wounds=0) for model in units["R1"].models))
    changed = replace(state, units=units)
    asked = zones.vocabulary(changed, "blue").conditions
    assert [word for word in asked if zones.condition_holds(changed, Condition(key, word))] == states.split()


def test_names_come_from_what_a_side_may_know(state: State) -> None:
    hidden = replace(state, setup=replace(state.setup, hidden="secret"))
    known = zones.vocabulary(zones.view(hidden, "red"), "red")
    for names in (known.units, known.models.counts, known.models.weapons, known.mine, known.gone):
        assert "B4" not in names
    assert set(zones.vocabulary(zones.view(hidden, "blue"), "blue").models.counts) == set(state.units)


def test_what_a_unit_has_surely_done_is_told_behind_its_own_dice_too(state: State) -> None:
    _, _, again, other = checking.check(zones, state, "blue", "B1 move N 1\nB1 shoot R1\nB1 move N 1\nB2 move N 1")
    assert again.accepted and again.hopeless and "already moved" in again.warning
    assert other.accepted and not other.warning
    first, second = checking.check(zones, state, "blue", "B1 shoot R1\nB1 move N 1")
    assert first.accepted and second.accepted and not second.warning, "a unit may move after it has shot"
