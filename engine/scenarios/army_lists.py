"""Army lists: read from text and checked by their system: content, cost, and all faults with line and column."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from engine.contract import ArmyCheck, Fault, Scenario, counted, replace
from engine.printable import printable_line
from engine.systems import SYSTEMS
from engine.toolkit.muster.army_text import UnreadableArmy, read_army, type_key
from engine.toolkit.muster.judging import check_list

from . import yaml_reader
from .list_forms import columns_of_one_line, is_list_file, one_line, without_brace
from .list_types import in_known_types, told_of_other_systems
from .reader import UnknownScenario
from .yaml_reader import FaultyFile, Key, LocatedFault

CHARACTERS = 100_000
"""Longest list that is read."""
MOST = 999
"""The most units of one type, and the most types in a list."""
MOST_UNKNOWN = 40
"""Unknown keys that are told one by one."""
_KEYS = ("system", "scenario", "side", "points", "bases", "camp", "nations", "year", "theatre", "historical", "army")
_LIMITS = ("points", "bases", "nations", "year", "theatre", "historical")
EXAMPLE = "system: miniwars\npoints: 200\narmy: {knights: 2, bowmen: 1}"


class CheckedList(NamedTuple):
    """A list with its cost and its ``faults`` in reading order.

    ``checked_against``: the scenario and side, or the game.
    """

    army: ArmyCheck
    faults: tuple[LocatedFault, ...]
    checked_against: str

    @property
    def words(self) -> str:
        """A line for each type, then the sum."""
        return "\n".join(map(printable_line, _text_lines(self)))


def check_army_list(text: str, load: Callable[[str], Scenario]) -> CheckedList:
    """``load`` finds the scenario a list names.  Raises FaultyFile if the text is not an army list."""
    if len(text) > CHARACTERS:
        raise FaultyFile(
            [LocatedFault(1, 1, f"the list has {len(text):,} characters; an army list has at most {CHARACTERS:,}")]
        )
    if one := one_line(text):
        return _check_one_line(one, load)
    written, found = yaml_reader.read(text), list[Fault]()
    if not isinstance(written, Mapping):
        raise FaultyFile(
            [
                LocatedFault(
                    1,
                    1,
                    "an army list must be a mapping with the keys system and army",
                    "for example army: {knights: 2}",
                )
            ]
        )
    listed = _army(written, found)
    scenario = _scenario(written, load, found)
    system = _system(written, scenario, found)
    side = _side(written, scenario, found)
    found += _limits(written)
    if (
        any(path[0] in ("system", "scenario", "side", *_LIMITS) for path in (f.path for f in found) if path)
        or not listed
    ):
        raise FaultyFile(_located(text, written, found))
    limits: dict[str, Any] = {key: written[key] for key in _LIMITS if written.get(key) is not None}
    if written.get("camp"):
        limits["camps"] = written["camp"]
    types = SYSTEMS[system].cards(scenario).keys()
    army, as_written = in_known_types(listed, types)
    muster = SYSTEMS[system].check_army(scenario, side, army, limits)
    faults = told_of_other_systems(muster.faults, system, types)
    found += [replace(fault, path=tuple(as_written.get(str(key), key) for key in fault.path)) for fault in faults]
    of = f"{scenario.name}, {scenario.sides[side].name}" if scenario else SYSTEMS[system].TITLE
    return CheckedList(muster, _located(text, written, found), of)


def read_army_list(text: str) -> dict[str, int]:
    """The army in a list, as a file or on one line as an order writes it.  Raises FaultyFile."""
    if len(text) > CHARACTERS:
        raise FaultyFile(
            [LocatedFault(1, 1, f"the list has {len(text):,} characters; at most {CHARACTERS:,} are read")]
        )
    if not is_list_file(text):
        try:
            return read_army(text)
        except UnreadableArmy as fault:
            raise FaultyFile([LocatedFault(1, 1, str(fault), "for example knights: 2, bowmen: 1")]) from None
    if one := one_line(text):
        with columns_of_one_line():
            return _army_in_file(one)
    return _army_in_file(text)


def _army_in_file(text: str) -> dict[str, int]:
    written, found = yaml_reader.read(text), list[Fault]()
    listed = _army(written, found) if isinstance(written, Mapping) else {}
    if found or not listed:
        raise FaultyFile(
            _located(text, written, found or [Fault((), "this is no army list", f"for example {EXAMPLE}")])
        )
    army = dict[str, int]()
    for key, count in listed.items():
        army[type_key(key)] = army.get(type_key(key), 0) + count
    return army


def _as_far_as_read(text: str) -> tuple[dict[str, int], list[Fault]]:
    """What can be read of a list, and what is wrong with the rest of a file.  Raises FaultyFile if nothing can."""
    if len(text) > CHARACTERS or not is_list_file(text):
        return read_army_list(text), []
    written, unread = yaml_reader.read(one_line(text) or text), list[Fault]()
    listed = _army(written, unread) if isinstance(written, Mapping) else {}
    if not listed or not unread:
        return read_army_list(text), []
    return {type_key(key): count for key, count in listed.items()}, unread


def judge_muster(text: str, scenario: Scenario, side: str) -> CheckedList:
    """A list, as a file or on one line, judged for a side of a board, with all faults.  Raises FaultyFile."""
    army, unread = _as_far_as_read(text)
    rules = SYSTEMS[scenario.system]
    judged = check_list(rules, scenario, side, army)
    judged = replace(judged, faults=tuple(told_of_other_systems(judged.faults, scenario.system, rules.cards(scenario))))
    of = f"{scenario.name}, {scenario.sides[side].name}"
    if not is_list_file(text):
        return CheckedList(judged, tuple(LocatedFault(1, 1, fault.says, fault.instead) for fault in judged.faults), of)
    one = one_line(text)
    written = yaml_reader.read(one or text)
    as_written = {type_key(str(key)): str(key) for key in written["army"]}
    faults = [
        replace(fault, path=tuple(as_written.get(str(key), key) for key in fault.path)) for fault in judged.faults
    ]
    located = _located(one or text, written, [*unread, *faults])
    return CheckedList(judged, without_brace(located) if one else located, of)


def _check_one_line(text: str, load: Callable[[str], Scenario]) -> CheckedList:
    """As ``check_army_list``, with columns as they were before the brace was added."""
    with columns_of_one_line():
        judged = check_army_list(text, load)
    return judged._replace(faults=without_brace(judged.faults))


def _text_lines(judged: CheckedList) -> Iterator[str]:
    rows, total, limit = judged.army.rows, judged.army.total, judged.army.limit
    wide = max((len(title) for _, title, _, _ in rows), default=0)
    yield judged.checked_against
    for _, title, count, cost in rows:
        yield f"  {count:>3} x {title:{wide}}  {cost:>4} each  {count * cost:>5}"
    units, what = sum(count for _, _, count, _ in rows), judged.army.counted
    yield f"{counted(units, 'unit')}, {total} {what}" + (
        f" of {limit}: {_points_left(limit - total)}" if limit is not None else ""
    )
    yield from judged.army.remarks


def _points_left(points: int) -> str:
    return f"{points} left" if points >= 0 else f"{-points} too many"


def _army(written: Mapping[str, Any], found: list[Fault]) -> dict[str, int]:
    """The types with their numbers; anything but a number from 1 on is a fault."""
    unknown = [key for key in written if key not in _KEYS]
    if len(unknown) > MOST_UNKNOWN:
        says = f"{len(unknown)} keys are none of an army list, such as {str(unknown[0])[:60]}"
        found.append(Fault((Key(unknown[0]),), says, f"the keys are {', '.join(_KEYS)}"))
    else:
        for key in unknown:
            near = get_close_matches(str(key)[:60], _KEYS, 1)
            found.append(
                Fault(
                    (Key(key),),
                    f"{str(key)[:60]} is not a key of an army list",
                    f"did you mean {near[0]}?" if near else f"the keys are {', '.join(_KEYS)}",
                )
            )
    army = written.get("army")
    if not isinstance(army, Mapping) or not army:
        found.append(Fault(("army",), "the list has no army", "write army: with a line `type: number` for each type"))
        return {}
    if len(army) > MOST:
        found.append(Fault(("army",), f"the list has {len(army)} types; at most {MOST} are allowed"))
        return {}
    wrong = [key for key, count in army.items() if type(count) is not int or not 1 <= count <= MOST]
    instead = f"write a whole number from 1 to {MOST}"
    found += [Fault(("army", key), f"{str(army[key])[:60]} is not a number of units", instead) for key in wrong]
    return {str(key): count for key, count in army.items() if key not in wrong}


def _scenario(written: Mapping[str, Any], load: Callable[[str], Scenario], found: list[Fault]) -> Scenario | None:
    name = written.get("scenario")
    if name is None:
        return None
    try:
        return load(str(name))
    except UnknownScenario as unknown:
        found.append(Fault(("scenario",), str(unknown)))
    except FaultyFile as faulty:
        found.append(
            Fault(
                ("scenario",), f"the scenario {str(name)[:60]} cannot be played", f"fix this first: {faulty.faults[0]}"
            )
        )
    except (OSError, ValueError):
        found.append(
            Fault(("scenario",), f"the scenario {str(name)[:60]!r} cannot be read", "name a shipped scenario or a file")
        )
    return None


def _system(written: Mapping[str, Any], scenario: Scenario | None, found: list[Fault]) -> str:
    asked = written.get("system")
    asked = scenario.system if asked is None and scenario else asked
    known = {**{name: name for name in SYSTEMS}, **{system.TITLE.casefold(): name for name, system in SYSTEMS.items()}}
    name = known.get(str(asked).strip().casefold(), "")
    there = f"choose from {', '.join(SYSTEMS)}"
    if not name and not (written.get("scenario") is not None and asked is None):
        says = "the list does not name its system" if asked is None else f"there is no system {str(asked)[:60]}"
        found.append(Fault(("system",), says, there))
    elif scenario and name and name != scenario.system:
        found.append(
            Fault(
                ("system",),
                f"{scenario.name} is played with {scenario.system}, not with {name}",
                "remove one of the two",
            )
        )
    return name


def _side(written: Mapping[str, Any], scenario: Scenario | None, found: list[Fault]) -> str:
    """The side of the list, found by key or name; without a scenario any word is accepted."""
    asked = str(written.get("side") or "")
    if scenario is None:
        return asked or "side"
    sides = {
        **{side.name.casefold(): key for key, side in scenario.sides.items()},
        **{key.casefold(): key for key in scenario.sides},
    }
    side = sides.get(asked.strip().casefold(), "")
    if not side:
        says = f"{scenario.name} has no side {asked[:60]}" if asked else "the list does not name its side"
        found.append(Fault(("side",), says, f"choose from {', '.join(scenario.sides)}"))
    return side


def _limits(written: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults in the form of limits; the system checks their content."""
    for key in ("points", "bases", "year"):
        value = written.get(key)
        if value is not None and (type(value) is not int or not 0 <= value <= 100_000):
            yield Fault((key,), f"{str(value)[:60]} is not a whole number", "for example points: 100 or year: 1943")
    for key in ("theatre", "camp"):
        if not isinstance(written.get(key), str | None):
            yield Fault((key,), f"{key} must be one word")
    nations = written.get("nations", [])
    if not isinstance(nations, str) and not (
        isinstance(nations, list) and all(isinstance(nation, str) for nation in nations)
    ):
        yield Fault(("nations",), "nations must be a list of words", "for example nations: [germany, italy]")
    if not isinstance(written.get("historical", False), bool):
        yield Fault(("historical",), "historical must be true or false")


def _located(text: str, written: Mapping[str, Any], faults: list[Fault]) -> tuple[LocatedFault, ...]:
    """Faults with their places: a type in the army, a limit at its key, faults of the whole list at the army."""
    army = written.get("army")
    types = army if isinstance(army, Mapping) else {}
    paths = [_path(fault.path, written, types) for fault in faults]
    places = yaml_reader.locate(text, paths)
    return tuple(
        sorted(
            LocatedFault(line, column, fault.says, fault.instead)
            for (line, column), fault in zip(places, faults, strict=True)
        )
    )


def _path(path: tuple[str | int, ...], written: Mapping[str, Any], types: Mapping[str, Any]) -> tuple[str | int, ...]:
    if path and path[0] in types:
        return ("army", Key(path[0]))
    if len(path) == 2 and path[0] == "army":
        return path
    return (path[0],) if path and (path[0] in written or isinstance(path[0], Key)) else (Key("army"),)
