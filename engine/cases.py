"""Cases: a situation, what is ordered in it, the dice that fall, and what must come out, run against the rules."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine import checking
from engine.contract import Balked, NoDiceLeft, Phase, Scenario, System, Tape, Turn
from engine.scenarios import reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import rules_of

from . import play

INCHES, DEGREES = 0.02, 0.2
"""How far apart two fractions may be and still agree."""
_BEARINGS = ("facing", "bearing", "heading")
_CASE = ("case", "rules", "scenario", "set", "play", "about")
_STEP = ("orders", "done", "dice", "expect")
_SIMPLE = ("turn", "phase", "active", "winner")
_DEEP = ("units", "game", "areas", "powers")
_WHOLE = re.compile(r"areas\.[^\n]+?\.(?:units|cargo)\.[^.]+|powers\.[^.]+\.buys")
"""What is held against the position whole, not only in what the case names of it."""
_EXPECT = ("problems", "balked", "gone", *_SIMPLE, *_DEEP)


class Failure(NamedTuple):
    """What a case expected and what came, at which step (from 1; 0 before the first)."""

    file: str
    case: str
    step: int
    expected: str
    came: str

    def __str__(self) -> str:
        where = f", step {self.step}" if self.step else ""
        return f"{self.file}: {self.case}{where}: expected {self.expected}; came {self.came}"


class BadCase(ValueError):
    """A case that cannot be run as it is written; the text says what would do."""


class _Unmet(NamedTuple):
    expected: str
    came: str


def read(words: str) -> list[Any]:
    """The cases of a file's text: one, a list, or several documents of either.  Raises Faulty."""
    found = list[Any]()
    for written in yaml_reader.read_all(words):
        found += written if isinstance(written, list) else [written]
    return found


def run_file(file: Path) -> Iterator[tuple[str, tuple[Failure, ...]]]:
    """Each case's name with its failures, in the file's order.  Raises OSError; what is not YAML is a failed case."""
    try:
        with file.open("rb") as stream:
            found = read(stream.read(4 * yaml_reader.CHARACTERS + 1).decode("utf-8-sig"))
    except UnicodeDecodeError:
        yield file.name, (Failure(str(file), file.name, 0, "UTF-8 text", "something else"),)
    except FaultyFile as fault:
        yield file.name, (Failure(str(file), file.name, 0, "cases written as YAML", str(fault)),)
    else:
        if not found:
            yield file.name, (Failure(str(file), file.name, 0, "at least one case", "none"),)
        for number, case in enumerate(found, 1):
            yield name(case, number), run(case, str(file), number)


def name(case: Any, number: int) -> str:
    return str(case["case"]) if isinstance(case, Mapping) and case.get("case") else f"number {number}"


def run(case: Any, file: str = "", number: int = 1) -> tuple[Failure, ...]:
    """Everything that came out otherwise than the case says, up to the first step that fails.  Raises nothing."""
    title, number = name(case, number), 0
    try:
        system, position, steps = _begin(case)
        known = dict.fromkeys(system.case_view(position)["units"])
        for number, step in enumerate(steps, 1):
            turn = Turn(position, tape := Tape(_faces(step.get("dice"))), system.apply)
            if not (step.get("orders") or step.get("done")) or (number == 1 and "phase" not in (case.get("set") or {})):
                system.proceed(turn)
            problems = _run_step(system, turn, step)
            came = system.case_view(turn.state)
            known |= dict.fromkeys(came["units"])
            if missed := [
                *_unused_dice(tape),
                *_unmet_expectations(step.get("expect") or {}, turn, came, problems, known),
            ]:
                return tuple(Failure(file, title, number, *one) for one in missed)
            position = turn.state
    except (BadCase, FaultyFile, reader.UnknownScenario) as fault:
        return (Failure(file, title, number, "a case that can be run", str(fault)),)
    except NoDiceLeft as fault:
        return (Failure(file, title, number, "enough dice for what is rolled", str(fault)),)
    except Exception as fault:
        stopped = f"the rules cannot go on from what it sets ({type(fault).__name__}: {fault})"
        return (Failure(file, title, number, "a case that can be run", stopped),)
    return ()


