"""The strips above and below the board: what game and moment this is, how the sides stand, what the signs mean."""

from collections.abc import Sequence
from typing import NamedTuple

from ..geometry.plane import Point
from ..scene.scene import Counter, Crossing, Shape, SideNote, Spot, Strip, TableArea, TableLine, Title
from ..scene.tabletop_units import OffTableList
from .canvas import theme
from .canvas.pen import Pen
from .ground import area_ground, hex_ground, tabletop_ground, zone_control
from .labels import area_captions
from .marks import marks, tabletop_marks, trail_styles
from .units import base_strips, counters, discs, pictogram_counters, pictograms, unit_plates

ROW = 1.5
"""Height of a line of the title, in ems."""
ROLL, TIGHT = 1.6, 0.72
"""Height of a line under the board, and letters of one that are too small, in ems."""
LINE = 1.9
"""Height of a line of the legend, in ems."""
SKIRMISH, TABLE = ("disc", "holding", "slip"), ("field", "course", "strip", "shape", "sign")
"""Kinds of legend pictures: of tables with single models, of all tables."""
SAMPLE = 1.9
"""Width of a legend picture, in ems."""


REQUESTED = {"reach": ("2", 2.0), "needs": ("4+", 2.0), "ghost": ("A1", 0.9)}
"""Signs of drafts and of what is drawn on request -> their words and how much larger they are in the legend."""
AREAS = {"land": area_ground.sample, "unit": area_captions.sample}
"""Kinds of legend pictures of maps of areas."""


class LegendEntry(NamedTuple):
    """A word of the legend: the role it explains, and the upper left corner of its picture in ems."""

    role: str
    words: str
    at: Point


def title_height(sides: int) -> float:
    """In ems."""
    return 0.5 + ROW * (1 + sides) + 0.3


def draw_title(pen: Pen, width: float, strip: Title) -> None:
    """The pen's unit is the em; ``width`` in ems."""
    draw_game(pen, width, strip.game)
    draw_moment(pen, width, strip.moment)
    for nth, note in enumerate(strip.notes):
        draw_note(pen, width, nth, note)


def draw_game(pen: Pen, width: float, game: str) -> None:
    """The left of the first line."""
    y = 0.4 + ROW / 2
    pen.text((0.6, y), game, pen.fitting_size(game, 1.3, width * 0.45, "-Bold"), theme.INK, weight="-Bold", anchor="lm")


def draw_moment(pen: Pen, width: float, moment: str) -> None:
    """The right of the first line."""
    y = 0.4 + ROW / 2
    pen.text((width - 0.6, y), moment, pen.fitting_size(moment, 1.1, width * 0.5), theme.INK, anchor="rm")


def draw_note(pen: Pen, width: float, nth: int, note: SideNote) -> None:
    """The line of the side so many after the first."""
    draw_side(pen, width, nth, note)
    draw_facts(pen, width, nth, note)


def draw_side(pen: Pen, width: float, nth: int, note: SideNote) -> None:
    """The left of its line: whether it is active, its emblem, its name."""
    x, y = 0.6, _middle(nth)
    if note.active:
        pen.polygon([(x, y - 0.4), (x + 0.6, y), (x, y + 0.4)], theme.INK)
    emblem(pen, (x + 0.85, y), note.side, note.colour)
    pen.text((x + 2.2, y), note.name, _name_size(pen, width, note), theme.INK, weight="-Bold", anchor="lm")


def draw_facts(pen: Pen, width: float, nth: int, note: SideNote) -> None:
    """The rest of its line."""
    facts, y = " · ".join(note.facts), _middle(nth)
    x = 0.6 + (2.2 + pen.width(note.name, _name_size(pen, width, note), "-Bold") + 0.8)
    size = pen.fitting_size(facts, 1.0, width - 1.2 - x)
    pen.text((x, y), facts, size, theme.INK, anchor="lm")
    if note.broken:
        _flag(pen, (x + pen.width(facts, size) + 0.8, y), "BROKEN")


def _middle(nth: int) -> float:
    return 0.4 + ROW / 2 + ROW * (nth + 1)


def _name_size(pen: Pen, width: float, note: SideNote) -> float:
    return pen.fitting_size(note.name, 1.0, (width - 1.2) * 0.5, "-Bold")


def _flag(pen: Pen, at: Point, word: str) -> None:
    wide = pen.width(word, 0.85, "-Bold") + 0.7
    pen.rounded_box((at[0], at[1] - 0.55), (wide, 1.1), theme.BLOOD, 0.25)
    pen.text((at[0] + wide / 2, at[1]), word, 0.85, "#ffffff", weight="-Bold")


def off_table_lists(pen: Pen, width: float, lines: Sequence[OffTableList]) -> None:
    """A line for each: its side, what it is about, its entries, shortened if they find no room.

    The pen's unit is the em.
    """
    for nth, line in enumerate(lines):
        y = ROLL * (nth + 0.5)
        emblem(pen, (0.6, y), line.side, line.colour)
        pen.text((2.0, y), line.about, 0.95, theme.INK, weight="-Bold", anchor="lm")
        x = 2.0 + pen.width(line.about, 0.95, "-Bold") + 0.6
        words, room = " · ".join(line.entries), width - x - 0.6
        if pen.fitting_size(words, 0.95, room) < TIGHT:
            words = " · ".join(line.short or line.entries)
        pen.text((x, y), words, pen.fitting_size(words, 0.95, room), theme.INK, anchor="lm")


