"""Three Wadis with everything secret that can be: who waits off the table, and where both sides deploy."""

from functools import cache
from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader

AREAS = {"colonial": [[0, 0], [36, 9]], "raiders": [[0, 27], [36, 36]]}


def written(**setup: Any) -> dict[str, Any]:
    """The scenario as its file says it, but for some switches and its name."""
    source = dict(reader.load("three-wadis").source)
    return {**source, "name": "Secret Wadis", "setup": {**source["setup"], **setup}}


@cache
def secret() -> Scenario:
    return reader.parse(written(hidden="secret", deployment="free", deploy=AREAS, first="roll", offboard_from=1))
