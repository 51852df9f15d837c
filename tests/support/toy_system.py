"""Duel, a rule system small enough to test the table with: an open phase for each side, then a sealed one; standing
orders; dice.

Each side has one unit with lives.  In its open phase a side may ``hit`` (a die of 6, 4 or more takes a life) as
often as it likes.  In the sealed phase both ``plan`` a number in secret; when both are done a die is thrown for each
plan.  ``standing all mood V`` is known to its side alone.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from engine.contract import (
    ArmyCheck,
    Balked,
    Concede,
    Condition,
    Done,
    End,
    Event,
    Fault,
    Kind,
    Measure,
    Number,
    Order,
    Phase,
    Record,
    Refusal,
    Rolled,
    Scenario,
    Skipped,
    StandingOrder,
    Target,
    Turn,
    TypeNames,
    Unit,
    Vocabulary,
    replace,
)
from engine.contract.defaults import (  # noqa: F401
    EARLIER_VERSIONS,
    LEGEND,
    REQUESTED_SIGNS,
    SECRETS_DECIDE_NOTHING,
    allied,
    battle_places,
    case_view,
    chances,
    faults,
    further_choices,
    group_name,
    group_of,
    in_full,
    left_behind,
    luck,
    odds,
    open_battle,
    partial_objections,
    prospect,
    sample_orders,
    score,
    unit_count,
    worth,
)
from maps.geometry.hex_points import distance_and_bearing
from maps.geometry.hexes import Board, Cell
from maps.scene.card import Card
from maps.scene.scene import Mark, Scene, Spot, Title

NAME, TITLE, VERSION = "toy", "Duel", "toy/1"
NOW = "2026-01-31T18:00:00Z"
SCENARIO = """
system: toy
name: The Duel
about: Two fencers, one winner.
board:
  hex: {legend: {".": plain}, rows: ["..", ".."]}
sides:
  red: {name: The Reds, colour: "#b71c1c"}
  blue: {name: The Blues, colour: "#0d47a1"}
units:
  - {id: R1, side: red, type: fencer, at: "0101", lives: 3}
  - {id: B1, side: blue, type: fencer, at: "0201", lives: 3}
