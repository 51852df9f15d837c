"""The preview of a draft on the map: planned moves, purchases and placements, the odds of the battles that follow."""

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Event, NoDice, Order, Turn
from maps.geometry.rectangles import Rect
from maps.scene.scene import Mark, Trail
from maps.scene.scene import Spot as Sign

from ..advice.alternatives import legal
from ..orders import Bomb, Buy, DeployRest, Load, Move, PlaceUnits, ShipOver, Unload
from ..rules.combat.odds import forecast_at
from ..rules.turn.sequence import run
from ..state.apply import apply
from ..state.counts import added
from ..state.events import AssaultPrepared, Bought, Loaded, Moved, Placed, RaidOrdered, Shipped, Unloaded
from ..state.position import Counts, State
from ..tables import ARTILLERY, BATTLESHIP, BOMBER, CARRIER, CATALOGUE, FIGHTER, INFANTRY, SUBMARINE, TRANSPORT
from .area_layout import AreaLayout
from .area_pieces import AreaPieces, middle, standing
from .recent_events import paths, straight

PLANNED = (Bomb, Buy, DeployRest, Load, Move, PlaceUnits, ShipOver, Unload)
"""The orders that can be previewed because they roll no dice."""
SHORT = {
    INFANTRY: "inf",
    ARTILLERY: "art",
    FIGHTER: "ftr",
    BOMBER: "bmb",
    TRANSPORT: "trn",
    SUBMARINE: "sub",
    CARRIER: "cv",
    BATTLESHIP: "bb",
}
Areas = tuple[str, ...]


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """The marks for each order, one after the other. There are none in a single battle and for the public."""
    if seen.setup.mode == "battle" or side not in seen.powers:
        return ()
    there, turn, legs = standing(seen), Turn(seen, NoDice(), apply), dict[Areas, Counts]()
    for order in orders:
        if isinstance(order, PLANNED) and legal(turn.state, side, order):
            before = len(turn.events)
            run(turn, side, order)
            for areas, units in _legs(turn.events[before:], there.plan):
                legs[areas] = added(legs.get(areas, {}), units)
    taken = list[Rect]()
    signs = tuple(_plates(there, _words(seen, turn, side), taken))
    return (*_ways(there, legs, seen.powers[side].colour, taken), *signs)


def _ways(there: AreaPieces, legs: Mapping[Areas, Counts], colour: str, taken: list[Rect]) -> Iterator[Mark]:
    """Arrows with units; units that go the same way share one arrow."""
    for areas, units in legs.items():
        lines = tuple(paths(there.plan, there.placed, areas))
        if lines:
            rect = there.along(lines[-1], brief(units), taken)
            taken.append(rect)
            yield from (Trail(points, "draft-sortie", colour) for points in lines)
            yield Sign(middle(rect), "remark", brief(units))


def _legs(events: Sequence[Event], known: AreaLayout) -> Iterator[tuple[Areas, Counts]]:
    """The moves that an order leads to."""
    for event in events:
        match event:
            case Moved(units=units, way=way):
                yield straight(tuple(units), way, known), units
            case Shipped(units=units, start=start, to=to, zones=zones, aboard=aboard):
                yield (start, *zones[zones.index(aboard) :], to), units
            case Loaded(units=units, start=start, zone=zone):
                yield (start, zone), units
            case Unloaded(units=units, zone=zone, to=to):
                yield (zone, to), units
            case AssaultPrepared(units=units, zone=zone, area=to) if not any(
                isinstance(other, Shipped) for other in events
            ):
                yield (zone, to), units
            case _:
                pass


def brief(units: Counts) -> str:
    """``3 inf 1 tank``"""
    return " ".join(f"{units[kind]} {SHORT.get(kind, kind)}" for kind in CATALOGUE if units.get(kind))


# words
def _words(seen: State, turn: Turn[State], side: str) -> Iterator[tuple[str, str]]:
    """Each area with the words shown there: odds of battles, raids, purchases at the capital, placed units."""
    for battle in turn.state.game.battles:
        if battle.result is None and battle not in seen.game.battles:
            found = forecast_at(turn.state, battle.area)
            yield battle.area, f"wins {'about ' if found.battles else ''}{percent(found.share('won'))}"
    placed: dict[str, Counts] = {}
    for event in turn.events:
        match event:
            case RaidOrdered(area=area, bombers=bombers):
                yield area, f"{bombers} raid{'s' * (bombers == 1)}"
            case Placed(area=area, units=units):
                placed[area] = added(placed.get(area, {}), units)
            case _:
                pass
    yield from ((area, f"+ {brief(units)}") for area, units in placed.items())
    power = turn.state.powers[side]
    if power.capital and any(isinstance(event, Bought) for event in turn.events):
        yield power.capital, f"buys {brief(power.buys) or 'nothing'}, {power.ipc} left"


def percent(share: float) -> str:
    """A chance in whole per cent; 100 or 0 only if it is certain."""
    return f"{round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)}%"


def _plates(there: AreaPieces, signs: Iterator[tuple[str, str]], taken: list[Rect]) -> Iterator[Mark]:
    """The marks with words, placed where they hide no units."""
    for area, words in signs:
        rect = there.beside(area, words, taken)
        taken.append(rect)
        yield Sign(middle(rect), "remark", words)
