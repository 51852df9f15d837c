"""The orders move and bomb: the objections to them, captures on the way, battles at the end (BK 11, 13.1)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.contract import Order, Refusal, Turn, replace

from ...orders import Bomb, Load, Move, Unload
from ...state.events import Moved, RaidOrdered
from ...state.position import COMBAT_MOVEMENT, NONCOMBAT, Counts, State, is_land
from ...table_rows import LOADED
from ...tables import AIR, ARTILLERY, BOMBER, CARRIER, INFANTRY, LAND, NAVAL, TRANSPORT
from ...wording import WORDS, ipcs_in_words
from ..board import captures
from ..board.area_control import defended, defenders, enterable, friendly, hostile
from ..board.complexes import raidable
from ..combat import declaration
from . import flights, routes
from .movable_units import counts_in_words, movable_count, movable_loaded, movement_spent, too_few, wanted_units
from .routes import Way
from .shipping import cannot_move

SHIPS = (*NAVAL, LOADED)


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The most important objection to a move or a raid, if there is one."""
    match order:
        case Move():
            found = _against_move(seen, side, order)
        case Bomb():
            found = _against_raid(seen, side, order)
        case _:
            found = iter(())
    first = next(found, None)
    if first:
        yield first


def run(turn: Turn[State], side: str, order: Order) -> None:
    """Carries out a move or a raid."""
    match order:
        case Move():
            _move(turn, side, order)
        case Bomb():
            _raid(turn, side, order)
        case _:
            pass


def _units(state: State, side: str, order: Move | Bomb) -> Counts:
    return wanted_units(order.what, lambda kind: movable_count(state, side, order.start, kind))


# objections to a move
def _against_move(seen: State, side: str, order: Move) -> Iterator[Refusal]:
    start, to, units = order.start, order.to, _units(seen, side, order)
    if start == to:
        yield Refusal("to", "no-change", f"they are already in {to}", "BK 11.1")
    for kind in units:
        if stuck := cannot_move(seen, kind):
            yield stuck
        yield from _wrong_ground(seen, order, kind, units[kind])
    yield from too_few(seen, side, start, units)
    coming = {to: units[CARRIER]} if units.get(CARRIER) else {}
    for kind, number in units.items():
        if kind in AIR:
            yield from flights.objections(seen, side, kind, number, start, to, order.via, coming)
        else:
            yield from routes.objections(seen, side, _moves_as(kind), start, to, order.via)
    if seen.phase == NONCOMBAT and hostile(seen, side, to) and any(kind not in AIR for kind in units):
        yield _enemies_there(seen, side, to)
    if enterable(seen, to):
        yield from _unpaid(seen, side, to)


def _unpaid(seen: State, side: str, to: str) -> Iterator[Refusal]:
    """BK 11.11: ``not-enough-ipc``: the power cannot pay for entering neutral territory."""
    price, has = seen.setup.neutral_price or 0, seen.powers[side].ipc
    if price > has:
        says = f"{to} is neutral: entering it costs {ipcs_in_words(price)}; you have {has}"
        yield Refusal("to", "not-enough-ipc", says, "BK 11.11")


def _moves_as(kind: str) -> str:
    """The type whose movement applies: a loaded transport moves like an empty one."""
    return TRANSPORT if kind == LOADED else kind


def _wrong_ground(seen: State, order: Move, kind: str, number: int) -> Iterator[Refusal]:
    """BK 11.2: ``wrong-ground``: land units cannot go to sea by themselves, nor ships to land."""
    if kind in AIR or all(is_land(seen, area) == (kind not in SHIPS) for area in (order.start, order.to)):
        return
    if kind in SHIPS:
        says = f"{WORDS[kind][1]} go from sea zone to sea zone"
        yield Refusal("to", "wrong-ground", says, "BK 11.2")
        return
    instead = _transport_order(seen, order, kind, number)
    says = (
        f"{WORDS[kind][1]} cannot go to sea by themselves"
        if kind not in (INFANTRY, ARTILLERY)
        else f"{kind} cannot go to sea by itself"
    )
    yield Refusal("to", "wrong-ground", says, "BK 11.2", (instead,) if instead else ())


def _transport_order(seen: State, order: Move, kind: str, number: int) -> Order | None:
    """The order that was probably meant: load or unload."""
    what = ((number, kind),)
    if is_land(seen, order.start):
        return Load(what, order.start, order.to)
    return Unload(what, order.start, order.to) if is_land(seen, order.to) else None


