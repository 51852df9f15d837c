"""Orders worth offering in each phase, the best first; they use quick estimates, not the odds."""

from collections.abc import Iterator

from engine.contract import Order

from ..orders import Bid, Buy, DeployRest, FightOut, PlaceUnits, Retreat, SetUp, Withdraw
from ..rules.board import complexes
from ..rules.combat.battles import undecided_battles
from ..rules.combat.retreats import retreat_areas
from ..state.counts import ipc_value
from ..state.position import MOST_BID, Battle, Counts, State
from ..tables import ARTILLERY, CATALOGUE, COMPLEX, FIGHTER, INFANTRY, NAVAL, TANK, TRANSPORT, UNITS
from . import combat_move_ideas, noncombat_ideas
from .evaluation import EVEN_STRENGTH, enemies_to_fight, only_types, own_fighters, strength_ratio

RECIPES: tuple[Counts, ...] = (
    {INFANTRY: 2, ARTILLERY: 1},
    {INFANTRY: 3},
    {INFANTRY: 2, TANK: 1},
    {TANK: 1},
    {INFANTRY: 1, ARTILLERY: 1},
    {INFANTRY: 2, TRANSPORT: 1},
    {FIGHTER: 1},
)
"""The parts of purchases; each turn another one comes first."""
LONG_BATTLE = 2
"""The rounds of a single battle after which a retreat is offered even if the battle goes well."""
BATTLES = (
    "land: 6 infantry, 2 artillery, 1 fighter vs 5 infantry, 1 tank",
    "land: 4 tank vs 4 infantry",
    "naval: 2 submarine vs 1 battleship",
    "amphibious: 4 infantry, 2 transport, 1 battleship vs 2 infantry, 1 artillery",
    "amphibious: 2 infantry, 1 tank, 1 fighter, 2 transport, 1 carrier + 2 artillery overland"
    " vs 3 infantry, 1 fighter, 1 aa",
    "naval: 2 fighter, 2 submarine, 1 carrier vs 1 transport, 1 battleship, 1 loaded",
    "land: 3 infantry, 2 bomber vs 4 infantry, 1 aa",
)
"""The battles offered on an empty table."""


def phase_ideas(seen: State, side: str) -> Iterator[Order]:
    """Possible orders for the phase, the best first. Some may not be legal."""
    turned = variation(seen, side)
    match seen.phase:
        case "setup":
            yield from map(SetUp, BATTLES)
        case "round":
            yield from _breaking_off(seen, side)
        case "bid":
            usual = seen.setup.bid.usual if seen.setup.bid else 0
            yield from map(Bid, dict.fromkeys(min(MOST_BID, max(0, usual + more)) for more in (0, 2, -2)))
        case "purchase":
            yield from _purchases(seen, side, turned)
        case "combat-movement":
            yield from combat_move_ideas.ideas(seen, side, turned)
        case "combat":
            yield from _fights(seen, side)
        case "noncombat-movement":
            yield from noncombat_ideas.ideas(seen, side, turned)
        case _:
            yield from _placements(seen, side)
            yield DeployRest()


def variation(seen: State, side: str) -> int:
    """A number that differs by side and turn, so that not always the same orders are offered."""
    return seen.turn + 2 * tuple(seen.powers).index(side)


# purchase and placement
def _purchases(seen: State, side: str, turned: int) -> Iterator[Buy]:
    """BK 10.2: three ways to spend all money on units that can be placed; one unit of each type; giving all back."""
    power, room = seen.powers[side], _room(seen, side)
    for recipe in (*RECIPES, *RECIPES)[turned % len(RECIPES) :][:3]:
        if units := _affordable(recipe, power.ipc, room):
            yield Buy(tuple((number, kind) for kind, number in units.items()))
    first = turned % len(CATALOGUE)
    for kind in (*CATALOGUE[first:], *CATALOGUE[:first]):
        if complexes.placement_sites(seen, side, kind) and (room or kind == COMPLEX):
            yield Buy(((1, kind),))
    if power.buys:
        yield Buy(())


def _room(seen: State, side: str) -> int:
    """BK 15.2: how many more units can be placed this turn."""
    able = complexes.complexes_in_order(seen, side)
    rooms = (complexes.placement_room(seen, area) for area in able)
    return max(0, sum(99 if room is None else room for room in rooms) - sum(seen.powers[side].buys.values()))


def _affordable(recipe: Counts, ipc: int, room: int) -> Counts:
    """As many of these units as there is money and room for, and infantry for the rest."""
    times = min(ipc // ipc_value(recipe), room // sum(recipe.values()))
    units = {kind: number * times for kind, number in recipe.items()}
    more = min((ipc - ipc_value(units)) // UNITS[INFANTRY].cost, room - sum(units.values()))
    units[INFANTRY] = units.get(INFANTRY, 0) + more
    return only_types(units, CATALOGUE)


def _placements(seen: State, side: str) -> Iterator[PlaceUnits]:
    """BK 15.2 to 15.4: all units of a type at each of its first sites, half of them, one from another complex."""
    hand = seen.powers[side].buys
    afoot = tuple((number, kind) for kind, number in hand.items() if kind not in (*NAVAL, COMPLEX))
    if len(afoot) > 1:
        yield from (PlaceUnits(afoot, area) for area in complexes.complexes_in_order(seen, side)[:2])
    for kind, number in hand.items():
        for area in complexes.placement_sites(seen, side, kind)[:3]:
            yield from (PlaceUnits(((n, kind),), area) for n in dict.fromkeys((number, (number + 1) // 2)))
            if kind in NAVAL:
                yield from (
                    PlaceUnits(((1, kind),), area, made) for made in complexes.complexes_beside(seen, side, area)[1:2]
                )


# combat
def _fights(seen: State, side: str) -> Iterator[Order]:
    """BK 8.5, 8.9, 13.2: each battle, for a round or to its end; a retreat from those that go badly."""
    waiting = undecided_battles(seen)
    for battle in waiting:
        leaving = list(_ways_out(seen, side, battle)) if battle.round else []
        fighting = [FightOut(battle.area), FightOut(battle.area, 1)]
        yield from (
            (*leaving, *fighting)
            if strength_ratio(own_fighters(seen, side, battle.area), enemies_to_fight(seen, side, battle.area))
            < EVEN_STRENGTH
            else (*fighting, *leaving)
        )
    if waiting:
        yield FightOut("all")


def _breaking_off(seen: State, side: str) -> Iterator[Order]:
    """BK 9.4: a retreat from a single battle that goes badly, or has lasted some rounds."""
    for battle in undecided_battles(seen):
        odds = strength_ratio(
            own_fighters(seen, battle.attacker, battle.area), enemies_to_fight(seen, battle.attacker, battle.area)
        )
        badly = odds < EVEN_STRENGTH if side == battle.attacker else odds > EVEN_STRENGTH
        if badly or battle.round > LONG_BATTLE:
            yield from (Retreat(), Withdraw())


def _ways_out(seen: State, side: str, battle: Battle) -> Iterator[Order]:
    yield Retreat(battle.area)
    yield from (Retreat(battle.area, to) for to in tuple(retreat_areas(seen, battle))[:2])
    yield Withdraw(battle.area)
