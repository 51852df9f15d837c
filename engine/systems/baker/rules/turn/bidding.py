"""The bid for balance: what every side would give a power before the first turn, in secret (BK 18)."""

from engine.contract import Turn

from ...orders import Bid
from ...state.events import BidMade, BidsOpened
from ...state.position import State, alliances


def run(turn: Turn[State], side: str, order: Bid) -> None:
    """BK 18.2: a side's bid; a later one replaces it."""
    turn.happens(BidMade(side, order.n))


def open_bids(turn: Turn[State]) -> None:
    """BK 18.2 to 18.4: all bids are shown, and the power is given what they come to."""
    terms = turn.state.setup.bid
    assert terms is not None
    turn.happens(BidsOpened(turn.state.game.bids, terms.power, given(turn.state)))


def given(state: State) -> int:
    """BK 18.3, 18.4: the mean of what is asked and offered if no more is asked than offered, else the usual figure."""
    terms = state.setup.bid
    assert terms is not None
    own = state.powers[terms.power].alliance
    asked = _figure(state, own)
    offered = min(_figure(state, alliance) for alliance in alliances(state) if alliance != own)
    return (asked + offered) // 2 if asked <= offered else terms.usual


def _figure(state: State, alliance: str) -> int:
    """BK 18.3: the mean of the bids of an alliance's powers, rounded down; the usual figure if none of them bid."""
    bids = [number for side, number in state.game.bids.items() if state.powers[side].alliance == alliance]
    return sum(bids) // len(bids) if bids else state.setup.bid.usual if state.setup.bid else 0
