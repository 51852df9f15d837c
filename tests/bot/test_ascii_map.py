"""The map in letters and the keys that complete orders."""

import pytest

from bot.hosting import ascii_map
from engine.contract import replace
from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.scene.scene import Counter, Edge, HexTile, Scene
from tests.support.many_cases import for_each
from tests.support.sampling import share


def scene(stem: str) -> Scene:
    scenario = reader.load(stem)
    system = SYSTEMS[scenario.system]
    return system.scene(system.view(system.start(scenario), ""), ())


def test_places_on_a_tabletop_are_points() -> None:
    """In inches from the lower left; a leader with a unit is where it is."""
    picture = scene("first-charge")
    where = ascii_map.places(picture)
    assert {piece.id: where.get(piece.at) for piece in picture.pieces} == {
        "U1": "15,8",
        "UL": None,
        "UB1": "10,7.5",
        "UB2": "20,7.5",
        "C1": "15,14",
        "C2": "15,20",
        "CB1": "19.5,15",
    }


@for_each("stem", [*reader.shipped()][:: share(1, 3)])
def test_every_unit_is_drawn_in_its_hex(stem: str) -> None:
    picture, board = scene(stem), reader.load(stem).hex
    lines = [line.plain for line in ascii_map.draw_letters(picture, 80)]
    if not board:
        assert lines == [], "letters tell nothing of a table or a map of areas"
        return
    assert len(lines) == 2 * board.rows + 2 and max(map(len, lines)) <= 80
    wide = 4 if board.columns * 4 + 3 <= 80 else 3
    where = ascii_map.places(picture)
    for at, stack in {
        piece.at: [other for other in picture.pieces if other.at == piece.at] for piece in picture.pieces
    }.items():
        column, row = int(where[at][:2]), int(where[at][2:])
        cell = lines[2 * row - 1 + (column % 2 == 0)][3 + (column - 1) * wide :][:wide]
        assert any(cell.strip(" !*+").startswith(piece.id[: wide - 1]) for piece in stack), (stack, cell)
        assert ("+" in cell) == (
            len([piece for piece in stack if not (isinstance(piece, Counter) and piece.lies == "flat")]) > 1
        )
    letters = "".join(lines)
    for terrain in {cell.terrain for cell in board.cells.values()}:
        assert ascii_map.GLYPHS[terrain] in letters and (
            terrain in ascii_map.OPEN or terrain in ascii_map.letter_key(picture)
        )


def test_a_stack_shows_its_top_unit_and_a_plus() -> None:
    board = scene("first-patrol")
    first = board.pieces[0]
    assert isinstance(first, Counter)
    at = first.at
    look = replace(first, id="Q1", badges=("P",))
    works, flier = replace(look, id="W1", lies="flat", badges=()), replace(look, id="F1", lies="flying", badges=())

    def shown(*pieces: Counter) -> str:
        return "\n".join(
            line.plain
            for line in ascii_map.draw_letters(replace(board, pieces=tuple(replace(p, at=at) for p in pieces)), 80)
        )

    assert "Q1*" in shown(works, look) and "W1" not in shown(works, look)
    assert "Q1+" in shown(flier, look, works) and "F1" not in shown(flier, look)
    assert "W1 " in shown(works)
    assert "* Pinned" in ascii_map.letter_key(board).replace("\u00a0", " ") and "leader" not in ascii_map.letter_key(
        board
    )
    assert "leader" in ascii_map.letter_key(scene("millers-bridge"))


def test_a_board_without_hexes_has_no_letters() -> None:
    assert ascii_map.draw_letters(Scene((10.0, 10.0), ()), 80) == []


def boards_of_hexes() -> list[str]:
    return [stem for stem in [*reader.shipped()][:: share(1, 2)] if reader.load(stem).hex]


@for_each("stem", boards_of_hexes)
@pytest.mark.long
def test_what_is_on_hexsides_and_the_names_of_places_are_in_the_letters(stem: str) -> None:
    """Each side once: on the lower left, the lower or the lower right side of one of its two hexes."""
    picture, board = scene(stem), reader.load(stem).hex
    assert board
    lines = [line.plain for line in ascii_map.draw_letters(picture, 80)]
    key, wide = ascii_map.letter_key(picture), 4 if board.columns * 4 + 3 <= 80 else 3
    tiles = {tile.number: tile.at for tile in picture.ground if isinstance(tile, HexTile)}
    edges = [part for part in picture.ground if isinstance(part, Edge) and part.kind != "objective"]
    assert "objective" not in key
    bridged = {middle(edge) for edge in edges if edge.kind in ascii_map.OVER}
    for edge in edges:
        ((number, side),) = {
            (number, side)
            for number, at in tiles.items()
            for side, (x, y) in enumerate(ascii_map.LOWER_SIDES)
            if abs(at[0] + x - middle(edge)[0]) + abs(at[1] + y - middle(edge)[1]) < 0.1
        }
        column, row = int(number[:2]), int(number[2:])
        cell = lines[2 * row + (column % 2 == 0)][3 + (column - 1) * wide :][:wide]
        sign = ascii_map.SIDES["bridge" if middle(edge) in bridged else edge.kind][side]
        assert cell[(0, wide // 2 if wide > 3 else 1, wide - 1)[side]] == sign, (edge, number, cell)
        assert f"\u00a0{edge.kind}" in key
    for at, name in board.labels.items():
        assert f"{name} {at}" in key


def middle(edge: Edge) -> tuple[float, float]:
    (x, y), (a, b) = edge.ends
    return round((x + a) / 2, 2), round((y + b) / 2, 2)


def test_a_place_without_a_unit_shows_its_name() -> None:
    assert "Mill" in "".join(line.plain for line in ascii_map.draw_letters(scene("millers-bridge"), 80))
    assert "Places" not in ascii_map.letter_key(Scene((2.0, 2.0), (HexTile((0.5, 0.9), "plain", "0101"),)))
