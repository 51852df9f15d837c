"""The report: one line for each event, short enough for a phone. Every die is in the line of its purpose."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_report import not_carried_out
from engine.toolkit.wording import capitalized

from ..state.battle_events import Raided
from ..state.events import (
    AssaultPrepared,
    BidMade,
    BidsOpened,
    Bought,
    Captured,
    Conceded,
    DrawOffered,
    Finished,
    GameOver,
    Income,
    KeepSet,
    Kept,
    LandedByItself,
    ListSet,
    Loaded,
    LostAtSea,
    Moved,
    PaidBack,
    PhaseBegan,
    Placed,
    RaidOrdered,
    Shipped,
    TurnBegan,
    Unloaded,
    WishSet,
)
from ..state.policies import ALL, condition_in_words
from ..state.position import OVER, TITLES, State, power_name, territories
from ..tables import AA, AIR, COMPLEX, UNITS
from ..wording import counted_units, dice_in_words, ipcs_in_words, unit_list
from .battle_report import fought

ENDS = {
    "battle": "the battle is decided",
    "capitals": "enough enemy capitals are in friendly hands",
    "income": "the income goal is reached",
    "turn-limit": "the last round is over",
    "conceded": "the other side has conceded",
    "agreed": "all sides agree",
}
ENDED = {"capitals": "16.1", "income": "16.2", "turn-limit": "16.3", "conceded": "16.4", "agreed": "16.4"}


def tell(state: State, event: Event) -> str:
    """The line of the report for an event; "" if it needs none. ``state`` is the position before the event.

    Dice are in the line of the event that follows them, the losses of a volley in the line of the volley.
    """
    match event:
        case Rolled():
            return ""
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case _:
            return fought(state, event) or _going(state, event) or _purse(state, event) or _setting(state, event)


# movement
def _going(state: State, event: Event) -> str:
    match event:
        case Moved():
            return _moved(state, event)
        case Shipped(side=side, units=what, start=start, to=to, zones=zones, assault=assault):
            lands = "they land in combat" if assault else "they land"
            units = f"{power_name(state, side)}: {unit_list(what)}"
            return f"{units} {start} to {to} by {', '.join(zones)}; {lands}. (BK 12.3)"
        case Loaded(side=side, units=what, start=start, zone=zone):
            return f"{power_name(state, side)}: {unit_list(what)} {start} aboard in {zone}. (BK 12.4)"
        case Unloaded(side=side, units=what, zone=zone, to=to):
            return f"{power_name(state, side)}: {unit_list(what)} from {zone} ashore at {to}. (BK 12.5)"
        case AssaultPrepared(side=side, units=what, zone=zone, area=area, cargo=cargo):
            known = state.areas[zone].cargo.get(side, ()) == cargo
            return (
                ""
                if known
                else f"{power_name(state, side)}: {unit_list(what)} in {zone} will land at {area} in combat. (BK 12.6)"
            )
        case LandedByItself(power=power, type=kind, start=start, to=to, way=way, flown=flown):
            spent = f"{flown + len(way) - 1} of {UNITS[kind].move}"
            aircraft = f"{power_name(state, power)}'s {kind} over {start}"
            return f"{aircraft} lands at {to} automatically, {spent} flown. (BK 15.1)"
        case LostAtSea(power=power, type=kind, start=start, flown=flown):
            left = UNITS[kind].move - flown
            aircraft = f"{power_name(state, power)}'s {kind} over {start}"
            return f"{aircraft} cannot reach a landing place with {left} left: lost. (BK 15.1)"
        case RaidOrdered(area=area, bombers=number):
            return (
                f"{capitalized(counted_units(number, 'bomber'))} will raid {area} when combat movement ends. (BK 13.1)"
            )
        case Raided():
            return _raided(state, event)
        case _:
            return ""


def _moved(state: State, event: Moved) -> str:
    """``Azure: 1 fighter Harbour over Ridge to Marsh, 2 of 4 flown.``"""
    over = f" over {', '.join(event.way[1:-1])}" if len(event.way) > 2 else ""
    cargo = "; ".join(unit_list(ship.cargo) for ship in event.cargo)
    flown = ", ".join(_flown(event, kind) for kind in AIR if event.units.get(kind))
    aboard = f" with {cargo} aboard" if cargo else ""
    by_air = f", {flown}" if flown else ""
    return (
        f"{power_name(state, event.side)}: {unit_list(event.units)}{aboard} {event.start}{over} to {event.to}{by_air}."
    )


def _flown(event: Moved, kind: str) -> str:
    """``2 of 4 flown``; with the name of the type if there are several."""
    spent = [before + len(event.way) - 1 for before in event.flown.get(kind, (0,))]
    distances = " and ".join(str(far) for far in dict.fromkeys(spent))
    only = sum(kind in event.units for kind in AIR) == 1
    return f"{'' if only else f'{kind} '}{distances} of {UNITS[kind].move} flown"


def _raided(state: State, event: Raided) -> str:
    """``Raid on Rome: guns 2 1 (needs 1), one bomber down; bombs 4: Italy loses 4 IPCs.``"""
    if not event.gun_dice and not event.bomb_dice:
        return f"The raid on {event.area} finds no enemy complex. (BK 13.1)"
    guns = f"guns {dice_in_words(event.gun_dice)} (needs 1), {_down(event.lost)}; " if event.gun_dice else ""
    if not event.bomb_dice:
        return f"Raid on {event.area}: {guns.rstrip('; ')}. (BK 13.1)"
    all_of_it = " all its" if event.ipc < sum(event.bomb_dice) else ""
    loss = f"{power_name(state, event.owner)} loses{all_of_it} {ipcs_in_words(event.ipc)}"
    bombs = f"bombs {dice_in_words(event.bomb_dice)}: {loss}"
    return f"Raid on {event.area}: {guns}{bombs}. (BK 13.1)"


def _down(number: int) -> str:
    return f"{counted_units(number, 'bomber')} down" if number else "no bomber down"


# money and land
def _purse(state: State, event: Event) -> str:
    match event:
        case Bought(side=side, units=what, cost=cost, left=left):
            if what:
                purchase = f"{unit_list(what)} for {ipcs_in_words(cost)}"
                return f"{power_name(state, side)} buys {purchase}; {left} left. (BK 10.2)"
            back = unit_list(state.powers[side].buys) or "nothing"
            return f"{power_name(state, side)} returns {back} for {ipcs_in_words(-cost)}; {left} in hand. (BK 10.2)"
        case Placed():
            return _placed(state, event)
        case PaidBack(side=side, units=what, ipc=ipc):
            return (
                f"{power_name(state, side)} gets its money back for {unit_list(what)}: {ipcs_in_words(ipc)}. (BK 15.5)"
            )
        case Income(side=side, ipc=ipc, total=total):
            worth = ((area, state.map.known[area].ipc) for area in territories(state, side))
            table = ", ".join(f"{area} {value}" for area, value in worth if value) or "no territory with any income"
            return f"Income of {power_name(state, side)}: {table}: {ipcs_in_words(ipc)}, {total} in hand. (BK 15.6)"
        case Captured():
            return _captured(state, event)
        case _:
            return ""


def _placed(state: State, event: Placed) -> str:
    """``Azure places 2 infantry at Harbour.``"""
    by = " by default" if event.by == "default" else ""
    made = f", made by {event.served}" if event.served and event.served != event.area else ""
    new = "; it places from the next turn on" if event.units.get(COMPLEX) else ""
    rule = "BK 15.5" if by else "BK 15.2"
    return f"{power_name(state, event.side)} places {unit_list(event.units)} at {event.area}{by}{made}{new}. ({rule})"


def _captured(state: State, event: Captured) -> str:
    """``Azure takes Fort, worth 6, with 12 IPCs of the treasury and 1 aa: it was Amber's.``"""
    worth = state.map.known[event.area].ipc
    found = [f"{ipcs_in_words(event.treasury)} of the treasury"] * bool(event.treasury) + [
        counted_units(event.guns, AA)
    ] * bool(event.guns)
    spoils = f", with {' and '.join(found)}" if found else ""
    given = f", and gives it back to {power_name(state, event.by)}" if event.by != event.taker else ""
    was = f"; it was {power_name(state, event.start)}'s" if event.start else ""
    territory = f"{event.area}{f', worth {worth}' if worth else ''}"
    if event.area in state.setup.neutral and not event.start:
        price = f" for {ipcs_in_words(event.price)}" if event.price else ""
        return f"{power_name(state, event.taker)} enters neutral {territory}{price}. (BK 11.11)"
    return f"{power_name(state, event.taker)} takes {territory}{given}{spoils}{was}. (BK 14.1)"


