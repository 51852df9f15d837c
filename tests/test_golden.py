"""A whole game as a person can read it, played again from its own orders and dice: tests/golden/millers-bridge.txt."""
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine import play, scenarios
from engine.contract import Turn
from engine.systems import SYSTEMS
from engine.systems.miniwars.events import GameOver, PhaseBegan
from engine.systems.miniwars.state import State
from tests.wander import Falling

GOLDEN = Path(__file__).with_name("golden") / "millers-bridge.txt"
UPDATE = "FIELDPOST_UPDATE_GOLDEN"
HEAD = f"""\
# The Miller's Bridge, played to the end. `side> ` is what a player sends, `dice` what fell for it, indented what the game makes of it.
# The game is played again from these orders and dice and must come out the same, word for word.
# After a change that is meant: {UPDATE}=1 python -m pytest tests/test_golden.py, then read the difference.
"""
MARKS = {"disrupted": "D", "fired": "f", "moved": "m", "attacked": "a", "rallied": "r"}
MINIWARS = SYSTEMS["miniwars"]


class Faces:
    """Dice as written, then as they fall; ``used`` remembers them."""

    def __init__(self, written: tuple[int, ...], seed: int) -> None:
        self.written, self.used, self.more = list(written), list[int](), Falling("golden", seed)

    def throw(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        known, self.written = self.written[:count], self.written[count:]
        faces = (*known, *self.more.throw(why, nth, count, sides)[len(known):])
        self.used += faces
        return faces


class Message(NamedTuple):
    side: str
    orders: tuple[str, ...]
    dice: tuple[int, ...]


def messages(golden: str) -> Iterator[Message]:
    """What was sent, and what fell."""
    side, orders = "", list[str]()
    for line in golden.splitlines():
        if line.startswith("dice"):
            yield Message(side, tuple(orders), tuple(map(int, line.split()[1:])))
            side, orders = "", []
        elif "> " in line and not line.startswith((" ", "#")):
            side, _, order = line.partition("> ")
            orders.append(order)


def played(sent: list[Message]) -> str:
    state = MINIWARS.start(scenarios.load("millers-bridge"))
    lines = [HEAD]
    for number, message in enumerate(sent):
        dice = Faces(message.dice, number)
        turn = Turn(state, dice, MINIWARS.apply)
        lines += [f"{message.side}> {order}" for order in message.orders]
        refused = run(turn, message)
        lines += [" ".join(["dice", *map(str, dice.used)]), *refused, *told(state, turn)]
        state = turn.state
    return "\n".join(lines) + "\n"


def run(turn: Turn[State], message: Message) -> list[str]:
    """Carried out; what was refused at once."""
    if not message.side:
        MINIWARS.proceed(turn)
        return []
    verdicts = play.check(MINIWARS, turn.state, message.side, "\n".join(message.orders))
    play.run(MINIWARS, turn, message.side, [play.Written(v.line.number, v.echo) for v in verdicts if v.accepted])
    return [f"    refused, line {v.line.number}: {p.message} ({p.code})" for v in verdicts for p in v.problems[:1]]


def told(state: State, turn: Turn[State]) -> list[str]:
    """The report, and the position wherever a phase began."""
    lines = list[str]()
    for event in turn.events:
        if line := MINIWARS.tell(state, event):
            lines.append(f"    {line}")
        state = MINIWARS.apply(state, event)
        if isinstance(event, GameOver) or (isinstance(event, PhaseBegan) and event.name != "initiative"):
            lines += [f"        {words}" for words in position(state)]
    return [*lines, ""]


def position(state: State) -> Iterator[str]:
    """One line a side: where its units stand, with a letter for each mark."""
    for side in state.sides:
        units = [unit for unit in state.units.values() if unit.side == side.id and not unit.gone]
        marked = [f"{unit.id} {unit.at}{''.join(MARKS[mark] for mark in MARKS if getattr(unit, mark))}" for unit in units]
        yield f"{side.id}: {', '.join(marked) or 'nobody'}"


def test_the_game_comes_out_as_written() -> None:
    golden = GOLDEN.read_text("utf-8")
    again = played(list(messages(golden)))
    if os.environ.get(UPDATE):
        GOLDEN.write_text(again, "utf-8")
    assert golden == again


def test_it_is_a_whole_game_and_another_die_another_game() -> None:
    golden = GOLDEN.read_text("utf-8")
    sent = list(messages(golden))
    assert len(sent) > 20 and played(sent) == golden
    assert all(golden.count(word) for word in ("refused", "blocked", "Doubles", "destroyed", "rallied", "Passed over"))
    first = next(number for number, message in enumerate(sent) if message.side and message.dice)
    other = sent[first]._replace(dice=tuple(7 - face for face in sent[first].dice))
    assert played([*sent[:first], other, *sent[first + 1:]]) != golden
