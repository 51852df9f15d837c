"""The report: what happened, one line an event, short enough for a phone."""

from engine.contract import Balked, Event, Rolled, Skipped, counted
from engine.toolkit.shared_report import not_carried_out
from engine.toolkit.wording import capitalized, id_and_name

from ..state.events import (
    Advanced,
    ArmyBroken,
    Cancelled,
    CannotAdvance,
    Chosen,
    Deployed,
    Disrupted,
    DrawOffered,
    Eliminated,
    Finished,
    GameOver,
    Initiative,
    MayAdvance,
    Moved,
    PhaseBegan,
    PhaseSkipped,
    Planned,
    Revealed,
    StandingSet,
    Swapped,
    TurnEnded,
)
from ..state.position import (
    A_MISSILE,
    A_MOVEMENT,
    B_MISSILE,
    OVER,
    PHASE_TITLES,
    State,
    army,
    enemy,
    side_name,
)
from ..tables import points_text

REASONS = {
    "eliminated": "{loser} lost every unit",
    "conceded": "{loser} conceded",
    "agreed": "both sides agreed to a draw",
    "turn-limit": "the last turn is over",
    "stalemate": "too many turns without a shot or an attack",
}


def tell(state: State, event: Event) -> str:
    """The line of the report about an event, or "" if it needs none.  ``state`` is the position before the event."""
    match event:
        case Rolled():
            return "" if event.why.startswith("initiative") else _roll(event)
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case Moved(unit=key, path=path, cost=cost):
            return f"{key} moves {' '.join(path[1:])}, {_cost(cost, state.units[key].move)}."
        case Disrupted(unit=key, by="doubles"):
            return f"Doubles: {key} is disrupted."
        case Eliminated(unit=key):
            unit = state.units[key]
            left = f"{len(list(army(state, unit.side))) - 1} of {counted(state.game.start[unit.side], 'unit')} left"
            return f"Lost: {id_and_name(unit.id, unit.name)}. {side_name(state, unit.side)}: {left}."
        case ArmyBroken(side=side, left=left, start=start):
            few = f"{left} of {counted(start, 'unit')} left"
            return f"Army broken: {side_name(state, side)}, {few}, all of them disrupted."
        case MayAdvance(unit=key, hex=at):
            return f"{key} may advance into {at}."
        case Advanced(unit=key, to=to):
            return f"{key} advances into {to}."
        case CannotAdvance(unit=key, hex=at, terrain=terrain):
            return f"{key} cannot advance: the {terrain} in {at} is closed to it."
        case _:
            return _tell_sequence(state, event)


def _tell_sequence(state: State, event: Event) -> str:
    match event:
        case PhaseBegan():
            return _phase_heading(state, event)
        case PhaseSkipped(name=name, side=side):
            return f"No {PHASE_TITLES[name]}: {side_name(state, side)} cannot shoot at anyone."
        case Initiative():
            return _initiative(state, event)
        case Chosen(side=side, role=role, how=how):
            a, b = (side, enemy(state, side)) if role == "a" else (enemy(state, side), side)
            silent = f" {side_name(state, side)} made no choice."
            why = {"standing": " Chosen by standing order.", "default": silent}.get(how, "")
            return f"A (shoots first): {side_name(state, a)}. B (moves first): {side_name(state, b)}.{why}"
        case Finished(side=side):
            return f"Done: {side_name(state, side)}."
        case TurnEnded(quiet=quiet) if quiet and state.setup.stalemate:
            return f"No shot or attack this turn ({quiet} in a row; the game ends after {state.setup.stalemate})."
        case GameOver():
            return _game_over(state, event)
        case DrawOffered(side=side):
            return f"Draw offered by {side_name(state, side)}; the offer lasts until the turn ends."
        case _:
            return _tell_orders(state, event)


def _tell_orders(state: State, event: Event) -> str:
    """Set-up, and orders saved for later."""
    match event:
        case Deployed(unit=key, to=to):
            return f"{key} sets up in {to}."
        case Swapped(unit=key, other=other):
            return f"{key} and {other} change places."
        case Revealed(places=places) if places:
            moved = ", ".join(f"{key} {places[key]}" for key in state.roster if key in places)
            return f"Set up: {moved}; the other units keep their starting positions."
        case Revealed():
            return "Both sides keep their starting positions."
        case Planned(plan=plan):
            return f"Saved until the phase is run: {plan.said.text}."
        case Cancelled():
            return "Your orders for this morale phase are cancelled."
        case StandingSet(subject=subject, policy=policy, values=values):
            return f"Standing order: {subject} {policy} {' '.join(values)}."
        case _:
            return ""


def _cost(cost: int, most: int) -> str:
    """What a move costs, ``cost`` in half movement points.  MW 8.7: a single step may cost more than the unit has."""
    return f"{points_text(cost)} of {most} MP" if cost <= 2 * most else f"a single step of {points_text(cost)} MP"


def _roll(event: Rolled) -> str:
    """``W1 attacks M1: 3+6 -1 forest = 8, needs 8+: disrupted``.  A 1 that always fails is explained (MW 6.7, 13.4)."""
    faces = "+".join(map(str, event.faces)) + "".join(f" {n:+} {name}" for name, n in event.mods)
    total = f" = {event.total}" if event.mods or len(event.faces) > 1 else ""
    need = "" if event.need is None else f", needs {event.need}+"
    never = (
        " (a 1 always fails)" if event.faces == (1,) and event.need is not None and event.total >= event.need else ""
    )
    why = event.why.replace(" rallies himself", " rallies itself")  # stored logs keep the die's old name
    return f"{why}: {faces}{total}{need}{never}" + (f": {event.result}" if event.result else "")


def _phase_heading(state: State, event: PhaseBegan) -> str:
    names = " and ".join(side_name(state, side) for side in event.sides)
    match event.name:
        case "deployment":
            return f"Setting up: {names}"
        case "initiative":
            return f"Turn {event.turn}"
        case "morale":
            return f"Morale: waiting for {names}." if names else "Morale"
        case _:
            kind = "Missile fire" if event.name in (A_MISSILE, B_MISSILE) else "Movement and combat"
            return f"{kind} of {'A' if event.name in (A_MISSILE, A_MOVEMENT) else 'B'}: {names}"


def _initiative(state: State, event: Initiative) -> str:
    dice = ", ".join(f"{side.name} {die}" for side, die in zip(state.sides, event.dice, strict=True))
    if event.winner is None:
        return f"Initiative: {dice}. Tie: both roll again."
    if event.tie:
        return f"Initiative: {dice}. Tie: {side_name(state, event.winner)}, who lost the last roll, may choose."
    return f"Initiative: {dice}. {side_name(state, event.winner)} may choose."


def _game_over(state: State, event: GameOver) -> str:
    shares = ", ".join(
        f"{side.name} {event.shares[side.id][0]} of {counted(event.shares[side.id][1], 'point')}"
        for side in state.sides
        if event.shares
    )
    loser = "" if event.winner == "draw" else side_name(state, enemy(state, event.winner))
    why = REASONS[event.reason].format(loser=loser) + (f". Remaining: {shares}" if shares else "")
    return (
        f"The game is drawn: {why}."
        if event.winner == "draw"
        else f"The winner: {side_name(state, event.winner)}. {capitalized(why)}."
    )
