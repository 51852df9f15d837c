"""The position with which a game begins, by the rules of the version that opened it."""

from typing import Any

from engine.contract import Scenario, System, replace


def starting_position(system: System[Any], scenario: Scenario, version: str) -> Any:
    """That of a game which an earlier version began names it in ``earlier``, if its state has the field."""
    state = system.start(scenario)
    return (
        replace(state, earlier=version) if version in system.EARLIER_VERSIONS and hasattr(state, "earlier") else state
    )