def _begin(case: Any) -> tuple[System[Any], Any, Sequence[Mapping[str, Any]]]:
    """The system, the position before the first step, and the steps."""
    _keys(case, _CASE, "a case")
    steps = case.get("play")
    if not isinstance(steps, list) or not steps:
        raise BadCase("a case needs `play`, a list of steps")
    for step in steps:
        _keys(step, _STEP, "a step")
    scenario = _scenario(case.get("scenario"))
    system, changes = rules_of(scenario), case.get("set") or {}
    if not isinstance(changes, Mapping) or type(changes.get("turn", 1)) is not int:
        raise BadCase(f"set is a mapping of turn (a number), phase, active, units, areas, powers, game, not {changes}")
    try:
        return system, system.case_position(scenario, changes) if changes else system.start(scenario), steps
    except (ValueError, TypeError, AttributeError, LookupError) as fault:
        says = fault if isinstance(fault, ValueError) else f"a value is of the wrong kind ({fault})"
        raise BadCase(f"set: {says}") from fault


def _scenario(written: Any) -> Scenario:
    if isinstance(written, Mapping):
        return reader.parse(written)
    if isinstance(written, str) and written:
        return reader.load(reader.find_shipped(written))
    raise BadCase("a case needs `scenario`: the stem of a shipped one, or a whole one")


def _keys(written: Any, keys: Sequence[str], what: str) -> None:
    if not isinstance(written, Mapping):
        raise BadCase(f"{what} is a mapping of {', '.join(keys)}")
    for key in written:
        if key not in keys:
            raise BadCase(f"{key} is not a key of {what}: there are {', '.join(keys)}")


