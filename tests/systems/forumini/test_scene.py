"""What a position and its events become on the map: counters, zones, arcs, trails, shots, and the alt text."""

from random import Random

import pytest

from engine.contract import Turn
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state import events
from maps.drawing import draw
from maps.geometry.hex_points import hex_centre
from maps.scene.scene import Counter, Edge, Scene, Spot, Trail
from tests.maps.positions import opened
from tests.support.random_games import Falling
from tests.systems.forumini.support.staged import HERE, RECENT, check_known, shot, staged


def check_drawable(scene: Scene) -> None:
    check_known(scene.marks)
    assert 0 < len(scene.alt) <= 1024
    assert max(opened(draw.draw(scene)).size) <= 2000


def test_position_becomes_counters_zones_and_arcs() -> None:
    scene = forumini.scene(staged(units={**HERE, "X8": {"aboard": None, "at": "0607"}}), RECENT)
    check_drawable(scene)
    by = {piece.id: piece for piece in scene.pieces if isinstance(piece, Counter)}
    assert (by["A1"].badges, by["A1"].hidden, by["A1"].facing, by["A1"].letters) == (("P",), 1, "N", "US")
    assert (by["A3"].badges, by["A5"].badges, by["X1"].hidden) == (("X",), ("D",), 3)
    assert (by["A2"].status, by["A8"].status) == (("hulldown",), ("dirt",))
    assert by["A11"].lies == "flat" and "A12" not in by
    arcs = {(mark.side, mark.at) for mark in scene.marks if isinstance(mark, Spot) and mark.kind == "arc"}
    assert {(0, hex_centre("0805")), (1, hex_centre("0808"))} <= arcs
    rim = [part for part in scene.ground if isinstance(part, Edge) and part.kind == "objective"]
    begins, ends = ({(round(x, 3), round(y, 3)) for x, y in (part.ends[end] for part in rim)} for end in (0, 1))
    assert len(rim) == 18 and begins == ends, "a closed line"
    watches = [
        (mark.points[0], mark.points[-1]) for mark in scene.marks if isinstance(mark, Trail) and mark.kind == "watch"
    ]
    assert (hex_centre("1007"), hex_centre("0808")) in watches


def test_events_become_trails_shots_and_crosses() -> None:
    shown = forumini.scene(staged(), RECENT).marks
    trails = [mark for mark in shown if isinstance(mark, Trail)]
    assert [mark.points for mark in trails if mark.kind == "move"] == [
        tuple(map(hex_centre, ("0404", "0405", "0506", "0607")))
    ]
    assert {(mark.points[0], mark.points[-1]) for mark in trails if mark.kind == "fire-miss"} == {
        (hex_centre("1007"), hex_centre("0708"))
    }
    assert (hex_centre("0805"), hex_centre("0708")) in {
        (mark.points[0], mark.points[-1]) for mark in trails if mark.kind == "fire-hit"
    }
    spots = {(mark.kind, mark.text) for mark in shown if isinstance(mark, Spot | Trail)}
    assert {
        ("note", "0: 5>4 stop"),
        ("fire-hit", "3: 6>5 hit 1"),
        ("fire-miss", "3: 3<4 miss"),
        ("fire-hit", "3: 5>4 cover"),
        ("roll-failed", "3<5"),
        ("removed", "X10"),
        ("way", "NE"),
    } <= spots
    assert ("way", "N") not in spots, "in a stack it could be anybody's"


def test_many_shots_into_a_hex_are_summed_up() -> None:
    """FA 25.7: of more than six one plate says what came of all; their lines stay."""
    fired = [events.Attacked(shot("X1", "A1", "0708", 3, 5), "direct", hits, None, 1) for hits in (1, 1, 1, 0, 0, 2)]
    one_more = events.DefensiveFired(shot("X2", "A1", "0708", 3, 5), "overwatch", None, True, 1)
    six = forumini.scene(staged(), fired).marks
    assert [mark.text for mark in six if mark.kind == "fire-hit"] == ["3: hit 1 / hit 1 / hit 1 / ..."]
    seven = forumini.scene(staged(), [*fired, one_more]).marks
    assert [mark.text for mark in seven if mark.kind == "fire-hit"] == ["", ""]
    assert [mark.text for mark in seven if mark.kind == "note"] == ["7 shots: 3x hit 1, 2x miss, 1x hit 2, 1x stop"]


