"""The report: every event has its line, every die is in one."""

import re

from engine.contract import Balked, Event, Skipped, replace
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.state.events import (
    EVENTS,
    ArrivalRefused,
    Attacked,
    Casualties,
    Conceded,
    Control,
    Destroyed,
    FellBack,
    Finished,
    Fled,
    GameOver,
    Hunkered,
    Initiative,
    ModelMove,
    ModelPlace,
    Morale,
    Moved,
    Placed,
    Rally,
    Resupplied,
    Revealed,
    RoundBegan,
    Shock,
    StandingSet,
    TurnBegan,
)
from engine.systems.zones.state.position import COMMAND, RESOLUTION, Objective, State, Unit
from tests.support import random_games, report_checks
from tests.support.many_cases import for_each
from tests.systems.zones.support.shipped_scenarios import steps
from tests.systems.zones.support.small_boards import GROVE, RUIN, small_table, unit

APART = r"\(ZC .*?\)|\(\S+\", [a-z-]+\)|[+-]\d+|= [\d ]+|: \D+ left|[A-Z]+\d+(?:\.\d+)?|\d*\.?\d+,\d*\.?\d+|needs \d"
"""Numbers that are no dice: paragraphs, distances, modifiers, totals, names, places."""
BLUE = "allies"
"""The team of the side blue."""


def reported() -> tuple[random_games.Step, ...]:
    return (*steps(), *random_games.walked(zones, "low-wells", 4))


def carried(event: Event) -> list[int]:
    """The dice that an event brings with it."""
    match event:
        case Initiative(rolls=rolls):
            return [*rolls.values()]
        case Rally(die=die) | Morale(die=die):
            return [die]
        case Attacked(dice=dice, saves=saves):
            return [*dice, *saves]
        case _:
            return []


# the report
def test_every_die_is_told_once_and_in_its_place() -> None:
    assert report_checks.dice_told(zones, reported(), carried, APART) > 120


def test_lines_fit_a_phone_and_have_no_holes() -> None:
    for step in reported():
        for _, event, line in report_checks.told(zones, step):
            assert report_checks.whole(line, 700 if isinstance(event, Revealed | Control) else 300), (line, event)


def test_what_is_added_comes_to_what_is_told() -> None:
    """Each attack's dice and modifiers by name, added up by hand, are its totals, hits and saves."""
    seen = 0
    for step in reported():
        for _, event, line in report_checks.told(zones, step):
            if isinstance(event, Attacked):
                seen += 1
                for dice, added, totals in re.findall(r"(?:: |saves? )([\d ]+) ([^=;]+) = ([\d ]+)", line):
                    bonus = sum(map(int, re.findall(r"[+-]\d+", added)))
                    assert [int(die) + bonus for die in dice.split()] == [int(total) for total in totals.split()], line
    assert seen > 60


