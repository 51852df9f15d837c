"""The report of ACW: every event has its line, every die is in one; alternatives are legal; ideas know every order."""

import re
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine.contract import Balked, Done, Event, Order, Skipped
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import ORDERS, PlaceUnit
from engine.systems.acw.state.combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from engine.systems.acw.state.events import (
    EVENTS,
    Activation,
    Broken,
    Captured,
    DrawOffered,
    Faced,
    GameOver,
    Initiative,
    Joined,
    Moved,
    Parted,
    PhaseBegan,
    Placed,
    Revealed,
    StandingSet,
)
from engine.systems.acw.state.length import Length
from engine.systems.acw.state.position import State
from tests.support import random_games, report_checks
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.acw.support.board import FIELD, staged
from tests.systems.acw.support.small_boards import foot, unit
from tests.systems.acw.support.small_boards import staged as table

APART = r"\(CW .*?\)|\(\S+ left\)|[A-Z]+\d+|\d+(?:st|nd|rd|th)|\d*\.?\d+,\d*\.?\d+|\d*\.?\d+\"|\d*\.?\d+°"
"""Numbers that are no dice: paragraphs, ids, names, places, lengths, bearings."""


SHIPPED = random_games.shipped(acw)


@cache
def played(stem: str) -> tuple[random_games.Step, ...]:
    seeds = share((0, 1), (0,))
    return tuple(step for seed in seeds for step in islice(random_games.game(acw, stem, seed), share(120, 40)))


def steps() -> tuple[random_games.Step, ...]:
    return tuple(step for stem in SHIPPED for step in played(stem))


def carried(event: Event) -> list[int]:
    """The dice that an event brings with it."""
    match event:
        case Moved(length=length) | Charged(length=length) | Joined(length=Length() as length):
            return [*length.dice]
        case Initiative(dice=dice):
            return [*dice.values()]
        case Activation(dice=dice) | Retreated(dice=dice):
            return [*dice]
        case MeleeRolled():
            return [*event.charger_dice, *event.target_dice]
        case MeleeResult(die=die) | LeaderTested(die=die) | Advanced(die=die):
            return [die] if die else []
        case _:
            return []


# the report
@pytest.mark.long
def test_every_die_is_told_once_and_in_its_place() -> None:
    assert report_checks.dice_told(acw, steps(), carried, APART) > 600


@pytest.mark.long
def test_lines_fit_a_phone_and_have_no_holes() -> None:
    for step in steps():
        for _, event, line in report_checks.told(acw, step):
            assert report_checks.whole(line, 700 if isinstance(event, Revealed) else 300), (line, event)


@pytest.mark.long
def test_lines_with_dice_name_their_paragraph() -> None:
    named = {
        re.sub(r".*(\(CW [\d., ]+\))$", r"\1", line)
        for step in steps()
        for _, event, line in report_checks.told(acw, step)
        if carried(event)
    }
    assert named <= {
        f"(CW {number})" for number in ("3.3", "3.4", "4.6", "4.16", "7.3", "7.4", "9.2", "9.4", "9.9", "9.10", "9.11")
    }