def emblem(pen: Pen, at: Point, side: int, colour: str) -> None:
    """A small field of a side's colour; for every second side its corners are round, and it is light within."""
    x, y = at
    pen.rounded_box((x, y - 0.5), (1.0, 1.0), theme.INK, 0.3 if side % 2 else 0)
    pen.rounded_box((x + 0.07, y - 0.43), (0.86, 0.86), colour, 0.25 if side % 2 else 0)
    if side % 2:
        pen.rounded_box((x + 0.22, y - 0.28), (0.56, 0.56), theme.face(side, colour), 0.15)


def layout_legend(pen: Pen, width: float, legend: Sequence[tuple[str, str]]) -> tuple[tuple[LegendEntry, ...], float]:
    """The legend broken into lines of ``width`` ems, and its height in ems."""
    entries, x, y = list[LegendEntry](), 0.6, 0.4
    for role, words in legend:
        wide = SAMPLE + 0.3 + pen.width(words, 0.95) + 1.0
        if x + wide > width and x > 0.6:
            x, y = 0.6, y + LINE
        entries.append(LegendEntry(role, words, (x, y)))
        x += wide
    return tuple(entries), y + LINE + 0.3 if legend else 0.0


def legend_words(pen: Pen, entries: Sequence[LegendEntry]) -> None:
    for entry in entries:
        pen.text((entry.at[0] + SAMPLE + 0.3, entry.at[1] + LINE / 2), entry.words, 0.95, theme.INK, anchor="lm")


def legend_pictures(pen: Pen, entries: Sequence[LegendEntry]) -> None:
    for entry in entries:
        kind, _, what = entry.role.partition(":")
        middle = pen.at(moved=(entry.at[0] + SAMPLE / 2, entry.at[1] + LINE / 2))
        if kind in AREAS:
            AREAS[kind](Pen(pen.image, pen.scale * 0.9, middle.origin), what)
            continue
        picture = _model_sample if kind in SKIRMISH else _table_sample if kind in TABLE else _hex_sample
        picture(Pen(pen.image, pen.scale * 0.92, middle.origin), kind, what)


def _model_sample(pen: Pen, kind: str, what: str) -> None:
    """What a table has on which single models stand: a base, a part that is held, a sign of a plate."""
    match kind:
        case "disc":
            discs.sample(Pen(pen.image, pen.scale * 1.35, pen.origin), what)
        case "holding":
            zone_control.sample(pen, what)
        case _:
            unit_plates.field(Pen(pen.image, pen.scale * 1.1, pen.origin), 0.0, what)


def _hex_sample(pen: Pen, kind: str, what: str) -> None:
    """One sample, a hex of side 1 around (0, 0) being the largest."""
    match kind, what:
        case "terrain", _:
            hex_ground.fill_hex(pen, what)
            pen.line(hex_ground.RIM, theme.GRID, 0.05)
        case "hill", _:
            hex_ground.hillside(pen)
            pen.line(hex_ground.RIM, theme.GRID, 0.05)
        case "road", "trail":
            hex_ground.trail(pen, [(-0.9, 0.3), (0, -0.2), (0.9, 0.2)])
        case "road", _:
            hex_ground.roads(pen, [[(-0.9, 0.3), (0, -0.2), (0.9, 0.2)]])
        case "edge", "river":
            hex_ground.waters(pen, [((-0.8, 0.2), (0.8, -0.2))])
        case "edge", "bridge":
            hex_ground.waters(pen, [((-0.8, 0.0), (0.8, 0.0))])
            hex_ground.bridge(pen, ((-0.5, 0), (0.5, 0)))
        case "edge", _:
            hex_ground.EDGES.get(what, hex_ground.unknown)(pen, ((-0.8, 0), (0.8, 0)))
        case "counter", _:
            counter_sample(Pen(pen.image, pen.scale * 1.5, pen.origin), what)
        case "pictogram", _:
            pictograms.draw_pictogram(Pen(pen.image, pen.scale * 1.75, pen.origin), what, theme.INK, theme.PAPER)
        case "figure", _:
            figure_sample(Pen(pen.image, pen.scale * 1.1, pen.origin), what)
        case "mark", _:
            _mark_sample(pen, what)


