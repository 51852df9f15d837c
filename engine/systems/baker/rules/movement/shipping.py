"""The orders ship, load and unload: the objections to them, and how they are carried out, assaults included (BK 12)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn

from ...orders import Load, ShipOver, Unload
from ...state.events import AssaultPrepared, Loaded, Shipped, Unloaded
from ...state.position import COMBAT_MOVEMENT, NONCOMBAT, Counts, Ship, State, counts, is_land
from ...tables import AA, COMPLEX, LAND, TRANSPORT
from ...wording import WORDS, counted_units
from ..board.area_control import defended, defenders, hostile, neutral
from ..board.cargo import aboard, free_berths, load_cargo, loaded_ships, unloaded_ships, whole_cargoes
from ..combat import declaration
from . import voyages
from .movable_units import Force, counts_in_words, movable_count, too_few, wanted_units
from .routes import blocked_by, closed_neutral
from .voyages import Voyage


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The most important objection to an order for transports, if there is one."""
    match order:
        case ShipOver():
            found = _against_ship(seen, side, order)
        case Load():
            found = _against_load(seen, side, order)
        case Unload():
            found = _against_unload(seen, side, order)
        case _:
            found = iter(())
    first = next(found, None)
    if first:
        yield first


def run(turn: Turn[State], side: str, order: Order) -> None:
    """Carries out an order to ship, load or unload."""
    match order:
        case ShipOver():
            _ship(turn, side, order)
        case Load():
            _load(turn, side, order)
        case Unload():
            _unload(turn, side, order)
        case _:
            pass


# objections to all three
def _only_land_units(what: Force) -> Iterator[Refusal]:
    """``wrong-ground``: only land units and anti-aircraft guns go aboard (BK 12.1)."""
    for _, kind in what:
        if kind not in (*LAND, AA, COMPLEX):
            says = f"{WORDS[kind][1]} do not go aboard transports; only land units and anti-aircraft guns do"
            yield Refusal("what", "wrong-ground", says, "BK 12.1")


def _movable(seen: State, what: Force) -> Iterator[Refusal]:
    """``cannot-move`` for each type that cannot move now."""
    for _, kind in what:
        if stuck := cannot_move(seen, kind):
            yield stuck


def cannot_move(seen: State, kind: str) -> Refusal | None:
    """BK 11.2: why a type cannot move, in this phase or ever; None if it can."""
    if kind == COMPLEX:
        return Refusal("what", "cannot-move", "an industrial complex never moves", "BK 11.2")
    if kind == AA and seen.phase == COMBAT_MOVEMENT:
        return Refusal("what", "cannot-move", "anti-aircraft guns move in non-combat movement only", "BK 11.2")
    return None


def _wrong_terrain(seen: State, field: str, area: str, kind: str) -> Iterator[Refusal]:
    """``wrong-ground`` for an area that is not of this kind, land or sea."""
    if is_land(seen, area) != (kind == "land"):
        yield Refusal(
            field, "wrong-ground", f"{area} is {'sea' if kind == 'land' else 'land'}; name a {_GROUND[kind]}", "BK 12"
        )


_GROUND = {"land": "territory", "sea": "sea zone"}


def _friendly_only(seen: State, side: str, to: str, rule: str) -> Iterator[Refusal]:
    """``hostile``: in non-combat movement units land on friendly territory only."""
    if seen.phase == NONCOMBAT and hostile(seen, side, to):
        yield Refusal("to", "hostile", f"{to} is the enemy's: land there in combat movement", rule)


def _enemy_ships(seen: State, side: str, field: str, zone: str) -> Iterator[Refusal]:
    """``blocked``: transports cannot load, or unload onto friendly land, in a zone with enemy ships."""
    if defended(seen, side, zone):
        yield blocked_by(zone, defenders(seen, side, zone), "ships", field)


