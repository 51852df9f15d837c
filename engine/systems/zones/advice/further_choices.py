"""What a computer player thinks over besides the ideas: more moves of whole units."""

from collections.abc import Iterator

from engine.contract import Order

from ..orders import Move
from ..state.position import Spot, State, Unit, side_units, sides_to_act
from .detaching import detaching_moves
from .evaluation import advance, cover_spots, middle_of, nearest_enemies, wanted_zones
from .reachable_zones import best_posts
from .spreading import spreading_moves
from .straddling import holding_moves

SHARES = (1.0, 0.5)
"""Shares of a move."""
MOST_ZONES, MOST_POSTS, MOST_COVER, MOST_ENEMIES = 5, 3, 3, 3
"""The nearest places of each kind that moves lead to."""


def further_choices(seen: State, side: str) -> Iterator[Order]:
    """Moves of units that have not moved, which may not be legal."""
    if seen.phase == "action" and side in sides_to_act(seen):
        for unit in side_units(seen, side):
            yield from moves_of_unit(seen, unit)


def moves_of_unit(seen: State, unit: Unit) -> Iterator[Move]:
    """Of one unit; none if it cannot move as it likes."""
    if unit.where != "table" or not unit.models or unit.shaken or any(one.moved for one in unit.models):
        return
    yield from holding_moves(seen, unit)
    yield from spreading_moves(seen, unit)
    yield from detaching_moves(seen, unit)
    for to in _goals(seen, unit):
        ends = {advance(seen, unit, unit.models, to, share) for share in SHARES} - {unit.models[0].at}
        yield from (Move(unit.id, ((end,),)) for end in sorted(ends))


def _goals(seen: State, unit: Unit) -> Iterator[Spot]:
    """Where the first model would go for the middle one to come to zones, cover and enemies, or away from these."""
    first, at = unit.models[0].at, middle_of(unit)
    lead = first[0] - at[0], first[1] - at[1]
    foes = [foe.models[0].at for foe in nearest_enemies(seen, unit)[:MOST_ENEMIES] if foe.models]
    posts = best_posts(seen, unit, MOST_POSTS)
    for to in (*wanted_zones(seen, unit, at)[:MOST_ZONES], *posts, *cover_spots(seen, at)[:MOST_COVER], *foes):
        yield to[0] + lead[0], to[1] + lead[1]
    yield from ((2 * first[0] - foe[0], 2 * first[1] - foe[1]) for foe in foes[:1])