SILENT = {"rolled", "activated"}
"""Told by others: dice by what they were for, activations by what is done."""
AHEAD = Length((2, 5), "higher", 0, 1, 6, 5.5)
WADED = Length((4,), "higher", 6, 0, 10, 4.75, "Run", "the stream Run", "impassable")
LINES: tuple[tuple[Event, str], ...] = (
    (Initiative({"us": 3, "cs": 3}, None), "Initiative: Union 3, Confederacy 3. Tie: both roll again. (CW 3.3)"),
    (Activation("us", (3, 4), 7), "Union: 3 4, 7 units may act. (CW 3.4)"),
    (PhaseBegan("first-movement", 3, "us"), "Turn 3, first player's movement: Union"),
    (PhaseBegan("second-battle", 3, "cs"), "Second player's battle: Confederacy"),
    (Faced("U1", 0, 450), "U1 turns from N to NE. (CW 4.14)"),
    (
        Moved("U1", "straight", 0, AHEAD, (1000, 500), (1000, 1050), 0),
        'U1 moves straight ahead: 2 5, the higher, +1 leader: 6". Goes 5.5" to 10,10.5. (CW 4.6)',
    ),
    (
        Moved("U1", "side", 450, WADED, (1000, 500), (1336, 836), 0),
        'U1 moves diagonally NE: one die 4, +6 column: 10", halved by Run to 5", stopped by the stream Run. '
        'Goes 4.75" to 13.36,8.36. (CW 4.6)',
    ),
    (
        Moved(
            "U1",
            "side",
            900,
            Length((4, 1), "lower", 0, 0, 1, 0, "", 'C1, 0.9" off', "blocked"),
            (1000, 500),
            (1000, 500),
            0,
        ),
        'U1 moves sideways E: 4 1, the lower: 1", stopped by C1, 0.9" off. Stays where it is. (CW 4.6)',
    ),
    (
        Moved("U1", "back", 1800, Length((1, 4), "higher", 0, 0, 4, 4), (1000, 900), (1000, 500), 1800, ("C1",)),
        'U1 moves back: 1 4, the higher: 4". Goes 4" to 10,5, now facing S, ends its melee with C1. (CW 4.6)',
    ),
    (Joined("UL", "U2"), "UL joins U2."),
    (
        Joined("UL", "U2", Length((3, 4), "both", 0, 0, 7, 3.5)),
        'UL rides to U2: 3 4, both: 7". Goes 3.5" and joins it. (CW 4.16)',
    ),
    (Parted("UL", "U1"), "UL leaves U1. (CW 4.17)"),
    (Captured("CL", "U1"), "CL is captured by U1. (CW 4.18)"),
    (Shelled("UB", "Barn", 1, 2), "UB shells Barn: 1 of 2. (CW 10.2)"),
    (BuildingDestroyed("Barn", ()), "Barn is destroyed. (CW 10.2)"),
    (BuildingDestroyed("Barn", ("C1", "C2")), "Barn is destroyed, with C1 and C2 in it. (CW 10.2)"),
    (
        Charged("U1", "C1", "straight", 0, AHEAD, 5.5, True, (1000, 500), (1000, 1050), 0),
        'U1 charges C1 straight ahead, 5.5" away: 2 5, the higher, +1 leader: 6". Reaches it, at 10,10.5. (CW 7.3)',
    ),
    (
        Charged("U1", "C1", "side", 450, Length((2, 5), "lower", 0, 0, 2, 2), 5.5, False, (1000, 500), (1141, 641), 0),
        'U1 charges C1 diagonally NE, 5.5" away: 2 5, the lower: 2". Falls short: goes 2" to 11.41,6.41. (CW 7.4)',
    ),
    (
        Countercharged("C2", 1.5, (2000, 3500), (2000, 3350)),
        'C2 countercharges: moves 1.5" to meet it, to 20,33.5. (CW 7.5)',
    ),
    (
        Contact("U1", "C1", "front", True, (1500, 1350), 0, ("UB",), ("CB",)),
        "Contact: U1 strikes C1 in front and squares up at 15,13.5, facing N. "
        "Guns: UB for U1; CB for C1. (CW 7.7, 8.2)",
    ),
    (
        Contact("U1", "C1", "left", False, (1500, 1350), 0, (), ()),
        "Contact: U1 strikes C1 in the left flank but has no room to square up. (CW 7.7)",
    ),
    (
        MeleeRolled(
            "U1",
            "C1",
            (5, 4),
            (("battery-fired", 2), ("line-base-in-contact", 3), ("leader", 1)),
            (4, 2),
            (("battery-fired", 1), ("line-base-in-contact", 1), ("small-arms", 1), ("hard-cover", 2)),
            15,
            11,
        ),
        "Melee: U1 5 4 +2 batteries +3 bases in contact +1 leader = 15; "
        "C1 4 2 +1 battery +1 base in contact +1 small arms +2 hard cover = 11. (CW 9.2)",
    ),
    (
        MeleeResult("U1", "C1", "U1", 4, 4, "equal", {"C1": 2, "U1": 1}),
        "U1 wins by 4; die 4, equal: C1 loses two bases (three left), U1 loses one base (four left). (CW 9.4)",
    ),
    (MeleeResult("U1", "C1", None, 0, 0, "tie", {}), "U1 and C1 are equal: no hits, both stay. (CW 9.4)"),
    (Destroyed("C2", "melee"), "Lost: C2, destroyed in melee. Confederacy: 3 bases lost, broken at 5."),
    (Destroyed("U1", "shelling"), "Lost: U1 12th Ohio, lost in the building. Union: 5 bases lost, broken at 6."),
    (
        Retreated("C1", (3,), 3, (1000, 3500), (1000, 3800), 0, "went"),
        'C1 retreats: 3. Goes 3" to 10,38, facing N. (CW 9.9)',
    ),
    (
        Retreated("C1", (3, 4), 0, (1000, 3500), (1000, 3500), 1800, "held", 'U2, 0.5" off'),
        'C1 retreats: 3 4, stopped by U2, 0.5" off. Cannot move and stays. (CW 9.9)',
    ),
    (
        Retreated("C1", (6, 4), 10, (1000, 3500), (1000, 4500), 0, "table"),
        "C1 retreats: 6 4. Leaves the table and is out of the game. Confederacy: 5 bases lost, broken at 5. (CW 9.9)",
    ),
    (
        Retreated("CL", (6, 4), 10, (1000, 3500), (1000, 4500), 0, "table"),
        "CL retreats: 6 4. Leaves the table and is out of the game. (CW 9.11)",
    ),
    (LeaderTested("UL", 6, True), "UL at risk: 6, killed. (CW 9.11)"),
    (LeaderTested("UL", 2, False), "UL at risk: 2, unhurt. (CW 9.11)"),
    (LeaderLost("UL", "table"), "UL is lost off the table. (CW 9.11)"),
    (LeaderLost("UL", "shelling"), "UL is lost in the building. (CW 10.2)"),
    (LeaderLost("UL", "stuck"), "UL cannot retreat and is lost. (CW 9.11)"),
    (
        Advanced("U1", 4, 2.5, (1000, 500), (1000, 750), None, 'C2, 3.5" off'),
        'U1 advances: 4, stopped by C2, 3.5" off. Goes 2.5" to 10,7.5. (CW 9.10)',
    ),
    (
        Advanced("U1", 4, 2.5, (1000, 500), (1000, 750), "C2"),
        'U1 advances: 4, into contact with C2. Goes 2.5" to 10,7.5. (CW 9.10)',
    ),
    (Placed("U1", (1200, 800), 0, "column"), "U1 sets up at 12,8, facing N, in column."),
    (Revealed({}), "Set up: all units start where the scenario places them."),
    (StandingSet("us", "all", "advance", "never"), "Standing order: all advance never."),
    (Broken("cs", 6, 5), "Broken: Confederacy, with 6 bases lost (limit 5). (CW 11.2)"),
    (DrawOffered("us"), "Draw offered by Union; the offer lasts until the game ends. (CW 11.4)"),
    (GameOver("us", "broken"), "The winner: Union. The army of Confederacy has broken."),
    (GameOver("draw", "agreed"), "The game is drawn: both sides agreed to a draw."),
    (
        GameOver("us", "turn-limit", {"us": 7, "cs": 3}),
        "The winner: Union. Time is up. Points: Union 7, Confederacy 3. (CW 11.3)",
    ),
    (GameOver("cs", "conceded"), "The winner: Confederacy. Union conceded."),
    (
        Balked("us", 2, "U1 forward", "blocked", "C1 is in the way."),
        "Not done: U1 forward (blocked): C1 is in the way.",
    ),
    (Skipped("us", 2, "if C1 gone: U1 forward"), "Condition not met, skipped: if C1 gone: U1 forward."),
)


