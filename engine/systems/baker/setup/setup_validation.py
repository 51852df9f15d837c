"""Validation of ``setup``, for campaigns and single battles (section Scenarios of RULES.md)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import Fault, Scenario
from engine.toolkit.scenario_values import (
    Path,
    did_you_mean,
    mapping_faults,
    no_such,
    shortened,
    unknown_keys,
    whole_number_faults,
    word_faults,
)
from maps.geometry.area_map import AreaMap

from ..rules.battle_resolution.notation import CHARACTERS, EXAMPLE, WrittenBattle, parse_battle
from ..tables import TRANSPORT
from .force_validation import areas_faults, cargo_faults, power_faults, unit_faults
from .option_validation import MOST_IPC, option_faults, switch_faults
from .start import non_null

SETUP: Path = ("setup",)
_BATTLE = ("mode", "battle", "rounds", "low_luck")
_CAMPAIGN = (
    "mode",
    "powers",
    "owners",
    "neutral",
    "complexes",
    "gates",
    "strategic_bombing",
    "placement",
    "low_luck",
    "neutral_price",
    "bid",
    "victory",
    "forces",
    "cargo",
)
_POWER, _VICTORY = ("alliance", "capital", "ipc"), ("capitals", "income", "margin", "handicap")


# a single battle
def battle_faults(scenario: Scenario) -> Iterator[Fault]:
    """BK 9.1, 9.4: the faults in the setup of a single battle."""
    setup = non_null(scenario.setup)
    yield from unknown_keys(scenario.setup, _BATTLE, SETUP)
    if "rounds" in setup:
        yield from word_faults(setup["rounds"], (*SETUP, "rounds"), ("one", "all"))
    yield from switch_faults(setup, "low_luck", SETUP)
    if "battle" not in setup:
        return
    path, example = (*SETUP, "battle"), f'write battle: "{EXAMPLE}"'
    if not isinstance(setup["battle"], str):
        yield Fault(
            path, f"a battle is a text of at most {CHARACTERS:,} characters, not {shortened(setup['battle'])}", example
        )
    elif not isinstance(written := parse_battle(setup["battle"]), WrittenBattle):
        for refusal in written:
            yield Fault(path, f"{refusal.says} ({refusal.rule})", example)


# a campaign
def campaign_faults(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """All faults in the setup of a campaign."""
    yield from unknown_keys(scenario.setup, _CAMPAIGN, SETUP)
    yield from _powers(scenario, board)
    yield from _owners(scenario, board)
    setup = non_null(scenario.setup)
    for key in ("neutral", "complexes"):
        yield from _lands(board, setup.get(key), (*SETUP, key))
    for index, area in enumerate(_list(setup.get("complexes"))):
        if area in _list(setup.get("neutral")):
            yield Fault(
                (*SETUP, "complexes", index),
                f"{shortened(area)} is neutral and has no complex",
                "leave it out of one of the two lists",
            )
    yield from _gates(board, setup)
    yield from option_faults(setup, tuple(scenario.sides), SETUP)
    yield from _victory(scenario, setup.get("victory"))
    yield from _forces(scenario, board)


def alliances(scenario: Scenario) -> dict[str, str]:
    """Power -> its alliance. The default is an alliance of its own, also if the value is no text."""
    powers = non_null(scenario.setup.get("powers"))
    named = {side: non_null(powers.get(side)).get("alliance", side) for side in scenario.sides}
    return {side: alliance if isinstance(alliance, str) else side for side, alliance in named.items()}


def _list(written: Any) -> list[Any]:
    return written if isinstance(written, list) else []


def _powers(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """BK 1.2: every side must be a power, and there must be two alliances or more."""
    written, path, sides = scenario.setup.get("powers"), (*SETUP, "powers"), tuple(scenario.sides)
    lands = [key for key, area in board.known.items() if area.kind == "land"]
    example = f"for example {sides[0]}: {{alliance: {sides[0]}, capital: {lands[0] if lands else 'Berlin'}, ipc: 20}}"
    if not isinstance(written, Mapping):
        at = path if "powers" in scenario.setup else SETUP
        yield Fault(at, "a campaign needs powers: a mapping from each side to its facts", example)
        return
    yield from unknown_keys(written, sides, path)
    for side in sides:
        if not isinstance(written.get(side), Mapping):
            says = (
                f"a power is a mapping, not {shortened(written[side])}"
                if written.get(side) is not None
                else f"{side} has no entry under powers"
            )
            yield Fault((*path, side) if side in written else path, says, example)
            continue
        yield from _power(scenario, board, side, written[side])
    named = alliances(scenario)
    if len(dict.fromkeys(named.values())) < 2:
        says = f"all powers are in the alliance {named[sides[0]]}" if len(sides) > 1 else "there is only one power"
        yield Fault(path, f"{says}; a campaign has two alliances or more (BK 1.2)")


def _power(scenario: Scenario, board: AreaMap, side: str, written: Mapping[str, Any]) -> Iterator[Fault]:
    path, facts = (*SETUP, "powers", side), non_null(written)
    yield from unknown_keys(written, _POWER, path)
    alliance = facts.get("alliance", side)
    if (
        not isinstance(alliance, str)
        or not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", alliance)
        or alliance in ("draw", "all", "public")
    ):
        says = f"{shortened(alliance)} cannot be an alliance"
        yield Fault((*path, "alliance"), says, "use small letters, digits and hyphens, as in allies")
    elif alliance in scenario.sides and alliances(scenario)[alliance] != alliance:
        yield Fault(
            (*path, "alliance"), f"{alliance} is a power that is not in this alliance", "give the alliance another name"
        )
    if "ipc" in facts:
        yield from whole_number_faults(facts["ipc"], (*path, "ipc"), 0, MOST_IPC)
    if "capital" not in facts:
        yield Fault(path, f"{side} has no capital", "write capital: and one of its own territories")
    else:
        yield from _capital(scenario, board, side, facts["capital"], (*path, "capital"))


def _capital(scenario: Scenario, board: AreaMap, side: str, capital: Any, path: Path) -> Iterator[Fault]:
    own = _list(non_null(scenario.setup.get("owners")).get(side))
    if not isinstance(capital, str) or capital not in board.known:
        yield Fault(path, no_such("area", capital), did_you_mean(str(capital), tuple(board.known)))
    elif capital not in own:
        owner = next(
            (power for power, areas in non_null(scenario.setup.get("owners")).items() if capital in _list(areas)), None
        )
        whose = (
            f"it belongs to {owner}"
            if owner
            else "it has no owner"
            if board.known[capital].kind == "land"
            else "it is a sea zone"
        )
        yield Fault(path, f"{capital} is not a territory of {side}: {whose}", _some("a capital is one of ", own))


def _some(words: str, areas: list[Any]) -> str:
    known = [shortened(area) for area in areas[:12]]
    return f"{words}{', '.join(known)}" if known else "write its territories under owners first"


def _owners(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """All land that is not neutral must have exactly one owner."""
    written, path = scenario.setup.get("owners"), (*SETUP, "owners")
    yield from power_faults(written, tuple(scenario.sides), path)
    neutral, taken = _list(scenario.setup.get("neutral")), dict[str, str]()
    for power, areas in non_null(written).items():
        at = (*path, power)
        yield from _lands(board, areas, at)
        for index, area in enumerate(_list(areas)):
            if area in neutral:
                yield Fault((*at, index), f"{shortened(area)} is neutral", "leave it out of one of the two lists")
            elif isinstance(area, str) and taken.setdefault(area, power) != power:
                yield Fault((*at, index), f"{area} already belongs to {taken[area]}", "a territory has one owner")
    missing = [
        key for key, area in board.known.items() if area.kind == "land" and key not in taken and key not in neutral
    ]
    if missing:
        says = f"no power owns {', '.join(missing[:8])}{f' and {len(missing) - 8} more' if len(missing) > 8 else ''}"
        yield Fault(
            path if written is not None else SETUP, says, "write each under the power that owns it, or under neutral"
        )


def _lands(board: AreaMap, written: Any, path: Path) -> Iterator[Fault]:
    """The faults of a list of territories, each of which may be listed once; null counts as empty."""
    if written is None:
        return
    if not isinstance(written, list) or len(written) > len(board.known):
        yield Fault(
            path, f"{path[-1]} is a list of territories, not {shortened(written)}", "for example [Berlin, Kiev]"
        )
        return
    for index, area in enumerate(written):
        if not isinstance(area, str) or area not in board.known:
            yield Fault((*path, index), no_such("area", area), did_you_mean(str(area), tuple(board.known)))
        elif board.known[area].kind != "land":
            yield Fault((*path, index), f"{area} is a sea zone, not a territory", "leave it out")
        elif area in written[:index]:
            yield Fault((*path, index), f"{area} is listed twice here", "leave one of the two out")


def _gates(board: AreaMap, setup: Mapping[str, Any]) -> Iterator[Fault]:
    """BK 11.6: the faults in the borders that territories open and close."""
    written, path, taken = setup.get("gates", {}), (*SETUP, "gates"), dict[frozenset[str], str]()
    example = "for example {sz1/sz2: [Gibraltar]}"
    if not isinstance(written, Mapping):
        yield Fault(path, f"gates is a mapping from borders to territories, not {shortened(written)}", example)
        return
    for border, areas in written.items():
        zones = str(border).split("/")
        sea = [zone for zone in zones if zone in board.known and board.known[zone].kind == "sea"]
        if len(zones) != 2 or len(sea) != 2:
            strange = next((zone for zone in zones if zone not in sea), "") if len(zones) == 2 else ""
            says = (
                f"{shortened(strange)} is not a sea zone"
                if strange
                else f"{shortened(border)} is not a border: write two sea zones with / between them"
            )
            yield Fault((*path, border), says, example)
        elif sea[1] not in board.known[sea[0]].next:
            yield Fault(
                (*path, border),
                f"{sea[0]} and {sea[1]} do not touch",
                f"{sea[0]} touches {', '.join(board.known[sea[0]].next)}",
            )
        elif taken.setdefault(frozenset(sea), str(border)) != border:
            yield Fault((*path, border), f"this is the border {taken[frozenset(sea)]} again", "write it once")
        yield from _gate(board, setup, areas, (*path, border))


def _gate(board: AreaMap, setup: Mapping[str, Any], areas: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(areas, list) or not areas:
        yield Fault(
            path, f"a gate is a list of the territories that open it, not {shortened(areas)}", "for example [Gibraltar]"
        )
        return
    yield from _lands(board, areas, path)
    for index, area in enumerate(areas):
        if area in _list(setup.get("neutral")):
            yield Fault(
                (*path, index), f"{shortened(area)} is neutral: no power could ever open this gate", "leave it out"
            )


def _victory(scenario: Scenario, written: Any) -> Iterator[Fault]:
    """BK 16: the faults in the conditions of victory."""
    path, named = (*SETUP, "victory"), tuple(dict.fromkeys(alliances(scenario).values()))
    yield from mapping_faults(written, path, _VICTORY)
    facts = non_null(written)
    if "capitals" in facts:
        yield from whole_number_faults(facts["capitals"], (*path, "capitals"), 1, len(scenario.sides))
    if "margin" in facts:
        yield from whole_number_faults(facts["margin"], (*path, "margin"), 0, MOST_IPC)
    for key, least in (("income", 1), ("handicap", 0)):
        yield from mapping_faults(facts.get(key), (*path, key), named)
        for alliance, number in non_null(facts.get(key)).items():
            if alliance in named:
                yield from whole_number_faults(number, (*path, key, alliance), least, MOST_IPC)


def _forces(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """The faults in units and cargo, area by area and power by power."""
    forces, powers = scenario.setup.get("forces"), tuple(scenario.sides)
    for key in ("forces", "cargo"):
        yield from areas_faults(board, scenario.setup.get(key), (*SETUP, key))
        for area, here in non_null(scenario.setup.get(key)).items():
            if area not in board.known:
                continue
            path = (*SETUP, key, area)
            yield from power_faults(here, powers, path)
            for power, units in non_null(here).items():
                if key == "forces":
                    yield from unit_faults(board, area, units, (*path, power))
                elif power in powers:
                    transports = non_null(non_null(non_null(forces).get(area)).get(power)).get(TRANSPORT, 0)
                    number = transports if type(transports) is int else 0
                    yield from cargo_faults(board, area, units, number, (*path, power))
