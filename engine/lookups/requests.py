"""What people ask for, made out: their words cleaned, and the scenario or the side they mean."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from engine.contract import Scenario, encode
from engine.errors import Refused
from engine.language.words import too_long
from engine.log.fold import Fold
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile

JOINER = "\u200d"
"""Makes one emoji of several."""
CHARACTERS = 100
"""Longest name of a game or a person that is kept."""


def clean_name(words: str) -> str:
    """A name on one line, of at most CHARACTERS, without what steers a screen or the direction of writing; "" if nothing is left."""
    seen = "".join(" " if unicodedata.category(c) in ("Cc", "Cf") and c != JOINER else c for c in check_text(words))
    return " ".join(seen.split())[:CHARACTERS].strip(f" {JOINER}")


def check_text(words: str) -> str:
    """Text that any file can hold: halves of characters become question marks."""
    return words.encode("utf-8", "replace").decode()


def check_length(words: str) -> str:
    """Text within the limits of a message.  Refused too-long."""
    if says := too_long(words):
        raise Refused("too-long", says)
    return check_text(words)


def load_scenario(asked: str) -> tuple[str, Scenario]:
    """Stem and setup of a shipped scenario, or of the scenario file at that path.  Refused no-such-scenario."""
    try:
        found = reader.load(asked)
        shipped = not asked.endswith((".yaml", ".yml")) and "/" not in asked
        return (reader.find_shipped(asked) if shipped else Path(asked)).stem, found
    except reader.UnknownScenario as unknown:
        raise Refused("no-such-scenario", str(unknown)) from None
    except OSError as failed:
        raise Refused("no-such-scenario", f"{asked} cannot be read: {failed.strerror or 'it is no file'}.") from None
    except FaultyFile as faulty:
        raise Refused("no-such-scenario", f"{asked} cannot be played as it is:\n{faulty}") from None
    except ValueError as odd:
        raise Refused(
            "no-such-scenario", f"{check_text(asked)[:CHARACTERS]!r} cannot be the name of a scenario: {odd}."
        ) from None


def matching_names(word: str, names: Mapping[str, str]) -> list[str]:
    """The ids (key -> name) that a word may mean: by id, by name, or by the beginning of either; those of the first way that finds any."""
    said = word.strip().casefold()
    if not said:
        return []
    exact = [key for key in names if key.casefold() == said] or [
        key for key, name in names.items() if name.casefold() == said
    ]
    return exact or [
        key for key, name in names.items() if key.casefold().startswith(said) or name.casefold().startswith(said)
    ]


def scenario_json(setup: Scenario) -> str:
    """The whole scenario as JSON, keys in the order written."""
    return encode(setup.source).decode()


def find_side(fold: Fold, asked: str) -> str:
    """A side by its id or name, or the beginning of just one of either.  Refused no-such-side."""
    sides = fold.scenario.sides
    found = matching_names(asked, {key: of.name for key, of in sides.items()})
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"{key} ({of.name})" for key, of in sides.items())
    raise Refused("no-such-side", f"{fold.opened.name} has no side {clean_name(asked)!r}; its sides are {there}.")
