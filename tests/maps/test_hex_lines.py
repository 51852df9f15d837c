"""What a line between hex centres meets, against a slower calculation: the line cut by each hex's six sides in exact
fractions.
"""

from fractions import Fraction
from itertools import product

import pytest

from maps.geometry.hex_lines import hex_line, vertex_edges
from maps.geometry.hexes import centre, edge, name

SIDES = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))
"""A point lies in a hex if for each of these a x + b y, from its centre, is no more than the third number."""
ENDS = [name(column, row) for column, row in product(range(2, 15), range(2, 15))]


def cut(a: str, b: str, at: str) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where along the line (0 to 1) it is in a hex, sides included, and whether inside; None: it does not
    touch it.
    """
    (x, y), (to_x, to_y), (hx, hy) = centre(a), centre(b), centre(at)
    since, until, inside = Fraction(0), Fraction(1), True
    for across, down, most in SIDES:
        out = across * (x - hx) + down * (y - hy) - most
        step = across * (to_x - x) + down * (to_y - y)
        if step == 0:
            if out > 0:
                return None
            inside = inside and out < 0
        elif step > 0:
            until = min(until, Fraction(-out, step))
        else:
            since = max(since, Fraction(-out, step))
    return None if since > until else (since, until, inside and since < until)


@pytest.mark.parametrize("start", ["0808", "0708"])
@pytest.mark.long
def test_a_line_meets_what_cutting_it_by_every_hex_finds(start: str) -> None:
    for end in ENDS:
        if end == start:
            continue
        met = hex_line(start, end)
        cuts = {
            at: found for at in (name(c, r) for c, r in product(range(16), range(16))) if (found := cut(start, end, at))
        }
        assert set(met.crossed) == {at for at, (_, _, inside) in cuts.items() if inside}
        assert {*met.left, *met.right} == {
            at for at, (since, until, inside) in cuts.items() if since < until and not inside
        }
        assert {at for at, (since, until, _) in cuts.items() if since == until} <= {
            at for vertex in met.vertices for at in vertex
        }
        for vertex in met.vertices:
            shared = set.intersection(*({cuts[at][0], cuts[at][1]} for at in vertex))
            assert len(set(vertex)) == 3 and shared and all(0 < at < 1 for at in shared)


@pytest.mark.parametrize("start", ["0808", "0708"])
def test_a_line_back_meets_the_same_with_left_and_right_exchanged(start: str) -> None:
    for end in ENDS:
        there, back = hex_line(start, end), hex_line(end, start)
        assert (
            there.crossed == back.crossed[::-1]
            and set(there.left) == set(back.right)
            and set(there.right) == set(back.left)
        )
        assert (
            set(there.sides) == set(back.sides)
            and set(there.spine) == set(back.spine)
            and set(there.vertices) == set(back.vertices)
        )
        assert len(there.crossed) - 1 == len(there.sides) + len(there.vertices) - len(there.spine)
        assert (there.crossed[0], there.crossed[-1]) == (start, end)


def test_two_of_three_hexes_at_a_vertex_are_never_both_untouched_inside() -> None:
    """FA 8.5: why a hex touched at a vertex needs no rule of its own."""
    for start, end in product(("0808", "0708"), ENDS):
        met = hex_line(start, end)
        for vertex in met.vertices:
            inside = [at for at in vertex if at in met.crossed]
            along = [at for at in vertex if at in (*met.left, *met.right)]
            assert inside and len(inside) + len(along) >= 2


def test_examples() -> None:
    spine = hex_line("0302", "0702")
    assert (spine.left, spine.right, spine.spine) == (("0401", "0601"), ("0402", "0602"), ("0401/0402", "0601/0602"))
    assert spine.crossed == ("0302", "0502", "0702") and spine.sides == () and len(spine.vertices) == 4
    corner = hex_line("0101", "0602")
    assert corner.crossed == ("0101", "0201", "0302", "0401", "0502", "0602") and corner.left == corner.right == ()
    assert corner.vertices == (("0201", "0301", "0302"), ("0401", "0402", "0502"))
    assert hex_line("0505", "0504").sides == (edge("0505", "0504"),) and hex_line("0505", "0505").crossed == ("0505",)
    assert vertex_edges(("0404", "0405", "0504")) == ("0404/0405", "0405/0504", "0404/0504")
