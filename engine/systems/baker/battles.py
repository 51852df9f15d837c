"""Battles fought: rounds with their dice, losses taken out of the position, what follows each round (BK 3, 7, 8)."""
from ...contract import Turn, plain
from . import fight as rules
from .engagement import Engagement, Origin, engage, forces
from .events import AntiAircraft, BattleBegan, Landed, Lost, RoundBegan, RoundEnded, Volley, Wasted
from .fight import Fall, Slot, Stand
from .lists import Side, source
from .state import Counts, State, battle_at, friends, land
from .tables import AA, UNITS, Who

Removed = dict[tuple[str, str], list[int]]
"""Power and zone -> places of loaded transports in the cargo list as the round began that are no more in it."""


def fight_round(turn: Turn[State], area: str) -> None:
    """One round; BK 8.1 and the order of battle before the first."""
    battle = battle_at(turn.state, area)
    assert battle is not None
    if battle.round == 0:
        _begin(turn, area)
        _guns(turn, area)
    engaged, removed = engage(turn.state, area), Removed()
    turn.happens(RoundBegan(area, battle.round + 1))
    stand = engaged.stand
    for slot in rules.slots_of(engaged.fight, stand):
        number = rules.dice(engaged.fight, stand, slot)
        if number:
            stand = _volley(turn, engaged, stand, slot, number, removed)
        if slot.unload:
            stand = rules.landed(stand)
            _land(turn, engaged)
    sides: tuple[Who, ...] = ("attacker", "defender")
    turn.happens(RoundEnded(area, battle.round + 1, {side: _by_type(engaged, rules.ended(stand), side) for side in sides}))


def _begin(turn: Turn[State], area: str) -> None:
    """The order of battle, and whose lists hold."""
    engaged = engage(turn.state, area)
    battle, state = engaged.battle, turn.state
    sides: tuple[tuple[str, Side], ...] = ((battle.attacker, "attack"), (engaged.defender, "defence"))
    said = {power: "; ".join(filter(None, (source(state, area, power, "losses", side), source(state, area, power, "targets", side))))
            for power, side in sides}
    turn.happens(BattleBegan(area, battle.kind, battle.attacker, engaged.defender, plain(forces(state, battle)), said))


def _guns(turn: Turn[State], area: str) -> None:
    """BK 8.1"""
    state, battle = turn.state, battle_at(turn.state, area)
    assert battle is not None
    guns = any(units.get(AA) for power, units in state.areas[area].units.items() if not friends(state, power, battle.attacker))
    if not guns or not land(state, area):
        return
    fliers = forces(state, battle)["attacker"]
    dice, lost = dict[str, tuple[int, ...]](), dict[str, int]()
    for kind in ("fighter", "bomber"):
        if number := fliers.get(kind, 0):
            pool = turn.under(f"{area}: anti-aircraft fire at {kind}s", number, most=1, rule="BK 8.1")
            dice[kind] = pool.faces
            lost |= {kind: pool.successes} if pool.successes else {}
    if dice:
        turn.happens(AntiAircraft(area, dice, lost))


def _volley(turn: Turn[State], engaged: Engagement, stand: Stand, slot: Slot, number: int, removed: Removed) -> Stand:
    battle = engaged.battle
    power = battle.attacker if slot.side == "attacker" else engaged.defender
    pool = turn.under(f"{battle.area}: {slot.side}'s {slot.type}", number, most=slot.need, rule="BK 3.2")
    ones, hits = pool.faces.count(1), pool.successes
    turn.happens(Volley(battle.area, slot.side, power, slot.type, pool.faces, slot.need, ones, hits))
    after, falls = rules.take(engaged.fight, stand, slot, ones, hits - ones)
    for fall in falls:
        turn.happens(_lost(turn.state, engaged, stand, slot, fall, removed))
    if len(falls) < hits:
        turn.happens(Wasted(battle.area, slot.type, hits - len(falls)))
    return after


# losses in the position
def _lost(state: State, engaged: Engagement, stand: Stand, slot: Slot, fall: Fall, removed: Removed) -> Lost:
    """A loss of the fight as one of the position."""
    battle, corner = engaged.battle, engaged.fight.corner(slot.foe)
    stack, origin = corner.stacks[fall.stack], engaged.origins(slot.foe)[fall.stack]
    picker = battle.attacker if (slot.side == "attacker") == fall.chosen else engaged.defender
    side: Side = "attack" if picker == battle.attacker else "defence"
    said = source(state, battle.area, picker, "targets" if fall.chosen else "losses", side)
    place = "landed" if stack.ship >= 0 and stand.ashore else stack.place
    at = battle.area if place == "landed" else origin.at
    ship, cargo = _ship(state, origin, stack.type, removed) if place != "landed" else (None, {})
    flown = stack.flown if UNITS[stack.type].sort == "air" and slot.foe == "attacker" else None
    return Lost(battle.area, origin.power, stack.type, at, slot.losses, "roller" if fall.chosen else "victim",
                said, place, ship, cargo, flown)


def _ship(state: State, origin: Origin, kind: str, removed: Removed) -> tuple[int | None, Counts]:
    """Which loaded transport it is, or is aboard of, as the position has them now, and the cargo that is lost with it (BK 4.12)."""
    gone = removed.setdefault((origin.power, origin.at), [])
    if origin.ship is None or origin.ship in gone:
        return None, {}
    ship = origin.ship - sum(other < origin.ship for other in gone)
    cargo = state.areas[origin.at].cargo[origin.power][ship].cargo
    if kind == "transport" or sum(cargo.values()) == 1:
        gone.append(origin.ship)
    return ship, cargo if kind == "transport" else {}


def _land(turn: Turn[State], engaged: Engagement) -> None:
    """BK 7.4: what is still aboard comes ashore."""
    battle, ashore = engaged.battle, dict[str, Counts]()
    for zone, ground in turn.state.areas.items():
        units = dict[str, int]()
        for ship in ground.cargo.get(battle.attacker, ()):
            if ship.to == battle.area:
                units = {kind: units.get(kind, 0) + ship.cargo.get(kind, 0) for kind in (*units, *ship.cargo)}
        if units:
            ashore[zone] = units
    if ashore:
        turn.happens(Landed(battle.area, battle.attacker, ashore))


def _by_type(engaged: Engagement, stand: Stand, side: Who) -> Counts:
    """What a side has left in the battle; ships off a beach are not in it."""
    found = dict[str, int]()
    for stack, up in rules.left(engaged.fight, stand, side):
        if engaged.fight.kind != "amphibious" or UNITS[stack.type].sort != "naval":
            found[stack.type] = found.get(stack.type, 0) + up
    return {kind: found[kind] for kind in UNITS if kind in found}