# turns, standing orders and the end
def _setting(state: State, event: Event) -> str:
    match event:
        case TurnBegan(side=side, turn=turn, first=first):
            rounds = f" of {state.setup.turns}" if state.setup.turns else ""
            capital_ = "" if first == "purchase" else "; its capital is in enemy hands (BK 10.3)"
            money = f"{ipcs_in_words(state.powers[side].ipc)} in hand"
            return f"Round {turn}{rounds}: {power_name(state, side)}'s turn, {money}{capital_}"
        case PhaseBegan(name=name, turn=turn, active=active):
            return f"{capitalized(TITLES[name])}: {power_name(state, active)}" if active else f"Round {turn} comes next"
        case BidMade(ipc=ipc):
            return f"Your bid, secret until all are opened: {ipcs_in_words(ipc)}. (BK 18.2)"
        case BidsOpened(bids=bids, power=power, ipc=ipc):
            each = ", ".join(f"{power_name(state, side)} {number}" for side, number in bids.items()) or "none"
            return f"The bids: {each}. {power_name(state, power)} is given {ipcs_in_words(ipc)}. (BK 18.4)"
        case Finished(side=side):
            return f"Done: {power_name(state, side)}."
        case Kept(order=order):
            return f"Saved until both sides are done: {order}."
        case ListSet() | WishSet() | KeepSet():
            return f"Standing order: {_standing(event)}."
        case Conceded(side=side):
            return f"{power_name(state, side)} concedes. (BK 16.4)"
        case DrawOffered(side=side):
            return f"{power_name(state, side)} offers a draw. (BK 16.4)"
        case GameOver():
            return _over(state, event)
        case _:
            return ""


