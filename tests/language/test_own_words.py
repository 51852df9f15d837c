"""What players write, in a position of a shipped game of each system: the order as it is understood, or the line
that is offered."""

from functools import cache
from typing import Any

import pytest

from engine import checking
from engine.systems import SYSTEMS
from engine.systems.baker.rules.combat.battles import undecided_battles
from tests.support.many_cases import for_each
from tests.support.random_games import walked, written

Position = tuple[str, str, str, str]
"""System, scenario, phase, side."""
CAMPAIGN = ("baker", "two-shores", "combat-movement", "azure")
PURCHASE = ("baker", "two-shores", "purchase", "azure")
PLACEMENT = ("baker", "two-shores", "placement", "azure")
TABLE = ("baker", "blank-table", "setup", "red")
BRIDGE = ("miniwars", "millers-bridge", "b-movement", "reivers")
ACW = ("acw", "first-charge", "first-movement", "us")
WELLS = ("zones", "low-wells", "action", "colonial")
PATROL = ("forumini", "meeting-engagement", "b-movement", "allies")

UNDERSTOOD: dict[Position, dict[str, str]] = {
    PURCHASE: {"3 inf": "buy 3 infantry", "build two inf": "buy 2 infantry", "buy 1 aa gun": "buy 1 aa"},
    CAMPAIGN: {
        "move all Ridge to Marsh": "move all infantry, all artillery Ridge to Marsh",
        "all Ridge to Marsh": "move all infantry, all artillery Ridge to Marsh",
        "move everything from Ridge to Marsh": "move all infantry, all artillery Ridge to Marsh",
        "3 inf Ridge to Marsh": "move 3 infantry Ridge to Marsh",
        "3 inf Ridge -> Marsh": "move 3 infantry Ridge to Marsh",
        "3 inf from Ridge to Marsh": "move 3 infantry Ridge to Marsh",
        "Ridge -> Marsh: 3 inf": "move 3 infantry Ridge to Marsh",
        "Ridge → Marsh: 3 inf": "move 3 infantry Ridge to Marsh",
        "Ridge to Marsh: 3 inf": "move 3 infantry Ridge to Marsh",
        "Marsh: 3 inf from Ridge": "move 3 infantry Ridge to Marsh",
        "attack Marsh with 3 inf from Ridge": "move 3 infantry Ridge to Marsh",
        "attack Marsh from Ridge with 3 inf": "move 3 infantry Ridge to Marsh",
        "move 3 inf from Ridge into Marsh": "move 3 infantry Ridge to Marsh",
        "please move three inf Ridge to Marsh": "move 3 infantry Ridge to Marsh",
        "send two inf Ridge to Marsh": "move 2 infantry Ridge to Marsh",
    },
    TABLE: {
        "battle 6 inf vs 5 inf": "battle land: 6 inf vs 5 inf",
        "battle 2 sub vs 1 bb": "battle naval: 2 sub vs 1 bb",
    },
    BRIDGE: {
        "move RS to 0602": "RS move 0602",
        "march RS to 0602": "RS move 0602",
        "RS -> 0602": "RS move 0602",
        "RS to 0602": "RS move 0602",
        "RS 0602": "RS move 0602",
        "RS: 0602": "RS move 0602",
        "RS moves to 0602": "RS move 0602",
        "RS -> Pike Hill": "RS move 0802",
        "the Reiver Captain moves to 0602": "CA move 0602",
        "RS's company moves to 0602": "RS move 0602",
        "move Light Horse 1 to 0602": "L1 move 0602",
        "Light Horse 1 -> 0602": "L1 move 0602",
        "RS stays": "RS hold",
    },
    ACW: {
        "U1 advances 4 inches": "U1 forward 4",
        "U1 wheel NE": "U1 face NE",
        "face U1 NE": "U1 face NE",
        "12th Ohio turns NE": "U1 face NE",
        "the 12th Ohio falls back": "U1 back",
        "U1 retreat 3": "U1 back 3",
        "move U1 to 12,8": "U1 move 12,8",
    },
    WELLS: {
        "C1 NE 4": "C1 move NE 4",
        "move C1 NE 4": "C1 move NE 4",
        "fire C1 at R1": "C1 shoot R1",
        "shoot R1 with C1": "C1 shoot R1",
        "First Section fires at Salt Band": "C1 shoot R1",
        "the First Section shoots Salt Band": "C1 shoot R1",
        "C1 take cover": "C1 hunker",
        "C1 12,8": "C1 move 12,8",
        "move C1 to 12,8": "C1 move 12,8",
    },
    PATROL: {
        "A1 -> 0406": "A1 move 0406",
        "A1 0406": "A1 move 0406",
        "move A1 to 0406": "A1 move 0406",
        "A1 moves to 0406": "A1 move 0406",
        "A1 drive to 0406": "A1 move 0406",
        "A1 faces NE": "A1 face NE",
        "face A1 NE": "A1 face NE",
        "A4 prone": "A4 dirt",
        "hit the dirt, A4": "A4 dirt",
        "A1 watch 0508": "A1 overwatch 0508",
    },
}
REFUSED: dict[Position, dict[str, str]] = {
    PLACEMENT: {"place all Fort": "no-complex", "all Fort": "no-complex"},
    BRIDGE: {"RS charges SP": "out-of-range", "attack BO with RS": "out-of-range", "all hold": "unknown-unit"},
    ACW: {"all advance": "unknown-unit"},
}
"""Understood as words; the rules, or the number of units that could be meant, are against it."""