def _run_step(system: System[Any], turn: Turn[Any], step: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Orders judged and the good ones run, then the sides that are done; the lines refused at once."""
    refused, phase = list[tuple[int, str]](), system.phase(turn.state)
    for side, text in sorted(_orders(step.get("orders")).items(), key=lambda written: _rank(phase, written[0])):
        verdicts = checking.Judgement(system, turn.state, side, text).verdicts
        refused += [(v.line.number, v.problems[0].code) for v in verdicts if not v.accepted]
        play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    for side in _names(step.get("done"), "done"):
        play.close(system, turn, side)
    return refused


def _rank(phase: Phase | None, side: str) -> int:
    """The place of a side in one step: in the order that the phase names, else the sides whose turn it is come last
    (FA 20.6)."""
    if phase is None:
        return 0
    return phase.case_order.index(side) if side in phase.case_order else int(side in phase.sides)


def _unused_dice(tape: Tape) -> Iterator[_Unmet]:
    if tape.left:
        yield _Unmet("no dice left over", f"{len(tape.left)} left: {', '.join(map(str, tape.left))}")


def _unmet_expectations(
    expect: Mapping[str, Any],
    turn: Turn[Any],
    came: Mapping[str, Any],
    problems: list[tuple[int, str]],
    known: Mapping[str, None],
) -> Iterator[_Unmet]:
    _keys(expect, _EXPECT, "expect")
    balked = [(event.line, event.code) for event in turn.events if isinstance(event, Balked)]
    yield from _refusals(expect, problems, balked)
    yield from _position(expect, came)
    for unit in _names(expect.get("gone"), "gone"):
        if unit not in known:
            yield _Unmet(f"{unit} gone", "there is no such unit")
        elif unit in came["units"] and not came["units"][unit].get("gone", False):
            yield _Unmet(f"{unit} gone", "it is still in play")


def _faces(dice: Any) -> list[int]:
    found = [] if dice is None else dice
    if not isinstance(found, list) or any(type(face) is not int for face in found):
        raise BadCase(f"dice is a list of faces such as [3, 5], not {dice}")
    return found


def _orders(written: Any) -> Mapping[str, str]:
    found = {} if written is None else written
    if not isinstance(found, Mapping) or not all(isinstance(text, str) for text in found.values()):
        raise BadCase("orders is a mapping from side to text")
    return found


def _names(written: Any, key: str) -> list[str]:
    found = [] if written is None else written
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadCase(f"{key} is a list of names, not {written}")
    return found


def _refusals(
    expect: Mapping[str, Any], problems: list[tuple[int, str]], balked: list[tuple[int, str]]
) -> Iterator[_Unmet]:
    """A line under `balked` failed in its turn; one under `problems` at once or, where a case has no `balked`, in
    its turn."""
    if "balked" in expect:
        yield from _lines("problems", expect.get("problems"), problems)
        yield from _lines("balked", expect["balked"], balked)
    else:
        yield from _lines("problems", expect.get("problems"), problems + balked)


def _lines(key: str, written: Any, came: list[tuple[int, str]]) -> Iterator[_Unmet]:
    expected = list[tuple[int, str]]()
    if not isinstance(written, list | None):
        raise BadCase(f"{key} is a list of entries such as {{line: 1, code: out-of-range}}, not {written}")
    for one in written or []:
        _keys(one, ("line", "code"), f"an entry of {key}")
        if type(one.get("line", 0)) is not int or not isinstance(one.get("code", ""), str):
            raise BadCase(f"an entry of {key} is a line's number and a code, not {one}")
        expected.append((one.get("line", 0), one.get("code", "")))
    if sorted(expected) != sorted(came):
        yield _Unmet(f"{key} {_lines_in_words(expected)}", _lines_in_words(came))


def _lines_in_words(lines: Sequence[tuple[int, str]]) -> str:
    return ", ".join(f"line {line} {code}" for line, code in sorted(lines)) or "none"


def _position(expect: Mapping[str, Any], came: Mapping[str, Any]) -> Iterator[_Unmet]:
    """Everything the case names and only that; in games of areas what is not there is none."""
    absent = _empty if "areas" in came else _wanted
    for key in (*_SIMPLE, *_DEEP):
        if key in expect:
            if key not in came:
                raise BadCase(f"this game has no {key}")
            yield from _differences(key, expect[key], came[key], absent)


def _differences(path: str, expected: Any, came: Any, absent: Callable[[Any], bool]) -> Iterator[_Unmet]:
    """What is not as expected at or below a place; keys that are not named are not looked at.  ``absent``: whether
    it need not be there."""
    if _WHOLE.fullmatch(path):
        if not _same(expected, came):
            yield _Unmet(f"{path} {_shown(expected)}", _shown(came))
    elif isinstance(expected, Mapping) and isinstance(came, Mapping):
        for key, value in expected.items():
            if key in came:
                yield from _differences(f"{path}.{key}", value, came[key], absent)
            elif not absent(value):
                yield _Unmet(f"{path}.{key} {value}", "there is no such thing")
    elif not _agrees(path, expected, came):
        yield _Unmet(f"{path} {_shown(expected)}", _shown(came))


def _same(expected: Any, came: Any) -> bool:
    """Whether all of it is as expected; a missing key counts as none."""
    match expected, came:
        case dict(), dict():
            return all(_same(expected.get(key), came.get(key)) for key in (*expected, *came))
        case list(), (list() | tuple()):
            return len(expected) == len(came) and all(map(_same, expected, came))
    return bool(expected == came) or (_empty(expected) and _empty(came))


def _empty(value: Any) -> bool:
    """Null, 0, false, empty, or a mapping of nothing else."""
    return all(map(_empty, value.values())) if isinstance(value, Mapping) else value in (None, 0, "", [], ())


def _wanted(value: Any) -> bool:
    """Nothing may be missing."""
    return False


def _agrees(path: str, expected: Any, came: Any) -> bool:
    """Whether it is so; several words may be written as one text."""
    match expected, came:
        case dict(), dict():
            return all(key in came and _agrees(f"{path}.{key}", value, came[key]) for key, value in expected.items())
        case list(), (list() | tuple()):
            return len(expected) == len(came) and all(_agrees(path, a, b) for a, b in zip(expected, came, strict=True))
        case (bool(), _) | (_, bool()):
            return expected is came
        case ((str() | int()), (list() | tuple())):
            return str(expected).split() == list(came)
        case (float(), (int() | float())) | (int(), float()):
            apart = abs(float(expected) - float(came))
            return min(apart, 360 - apart) <= DEGREES + 1e-9 if path.endswith(_BEARINGS) else apart <= INCHES + 1e-9
    return bool(expected == came)


def _shown(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
