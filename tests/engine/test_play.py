"""The loop without the world, on MiniWars: what is judged at once, what stays in doubt, what balks, and what a preview
may foresee.
"""

from itertools import islice
from typing import Any, cast

import pytest

from engine import checking, play
from engine.contract import (
    Balked,
    Done,
    NoDice,
    Order,
    Phase,
    Pool,
    Rolled,
    Scenario,
    Skipped,
    StandingOrder,
    System,
    Tape,
    Turn,
    convert,
    plain,
    replace,
)
from engine.play import OrderToRun
from engine.scenarios import reader
from engine.systems import SYSTEMS, miniwars
from engine.systems.miniwars.state.position import State
from tests.support import toy_system
from tests.support.random_games import game, shipped

UNITS = {
    "G1": {"at": "0905"},
    "W1": {"at": "0904"},
    "OF": {"at": "0808"},
    "MY": {"at": "0607"},
    "T1": {"at": "0705"},
    "M1": {"at": "1903"},
}

TOY = cast(System[Any], toy_system)


@pytest.fixture(scope="module")
def raid() -> Scenario:
    return reader.load("raid-on-danville")


def position(raid: Scenario, phase: str, active: str | None, **changes: Any) -> State:
    return miniwars.case_position(raid, {"turn": 3, "phase": phase, "active": active, "units": {**UNITS, **changes}})


def judged(state: State, side: str, text: str) -> list[tuple[int, str, list[str]]]:
    """Line, how it stands, and the codes of its problems."""

    def stands(verdict: checking.Verdict) -> str:
        return "refused" if verdict.problems else "idle" if verdict.idle else "doubt" if verdict.doubt else "stands"

    return [
        (v.line.number, stands(v), [p.code for p in v.problems]) for v in checking.check(miniwars, state, side, text)
    ]


