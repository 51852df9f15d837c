"""Every mark, hatching and sign on a map stands in its legend, in opening positions and in games."""

from collections.abc import Iterator, Mapping

import pytest

from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.scene.area_units import AreaName, Pile, StraitSign
from maps.scene.scene import Counter, Mark, Scene, Shape, Spot, Strip, Trail
from maps.scene.tabletop_units import ModelUnit
from tests.conformance.every_game import MESSAGES, Sys, every_game
from tests.support import random_games

SAME: Mapping[str, str] = {
    "mark:advance": "mark:move",
    "mark:scatter": "mark:scatter",
    "mark:flash": "strip:flash",
    "mark:flag": "sign:flag",
    "mark:pips": "sign:pips",
    "mark:fallen": "sign:fallen",
}
"""Marks that look like others, or stand among other signs."""
WORDS = ("note", "remark", "figure")
"""Spots that are words alone."""
SHIPPED = [(file.parent.name, name) for name, file in sorted(reader.shipped().items())]


def unexplained(scene: Scene) -> set[str]:
    """What is on the map, but not in its legend."""
    shown = {SAME.get(role, role) for mark in scene.marks for role in _mark(mark)}
    for piece in scene.pieces:
        shown.update(_piece(piece))
    for part in scene.area_pieces:
        shown.update(_area_piece(part))
    return shown - {role for role, _ in scene.legend}


def _mark(mark: Mark) -> Iterator[str]:
    match mark:
        case Shape(kind=kind):
            yield f"shape:{kind}"
        case Spot(kind=kind) if kind in WORDS:
            pass
        case Spot(kind=kind) | Trail(kind=kind):
            yield f"mark:{kind}"


def _piece(piece: object) -> Iterator[str]:
    match piece:
        case Counter() as unit if unit.pictogram:
            yield f"pictogram:{unit.pictogram}"
            yield from (f"figure:{badge}" for badge in (*unit.badges, *unit.status))
            signs = {"facing": unit.facing, "hidden": unit.hidden, "riders": unit.riders, "changed": unit.ring}
            yield from (f"figure:{sign}" for sign, shown in signs.items() if shown)
            yield from ("figure:flying",) * (unit.lies == "flying")
        case Counter() as unit:
            yield "counter:figures"
            yield from (f"counter:{status}" for status in unit.status)
            yield from ("counter:leader",) * ("leader" in unit.symbols)
            yield from ("counter:changed",) * unit.ring
        case Strip(symbols=symbols, bases=bases):
            yield from (f"strip:{symbol}" for symbol in symbols)
            yield from ("strip:attached",) * (not bases)
        case ModelUnit(side=side, colour=colour, discs=discs):
            yield f"disc:side/{side}/{colour}"
            yield from (f"disc:{status}" for disc in discs for status in disc.status)


def _area_piece(part: object) -> Iterator[str]:
    match part:
        case AreaName(signs=signs):
            yield from (f"unit:{sign}" for sign in signs)
        case StraitSign(shut=shut):
            yield f"unit:{'shut' if shut else 'open'}"
        case Pile(rows=rows):
            yield from (f"unit:{badge.kind}" for row in rows for badge in row.badges)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("system", "scenario"), SHIPPED)
def test_all_that_an_opening_position_shows_is_in_its_legend(system: str, scenario: str) -> None:
    rules = SYSTEMS[system]
    for step in random_games.walked(rules, scenario, 3, 6):
        for side in (*random_games.written(scenario).sides, ""):
            assert not unexplained(rules.scene(rules.view(step.after, side), step.turn.events))


@every_game
def test_all_that_a_game_shows_is_in_its_legend(system: Sys, scenario: str) -> None:
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        assert not unexplained(system.scene(system.view(step.after, ""), step.turn.events))
