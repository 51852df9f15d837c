"""A small ACW battlefield: changed, set up in the middle of things, ordered about, and games by chance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from engine import checking, play
from engine.contract import Balked, Event, Order, Rolled, Tape, Turn
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.state.apply import apply
from engine.systems.acw.state.position import State
from maps.geometry.plane import distance

FIELD: dict[str, Any] = {
    "system": "acw",
    "name": "Field",
    "board": {
        "table": {
            "width": 40,
            "height": 40,
            "terrain": [
                {"kind": "woods", "name": "Oak Wood", "shape": [[1, 18], [6, 18], [6, 23], [1, 23]]},
                {"kind": "building", "name": "Barn", "shape": [[30, 18], [33, 18], [33, 21], [30, 21]], "value": 2},
                {"kind": "entrenchment", "name": "Redoubt", "shape": [[20, 18], [26, 18], [26, 20], [20, 20]]},
                {
                    "kind": "hill",
                    "name": "Rise",
                    "shape": [[8, 18], [14, 18], [14, 23], [8, 23]],
                    "crest": [[9, 20], [13, 20]],
                },
                {"kind": "stream", "name": "Run", "line": [[0, 26], [40, 26]]},
                {"kind": "bridge", "name": "Span", "at": [10, 26]},
            ],
        }
    },
    "sides": {"us": {"name": "Union", "colour": "#0072B2"}, "cs": {"name": "Confederacy", "colour": "#D55E00"}},
    "types": {"zouaves": {"arm": "infantry", "bases": 4}},
    "units": [
        {"id": "U1", "type": "infantry", "name": "12th Ohio", "side": "us", "at": [10, 5], "facing": 0},
        {"id": "U2", "type": "zouaves", "side": "us", "at": [20, 5], "facing": 0},
        {"id": "UB", "type": "foot-artillery", "side": "us", "at": [28, 5], "facing": 0},
        {"id": "UL", "type": "leader", "side": "us", "with": "U1"},
        {"id": "C1", "type": "infantry", "side": "cs", "at": [10, 35], "facing": 180},
        {"id": "C2", "type": "cavalry", "side": "cs", "at": [20, 35], "facing": 180, "formation": "column"},
        {"id": "CB", "type": "horse-artillery", "side": "cs", "at": [28, 35], "facing": 180},
        {"id": "CL", "type": "leader", "side": "cs", "at": [15, 35], "facing": 180},
    ],
    "setup": {"deploy": {"us": [[0, 0], [40, 0], [40, 10], [0, 10]]}},
}
Change = Callable[[dict[str, Any]], object]


class Luck:
    """Dice that never run out."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def written(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(FIELD)
    for change in changes:
        change(scenario)
    return scenario


def begun(**setup: Any) -> State:
    return acw.start(reader.parse(written(lambda w: w["setup"].update(setup))))


def staged(
    phase: str = "first-movement", turns: int | None = None, setup: Mapping[str, Any] | None = None, **changes: Any
) -> State:
    scenario = reader.parse(written(lambda w: w["setup"].update(setup or {}), lambda w: w.update({"turns": turns})))
    return acw.case_position(scenario, {"phase": phase, **changes})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The orders of a message as they run; nothing may be refused."""
    verdicts = checking.check(acw, state, side, text)
    assert not [verdict.problems for verdict in verdicts if not verdict.accepted]
    turn = Turn(state, tape := Tape(dice), apply)
    play.run(acw, turn, side, [play.OrderToRun(verdict.line.number, verdict.echo) for verdict in verdicts])
    assert not tape.left and not [event for event in turn.events if isinstance(event, Balked)]
    return turn.state, turn.events


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), apply)
    play.close(acw, turn, side)
    assert not tape.left
    return turn.state, turn.events


def refused(state: State, side: str, text: str) -> list[str]:
    """The first code of every line that is refused."""
    return [verdict.problems[0].code for verdict in checking.check(acw, state, side, text) if not verdict.accepted]


def codes(state: State, side: str, order: Order) -> list[str]:
    return [refusal.code for refusal in acw.check(acw.view(state, side), side, order)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events if not isinstance(event, Rolled)]


def unit(nth: int, **facts: Any) -> Change:
    return lambda w: w["units"][nth].update(facts)


def without(nth: int, *keys: str) -> Change:
    return lambda w: [w["units"][nth].pop(key) for key in keys]


def piece(**facts: Any) -> Change:
    return lambda w: w["board"]["table"]["terrain"].append({"name": "New", **facts})


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def kind(**facts: Any) -> Change:
    return lambda w: w["types"]["zouaves"].update(facts)


class Wandered:
    """What one message or the end of a phase came to."""

    def __init__(self, begun: State, turn: Turn[State]) -> None:
        self.begun, self.state, self.events = begun, turn.state, turn.events


def wandered(state: State, chance: Random, most: int) -> Iterator[Wandered]:
    """A game by chance: lines of every kind, many of them refused."""
    for _ in range(most):
        phase = acw.phase(state)
        if phase is None:
            return
        side = chance.choice(phase.sides)
        turn = Turn(state, Luck(chance.randint(1, 10**6)), apply)
        text = "\n".join(line(state, side, chance) for _ in range(chance.randint(1, 8)))
        verdicts = checking.check(acw, state, side, text)
        play.run(acw, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
        if chance.random() < 0.5:
            play.close(acw, turn, side)
        yield Wandered(state, turn)
        state = turn.state


def line(state: State, side: str, chance: Random) -> str:
    """One line of orders for some unit, as often as not towards its nearest enemy."""
    unit = chance.choice([key for key in state.roster if state.units[key].side == side])
    foes = [foe for foe in state.units.values() if foe.side != side and not foe.gone]
    near = min(foes, key=lambda foe: distance(foe.inches, state.units[unit].inches)).id if foes else "U9"
    x, y = chance.uniform(0, state.table.width), chance.uniform(0, state.table.height)
    other, place = chance.choice(state.roster), chance.choice([piece.name for piece in state.table.pieces])
    many, word, held = (
        chance.randint(1, 9),
        chance.choice(("always", "never", "attacker")),
        chance.choice(("hold", "free")),
    )
    some = (
        f"forward {many}",
        "back 2",
        "left",
        "fr 3",
        f"move {x:.2f},{y:.2f}",
        f"face {x:.1f},{y:.1f}",
        "column",
        "line",
        f"join {other}",
        f"fire {place}",
        f"fight {near}",
        f"place {x:.2f},{y:.2f}",
        f"place {x:.2f},{y:.2f} {many}0 column",
        f"charge {other}",
    )
    said = chance.choice(
        [*some, *(f"charge {near}", f"face {near}; charge {near}", f"face {near}; forward", "forward") * 4]
    )
    standing = (
        f"standing {unit} advance {word}",
        f"standing {unit} fire {held}",
        f"if {other} engaged: {unit} forward 2",
    )
    return chance.choice((*standing, *[f"{unit} {said}"] * 12))