@cache
def position(where: Position) -> Any:
    """The first position of a random game of this scenario in which the phase is this side's."""
    name, scenario, phase, side = where
    system = SYSTEMS[name]
    if phase == "setup":
        return system.start(written(scenario))
    for seed in range(1, 9):
        for step in walked(system, scenario, seed):
            now = system.phase(step.after)
            if now and now.name == phase and side in now.sides:
                return step.after
    raise AssertionError(f"no game of {scenario} comes to {phase} of {side}")


def _lines(table: dict[Position, dict[str, str]]) -> list[tuple[Position, str, str]]:
    return [(where, said, meant) for where, lines in table.items() for said, meant in lines.items()]


@for_each(("where", "said", "meant"), _lines(UNDERSTOOD))
def test_what_players_write_is_understood(where: Position, said: str, meant: str) -> None:
    """Whatever the rules then say against it: the position is a random one."""
    system, side = SYSTEMS[where[0]], where[3]
    (verdict,) = checking.check(system, position(where), side, said)
    assert verdict.echo == meant, verdict.problems


@pytest.mark.parametrize(("where", "said", "code"), _lines(REFUSED))
def test_what_cannot_be_meant_is_refused_when_it_is_typed(where: Position, said: str, code: str) -> None:
    system, side = SYSTEMS[where[0]], where[3]
    verdict = checking.check(system, position(where), side, said)[-1]
    assert [problem.code for problem in verdict.problems][:1] == [code]


@pytest.mark.parametrize("verb", ["fight", "retreat", "withdraw"])
@pytest.mark.long
def test_a_lone_word_of_combat_means_the_only_battle_or_is_refused_with_the_battles(verb: str) -> None:
    baker, tried = SYSTEMS["baker"], {"one": 0, "several": 0}
    for seed in range(1, 5):
        for step in walked(baker, "two-shores", seed):
            state, now = step.after, baker.phase(step.after)
            waiting = undecided_battles(state)
            if now is None or now.name != "combat" or not waiting:
                continue
            verdict = checking.check(baker, state, now.sides[0], verb)[-1]
            fought = [battle for battle in waiting if battle.round] if verb != "fight" and len(waiting) > 1 else waiting
            if len(fought) == 1:
                assert verdict.echo == f"{verb} {fought[0].area}"
            else:
                assert [problem.code for problem in verdict.problems] == ["missing-argument"]
                assert all(battle.area in verdict.problems[0].message for battle in waiting)
            tried["one" if len(fought) == 1 else "several"] += 1
    assert all(tried.values()), tried
