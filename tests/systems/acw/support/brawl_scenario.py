"""A small ACW field where everything that the rules know is close at hand, and games on it by chance."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from engine import checking, play
from engine.contract import Event, Scenario, Turn
from engine.language import write
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import Charge, Fight, Join, Shell
from engine.systems.acw.state.apply import apply
from engine.systems.acw.state.events import PhaseBegan
from engine.systems.acw.state.position import State
from tests.conformance.moment import Moment
from tests.systems.acw.support import board

BRAWL: dict[str, Any] = {
    "system": "acw",
    "name": "Brawl",
    "about": "Everything at once.",
    "turns": 8,
    "board": {
        "table": {
            "width": 26,
            "height": 24,
            "terrain": [
                {"kind": "road", "name": "Lane", "line": [[0, 12], [26, 12]]},
                {"kind": "woods", "name": "Copse", "shape": [[1, 9], [6, 9], [6, 14], [1, 14]]},
                {"kind": "building", "name": "Barn", "shape": [[10, 8], [13, 8], [13, 11], [10, 11]], "value": 1},
                {
                    "kind": "building",
                    "name": "Inn",
                    "shape": [[15, 13], [18, 13], [18, 16], [15, 16]],
                    "value": 2,
                    "cover": "hard",
                },
                {"kind": "fieldworks", "name": "Ditch", "shape": [[19, 10], [25, 10], [25, 11], [19, 11]]},
                {"kind": "entrenchment", "name": "Redoubt", "shape": [[1, 16], [6, 16], [6, 18], [1, 18]]},
                {
                    "kind": "steep-hill",
                    "name": "Knoll",
                    "shape": [[20, 12], [25, 12], [25, 17], [20, 17]],
                    "crest": [[21, 14.5], [24, 14.5]],
                },
                {"kind": "fence", "name": "Rails", "line": [[7, 6], [7, 18]]},
                {"kind": "stream", "name": "Brook", "line": [[0, 20], [26, 20]]},
                {"kind": "bridge", "name": "Plank", "at": [12, 20]},
                {"kind": "field", "name": "Oats", "shape": [[13, 3], [18, 3], [18, 6], [13, 6]]},
            ],
        }
    },
    "sides": {"us": {"name": "Union", "colour": "#0072B2"}, "cs": {"name": "Confederacy", "colour": "#D55E00"}},
    "units": [
        {"id": "U1", "type": "infantry", "side": "us", "at": [11.5, 9.5], "facing": 0},
        {"id": "U2", "type": "infantry", "side": "us", "at": [18, 9], "facing": 0, "bases": 3},
        {"id": "UC", "type": "cavalry", "side": "us", "at": [5, 5], "facing": 0},
        {"id": "UD", "type": "cavalry", "side": "us", "at": [22.5, 2], "facing": 0},
        {"id": "UA", "type": "foot-artillery", "side": "us", "at": [14, 6.5], "facing": 0},
        {"id": "UL", "type": "leader", "side": "us", "with": "U1"},
        {"id": "UM", "type": "leader", "side": "us", "at": [9, 7], "facing": 0},
        {"id": "C1", "type": "infantry", "side": "cs", "at": [16.5, 14.5], "facing": 180},
        {"id": "C2", "type": "infantry", "side": "cs", "at": [9.5, 15], "facing": 180, "bases": 3},
        {"id": "CC", "type": "cavalry", "side": "cs", "at": [5, 20.5], "facing": 180},
        {"id": "CD", "type": "cavalry", "side": "cs", "at": [22.5, 7], "facing": 180},
        {"id": "CB", "type": "horse-artillery", "side": "cs", "at": [13, 18], "facing": 180},
        {"id": "CL", "type": "leader", "side": "cs", "with": "C1"},
        {"id": "CM", "type": "leader", "side": "cs", "at": [9, 13.5], "facing": 180},
    ],
    "setup": {
        "activation_dice": 3,
        "victory": {"break": {"us": 12, "cs": 12}},
        "deploy": {"us": [[0, 0], [17, 0], [17, 7], [0, 7]], "cs": [[0, 17], [26, 17], [26, 24], [0, 24]]},
    },
}


@cache
def scenario() -> Scenario:
    found = reader.parse(BRAWL)
    assert not list(acw.faults(found))
    return found


def message(state: State, side: str, chance: Random) -> str:
    """Charges and shellings that come to mind, then whatever: good, bad or nonsense."""
    seen = acw.view(state, side)
    vocabulary = acw.vocabulary(seen, side)
    eager = [
        idea
        for idea in acw.ideas(seen, side)
        if isinstance(idea, (Charge, Shell, Join, Fight)) and chance.random() < 0.7
    ]
    others = [board.line(state, side, chance) for _ in range(chance.randint(0, 8))]
    return "\n".join(
        [*(write(idea, vocabulary) for idea in eager), *others, *(["draw"] if chance.random() < 0.03 else [])]
    )


def moments(seed: int) -> Iterator[tuple[Moment, bool]]:
    """Every event of a game, and whether it is the last of its message."""
    chance, told, state = Random(f"brawl {seed}"), list[Event](), acw.start(scenario())
    for _ in range(120):
        phase = acw.phase(state)
        if phase is None:
            return
        side = chance.choice(phase.sides)
        turn = Turn(state, board.Luck(chance.randint(1, 10**6)), apply)
        verdicts = checking.check(acw, state, side, message(state, side, chance))
        play.run(acw, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
        if chance.random() < 0.5:
            play.close(acw, turn, side)
        for number, event in enumerate(turn.events, 1):
            if isinstance(event, PhaseBegan) and event.name.endswith("movement"):
                told.clear()
            after = apply(state, event)
            yield Moment(state, event, after, tuple(told)), number == len(turn.events)
            told.append(event)
            state = after
    raise AssertionError("the brawl does not end")
