"""Samples: for each kind of order one with the names of the game in play, to show how it is written."""

from collections.abc import Iterator

from engine.contract import Order

from ..orders import (
    Bid,
    Bomb,
    Buy,
    DeployRest,
    FightOut,
    Keep,
    Load,
    Losses,
    Move,
    PlaceUnits,
    Retreat,
    RetreatWhen,
    SetUp,
    ShipOver,
    Targets,
    Unload,
    Withdraw,
    WithdrawWhen,
)
from ..rules.board.area_control import hostile
from ..rules.board.complexes import complexes_in_order, raidable
from ..state.position import BID, SETUP, Battle, State, counts, is_land, territories
from ..tables import ARTILLERY, BOMBER, INFANTRY, LAND, TANK
from .ideas_by_phase import BATTLES


def sample_orders(seen: State, side: str) -> Iterator[Order]:
    """One order of each kind that the side can still give on this map."""
    yield from (Losses("land", (INFANTRY, ARTILLERY, TANK)), Targets("land", (TANK, ARTILLERY)), Keep(1))
    yield RetreatWhen("land", "attackers", 3)
    if not all(is_land(seen, area) for area in seen.map.known):
        yield WithdrawWhen("sea", "after", 1)
    if seen.setup.mode == "campaign":
        yield from _campaign(seen, side)
    elif seen.phase == SETUP:
        yield SetUp(BATTLES[0])
    else:
        yield from (Retreat(), Withdraw())


def _campaign(seen: State, side: str) -> Iterator[Order]:
    if seen.phase == BID and seen.setup.bid:
        yield Bid(seen.setup.bid.usual)
    yield Buy(((3, INFANTRY),))
    yield from (PlaceUnits(((1, INFANTRY),), area) for area in complexes_in_order(seen, side)[:1])
    yield DeployRest()
    yield from _battles(seen, seen.game.battles)
    for start, to in sorted(_by_land(seen, side), key=lambda way: not hostile(seen, side, way[1]))[:1]:
        yield from (Move(((1, INFANTRY),), start, to), FightOut(to, 1), Retreat(to, start))
    for start, zone, to in sorted(_by_sea(seen, side), key=lambda way: not hostile(seen, side, way[2]))[:1]:
        cargo = ((1, INFANTRY),)
        yield from (ShipOver(cargo, start, to), Load(cargo, start, zone), Unload(cargo, zone, to))
        yield from (FightOut(zone, 1), Retreat(zone), Withdraw(zone))
    if seen.setup.strategic_bombing:
        yield from (Bomb(((1, BOMBER),), start, to) for start in _bases(seen, side) for to in raidable(seen, side)[:1])


def _battles(seen: State, battles: tuple[Battle, ...]) -> Iterator[Order]:
    """Orders about a battle that is there."""
    for battle in battles[:1]:
        yield from (FightOut(battle.area, 1), Retreat(battle.area))
        if not is_land(seen, battle.area):
            yield Withdraw(battle.area)


def _by_land(seen: State, side: str) -> Iterator[tuple[str, str]]:
    """Where the side has land units, and the land beside it."""
    for area in seen.areas:
        if any(counts(seen, area, side).get(kind) for kind in LAND) and is_land(seen, area):
            yield from ((area, to) for to in seen.map.known[area].next if is_land(seen, to))


def _by_sea(seen: State, side: str) -> Iterator[tuple[str, str, str]]:
    """A territory of the side, a zone beside it, and another land beside that zone."""
    for area in territories(seen, side):
        for zone in seen.map.known[area].next:
            if not is_land(seen, zone):
                shores = seen.map.known[zone].next
                yield from ((area, zone, to) for to in shores if to != area and is_land(seen, to))


def _bases(seen: State, side: str) -> list[str]:
    """Where bombers are, else where they would be: one area."""
    there = [area for area in seen.areas if counts(seen, area, side).get(BOMBER)]
    return [*there, *complexes_in_order(seen, side), *territories(seen, side)][:1]
