"""The rim of an objective's zone on hexsides that have something on them: both are seen."""

import pytest

from maps.drawing.ground.hex_ground import EDGES
from maps.geometry.hex_points import hex_centre, hex_side, hex_size
from maps.scene.scene import Edge, HexTile, Scene
from tests.maps.positions import changed, share

SIDE = hex_side("0202/0203")
TILES = tuple(HexTile(hex_centre(f"{column:02}{row:02}"), "plain") for column in range(1, 4) for row in range(1, 5))
RIM = Edge((SIDE[1], SIDE[0]), "objective")
SEEN = 0.75
"""How much of what is on a hexside must be seen beside the rim, and how much of the rim beside it."""


def shown(*edges: Edge) -> Scene:
    return Scene(hex_size(3, 4), (*TILES, *edges))


@pytest.mark.parametrize("kind", [kind for kind in (*EDGES, "river") if kind != "objective"])
@pytest.mark.sampled(3)
def test_the_rim_of_a_zone_hides_nothing_on_its_hexsides(kind: str) -> None:
    feature, bare = Edge(SIDE, kind), shown()
    alone = share(changed(shown(feature), bare))
    assert share(changed(shown(feature, RIM), shown(RIM))) > SEEN * alone > 0
    assert share(changed(shown(feature, RIM), shown(feature))) > 0.25 * share(changed(shown(RIM), bare)) > 0


def test_numbers_are_over_the_rim() -> None:
    """The upper side of a hex is close to its number."""
    numbered = HexTile(hex_centre("0203"), "plain", "0203")
    plain, rimmed = shown(), shown(RIM)
    with_number = Scene(plain.size, (*plain.ground, numbered)), Scene(plain.size, (*rimmed.ground, numbered))
    assert share(changed(with_number[1], rimmed)) > SEEN * share(changed(with_number[0], plain)) > 0
