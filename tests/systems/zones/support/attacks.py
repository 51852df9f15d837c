"""Orders to attack given on a small table, with their dice; terrain and arms for them."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from engine.contract import Event, Tape, Turn, replace
from engine.systems.zones.orders import Melee, Shoot
from engine.systems.zones.rules.combat import attacks
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.position import Model, State
from engine.systems.zones.table_rows import Weapon
from maps.geometry.tabletop import Piece
from tests.systems.zones.support.small_boards import small_table, unit

E = TypeVar("E", bound=Event)
Verb = type[Shoot] | type[Melee]


class Outcome:
    """What was said, and the position after it; every die given was thrown."""

    def __init__(self, state: State, run: Any, *given: Any, dice: Sequence[int] = ()) -> None:
        tape = Tape(dice)
        turn = Turn(state, tape, apply)
        run(turn, *given)
        assert not tape.left
        self.state, self.events = turn.state, turn.events

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


def run_attack(state: State, order: Shoot | Melee, *dice: int) -> Outcome:
    assert first_refusal(state, order) is None
    return Outcome(state, attacks.run, order, dice=dice)


def first_refusal(state: State, order: Shoot | Melee) -> tuple[str, str] | None:
    first = next(attacks.objections(state, "blue", order), None)
    return (first.code, first.says) if first else None


def first_code(state: State, order: Shoot | Melee) -> str:
    found = first_refusal(state, order)
    return found[0] if found else ""


def duel(y: float, *terrain: Piece, verb: Verb = Shoot, **facts: Any) -> tuple[State, Shoot | Melee]:
    """A man at 12,4 and another straight north of him."""
    return small_table(unit("B1", (12, 4)), unit("R1", (12, y), **facts), terrain=terrain), verb("B1", "R1")


def with_weapons(state: State, kind: str = "man", **arms: Weapon) -> State:
    """All men carry these instead."""
    return replace(
        state,
        weapons={**state.weapons, **arms},
        types={**state.types, kind: replace(state.types[kind], weapons=tuple(arms))},
    )


def without_wounds(model: Model) -> Model:
    return replace(model, wounds=0)


def terrain_area(kind: str, *corners: tuple[float, float], name: str = "") -> Piece:
    return Piece(kind, name or kind.capitalize(), tuple((float(x), float(y)) for x, y in corners))


def terrain_belt(kind: str, bottom: float, top: float, name: str = "") -> Piece:
    return terrain_area(kind, (0, bottom), (24, bottom), (24, top), (0, top), name=name)


def random_terrain(dice: Random) -> tuple[Piece, ...]:
    """Up to four pieces on a coarse grid, so that edges are met and run along."""
    found = list[Piece]()
    for nth in range(dice.randint(0, 4)):
        x, y, kind = dice.randint(0, 16), 6 * nth, dice.choice(("sparse", "dense"))
        wide, deep = dice.randint(1, 8), dice.choice((1, 2, 3, 5.99, 6))
        shape: list[tuple[float, float]] = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]
        if dice.random() < 0.3:
            shape = [(x, y), (x + wide, y), (x + wide / 2, y + deep / 2), (x, y + deep)]
        found.append(terrain_area(kind, *shape, name=f"P{nth}"))
    return tuple(found)


def random_spot(dice: Random) -> tuple[int, int]:
    step = dice.choice((1, 50, 100, 100))
    return dice.randint(0, 2400 // step) * step, dice.randint(0, 2400 // step) * step