SHOT = Attacked("shoot", "B1", 1, "R1", 1, "rifle", 1703, 3, (("long-range", -1),), (5,), 1, 2, (2,), 1, 1)
FIGHT = Attacked("melee", "R1", 1, "B2", 2, "long-knife", 309, 3, (("cover-sparse", -1),), (5, 4), 2, 3, (2, 6), 1, 1)
LINES: tuple[tuple[Event, str], ...] = (
    (RoundBegan(2, ("red", "blue")), "Round 2 of 5: Red, then Blue"),
    (
        Initiative({"blue": 3, "red": 5, "green": 1}, "red"),
        "Roll for the first turn: Blue 3, Red 5, Green 1. Red goes first. (ZC 4.3)",
    ),
    (
        Initiative({"blue": 5, "red": 5, "green": 1}, None),
        "Roll for the first turn: Blue 5, Red 5, Green 1. The highest are tied, so all roll again. (ZC 4.3)",
    ),
    (TurnBegan(COMMAND, "blue"), "Command phase: Blue. Shock removed: B2 3. (ZC 5.2)"),
    (TurnBegan(COMMAND, "red"), ""),
    (TurnBegan("action", "red"), "Action phase: Red. No longer hunkered: R1. (ZC 11.1)"),
    (TurnBegan(RESOLUTION, "blue"), "Resolution phase: Blue"),
    (TurnBegan(RESOLUTION, "red"), ""),
    (Finished("red"), "Done: Red."),
    (Revealed({}), "Set up: all units keep their starting positions. (ZC 4.5)"),
    (
        Revealed({"B1": (ModelPlace(1, (800, 1150)), ModelPlace(2, (950, 1150))), "R1": (ModelPlace(1, (3000, 100)),)}),
        "Set up: B1 8,11.5 9.5,11.5; R1 30,1. The other units keep their starting positions. (ZC 4.5)",
    ),
    (Rally("B1", 3, 4, True), "B1 tries to rally: 3 +4 morale = 7, rallies. (ZC 5.3)"),
    (
        Rally("B1", 2, 4, False),
        "B1 tries to rally: 2 +4 morale = 6, stays shaken and must flee in its action turn. (ZC 5.3)",
    ),
    (Resupplied("B1"), "B1 is resupplied: its ammunition is full again. (ZC 5.4)"),
    (
        Placed("B1", "deep-strike", (ModelPlace(1, (2000, 2000)), ModelPlace(2, (2150, 2000)))),
        "B1 makes a deep strike: B1.1 at 20,20; B1.2 at 21.5,20. (ZC 6.6)",
    ),
    (Placed("B1", "ambush", (ModelPlace(1, (600, 1000)),)), "B1 springs an ambush: B1.1 at 6,10. (ZC 6.7)"),
    (Placed("B1", "reserve", (ModelPlace(1, (600, 100)),)), "B1 arrives: B1.1 at 6,1. (ZC 5.5)"),
    (Placed("B1", "deployment", (ModelPlace(1, (600, 100)),)), "B1 sets up: B1.1 at 6,1. (ZC 4.5)"),
    (
        ArrivalRefused("B1", "occupied", "B1.1 would overlap B2.1."),
        "B1 cannot arrive by its standing order (occupied): B1.1 would overlap B2.1.",
    ),
    (
        Moved("B1", (ModelMove(1, ((300, 400), (300, 700)), 300), ModelMove(2, ((450, 400), (450, 700)), 300))),
        'B1 moves N: B1.1 to 3,7, the others likewise; cost 3 of 6". (ZC 6.2)',
    ),
    (
        Moved(
            "B1",
            (
                ModelMove(1, ((300, 400), (400, 600), (300, 700)), 365),
                ModelMove(2, ((450, 400), (550, 600), (450, 700)), 412),
            ),
        ),
        'B1 moves: B1.1 via 4,6 to 3,7, the others likewise; cost 3.65 to 4.12 of 6". (ZC 6.2)',
    ),
    (Moved("B1", (ModelMove(2, ((300, 400), (500, 400)), 200),)), 'B1.2 moves E to 5,4; cost 2 of 6". (ZC 6.2)'),
    (
        Moved("B1", (ModelMove(1, ((300, 400), (500, 400)), 200), ModelMove(2, ((450, 400), (450, 500)), 150))),
        'B1 moves, each of up to 6": B1.1 to 5,4 for 2; B1.2 to 4.5,5 for 1.5. (ZC 6.2)',
    ),
    (Moved("B1", ()), "B1 stays where it is. (ZC 6.5)"),
    (
        SHOT,
        'B1.1 shoots R1.1 (17.03", rifle): 5 +3 ballistic -1 long range = 7, hit; '
        "save 2 +1 toughness +1 armour = 4, failed: "
        "no wounds left, doomed. (ZC 9.2)",
    ),
    (
        replace(SHOT, dice=(4,), hits=0, saves=(), failed=0, wounds=0),
        'B1.1 shoots R1.1 (17.03", rifle): 4 +3 ballistic -1 long range = 6, miss. (ZC 9.2)',
    ),
    (
        FIGHT,
        'R1.1 fights B2.2 (3.09", long-knife): 5 4 +3 melee -1 sparse cover = 7 6, two hits; '
        "saves 2 6 +2 toughness +1 armour = 5 9, "
        "one failed: two wounds left. (ZC 10.2)",
    ),
    (
        replace(SHOT, target="R9"),
        'B1.1 shoots R9.1 (17.03", rifle): 5 +3 ballistic -1 long range = 7, hit; save 2 +2 = 4, failed: '
        "one wound lost. (ZC 9.2)",
    ),
    (Shock("B2", "melee", 1, 4), "B2 takes 1 shock (hit in melee), 4 in all. (ZC 12.1)"),
    (Hunkered("B1"), "B1 hunkers: -1 to shots at it until its side's next action turn. (ZC 11.1)"),
    (Fled("R1", (ModelMove(1, ((300, 400), (300, 1000)), 600),)), "R1 flees to the north: R1.1 to 3,10. (ZC 6.11)"),
    (
        FellBack("B1", (ModelMove(1, ((300, 400), (300, 50)), 350), ModelMove(2, ((400, 50),), 0))),
        "B1 falls back to the south and is shaken: B1.1 to 3,0.5; B1.2 stays at 4,0.5. (ZC 13.3)",
    ),
    (Casualties("B2", (1, 3), 2), "Removed: B2.1 and B2.3; two models of B2 left. (ZC 13.1)"),
    (Destroyed("B2"), "Lost: B2. Blue: one unit left on the table. (ZC 13.1)"),
    (Morale("B2", 4, 5, 3, 6, False), "B2 tests morale: 4 +5 morale -3 shock = 6, fails (needs 7). (ZC 13.2)"),
    (
        Morale("B2", 6, 2, 3, 6, False),
        "B2 tests morale: 6 +2 morale -3 shock (no less than 0) = 6, fails (needs 7). (ZC 13.2)",
    ),
    (Morale("B2", 3, 5, 1, 7, True), "B2 tests morale: 3 +5 morale -1 shock = 7, holds. (ZC 13.2)"),
    (
        Control(1, {"Z11": BLUE, "Z21": "contested", "Z12": "red", "Z22": None}, {BLUE: 1, "red": 2}),
        "End of round 1: Allies 1 (Z11), Red 2 (Z12 Mill for 2); contested (Z21). "
        "Changed: Z21 contested, Z12 to Red, Z22 to nobody. (ZC 14.1)",
    ),
    (StandingSet("blue", "B1", "12,4 block"), "Standing order: B1 arrive 12,4 block."),
    (Conceded("red"), "Conceded by Red: all its units leave the game. (ZC 14.6)"),
    (
        GameOver("red", "round-limit", {BLUE: 1, "red": 2}),
        "The winner: Red. The last round is over. Zones: Allies 1, Red 2. (ZC 14.4)",
    ),
    (
        GameOver(BLUE, "last-standing", {BLUE: 0, "red": 0}),
        "The winner: Allies. No other team has units left. Zones: Allies 0, Red 0. (ZC 14.5)",
    ),
    (
        GameOver("draw", "round-limit", {BLUE: 2, "red": 2}),
        "The game is drawn: the last round is over, and the highest scores are equal. "
        "Zones: Allies 2, Red 2. (ZC 14.4)",
    ),
    (
        Balked("blue", 2, "B1 shoot R1", "no-target", "R1 has nobody left."),
        "Not done: B1 shoot R1 (no-target): R1 has nobody left.",
    ),
    (Skipped("blue", 2, "if R1 gone: B1 hunker"), "Condition not met, skipped: if R1 gone: B1 hunker."),
)


