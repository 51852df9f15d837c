"""Validation of a scenario's forces and cargo, and of the areas where units can be (BK 11.2, 12.1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.contract import Fault, counted
from engine.toolkit.scenario_values import Path, did_you_mean, no_such, shortened, whole_number_faults
from maps.geometry.area_map import AreaMap

from ..tables import AA, CATALOGUE, COMPLEX, INFANTRY, LAND, NAVAL, TABLES, UNITS

MOST = 999
"""The most units of one type that a power may have in one area."""
TYPES = tuple(kind for kind in CATALOGUE if kind != COMPLEX)
_FORCES = "for example {Kiev: {ussr: {infantry: 2}}}"
_CARGO = "for example {sz1: {germany: [{infantry: 2}, {tank: 1}]}}"


def areas_faults(board: AreaMap, written: Any, path: Path) -> Iterator[Fault]:
    """The faults of a mapping from areas of this map; null counts as empty."""
    if written is not None and not isinstance(written, Mapping):
        yield Fault(
            path,
            f"{path[-1]} is a mapping from areas, not {shortened(written)}",
            _CARGO if path[-1] == "cargo" else _FORCES,
        )
        return
    for area in written or {}:
        if area not in board.known:
            yield Fault((*path, area), no_such("area", area), did_you_mean(str(area), tuple(board.known)))


def power_faults(written: Any, powers: Sequence[str], path: Path) -> Iterator[Fault]:
    """The faults of a mapping from powers; null counts as empty."""
    if written is not None and not isinstance(written, Mapping):
        yield Fault(
            path,
            f"{path[-1]} is a mapping from powers, not {shortened(written)}",
            f"the powers are {', '.join(powers)}",
        )
        return
    for power in written or {}:
        if power not in powers:
            yield Fault((*path, power), no_such("power", power), did_you_mean(str(power), tuple(powers)))


def unit_faults(board: AreaMap, area: str, written: Any, path: Path) -> Iterator[Fault]:
    """The faults of a mapping from types to numbers: unknown types, impossible areas (BK 11.2)."""
    if not isinstance(written, Mapping):
        yield Fault(
            path,
            f"units are a mapping from types to numbers, not {shortened(written)}",
            "for example {infantry: 3, tank: 1}",
        )
        return
    for kind, number in written.items():
        if kind == COMPLEX:
            yield Fault(
                (*path, kind),
                "a complex is not a unit of a power: write it in its territory",
                f"write complexes: [{area}]",
            )
        elif kind not in UNITS:
            yield Fault((*path, kind), no_such("type", kind), did_you_mean(str(kind), TYPES))
        elif number is not None:
            yield from whole_number_faults(number, (*path, kind), 0, MOST)
            yield from _grounds(board, area, kind, path)


def _grounds(board: AreaMap, area: str, kind: str, path: Path) -> Iterator[Fault]:
    sea = board.known[area].kind == "sea"
    if sea and kind in (*LAND, AA):
        yield Fault(
            (*path, kind), f"{kind} cannot be at sea, in {area}", "put it on land, or aboard a transport under cargo"
        )
    elif not sea and kind in NAVAL:
        zones = tuple(key for key in board.known[area].next if board.known[key].kind == "sea")
        yield Fault((*path, kind), f"{area} is land: a {kind} cannot be there", _instead(zones))


def _instead(zones: Sequence[str]) -> str:
    return f"put it into {' or '.join(zones)}" if zones else "put it into a sea zone"


def ship_faults(written: Any, path: Path, keys: tuple[str, ...] = ()) -> Iterator[Fault]:
    """BK 12.1: the faults in the cargo of one transport. ``keys``: other keys it may have."""
    most, one = TABLES.limits.transport_infantry, TABLES.limits.transport_other
    holds = f"a transport holds 1 to {most} infantry, or {one} {' or '.join((*LAND[1:], AA))} (BK 12.1)"
    if not isinstance(written, Mapping):
        yield Fault(path, f"a loaded transport is a mapping, not {shortened(written)}", "for example {infantry: 2}")
        return
    for kind in written:
        if kind not in (*LAND, AA, *keys):
            yield Fault((*path, kind), f"{shortened(kind)} cannot be aboard a transport", holds)
            return
    aboard = {kind: number for kind, number in written.items() if kind not in keys and number is not None}
    for kind, number in aboard.items():
        if type(number) is not int or not 1 <= number <= (most if kind == INFANTRY else one):
            yield Fault((*path, kind), f"a transport cannot hold {shortened(number)} {kind}", holds)
            return
    if len(aboard) != 1:
        together = " and ".join(f"{number} {kind}" for kind, number in aboard.items())
        says = (
            f"one transport cannot hold {together}"
            if aboard
            else "this transport has no cargo; write empty transports under forces"
        )
        yield Fault(path, says, holds)


def cargo_faults(
    board: AreaMap, area: str, written: Any, transports: int, path: Path, keys: tuple[str, ...] = ()
) -> Iterator[Fault]:
    """The faults of a power's loaded transports in one zone. ``transports``: how many it has there in all."""
    if board.known[area].kind != "sea":
        yield Fault(path, f"{area} is land: there are no transports", "put the units into forces")
        return
    if not isinstance(written, list):
        yield Fault(
            path,
            f"cargo is a list of loaded transports, not {shortened(written)}",
            "for example [{infantry: 2}, {tank: 1}]",
        )
        return
    if len(written) > transports:
        says = f"{counted(len(written), 'loaded transport')}, but {counted(transports, 'transport')} in {area}"
        yield Fault(path, says, f"write transport: {len(written)} into its forces, or leave some out")
        return
    for index, ship in enumerate(written):
        yield from ship_faults(ship, (*path, index), keys)
