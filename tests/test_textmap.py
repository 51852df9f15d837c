"""The map in letters and the keys that complete orders."""
import pytest

from bot import textmap
from bot.typing_aid import options
from engine import scenarios
from engine.systems import SYSTEMS
from maps.scene import HexTile, Scene


def scene(stem: str) -> Scene:
    scenario = scenarios.load(stem)
    system = SYSTEMS[scenario.system]
    return system.scene(system.view(system.start(scenario), ""), ())


@pytest.mark.parametrize("stem", scenarios.shipped())
def test_every_unit_is_where_it_stands(stem: str) -> None:
    picture, board = scene(stem), scenarios.load(stem).hex
    lines = [line.plain for line in textmap.drawn(picture, 80)]
    assert board and len(lines) == 2 * board.rows + 2 and max(map(len, lines)) <= 80
    wide = 4 if board.columns * 4 + 3 <= 80 else 3
    where = textmap.places(picture)
    for piece in picture.pieces:
        column, row = int(where[piece.at][:2]), int(where[piece.at][2:])
        cell = lines[2 * row - 1 + (column % 2 == 0)][3 + (column - 1) * wide:][:wide]
        assert cell.strip(" !*").startswith(piece.id[: wide - 1]), (piece.id, cell)
    letters = "".join(lines)
    for terrain in {cell.terrain for cell in board.cells.values()}:
        assert textmap.GLYPHS[terrain] in letters and (terrain == "plain" or terrain in textmap.key(picture))


def test_a_board_without_hexes_has_no_letters() -> None:
    assert textmap.drawn(Scene((10.0, 10.0), ()), 80) == []


def test_completion_goes_word_by_word() -> None:
    lines = ["W1 move 0508", "W1 move 0509", "W1 attack M1", "W2 move 0508", "commit"]
    assert options("", lines) == ["W1 ", "W2 ", "commit"]
    assert options("w1", lines) == ["W1 move ", "W1 attack "]
    assert options("W1 mo", lines) == ["W1 move "]
    assert options("W1 move ", lines) == ["W1 move 0508", "W1 move 0509"]
    assert options("x", lines) == []


def test_what_letters_cannot_show_is_named_where_it_is() -> None:
    assert "only in the picture: river, bridge" in textmap.key(scene("millers-bridge"))
    assert "picture" not in textmap.key(Scene((2.0, 2.0), (HexTile((0.5, 0.9), "plain", "0101"),)))