def _mark_sample(pen: Pen, what: str) -> None:
    """A mark of the legend: a cross, a sign in a hex, or an arrow."""
    match what:
        case "removed":
            marks.cross(pen, "#8c8c8c")
        case "arc" | "camp" | "crossed-out" | "roll-failed" | "target":
            marks.draw_mark(
                Pen(pen.image, pen.scale * 0.85, pen.origin),
                Spot((0, 0), what, "2<4" if what == "roll-failed" else "", "#5a5a5a"),
            )
        case "reach" | "zone" | "touched" | "blocking" | "ghost" | "needs":
            text, size = REQUESTED.get(what, ("", 0.8))
            marks.draw_mark(Pen(pen.image, pen.scale * size, pen.origin), Spot((0, 0), what, text, "#5a5a5a"))
        case "way":
            marks.draw_mark(Pen(pen.image, pen.scale, pen.at(moved=(0, 0.75)).origin), Spot((0, 0), what, "N"))
        case _:
            marks.arrow(
                pen,
                [(-0.9, 0.0), (0.9, 0.0)],
                trail_styles.trail_style(what)._replace(start=0.05, end=0.0),
                "#5a5a5a",
                "",
            )


def _table_sample(pen: Pen, kind: str, what: str) -> None:
    """A sample of something on a table: terrain, a strip, an outline."""
    inch = Pen(pen.image, pen.scale * 0.8, pen.origin)
    block = ((-1.1, -0.7), (1.1, -0.7), (1.1, 0.7), (-1.1, 0.7))
    match kind, what:
        case "field", "crest":
            tabletop_ground.crest(inch, [(-1.1, 0.2), (1.1, -0.2)])
        case "field", _:
            tabletop_ground.area(inch, TableArea(block, what))
        case "course", "bridge" | "ford":
            across = Crossing((0, 0), what, (1.0, 0.0), 1.2)
            tabletop_ground.courses(inch, [TableLine(((-1.1, 0), (1.1, 0)), "river")], [across])
        case "course", _:
            tabletop_ground.courses(inch, [TableLine(((-1.1, 0.2), (0, -0.1), (1.1, 0.1)), what)], [])
        case "strip", "tick-moved" | "tick-activated" | "flash":
            unit_plates.field(
                Pen(pen.image, pen.scale * 1.1, pen.origin),
                0.0,
                {"flash": "fired"}.get(what, what.removeprefix("tick-")),
            )
        case "strip", "attached":
            base_strips.paint(Pen(pen.image, pen.scale * 1.6, pen.origin), Strip((0, 0), "", 0, "#8c8c8c", 0, 0))
        case "strip", _:
            look = Strip(
                (0, 0), "", int(what.endswith("/2")), "#8c8c8c", 0, 1, (what.removesuffix("/2"),), base=(1.5, 0.75)
            )
            base_strips.both(Pen(pen.image, pen.scale * 1.0, pen.at(moved=(0, 0.2)).origin), look)
        case "sign", _:
            marks.draw_mark(
                Pen(pen.image, pen.scale * 0.9, pen.at(moved=(-0.3, 0.4) if what == "flag" else (0, 0)).origin),
                Spot((0, 0), what, {"flag": "4", "pips": "1/3"}.get(what, ""), "#8c8c8c"),
            )
        case "shape", _ if tabletop_marks.mark_style(what).tint:
            tint = marks.mark_sprite(Shape(block, what, "#5a5a5a"), round(inch.scale))
            (x, y), (dx, dy) = inch.at(moved=block[0]).origin, tint.offset
            pen.image.paste(tint.image, (round(x) + dx, round(y) + dy), tint.image)
        case _:
            marks.draw_mark(inch, Shape(block, what, "#5a5a5a"))


def figure_sample(pen: Pen, what: str) -> None:
    """A piece with a pictogram and one marker."""
    match what:
        case "P" | "D" | "X":
            pictogram_counters.badge(Pen(pen.image, pen.scale * 2.2, pen.origin), (0, 0), what)
        case "hidden":
            pictogram_counters.dots(Pen(pen.image, pen.scale * 1.6, pen.origin), (0.32, 0), 3)
        case "facing" | "hulldown":
            counters.paint(pen, Counter((0, 0), "", 0, "#8c8c8c", status=(what,), pictogram="tank", facing="NE"))
        case "riders":
            counters.paint(pen, Counter((0, 0), "", 0, "#8c8c8c", pictogram="half-track", riders=("A1",)))
        case "changed":
            counters.paint(pen, Counter((0, 0), "", 0, "#8c8c8c", ring=True, pictogram="soldier"))
        case "flying":
            counters.paint(pen, Counter((0, 0), "", 0, "#8c8c8c", pictogram="aircraft", lies="flying"))
        case _:
            counters.paint(pen, Counter((0, 0), "", 0, "#8c8c8c", status=(what,), pictogram="soldier"))


def counter_sample(pen: Pen, what: str) -> None:
    """A piece that shows one thing only."""
    look = Counter((0, 0), "", 0, "#8c8c8c")
    match what:
        case "disrupted" | "fired":
            look = Counter((0, 0), "", 0, "#8c8c8c", status=(what,))
        case "figures":
            look = Counter((0, 0), "ID", 0, "#8c8c8c", strength="5* 4C", sign="+")
        case "cavalry" | "leader":
            look = Counter((0, 0), "", 0, "#8c8c8c", symbols=(what,))
        case "changed":
            look = Counter((0, 0), "", 0, "#8c8c8c", ring=True)
    counters.paint(pen, look)
