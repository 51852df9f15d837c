"""Reports: every event has its line, every die is in one, alternatives are legal, ideas cover every order."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine import checking
from engine.contract import Event, Turn
from engine.systems import SYSTEMS, forumini
from engine.systems.forumini.orders import ORDERS
from engine.systems.forumini.state.events import (
    EVENTS,
    AircraftLeft,
    AircraftResolved,
    AirOrderRolled,
    AirQueued,
    AntiairAttacked,
    Attacked,
    CounterLost,
    Cover,
    CoverRolled,
    DefensiveFired,
    DeploymentRolled,
    HeroPlaced,
    InitiativeRolled,
    MineAttacked,
    Moved,
    MoveEnded,
    MovementRolled,
    NotDeployed,
    ObstacleCleared,
    OverwatchEnded,
    PhaseSkipped,
    PillboxLeft,
    Recovered,
    Retraced,
    Scattered,
    Shot,
    Stopped,
    ThrowsShown,
    TurnedUp,
    Unloaded,
)
from tests.support import random_games, report_checks
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.forumini.support import everything_scenario

SYSTEM = SYSTEMS["forumini"]
SHIPPED = random_games.shipped(SYSTEM)


def zoo_game(seed: int, most: int = 150) -> Iterator[random_games.Step]:
    """As wander.game, in the zoo."""
    state, chance = SYSTEM.start(everything_scenario.ZOO), Random(f"zoo {seed}")
    turn = Turn(state, random_games.Falling(seed, "opening"), SYSTEM.apply)
    SYSTEM.proceed(turn)
    step = random_games.Step(state, b"", turn, "", "")
    yield step
    for number in range(most):
        phase = SYSTEM.phase(step.after)
        if phase is None:
            return
        side = chance.choice(phase.sides)
        text = random_games.message(SYSTEM, step.after, side, chance)
        step = random_games.said(SYSTEM, step.after, side, text, random_games.Falling(seed, number))
        yield step


@cache
def steps() -> tuple[random_games.Step, ...]:
    """By default the games in which something comes up that no other shows."""
    lengths = {stem: share(80, 42 if stem == "first-patrol" else 16) for stem in SHIPPED}
    found = [step for stem in SHIPPED for step in islice(random_games.game(SYSTEM, stem, 1), lengths[stem])]
    seeds = share((0, 1, 2, 3, 4, 11, 15), (1, 11, 15))
    return tuple(found + [step for seed in seeds for step in zoo_game(seed)])


def told(step: random_games.Step) -> Iterator[report_checks.Told]:
    return report_checks.told(SYSTEM, step)


def carried(event: Event) -> list[int]:
    """The dice that an event brings with it."""
    match event:
        case Attacked() | DefensiveFired():
            return [*event.shot.faces, *([event.cover.die] if event.cover else [])]
        case AntiairAttacked():
            return [*event.shot.faces]
        case MineAttacked():
            return [*event.faces]
        case CoverRolled():
            return [event.cover.die]
        case MovementRolled() | ObstacleCleared() | AirOrderRolled():
            return [event.die]
        case InitiativeRolled() | DeploymentRolled():
            return [face for faces in event.dice.values() for face in faces]
        case Scattered():
            return [*event.dice]
        case ThrowsShown():
            return [*event.dice.values()]
        case _:
            return []


@pytest.mark.long
def test_every_die_is_reported_once_and_in_its_place() -> None:
    assert report_checks.dice_told(SYSTEM, steps(), carried, r"\(FA .*?\)|\d{4}|[A-Z]\d+") > 700


@pytest.mark.long
def test_lines_fit_a_phone_and_have_no_holes() -> None:
    for step in steps():
        for _, event, line in told(step):
            assert report_checks.whole(line), (line, event)


SILENT = {"rolled", "move-ended"}
"""Told by others: dice by what they were for."""
SHOT = Shot("L5", "B1", "0403", 1, 0, (5, 4, 6, 4, 4, 1, 2, 3), (), 5, "", (4, 7))
COVER = Cover(4, (("town", 1), ("Crushing", -1)), 4, True)
LINES: tuple[tuple[Event, str], ...] = (
    (
        Attacked(SHOT, "direct", 2, COVER, 1),
        "L5 fires at B1 in 0403, range 1: 5 4 6 4 4 1 2 3, five successes against 4/7: two hits; "
        "cover 4 (town +1, Crushing -1) needs 4: "
        "passed. Face-down on B1: 1. (FA 9.5, 11.5)",
    ),
    (
        DefensiveFired(SHOT, "overwatch", Cover(1, (), 4, False), True, 1),
        "In 0403: L5 fires from Overwatch at B1, range 1: 5 4 6 4 4 1 2 3, five successes against 4/7; "
        "cover 1 needs 4, a natural 1: "
        "failed: a hit, B1 stops. Face-down on B1: 1. (FA 12.3, 12.10)",
    ),
    (
        DefensiveFired(SHOT, "regular", COVER, False, 0),
        "In 0403: L5 fires at B1, range 1: 5 4 6 4 4 1 2 3, five successes against 4/7; "
        "cover 4 (town +1, Crushing -1) needs 4: passed: negated. (FA 12.2, 12.10)",
    ),
    (Moved("L5", "0405", "0406", 1, 0, False, None, ("0406", "0407")), "L5 moves 0406 0407."),
    (Moved("L5", "0406", "0407", 1, 0, False), ""),
    (MoveEnded("L5"), ""),
    (CounterLost("L5", "hit_the_dirt", "moved"), ""),
    (CounterLost("L5", "hit_the_dirt", "pinned"), "L5 loses Hit the Dirt."),
    (OverwatchEnded("L5", "asked"), "L5 is no longer in Overwatch: as ordered."),
    (
        MovementRolled("B4", "stream", "0303", 3, (("mud", -1),), 4, False),
        "B4 into 0303, stream: 3 -1 mud, needs 4: failed. (FA 6.5)",
    ),
    (Stopped("B4", "0302", "roll", "SE"), "B4 stays in 0302, facing SE."),
    (Stopped("B4", "0302", "defensive-fire"), ""),
    (
        Stopped("B4", "0302", "waits"),
        "B4 waits in 0302 (standing order); the rest of its order, including any facing, is dropped.",
    ),
    (Retraced("B4", ("0302", "0301")), "No room for B4: back to 0301. (FA 7.2)"),
    (AirOrderRolled(9, 4, "bears"), "Aircraft of Speed 9: 4, those of Bears come first. (FA 14.3)"),
    (AirQueued(("B9", "L9")), "Aircraft order: B9, L9."),
    (AirQueued(()), ""),
    (AircraftResolved("L9", "aborts", "all"), "L9 turns up Damaged and aborts (standing order for all). (FA 14.9)"),
    (AircraftLeft(("L9", "B9")), "Aircraft leave: L9, B9. (FA 14.14)"),
    (NotDeployed("L5"), "L5 had no legal place and is out of the game. (FA 4.9)"),
    (PhaseSkipped("c-aircraft", "", "storm"), "C aircraft placement skipped (storm)."),
    (PillboxLeft("B1"), "B1 leaves the pillbox."),
    (Recovered("B1", "pinned", together=("B1", "B2")), "No longer Pinned: B1, B2."),
    (Recovered("B2", "pinned"), ""),
    (Recovered("B1", "demoralized", "B3"), "B1 is rallied by B3. (FA 17.2)"),
    (Recovered("B1", "demoralized"), "B1: Demoralized becomes Pinned. (FA 17.2)"),
    (TurnedUp("L7", 2, True, False, False, False, True, "heavy-armour"), "L7 turns up Pinned (heavy-armour)."),
    (TurnedUp("B1", 3, False, False, False, True), ""),
    (HeroPlaced("L8", "0405", "L5", "default"), "L8 replaces L5 in 0405. (FA 15.3)"),
    (Unloaded("L5", "0405", "lost"), "L5 gets out in 0405, Pinned: its transport is lost. (FA 7.9)"),
    (
        MineAttacked("B1", "L12", (6, 4, 4, 1, 2, 3), 3, (4, 7), 0, 0),
        "In 0304: mines under B1: 6 4 4 1 2 3, three successes against 4/7: a miss. (FA 16.2)",
    ),
    (
        Scattered("B1", "0304", (3, 5), "SE", 3, ("0404", "0505", "0605"), None),
        "B1 jumps over 0304: 3 5, 3 to the SE: is lost. (FA 15.8)",
    ),
    (
        ThrowsShown({"lions": "rock", "bears": "rock"}, None, {"bears": 1}),
        "Throws: Lions rock, Bears rock (die 1). Equal: reroll. (FA 18.5)",
    ),
)


@for_each(("event", "line"), LINES)
def test_lines(event: Event, line: str) -> None:
    assert SYSTEM.tell(SYSTEM.start(everything_scenario.ZOO), event) == line


@pytest.mark.long
def test_every_event_is_reported() -> None:
    said = {report_checks.tag(event) for step in steps() for _, event, line in told(step) if line}
    said |= {report_checks.tag(event) for event, line in LINES if line}
    assert {report_checks.tag(kind) for kind in EVENTS} - said == SILENT


def test_the_map_in_words() -> None:
    for step in steps()[:: share(7, 35)]:
        words = forumini.text_map(step.after)
        assert all(re.search(rf"\b{unit.id}\b", words) for unit in step.after.units.values())
        assert not re.search(r"None|True|False|[{}<]|\(\)", words), words
        assert all(len(line) < 300 for line in words.splitlines() if line.startswith("- "))


# ideas and advice
def test_ideas_are_legal_and_the_same_again_and_few() -> None:
    for step in steps()[::5]:
        for side in ("", *(known.id for known in step.after.sides)):
            report_checks.ideas(SYSTEM, step.after, side, 130)


@pytest.mark.long
def test_ideas_know_every_order() -> None:
    assert {report_checks.tag(kind) for kind in ORDERS} - report_checks.thought_of(SYSTEM, steps()) == {"concede"}


def test_alternatives_are_legal() -> None:
    """Orders of one moment given in another, and the same with other hexes and targets."""
    known = [
        order
        for step in steps()[::9]
        for side in ("lions", "bears", "allies", "axis")
        for order in SYSTEM.ideas(step.after, side)
    ]
    refused, offered = report_checks.offered_instead(SYSTEM, steps()[::4], known, Random(7))
    assert refused > 150 and offered > 40


@pytest.mark.parametrize(
    ("side", "text", "wanted"),
    [
        ("bears", "B1 move 0407", "B1 move "),
        ("bears", "B4 move 0707", "B4 move "),
        ("bears", "B1 overwatch 0101", "B1 overwatch "),
        ("lions", "standing all fier good", "standing all fire "),
        ("lions", "standing all fire bold", "standing all fire "),
    ],
)
def test_proposals(side: str, text: str, wanted: str) -> None:
    state = SYSTEM.case_position(everything_scenario.ZOO, {"phase": "b-movement", "active": side})
    (verdict,) = checking.check(SYSTEM, state, side, text)
    assert not verdict.accepted
    assert any(wanted in str(problem) for problem in verdict.problems), verdict.problems
