"""One game between stand-ins, played without a journal."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine import play
from engine.contract import Dice, Order, Phase, Scenario, SourceLine, System, Turn
from engine.errors import Refused
from engine.language import write

from .players import StandIn

MOST_PHASES = 4_000
"""Parts of phases after which a game is given up."""
PASSES, PASSES_KEPT = 4, 1
"""How often a side looks again for orders in its part of a phase; where orders are only kept until it is run, once."""


class Result(NamedTuple):
    """How a game ended.  ``winner``: a side, a group of sides, or ``draw``; ``reason``: as the system calls it.
    ``turns``: how many were begun; ``phases``: how often a side was asked.
    """

    winner: str
    reason: str
    turns: int
    phases: int


def play_game(system: System[Any], scenario: Scenario, players: Mapping[str, StandIn], dice: Dice) -> Result:
    """From the opening to the end.  ``players``: by side.  Raises Refused if it does not end."""
    turn: Turn[Any] = Turn(system.start(scenario), dice, system.apply)
    system.proceed(turn)
    for number in range(MOST_PHASES):
        turn.transitions.clear()
        phase = system.phase(turn.state)
        if phase is None:
            state = turn.state
            return Result(state.winner or "draw", state.game.reason or "", state.turn, number)
        play_part(system, turn, phase, phase.sides[0], players[phase.sides[0]])
    raise Refused("too-long", f"{scenario.name} has not ended after {MOST_PHASES} parts of phases.")


def play_part(system: System[Any], turn: Turn[Any], phase: Phase, side: str, player: StandIn) -> None:
    """A side's part of a phase, to its end."""
    for _ in range(PASSES_KEPT if phase.kept or phase.sealed else PASSES):
        before = turn.state
        if not _pass(system, turn, phase, side, player):
            return
        if turn.state is before:
            break
    play.close(system, turn, side)


def _pass(system: System[Any], turn: Turn[Any], phase: Phase, side: str, player: StandIn) -> bool:
    """The player's wishes as far as they can be had, one for a unit.  False if the side's part has ended."""
    served = set[object]()
    for order in player.wishes(system, _looking(system, turn, side), side):
        subject = getattr(order, "unit", order)
        if subject not in served and _carried_out(system, turn, side, order):
            served.add(subject)
            if play.has_ended_phase(phase, system.phase(turn.state), side):
                return False
    return True


def _looking(system: System[Any], turn: Turn[Any], side: str) -> Callable[[], Any]:
    """The side's view of what the position is by then; of the same position always the same object."""
    state, seen = turn.state, system.view(turn.state, side)

    def look() -> Any:
        nonlocal state, seen
        if turn.state is not state:
            state, seen = turn.state, system.view(turn.state, side)
        return seen

    return look


def _carried_out(system: System[Any], turn: Turn[Any], side: str, order: Order) -> bool:
    seen = system.view(turn.state, side)
    order = system.in_full(seen, side, order)
    if next(play.rule_refusals(system, seen, side, order), None) is not None:
        return False
    turn.said = SourceLine(1, write(order, system.vocabulary(seen, side)))
    play.carry_out(system, turn, side, order)
    return True
