"""The report: what happened, in lines short enough for a phone; every die is in the line of its purpose."""

from collections.abc import Mapping, Sequence

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_report import not_carried_out
from engine.toolkit.wording import capitalized, compass, counted_in_words, id_and_name, inches, listed, point_text
from maps.geometry.plane import bearing

from ..rules.board.zone_control import CONTESTED
from ..state.events import (
    ArrivalRefused,
    Casualties,
    Conceded,
    Control,
    Destroyed,
    FellBack,
    Finished,
    Fled,
    GameOver,
    Hunkered,
    Initiative,
    ModelMove,
    ModelPlace,
    Moved,
    Placed,
    Resupplied,
    Revealed,
    RoundBegan,
    StandingSet,
    TurnBegan,
)
from ..state.position import ACTION, COMMAND, OVER, PHASE_TITLES, RESOLUTION, State, side_name, side_of, side_units
from .attack_report import combat_line
from .text_map import WAITING, score_text, text_map

WIN_REASONS = {
    "round-limit": "the last round is over",
    "last-standing": "no other team has units left",
    "concession": "every other team has conceded",
}
DRAW_REASONS = {
    "round-limit": "the last round is over, and the highest scores are equal",
    "last-standing": "no units are left",
}
END_PARAGRAPHS = {"round-limit": "14.4", "last-standing": "14.5", "concession": "14.6"}
ARRIVALS = {
    "deployment": ("sets up", "4.5"),
    "reserve": ("arrives", "5.5"),
    "deep-strike": ("makes a deep strike", "6.6"),
    "ambush": ("springs an ambush", "6.7"),
}

__all__ = ["tell", "text_map"]


def tell(state: State, event: Event) -> str:
    """The line of the report about an event, or "" if it needs none.  ``state``: the position before the event.

    Dice are reported by the event that follows them; lengths are in inches; unknown units appear by id alone.
    """
    match event:
        case Rolled():
            return ""
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case _:
            return combat_line(state, event) or _unit_line(state, event) or _game_line(state, event)


# units
def _unit_line(state: State, event: Event) -> str:
    match event:
        case Moved():
            return _move_line(state, event)
        case Fled(unit=key, models=steps):
            return f"{key} flees to the {_own_edge(state, key)}: {_retreat_text(key, steps)}. (ZC 6.11)"
        case FellBack(unit=key, models=steps):
            return (
                f"{key} falls back to the {_own_edge(state, key)} and is shaken: {_retreat_text(key, steps)}. (ZC 13.3)"
            )
        case Placed(unit=key, how=how, models=stands):
            verb, rule = ARRIVALS[how]
            return f"{key} {verb}: {_places_text(key, stands)}. (ZC {rule})"
        case Hunkered(unit=key):
            worth = state.setup.modifiers["shoot"]["hunkered"]
            return f"{key} hunkers: -{worth} to shots at it until its side's next action turn. (ZC 11.1)"
        case Resupplied(unit=key):
            return f"{key} is resupplied: its ammunition is full again. (ZC 5.4)"
        case Casualties(unit=key, models=numbers, left=left):
            lost = listed([f"{key}.{number}" for number in numbers])
            return (
                f"Removed: {lost}; {counted_in_words(left, 'model') if left else 'no models'} of {key} left. (ZC 13.1)"
            )
        case Destroyed(unit=key):
            return _destroyed_line(state, key)
        case ArrivalRefused(unit=key, code=code, says=says):
            return f"{key} cannot arrive by its standing order ({code}): {says.rstrip('.')}."
        case _:
            return ""


def _move_line(state: State, event: Moved) -> str:
    """``C1 moves N: C1.1 to 3,7, the others likewise; cost 3 of 6". (ZC 6.2)``"""
    key, steps = event.unit, event.models
    if not steps:
        return f"{key} stays where it is. (ZC 6.5)"
    who = key if len(steps) != 1 else f"{key}.{steps[0].number}"
    most = _allowance(state, key)
    shifts = {tuple((x - step.way[0][0], y - step.way[0][1]) for x, y in step.way[1:]) for step in steps}
    if len(shifts) > 1:
        each = "; ".join(f"{key}.{step.number} {_way_text(step)} for {step.cost / 100:g}" for step in steps)
        return f"{who} moves{f', each of up to {most}' if most else ''}: {each}. (ZC 6.2)"
    costs = sorted({step.cost for step in steps})
    cost = " to ".join(f"{cost / 100:g}" for cost in dict.fromkeys((costs[0], costs[-1])))
    way = _way_text(steps[0])
    ways = f": {key}.{steps[0].number} {way}, the others likewise" if len(steps) > 1 else f" {way}"
    return f"{who} moves{_direction(steps[0])}{ways}; cost {cost}{f' of {most}' if most else ''}. (ZC 6.2)"


def _allowance(state: State, key: str) -> str:
    """``6"``, or "" for a unit that this view does not know."""
    unit = state.units.get(key)
    return inches(state.types[unit.type].move) if unit else ""


def _direction(step: ModelMove) -> str:
    """`` NE`` for a straight way, "" for any other."""
    start, end = step.way[0], step.way[-1]
    return "" if len(step.way) > 2 or start == end else f" {compass(round(bearing(start, end) * 10) % 3600)}"


def _way_text(step: ModelMove) -> str:
    """``via 10,6 to 12,8``"""
    over = " and ".join(point_text(at) for at in step.way[1:-1])
    return f"{f'via {over} ' if over else ''}to {point_text(step.way[-1])}"


