"""Line of sight, Overwatch arcs and where a line enters, compared with FA 8, 11.4 and 12.14 on random maps."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import cases
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.rules.board import line_of_sight
from engine.systems.forumini.state.position import State
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.forumini.support import oracle_sight
from tests.systems.forumini.support.oracle_sight import Land, Met

SIZE = 12
MAPS, EACH = share(16, 3), 160
LETTERS = {".": "clear", "f": "field", "w": "woods", "t": "town", "h": "hill", "m": "marsh"}
DENSE, HEDGED = ("woods", "forest", "town", "hill"), ("bocage", "bluff")
Program = Callable[[State, Land, str, str], object]


@cache
def hexsides() -> list[str]:
    cells = [f"{x:02}{y:02}" for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
    return [
        oracle_sight.between(a, b)
        for a, b in combinations(cells, 2)
        if len({*oracle_sight.corners(a)} & {*oracle_sight.corners(b)}) == 2
    ]


def drawn(seed: int) -> tuple[State, Land]:
    """A map of random ground, sparse or dense, and the same as the rules look at it."""
    chance = Random(seed)
    weights = [(12, 1, 1, 1, 1, 1), (6, 1, 2, 1, 2, 1), (30, 2, 1, 0, 1, 1)][seed % 3]
    rows = ["".join(chance.choices(list(LETTERS), weights, k=SIZE)) for _ in range(SIZE)]
    cells = [f"{x:02}{y:02}" for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
    shares = {"bocage": 14, "bluff": 20, "stream": 15, "wall": 15}
    featured = {kind: chance.sample(hexsides(), len(hexsides()) // share) for kind, share in shares.items()}
    written = {
        "system": "forumini",
        "name": "Random ground",
        "board": {"hex": {"legend": LETTERS, "rows": rows, "sides": featured}},
        "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
        "units": [
            {"id": key, "type": "smle", "side": side, "at": at}
            for key, side, at in (("B1", "blue", "0101"), ("R1", "red", "1212"))
        ],
    }
    state = forumini.start(reader.parse(written))
    dense = frozenset(at for at in cells if LETTERS[rows[int(at[2:]) - 1][int(at[:2]) - 1]] in DENSE)
    return state, Land(frozenset(cells), dense, frozenset(side for kind in HEDGED for side in featured[kind]))


@cache
def special(odd: int) -> list[tuple[int, int]]:
    """The steps (columns, rows) from a hex of an odd or even column to the hexes that its lines meet at vertices and
    along hexsides.
    """
    middle, reach = 30 + odd, share(range(-8, 9), range(-4, 5))
    there = ((x, y) for x in reach for y in reach)
    return [(x, y) for x, y in there if oracle_sight.met(f"{middle:02}30", f"{middle + x:02}{30 + y:02}").vertices]


def pairs(land: Land, seed: int) -> Iterator[tuple[str, str]]:
    """Random lines; every third along the spines and through vertices, which chance rarely finds."""
    chance, cells = Random(f"lines {seed}"), sorted(land.cells)
    for number in range(EACH):
        a, b = chance.sample(cells, 2)
        if number % 3 == 0:
            column, row = int(a[:2]), int(a[2:])
            b = chance.choice(
                [at for x, y in special(column % 2) if (at := f"{column + x:02}{row + y:02}") in land.cells]
            )
        yield a, b


@cache
def ground() -> list[tuple[State, Land, list[tuple[str, str]]]]:
    return [(state, land, list(pairs(land, seed))) for seed, (state, land) in enumerate(map(drawn, range(MAPS)))]


def disagreements(
    program: Program, oracle: Callable[[Land, str, str], object]
) -> Iterator[tuple[int, str, str, object, object]]:
    """Map, line, what the program says and what the oracle says, wherever the two differ."""
    found = (
        (seed, a, b, program(state, land, a, b), oracle(land, a, b))
        for seed, (state, land, asked) in enumerate(ground())
        for a, b in asked
    )
    return (one for one in found if one[3] != one[4])


@pytest.mark.long
def test_thousands_of_lines_of_sight_agree() -> None:
    assert sum(len(asked) for _, _, asked in ground()) >= 2500
    found = disagreements(
        lambda state, land, a, b: (
            line_of_sight.blockers(state, a, b) == (),
            line_of_sight.blockers(state, b, a) == (),
        ),
        lambda land, a, b: (oracle_sight.clear(land, a, b),) * 2,
    )
    assert not [*found], "there, and back: sight is mutual"


@pytest.mark.long
def test_the_quick_judgement_is_that_of_the_names() -> None:
    """On maps where visibility ends nowhere near the edge."""
    for state, _, asked in ground()[: share(3, 1)]:
        land_of = line_of_sight.terrain_map(state)
        for a, b in asked[:: share(1, 8)]:
            assert line_of_sight.sees(state, a, b) == (line_of_sight._blockers(land_of, a, b) == ())


@pytest.mark.long
def test_what_is_named_in_the_way_is_in_the_way() -> None:
    for state, land, asked in ground()[:8]:
        for a, b in asked:
            line, named = oracle_sight.met(a, b), line_of_sight.blockers(state, a, b)
            assert {at for at in named if "/" not in at} <= (line.crossed | line.left | line.right) & land.dense - {
                a,
                b,
            }
            assert {side for side in named if "/" in side} <= land.hedged
            assert (line_of_sight.why_hidden(state, a, b) == "") == (named == ())


@pytest.mark.long
def test_arcs_agree() -> None:
    assert not [*disagreements(lambda state, land, a, b: line_of_sight.overwatch_arc(state, a, b), oracle_sight.arc)]


@pytest.mark.long
def test_the_hexsides_where_lines_enter_agree() -> None:
    found = disagreements(
        lambda state, land, a, b: frozenset(line_of_sight.entry_hexsides(state, a, b)),
        lambda land, a, b: oracle_sight.entered(a, b),
    )
    assert not [*found]


@pytest.mark.long
def test_every_paragraph_decides_some_line_alone() -> None:
    """Otherwise the comparison would miss a case that never occurs.  FA 8.5 never does: of any two of three hexes one
    is always crossed.
    """
    alone = set[str]()
    for _, land, asked in ground():
        for a, b in asked:
            if len(found := [name for name, blocks in oracle_sight.verdict(land, a, b).items() if blocks]) == 1:
                alone.add(found[0])
    assert alone == {"8.1", "8.4", "8.7", "8.7 vertex"}


# the comparison can fail
def misread(change: Callable[[Met], Met]) -> Callable[[pytest.MonkeyPatch], Program]:
    """A program that looks at lines wrongly."""

    def plant(patch: pytest.MonkeyPatch) -> Program:
        right = oracle_sight.met

        def program(state: State, land: Land, a: str, b: str) -> object:
            with patch.context() as wrong:
                wrong.setattr(oracle_sight, "met", lambda a, b: change(right(a, b)))
                return oracle_sight.clear(land, a, b)

        return program

    return plant


def ignored(land: Land, a: str, b: str) -> bool:
    """The ends' own hexsides count."""
    line = oracle_sight.met(a, b)
    return oracle_sight.clear(land, a, b) and not line.sides & land.hedged


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], Program]] = {
    "one side of a spine is enough": misread(lambda line: line._replace(crossed=line.crossed | line.left)),
    "spines never block": misread(lambda line: line._replace(left=frozenset())),
    "a hex touched at a corner blocks": misread(lambda line: line._replace(crossed=line.crossed.union(*line.vertices))),
    "hexsides run along are nothing": misread(lambda line: line._replace(along=frozenset())),
    "vertices are nothing": misread(lambda line: line._replace(vertices=frozenset())),
    "hexsides of the ends count": lambda patch: lambda state, land, a, b: ignored(land, a, b),
    "everything is seen": lambda patch: lambda state, land, a, b: True,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("error", PLANTED)
def test_a_planted_error_is_found(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(disagreements(PLANTED[error](monkeypatch), oracle_sight.clear))


def test_a_planted_error_in_the_program_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        line_of_sight,
        "_hexes",
        lambda land, met, ends: (at for at in met.crossed if at not in ends and line_of_sight._dense(land, at)),
    )
    line_of_sight._blockers.cache_clear()
    wrong = any(disagreements(lambda state, land, a, b: line_of_sight.blockers(state, a, b) == (), oracle_sight.clear))
    line_of_sight._blockers.cache_clear()
    assert wrong


CASES = cases.read((Path(__file__).parents[2] / "cases" / "forumini-sight.yaml").read_text("utf-8"))


@for_each("case", [case for case in CASES if "FA 8.1" in case["rules"]], ids=lambda case: str(case["case"]))
def test_the_answers_of_the_cases_are_the_oracle_s(case: dict[str, Any]) -> None:
    board = case["scenario"]["board"]["hex"]
    rows, sides = board["rows"], board.get("sides", {})
    cells = [f"{x:02}{y:02}" for x in range(1, len(rows[0]) + 1) for y in range(1, len(rows) + 1)]
    dense = frozenset(at for at in cells if board["legend"][rows[int(at[2:]) - 1][int(at[:2]) - 1]] in DENSE)
    hedged = frozenset(side for kind in HEDGED for chain in sides.get(kind, ()) for side in chain.split())
    units = case["set"]["units"]
    refused = any(
        problem["code"] == "no-line-of-sight" for problem in case["play"][0].get("expect", {}).get("problems", ())
    )
    assert oracle_sight.clear(Land(frozenset(cells), dense, hedged), units["B1"]["at"], units["R1"]["at"]) != refused
