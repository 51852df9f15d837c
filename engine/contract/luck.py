"""What rolls could have brought and what they brought: how a game's events enter the statistics of luck."""

from collections.abc import Iterator

from .dice_chances import chance_of_face, chance_of_total
from .event import Event, Rolled
from .record import Record


class TargetRoll(Record, frozen=True):
    """A roll that had a target: ``tries`` with the same ``chance`` of success each, such as five attack dice, or one
    roll of two dice that are added up.

    ``side``: whose success it is, "" if nobody knows.  ``kind``: what is rolled for, in the plural or as a mass
    (``cover rolls``, ``missile fire``).  ``label``: which roll, for people: ``W1 attacks M1``.  ``faces``: the dice.
    """

    side: str
    kind: str
    label: str
    faces: tuple[int, ...]
    chance: float
    tries: int
    successes: int
    sides: int = 6


class LossByDice(Record, frozen=True):
    """What dice were expected to cost a side, and what they did cost it.

    The two may come in two events, each with 0 for the other.  ``counted``: what is counted, in the singular.
    """

    side: str
    expected: float
    actual: float
    counted: str = "point"


def rolls_by_themselves(event: Event) -> Iterator[TargetRoll]:
    """What a roll says of itself, if the system says no more: neither whose it is nor of what kind."""
    match event:
        case Rolled(successes=int(made), most=int(most)):
            yield _pool(event, min(max(most, 0), event.sides) / event.sides, made)
        case Rolled(successes=int(made), need=int(need)):
            yield _pool(event, chance_of_face(need - _bonus(event), event.sides), made)
        case Rolled(need=int(need)) if event.faces:
            chance = chance_of_total(need - _bonus(event), len(event.faces), event.sides)
            yield TargetRoll("", "rolls", event.why, event.faces, chance, 1, int(event.total >= need), event.sides)


def _pool(roll: Rolled, chance: float, made: int) -> TargetRoll:
    return TargetRoll("", "dice with a target", roll.why, roll.faces, chance, len(roll.faces), made, roll.sides)


def _bonus(roll: Rolled) -> int:
    return sum(n for _, n in roll.mods)
