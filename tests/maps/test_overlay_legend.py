"""What is drawn on request, and a draft, is explained in the legend of that picture."""

from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from engine.contract import replace
from engine.lookups.ideas import with_requested
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Table
from maps.drawing.draw import draw
from maps.scene.scene import Mark, Scene
from tests.conformance.every_game import Sys, every_game, every_system, secret
from tests.conformance.test_legends import unexplained
from tests.support import random_games
from tests.support.toy_system import NOW


@pytest.mark.parametrize("stem", ["millers-bridge", "first-patrol", "low-wells", "first-charge"])
def test_an_overlay_has_a_legend_of_its_own(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW)
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    side = next(iter(game.sides))
    units = table.own_units(game.id, side)
    plain, drawn = table.picture(game.id, side), table.overlay(game.id, side, units[0])
    known = {role for role, _ in plain.legend}
    signs = [row for row in SYSTEMS[reader.load(stem).system].REQUESTED_SIGNS if row[0] not in known]
    assert len(drawn.marks) > len(plain.marks) and drawn.legend == (*plain.legend, *signs)
    assert table.overlay(game.id, side, units[-1]).legend == drawn.legend, "so that they share a background"
    assert draw(drawn) != draw(plain)


@every_game
def test_all_that_drafts_and_overlays_show_is_in_their_legend(system: Sys, scenario: str) -> None:
    for step in random_games.walked(system, scenario, 3, 16)[::6]:
        for side in random_games.written(scenario).sides:
            seen = system.view(step.after, side)
            scene = system.scene(seen, ())
            for marks in chain(_drafts(system, seen, side), _overlays(system, seen, side, scene)):
                only = replace(scene, marks=())
                assert not unexplained(with_requested(system, only, marks, ""))


def _drafts(system: Sys, seen: object, side: str) -> Iterator[Sequence[Mark]]:
    ideas = [idea for idea in system.ideas(seen, side) if not secret(idea)]
    yield from (system.draft_marks(seen, side, [idea]) for idea in ideas[:: max(1, len(ideas) // 20)])


def _overlays(system: Sys, seen: object, side: str, scene: Scene) -> Iterator[Sequence[Mark]]:
    """Of a few units, or in games of areas of a few areas that have any, alone and towards others."""
    mine = list(system.vocabulary(seen, side).mine) or list(getattr(seen, "areas", ()))
    others = [piece.id for piece in scene.pieces[::3]] or mine[:2]
    units = mine[:: max(1, len(mine) // 3)]
    yield from (system.overlay(seen, unit, other) for unit in units for other in ("", *others) if unit != other)


@every_system
def test_no_sign_is_explained_twice_or_without_words(system: Sys) -> None:
    roles, words = zip(*system.REQUESTED_SIGNS, strict=True)
    assert len({*roles}) == len(roles) and all(words)