def test_riders_pillboxes_and_aircraft() -> None:
    units = {
        "S8": {"at": "0905", "target": "G1"},
        "G1": {"at": "1005", "facing": "NW"},
        "G3": {"at": "1106", "facing": "SW"},
        "G7": {"at": "1106", "aboard": "G3"},
        "G8": {"at": "1106", "aboard": "G3"},
    }
    seen = staged("steel-and-sky", units, active="germans", phase="e-ground-attack")
    scene = forumini.scene(seen, (events.AntiairAttacked(shot("G3", "S8", "0905", 2, 5), "damaged", 1),))
    check_drawable(scene)
    by = {piece.id: piece for piece in scene.pieces if isinstance(piece, Counter)}
    assert by["G3"].riders == ("G7", "G8") and "G7" not in by and by["S8"].lies == "flying"
    (aim,) = [mark for mark in scene.marks if isinstance(mark, Trail) and mark.kind == "aimed"]
    assert aim.points[-1] == hex_centre("1005") and aim.points[0] != hex_centre("0905")


@pytest.mark.parametrize(
    "name", sorted(name for name, file in reader.shipped().items() if file.parent.name == "forumini")
)
@pytest.mark.long
def test_every_scenario_begins_with_a_picture(name: str) -> None:
    scene = forumini.scene(forumini.start(reader.load(name)), ())
    check_drawable(scene)
    roles = [role for role, _ in scene.legend]
    assert len(set(roles)) == len(roles)


@pytest.mark.parametrize("name", ["meeting-engagement", "steel-and-sky"])
@pytest.mark.long
def test_every_position_of_a_game_and_every_idea_can_be_drawn(name: str) -> None:
    chooser, turn, told = Random(name), Turn(forumini.start(reader.load(name)), Falling(name, 1), forumini.apply), 0
    forumini.proceed(turn)
    while (phase := forumini.phase(turn.state)) and told < 90:
        before, side = len(turn.events), phase.sides[0]
        ideas = list(forumini.ideas(forumini.view(turn.state, side), side))
        check_known(
            forumini.draft_marks(forumini.view(turn.state, side), side, chooser.sample(ideas, min(3, len(ideas))))
        )
        if ideas and chooser.random() < 0.85:
            forumini.run(turn, side, chooser.choice(ideas))
        else:
            forumini.close(turn, side)
        for seen in (forumini.view(turn.state, ""), forumini.view(turn.state, side)):
            check_known(forumini.scene(seen, turn.events[before:]).marks)
        told += 1
    check_drawable(forumini.scene(turn.state, turn.events[-30:]))


@pytest.mark.parametrize("phase", ["deploy-edge", "deploy-obstacles", "deploy", "deploy-drops"])
def test_deployment_zones_are_shown_while_they_matter(phase: str) -> None:
    first = staged("first-patrol", {}, phase=phase, turn=0, game={"edges": {"allies": "south", "axis": "north"}})
    camps = {
        (mark.side, mark.at)
        for mark in forumini.scene(first, ()).marks
        if isinstance(mark, Spot) and mark.kind == "camp"
    }
    assert (
        (0, hex_centre("0509")) in camps and (1, hex_centre("0501")) in camps and (0, hex_centre("0501")) not in camps
    )
    assert not [mark for mark in forumini.scene(staged(), ()).marks if mark.kind == "camp"]


def test_the_alt_text_names_moment_armies_zone_and_the_main_event() -> None:
    alt = forumini.scene(staged(), RECENT).alt
    assert alt.startswith(
        "Map of Meeting Engagement, Normandy 1944: turn 4, F assault, orders by American combat team; "
    )
    assert "in the zone around 0808: American combat team and German battle group" in alt
    assert "Just destroyed: " in alt and "(X10)" in alt
