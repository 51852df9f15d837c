"""What happened, in lines short enough for a phone."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_report import not_carried_out
from engine.toolkit.wording import capitalized

from ..state.events import (
    AircraftHeld,
    AircraftPassed,
    AircraftPlaced,
    AirOrderRolled,
    AirQueued,
    AntiairAttacked,
    ArmiesRevealed,
    Attacked,
    Bought,
    Charged,
    CounterLost,
    CoverRolled,
    DefensiveFired,
    Deployed,
    DeploymentRolled,
    DirtTaken,
    Dropped,
    EdgeChosen,
    Finished,
    GameOver,
    HullDownTaken,
    IndirectAttacked,
    InitiativeChosen,
    InitiativeRolled,
    Loaded,
    MineAttacked,
    Moved,
    MovementRolled,
    NotDeployed,
    ObstacleCleared,
    OrderChosen,
    OverwatchEnded,
    OverwatchSet,
    PhaseBegan,
    PhaseSkipped,
    PillboxEntered,
    PillboxLeft,
    Retraced,
    Scattered,
    StandingSet,
    Stopped,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnBegan,
    Turned,
    Unloaded,
    ZoneChecked,
)
from ..state.position import OVER, SEALED, TITLES, State, enemy, is_ground, title
from .attack_report import (
    antiair_line,
    attack_line,
    clearing_line,
    cover_line,
    defensive_fire_line,
    indirect_fire_line,
    mine_line,
    movement_roll_line,
    scatter_line,
)
from .casualty_report import casualty_line
from .text_map import phase_letter, text_map

ENDS = {
    "control": "{winner} alone holds the objective zone",
    "annihilation": "{loser} has no ground units left",
    "tie-break-1": "more points in the objective zone",
    "tie-break-2": "more enemy points destroyed",
    "tie-break-3": "more points left on the map",
    "tie-break-4": "won the tie-break throw",
    "defended": "{winner} held out to the last turn",
    "conceded": "{loser} conceded",
}
TESTS = {1: "points in the objective zone", 2: "enemy points destroyed", 3: "points left on the map"}
HALTS = {
    "roll": "stays in {at}",
    "mines": "stops in {at}, among the mines",
    "waits": "waits in {at} (standing order)",
    "wire": "stops in {at}, at the wire",
}
ENDED = {"fired": "it has fired", "suppressed": "it is suppressed", "aboard": "it rides", "asked": "as ordered"}
COUNTERS = {"hit_the_dirt": "Hit the Dirt", "hull_down": "Hull Down"}
LONGEST = 8
"""Types of units listed for each army."""


def tell(state: State, event: Event) -> str:
    """One line of the report, or "" if it goes without saying.  ``state`` is the one before the event.

    Dice are told with what they were thrown for, by the event that follows them.
    """
    match event:
        case Rolled():
            return ""
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case Attacked(now=counters):
            return attack_line(state, event, counters)
        case DefensiveFired(now=counters):
            return defensive_fire_line(state, event, counters)
        case IndirectAttacked():
            return indirect_fire_line(state, event)
        case CoverRolled():
            return cover_line(event)
        case AntiairAttacked(now=counters):
            return antiair_line(state, event, counters)
        case MineAttacked(now=counters):
            return mine_line(state, event, counters)
        case ObstacleCleared():
            return clearing_line(event)
        case MovementRolled():
            return movement_roll_line(event)
        case _:
            return _moving(state, event) or _air(state, event) or _setting(state, event) or casualty_line(state, event)


def _moving(state: State, event: Event) -> str:
    """What units do on the ground; a move is told whole at its first step, what breaks it off where it happens."""
    match event:
        case Moved(unit=key, way=way, road=road) if way:
            return f"{key} moves {' '.join(way)}{' (road bonus)' if road else ''}."
        case Stopped(why="defensive-fire"):
            return ""
        case Stopped(unit=key, at=at, why=why, facing=facing):
            stops = HALTS.get(why, "stops in {at}").format(at=at)
            return f"{key} {stops}{f', facing {facing}' if facing else ''}."
        case Retraced(unit=key, path=path):
            return f"No room for {key}: back to {path[-1]}. (FA 7.2)" if path else ""
        case Turned(unit=key, facing=facing):
            return f"{key} turns to {facing}."
        case DirtTaken(unit=key):
            return f"{key} hits the dirt."
        case HullDownTaken(unit=key):
            return f"{key} goes Hull Down."
        case CounterLost(why="moved") | OverwatchEnded(why="moved"):
            return ""
        case CounterLost(unit=key, counter=counter):
            return f"{key} loses {COUNTERS[counter]}."
        case OverwatchSet(unit=key, at=at):
            return f"{key} watches {at}."
        case OverwatchEnded(unit=key, why=why):
            return f"{key} is no longer in Overwatch: {ENDED.get(why, why)}."
        case Charged(unit=key, target=target):
            return f"{key} charges {target}."
        case _:
            return _riding(event)


def _riding(event: Event) -> str:
    match event:
        case Loaded(unit=key, transport=transport):
            return f"{key} boards {transport}."
        case Unloaded(unit=key, at=at, why="lost"):
            return f"{key} gets out in {at}, Pinned: its transport is lost. (FA 7.9)"
        case Unloaded(unit=key, at=at):
            return f"{key} gets out in {at}."
        case PillboxEntered(unit=key, pillbox=pillbox):
            return f"{key} goes into pillbox {pillbox}."
        case PillboxLeft(unit=key):
            return f"{key} leaves the pillbox."
        case _:
            return ""


def _air(state: State, event: Event) -> str:
    match event:
        case AirOrderRolled(speed=speed, die=die, first=first):
            return f"Aircraft of Speed {speed}: {die}, those of {title(state, first)} come first. (FA 14.3)"
        case AirQueued(queue=queue) if queue:
            return f"Aircraft order: {', '.join(queue[:20])}."
        case AircraftPlaced(unit=key, at=at, target=target, how=how):
            aim = f", to attack {target}" if target else ""
            return f"{key} flies to {at}{aim}{_decided(how)}."
        case AircraftHeld(unit=key, how=how):
            return f"{key} holds off this turn{_decided(how)}."
        case AircraftPassed(unit=key):
            return f"{key} declines its attack."
        case _:
            return ""


def _decided(how: str) -> str:
    """Who decided: "" if it was asked."""
    return {
        "standing": " (standing order)",
        "unit": " (its standing order)",
        "all": " (standing order for all)",
        "default": " (nothing was ordered)",
    }.get(how, "")


def _setting(state: State, event: Event) -> str:
    """What comes before the fighting, between its phases, and at the end."""
    match event:
        case PhaseBegan(name="a-initiative", active=None):
            return ""
        case PhaseBegan(name=name, active=active):
            return _phase(state, name, active)
        case PhaseSkipped(name=name, side=side, why=why):
            whose = f" for {title(state, side)}" if side else ""
            return f"{capitalized(phase_letter(name))} skipped{whose}{f' ({why})' if why else ''}."
        case TurnBegan(turn=turn):
            return f"Turn {turn}"
        case InitiativeRolled() | DeploymentRolled():
            return _diced(state, event)
        case InitiativeChosen(first=first, how=how):
            return f"First player: {title(state, first)}; second: {title(state, enemy(state, first))}{_decided(how)}."
        case ZoneChecked(present=present, control=control):
            return _zone(state, present, control)
        case TieBroken(test=test, points=points, winner=winner):
            figures = ", ".join(f"{side.name} {points.get(side.id, 0)}" for side in state.sides)
            return f"Tie-breaker {test}, {TESTS.get(test, '')}: {figures}{'' if winner else ': equal'}. (FA 18.3)"
        case Thrown(roll=throw):
            return f"Your throw: {throw}."
        case ThrowsShown(throws=throws, winner=winner, dice=dice):
            shown = ", ".join(
                f"{side.name} {throws[side.id]}{_fallen(dice, side.id)}" for side in state.sides if side.id in throws
            )
            return f"Throws: {shown}. {f'{title(state, winner)} wins' if winner else 'Equal: reroll'}. (FA 18.5)"
        case GameOver(winner=winner, reason=reason):
            why = ENDS.get(reason, reason).format(winner=title(state, winner), loser=title(state, enemy(state, winner)))
            return f"The winner: {title(state, winner)}. {capitalized(why)}."
        case _:
            return _deploying(state, event)


def _deploying(state: State, event: Event) -> str:
    match event:
        case Finished(side=side):
            return f"Done: {title(state, side)}."
        case StandingSet(subject=subject, policy=policy, values=values):
            return f"Standing order: {subject} {policy} {' '.join(values)}."
        case Bought(type=key, count=count, cost=cost):
            verb = "Bought" if count > 0 else "Returned"
            return f"{verb}: {abs(count)} {key} ({state.cards[key].name}), {abs(cost)} points."
        case ArmiesRevealed():
            return _armies(state, event)
        case EdgeChosen(edges=edges, how=how):
            ends = ", ".join(f"{side.name} {edges[side.id]}" for side in state.sides if side.id in edges)
            return f"Edges: {ends}{_decided(how)}."
        case OrderChosen(first=first, holder=holder, how=how):
            held = f"; {title(state, holder)} has the initiative in turn 1" if holder else ""
            return f"First to deploy: {title(state, first)}{held}{_decided(how)}."
        case Deployed(unit=key, aboard=aboard, how=how) if aboard:
            return f"{key} sets up aboard {aboard}{_decided(how)}."
        case Deployed(unit=key, to=to, facing=facing, how=how):
            return f"{key} sets up in {to}{f', facing {facing}' if facing else ''}{_decided(how)}."
        case NotDeployed(unit=key) if not is_ground(state, state.units[key]):
            return f"{key} was not placed and is out of the game. (FA 4.9)"
        case NotDeployed(unit=key):
            return f"{key} had no legal place and is out of the game. (FA 4.9)"
        case Dropped(unit=key, to=to, side=side, how=how):
            return f"{key} aims at {to}; it scatters {side} on a 1{_decided(how)}."
        case Scattered():
            return scatter_line(event)
        case _:
            return ""


def _phase(state: State, name: str, active: str | None) -> str:
    if name in SEALED:
        return f"{TITLES[name].capitalize()}: both sides, in secret"
    return f"{capitalized(phase_letter(name))}{f': {title(state, active)}' if active else ''}"


def _diced(state: State, event: InitiativeRolled | DeploymentRolled) -> str:
    """``Initiative: British patrol 3 4 +2, German patrol 2 3 +2. British patrol chooses. (FA 5.3)``"""
    rolled = (side for side in state.sides if side.id in event.dice)
    dice = ", ".join(_thrown(event.dice[side.id], event.ratings.get(side.id, 0), side.name) for side in rolled)
    what, rule = (
        ("Initiative", "5.3")
        if isinstance(event, InitiativeRolled)
        else ("Deployment", "4.3" if event.ratings else "4.2")
    )
    result = f"{title(state, event.winner)} chooses" if event.winner else "All equal: reroll"
    return f"{what}: {dice}. {result}. (FA {rule})"


def _thrown(dice: tuple[int, ...], rating: int, name: str) -> str:
    total = f" = {sum(dice) + rating}" if len(dice) > 1 or rating else ""
    return f"{name} {' '.join(map(str, dice))}{f' +{rating}' if rating else ''}{total}"


def _zone(state: State, present: Mapping[str, tuple[str, ...]], control: str | None) -> str:
    there = "; ".join(f"{side.name} {_some(present.get(side.id, ()))}" for side in state.sides)
    return f"Objective zone: {there}. {f'Held by {title(state, control)}' if control else 'Neither side holds it'}. (FA 18.1)"


def _some(keys: tuple[str, ...]) -> str:
    more = f" and {len(keys) - 12} more" if len(keys) > 12 else ""
    return (", ".join(keys[:12]) or "none") + more


def _armies(state: State, event: ArmiesRevealed) -> str:
    """One line, side by side: points, types and how many of each."""
    lines = []
    for side in state.sides:
        types = [type for _, type, whose in event.units if whose == side.id]
        kinds = list(dict.fromkeys(types))
        listed = [f"{types.count(kind)} {state.cards[kind].name}" for kind in kinds[:LONGEST]]
        more = f" and {len(kinds) - LONGEST} more kinds" if len(kinds) > LONGEST else ""
        default = " (nothing was bought)" if side.id in event.defaulted else ""
        lines.append(
            f"{side.name}, {event.points.get(side.id, 0)} points{default}: {', '.join(listed) or 'no units'}{more}."
        )
    return " ".join(lines)


def _fallen(dice: Mapping[str, int], side: str) -> str:
    return f" (die {dice[side]})" if side in dice else ""


__all__ = ["tell", "text_map"]
