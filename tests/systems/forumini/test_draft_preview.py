"""Drafts: ``done`` ends the phase that was meant, and orders that would not be done now are reported."""

from engine import checking
from engine.contract import Phase
from engine.log.verify import verify
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Table
from tests.support.toy_system import NOW


def begun(table: Table, name: str = "first-patrol") -> str:
    key = table.open(name, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    return key


def current_phase(table: Table, key: str) -> Phase:
    phase = table.game(key).phase
    assert phase is not None
    return phase


def test_done_after_a_choice_that_ended_its_phase_ends_no_other(table: Table) -> None:
    key = begun(table)
    chooser = current_phase(table, key).sides[0]
    table.write(key, chooser, "choose first", NOW)
    table.done(key, chooser, NOW)
    phase = current_phase(table, key)
    assert (phase.name, phase.sides) == ("b-movement", (chooser,)), "its own movement is still to come"
    assert verify(table.export(key)).holds


def test_done_keeps_orders_for_the_next_phase(table: Table) -> None:
    key = begun(table)
    chooser = current_phase(table, key).sides[0]
    unit = table.own_units(key, chooser)[0]
    table.write(key, chooser, f"choose first\n{unit} dirt", NOW)
    table.done(key, chooser, NOW)
    phase = current_phase(table, key)
    assert phase.name == "b-movement" and phase.sides == (chooser,), "the choice has ended the phase that was shown"
    assert table.draft(key, chooser) == f"{unit} dirt"


def test_a_provisional_order_reports_what_would_stop_it_now() -> None:
    system = SYSTEMS["forumini"]
    state = system.case_position(
        reader.load("first-patrol"),
        {
            "turn": 2,
            "phase": "f-assault",
            "active": "allies",
            "game": {"first": "allies"},
            "units": {"A1": {"at": "0306"}, "X1": {"at": "0304"}, "A2": {"at": "0408"}},
        },
    )
    shot, blind, again = checking.check(system, state, "allies", "A1 attack X1\nA2 attack X4\nA1 move 0305")
    assert shot.accepted and not shot.doubt and not shot.warning
    assert blind.accepted and blind.doubt and "X4" in blind.warning
    assert again.doubt and again.warning == "A1 has already attacked", "as every throw of its dice has it"
