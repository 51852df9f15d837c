"""Stretches, moves, entries and ways back by chance, against a second reckoning (trodden)."""

from collections import Counter
from fractions import Fraction
from math import cos, pi, sin
from random import Random

import pytest

from engine.contract import Shift, replace
from engine.systems.zones.orders import Ambush, Arrive, EntryOrder, Move, PlaceUnit, Strike
from engine.systems.zones.rules.board.geometry import spot_distance
from engine.systems.zones.rules.board.terrain import pieces_at, stretches
from engine.systems.zones.rules.movement import entries, fall_back, movement
from engine.systems.zones.state.events import Moved
from engine.systems.zones.state.position import Edge, Spot, State
from maps.geometry.polygons import self_crossing
from maps.geometry.tabletop import Piece, Tabletop
from tests.support.sampling import share
from tests.systems.zones.support.oracle_movement import covers, judge_entry, judge_move, price, retreat_spots
from tests.systems.zones.support.oracle_movement import stretches as reckoned
from tests.systems.zones.support.small_boards import first_code, places_after, run_rule, small_table, unit


def _outline(chance: Random) -> tuple[tuple[float, float], ...]:
    """A simple polygon, often with corners in a row and upright sides, sometimes in hundredths."""
    while True:
        grain = chance.choice((100, 100, 25, 1))
        x, y = chance.randint(4, 20), chance.randint(4, 20)
        turns = sorted(chance.sample(range(24), chance.randint(3, 12)))
        far = [(chance.choice((1, 4, chance.uniform(1, 5))), turn * pi / 12) for turn in turns]
        shape = tuple(
            dict.fromkeys(
                (
                    round((x + r * cos(t)) * 100 / grain) * grain / 100,
                    round((y + r * sin(t)) * 100 / grain) * grain / 100,
                )
                for r, t in far
            )
        )
        if len(shape) > 2 and self_crossing(shape) is None and abs(_twice(shape)) > 0.5:
            return shape


def _twice(shape: tuple[tuple[float, float], ...]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(shape, (*shape[1:], shape[0]), strict=True))


def _line(chance: Random, shape: tuple[tuple[float, float], ...]) -> tuple[Spot, Spot]:
    """Between corners, beyond them, or anywhere."""

    def end() -> Spot:
        x, y = chance.choice(shape)
        match chance.randrange(4):
            case 0:
                return round(x * 100), round(y * 100)
            case 1:
                return round(x) * 100, round(y) * 100 + chance.choice((-300, 0, 300))
            case 2:
                other = chance.choice(shape)
                return round(200 * x - 100 * other[0]), round(200 * y - 100 * other[1])
        return chance.randint(0, 2400), chance.randint(0, 2400)

    return end(), end()


@pytest.mark.long
def test_stretches_are_those_of_an_exact_reckoning() -> None:
    chance, seen = Random(17), Counter[int]()
    for _ in range(share(6000, 1000)):
        shape = _outline(chance)
        a, b = _line(chance, shape)
        found, exact = stretches(a, b, shape), reckoned(a, b, shape)
        seen[len(exact)] += 1
        assert len(found) == len(exact), (a, b, shape)
        for part, other in zip(found, exact, strict=True):
            assert part == pytest.approx((float(other[0]), float(other[1])), abs=1e-9), (a, b, shape)
            assert (part[0] == 0, part[1] == 1) == (other[0] == 0, other[1] == 1), (
                a,
                b,
                shape,
            )  # ZC 7.3 asks for just that
        assert bool(pieces_at(Tabletop(24, 24, (Piece("dense", "", shape),)), a)) == covers(a, shape), (a, shape)
    assert seen[0] > 100 and seen[1] > 100 and seen[2] > 20


EDGES: tuple[tuple[Edge, Edge], ...] = (("south", "north"), ("north", "south"), ("west", "east"), ("east", "west"))


def _field(chance: Random) -> State:
    """A crowded corner of the table: terrain, and units of one to four models that do not overlap."""
    taken = list[tuple[float, float]]()

    def model() -> tuple[float, float]:
        while True:
            spot = (
                chance.choice((chance.randint(3, 44) / 4, chance.randint(75, 1200) / 100)),
                chance.randint(75, 1100) / 100,
            )
            if all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= 1.5**2 for x, y in taken):
                taken.append(spot)
                return spot

    def someone(key: str) -> tuple[float, float]:
        return model() if len(taken) < 14 else (20 + chance.random(), 20 + int(key[1]) * 1.5)

    kinds = ("man", "man", "rider", "scout")
    units = [
        unit(key, *(someone(key) for _ in range(chance.randint(1, 4))), kind=chance.choice(kinds))
        for key in ("B1", "R1", "B2", "G1")
    ]
    terrain = tuple(Piece(chance.choice(("sparse", "dense")), f"piece {n}", _outline(chance)) for n in range(3))
    edges = chance.choice(EDGES)
    return small_table(*units, terrain=terrain, edges=edges)