def _not_adjacent(seen: State, field: str, zone: str, area: str, rule: str) -> Iterator[Refusal]:
    """``not-adjacent``: the territory does not touch the zone."""
    if area not in seen.map.known[zone].next:
        shores = ", ".join(other for other in seen.map.known[zone].next if is_land(seen, other)) or "no land"
        yield Refusal(field, "not-adjacent", f"{area} and {zone} do not touch; {zone} touches {shores}", rule)


def _units(seen: State, side: str, start: str, what: Force) -> Counts:
    return wanted_units(what, lambda kind: movable_count(seen, side, start, kind))


# ship
def _against_ship(seen: State, side: str, order: ShipOver) -> Iterator[Refusal]:
    if order.start == order.to:
        yield Refusal("to", "no-change", f"they are already in {order.to}", "BK 12.3")
    for entry in order.what:
        yield from _only_land_units((entry,))
        yield from _movable(seen, (entry,))
    yield from _wrong_terrain(seen, "start", order.start, "land")
    yield from _wrong_terrain(seen, "to", order.to, "land")
    if neutral(seen, order.to):
        yield closed_neutral(seen, "to", order.to)
    yield from too_few(seen, side, order.start, _units(seen, side, order.start, order.what))
    yield from _friendly_only(seen, side, order.to, "BK 11.3")
    yield from voyages.objections(seen, plan_voyage(seen, side, order), order.via)


def plan_voyage(state: State, side: str, order: ShipOver) -> Voyage:
    """BK 12.3: what the order asks of the transports."""
    return Voyage(side, order.start, order.to, len(load_cargo(_units(state, side, order.start, order.what))))


def _ship(turn: Turn[State], side: str, order: ShipOver) -> None:
    """BK 12.3, 12.6: carries units by sea; onto hostile land this is an assault."""
    state = turn.state
    units, plan = _units(state, side, order.start, order.what), plan_voyage(state, side, order)
    zones, assault = voyages.zones_of_voyage(state, plan, order.via), hostile(state, side, order.to)
    cargo = tuple(Ship(held, True, order.to if assault else None) for held in load_cargo(units))
    turn.happens(
        Shipped(side, units, order.start, order.to, zones, voyages.loading_zone(state, plan, zones), cargo, assault)
    )
    if assault:
        if defended(turn.state, side, zones[-1]):
            declaration.declare_battle(turn, zones[-1])
        _assault(turn, AssaultPrepared(side, order.to, zones[-1], units, turn.state.areas[zones[-1]].cargo[side]))


def _assault(turn: Turn[State], prepared: AssaultPrepared) -> None:
    """BK 7.12, 12.6: prepares an assault, which is a battle even without defenders."""
    turn.happens(prepared)
    declaration.declare_battle(turn, prepared.area)


# load
def _against_load(seen: State, side: str, order: Load) -> Iterator[Refusal]:
    yield from _only_land_units(order.what)
    yield from _wrong_terrain(seen, "start", order.start, "land")
    yield from _wrong_terrain(seen, "onto", order.onto, "sea")
    yield from _movable(seen, order.what)
    yield from too_few(seen, side, order.start, _units(seen, side, order.start, order.what))
    yield from _not_adjacent(seen, "onto", order.onto, order.start, "BK 12.4")
    yield from _enemy_ships(seen, side, "onto", order.onto)
    if not counts(seen, order.onto, side).get(TRANSPORT):
        yield Refusal("onto", "no-transport", f"you have no transports in {order.onto}", "BK 12.4")
    if _cargo_after(seen, side, order) is None:
        yield _no_capacity(seen, side, order)


def _no_capacity(seen: State, side: str, order: Load) -> Refusal:
    """``capacity``: the units do not fit into the transports."""
    empty, more = (
        movable_count(seen, side, order.onto, TRANSPORT),
        free_berths(seen.areas[order.onto].cargo.get(side, ())),
    )
    has = (
        f"{counted_units(empty, 'transport')} there can still load"
        if empty
        else "no empty transport there can still load"
    )
    has += f", and one more infantry fits in {more} loaded" if more else ""
    says = f"{counts_in_words(_units(seen, side, order.start, order.what))} do not fit in {order.onto}: {has}"
    return Refusal("what", "capacity", f"{says} (each holds two infantry or one other unit)", "BK 12.4")


