"""The legend: only the signs that this table and these units can show."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import SameObject
from maps.geometry.tabletop import Tabletop

from ..state.position import State, side_name, teams, unit_type

Rows = tuple[tuple[str, str], ...]
TERRAIN_ROWS = {"sparse": ("field:sparse", "sparse terrain"), "dense": ("field:dense", "dense terrain")}
ZONE_ROWS = (("holding:ringed", "surrounded"), ("holding:contested", "contested"), ("shape:zone", "deployment zone"))
MODEL_ROWS = (
    ("disc:doomed", "no wounds left"),
    ("disc:moved", "moved"),
    ("disc:acted", "acted"),
    ("disc:hunkered", "hunkered"),
)
UNIT_ROWS = (("slip:burst:2", "shock"), ("slip:shaken", "shaken"))
EVENT_ROWS = (
    ("mark:stride", "move"),
    ("mark:went-back", "fled or fell back"),
    ("mark:shot", "shooting: hits/not saved"),
    ("mark:shot-wide", "no hit"),
    ("mark:blow", "melee"),
    ("mark:blow-wide", "no hit"),
    ("sign:fallen", "removed"),
)
REQUESTED_SIGNS = (
    ("mark:rim-reach", "can move there"),
    ("mark:rim-close", "melee range"),
    ("mark:rim-half", "half range"),
    ("mark:rim-range", "range of its weapon"),
    ("mark:sight", "sees it"),
    ("mark:sight-blocked", "does not see it"),
    ("shape:blocking", "blocks the line of sight"),
    ("mark:stretch-sparse", "the line in sparse terrain"),
    ("mark:stretch-dense", "in dense terrain"),
    ("mark:draft-stride", "ordered move, its cost"),
    ("mark:draft-stride-far", "costs too much"),
    ("shape:stand", "will stand there"),
    ("mark:forbidden", "too near to enemies"),
    ("mark:draft-aim", "ordered attack, its chance"),
)
"""Signs of drafts and of what is drawn on request."""


def legend(seen: State) -> Rows:
    """The signs and their words, in the order shown; the same for the whole game."""
    types = [unit_type(seen, unit) for unit in seen.units.values()]
    hard = any(known.wounds > 1 for known in types)
    hidden = seen.setup.hidden == "secret" or any({"ambush", "deep-strike"} & {*known.traits} for known in types)
    return _cached_rows(
        SameObject(seen.table),
        tuple((side.name, side.colour) for side in seen.sides),
        tuple(_holder_rows(seen)),
        bool(seen.setup.objectives),
        hard,
        hidden,
    )


def _holder_rows(seen: State) -> Iterator[tuple[str, str]]:
    """ZC 14.1: zones are held by teams, each drawn as its first side."""
    for known in teams(seen):
        nth, first = next((nth, side) for nth, side in enumerate(seen.sides) if side.team == known)
        yield f"holding:held/{nth}/{first.colour}", f"held by {side_name(seen, known)}"


@lru_cache(64)
def _cached_rows(
    table: SameObject[Tabletop], sides: Rows, holders: Rows, goals: bool, hard: bool, hidden: bool
) -> Rows:
    return tuple(_rows(table.it, sides, holders, goals, hard, hidden))


def _rows(
    table: Tabletop, sides: Rows, holders: Rows, goals: bool, hard: bool, hidden: bool
) -> Iterator[tuple[str, str]]:
    lying = {piece.kind for piece in table.pieces}
    yield from (row for key, row in TERRAIN_ROWS.items() if key in lying)
    yield from ((f"disc:side/{nth}/{colour}", name) for nth, (name, colour) in enumerate(sides))
    yield from holders
    yield from ZONE_ROWS
    if goals:
        yield "holding:flag", "objective: counts as that many zones"
    if hard:
        yield "disc:wounds", "wounds left, lost"
    yield from MODEL_ROWS
    yield from UNIT_ROWS
    if hidden:
        yield "slip:sprung", "sprung"
        yield "disc:come", "just arrived"
    yield from EVENT_ROWS