def _standing(event: ListSet | WishSet | KeepSet) -> str:
    """A standing order as its owner wrote it."""
    match event:
        case ListSet(policy=policy, scope=scope, types=types):
            name = f"{policy}{'' if scope == ALL else f' {scope}'}"
            return f"{name}: {' > '.join(types)}" if types else f"{name} default"
        case WishSet(policy=policy, scope=scope, wish=wish):
            return condition_in_words(policy, scope, wish)
        case KeepSet(n=n):
            return f"keep land {n}"


def _over(state: State, event: GameOver) -> str:
    won = (
        "The game is drawn"
        if event.winner == "draw"
        else f"{power_name(state, event.winner)} win"
        if event.winner not in state.powers
        else f"{power_name(state, event.winner)} wins"
    )
    rule = f" (BK {ENDED[event.reason]})" if event.reason in ENDED else ""
    return f"{won}: {ENDS.get(event.reason, event.reason)}.{_worth(state, event.worth)}{rule}"


def _worth(state: State, worth: Mapping[str, tuple[int, int]]) -> str:
    """`` Territories (and growth): Azure 17 (+5), Amber 7 (-5).``"""
    values = ", ".join(f"{power_name(state, alliance)} {now} ({grown:+})" for alliance, (now, grown) in worth.items())
    return f" Territories (and growth): {values}." if values else ""
