"""Names of places on hex boards: beneath the counter in their hex, and above the number of the next one."""

import pytest

from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.drawing.ground import hex_ground
from maps.scene.scene import HexTile, Label
from tests.support import random_games
from tests.support.sampling import share

HEXED = [stem for name in ("miniwars", "forumini") for stem in random_games.shipped(SYSTEMS[name])]
COUNTER, NUMBER, GAP = 0.7, 0.66, 0.05
"""How far a counter reaches below the middle of its hex, how far above it the number stands, and how far a name is
from the number of the next hex.
"""


class Sheet:
    """Stands in for a pen: remembers the texts; letters are 0.6 ems wide."""

    def __init__(self) -> None:
        self.texts = list[tuple[tuple[float, float], str, float]]()

    def text(self, at: tuple[float, float], words: str, size: float, *_: object, **__: object) -> None:
        self.texts.append((at, words, size))

    def fitting_size(self, words: str, size: float, width: float, _: str) -> float:
        return min(size, width / (0.6 * len(words)))


@pytest.mark.parametrize("stem", share(tuple(HEXED), ("millers-bridge", "raid-on-danville")))
def test_no_counter_covers_the_name_of_its_hex(stem: str) -> None:
    scenario = reader.load(stem)
    rules = SYSTEMS[scenario.system]
    scene = rules.scene(rules.view(rules.start(scenario), ""), ())
    ground = [part for part in scene.ground if isinstance(part, HexTile | Label)]
    sheet = Sheet()
    hex_ground.letters(sheet, ground)  # type: ignore[arg-type]
    names = {part.text: part.at for part in ground if isinstance(part, Label)}
    below = 3**0.5 - NUMBER
    for (x, y), words, size in sheet.texts:
        if words in names:
            top, bottom = (y - names[words][1] + way * size * 0.73 / 2 for way in (-1, 1))
            assert x == names[words][0] and top > COUNTER and bottom + GAP < below - 0.3 * 0.73 / 2, words
