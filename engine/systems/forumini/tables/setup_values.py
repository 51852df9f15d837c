"""What a value of ``setup`` may be (FA 28.1), in the rulebook's defaults and in scenarios."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_values import did_you_mean, shortened, unknown_keys

from .card_validation import is_whole_number
from .rows import Tables

SETUP = ("setup",)
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}
DEFAULT_GROUPS: Mapping[str, tuple[str, ...]] = {
    "turns": ("first_check", "last"),
    "victory": ("mode",),
    "deployment": ("option", "edges", "depth"),
    "stacking": ("units", "vehicles", "aircraft"),
    "overwatch": ("per_points", "minimum", "reach"),
    "army": ("mode",),
}
"""The words of each group that have a default."""
EMPTY_DEFAULTS: Mapping[str, Any] = {
    "objective": None,
    "zones": None,
    "half_hexes": [],
    "trails": [],
    "terrain": {},
    "hexsides": {},
    "obstacles": {},
}
"""What only scenarios set."""
_NUMBERS: Mapping[tuple[str, ...], tuple[int, int]] = {
    ("points",): (1, 100_000),
    ("turns", "first_check"): (1, 1000),
    ("turns", "last"): (1, 1000),
    ("deployment", "depth"): (1, 99),
    ("stacking", "units"): (1, 99),
    ("stacking", "vehicles"): (0, 99),
    ("stacking", "aircraft"): (1, 1),
    ("overwatch", "per_points"): (1, 100_000),
    ("overwatch", "minimum"): (0, 1000),
    ("overwatch", "reach"): (1, 99),
    ("aircraft_cover_dice",): (-6, 6),
    ("bomb_range",): (0, 99),
    ("paras_per_hex",): (1, 99),
    ("obstacle_share",): (0, 100),
}
_CHOICES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("victory", "mode"): ("objective", "points", "attack"),
    ("deployment", "option"): ("fixed", "1", "2"),
    ("army", "mode"): ("fixed", "buy"),
}
_SWITCHES: tuple[tuple[str, ...], ...] = (("annihilation_ends",), ("army", "historical"))
_SINGLE = (*(path[0] for path in _NUMBERS if len(path) == 1), "environment", "annihilation_ends")
"""The words with a default that are in no group."""


def value_faults(setup: Mapping[str, Any], environments: tuple[str, ...]) -> Iterator[Fault]:
    """Numbers out of bounds, words that are no choice, anything else where true or false is meant."""
    for path, (least, most) in _NUMBERS.items():
        value = _value_at(setup, path)
        if value is not None and not is_whole_number(value, least, most):
            says = (
                f"{path[-1]} is a whole number from {least} to {most}, not {shortened(value)}"
                if least < most
                else f"{path[-1]} is always {least}"
            )
            yield Fault((*SETUP, *path), says)
    for path, known in {("environment",): environments, **_CHOICES}.items():
        value = _value_at(setup, path)
        if value is not None and str(value) not in known:
            yield Fault(
                (*SETUP, *path),
                f"{path[-1]} is {' or '.join(known)}, not {shortened(value)}",
                did_you_mean(str(value), known),
            )
    for path in _SWITCHES:
        if type(_value_at(setup, path)) not in (bool, type(None)):
            yield Fault((*SETUP, *path), f"{path[-1]} is true or false")


def _value_at(setup: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    value: Any = setup
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def are_opposite(edges: Any) -> bool:
    """Whether these are two opposite edges of the map (FA 4.1)."""
    words = [str(edge) for edge in edges] if isinstance(edges, list) else []
    return len(words) == 2 and OPPOSITE.get(words[0]) == words[1]


def default_faults(tables: Tables) -> Iterator[Fault]:
    """FA 28.1: defaults that are missing, unknown or of no use."""
    setup = tables.setup
    yield from unknown_keys(setup, (*_SINGLE, *DEFAULT_GROUPS, *EMPTY_DEFAULTS), SETUP)
    needed: list[tuple[str, ...]] = [(word,) for word in _SINGLE] + [
        (group, word) for group, words in DEFAULT_GROUPS.items() for word in words
    ]
    for path in needed:
        if _value_at(setup, path) is None:
            yield Fault((*SETUP, *path), "this default is missing")
    for group, words in DEFAULT_GROUPS.items():
        if isinstance(written := setup.get(group), Mapping):
            yield from unknown_keys(written, words, (*SETUP, group))
    for word, empty in EMPTY_DEFAULTS.items():
        if word not in setup:
            yield Fault((*SETUP, word), "this default is missing")
        elif setup[word] != empty:
            yield Fault((*SETUP, word), f"only scenarios set {word}", f"write {'null' if empty is None else empty}")
    yield from value_faults(setup, tuple(tables.environments))
    yield from _related_faults(setup)


def _related_faults(setup: Mapping[str, Any]) -> Iterator[Fault]:
    """Defaults that contradict each other."""
    if not are_opposite(_value_at(setup, ("deployment", "edges"))):
        yield Fault((*SETUP, "deployment", "edges"), "edges are two opposite ones", "write [north, south]")
    first, last = (_value_at(setup, ("turns", word)) for word in ("first_check", "last"))
    if isinstance(first, int) and isinstance(last, int) and first > last:
        yield Fault((*SETUP, "turns"), f"the first check, after turn {first}, is later than the last turn, {last}")
