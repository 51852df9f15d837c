"""The orders fight, retreat and withdraw: the objections to them, and how they are carried out."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn, replace
from engine.toolkit.wording import listed

from ...orders import FightOut, Retreat, Withdraw
from ...state.events import Kept
from ...state.position import COMBAT, ROUND, Battle, State, battle_at, counts, is_land, power_name
from ...tables import SUBMARINE
from ..battle_resolution.withdrawal import Leaving, retreating
from .aftermath import leave_by_order, possible_departure
from .battles import fight, undecided_battles
from .declaration import zone_to_clear
from .engagement import battle_in_area
from .retreats import retreat_areas, withdrawal_zone

EVERY = "all"
"""The area of ``fight all``: every battle that is not decided."""
_ENDS = {"won": "won", "lost": "lost", "draw": "drawn", "retreated": "broken off", "called-off": "called off"}
_FROM = {FightOut: "", Retreat: " from", Withdraw: " from"}


def objections(seen: State, side: str, order: FightOut | Retreat | Withdraw) -> Iterator[Refusal]:
    """The most important objection to an order of combat, if there is one."""
    match order:
        case FightOut():
            objection = _against_fight(seen, order)
        case Retreat():
            objection = _against_retreat(seen, side, order)
        case Withdraw():
            objection = _against_withdrawal(seen, side, order)
    if objection:
        yield objection
    if isinstance(order, Retreat) and objection and objection.code == "must-fight":
        yield from _never_reached(seen, order)


def run(turn: Turn[State], side: str, order: FightOut | Retreat | Withdraw) -> None:
    """BK 8.5, 8.9, 13.2: carries out an order; in the sealed round of a single battle it is kept (BK 9.4).

    What the others have ordered for their retreats and losses decides even where there are no dice.
    """
    turn.meets_secrets()
    match order:
        case FightOut():
            for battle in undecided_battles(turn.state):
                if order.area in (battle.area, EVERY) and not zone_to_clear(turn.state, battle):
                    fight(turn, battle.area, order.rounds)
        case Retreat() | Withdraw():
            verb: Leaving = "retreat" if isinstance(order, Retreat) else "withdraw"
            if turn.state.phase != ROUND:
                leave_by_order(turn, order.area or "", verb, side, order.to)
            elif verb not in turn.state.game.kept.get(side, ()):
                turn.happens(Kept(side, verb))


# objections
def _against_fight(seen: State, order: FightOut) -> Refusal | None:
    if order.area == EVERY:
        return (
            None
            if undecided_battles(seen)
            else Refusal("area", "no-target", "there is no battle to be fought", "BK 13.2")
        )
    if order.area is None:
        return _which_battle(seen, order)
    if objection := _no_such_battle(seen, order.area, FightOut, FightOut(EVERY)):
        return objection
    battle = battle_at(seen, order.area)
    if battle and (zone := zone_to_clear(seen, battle)):
        instead = (FightOut(zone),) if battle_at(seen, zone) else ()
        says = f"clear {zone} of enemy ships first: the troops for {order.area} come from there"
        return Refusal("area", "sea-first", says, "BK 13.3", instead)
    return None


def _which_battle(seen: State, order: FightOut | Retreat | Withdraw) -> Refusal:
    """The objection that no battle is named and not just one can be meant, which no die changes."""
    waiting, verb = tuple(battle.area for battle in undecided_battles(seen)), type(order).__struct_config__.tag
    if not waiting:
        says = f"there is no battle to {verb}{_FROM[type(order)]}"
        return Refusal("area", "missing-argument", says, "BK 13.2")
    everything = (FightOut(EVERY),) if isinstance(order, FightOut) else ()
    says = f"{len(waiting)} battles are waiting, in {listed(waiting)}: {verb}{_FROM[type(order)]} which?"
    instead = (*(replace(order, area=area) for area in waiting), *everything)
    return Refusal("area", "missing-argument", says, "BK 13.2", instead, lasting=seen.phase == COMBAT)


def _no_such_battle(seen: State, area: str, verb: type[FightOut | Retreat | Withdraw], *also: Order) -> Refusal | None:
    """The objection that an area has no undecided battle; None if it has one."""
    battle = battle_at(seen, area)
    open_ones = tuple(other.area for other in undecided_battles(seen))
    instead = (*(verb(other) for other in open_ones), *(also if open_ones else ()))
    if battle is None:
        where = f"there is one in {', '.join(open_ones)}" if open_ones else "there is none to be fought"
        return Refusal("area", "no-target", f"there is no battle in {area}: {where}", "BK 13.2", instead)
    if battle.result is not None:
        return Refusal(
            "area", "already-acted", f"the battle of {area} is over: {_ENDS[battle.result]}", "BK 8.3", instead
        )
    return None


def _battle(seen: State, side: str, order: Retreat | Withdraw) -> Battle | Refusal:
    """The battle that an order means, or why there is none; in battle mode there is only one."""
    area = order.area
    if area is None and seen.setup.mode == "battle" and seen.game.battles:
        area = seen.game.battles[0].area
    if area is None:
        return _which_battle(seen, order)
    if objection := _no_such_battle(seen, area, type(order)):
        return objection
    battle = battle_at(seen, area)
    assert battle is not None
    return battle


def _against_retreat(seen: State, side: str, order: Retreat) -> Refusal | None:
    battle = _battle(seen, side, order)
    if isinstance(battle, Refusal):
        return battle
    if side != battle.attacker:
        return Refusal(
            "verb",
            "cannot-retreat",
            "only the attacker can retreat; a defender's submarines may withdraw",
            "BK 8.5",
            lasting=True,
        )
    if not battle.round:
        return Refusal(
            "verb", "must-fight", "fight at least one round before you retreat", "BK 8.5", _fight_first(seen, battle)
        )
    engaged = battle_in_area(seen, battle.area)
    if possible_departure(seen, engaged, "retreat", side, order.to):
        return None
    if retreating(engaged.fight, engaged.stand, "open") is None:
        says = "your troops landed from the sea: they cannot go back"
        return Refusal("verb", "cannot-retreat", says, "BK 8.8", lasting=True)
    return _nowhere(seen, battle, order)


def _never_reached(seen: State, order: Retreat) -> Iterator[Refusal]:
    """BK 8.5: the objection to a place that no outcome of the battle opens: none of its attackers came from there, or
    it is not beside it.
    """
    battle = battle_at(seen, order.area) if order.area else None
    if seen.setup.mode == "battle" or battle is None or order.to is None or order.to not in seen.areas:
        return
    beside = order.to in seen.map.known[battle.area].next and is_land(seen, order.to) == is_land(seen, battle.area)
    if not (beside and battle.start.get(order.to)):
        yield replace(_nowhere(seen, battle, order), hopeless=True)


def _fight_first(seen: State, battle: Battle) -> tuple[Order, ...]:
    return (FightOut(battle.area, 1),) if seen.setup.mode == "campaign" else ()


def _nowhere(seen: State, battle: Battle, order: Retreat) -> Refusal:
    """BK 8.5, 8.6: the objection that the attacker has no place to retreat to, or not this one."""
    able = tuple(retreat_areas(seen, battle))
    if order.to is None:
        enough = (
            "no friendly territory beside it" if battle.kind != "naval" else "no zone beside it without enemy ships"
        )
        return Refusal(
            "verb", "cannot-retreat", f"there is nowhere to retreat to: your units came from {enough}", "BK 8.6"
        )
    instead = tuple(Retreat(order.area, area) for area in able)
    if not battle.start.get(order.to):
        says = f"none of your units came from {order.to}"
    else:
        fault = "not friendly" if battle.kind != "naval" else "not free of enemy ships"
        says = f"{order.to} is {fault}, or does not touch {battle.area}"
    return Refusal(
        "to", "cannot-retreat", f"{says}{': ' + ', '.join(able) + ' would work' if able else ''}", "BK 8.5", instead
    )


def _against_withdrawal(seen: State, side: str, order: Withdraw) -> Refusal | None:
    battle = _battle(seen, side, order)
    if isinstance(battle, Refusal):
        return battle
    if battle.kind != "naval" or not counts(seen, battle.area, side).get(SUBMARINE):
        return Refusal(
            "verb",
            "not-enough-units",
            f"{power_name(seen, side)} has no submarines in the battle of {battle.area}",
            "BK 8.9",
        )
    if not battle.round:
        return Refusal(
            "verb",
            "must-fight",
            "fight at least one round before your submarines withdraw",
            "BK 8.9",
            _fight_first(seen, battle),
        )
    if possible_departure(seen, battle_in_area(seen, battle.area), "withdraw", side, order.to):
        return None
    able = withdrawal_zone(seen, battle, side)
    if order.to is None or able is None:
        return Refusal(
            "verb", "cannot-retreat", f"no zone beside {battle.area} will take your submarines: they stay", "BK 8.9"
        )
    says = f"your submarines cannot go to {order.to}: {able} would work"
    return Refusal("to", "cannot-retreat", says, "BK 8.9", (Withdraw(order.area, able),))
