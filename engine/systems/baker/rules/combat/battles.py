"""Fighting battles: raids, all remaining battles, a battle without a campaign, a round (BK 3, 7 to 9, 13)."""

from collections.abc import Mapping

from engine.contract import Turn, plain

from ...state.battle_events import AntiAircraft, BattleBegan, Landed, Raided, RoundBegan, RoundEnded, Volley, Wasted
from ...state.position import Battle, Counts, State, battle_of
from ...state.views import view
from ...table_rows import Who
from ...tables import UNITS
from ..battle_resolution import battle_rules as rules
from ..battle_resolution import low_luck
from ..battle_resolution.battle_model import DiceSlot, StackState, next_volleys
from ..board.complexes import raidable
from .aftermath import end_battle, follow_round, leave_by_order
from .declaration import landing_zones, without_landing
from .engagement import Engagement, adjacent_zones, battle_in_area, enemy_guns, forces, warships
from .losses_on_map import Removed, summed_losses, volley_losses
from .odds import UNKNOWN_LOSSES, expected_losses


# raids
def carry_out_raids(turn: Turn[State]) -> None:
    """BK 13.1: each raid in the order first given. The guns fire, then each bomber left rolls a die."""
    for area in tuple(turn.state.game.raids):
        raid(turn, area)


def raid(turn: Turn[State], area: str) -> None:
    """BK 13.1, 8.1: the raid on the complex in an area, by all the bombers that were sent there."""
    state, bombers = turn.state, turn.state.game.raids[area]
    side, owner = state.active or "", state.areas[area].owner or ""
    can_raid = area in raidable(state, side)
    guns = can_raid and enemy_guns(state, area, side)
    shots = turn.under(f"{area}: anti-aircraft fire at raiders", bombers, most=1, rule="BK 8.1") if guns else None
    left = bombers - shots.successes if shots else bombers
    bombs = turn.roll(f"{area}: bombs", left, rule="BK 13.1").faces if can_raid and left else ()
    ipc = min(sum(bombs), state.powers[owner].ipc) if can_raid else 0
    turn.happens(Raided(side, area, owner, shots.faces if shots else (), bombers - left, bombs, ipc))


# the battles of a turn
def undecided_battles(state: State) -> tuple[Battle, ...]:
    """BK 13.2: the battles that are not decided, naval ones first, each kind in the order of declaration."""
    waiting = [battle for battle in state.game.battles if battle.result is None]
    return tuple(sorted(waiting, key=lambda battle: battle.kind != "naval"))


def fight_remaining(turn: Turn[State]) -> None:
    """BK 13.2: fights every battle that is not decided to its end."""
    for battle in undecided_battles(turn.state):
        fight(turn, battle.area)


def fight(turn: Turn[State], area: str, rounds: int = 0) -> None:
    """Fights a battle for some rounds, or to its end if ``rounds`` is 0."""
    while battle_of(turn.state, area).result is None:
        fight_round(turn, area)
        rounds -= 1
        if not rounds:
            return


# a battle without a campaign
def close_open_battle(turn: Turn[State]) -> None:
    """BK 9.4: the attacker's retreat and withdrawal, the defender's withdrawal, then one round or all rounds."""
    battle, kept = only_battle(turn.state), turn.state.game.kept
    defender = next(side for side in turn.state.powers if side != battle.attacker)
    if "retreat" in kept.get(battle.attacker, ()):
        leave_by_order(turn, battle.area, "retreat", battle.attacker)
    for side in (battle.attacker, defender):
        if "withdraw" in kept.get(side, ()):
            leave_by_order(turn, battle.area, "withdraw", side)
    fight(turn, battle.area, 1 if turn.state.setup.rounds == "one" else 0)


def only_battle(state: State) -> Battle:
    """The one battle of the game."""
    return battle_of(state, state.game.battles[0].area)


def open_battle_winner(state: State) -> str | None:
    """BK 9.5: the winning side or ``draw``; None while the battle goes on."""
    battle = only_battle(state)
    defender = next(side for side in state.powers if side != battle.attacker)
    match battle.result:
        case None:
            return None
        case "won":
            return battle.attacker
        case "lost" | "retreated":
            return defender
    return "draw"


# rounds
def fight_round(turn: Turn[State], area: str) -> None:
    """Fights one round and what follows it. Before the first round anti-aircraft guns fire (BK 8.1)."""
    if battle_of(turn.state, area).round == 0 and _over_without_dice(turn, area):
        return
    engaged, removed = battle_in_area(turn.state, area), Removed()
    number, stand, ships = engaged.battle.round + 1, engaged.stand, _ships(turn.state, engaged.battle)
    if number == 1:
        _begin(turn, engaged)
        stand = _anti_aircraft_fire(turn, engaged, stand)
    turn.happens(RoundBegan(area, number, ships))
    for slot in next_volleys(engaged.fight, stand):
        if not slot.aim and (dice := rules.dice_of_volley(engaged.fight, stand, slot)):
            stand = _volley(turn, engaged, stand, slot, dice, removed)
        if slot.unload:
            stand = rules.after_landing(stand)
            _land(turn, area)
    stand = rules.after_round(stand)
    sides: tuple[Who, ...] = ("attacker", "defender")
    turn.happens(RoundEnded(area, number, {side: _by_type(engaged, stand, side) for side in sides}))
    follow_round(turn, engaged, stand, number)