def field() -> State:
    """Two units a side: B2 with three wounds and shock, R1 hunkered; the Mill counts as two zones; red has gained all
    but Z11.
    """
    tough = unit("B2", (14, 4), (15.5, 4), (17, 4), shock=3)
    units: tuple[Unit, ...] = (
        unit("B1", (3, 4), (4.5, 4)),
        replace(tough, models=tuple(replace(model, wounds=3) for model in tough.models)),
        unit("R1", (6, 20), (7.5, 20), hunkered=True),
        unit("R2", (14, 20)),
    )
    state = small_table(*units, objectives=(Objective("Z12", 2, "Mill"),))
    return replace(state, game=replace(state.game, held={"Z11": BLUE, "Z21": None, "Z12": BLUE, "Z22": "red"}))


@for_each(("event", "line"), LINES)
def test_lines(event: Event, line: str) -> None:
    assert zones.tell(field(), event) == line and report_checks.whole(line)


def test_units_that_wait_off_the_table_are_named_when_the_deployment_ends_unless_they_are_secret() -> None:
    state = field()
    units = {**state.units, "B2": replace(state.units["B2"], where="ambush")}
    waits = replace(state, units=units)
    line = "Set up: all units on the table keep their starting positions. Off the table: B2 (ambush). (ZC 4.5)"
    assert zones.tell(waits, Revealed({})) == line
    secret = replace(waits, setup=replace(waits.setup, hidden="secret"))
    assert zones.tell(secret, Revealed({})) == "Set up: all units keep their starting positions. (ZC 4.5)"


