"""The legend of the picture: the signs that this map and these rules can show. It never changes during a game."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import SameObject
from maps.geometry.area_map import AreaMap

from ..state.position import Setup, State
from ..tables import AIR, LAND, NAVAL
from .area_layout import AreaLayout, plan

Rows = tuple[tuple[str, str], ...]
REQUESTED_SIGNS = (
    ("mark:reach", "can end there: movement, ✈ by air"),
    ("mark:draft-sortie", "ordered move, or its way"),
    ("mark:sight-blocked", "out of reach"),
)
"""Signs of drafts and of what is drawn on request."""


def legend(seen: State) -> Rows:
    """The entries of the legend, as pairs of a role and its words, in the order shown."""
    sides = tuple((power.name, power.colour) for power in seen.powers.values())
    if seen.setup.mode == "battle":
        return _single(SameObject(seen.map), SameObject(seen.setup), sides)
    return (*_campaign(SameObject(seen.map), SameObject(seen.setup), sides), *_adjacency(plan(seen)))


@lru_cache(64)
def _campaign(areas: SameObject[AreaMap], setup: SameObject[Setup], sides: tuple[tuple[str, str], ...]) -> Rows:
    return tuple(_rows(areas.it, setup.it, sides))


def _adjacency(known: AreaLayout) -> Iterator[tuple[str, str]]:
    if known.links:
        yield "unit:link", "adjacent"
    if known.edges:
        yield "unit:edge", "adjacent to area A at the other edge"


@lru_cache(64)
def _single(areas: SameObject[AreaMap], setup: SameObject[Setup], sides: tuple[tuple[str, str], ...]) -> Rows:
    units = ((f"unit:{kind}", kind) for kind in (*LAND, *AIR, *NAVAL))
    return (
        *units,
        ("unit:attacks", "attacker"),
        ("unit:cargo", "loaded"),
        ("unit:lost", "lost in the last round"),
        ("unit:line", "casualty line"),
    )


def _rows(areas: AreaMap, setup: Setup, sides: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    sea = any(area.kind == "sea" for area in areas.known.values())
    yield from ((f"land:{index}/{colour}", name) for index, (name, colour) in enumerate(sides))
    if setup.neutral:
        yield "land:neutral", "neutral"
    yield "land:taken", "just captured"
    yield from (("unit:capital", "capital"), ("unit:complex", "complex"), ("unit:aa", "anti-aircraft gun"))
    if setup.gates:
        yield from (("unit:open", "strait open"), ("unit:shut", "shut"))
    yield from ((f"unit:{kind}", kind) for kind in (*LAND, *AIR, *(NAVAL if sea else ())))
    if sea:
        yield from (("unit:cargo", "loaded"), ("unit:pips", "fighters aboard"))
    yield from (
        ("unit:attacks", "attacker"),
        ("unit:hollow", "out of the fight"),
        ("unit:burst", "battle: Land, Naval, Amphibious; its round"),
        ("unit:decided", "decided"),
        ("mark:march", "moved"),
    )
    if sea:
        yield "mark:landing", "landing"
    yield "mark:retreat", "retreated"