def _retreat_text(key: str, steps: Sequence[ModelMove]) -> str:
    """``C2.2 to 16.25,6; C2.3 stays at 18.25,6``"""
    return "; ".join(
        f"{key}.{step.number} {'stays at' if step.way[0] == step.way[-1] else 'to'} {point_text(step.way[-1])}"
        for step in steps
    )


def _places_text(key: str, stands: Sequence[ModelPlace]) -> str:
    return "; ".join(f"{key}.{stand.number} at {point_text(stand.at)}" for stand in stands)


def _own_edge(state: State, key: str) -> str:
    unit = state.units.get(key)
    return side_of(state, unit.side).edge if unit else "rear"


def _destroyed_line(state: State, key: str) -> str:
    """``Lost: R2 Raider Band. The Dust Raiders: three units left on the table. (ZC 13.1)``"""
    unit = state.units.get(key)
    if unit is None:
        return f"Lost: {key}. (ZC 13.1)"
    left = sum(other.id != key for other in side_units(state, unit.side))
    units = f"{side_name(state, unit.side)}: {counted_in_words(left, 'unit')} left on the table"
    return f"Lost: {id_and_name(key, unit.name)}. {units}. (ZC 13.1)"


# rounds, turns and the game
def _game_line(state: State, event: Event) -> str:
    match event:
        case RoundBegan(round=number, order=order):
            return f"Round {number} of {state.setup.rounds}: {', then '.join(side_name(state, side) for side in order)}"
        case Initiative(rolls=rolls, winner=winner):
            rolled = ", ".join(f"{side.name} {rolls[side.id]}" for side in state.sides if side.id in rolls)
            result = f"{side_name(state, winner)} goes first" if winner else "The highest are tied, so all roll again"
            return f"Roll for the first turn: {rolled}. {result}. (ZC 4.3)"
        case TurnBegan(phase=phase, side=side):
            return _turn_line(state, phase, side)
        case Finished(side=side):
            return f"Done: {side_name(state, side)}."
        case Revealed(units=units):
            return _deployment_line(state, units)
        case StandingSet(subject=subject, policy=policy):
            return f"Standing order: {subject} arrive {policy}."
        case Control():
            return _control_line(state, event)
        case Conceded(side=side):
            return f"Conceded by {side_name(state, side)}: all its units leave the game. (ZC 14.6)"
        case GameOver():
            return _end_line(state, event)
        case _:
            return ""


def _turn_line(state: State, phase: str, side: str) -> str:
    """ZC 4.4, 5.2: the heading of a turn; "" for a turn in which nothing can happen."""
    units = list(side_units(state, side))
    cleared = [f"{unit.id} {unit.shock}" for unit in units if unit.shock]
    rising = [unit.id for unit in units if unit.hunkered]
    doomed = any(not model.wounds for unit in units for model in unit.models)
    due = {COMMAND: cleared or any(unit.shaken for unit in units), ACTION: True, RESOLUTION: cleared or doomed}
    if not due.get(phase, False):
        return ""
    ended = {COMMAND: (cleared, "Shock removed", "5.2"), ACTION: (rising, "No longer hunkered", "11.1")}
    words, what, rule = ended.get(phase, ([], "", ""))
    heading = f"{capitalized(PHASE_TITLES[phase])}: {side_name(state, side)}"
    return f"{heading}. {what}: {listed(words)}. (ZC {rule})" if words else heading


def _deployment_line(state: State, units: Mapping[str, Sequence[ModelPlace]]) -> str:
    """``Set up: C1 8,11.5 9.5,11.5; M3 30,37.5. The other units on the table keep their starting positions. Off the
    table: C4 (ambush). (ZC 4.5)``
    """
    waiting = "" if state.setup.hidden == "secret" else _off_table(state)
    stands = "; ".join(f"{key} {' '.join(point_text(stand.at) for stand in models)}" for key, models in units.items())
    others = f"{stands}. The other units" if stands else "all units"
    on_table = " on the table" if waiting else ""
    return f"Set up: {others}{on_table} keep their starting positions.{waiting} (ZC 4.5)"


def _off_table(state: State) -> str:
    """Which units wait off the table, and how they will come, in a sentence after a space; "" if none do."""
    units = [state.units[key] for key in state.roster if state.units[key].where in WAITING]
    return f" Off the table: {', '.join(f'{unit.id} ({WAITING[unit.where]})' for unit in units)}." if units else ""


# zones
def _control_line(state: State, event: Control) -> str:
    """``End of round 2: Blue 3 (Z11, Z21 Well for 2), ...; contested (Z12). Changed: Z12 contested. (ZC 14.1)``"""
    new = dict[str, list[str]]()
    for name, who in event.zones.items():
        if state.game.held.get(name, who) != who:
            new.setdefault(_new_holder(state, who), []).append(name)
    changed = f" Changed: {', '.join(f'{listed(names)} {holder}' for holder, names in new.items())}." if new else ""
    return f"End of round {event.round}: {score_text(state, event.zones, event.score)}.{changed} (ZC 14.1)"


def _new_holder(state: State, who: str | None) -> str:
    return CONTESTED if who == CONTESTED else f"to {side_name(state, who)}" if who else "to nobody"


def _end_line(state: State, event: GameOver) -> str:
    zones = ", ".join(f"{side_name(state, team)} {count}" for team, count in event.score.items())
    score = f" Zones: {zones}. (ZC {END_PARAGRAPHS.get(event.reason, '14')})"
    if event.winner == "draw":
        return f"The game is drawn: {DRAW_REASONS.get(event.reason, event.reason)}.{score}"
    why = capitalized(WIN_REASONS.get(event.reason, event.reason))
    return f"The winner: {side_name(state, event.winner)}. {why}.{score}"
