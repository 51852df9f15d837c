"""Random games of legal orders, the same ones for the same seed: what promises and invariants are tried on."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, takewhile
from random import Random
from typing import Any, NamedTuple

from engine import checking, play
from engine.contract import Concede, Condition, Draw, Order, Scenario, System, Turn, Vocabulary, encode
from engine.language import write
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.support.sampling import share

State = Any
"""Of whichever system."""


def _zoo() -> Scenario:
    from tests.systems.forumini.support.everything_scenario import ZOO

    return ZOO


def _secret_wadis() -> Scenario:
    from tests.systems.zones.support.secret_scenario import secret

    return secret()


OWN: dict[str, Callable[[], Scenario]] = {"zoo": _zoo, "secret-wadis": _secret_wadis}
"""Scenarios of the tests' own, imported only when they are played."""
LONGEST = 4_000
"""Messages after which a game that has not ended is taken for one that never will."""


class Falling:
    """Dice from a seed; a contract.Dice."""

    def __init__(self, *seed: object) -> None:
        self.seed = "|".join(map(str, seed))

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        chance = Random(f"{self.seed}|{why}|{nth}|{sides}")
        return tuple(chance.randint(1, sides) for _ in range(count))


class Step(NamedTuple):
    """One message and what came of it.  ``packed``: the state before, as JSON, from before the message was run."""

    before: State
    packed: bytes
    turn: Turn[State]
    side: str
    text: str

    @property
    def after(self) -> State:
        return self.turn.state


@cache
def written(scenario: str) -> Scenario:
    """A shipped one by its stem, or one of the tests' own."""
    return OWN[scenario]() if scenario in OWN else reader.load(scenario)


def game(system: System[State], scenario: str, seed: int, most: int = LONGEST) -> Iterator[Step]:
    """Message after message until the game is over.  Fails if it does not end."""
    state, chance = system.start(written(scenario)), Random(f"{system.NAME} {scenario} {seed}")
    before, packed = state, encode(state)
    turn = Turn(state, Falling(seed, "opening"), system.apply)
    system.proceed(turn)
    yield Step(before, packed, turn, "", "")
    for number in range(most):
        state = turn.state
        phase = system.phase(state)
        if phase is None:
            return
        side = chance.choice(phase.sides)
        text = message(system, state, side, chance)
        yield (step := said(system, state, side, text, Falling(seed, number)))
        turn = step.turn
    raise AssertionError(f"{scenario}, seed {seed}: not over after {most} messages, turn {turn.state.turn}")


def said(system: System[State], state: State, side: str, text: str, dice: Falling) -> Step:
    """A message of orders, all of which must be accepted, and its run."""
    packed = encode(state)
    verdicts = checking.check(system, state, side, text)
    refused = [(v.line.text, v.problems) for v in verdicts if not v.accepted]
    assert not refused, f"an idea was refused: {refused}"
    turn = Turn(state, dice, system.apply)
    play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts])
    return Step(state, packed, turn, side, text)


def message(system: System[State], state: State, side: str, chance: Random) -> str:
    """Some of the ideas, every verb alike likely, perhaps with an ``if``; then mostly ``done``."""
    seen = system.view(state, side)
    vocabulary, verbs, rarely = system.vocabulary(seen, side), dict[str, list[Order]](), chance.random() < 0.05
    offered = list(takewhile(lambda order: rarely or order.ENDS or not order.ANYTIME, system.ideas(seen, side)))
    for order in offered:
        if not order.ENDS and not isinstance(order, (Concede, Draw)):
            verbs.setdefault(str(order.__struct_config__.tag), []).append(order)
    orders = list[str]()
    for _ in range(chance.choice((0, 1, 2, 4, 8)) if verbs else 0):
        order = chance.choice(verbs[chance.choice(list(verbs))])
        lines = "\n".join([*orders, _perhaps(order, vocabulary, chance)])
        if all(verdict.accepted for verdict in checking.check(system, state, side, lines)):
            orders = lines.split("\n")
    enders = [write(order, vocabulary) for order in offered if order.ENDS]
    if not orders or chance.random() < 0.7:
        ender = chance.choice(enders) if enders else "done"
        if not orders or all(v.accepted for v in checking.check(system, state, side, "\n".join([*orders, ender]))):
            orders.append(ender)  # else one of the orders has passed the turn
    return "\n".join(orders)


def _perhaps(order: Order, vocabulary: Vocabulary, chance: Random) -> str:
    unit = chance.choice(list(vocabulary.units) or [""])
    waits = bool(unit and vocabulary.conditions) and chance.random() < 0.15
    return write(order, vocabulary, Condition(unit, chance.choice(vocabulary.conditions)) if waits else None)


def walked(system: System[State], scenario: str, seed: int, messages: int = 40) -> tuple[Step, ...]:
    """The first part of a game, for tests that look at many positions."""
    return _walked(system.NAME, scenario, seed, messages)


@cache
def _walked(system: str, scenario: str, seed: int, messages: int) -> tuple[Step, ...]:
    return tuple(islice(game(SYSTEMS[system], scenario, seed), messages))


def shipped(system: System[State]) -> list[str]:
    """The stems of the system's scenarios."""
    return [stem for stem, file in reader.shipped().items() if file.parent.name == system.NAME]


def scenarios_tried(most: int = 0) -> list[str]:
    """The stems of shipped scenarios, all or ``most`` of each system, spread evenly; by default the last of each."""
    return [stem for system in SYSTEMS.values() for stem in share(_spread(shipped(system), most), shipped(system)[-1:])]


def _spread(stems: list[str], most: int) -> list[str]:
    """So many of them from the first to the last, or all."""
    if not 0 < most < len(stems):
        return stems
    return [stems[nth * (len(stems) - 1) // max(1, most - 1)] for nth in range(most)]