def _enemies_there(seen: State, side: str, to: str) -> Refusal:
    """``hostile``: units other than aircraft cannot enter an enemy area in non-combat movement."""
    units = defenders(seen, side, to)
    whose = f"{to} is the enemy's" if is_land(seen, to) else f"enemy ships are in {to} ({counts_in_words(units)})"
    return Refusal("to", "hostile", f"{whose}: go there in combat movement", "BK 11.3")


# carrying out a move
def _move(turn: Turn[State], side: str, order: Move) -> None:
    """BK 11.3, 11.5: moves the units, ships and land units first, and declares a battle with the enemies they meet."""
    units = _units(turn.state, side, order)
    for way, group in _by_way(turn.state, side, order, units).items():
        _move_group(turn, side, way, group)
        if turn.state.phase == COMBAT_MOVEMENT:
            _capture_on_way(turn, side, way, group)
    if turn.state.phase == COMBAT_MOVEMENT and defended(turn.state, side, order.to):
        declaration.declare_battle(turn, order.to)


def _by_way(state: State, side: str, order: Move, units: Counts) -> Mapping[Way, Counts]:
    """Way -> the units of the order that take it."""
    found = dict[Way, dict[str, int]]()
    for kind in (*(kind for kind in units if kind not in AIR), *(kind for kind in units if kind in AIR)):
        way = (order.start, *order.via, order.to)
        if not order.via:
            by_air = kind in AIR
            way = (
                flights.flight_ways(state, order.start, len(state.areas))[order.to]
                if by_air
                else routes.route(state, side, _moves_as(kind), order.start, order.to)
            )
        found.setdefault(way, {})[kind] = units[kind]
    return found


def _move_group(turn: Turn[State], side: str, way: Way, group: Counts) -> None:
    """BK 11.10: moves the aircraft that have flown least, and the first loaded transports in the list."""
    state, start = turn.state, way[0]
    ships = movable_loaded(state, side, start)[: group.get(LOADED, 0)]
    cargo = tuple(replace(state.areas[start].cargo[side][index], moved=True) for index in ships)
    flown = {kind: movement_spent(state, side, start, kind)[:number] for kind, number in group.items() if kind in AIR}
    units = {kind: group.get(kind, 0) for kind in group if kind != LOADED}
    if ships:
        units[TRANSPORT] = units.get(TRANSPORT, 0) + len(ships)
    turn.happens(Moved(side, units, start, way[-1], way, flown, cargo, ships))


def _capture_on_way(turn: Turn[State], side: str, way: Way, group: Counts) -> None:
    """BK 11.5: land units capture undefended enemy land on the way and at its end."""
    if not any(kind in LAND for kind in group):
        return
    for _, area in pairwise(way):
        if not friendly(turn.state, side, area) and not defended(turn.state, side, area):
            captures.capture(turn, area, side)


# raids
def _against_raid(seen: State, side: str, order: Bomb) -> Iterator[Refusal]:
    start, to, units = order.start, order.to, _units(seen, side, order)
    if not seen.setup.strategic_bombing:
        yield Refusal("what", "switched-off", "strategic bombing is switched off in this game", "BK 13.1")
    for kind in units:
        if kind != BOMBER:
            sent = (Move(((units[kind] or 1, kind),), start, to),) if kind in AIR else ()
            yield Refusal("what", "wrong-battle", "only bombers raid", "BK 13.1", sent)
    yield from too_few(seen, side, start, units)
    if to not in raidable(seen, side):
        yield Refusal("to", "no-target", f"there is no enemy complex in {to}{_where_complexes(seen, side)}", "BK 13.1")
    yield from flights.raid_objections(seen, side, units.get(BOMBER, 0), start, to)


def _where_complexes(seen: State, side: str) -> str:
    """The areas with an enemy complex, to be added to a sentence."""
    found = raidable(seen, side)
    return f"; there is one in {', '.join(found)}" if found else ""


def _raid(turn: Turn[State], side: str, order: Bomb) -> None:
    """BK 13.1: the bombers fly there; the raid itself is carried out when the phase ends."""
    units = _units(turn.state, side, order)
    _move_group(turn, side, flights.flight_ways(turn.state, order.start, len(turn.state.areas))[order.to], units)
    turn.happens(RaidOrdered(side, order.to, units[BOMBER]))
