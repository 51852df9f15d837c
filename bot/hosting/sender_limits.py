"""How much of one sender is read, and until when the rest is left unread."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.log.deadline import add_seconds

from .engine_thread import EngineData

FOR_A_PLAYER = 4
"""Further messages of whoever runs leagues, for each of their players: to enter them, pair, and type results."""


class Limit(NamedTuple):
    """So many messages in so many seconds; ``span``: the same time in words."""

    most: int
    seconds: int
    span: str


class Reached(NamedTuple):
    """``until``: when it ends; ``shown``: the same, a full minute later at most."""

    limit: Limit
    until: str

    @property
    def shown(self) -> str:
        return add_seconds(self.until, 59)


def limit_reached(
    data: EngineData, player: str, limits: Sequence[Limit], newest: Callable[[int], str], now: str
) -> Reached | None:
    """The limit that ends last of those that are reached.  ``newest``: when the newest message of the sender came, the
    second newest and so on, of those that were read ("" = there are not so many).
    """

    def reached(chosen: Sequence[Limit]) -> list[Reached]:
        ends = [(one, add_seconds(at, one.seconds)) for one in chosen if (at := newest(one.most))]
        return [Reached(one, end) for one, end in ends if end > now]

    if not reached(limits):
        return None
    more = FOR_A_PLAYER * _players(data, player) if player else 0
    found = reached([one._replace(most=one.most + more) for one in limits])
    return max(found, key=lambda one: one.until, default=None)


def _players(data: EngineData, player: str) -> int:
    """Of the leagues that somebody runs."""
    return sum(len(league.active()) for league in data.leagues.readable()[0] if league.owner == player)


def too_many(reached: Reached, what: str, until: str) -> str:
    """``what``: mails or posts; ``until``: when the limit ends, in words."""
    return (
        f"More than {reached.limit.most} {what} came from you in {reached.limit.span}. This one was not read, and none "
        f"is that you write before {until}: write again then what you wrote in between."
    )