def _over_without_dice(turn: Turn[State], area: str) -> bool:
    """BK 7.12, 13.3: ends a battle that needs no dice; returns whether it did."""
    battle, campaign = battle_of(turn.state, area), turn.state.setup.mode == "campaign"
    if campaign and battle.kind == "amphibious" and not landing_zones(turn.state, area, battle.attacker):
        without_landing(turn, battle)
    engaged = battle_in_area(turn.state, area)
    result = rules.battle_result(engaged.fight, engaged.stand)
    if result == "won":
        _land(turn, area)
    if result:
        end_battle(turn, area, "won" if result == "won" else "called-off")
    return result is not None


def _begin(turn: Turn[State], engaged: Engagement) -> None:
    """The event that opens a battle. The expected losses use public information only, no secret standing orders; while
    orders are only judged they are left out, because they take long to calculate.
    """
    battle, state = engaged.battle, turn.state
    known = UNKNOWN_LOSSES if turn.looks_ahead else expected_losses(view(state, ""), battle.area)
    turn.happens(
        BattleBegan(
            battle.area,
            battle.kind,
            battle.attacker,
            engaged.defender,
            plain(forces(state, battle)),
            known.lost,
            known.simulated,
        )
    )


def _ships(state: State, battle: Battle) -> Mapping[str, Counts]:
    """BK 7.8, 7.9: zone -> the warships that take part in an assault; not recorded in battle mode (BK 7.11)."""
    if battle.kind != "amphibious" or battle.round or state.setup.mode == "battle":
        return {}
    return {zone: ships for zone in adjacent_zones(state, battle.area) if (ships := warships(state, battle, zone))}


def _anti_aircraft_fire(turn: Turn[State], engaged: Engagement, stand: StackState) -> StackState:
    """BK 8.1: rolls for the anti-aircraft guns; returns the state after their hits."""
    area, dice, shot = engaged.battle.area, dict[str, tuple[int, ...]](), dict[str, int]()
    for slot in next_volleys(engaged.fight, stand):
        if slot.aim and (number := rules.dice_of_volley(engaged.fight, stand, slot)):
            pool = turn.under(f"{area}: anti-aircraft fire at {slot.aim}s", number, most=slot.need, rule="BK 8.1")
            stand, _ = rules.take_losses(engaged.fight, stand, slot, pool.successes, 0)
            dice[slot.aim] = pool.faces
            shot |= {slot.aim: pool.successes} if pool.successes else {}
    if dice:
        turn.happens(AntiAircraft(area, dice, shot))
    return stand


def _volley(
    turn: Turn[State], engaged: Engagement, stand: StackState, slot: DiceSlot, number: int, removed: Removed
) -> StackState:
    """BK 3.2 to 3.5: the volley of ``number`` units; returns the state after its losses."""
    battle = engaged.battle
    power = battle.attacker if slot.side == "attacker" else engaged.defender
    faces, ones, hits = _shots(turn, engaged, slot, number)
    stand, falls = rules.take_losses(engaged.fight, stand, slot, ones, hits - ones)
    losses = volley_losses(turn.state, engaged, stand, slot, falls, removed)
    turn.happens(
        Volley(
            battle.area,
            slot.side,
            power,
            slot.type,
            faces,
            slot.need,
            ones,
            hits,
            slot.losses,
            summed_losses(losses),
            number if low_luck.applies(engaged.fight, slot) else 0,
        )
    )
    for loss in losses:
        turn.happens(loss)
    if len(losses) < hits:
        turn.happens(Wasted(battle.area, slot.type, hits - len(losses)))
    return stand


def _shots(turn: Turn[State], engaged: Engagement, slot: DiceSlot, number: int) -> tuple[tuple[int, ...], int, int]:
    """BK 3.2, 3.8: rolls for a volley; the faces, how many ones are among the hits, and how many hits there are."""
    why = f"{engaged.battle.area}: {slot.side}'s {slot.type}"
    if not low_luck.applies(engaged.fight, slot):
        pool = turn.under(why, number, most=slot.need, rule="BK 3.2")
        return pool.faces, pool.faces.count(1), pool.successes
    faces: tuple[int, ...] = ()
    if low_luck.needs_die(number, slot.need, chooses=rules.roller_chooses(slot)):
        faces = turn.under(why, 1, most=number * slot.need % low_luck.FACES, rule="BK 3.8").faces
    ones, others = low_luck.hits_with(number, slot.need, sum(faces))
    return faces, ones, ones + others


def _land(turn: Turn[State], area: str) -> None:
    """BK 7.4: the troops still aboard come ashore."""
    battle, ashore = battle_of(turn.state, area), dict[str, Counts]()
    for zone, ground in turn.state.areas.items():
        landing = [ship.cargo for ship in ground.cargo.get(battle.attacker, ()) if ship.to == area]
        units = {kind: number for kind in UNITS if (number := sum(cargo.get(kind, 0) for cargo in landing))}
        if units:
            ashore[zone] = units
    if ashore:
        turn.happens(Landed(area, battle.attacker, ashore))


def _by_type(engaged: Engagement, stand: StackState, side: Who) -> Counts:
    """The units a side has left in a battle, without the ships of a landing."""
    found = dict[str, int]()
    for stack, up in rules.remaining_stacks(engaged.fight, stand, side):
        if engaged.fight.kind != "amphibious" or UNITS[stack.type].sort != "naval":
            found[stack.type] = found.get(stack.type, 0) + up
    return {kind: found[kind] for kind in UNITS if kind in found}
