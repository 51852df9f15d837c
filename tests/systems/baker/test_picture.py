"""Pictures of Baker: every unit is shown, nothing is hidden, everything can be distinguished in grey."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import checking
from engine.contract import Event, Tape, Turn, replace
from engine.systems import baker
from engine.systems.baker.presentation.area_layout import plan
from engine.systems.baker.presentation.area_pieces import standing
from engine.systems.baker.presentation.recent_events import body, paths, straight
from engine.systems.baker.state.position import Battle, Ship, State, counts
from engine.systems.baker.tables import AA, COMBAT, LAND, NAVAL
from maps.drawing import background, draw
from maps.drawing.labels import area_captions, area_placement
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.drawing.units import badges
from maps.drawing.units.badges import DECIDED
from maps.geometry.plane import Point
from maps.geometry.rectangles import Rect, overlap
from maps.scene.area_units import AreaName, AreaRegion, Badge, BadgeRow, OwnedLand, Pile, StraitSign
from maps.scene.scene import Mark, Scene, Trail
from tests.systems.baker.support.campaigns import campaign, game, scattered, stand, war
from tests.systems.baker.support.large_map import large_map

GREY = "#8c8c8c"
BLOCK: tuple[Point, ...] = ((0.0, 0.0), (20.0, 0.0), (20.0, 12.0), (0.0, 12.0))
BARE = Scene((20.0, 12.0), (AreaRegion("K", BLOCK, "land"),))


@lru_cache(64)
def grey(scene: Scene) -> Image.Image:
    return draw.draw_in_full_colour(scene).convert("L")


def apart(one: Scene, other: Scene) -> float:
    """How many pixels of the two differ clearly in grey."""
    return ImageStat.Stat(ImageChops.difference(grey(one), grey(other)).point([0] * 40 + [255] * 216)).sum[0] / 255


TANKS = Badge("tank", 2)


def piled(badge: Badge = TANKS, burst: str = "") -> Scene:
    return replace(BARE, area_pieces=(Pile((6.0, 5.0), 1.0, (BadgeRow(0, GREY, (badge,)),), burst),))


def rowed(side: int, *, attacks: bool = False) -> Scene:
    return replace(BARE, area_pieces=(Pile((6.0, 5.0), 1.0, (BadgeRow(side, GREY, (TANKS,), attacks),)),))


# told apart without colour
LANDS = {f"side {side}": replace(BARE, area_pieces=(OwnedLand(BLOCK, side, GREY),)) for side in range(8)} | {
    "nobody's": BARE,
    "neutral": replace(BARE, ground=(AreaRegion("K", BLOCK, "neutral"),)),
    "sea": replace(BARE, ground=(AreaRegion("K", BLOCK, "sea"),)),
    "just taken": replace(BARE, area_pieces=(OwnedLand(BLOCK, 0, GREY, taken=True),)),
}
BADGES = {f"of {kind}": piled(Badge(kind, 2)) for kind in COMBAT} | {
    "three": piled(Badge("tank", 3)),
    "loaded": piled(Badge("transport", 2, ("infantry", "infantry"))),
    "otherwise loaded": piled(Badge("transport", 2, ("tank",))),
    "carrying": piled(Badge("carrier", 2, pips=2)),
    "hollow": piled(Badge("tank", 2, manner="hollow")),
    "lost": piled(Badge("tank", 2, manner="lost")),
    "fighting": piled(burst="L1"),
    "fought out": piled(burst=f"{DECIDED}L1"),
    "landing": piled(burst="A1"),
    **{f"of side {side}": rowed(side) for side in range(1, 8)},
    "attacking": rowed(0, attacks=True),
}


@pytest.mark.parametrize(("looks", "least"), [(LANDS, 2000), (BADGES, 20)], ids=["lands", "badges"])
@pytest.mark.long
def test_all_is_told_apart_without_colour(looks: dict[str, Scene], least: int) -> None:
    assert not [pair for pair in combinations(looks, 2) if apart(*(looks[look] for look in pair)) <= least]


def test_a_strait_is_seen_to_be_open_or_shut() -> None:
    locks = [replace(BARE, area_pieces=(StraitSign((5.0, 5.0), 0.8, shut),)) for shut in (False, True)]
    assert apart(*locks) > 60 and apart(BARE, locks[0]) > 60


# everything is there, and nothing hides anything
def crowd(seed: int) -> State:
    """Four powers all over the map, several in one place, battles, cargo, aircraft out of the fight."""
    random, state = Random(seed), campaign("middle-sea", "germany")
    state = scattered(state, random)
    for area in random.sample([area for area in state.areas if area not in state.setup.neutral], 9):
        kinds = (*LAND, "fighter") if state.areas[area].owner else NAVAL
        for power in random.sample(tuple(state.powers), 2):
            state = stand(state, area, power, {kind: random.randint(1, 12) for kind in kinds})
    cargo = (Ship({"infantry": 2}, to="Tunisia"), Ship({"tank": 1}), Ship({"tank": 1}))
    state = stand(state, "sz4", "italy", {"transport": 4, "battleship": 1}, cargo)
    state = stand(state, "Malta", "germany", {"fighter": 3, "bomber": 1})
    return game(
        state,
        battles=(Battle("Malta", "land", "germany", 2), Battle("sz7", "naval", "germany")),
        idle={"Malta": {"fighter": 1}},
    )


POSITIONS = {
    "two-shores": campaign("two-shores", "azure"),
    "middle-sea": campaign("middle-sea", "germany"),
    "nowhere drawn": war(),
    **{f"crowded {seed}": crowd(seed) for seed in range(3)},
}


def piles(state: State) -> dict[str, Pile]:
    return {one.area: one.pile for one in standing(state).placed if one.pile}


def boxes(state: State) -> list[tuple[str, Rect]]:
    return [
        (f"{one.area}{kind}", rect)
        for one in standing(state).placed
        for kind, rect in (("", area_captions.box(one.name)), *([(" units", badges.box(one.pile))] if one.pile else []))
    ]


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.long
def test_every_unit_is_counted_once(name: str) -> None:
    state = POSITIONS[name]
    shown, order = piles(state), list(state.powers)
    for area in state.areas:
        found: dict[tuple[int, str], int] = {}
        for row in shown[area].rows if area in shown else ():
            for badge in row.badges:
                found[row.side, badge.kind] = found.get((row.side, badge.kind), 0) + badge.count
        units = {
            (order.index(power), kind): n
            for power in state.powers
            for kind, n in counts(state, area, power).items()
            if kind != AA
        }
        assert found == units, area


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.long
def test_no_name_and_no_units_lie_over_others_or_off_the_board(name: str) -> None:
    state = POSITIONS[name]
    (width, height), found = plan(state).size, boxes(state)
    assert not [(one, other) for (one, a), (other, b) in combinations(found, 2) if overlap(shrunk(a), shrunk(b))]
    inside = (-0.01, -0.01, width + 0.01, height + 0.01)
    assert not [
        one
        for one, rect in found
        if any(
            (
                *(a < b for a, b in zip(rect[:2], inside[:2], strict=True)),
                *(a > b for a, b in zip(rect[2:], inside[2:], strict=True)),
            )
        )
    ]
    assert max(draw.draw_in_full_colour(baker.scene(state, ())).size) <= 2000


def shrunk(rect: Rect) -> Rect:
    return rect[0] + 0.01, rect[1] + 0.01, rect[2] - 0.01, rect[3] - 0.01


@pytest.mark.long
def test_units_are_as_large_as_a_phone_needs_wherever_there_is_room() -> None:
    """A row of 24 pixels of 1600 is 6 of 400; on the narrowest ground they may be smaller."""
    for state in POSITIONS.values():
        scale = background.background_of(baker.scene(state, ())).layout.scale
        sizes = [pile.size * scale for pile in piles(state).values()]
        assert min(sizes) >= 19 and sum(size >= 22 for size in sizes) >= 0.7 * len(sizes)
    large = piles(campaign("two-shores", "azure"))
    assert (
        min(
            pile.size * background.background_of(baker.scene(campaign("two-shores", "azure"), ())).layout.scale
            for pile in large.values()
        )
        >= 27
    )


def test_a_row_is_broken_without_losing_a_badge() -> None:
    row = BadgeRow(1, GREY, tuple(Badge(kind, 10) for kind in COMBAT), attacks=True)
    for width in area_placement.WIDTHS:
        parts = list(area_placement.break_row(row, width))
        assert tuple(badge for part in parts for badge in part.badges) == row.badges
        assert all(part.attacks and (badges.row_size(part)[0] <= width or len(part.badges) == 1) for part in parts)


# what the map tells
def names(state: State) -> dict[str, AreaName]:
    return {one.area: one.name for one in standing(state).placed}


def test_names_tell_worth_capitals_complexes_and_guns() -> None:
    found = names(campaign("two-shores", "azure"))
    assert (found["Harbour"].worth, found["Harbour"].signs) == (6, ("capital", "complex", "aa"))
    assert (found["Marsh"].worth, found["Marsh"].signs) == (2, ())
    assert found["sz2"].sea and "The Sound" in " ".join(found["sz2"].lines)


def test_lands_have_their_holders_colour_and_a_ring_when_captured() -> None:
    state = game(campaign("middle-sea", "germany"), captured=("Malta",))
    lands = {token.shape: token for token in baker.scene(state, ()).area_pieces if isinstance(token, OwnedLand)}
    for room in plan(state).rooms:
        owner = state.areas[room.region.id].owner
        held = lands.get(room.region.shape)
        assert (held is None) == (owner is None)
        if held and owner:
            assert (held.side, held.colour) == (list(state.powers).index(owner), state.powers[owner].colour)
            assert held.taken == (room.region.id == "Malta")


@pytest.mark.parametrize(("side", "shut"), [("britain", False), ("germany", True)])
def test_the_strait_is_open_to_those_who_hold_it(side: str, shut: bool) -> None:
    (lock,) = (
        token for token in baker.scene(campaign("middle-sea", side), ()).area_pieces if isinstance(token, StraitSign)
    )
    assert lock.shut is shut


def test_cargo_is_in_its_transport_fighters_on_their_carrier_and_idle_aircraft_hollow() -> None:
    state = stand(crowd(1), "sz11", "britain", {"fighter": 3, "carrier": 1})
    shown = piles(state)
    ships = [
        (badge.count, badge.cargo)
        for row in shown["sz4"].rows
        for badge in row.badges
        if badge.kind == "transport" and row.side == 3
    ]
    assert ships == [(1, ()), (1, ("infantry", "infantry")), (2, ("tank",))]
    assert [
        badge.pips for row in shown["sz11"].rows for badge in row.badges if row.side == 0 and badge.kind == "carrier"
    ] == [2]
    air = [
        (badge.kind, badge.count, badge.manner) for row in shown["Malta"].rows for badge in row.badges if row.side == 1
    ]
    assert air == [("fighter", 2, ""), ("fighter", 1, "hollow"), ("bomber", 1, "")]


def test_battles_have_their_letter_and_round_and_attackers_a_sword() -> None:
    shown = piles(crowd(2))
    assert (shown["Malta"].burst, shown["sz7"].burst) == ("L2", "N")
    assert {row.side for row in shown["Malta"].rows if row.attacks} == {1}


def test_the_title_is_a_table_of_incomes() -> None:
    title = baker.scene(campaign("middle-sea", "germany"), ()).title
    assert title.notes[1].facts == ("19 IPCs in hand", "income 19", "7 territories", "Axis") and title.notes[1].active
    assert title.moment == "Round 1 of 8 · Germany's combat movement"


# what has happened
def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(dice), baker.apply)
    for verdict in checking.check(baker, state, side, text):
        assert verdict.accepted and verdict.line.order, verdict
        baker.run(turn, side, verdict.line.order)
    return turn.state, turn.events


ASSAULT = (
    "move 3 infantry, 1 artillery Ridge to Marsh\nfly 1 fighter Harbour to Marsh\nship 2 infantry Harbour to Marsh"
)


def trails(marks: Sequence[Mark], kind: str) -> list[Trail]:
    return [mark for mark in marks if isinstance(mark, Trail) and mark.kind == kind]


def test_moves_are_arrows_and_landings_broken_ones() -> None:
    state, events = ordered(campaign("two-shores", "azure"), "azure", ASSAULT)
    scene = baker.scene(state, events)
    bodies = {one.area: body(one, plan(state).row) for one in standing(state).placed}
    (landing,) = trails(scene.marks, "landing")
    assert on_rim(landing.points[-1], bodies["Marsh"]) and on_rim(landing.points[0], bodies["sz2"])
    assert len(trails(scene.marks, "march")) == 4  # overland, by air, to the ship, the ship
    assert TRAIL_STYLES["landing"].dashed and not TRAIL_STYLES["landing"].over and not TRAIL_STYLES["march"].over
    assert baker.scene(state, ()).marks == scene.marks


def on_rim(at: Point, rect: Rect) -> bool:
    (x, y), (left, top, right, bottom) = at, rect
    inside = left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01
    return inside and min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) < 0.01


def test_aircraft_fly_straight() -> None:
    known = plan(campaign("middle-sea", "germany"))
    assert straight(("fighter", "bomber"), ("A", "B", "C"), known) == ("A", "C")
    assert straight(("tank",), ("A", "B", "C"), known) == ("A", "B", "C")


def test_a_way_around_the_edges_of_the_map_is_two_arrows() -> None:
    state = large_map(0)
    known = plan(state)
    one, other = next(
        (area.id, beyond) for area in state.map.known.values() for beyond in area.next if known.around(area.id, beyond)
    )
    ends = known.around(one, other)
    assert ends is not None
    leaves, enters = ends
    assert {leaves[0], enters[0]} == {0.0, known.size[0]} and known.around(other, one) == (enters, leaves)
    before = next(area for area in state.map.known[one].next if area != other and not known.around(area, one))
    first, second = paths(known, standing(state).placed, (before, one, other))
    assert first[-1] == leaves and second[0] == enters
    assert straight(("fighter",), (before, one, other), known) == (before, one, other)
