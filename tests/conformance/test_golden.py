"""A whole game of each system as a person can read it, played again from its own orders and dice: tests/golden."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import checking, play
from engine.contract import System, Turn
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.support.random_games import Falling

UPDATE = "FIELDPOST_UPDATE_GOLDEN"
HEAD = """\
# {name}, played to the end. `side> `: what a player sends; `dice`: what was rolled; indented: the game's answer.
# The game is played again from these orders and dice and must come out the same, word for word.
# After a change that is meant: {update}=1 python -m pytest tests/conformance/test_golden.py, then read the difference.
"""


class Golden(NamedTuple):
    """A game written down: its scenario, the letters of its marks, the words that show how much of the rules comes
    up in it.

    The position is shown after each event ``begins``, but not in the phases that are ``quiet``.
    """

    system: str
    scenario: str
    marks: Mapping[str, str]
    words: Sequence[str]
    begins: str = "phase"
    quiet: Sequence[str] = ("initiative",)

    @property
    def file(self) -> Path:
        return (Path(__file__).parents[1] / "golden") / f"{self.scenario}.txt"


GAMES = (
    Golden(
        "miniwars",
        "millers-bridge",
        {"disrupted": "D", "fired": "f", "moved": "m", "attacked": "a", "rallied": "r"},
        ("refused", "blocked", "Doubles", "destroyed", "rallied", "skipped"),
    ),
    Golden(
        "forumini",
        "first-patrol",
        {"pinned": "P", "demoralized": "D", "hit_the_dirt": "_", "overwatch": "o"},
        ("refused", "Overwatch", "Pinned", "Demoralized", "destroyed", "cover", "Condition not met, skipped"),
    ),
    Golden(
        "acw",
        "first-charge",
        {"moved": "m", "faced": "t", "formed": "o", "fired": "f", "shelled": "s", "advanced": "v"},
        ("refused", "Contact", "Melee", "retreats", "advances", "at risk", "shell", "skipped"),
    ),
    Golden(
        "zones",
        "low-wells",
        {"shaken": "S", "fled": "f", "hunkered": "h", "shock": "!"},
        (
            "refused",
            "Not done",
            "doomed",
            "stays shaken",
            "rallies",
            "flees",
            "hunkers",
            "contested",
            "Condition not met, skipped",
            "Lost:",
        ),
        "turn-began",
        ("command", "resolution"),
    ),
    Golden(
        "baker",
        "two-shores",
        {},
        (
            "refused",
            "they land in combat",
            "Ashore",
            "retreats from",
            "takes Fort",
            "treasury",
            "Raid on",
            "Income of",
            "wasted",
            "Not done",
            "Condition not met, skipped",
            "by default",
            "automatically",
        ),
        "turn-begins",
        (),
    ),
)
every_game = pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.scenario)


class Faces:
    """Dice as written, then as they fall; ``used`` remembers them."""

    def __init__(self, written: tuple[int, ...], seed: int) -> None:
        self.written, self.used, self.more = list(written), list[int](), Falling("golden", seed)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        known, self.written = self.written[:count], self.written[count:]
        faces = (*known, *self.more.roll(why, nth, count, sides)[len(known) :])
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


def played(golden: Golden, sent: Sequence[Message]) -> str:
    system, scenario = SYSTEMS[golden.system], reader.load(golden.scenario)
    state = system.start(scenario)
    lines = [HEAD.format(name=scenario.name, update=UPDATE)]
    for number, message in enumerate(sent):
        dice = Faces(message.dice, number)
        turn = Turn(state, dice, system.apply)
        lines += [f"{message.side}> {order}" for order in message.orders]
        refused = run(system, turn, message)
        lines += [" ".join(["dice", *map(str, dice.used)]), *refused, *told(golden, state, turn)]
        state = turn.state
    return "\n".join(lines) + "\n"


def run(system: System[Any], turn: Turn[Any], message: Message) -> list[str]:
    """Carried out; what was refused at once."""
    if not message.side:
        system.proceed(turn)
        return []
    verdicts = checking.check(system, turn.state, message.side, "\n".join(message.orders))
    play.run(system, turn, message.side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    return [f"    refused, line {v.line.number}: {p.message} ({p.code})" for v in verdicts for p in v.problems[:1]]


def told(golden: Golden, state: Any, turn: Turn[Any]) -> list[str]:
    """The report, and the position wherever a phase began in which somebody is awaited, and at the end."""
    system, lines = SYSTEMS[golden.system], list[str]()
    for event in turn.events:
        if line := system.tell(state, event):
            lines.append(f"    {line}")
        before, state = state, system.apply(state, event)
        begun = str(event.__struct_config__.tag) == golden.begins and state.phase not in golden.quiet
        if state.phase == "over" != before.phase or begun:
            lines += [f"        {words}" for words in position(golden, state)]
    return [*lines, ""]


def position(golden: Golden, state: Any) -> Iterator[str]:
    """One line a side: where its units stand, with a letter for each mark and a dot for each face-down counter."""
    if not state.units:
        yield from stacks(state)
        return
    for side in state.sides:
        units = [unit for unit in state.units.values() if unit.side == side.id and not unit.gone]
        marked = [
            f"{unit.id} {where(unit)}{''.join(letter for mark, letter in golden.marks.items() if getattr(unit, mark))}"
            f"{'.' * getattr(unit, 'hits', 0)}"
            for unit in units
        ]
        yield f"{side.id}: {', '.join(marked) or 'nobody'}"


def stacks(state: Any) -> Iterator[str]:
    """One line a power: its IPCs, its territories with a star, and what stands and sails where."""
    for power in state.powers.values():
        here = [(key, ground.owner == power.id, ground.units.get(power.id, {})) for key, ground in state.areas.items()]
        held = [f"{key}{'*' if owned else ''} {counted(units)}".strip() for key, owned, units in here if owned or units]
        yield f"{power.id}, {power.ipc} IPC: {'; '.join(held)}"


def counted(units: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in units.items())


def where(unit: Any) -> str:
    """A hex; or the point of a table with the models, or with the bearing and the bases left, or the unit that a
    leader is with."""
    if isinstance(unit.at, str) or unit.at is None:
        return str(unit.at)
    if hasattr(unit, "models"):
        doomed = sum(not model.wounds for model in unit.models)
        return f"{unit.at[0] / 100:g},{unit.at[1] / 100:g} x{len(unit.models)}{f' ({doomed} doomed)' if doomed else ''}"
    if unit.leads:
        return f"with {unit.leads}"
    return f"{unit.at[0] / 100:g},{unit.at[1] / 100:g} {unit.facing / 10:g}° x{unit.bases}"


@pytest.mark.sampled(3)
@every_game
def test_the_game_comes_out_as_written(golden: Golden) -> None:
    text = golden.file.read_text("utf-8")
    again = played(golden, list(messages(text)))
    if os.environ.get(UPDATE):
        golden.file.write_text(again, "utf-8")
    assert text == again


@every_game
@pytest.mark.long
def test_it_is_a_whole_game_and_another_die_another_game(golden: Golden) -> None:
    text = golden.file.read_text("utf-8")
    sent = list(messages(text))
    assert len(sent) > 20 and played(golden, sent) == text
    assert not [word for word in golden.words if word not in text]
    first = next(number for number, message in enumerate(sent) if message.side and message.dice)
    other = sent[first]._replace(dice=tuple(7 - face for face in sent[first].dice))
    assert played(golden, [*sent[:first], other, *sent[first + 1 :]]) != text