@for_each(("event", "line"), LINES)
def test_lines(event: Event, line: str) -> None:
    assert acw.tell(acw.start(reader.parse(FIELD)), event) == line and report_checks.whole(line)


@pytest.mark.long
def test_every_event_is_told() -> None:
    said = {report_checks.tag(event) for step in steps() for _, event, line in report_checks.told(acw, step) if line}
    said |= {report_checks.tag(event) for event, line in LINES if line}
    assert {report_checks.tag(kind) for kind in EVENTS} - said == SILENT


def test_who_set_up_where() -> None:
    moved = acw.start(reader.parse(FIELD)).units
    line = acw.tell(acw.start(reader.parse(FIELD)), Revealed({key: moved[key] for key in ("U1", "UL", "C2")}))
    assert (
        line == "Set up: U1 10,5 N line; UL with U1; C2 20,35 S column. "
        "The other units start where the scenario places them."
    )


# the table in words
def test_the_table_in_words() -> None:
    for step in steps()[:: share(7, 35)]:
        words = acw.text_map(step.after)
        assert all(re.search(rf"\b{unit.id}\b", words) for unit in step.after.units.values())
        assert not report_checks.HOLES.search(words), words
        assert all(len(line) < 300 for line in words.splitlines())


def test_the_ground_in_words() -> None:
    """Every piece of terrain with where it lies, a line for each kind; the zones while they matter."""
    scenario = reader.load("kesslers-mill")
    lines = acw.text_map(acw.start(scenario)).splitlines()
    assert (
        "Steep hill: Signal Knob 6,34 to 18,42, crest 9,38.5 to 15,38.5." in lines
        and 'Ford: Otter Ford 34,22.5, 3" wide.' in lines
    )
    assert "Road: Pike 24,0 to 24,48; Mill Road 0,31 to 24,31 to 48,31." in lines
    assert "Deployment zone of Harlan's Union Brigade: 0,0 to 48,0 to 48,10 to 0,10." in lines
    later = acw.text_map(acw.case_position(scenario, {"phase": "first-movement"}))
    assert scenario.table and all(piece.name in later for piece in scenario.table.pieces) and "Deployment" not in later