def ran(state: State, side: str, text: str, dice: list[int]) -> tuple[Turn[State], list[tuple[type, int, str]]]:
    """The accepted orders of a message carried out; what balked or was skipped, by line and code."""
    verdicts = checking.check(miniwars, state, side, text)
    tape = Tape(dice)
    turn = Turn(state, tape, miniwars.apply)
    play.run(miniwars, turn, side, [OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    assert not tape.left
    told = [e for e in turn.events if isinstance(e, Balked | Skipped)]
    return turn, [(type(e), e.line, e.code if isinstance(e, Balked) else "") for e in told]


def test_each_order_is_judged_where_the_ones_before_it_leave_it(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    assert judged(state, "danville", "T1 move 0706\nT2 move 0705\nT1 move 0705\nOF hold") == [
        (1, "refused", ["occupied"]),
        (2, "refused", ["occupied"]),
        (3, "refused", ["already-there"]),
        (4, "stands", []),
    ]
    assert judged(state, "danville", "T2 move 0805\nT1 move 0706; move 0705")[1:] == [
        (2, "stands", []),
        (2, "refused", ["already-acted"]),
    ]


def test_what_comes_after_a_die_is_in_doubt_but_words_names_and_phase_are_judged(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    text = "G1 attack W1\nG1 attack W1\nG1 move Nowhere\nT1 fire W1\nT2 attack Q9\nT1 move 0101"
    assert judged(state, "danville", text) == [
        (1, "stands", []),
        (2, "doubt", []),
        (3, "refused", ["unknown-place"]),
        (4, "refused", ["wrong-phase"]),
        (5, "refused", ["unknown-unit"]),
        (6, "doubt", []),
    ]
    turn, told = ran(state, "danville", text, [1, 2])
    assert told == [(Balked, 2, "already-acted"), (Balked, 6, "too-far")]
    assert turn.state.units["T1"].at == "0705"


def test_done_inside_a_message_hides_the_moment_of_what_follows(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    text = "OF hold\ndone\nW1 move 0507\nG1 fire W1\nT1 move 9999"
    assert judged(state, "danville", text) == [
        (1, "stands", []),
        (2, "stands", []),
        (3, "refused", ["not-your-unit"]),
        (4, "doubt", []),
        (5, "refused", ["off-board"]),
    ]
    turn, told = ran(state, "danville", text, [])
    assert told == [(Balked, 4, "not-your-phase")] and turn.state.phase == "a-movement"


def test_whose_turn_it_is_and_what_may_be_said_at_any_time(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    assert judged(state, "rompot", "W1 move 1106\nW1 fire G1\nstanding advance always\ndraw\ndone\nconcede\ndraw") == [
        (1, "refused", ["not-your-phase"]),
        (2, "refused", ["not-your-phase"]),
        (3, "stands", []),
        (4, "stands", []),
        (5, "refused", ["not-your-phase"]),
        (6, "stands", []),
        (7, "refused", ["wrong-phase"]),
    ]


def test_which_of_two_reasons_gives_the_code_is_for_the_rules_to_say() -> None:
    """Of an order of another phase from a side not awaited: MiniWars names the side, others the phase."""
    usual = Phase("strike", "Strikes", 1, ("red",))
    other = replace(usual, first="wrong-phase")

    def codes(phase: Phase | None, side: str, kind: type[Order]) -> list[str]:
        return [refusal.code for refusal in play.timing_refusals(phase, side, kind)]

    assert codes(usual, "blue", toy_system.Plan) == ["not-your-phase"]
    assert codes(other, "blue", toy_system.Plan) == ["wrong-phase"]
    for phase in (usual, other):
        assert codes(phase, "red", toy_system.Plan) == ["wrong-phase"] and codes(phase, "blue", toy_system.Hit) == [
            "not-your-phase"
        ]
        assert codes(phase, "red", toy_system.Hit) == codes(phase, "blue", StandingOrder) == []
    assert codes(None, "red", StandingOrder) == ["wrong-phase"]


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_order_out_of_turn_is_refused_once_with_side_and_phase(name: str) -> None:
    """Whoever writes for another side's phase reads one sentence, whatever the order and the phase."""
    refused = 0
    for phase in phases_of(name):
        for kind in SYSTEMS[name].ORDERS:
            said = [refusal.says for refusal in play.timing_refusals(phase, "nobody", kind)]
            elsewhere = bool(kind.PHASES) and phase.name not in kind.PHASES
            assert len(said) == (not kind.ANYTIME)
            assert all(f"this is {phase.title}, not your turn" in says for says in said)
            assert all(("is an order for" in says) == elsewhere for says in said)
            refused += elsewhere
    assert refused


def phases_of(name: str) -> list[Phase]:
    """The phases of the first turns of a random game of a system."""
    system = SYSTEMS[name]
    found = (system.phase(step.after) for step in islice(game(system, shipped(system)[0], 1), 30))
    return list({phase.name: phase for phase in found if phase}.values())


def test_done_from_a_side_not_awaited_is_ignored_where_the_rules_say_so() -> None:
    class Ended(Done, frozen=True, tag="done"):
        ANYTIME = True

    state = toy_system.State({"R1": toy_system.Piece("R1", "red", 3)}, ("red", "blue"), phase="strike", active="red")
    phase = toy_system.phase(state)
    assert [r.code for r in play.timing_refusals(phase, "blue", Done)] == ["not-your-phase"] and not [
        *play.timing_refusals(phase, "blue", Ended)
    ]
    turn = Turn(state, NoDice(), toy_system.apply)
    play.carry_out(TOY, turn, "blue", Ended())
    assert turn.state is state and not turn.events
    play.carry_out(TOY, turn, "red", Ended())
    assert turn.state.active == "blue"


def test_an_order_with_a_count_and_a_condition_at_a_place_are_judged_and_run() -> None:
    pieces = {"R1": toy_system.Piece("R1", "red", 3, "0101"), "B1": toy_system.Piece("B1", "blue", 3, "0201")}
    state = toy_system.State(pieces, ("red", "blue"), phase="strike", active="red")

    def told(text: str) -> list[tuple[str, list[str], bool, bool]]:
        return [
            (v.echo, [p.code for p in v.problems], v.doubt, v.idle) for v in checking.check(TOY, state, "red", text)
        ]

    text = (
        "hire 2 Pikeman\nhire sword\nhire 0 pike\nhire\n"
        "if b1 at 201: hire pike\nif R1 at 0201: hire pike\nif R1 at 0909: hire pike"
    )
    assert told(text) == [
        ("hire 2 pike", [], False, False),
        ("hire sword", [], False, False),
        ("hire 0 pike", ["bad-number"], False, False),
        ("", ["missing-argument"], False, False),
        ("if B1 at 0201: hire pike", [], True, False),
        ("if R1 at 0201: hire pike", [], False, True),
        ("", ["off-board"], False, False),
    ]
    turn = Turn(state, NoDice(), toy_system.apply)
    good = [OrderToRun(v.line.number, v.echo) for v in checking.check(TOY, state, "red", text) if v.accepted]
    play.run(TOY, turn, "red", good)
    assert turn.state.game.hired == {"pike": 3, "sword": 1}
    assert [(type(e), e.line) for e in turn.events if isinstance(e, Balked | Skipped)] == [(Skipped, 6)]


def test_a_pool_is_judged_die_by_die_and_only_a_pool_tells_successes() -> None:
    turn = Turn(toy_system.State({}, ()), Tape([5, 4, 1, 2, 6, 6, 3]), toy_system.apply)
    assert turn.pool("shots", 3, need=4, mods={"close": 1, "none": 0}) == Pool((5, 4, 1), 1, 2)
    assert turn.pool("more", 3, need=7) == Pool((2, 6, 6), 0, 0)
    turn.roll("luck", need=3)
    shots, more, luck = map(plain, turn.events)
    assert (shots["successes"], shots["result"], shots["mods"], more["result"]) == (
        2,
        "2 of 3",
        (("close", 1),),
        "0 of 3",
    )
    assert (
        "successes" not in luck and convert(luck, Rolled) == turn.events[2] and convert(shots, Rolled) == turn.events[0]
    )


def test_an_if_waits_for_its_turn(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville", T4={"gone": True})
    text = (
        "if W1 normal: OF move 0101\nif W1 gone: T1 move Nowhere\nif T4 alive: T4 move 0709\nif W1 disrupted: OF hold\n"
        "if W1 normal: G1 attack W1; T1 move 0706\nif W1 disrupted: T2 fire W1\nif W1 normal: T3 hold"
    )
    assert judged(state, "danville", text) == [
        (1, "doubt", []),
        (2, "refused", ["unknown-place"]),
        (3, "idle", []),
        (4, "idle", []),
        (5, "doubt", []),
        (5, "doubt", []),
        (6, "doubt", []),
        (7, "doubt", []),
    ]
    turn, told = ran(state, "danville", text, [6, 5])
    assert told == [
        (Balked, 1, "too-far"),
        (Skipped, 3, ""),
        (Skipped, 4, ""),
        (Balked, 5, "occupied"),
        (Balked, 6, "wrong-phase"),
        (Skipped, 7, ""),
    ]
    assert turn.state.units["W1"].disrupted


def test_an_if_is_asked_once_for_all_that_it_covers(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville", W1={"at": "0904", "disrupted": True})
    turn, told = ran(state, "danville", "if W1 disrupted: G1 attack W1; advance", [6, 5])
    assert told == [] and turn.state.units["W1"].gone and turn.state.units["G1"].at == "0904"


def test_orders_that_are_kept_keep_their_conditions(raid: Scenario) -> None:
    state = position(
        raid, "morale", None, OF={"at": "0808", "disrupted": True}, T3={"disrupted": True}, G3={"disrupted": True}
    )
    text = (
        "MY rally OF\nif OF normal: OF rally G3\nif OF disrupted: OF rally\n"
        "MY rally T3\nif T3 normal: T1 fire W1\nif T3 gone: done"
    )
    assert judged(state, "danville", text) == [
        (1, "stands", []),
        (2, "doubt", []),
        (3, "doubt", []),
        (4, "refused", ["already-acted"]),
        (5, "refused", ["wrong-phase"]),
        (6, "idle", []),
    ]
    turn, told = ran(state, "danville", text, [])
    assert told == [(Skipped, 6, "")]
    assert turn.state.phase == "morale" and not any(kept.startswith("Rolled") for kept in map(repr, turn.events))


def test_problems_point_at_the_words_and_corrected_lines_keep_the_rest(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    (first, second) = checking.check(miniwars, state, "danville", "  OF hold ;  t1 MOVE 0706  # go")
    (problem,) = second.problems
    assert first.accepted and (problem.line, problem.column, problem.width, problem.code) == (1, 22, 4, "occupied")
    assert problem.suggestions and all(
        s.startswith("OF hold ;  T1 move 0") and s.endswith("# go") for s in problem.suggestions
    )
    for suggestion in problem.suggestions:
        assert all(v.accepted for v in checking.check(miniwars, state, "danville", suggestion)), suggestion


def test_a_line_without_end_is_judged_but_not_written_out_again_for_each_order(raid: Scenario) -> None:
    """Five hundred refused orders on one line would be answered with twelve million characters of corrected lines."""
    state = position(raid, "b-movement", "danville")
    problems = [p for v in checking.check(miniwars, state, "danville", "T1 move 0101;" * 500) for p in v.problems]
    assert len(problems) == 500 and {p.code for p in problems} == {"too-far"}
    assert sum(len(words) for p in problems for words in (p.message, *p.suggestions)) < 100_000
    short = [p for v in checking.check(miniwars, state, "danville", "T1 move 0101") for p in v.problems]
    assert all(p.suggestions for p in short)


def test_the_echo_of_a_message_gives_the_same_verdicts(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    for text in ("t2 m 805; hold\nif w1 gone: of hold\nstanding advance ask", "town militia 1 move 0706\ndone"):
        said = [v.echo for v in checking.check(miniwars, state, "danville", text) if v.accepted]
        assert [v.echo for v in checking.check(miniwars, state, "danville", "\n".join(said)) if v.accepted] == said


def test_a_preview_shows_what_is_certain_and_changes_nothing(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    before = repr(state)
    text = "T2 move 0805\nT1 move 0101\nif W1 gone: T3 move 0808\nG1 attack W1\nT4 move 0710\ndone"
    seen = checking.Judgement(miniwars, state, "danville", text).certain_position
    assert (
        seen.units["T2"].at == "0805" and seen.units["T1"].at == "0705" and seen.units["T3"].at == state.units["T3"].at
    )
    assert seen.units["T4"].at == state.units["T4"].at and seen.phase == "b-movement" and not seen.units["W1"].disrupted
    assert repr(state) == before
    assert checking.Judgement(miniwars, state, "danville", "").certain_position == miniwars.view(state, "danville")


def test_close_only_ends_what_waits_for_the_side_and_replay_gives_the_same_state(raid: Scenario) -> None:
    state = position(raid, "b-movement", "danville")
    turn = Turn(state, NoDice(), miniwars.apply)
    play.close(miniwars, turn, "rompot")
    assert turn.events == [] and turn.state is state
    play.close(miniwars, turn, "danville")
    assert turn.state.phase == "a-movement" and play.replay(miniwars, state, turn.events) == turn.state


def test_any_line_can_be_run_as_it_was_written(raid: Scenario) -> None:
    """What is stored is never trusted: a line that cannot be read any more balks instead of raising."""
    state = position(raid, "b-movement", "danville")
    turn = Turn(state, NoDice(), miniwars.apply)
    play.run(
        miniwars,
        turn,
        "danville",
        [OrderToRun(1, "Q9 move 0507"), OrderToRun(2, ""), OrderToRun(3, 'G1 "'), OrderToRun(4, "OF hold; done")],
    )
    assert [(e.line, e.code) for e in turn.events if isinstance(e, Balked)] == [(1, "unknown-unit"), (3, "syntax")]
    assert turn.state.phase == "a-movement"


def test_once_the_game_is_over_that_is_all_there_is_to_say() -> None:
    fencers = {
        unit: toy_system.Piece(unit, side, 3, at) for unit, side, at in (("R1", "red", "0101"), ("B1", "blue", "0201"))
    }
    over = toy_system.State(fencers, ("red", "blue"), phase="over", winner="red")
    found = checking.check(TOY, over, "red", "R9 hit B1\nR1 dance\nif B1 hurt: R1 hit B1\nconcede\nR1 hit B1")
    assert [[p.code for p in verdict.problems] for verdict in found] == [["wrong-phase"]] * 5
    assert all(verdict.problems[0].message == "the game is over" for verdict in found)
