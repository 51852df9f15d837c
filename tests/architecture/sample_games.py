"""Games shown in the documents: played from the orders in the text, with dice from a seed, and written as players see
them.

A sample is a text block below a comment: ``<!-- game: millers-bridge, dice 7 -->``. Lines such as
``reeve> BO fire RS`` are typed, and run as they would at the keyboard; all other lines are what the program answers:
refused and provisional orders to the writer, the report to everybody.
"""

import re
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, NamedTuple

from rich.console import Console

from bot.terminal.screen import Screen
from engine import checking, play
from engine.contract import Turn
from engine.game.turn_text import cut
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.support.random_games import Falling

SAMPLE = re.compile(r"<!-- game: ([\w-]+), dice (\w+) -->\n```text\n(.*?)```", re.DOTALL)
TYPED = re.compile(r"([\w-]+)> ?(.*)")


class Message(NamedTuple):
    """What one side sends at once."""

    side: str
    lines: tuple[str, ...]


def retold(document: str) -> str:
    """The document with every sample game played again."""
    return SAMPLE.sub(lambda found: found[0].replace(found[3], played(found[1], found[2], found[3])), document)


def played(scenario: str, seed: str, text: str) -> str:
    """The sample as it comes out now: what is typed, and below it what the program answers."""
    setup = reader.load(scenario)
    system = SYSTEMS[setup.system]
    state, shown = system.start(setup), list[str]()
    turn = Turn(state, Falling("document", seed, "opening"), system.apply)
    system.proceed(turn)
    shown += reported(system, state, turn)
    kept = dict[str, str]()
    for number, message in enumerate(messages(text)):
        turn = Turn(turn.state, Falling("document", seed, number), system.apply)
        state = turn.state
        shown += answered(system, state, message)
        whole = "\n".join(filter(None, (kept.get(message.side), *message.lines)))
        part = cut(whole, checking.check(system, state, message.side, whole), all_now=True)
        kept[message.side] = re.sub(r"\n?(done|commit)$", "", part.rest)
        orders = [play.OrderToRun(v.line.number, v.echo) for v in part.orders if v.accepted]
        play.run(system, turn, message.side, orders)
        shown += reported(system, state, turn)
    return "\n".join(shown) + "\n"


def messages(text: str) -> Iterator[Message]:
    """The typed lines, those of one side up to ``done`` or ``commit`` together."""
    side, lines = "", list[str]()
    for line in text.splitlines():
        if not (typed := TYPED.fullmatch(line)):
            continue
        if lines and typed[1] != side:
            yield Message(side, tuple(lines))
            lines = []
        side = typed[1]
        lines.append(typed[2])
        if re.search(r"(^|; *)(done|commit)$", typed[2]):
            yield Message(side, tuple(line for line in lines if line != "commit"))
            lines = []
    if lines:
        yield Message(side, tuple(lines))


def answered(system: Any, state: Any, message: Message) -> Iterator[str]:
    """Each typed line and what its writer is told: nothing if it is accepted as it stands."""
    verdicts = checking.check(system, state, message.side, "\n".join(message.lines))
    for number, line in enumerate(message.lines, 1):
        yield f"{message.side}> {line}"
        told = [v for v in verdicts if v.line.number == number and (v.problems or v.warning)]
        if told:
            screen, paper = Screen(), StringIO()
            screen.console = Console(file=paper, width=96)
            screen.verdicts(told)
            yield from (f"  {row}".rstrip() for row in paper.getvalue().splitlines())


def reported(system: Any, state: Any, turn: Turn[Any]) -> Sequence[str]:
    """The report of what has happened since the state, as everybody reads it."""
    shown = list[str]()
    for event in turn.events:
        witnessed = system.witness(state, event, "")
        shown += [f"      {line}" for line in (system.tell(state, witnessed) if witnessed else "").splitlines() if line]
        state = system.apply(state, event)
    return shown