def test_a_unit_in_words() -> None:
    """Place, terrain, facing, formation, company, melee, who stands beside it, how far the enemy is."""
    state = staged(
        units={
            "UL": {"with": "U1"},
            "U2": {"at": [10, 6], "formation": "column", "facing": 41},
            "C1": {"at": [10, 5.5]},
            "C2": {"at": [3, 20]},
        },
        game={"melees": [{"charger": "U1", "target": "C1"}], "buildings": {"Barn": 1}},
    )
    lines = acw.text_map(state).splitlines()
    assert "Barn: shelled, 1 of 2." in lines
    assert (
        '- U1 12th Ohio, infantry, at 10,5 (13" from Rise), facing N, line of 5 bases: '
        "with UL, fighting C1, charged in its front, next to U2."
    ) in lines
    assert (
        '- C1, infantry, at 10,5.5 (12.5" from Rise), facing S, line of 5 bases: '
        "fighting U1, which struck its front, next to U2."
    ) in lines
    assert "- UL, leader, with U1." in lines
    assert (
        '- C2, cavalry, at 3,20 in Oak Wood (woods), facing S, column of 3 bases: nearest enemy U2, 15.7" SE.' in lines
    )


# ideas and advice
def test_ideas_are_legal_and_the_same_again_and_few() -> None:
    for step in steps()[::5]:
        for side in ("", "us", "cs"):
            report_checks.ideas(acw, step.after, side, 200)


@pytest.mark.long
def test_ideas_know_every_order() -> None:
    assert {report_checks.tag(kind) for kind in ORDERS} - report_checks.thought_of(acw, steps()) == {"concede", "draw"}


