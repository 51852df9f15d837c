"""What is asked of every game's words: of its report, its ideas, and what it offers instead of a refused order."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any

from engine import checking
from engine.contract import Event, Order, Rolled, System
from engine.language import write
from tests.support import random_games

State = Any
"""Of whichever system."""
Told = tuple[State, Event, str]
HOLES = re.compile(r"None|True|False|[{}<]|\(\)|  |\(,| ,|\.\.|\d\.\d{3}")


def tag(kind: Event | Order | type[Event] | type[Order]) -> str:
    return str(kind.__struct_config__.tag)


def told(system: System[State], step: random_games.Step) -> Iterator[Told]:
    """Every event of a message with the state before it and its line."""
    state = step.before
    for event in step.turn.events:
        yield state, event, system.tell(state, event)
        state = system.apply(state, event)


def thrown(step: random_games.Step) -> list[int]:
    """The dice of a message, in their order."""
    return [face for event in step.turn.events if isinstance(event, Rolled) for face in event.faces]


def says(line: str, dice: Sequence[int], apart: str) -> bool:
    """Whether a line has these dice in this order; ``apart``: a pattern of other numbers in it."""
    rest = iter(re.findall(r"\d", re.sub(apart, "", line)))
    return all(str(face) in rest for face in dice)


def dice_told(
    system: System[State], steps: Iterable[random_games.Step], carried: Callable[[Event], list[int]], apart: str
) -> int:
    """How many dice these messages have.  Every die is in one event, in its order, and in that event's line.

    ``carried``: the dice that an event brings with it; ``apart``: a pattern of other numbers in its line.
    """
    count = 0
    for step in steps:
        brought = [face for event in step.turn.events for face in carried(event)]
        assert thrown(step) == brought, step.text
        count += len(brought)
        for _, event, line in told(system, step):
            assert says(line, carried(event), apart), (carried(event), line)
    return count


def whole(line: str, most: int = 300) -> bool:
    """A line fit for a phone, without holes, of fewer than ``most`` letters."""
    good = not HOLES.search(line) and all(len(part) < most for part in line.splitlines())
    return good and line == line.strip() and (not line or line[0].isupper() or line[0].isdigit())


def ideas(system: System[State], state: State, side: str, most: int) -> list[Order]:
    """What comes to a side's mind: fewer than ``most``, each once and legal, the same when asked again."""
    seen = system.view(state, side)
    orders = list(system.ideas(seen, side))
    assert orders == list(system.ideas(seen, side)) and len(orders) < most and len(set(orders)) == len(orders)
    assert all(legal(system, seen, side, order) for order in orders)
    return orders


def legal(system: System[State], seen: State, side: str, order: Order) -> bool:
    return next(iter(system.check(seen, side, order)), None) is None


def timed_ideas(system: System[State], seen: State, side: str) -> tuple[list[Order], float]:
    """A side's ideas, and the seconds that the quickest of five runs takes: a slow machine is forgiven."""
    times = list[float]()
    for _ in range(5):
        begun = perf_counter()
        found = list(system.ideas(seen, side))
        times.append(perf_counter() - begun)
    return found, min(times)


def proposed(system: System[State], state: State, side: str, text: str) -> list[str]:
    """The lines offered for the first fault of a side's order."""
    seen = system.view(state, side)
    verdict = checking.check(system, state, side, text)[-1]
    assert verdict.line.order is not None
    refusal = next(iter(system.check(seen, side, verdict.line.order)))
    return [write(order, system.vocabulary(seen, side)) for order in refusal.instead]


def thought_of(system: System[State], steps: Iterable[random_games.Step]) -> set[str]:
    """The verbs of all that comes to mind to whoever is awaited."""
    known = set[str]()
    for step in steps:
        if phase := system.phase(step.after):
            known |= {tag(order) for side in phase.sides for order in system.ideas(system.view(step.after, side), side)}
    return known


def offered_instead(
    system: System[State], steps: Iterable[random_games.Step], known: list[Order], chance: Random
) -> tuple[int, int]:
    """Orders of other moments given in these: how many refusals, and how many of them with a proposal; each proposal
    would do."""
    refused = offered = 0
    for step in steps:
        phase = system.phase(step.after)
        for side in phase.sides if phase else ():
            seen = system.view(step.after, side)
            for order in filter(lambda order: fits(seen, side, order), chance.sample(known, min(40, len(known)))):
                for refusal in system.check(seen, side, order):
                    refused += 1
                    offered += bool(refusal.instead)
                    assert refusal.says and not HOLES.search(refusal.says)
                    assert all(other != order and legal(system, seen, side, other) for other in refusal.instead), (
                        order,
                        refusal,
                    )
    return refused, offered


def fits(seen: State, side: str, order: Order) -> bool:
    """Whether play would ask the rules: an order of this phase, for a unit of this side in play."""
    unit = seen.units.get(getattr(order, "unit", ""))
    return (not order.PHASES or seen.phase in order.PHASES) and (
        (unit is not None and unit.side == side and not unit.gone) if hasattr(order, "unit") else True
    )
