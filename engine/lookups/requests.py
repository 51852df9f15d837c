"""A player's words: cleaned, checked for length, and matched with scenarios, games and sides."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from engine.contract import Scenario, encode
from engine.errors import Refused
from engine.language.words import too_long
from engine.log.fold import Fold
from engine.scenarios import reader
from engine.scenarios.boards import NoBoard, as_board
from engine.scenarios.kept_scenarios import read_source
from engine.scenarios.yaml_reader import FaultyFile

JOINER = "\u200d"
"""Makes one emoji of several."""
CHARACTERS = 100
"""Longest name of a game or a person that is kept."""


def clean_name(words: str) -> str:
    """A name on one line, of at most CHARACTERS, without control characters; "" if nothing is left."""
    seen = "".join(" " if unicodedata.category(c) in ("Cc", "Cf") and c != JOINER else c for c in check_text(words))
    return " ".join(seen.split())[:CHARACTERS].strip(f" {JOINER}")


def check_text(words: str) -> str:
    """The text with halves of characters replaced by question marks, so that any file can hold it."""
    return words.encode("utf-8", "replace").decode()


def check_length(words: str) -> str:
    """The text, if it is within the limits of a message.  Refused too-long."""
    if says := too_long(words):
        raise Refused("too-long", says)
    return check_text(words)


def load_scenario(where: str) -> tuple[str, Scenario]:
    """Stem and setup of a shipped scenario, or of the scenario file at that path.  Refused no-such-scenario."""
    try:
        found = reader.load(where)
        shipped = not where.endswith((".yaml", ".yml")) and "/" not in where
        return (reader.find_shipped(where) if shipped else Path(where)).stem, found
    except reader.UnknownScenario as unknown:
        raise Refused("no-such-scenario", str(unknown)) from None
    except OSError as failed:
        raise Refused("no-such-scenario", f"{where} cannot be read: {failed.strerror or 'it is not a file'}.") from None
    except FaultyFile as faulty:
        raise Refused("no-such-scenario", f"{where} cannot be played:\n{faulty}") from None
    except ValueError as odd:
        raise Refused(
            "no-such-scenario", f"{check_text(where)[:CHARACTERS]!r} is not a valid scenario name: {odd}."
        ) from None


def parse_scenario(name: str, source: str) -> Scenario:
    """A scenario from its JSON.  Refused no-such-scenario, also if today's rules find faults in it."""
    try:
        return read_source(source)
    except FaultyFile as faulty:
        raise Refused("no-such-scenario", f"{name} cannot be played any more:\n{faulty}") from None


def on_board(setup: Scenario, points: int | None) -> Scenario:
    """The scenario as a board for armies of so many points; the scenario itself for None.  Refused no-board."""
    if points is None:
        return setup
    try:
        return as_board(setup, points)
    except NoBoard as fault:
        raise Refused("no-board", str(fault)) from None


def matching_names(word: str, names: Mapping[str, str]) -> list[str]:
    """The keys of ``names`` that fit a word, by the first test that finds any: key, name, beginning of either."""
    wanted = word.strip().casefold()
    if not wanted:
        return []
    exact = [key for key in names if key.casefold() == wanted] or [
        key for key, name in names.items() if name.casefold() == wanted
    ]
    return exact or [
        key for key, name in names.items() if key.casefold().startswith(wanted) or name.casefold().startswith(wanted)
    ]


def scenario_json(setup: Scenario) -> str:
    """The whole scenario as JSON, keys in the order written."""
    return encode(setup.source).decode()


def find_side(fold: Fold, word: str) -> str:
    """A side, by its id, its name, or an unambiguous beginning of either.  Refused no-such-side."""
    sides = fold.scenario.sides
    found = matching_names(word, {key: side.name for key, side in sides.items()})
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{key} ({side.name})" for key, side in sides.items())
    raise Refused("no-such-side", f"{fold.opened.name} has no side {clean_name(word)!r}. Its sides are {known}.")