def test_ideas_come_quickly() -> None:
    """All of a large table in the time of a keystroke."""
    state = acw.case_position(
        reader.load("kesslers-mill"), {"phase": "first-movement", "active": "us", "game": {"activations": 12}}
    )
    found, seconds = report_checks.timed_ideas(acw, acw.view(state, "us"), "us")
    assert len(found) > 40 and seconds < 0.25


def test_what_is_offered_instead_would_do() -> None:
    refused = offered = 0
    for stem in SHIPPED:
        known: list[Order] = [
            order for step in played(stem)[::9] for side in ("us", "cs") for order in acw.ideas(step.after, side)
        ]
        some, good = report_checks.offered_instead(acw, played(stem), known, Random(7))
        refused, offered = refused + some, offered + good
    assert refused > share(300, 80) and offered > share(150, 25)


def proposed(state: State, text: str) -> list[str]:
    return report_checks.proposed(acw, state, "us", text)


BARN = {"kind": "building", "name": "Barn", "shape": [[20, 20], [23, 20], [23, 23], [20, 23]]}
MILL = {"kind": "building", "name": "Mill", "shape": [[9, 16], [11, 16], [11, 18], [9, 18]]}
WATER = {"kind": "river", "name": "Run", "line": [[0, 11], [40, 11]]}
FORD = {"kind": "ford", "name": "Ford", "at": [12, 11], "width": 3}


@for_each(
    ("state", "text", "wanted"),
    [
        (table(U1=foot(20, 20)), "U1 move 25,5", "U1 face 25,5"),
        (
            table(U1=foot(10, 10), C1=foot(10, 30, 180, "cs"), C2=foot(10, 14, 180, "cs")),
            "U1 charge C1",
            "U1 charge C2",
        ),
        (table(U1=foot(10, 10), C1=foot(10, 5, 0, "cs")), "U1 charge C1", "U1 face C1"),
        (table(U1=foot(10, 10), C1=foot(10, 30, 180, "cs")), "U1 charge C1", "U1 move 10,30"),
        (table(BARN, MILL, UB=unit("foot-artillery", 10, 8)), "UB fire Barn", "UB fire Mill"),
        (table(MILL, UB=unit("foot-artillery", 10, 8, formation="column")), "UB fire Mill", "UB form line"),
        (table(MILL, UB=unit("foot-artillery", 10, 8, 90)), "UB fire Mill", "UB face 10,17"),
        (table(MILL, UB=unit("foot-artillery", 10, 8), U1=foot(20, 8)), "U1 fire Mill", "UB fire Mill"),
        (table(WATER, FORD, U1=foot(10, 10.9)), "U1 forward", "U1 move 12,11"),
        (table(U1=foot(10, 10), UL=unit("leader", 10, 9)), "U1 join A9", "UL join A9"),
        (table(U1=foot(10, 10), U2=foot(10, 13), UL=unit("leader", 10, 9)), "UL join UL", "UL join U1"),
        (table(U1=foot(10, 10), UL={"type": "leader", "side": "us", "with": "U1"}), "UL face E", "U1 face E"),
        (table(U1=foot(10, 10)), "U1 line", "U1 form column"),
        (table(U1=foot(10, 10)), "standing all advance alwys", "standing all advance always"),
    ],
)
def test_proposals(state: State, text: str, wanted: str) -> None:
    assert wanted in proposed(state, text)


def test_proposals_while_deploying() -> None:
    """Straight into the zone; beside who stands there; nothing to set up for who has no zone."""
    state = acw.start(reader.parse(FIELD))
    assert proposed(state, "U1 place 10,20 E")[0] == "U1 place 10,10 E"
    assert proposed(state, "U1 place 20,5.2")[0] == "U1 place 20,6.2"
    (refusal,) = acw.check(acw.view(state, "cs"), "cs", PlaceUnit("C1", (1000, 3000)))
    assert refusal.code == "wrong-phase" and refusal.instead == (Done(),)