"""


class Piece(Record, frozen=True):
    id: str
    side: str
    lives: int
    at: str = ""


class Game(Record, frozen=True):
    plans: Mapping[str, tuple[int, ...]] = {}
    done: tuple[str, ...] = ()
    moods: Mapping[str, str] = {}
    dice: tuple[int, ...] = ()
    reason: str | None = None
    hired: Mapping[str, int] = {}


class State(Record, frozen=True):
    units: Mapping[str, Piece]
    sides: tuple[str, ...]
    game: Game = Game()
    turn: int = 1
    phase: str = "opening"
    active: str | None = None
    winner: str | None = None


STATE = State
BOARD = Board(2, 2, {at: Cell("plain") for at in ("0101", "0102", "0201", "0202")})


class Hit(Order, frozen=True, tag="hit"):
    """Hit the enemy."""

    unit: Unit
    target: Target
    PHASES = ("strike",)
    EXAMPLE = "R1 hit B1"


class Plan(Order, frozen=True, tag="plan"):
    """Plan a number in secret."""

    unit: Unit
    number: Number
    PHASES = ("secret",)
    EXAMPLE = "R1 plan 17"


class Hire(Order, frozen=True, tag="hire", kw_only=True):
    """Hire some of a type."""

    count: Number = 1
    type: Kind
    PHASES = ("strike",)
    EXAMPLE = "hire 2 pike"


ORDERS: tuple[type[Order], ...] = (Hit, Plan, Hire, StandingOrder, Done, Concede)


class Began(Event, frozen=True, tag="phase"):
    name: str
    turn: int
    active: str | None


class Hurt(Event, frozen=True, tag="hurt"):
    unit: str


class Planned(Event, frozen=True, tag="planned"):
    side: str
    number: int


class Ready(Event, frozen=True, tag="ready"):
    side: str


class Shown(Event, frozen=True, tag="shown"):
    side: str
    numbers: tuple[int, ...]


class Felt(Event, frozen=True, tag="felt"):
    side: str
    mood: str


class Hired(Event, frozen=True, tag="hired"):
    type: str
    count: int


class Over(Event, frozen=True, tag="game-over"):
    winner: str
    reason: str


EVENTS: tuple[type[Event], ...] = (Rolled, Balked, Skipped, Began, Hurt, Planned, Ready, Shown, Felt, Hired, Over)


def cards(scenario: Scenario | None) -> Mapping[str, Card]:
    return {"fencer": Card("fencer", "Fencer", "duellist", "#555555", "3", facts=(("Lives", "3"),))}


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    rows = tuple(("fencer", "Fencer", count, 3) for key, count in army.items() if key == "fencer")
    unknown = tuple(
        Fault(("army", key), f"there is no type {key}", "there is fencer") for key in army if key != "fencer"
    )
    return ArmyCheck(rows, sum(3 * count for _, _, count, _ in rows), limits.get("points"), unknown)


def start(scenario: Scenario) -> State:
    return State(
        {u["id"]: Piece(u["id"], u["side"], u["lives"], u["at"]) for u in scenario.units}, tuple(scenario.sides)
    )


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    return start(scenario)


def phase(state: State) -> Phase | None:
    match state.phase:
        case "over":
            return None
        case "secret":
            waiting = tuple(side for side in state.sides if side not in state.game.done)
            return Phase("secret", f"Turn {state.turn}, secrets", state.turn, waiting, sealed=True)
        case "strike":
            return Phase("strike", f"Turn {state.turn}, strikes", state.turn, (state.active or "",))
    return Phase("opening", "Opening", state.turn, ())


def vocabulary(seen: State, side: str) -> Vocabulary:
    return Vocabulary(
        {u: u for u in seen.units},
        frozenset(u for u, piece in seen.units.items() if piece.side == side),
        policies={"mood": ("calm", "wild")},
        conditions=("hurt", "at"),
        board=BOARD,
        types=TypeNames({"pike": "Pikeman", "sword": "Swordsman"}, conditions_at_place=frozenset({"at"})),
    )


def check(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    match order:
        case Hit(_, target) if target not in seen.units or seen.units[target].side == side:
            yield Refusal("target", "invalid-target", f"{target} is no enemy")
        case Plan(_, number) if number > 99:
            yield Refusal("number", "bad-number", f"{number} is above 99")
        case Hire() if order.count < 1:
            yield Refusal("count", "bad-number", f"{order.count} is not a number from 1")
        case StandingOrder(_, policy, _) if policy != "mood":
            yield Refusal("policy", "bad-policy", "there is mood only")


def condition_holds(seen: State, condition: Condition) -> bool:
    unit = seen.units[condition.subject]
    return unit.at == condition.place if condition.state == "at" else unit.lives < 3


def ideas(seen: State, side: str) -> Iterator[Order]:
    now = phase(seen)
    for unit in seen.units.values():
        if now and side in now.sides and unit.side == side:
            if now.name == "strike":
                yield from (Hit(unit.id, other.id) for other in seen.units.values() if other.side != side)
            else:
                yield Plan(unit.id, 7)


def proceed(turn: Turn[State]) -> None:
    turn.roll("opening", 2)
    turn.happens(Began("strike", 1, turn.state.sides[0]))


def run(turn: Turn[State], side: str, order: Order) -> None:
    match order:
        case Hit(unit, target):
            if turn.roll(f"{unit} hits {target}", need=4, made="touched", missed="parried").made:
                turn.happens(Hurt(target))
                if not turn.state.units[target].lives:
                    turn.happens(Over(side, "touched"))
        case Plan(_, number):
            turn.happens(Planned(side, number))
        case Hire():
            turn.happens(Hired(order.type, order.count))
        case StandingOrder(_, _, values):
            turn.happens(Felt(side, values[0]))
        case Concede():
            turn.happens(Over(next(s for s in turn.state.sides if s != side), "conceded"))


def close(turn: Turn[State], side: str) -> None:
    state = turn.state
    if state.phase == "secret":
        turn.happens(Ready(side))
        if phase(turn.state).sides:  # type: ignore[union-attr]
            return
        for at in state.sides:
            turn.happens(Shown(at, state.game.plans.get(at, ())))
            turn.roll(f"{at} plans", sides=20)
        turn.happens(Began("strike", state.turn + 1, state.sides[0]))
        return
    later = state.sides[state.sides.index(side) + 1 :]
    turn.happens(Began("strike", state.turn, later[0]) if later else Began("secret", state.turn, None))


def apply(state: State, event: Event) -> State:
    game = state.game
    match event:
        case Began(name, turn, active):
            return replace(state, phase=name, turn=turn, active=active, game=replace(game, done=(), plans={}))
        case Hurt(unit):
            piece = state.units[unit]
            return replace(state, units={**state.units, unit: replace(piece, lives=piece.lives - 1)})
        case Planned(side, number):
            return replace(state, game=replace(game, plans={**game.plans, side: (*game.plans.get(side, ()), number)}))
        case Ready(side):
            return replace(state, game=replace(game, done=(*game.done, side)))
        case Hired(what, count):
            return replace(state, game=replace(game, hired={**game.hired, what: game.hired.get(what, 0) + count}))
        case Felt(side, mood):
            return replace(state, game=replace(game, moods={**game.moods, side: mood}))
        case Rolled(_, _, faces):
            return replace(state, game=replace(game, dice=faces))
        case Over(winner, reason):
            return replace(state, phase="over", active=None, winner=winner, game=replace(game, reason=reason))
    return state


def view(state: State, side: str) -> State:
    game = state.game
    return replace(
        state,
        game=replace(
            game,
            plans={s: p for s, p in game.plans.items() if s == side},
            moods={s: m for s, m in game.moods.items() if s == side},
        ),
    )


def witness(state: State, event: Event, side: str) -> Event | None:
    match event:
        case Felt(whose, _):
            return event if whose == side else None
        case Planned(whose, _):
            return event if whose == side or state.phase != "secret" else None
    return event


def tell(state: State, event: Event) -> str:
    match event:
        case Rolled(why, _, faces, _, _, need, result):
            return f"{why}: {'+'.join(map(str, faces))}" + (f", needs {need}+: {result}" if need else "")
        case Hurt(unit):
            return f"{unit} has {state.units[unit].lives - 1} lives left"
        case Balked(side, line, order, _, says):
            return f"{side} line {line}, {order}: {says}"
        case Shown(side, numbers):
            return f"{side} planned {', '.join(map(str, numbers)) or 'nothing'}"
        case Began(name, turn, active):
            return f"Turn {turn}: {name}" + (f" of {active}" if active else "")
        case Over(winner, reason):
            return f"{winner} wins: {reason}"
    return ""


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    marks = tuple(Spot((0, 0), str(event.__struct_config__.tag)) for event in recent)
    return Scene((1, 1), (), (), marks, Title("", f"{seen.turn} {seen.phase}"), alt=f"plans {dict(seen.game.plans)}")


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    return tuple(Spot((0, 0), "draft", str(order.__struct_config__.tag)) for order in orders)


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    return (Spot((0, 0), "reach", f"{unit} {target}".strip()),)


def measure(seen: State, start: End, end: End) -> Measure | None:
    a, b = (seen.units[at].at if isinstance(at, str) and at in seen.units else str(at) for at in (start, end))
    return Measure(distance_and_bearing(a, b))


def text_map(seen: State) -> str:
    return ", ".join(f"{u.id} {u.lives}" for u in seen.units.values())


def entropy(seed: str = "") -> Callable[[int], bytes]:
    """Bytes that are the same in every test run."""
    asked = count()
    return lambda n: hashlib.shake_256(f"{seed}{next(asked)}".encode()).digest(n)
