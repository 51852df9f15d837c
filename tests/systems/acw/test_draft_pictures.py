"""What is drawn of orders before they are given, with exact chances, and of what somebody asks about the table."""

from collections.abc import Sequence
from fractions import Fraction
from math import dist

import pytest

from engine import checking
from engine.contract import Order
from engine.systems import acw
from engine.systems.acw.advice import evaluation
from engine.systems.acw.advice.evaluation import percent_text
from engine.systems.acw.presentation.overlays import measure
from engine.systems.acw.rules.combat.charges import charge_path
from engine.systems.acw.state.position import State
from maps.scene.scene import Mark, Shape, Trail
from tests.systems.acw.support.shipped_scenarios import staged


def drafted(state: State, side: str, text: str) -> tuple[Mark, ...]:
    """What a draft draws; nothing in it may be refused."""
    verdicts = checking.check(acw, state, side, text)
    assert all(verdict.accepted for verdict in verdicts)
    orders: Sequence[Order] = [verdict.line.order for verdict in verdicts if verdict.line.order]
    return acw.draft_marks(acw.view(state, side), side, orders)


# drafts
@pytest.mark.parametrize(("at", "chance"), [([15, 8], "56%"), ([15, 10], "89%"), ([15, 11], "97%"), ([15, 12], "100%")])
def test_the_chance_of_a_charge_is_counted_over_all_its_dice(at: list[float], chance: str) -> None:
    """The higher of 2d6 and one for the general: contact is 5.5, 3.5, 2.5 or 1.5 inches away."""
    state = staged(units={"U1": {"at": at}})
    planned = charge_path(state, state.units["U1"], state.units["C1"])
    assert planned and percent_text(evaluation.charge_chance(state, state.units["U1"], planned)) == chance
    assert ("charge", f"{planned.contact:.2f} inches to contact; {chance} of rolls reach it") in measure(
        state, "U1", "C1"
    ).facts
    (line,) = (
        mark for mark in drafted(state, "us", "U1 charge C1") if isinstance(mark, Trail) and mark.kind == "draft-charge"
    )
    assert line.text == chance


def test_a_percentage_says_certain_only_of_what_is() -> None:
    assert [percent_text(Fraction(n, 36)) for n in (0, 1, 35, 36)] == ["0%", "3%", "97%", "100%"]
    assert percent_text(Fraction(999, 1000)) == "99%" and percent_text(Fraction(1, 1000)) == "1%"


def test_a_move_is_drawn_to_where_it_ends_at_worst_and_at_best() -> None:
    marks = drafted(staged(), "us", "UB2 back")
    kinds = {mark.kind: mark for mark in marks}
    assert {"reach-worst", "reach-best", "draft-march"} <= set(kinds)
    (line,) = (mark for mark in marks if isinstance(mark, Trail))
    assert line.text == '1-6"' and dist(*line.points) == pytest.approx(6, abs=0.01)
    (certain,) = (mark for mark in drafted(staged(), "us", "UB2 back 1") if isinstance(mark, Shape))
    assert certain.kind == "stand"


def test_the_draft_follows_its_own_orders() -> None:
    """A facing first takes a die, and the march goes on from there; the battery shows its arc as it will face."""
    marks = drafted(staged(), "us", "UB2 face N; forward")
    (arc,) = (mark for mark in marks if isinstance(mark, Shape) and mark.kind == "wedge")
    xs = [x for x, _ in arc.points]
    assert arc.points[0] == (20.0, 16.5) and max(xs) - 20 == pytest.approx(20 - min(xs), abs=0.01)
    (line,) = (mark for mark in marks if isinstance(mark, Trail))
    assert line.points[1][0] == 20.0


def test_supports_of_a_charge_are_drawn() -> None:
    guns = [
        mark
        for mark in drafted(staged(), "us", "U1 charge C1")
        if isinstance(mark, Trail) and mark.kind == "draft-gunfire"
    ]
    assert len(guns) >= 2


# studies
def test_a_battery_shows_its_arc_and_a_leader_his_ring() -> None:
    state = staged("kesslers-mill")
    (arc,) = (mark for mark in acw.overlay(state, "UA", "") if isinstance(mark, Shape) and mark.kind == "wedge")
    assert max(dist(arc.points[0], point) for point in arc.points) == pytest.approx(12, abs=0.01)
    (ring,) = (mark for mark in acw.overlay(state, "UM", "") if isinstance(mark, Shape) and mark.kind == "ring")
    assert all(dist(point, (12.0, 42.0)) == pytest.approx(3, abs=0.01) for point in ring.points)


def test_what_blocks_a_sight_is_outlined() -> None:
    state = staged("kesslers-mill")
    marks = acw.overlay(state, "C5", "U3")
    assert [mark.kind for mark in marks if isinstance(mark, Trail)] == ["sight-blocked"]
    assert any(isinstance(mark, Shape) and mark.kind == "blocking" for mark in marks)
    measured = acw.measure(state, "C5", "U3")
    facts = dict(measured.facts)
    assert measured.sight and not measured.sight.clear and "Kessler's Mill" in measured.sight.by
    assert facts["distance"] == "35.09 inches" and facts["side"] == "C5 would strike the front of U3"


def test_what_is_nowhere_cannot_be_measured() -> None:
    with pytest.raises(ValueError, match="on this table"):
        acw.measure(staged(), "U1", "Atlantis")
