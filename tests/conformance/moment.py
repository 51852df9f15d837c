"""What random games are held against, system by system: a module each, named as the system, and one of planted violations.

A field has ``EVERY_EVENT`` and ``EVERY_POSITION`` (invariants), ``GAMES`` (scenario, seed), ``REASONS`` for which games must have ended,
``EVERYWHERE``, games that are played until every event but the ``RARE`` ones has come up, ``begins`` (whether an event begins a turn);
its ``..._planted`` has ``PLANTED``.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.contract import Event


class Moment(NamedTuple):
    """One event: the position before and after it, what has happened since the turn began, and the position in which that began."""

    before: Any
    event: Event
    after: Any
    told: Sequence[Event] = ()
    since: Any = None
