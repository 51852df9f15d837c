"""The events of the bid for balance (BK 18)."""

from engine.contract import Event

from .position import Counts


class BidMade(Event, frozen=True, tag="bid"):
    """BK 18.2: a side's bid, secret until all are opened."""

    side: str
    ipc: int


class BidsOpened(Event, frozen=True, tag="bids-opened"):
    """BK 18.2 to 18.4: all bids, by side, and the IPCs that the power is given."""

    bids: Counts
    power: str
    ipc: int
