"""Report lines about armies, deployment, phases and the end of the game."""

from collections.abc import Mapping

from engine.contract import Event, counted
from engine.toolkit.wording import capitalized

from ..state.events import (
    ArmiesRevealed,
    Bought,
    Deployed,
    DeploymentRolled,
    Dropped,
    EdgeChosen,
    Finished,
    GameOver,
    InitiativeChosen,
    InitiativeRolled,
    NotDeployed,
    OrderChosen,
    PhaseBegan,
    PhaseSkipped,
    Scattered,
    StandingSet,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnBegan,
    ZoneChecked,
)
from ..state.phases import SEALED, TITLES
from ..state.position import State, enemy, is_ground, title
from .attack_report import (
    scatter_line,
)
from .text_map import phase_letter

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
LONGEST = 8
"""Types of units listed for each army."""


def turn_line(state: State, event: Event) -> str:
    """What comes before the fighting, between its phases, and at the end."""
    match event:
        case PhaseBegan(name="a-initiative", active=None):
            return ""
        case PhaseBegan(name=name, active=active):
            return _phase_line(state, name, active)
        case PhaseSkipped(name=name, side=side, why=why):
            whose = f" for {title(state, side)}" if side else ""
            return f"{capitalized(phase_letter(name))} skipped{whose}{f' ({why})' if why else ''}."
        case TurnBegan(turn=turn):
            return f"Turn {turn}"
        case InitiativeRolled() | DeploymentRolled():
            return _initiative_line(state, event)
        case InitiativeChosen(first=first, how=how):
            return f"First player: {title(state, first)}; second: {title(state, enemy(state, first))}{decided_by(how)}."
        case ZoneChecked(present=present, control=control):
            return _zone_line(state, present, control)
        case TieBroken(test=test, points=points, winner=winner):
            figures = ", ".join(f"{side.name} {points.get(side.id, 0)}" for side in state.sides)
            return f"Tie-breaker {test}, {TESTS.get(test, '')}: {figures}{'' if winner else ': equal'}. (FA 18.3)"
        case Thrown(roll=throw):
            return f"Your throw: {throw}."
        case ThrowsShown(throws=throws, winner=winner, dice=dice):
            shown = ", ".join(
                f"{side.name} {throws[side.id]}{_die_text(dice, side.id)}" for side in state.sides if side.id in throws
            )
            return f"Throws: {shown}. {f'{title(state, winner)} wins' if winner else 'Equal: reroll'}. (FA 18.5)"
        case GameOver(winner=winner, reason=reason):
            why = ENDS.get(reason, reason).format(winner=title(state, winner), loser=title(state, enemy(state, winner)))
            return f"The winner: {title(state, winner)}. {capitalized(why)}."
        case _:
            return _deployment_line(state, event)


def _deployment_line(state: State, event: Event) -> str:
    match event:
        case Finished(side=side):
            return f"Done: {title(state, side)}."
        case StandingSet(subject=subject, policy=policy, values=values):
            return f"Standing order: {subject} {policy} {' '.join(values)}."
        case Bought(type=key, count=count, cost=cost):
            verb = "Bought" if count > 0 else "Returned"
            return f"{verb}: {abs(count)} {key} ({state.cards[key].name}), {counted(abs(cost), 'point')}."
        case ArmiesRevealed():
            return _armies_line(state, event)
        case EdgeChosen(edges=edges, how=how):
            ends = ", ".join(f"{side.name} {edges[side.id]}" for side in state.sides if side.id in edges)
            return f"Edges: {ends}{decided_by(how)}."
        case OrderChosen(first=first, holder=holder, how=how):
            held = f"; {title(state, holder)} has the initiative in turn 1" if holder else ""
            return f"First to deploy: {title(state, first)}{held}{decided_by(how)}."
        case Deployed(unit=key, aboard=aboard, how=how) if aboard:
            return f"{key} sets up aboard {aboard}{decided_by(how)}."
        case Deployed(unit=key, to=to, facing=facing, how=how):
            return f"{key} sets up in {to}{f', facing {facing}' if facing else ''}{decided_by(how)}."
        case NotDeployed(unit=key) if not is_ground(state, state.units[key]):
            return f"{key} was not placed and is out of the game. (FA 4.9)"
        case NotDeployed(unit=key):
            return f"{key} had no legal place and is out of the game. (FA 4.9)"
        case Dropped(unit=key, to=to, side=side, how=how):
            return f"{key} aims at {to}; it scatters {side} on a 1{decided_by(how)}."
        case Scattered():
            return scatter_line(event)
        case _:
            return ""


def _phase_line(state: State, name: str, active: str | None) -> str:
    if name in SEALED:
        return f"{TITLES[name].capitalize()}: both sides, in secret"
    return f"{capitalized(phase_letter(name))}{f': {title(state, active)}' if active else ''}"


def _initiative_line(state: State, event: InitiativeRolled | DeploymentRolled) -> str:
    """``Initiative: British patrol 3 4 +2, German patrol 2 3 +2. British patrol chooses. (FA 5.3)``"""
    rolled = (side for side in state.sides if side.id in event.dice)
    dice = ", ".join(_dice_text(event.dice[side.id], event.ratings.get(side.id, 0), side.name) for side in rolled)
    what, rule = (
        ("Initiative", "5.3")
        if isinstance(event, InitiativeRolled)
        else ("Deployment", "4.3" if event.ratings else "4.2")
    )
    result = f"{title(state, event.winner)} chooses" if event.winner else "All equal: reroll"
    return f"{what}: {dice}. {result}. (FA {rule})"


def _dice_text(dice: tuple[int, ...], rating: int, name: str) -> str:
    total = f" = {sum(dice) + rating}" if len(dice) > 1 or rating else ""
    return f"{name} {' '.join(map(str, dice))}{f' +{rating}' if rating else ''}{total}"


def _zone_line(state: State, present: Mapping[str, tuple[str, ...]], control: str | None) -> str:
    there = "; ".join(f"{side.name} {_unit_list(present.get(side.id, ()))}" for side in state.sides)
    held = f"Held by {title(state, control)}" if control else "Neither side holds it"
    return f"Objective zone: {there}. {held}. (FA 18.1)"


def _unit_list(keys: tuple[str, ...]) -> str:
    more = f" and {len(keys) - 12} more" if len(keys) > 12 else ""
    return (", ".join(keys[:12]) or "none") + more


def _armies_line(state: State, event: ArmiesRevealed) -> str:
    """One line, side by side: points, types and how many of each."""
    lines = []
    for side in state.sides:
        types = [type for _, type, whose in event.units if whose == side.id]
        kinds = list(dict.fromkeys(types))
        listed = [f"{types.count(kind)} {state.cards[kind].name}" for kind in kinds[:LONGEST]]
        more = f" and {counted(len(kinds) - LONGEST, 'more kind')}" if len(kinds) > LONGEST else ""
        points = counted(event.points.get(side.id, 0), "point")
        default = " (nothing was bought)" if side.id in event.defaulted else ""
        lines.append(f"{side.name}, {points}{default}: {', '.join(listed) or 'no units'}{more}.")
    return " ".join(lines)


def _die_text(dice: Mapping[str, int], side: str) -> str:
    return f" (die {dice[side]})" if side in dice else ""


def decided_by(how: str) -> str:
    """Which standing order or default made a decision, in brackets; "" if the player did."""
    return {
        "standing": " (standing order)",
        "unit": " (its standing order)",
        "all": " (standing order for all)",
        "default": " (nothing was ordered)",
    }.get(how, "")
