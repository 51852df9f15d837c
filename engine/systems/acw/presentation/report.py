"""The report: what happened, one line an event, with every die in the line of what it was rolled for."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped, counted
from engine.toolkit.shared_report import not_carried_out
from engine.toolkit.wording import capitalized, compass, dice_faces, heading, id_and_name, inches, listed, point_text
from maps.geometry.plane import turn_between

from ..state.combat_events import BuildingDestroyed, Charged, Countercharged, Shelled
from ..state.events import (
    Activated,
    Activation,
    Broken,
    Captured,
    DrawOffered,
    Faced,
    Finished,
    Formed,
    GameOver,
    Initiative,
    Joined,
    Moved,
    Parted,
    PhaseBegan,
    Placed,
    Revealed,
    StandingSet,
)
from ..state.length import Length
from ..state.position import FIRST_MOVEMENT, OVER, PHASE_TITLES, State, Unit, enemy, side_name
from .melee_report import tell_combat

READINGS = {"higher": "the higher", "lower": "the lower", "both": "both"}
WAYS = {"straight": "straight ahead", "back": "back"}
ENDS = {"broken": "the army of {loser} has broken", "turn-limit": "time is up", "conceded": "{loser} conceded"}
DRAWS = {
    "broken": "both sides have broken",
    "turn-limit": "time is up, and neither side is far enough ahead",
    "agreed": "both sides agreed to a draw",
}

SIDEWAYS = 89.5
"""Degrees off the facing from which a move is called sideways."""


def tell(state: State, event: Event) -> str:
    """The line of the report about an event, or "" if it needs none.  ``state`` is the position before the event.

    Dice are reported with the event that follows them; lengths are in inches.
    """
    match event:
        case Rolled() | Activated():
            return ""
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case _:
            return _tell_movement(state, event) or tell_combat(state, event) or _tell_sequence(state, event)


# movement
def _tell_movement(state: State, event: Event) -> str:
    """CW 4, 7, 10: what units do in the movement phase."""
    match event:
        case Faced(unit=key, start=start, to=to):
            return f"{key} turns from {heading(start)} to {heading(to)}. (CW 4.14)"
        case Formed(unit=key, start=start, to=to):
            return f"{key} forms {to}, was in {start}. (CW 4.14)"
        case Moved():
            return _tell_move(state, event)
        case Joined(unit=key, target=target, length=None):
            return f"{key} joins {target}."
        case Joined(unit=key, target=target, length=length) if length is not None:
            went = f"Goes {inches(length.length)} and joins it"
            return f"{key} rides to {target}: {_allowance_text(length)}{_limit_text(length)}. {went}. (CW 4.16)"
        case Parted(unit=key, target=target):
            return f"{key} leaves {target}. (CW 4.17)"
        case Captured(unit=key, by=by):
            return f"{id_and_name(key, state.units[key].name)} is captured by {by}. (CW 4.18)"
        case Charged():
            return _tell_charge(state, event)
        case Countercharged(unit=key, inches=far, to=to):
            return f"{key} countercharges: moves {inches(far)} to meet it, to {point_text(to)}. (CW 7.5)"
        case Shelled(unit=key, building=building, count=count, value=value):
            return f"{key} shells {building}: {count} of {value}. (CW 10.2)"
        case BuildingDestroyed(building=building, units=units):
            return f"{building} is destroyed{f', with {listed(units)} in it' if units else ''}. (CW 10.2)"
        case _:
            return ""


def _way_text(state: State, event: Moved | Charged) -> str:
    """``straight ahead``, ``back``, ``sideways E``, ``diagonally NE``"""
    if event.way != "side":
        return WAYS[event.way]
    off = abs(turn_between(state.units[event.unit].degrees, event.bearing / 10))
    return f"{'sideways' if off > SIDEWAYS else 'diagonally'} {compass(event.bearing)}"


def _tell_move(state: State, event: Moved) -> str:
    """``U1 moves straight ahead: 2 5, the higher, +1 leader: 6". Goes 5.5" to 15,13.5. (CW 4.6)``"""
    length = event.length
    ended = f", ends its melee with {listed(event.left)}" if event.left else ""
    about = f", now facing {heading(event.facing)}" if event.way == "back" and length.length else ""
    went = (
        f"Goes {inches(length.length)} to {point_text(event.to)}{about}{ended}"
        if length.length
        else "Stays where it is"
    )
    dice = f"{_allowance_text(length)}{_limit_text(length)}"
    return f"{event.unit} moves {_way_text(state, event)}: {dice}. {went}. (CW 4.6)"


def _tell_charge(state: State, event: Charged) -> str:
    length = event.length
    came = (
        f"Reaches it, at {point_text(event.to)}"
        if event.reached
        else (
            f"Falls short: goes {inches(length.length)} to {point_text(event.to)}"
            if length.length
            else "Falls short and stays where it is"
        )
    )
    charge = f"{event.unit} charges {event.target} {_way_text(state, event)}, {inches(event.contact)} away"
    return f"{charge}: {_allowance_text(length)}{_limit_text(length)}. {came}. (CW {'7.3' if event.reached else '7.4'})"


def _allowance_text(length: Length) -> str:
    """CW 4.6 to 4.9: ``2 5, the higher, +6 column +1 leader: 12"``, ``one die 4: 4"``."""
    one = len(length.dice) == 1
    read = "" if one else f", {READINGS[length.reading]}"
    added = [f"+{length.column} column"] * bool(length.column) + [f"+{length.leader} leader"] * bool(length.leader)
    dice = f"{'one die ' if one else ''}{dice_faces(length.dice)}{read}{', ' if added else ''}{' '.join(added)}"
    return f"{dice}: {inches(length.allowance)}"


def _limit_text(length: Length) -> str:
    """CW 4.11: ``, halved by Mill Fence to 3", stopped by C2, 3.1" off``; "" if it went all the way."""
    halved = f", halved by {length.halved} to {inches(-(-length.allowance // 2))}" if length.halved else ""
    return halved + (f", stopped by {length.limit}" if length.limit else "")


# phases, set-up and the end
def _tell_sequence(state: State, event: Event) -> str:
    match event:
        case PhaseBegan(name=name, turn=turn, active=active):
            number = f"Turn {turn}, " if name == FIRST_MOVEMENT else ""
            return capitalized(f"{number}{PHASE_TITLES[name]}{f': {side_name(state, active)}' if active else ''}")
        case Initiative(dice=dice, winner=winner):
            rolls = ", ".join(f"{side.name} {dice[side.id]}" for side in state.sides if side.id in dice)
            result = f"First player: {side_name(state, winner)}" if winner else "Tie: both roll again"
            return f"Initiative: {rolls}. {result}. (CW 3.3)"
        case Activation(side=side, dice=dice, total=total):
            return f"{side_name(state, side)}: {dice_faces(dice)}, {counted(total, 'unit')} may act. (CW 3.4)"
        case Finished(side=side):
            return f"Done: {side_name(state, side)}."
        case Placed(unit=key, at=at, facing=facing, formation=formation):
            form = f", in {formation}" if formation else ""
            return f"{key} sets up at {point_text(at)}, facing {heading(facing)}{form}."
        case Revealed(units=units):
            return _tell_positions(units)
        case StandingSet(subject=subject, policy=policy, value=value):
            return f"Standing order: {subject} {policy} {value}."
        case Broken(side=side, lost=lost, limit=limit):
            return f"Broken: {side_name(state, side)}, with {counted(lost, 'base')} lost (limit {limit}). (CW 11.2)"
        case DrawOffered(side=side):
            return f"Draw offered by {side_name(state, side)}; the offer lasts until the game ends. (CW 11.4)"
        case GameOver():
            return _tell_end(state, event)
        case _:
            return ""


def _tell_positions(units: Mapping[str, Unit]) -> str:
    """``Set up: U5 32,8 N line; UL with U2. The other units start where the scenario places them.``"""
    placed = "; ".join(_position_text(unit) for unit in units.values())
    return (
        f"Set up: {placed}. The other units start where the scenario places them."
        if placed
        else "Set up: all units start where the scenario places them."
    )


def _position_text(unit: Unit) -> str:
    if unit.leads:
        return f"{unit.id} with {unit.leads}"
    return f"{unit.id} {point_text(unit.at)} {heading(unit.facing)}{f' {unit.formation}' if unit.formation else ''}"


def _tell_end(state: State, event: GameOver) -> str:
    points = ", ".join(f"{side.name} {event.scores[side.id]}" for side in state.sides if side.id in event.scores)
    scores = f" Points: {points}. (CW 11.3)" if points else ""
    if event.winner == "draw":
        return f"The game is drawn: {DRAWS.get(event.reason, event.reason)}.{scores}"
    why = ENDS.get(event.reason, event.reason).format(loser=side_name(state, enemy(state, event.winner)))
    return f"The winner: {side_name(state, event.winner)}. {capitalized(why)}.{scores}"
