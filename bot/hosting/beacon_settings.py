"""The settings of the public beacon: whether new games wait for it, for how long, and whom it is asked of."""

from collections.abc import Mapping

from engine.beacon.chain import CHAINS
from engine.beacon.signature import CannotCheck, quickest
from engine.log.entries import BeaconChoice

from .beacon_relays import RELAYS
from .settings import BadSetting, value

BEACON, PATIENCE, ADDRESSES = "FIELDPOST_BEACON", "FIELDPOST_BEACON_PATIENCE", "FIELDPOST_BEACON_RELAYS"
LONGEST = 7 * 24 * 3600
"""Seconds that a game can be opened to wait before it goes on without its beacon."""


def beacon_choice(environ: Mapping[str, str]) -> BeaconChoice | None:
    """What the dice of new games wait for; None for nothing.  Raises BadSetting."""
    name, patience = value(environ, BEACON), value(environ, PATIENCE)
    if not name:
        return None
    if name not in CHAINS:
        raise BadSetting(f"{BEACON}={name} is no beacon. Set {BEACON}=quicknet, or leave it out.")
    if not (patience or "0").isdecimal() or int(patience or 0) > LONGEST:
        raise BadSetting(
            f"{PATIENCE}={patience} is no time. Set the seconds after which dice fall without the beacon, at most"
            f" {LONGEST:,}, such as {PATIENCE}=3600, or leave it out: then a game waits for as long as it takes."
        )
    try:
        quickest()
    except CannotCheck as missing:
        raise BadSetting(f"{BEACON} is set. {missing}") from missing
    return BeaconChoice(name, int(patience or 0))


def relay_addresses(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Where rounds are asked for."""
    return tuple(value(environ, ADDRESSES).replace(",", " ").split()) or RELAYS
