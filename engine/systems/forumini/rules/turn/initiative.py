"""Initiative: the dice at the beginning of a turn, the choice, and standing orders that make it (FA 5.3, 5.4)."""

from collections.abc import Callable, Mapping

from engine.contract import Turn

from ...state.events import InitiativeChosen, InitiativeRolled, PhaseBegan, TurnBegan
from ...state.phases import INITIATIVE
from ...state.position import State, Unit, army, card, enemy, standing_answer


def begin_turn(turn: Turn[State]) -> str | None:
    """FA 5.3: the next turn begins; the side that must still choose, or None if its standing order has answered.

    FA 4.4: in turn 1 of option 2 the holder chooses without dice.
    """
    number, holder = turn.state.turn + 1, turn.state.game.holder
    turn.happens(TurnBegan(number))
    if number == 1 and holder is not None:
        turn.happens(PhaseBegan(INITIATIVE, number, holder))
        return _standing_choice(turn, holder)
    turn.happens(PhaseBegan(INITIATIVE, number, None))
    return initiative_roll(turn)


def initiative_roll(turn: Turn[State]) -> str | None:
    """FA 5.3: two dice each, the side listed first first, again while fully tied."""
    ratings = {side.id: rating(turn.state, side.id, can_command) for side in turn.state.sides}
    winner: str | None = None
    while winner is None:
        dice = {side: two_dice(turn, f"initiative of {side}", ratings[side], "FA 5.3") for side in ratings}
        totals = {side: sum(faces) + ratings[side] for side, faces in dice.items()}
        winner = higher_side(totals, ratings)
        turn.happens(InitiativeRolled(dice, ratings, totals, winner))
    return _standing_choice(turn, winner)


def two_dice(turn: Turn[State], why: str, bonus: int, rule: str) -> tuple[int, int]:
    first, second = turn.roll(why, 2, mods={"rating": bonus}, rule=rule).faces
    return first, second


def higher_side(totals: Mapping[str, int], ratings: Mapping[str, int]) -> str | None:
    """FA 5.3: the higher total, then the higher rating; None: again."""
    first, second = totals
    if (ahead := (totals[first], ratings[first])) == (other := (totals[second], ratings[second])):
        return None
    return first if ahead > other else second


def rating(state: State, side: str, counted: Callable[[Unit], bool]) -> int:
    """FA 5.3: the single highest initiative rating among those of its units that count."""
    return max((card(state, unit).initiative for unit in army(state, side) if counted(unit)), default=0)


def can_command(unit: Unit) -> bool:
    """FA 5.3: on the map (aboard too, FA 7.7), without a face-up Pinned or Demoralized."""
    return unit.here and unit.good_order


def choose(turn: Turn[State], side: str, role: str, how: str) -> None:
    """FA 5.4"""
    turn.happens(InitiativeChosen(side, side if role == "first" else enemy(turn.state, side), how))


def _standing_choice(turn: Turn[State], side: str) -> str | None:
    """FA 22.1: ``initiative`` of the side that chooses."""
    words, _ = standing_answer(turn.state, side, "all", "initiative")
    if not words or words[0] == "ask":
        return side
    choose(turn, side, words[0], "standing")
    return None