def _order(chance: Random, state: State) -> Move:
    unit = state.units["B1"]
    models = unit.models if chance.random() < 0.6 else (chance.choice(unit.models),)
    run = None if len(models) == len(unit.models) else (models[0].number, models[0].number)

    def near(at: Spot) -> Spot:
        reach = chance.choice((100, 200, 300))
        return at[0] + chance.randint(-reach, reach), at[1] + chance.randint(-reach, reach)

    def way(at: Spot) -> tuple[Spot, ...]:
        first = near(at)
        return (first, near(first)) if chance.random() < 0.3 else (first,)

    match chance.randrange(5):
        case 0:
            return Move("B1", Shift(chance.randrange(3600), chance.randint(1, 700)), None, run)
        case 1:
            return Move("B1", (way(models[0].at)[:1],), chance.choice(("line", "block", "column")), run)
        case 2:
            return Move("B1", tuple(() if chance.random() < 0.2 else way(model.at) for model in models), None, run)
    return Move("B1", (way(models[0].at),), None, run)


def test_moves_are_judged_and_run_as_reckoned_anew() -> None:
    chance, codes = Random(5), Counter[str | None]()
    for _ in range(share(3000, 400)):
        state = _field(chance)
        order = _order(chance, state)
        if order.to == ((),) and len(state.units["B1"].models) > 1 and order.models is None:
            continue
        expected, ways = judge_move(state, order)
        assert first_code(state, order) == expected, (state, order)
        codes[expected] += 1
        if expected is None:
            _, (event,) = run_rule(state, movement.run, order)
            assert isinstance(event, Moved)
            assert [(step.number, list(step.way), step.cost) for step in event.models] == [
                (number, way, price(state, state.units["B1"], way)) for number, way in ways.items()
            ]
    assert (
        min(codes[each] for each in (None, "off-board", "too-far", "blocked", "occupied", "out-of-coherency")) >= 8
    ), codes


@pytest.mark.long
def test_entries_are_judged_as_reckoned_anew() -> None:
    chance, codes = Random(6), Counter[str | None]()
    ways: list[tuple[type[EntryOrder], str]] = [
        (Strike, "deep-strike"),
        (Ambush, "ambush"),
        (Arrive, "reserve"),
        (PlaceUnit, "table"),
    ]
    for _ in range(share(4000, 700)):
        state = _field(chance)
        verb, where = chance.choice(ways)
        state = replace(
            state,
            units={**state.units, "B1": replace(state.units["B1"], where=where)},
            setup=replace(state.setup, deploy={"blue": ((0.0, 0.0), (12.0, 10.0))}),
        )
        count = chance.choice((1, 1, len(state.units["B1"].models), 2))
        start = chance.randint(0, 2400), chance.randint(0, 2400)
        if verb is PlaceUnit or chance.random() < 0.5:
            start = chance.randint(40, 1200), chance.randint(40, 1200)
        wide = chance.choice((150, 220, 400))
        spots = (
            start,
            *(
                (start[0] + chance.randint(-wide, wide), start[1] + chance.randint(-wide, wide))
                for _ in range(count - 1)
            ),
        )
        order = verb("B1", spots, chance.choice((None, "block", "column")) if count == 1 else None)
        expected, ends = judge_entry(state, order)
        assert first_code(state, order) == expected, (state, order)
        codes[expected] += 1
        if expected is None:
            assert places_after(state, entries.run, order) == [(x / 100, y / 100) for x, y in ends]
    wanted = (
        "wrong-count",
        "off-board",
        "in-terrain",
        "not-in-terrain",
        "near-enemy",
        "too-far",
        "occupied",
        "outside-deployment",
    )
    assert min(codes[each] for each in (None, *wanted, "out-of-coherency")) >= 3, codes


@pytest.mark.long
def test_going_back_is_as_reckoned_anew() -> None:
    chance, short = Random(7), 0
    for nth in range(share(200, 24)):
        state = _field(chance)
        unit, flees = state.units["B1"], nth % 2 == 0
        most = round(state.types[unit.type].move * 100) if flees else 600
        found = {
            step.number: step.way[-1] for step in fall_back.retreat_moves(state, unit, "flee" if flees else "fall back")
        }
        assert found == retreat_spots(state, unit, most, flees), (state, flees)
        short += sum(Fraction(spot_distance(model.at, found[model.number])) < most for model in unit.models)
    assert short > 10
