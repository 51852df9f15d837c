"""From a battle in notation to the forces on the table (BK 7.11, 9.1), and the reading of loaded transports."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ...state import events
from ...state.position import FIELD, SEA, Counts, Ship, State
from ...table_rows import LOADED
from ...tables import AIR, CATALOGUE, INFANTRY, LAND, NAVAL, TABLES, TRANSPORT
from ..board.cargo import load_cargo
from .notation import WrittenBattle

T = TypeVar("T")


FULL: Counts = {INFANTRY: TABLES.limits.transport_infantry}
"""The cargo of a ``loaded`` transport in a written battle (BK 9.2)."""


def declared_battle(state: State, written: WrittenBattle) -> events.Written:
    """BK 7.11, 9.1: the event that declares a written battle. The first side attacks."""
    red, blue = state.powers
    attackers, defenders = _sailing(written.attackers), _sailing(written.defenders)
    if written.kind == "land":
        return events.Written(FIELD, "land", red, {FIELD: {red: attackers, blue: defenders}})
    if written.kind == "naval":
        loaded = {red: written.attackers.get(LOADED, 0), blue: written.defenders.get(LOADED, 0)}
        cargo = {side: (Ship(FULL),) * number for side, number in loaded.items() if number}
        return events.Written(SEA, "naval", red, {SEA: {red: attackers, blue: defenders}}, cargo)
    ashore = in_catalogue_order({**_nonzero(attackers, AIR), **written.overland})
    aboard = tuple(Ship(cargo, to=FIELD) for cargo in load_cargo(_nonzero(attackers, LAND)))
    forces: dict[str, dict[str, Counts]] = {
        FIELD: {red: ashore, blue: defenders},
        SEA: {red: _nonzero(attackers, NAVAL)},
    }
    return events.Written(FIELD, "amphibious", red, forces, {red: aboard} if aboard else {})


def _sailing(counts: Counts) -> Counts:
    """The units with loaded transports counted as transports."""
    return in_catalogue_order(
        {**_nonzero(counts, CATALOGUE), TRANSPORT: counts.get(TRANSPORT, 0) + counts.get(LOADED, 0)}
    )


def _nonzero(written: Mapping[str, T], keys: Iterable[str]) -> dict[str, T]:
    return {key: written[key] for key in keys if written.get(key)}


def in_catalogue_order(counts: Mapping[str, Any]) -> Counts:
    """The counts in catalogue order, without types that have no units."""
    return _nonzero(counts, CATALOGUE)


def read_ship(written: Mapping[str, Any]) -> Ship:
    """A loaded transport from a scenario or case: ``{infantry: 2, moved: true, to: Kiev}``."""
    return Ship(in_catalogue_order(written), bool(written.get("moved")), written.get("to"))
