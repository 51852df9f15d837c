"""An open queue: tickets of the same pace meet, the nearer in rating the better; who waits longer takes more."""

from collections.abc import Mapping, Sequence
from shlex import quote

from engine.errors import Refused
from engine.log.deadline import to_unix

from .entries import Queued
from .matching import AT_ONCE, Edge, in_parts, least_cost
from .records import Ticket

NARROWEST, WIDER = 100, 50
"""How far ratings may lie apart at once, and how much more for each day that the longer of two tickets has waited."""
DAY = 86_400
REPEAT, PACE = 10_000, 100
"""What another match with the same opponent costs, and each doubling of the pace, in points of rating."""


def new_ticket(held: Ticket | None, body: Queued, at: str, league: str) -> Ticket:
    """A ticket, or in place of one that is held the same at another pace: its player waits since they took the first.
    Refused queued-already; ``league``: its id.
    """
    if held and held.pace == body.pace:
        who = f"{league} {quote(body.player)}"
        raise Refused(
            "queued-already",
            f"{body.player} has been in the queue since {held.at[:10]}, at {held.pace} h a phase. Another pace: "
            f"`league queue {who} pace={48 if held.pace == 24 else 24}`. To leave it: `league unqueue {who}`.",
        )
    return Ticket(body.player, body.pace, body.rating, held.at if held else at)


def queue_round(tickets: Sequence[Ticket], met: Mapping[tuple[str, str], int], now: str) -> list[tuple[str, str]]:
    """The pairs that may play at once; the others go on waiting.  ``met``: how often, by both orders of two players.

    Many tickets are paired in parts of like pace and rating, and then those whom this leaves over.
    """
    if len(tickets) <= AT_ONCE:
        return _pairs_at_once(tickets, met, now)
    pairs, left = list[tuple[str, str]](), list(tickets)
    for _ in range(2):
        left.sort(key=lambda one: (one.pace.bit_length(), one.rating))
        pairs += [pair for part in in_parts(left) for pair in _pairs_at_once(part, met, now)]
        paired = {player for pair in pairs for player in pair}
        left = [one for one in left if one.player not in paired]
    return pairs


def _pairs_at_once(tickets: Sequence[Ticket], met: Mapping[tuple[str, str], int], now: str) -> list[tuple[str, str]]:
    moment = to_unix(now)
    waited = [max(0, moment - to_unix(ticket.at)) / DAY for ticket in tickets]
    edges = list[Edge]()
    for at, one in enumerate(tickets):
        for than, other in enumerate(tickets[:at]):
            days = max(waited[at], waited[than])
            apart = abs(one.rating - other.rating)
            paces = abs(one.pace.bit_length() - other.pace.bit_length())
            if apart <= NARROWEST + WIDER * days and paces <= days:
                again = met.get((one.player, other.player), 0)
                edges.append((than, at, apart + PACE * paces + REPEAT * again - int(10 * days)))
    return [(tickets[one].player, tickets[other].player) for one, other in least_cost(edges)]