def test_every_event_is_told() -> None:
    said = {report_checks.tag(event) for event, line in LINES if line}
    assert {report_checks.tag(kind) for kind in EVENTS} - said == {"rolled"}


# the table in words
def test_the_table_in_words() -> None:
    for step in reported()[::7]:
        words = zones.text_map(step.after)
        assert all(re.search(rf"\b{key}\b", words) for key in step.after.units)
        assert not report_checks.HOLES.search(words), words
        assert all(len(line) < 400 for line in words.splitlines())


def test_the_ground_and_the_zones_in_words() -> None:
    scenario = reader.load("the-long-line")
    lines = zones.text_map(zones.start(scenario)).splitlines()
    assert lines[0] == "The Long Line: deployment, waiting for orders from The Colonial Line and The Wardens."
    assert "Deployment area of The Wardens: 0,36 to 60,48." in lines
    assert any(line.startswith("Dense: West Quarry 16,21 to 21,27; ") for line in lines)
    assert "Z32 South Tower counts as two zones: held by nobody." in lines
    assert "- C8 Glider Section, glider troops, four models off the table: deep strike from round 2." in lines
    later = zones.case_position(scenario, {"turn": 4, "phase": "action", "units": {"C8": {"gone": True}}})
    assert "Deployment" not in zones.text_map(later) and "- out of play: C8" in zones.text_map(later)
    assert zones.text_map(later).startswith("The Long Line: round 4 of 10, The Colonial Line's action phase.")


def test_units_in_words() -> None:
    """Places, terrain, wounds, shock, what they have done, how far the enemy is; who is surrounded."""
    worn = unit("B1", (6, 10), (12, 4), shaken=True, fled=True, shock=2)
    worn = replace(
        worn,
        start=3,
        models=(replace(worn.models[0], moved=True), replace(worn.models[1], wounds=0, moved=True, acted=True)),
    )
    gunner = replace(unit("R1", (16, 10), kind="field-gun"), hunkered=True)
    gunner = replace(gunner, models=(replace(gunner.models[0], wounds=2, ammo={"field-gun": 3}),))
    lines = zones.text_map(small_table(worn, gunner, terrain=(GROVE, RUIN))).splitlines()
    assert (
        "- B1, man, 2 of 3 models left, in Z11: B1.1 at 6,10 in Grove; B1.2 at 12,4, on a zone border, doomed. "
        'It has 2 shock, is shaken, has fled, has acted (B1.2). Nearest enemy R1.1, 7.21" NE of B1.2.'
    ) in lines
    assert (
        "- R1, field-gun, in Z21: R1.1 at 16,10 in Ruin, 2 of 4 wounds. "
        "It is hunkered, has three shots left with the field-gun. "
        'Nearest enemy B1.2, 7.21" SW of R1.1.'
    ) in lines
    ringed = zones.text_map(small_table(unit("B1", (6, 18)), unit("B2", (18, 6)))).splitlines()
    assert (
        "Held because they are surrounded: Z11 and Z22." in ringed
        and "Zones held: Allies 4 (Z11, Z21, Z12, Z22), Red 0." in ringed
    )


def test_a_standing_order_tried_in_vain_is_explained_to_its_side() -> None:
    """ZC 5.5: the turn waits, and its side reads why, until there is room or another turn begins."""
    late = replace(unit("B2", (0, 0)), where="reserve", policy="6,2", arrives=1)
    waiting = small_table(unit("B1", (6, 2)), late, unit("R1", (20, 20)), phase="command", active="blue")
    told = next(line for line in zones.text_map(waiting).splitlines() if line.startswith("- B2"))
    assert "standing order arrive 6,2, currently refused: B2.1 at 6,2 would overlap B1.1" in told
    for other in (
        replace(waiting, phase="action"),
        replace(waiting, units={**waiting.units, "B1": unit("B1", (9, 2))}),
    ):
        assert "standing order arrive 6,2." in zones.text_map(other)
