"""Lines in bits, against the same lines in names, anywhere on the largest board."""

from itertools import product
from random import Random

from maps.geometry.hex_bits import hex_bits, line_bits, place, side_bits
from maps.geometry.hex_lines import hex_line, vertex_edges
from maps.geometry.hexes import distance, edge, name, neighbours, touched_edges, touched_hexes
from tests.support.sampling import examples

ALL = [name(column, row) for column, row in product(range(1, 100), range(1, 100))]


def test_every_hex_and_hexside_has_its_own_bit() -> None:
    assert len({place(at) for at in ALL}) == len(ALL)
    board = {*ALL}
    sides = {edge(at, near) for at in ALL for near in neighbours(at) if near in board}
    assert len({place(side[:4]) + place(side[5:]) for side in sides}) == len(sides)


def test_a_line_in_bits_is_the_line_in_names() -> None:
    chance = Random(7)
    for _ in range(examples(400)):
        a, b = chance.choice(ALL), chance.choice(ALL)
        if chance.random() < 0.5:
            b = name(*(max(1, min(99, int(part) + chance.randint(-4, 4))) for part in (a[:2], a[2:])))
        met, (line, start), ends = hex_line(a, b), line_bits(a, b), (a, b)
        assert start == place(a) + line.lowest

        def hexes(names: tuple[str, ...], start: int = start, ends: tuple[str, str] = ends) -> int:
            return hex_bits(at for at in names if at not in ends) >> start

        def sides(names: tuple[str, ...], start: int = start, ends: tuple[str, str] = ends) -> int:
            return side_bits(side for side in names if not {*side.split("/")} & {*ends}) >> 2 * start

        assert (line.crossed, line.left, line.right) == (hexes(met.crossed), hexes(met.left), hexes(met.right))
        assert line.sides == sides((*met.sides, *met.spine))
        assert line.vertices == tuple(sides(vertex_edges(vertex)) for vertex in met.vertices)
        assert line.touched_sides == side_bits(touched_edges(a, b)) >> 2 * start
        nearest = sorted({*touched_hexes(a, b)} - {a, b}, key=lambda at, a=a: (distance(a, at), at))  # type: ignore[misc]
        assert [start + bit for bit in line.nearest] == [place(at) for at in nearest]
