"""One event of a game with its surroundings: what the invariants of every system are checked against.

Each system has ``support/invariants.py`` with ``EVERY_EVENT`` and ``EVERY_POSITION`` (the invariants), ``GAMES``
(scenario and seed),
``EVERYWHERE`` (games that are played until every event except the ``RARE`` ones has occurred and the games have
ended for all
``REASONS``), and ``begins`` (whether an event begins a turn). ``support/planted.py`` has ``PLANTED``, the violations
that must be found.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.contract import Event


class Moment(NamedTuple):
    """An event, the positions before and after it, the earlier events of the turn, and the position in which the
    turn began."""

    before: Any
    event: Event
    after: Any
    told: Sequence[Event] = ()
    since: Any = None
