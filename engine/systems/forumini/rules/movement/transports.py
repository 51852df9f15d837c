"""Transports: riders, boarding and getting off, and riders of a lost transport (FA 7.4 to 7.9)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn

from ...orders import Load, Unload
from ...state.events import CounterLost, Destroyed, Loaded, OverwatchEnded, PillboxLeft, Unloaded
from ...state.position import State, Unit, card, title
from ...tables.rulebook import ability_name, ability_words
from ..abilities import ability_effects
from ..board.stacking import has_room, stacking_objection
from ..board.terrain import terrain_map
from ..unfinished_move import end_move
from .pathfinding import not_in_good_order
from .terrain_costs import may_enter


def passengers(state: State, key: str) -> tuple[Unit, ...]:
    """The riders of a transport, in the order of the scenario."""
    return tuple(unit for other in state.roster if (unit := state.units[other]).aboard == key and not unit.gone)


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """FA 21.5: everything against loading and unloading."""
    match order:
        case Load(unit=key, target=target):
            yield from not_in_good_order(seen.units[key], "load")
            yield from boarding_objections(seen, seen.units[key], target, side, "target")
        case Unload(unit=key):
            yield from _unloading_objections(seen, seen.units[key])
        case _:
            pass


def boarding_objections(seen: State, unit: Unit, transport: str, side: str, field: str = "aboard") -> Iterator[Refusal]:
    """FA 7.5: why the unit may not ride in a transport; one not yet set up need not be in its hex."""
    carrier = seen.units.get(transport)
    if carrier is None:
        yield Refusal(
            field, "unknown-unit", f"there is no unit {transport}; name a transport of yours by its id", "FA 7.5"
        )
    elif carrier.side != side:
        yield Refusal(field, "not-your-unit", f"{carrier.id} belongs to {title(seen, carrier.side)}", "FA 7.5")
    elif carrier.gone:
        yield Refusal(field, "unit-gone", f"{carrier.id} is no longer in play", "FA 7.5")
    else:
        yield from _cannot_ride(seen, unit, carrier, field)


def _cannot_ride(seen: State, unit: Unit, carrier: Unit, field: str) -> Iterator[Refusal]:
    room = sum(effect.soldiers for _, _, effect in ability_effects(seen, carrier, "carry"))
    tows = [word for _, _, effect in ability_effects(seen, carrier, "carry") for word in effect.also]
    words, aboard = (
        ability_words(card(seen, unit)),
        [rider.id for rider in passengers(seen, carrier.id) if rider.id != unit.id],
    )
    if room == 0:
        yield Refusal(
            field,
            "no-ability",
            f"{carrier.id} lacks the ability {ability_name('carry', 'soldiers')}: it is not a transport",
            "FA 7.5",
        )
        return
    if stays := next((word for word, known in words.items() if known.rides == "never"), ""):
        yield Refusal("unit", "wrong-kind", f"{unit.id} is {stays} and cannot ride in a transport; move it", "FA 7.5")
    if carrier.at is None or (unit.at is not None and unit.at != carrier.at):
        where = (
            f"{carrier.id} is in {carrier.at}, {unit.id} in {unit.at}"
            if carrier.at
            else f"{carrier.id} is not on the map"
        )
        yield Refusal(
            field, "not-there", f"{unit.id} has no such transport here: {where}; they must be in one hex", "FA 7.6"
        )
    if heavy := next((word for word, known in words.items() if known.rides == "towed" and word not in tows), ""):
        says = f"{carrier.id} lacks the ability {ability_name('carry', 'also')}, which {heavy} such as {unit.id} needs"
        yield Refusal(field, "no-ability", says, "FA 7.5")
    if len(aboard) >= room:
        yield Refusal(field, "no-room", f"{carrier.id} is full: it carries {room} ({', '.join(aboard)})", "FA 7.5")


def _unloading_objections(seen: State, unit: Unit) -> Iterator[Refusal]:
    if unit.aboard is None or unit.at is None:
        yield Refusal("unit", "not-there", f"{unit.id} is not riding in a transport", "FA 7.6")
        return
    yield from not_in_good_order(unit, "unload")
    if not may_enter(seen, unit, unit.at):
        says = f"{unit.id} may not be in {unit.at} ({terrain_map(seen).word(unit.at)}); let {unit.aboard} carry it on"
        yield Refusal("unit", "impassable", says, "FA 4.6")
    if objection := stacking_objection(seen, unit, unit.at, "unit"):
        yield objection


def load(turn: Turn[State], side: str, order: Load) -> None:
    """FA 7.6, 7.8, 12.15: no movement that triggers fire; it ends Overwatch and Hit the Dirt."""
    end_move(turn, side, order.unit)
    unit = turn.state.units[order.unit]
    if unit.overwatch is not None:
        turn.happens(OverwatchEnded(unit.id, "aboard"))
    if unit.hit_the_dirt:
        turn.happens(CounterLost(unit.id, "hit_the_dirt", "moved"))
    if unit.in_pillbox:
        turn.happens(PillboxLeft(unit.id, "moved"))
    turn.happens(Loaded(unit.id, order.target))


def unload(turn: Turn[State], side: str, order: Unload) -> None:
    """FA 7.6: a unit gets off its transport and has finished its move."""
    end_move(turn, side, order.unit)
    unit = turn.state.units[order.unit]
    assert unit.at
    turn.happens(Unloaded(unit.id, unit.at))


def lose_transport(turn: Turn[State], transport: str) -> None:
    """FA 7.4, 7.9: the riders of a lost transport get out Pinned, in the order of the scenario; those that do not
    fit are Destroyed.
    """
    for rider in passengers(turn.state, transport):
        assert rider.at
        if has_room(turn.state, rider, rider.at) and may_enter(turn.state, rider, rider.at):
            turn.happens(Unloaded(rider.id, rider.at, "lost"))
        else:
            turn.happens(Destroyed(rider.id, rider.at, card(turn.state, rider).cost, "dismount"))