def _cargo_after(state: State, side: str, order: Load) -> tuple[Ship, ...] | None:
    units = _units(state, side, order.start, order.what)
    return loaded_ships(
        state.areas[order.onto].cargo.get(side, ()), units, movable_count(state, side, order.onto, TRANSPORT)
    )


def _load(turn: Turn[State], side: str, order: Load) -> None:
    """BK 12.4: units go aboard."""
    cargo = _cargo_after(turn.state, side, order)
    assert cargo is not None
    turn.happens(Loaded(side, _units(turn.state, side, order.start, order.what), order.start, order.onto, cargo))


# unload
def _wanted_aboard(state: State, side: str, order: Unload) -> Counts:
    """The units of an order, of those aboard that are not marked to land already."""
    cargo = aboard(state.areas[order.start].cargo.get(side, ()))
    return wanted_units(order.what, lambda kind: cargo.get(kind, 0))


def _against_unload(seen: State, side: str, order: Unload) -> Iterator[Refusal]:
    yield from _only_land_units(order.what)
    yield from _wrong_terrain(seen, "start", order.start, "sea")
    yield from _wrong_terrain(seen, "to", order.to, "land")
    if neutral(seen, order.to):
        yield closed_neutral(seen, "to", order.to)
    cargo = aboard(seen.areas[order.start].cargo.get(side, ()))
    for kind, number in _wanted_aboard(seen, side, order).items():
        if not number or cargo.get(kind, 0) < number:
            has = f"{counted_units(cargo.get(kind, 0), kind)} aboard that can land"
            wanted = f"; you asked for {number}" if number else ""
            yield Refusal("what", "not-enough-units", f"{order.start} has {has}{wanted}", "BK 12.5")
    yield from _not_adjacent(seen, "to", order.start, order.to, "BK 12.5")
    yield from _friendly_only(seen, side, order.to, "BK 12.5")
    if hostile(seen, side, order.to):
        yield from _against_assault(seen, side, order)
    else:
        yield from _enemy_ships(seen, side, "start", order.start)


def _against_assault(seen: State, side: str, order: Unload) -> Iterator[Refusal]:
    """BK 12.6: the objections to an assault."""
    if any(kind == AA for _, kind in order.what):
        yield Refusal(
            "what", "cannot-move", "anti-aircraft guns cannot assault: they move in non-combat movement only", "BK 12.6"
        )
    ships = seen.areas[order.start].cargo.get(side, ())
    if whole_cargoes(ships, _wanted_aboard(seen, side, order)) is None:
        cargoes = "; ".join(counts_in_words(ship.cargo) for ship in ships if ship.to is None)
        yield Refusal("what", "split-cargo", f"an assault lands whole cargoes: {cargoes}", "BK 12.6")


def _unload(turn: Turn[State], side: str, order: Unload) -> None:
    """BK 12.5, 12.6: units go ashore, or an assault is prepared if the land is hostile."""
    zone, to, units = order.start, order.to, _wanted_aboard(turn.state, side, order)
    ships = turn.state.areas[zone].cargo[side]
    if not hostile(turn.state, side, to):
        after = unloaded_ships(ships, units)
        turn.happens(
            Unloaded(side, units, zone, to, tuple(ship for ship in after if ship.cargo), _ships_moved(ships, after))
        )
        return
    taken = whole_cargoes(ships, units) or ()
    after = tuple(Ship(ship.cargo, True, to) if index in taken else ship for index, ship in enumerate(ships))
    _assault(turn, AssaultPrepared(side, to, zone, units, after, _ships_moved(ships, after)))


def _ships_moved(before: tuple[Ship, ...], after: tuple[Ship, ...]) -> int:
    """How many ships have moved now that had not moved before."""
    return sum(new.moved and not old.moved for old, new in zip(before, after, strict=True))
