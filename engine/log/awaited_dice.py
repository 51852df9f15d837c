"""Commits that wait for a public beacon: which round a lock names, and what its dice are when it is out."""

from typing import NamedTuple

from engine.beacon.chain import CHAINS, Chain
from engine.dice.commit_secret import CommitSecret
from engine.dice.sealed import BeaconRound
from engine.errors import Refused

from .commit import Commit, Plan, SideOrders, add_lock
from .deadline import add_seconds, from_unix, to_unix
from .entries import Awaited, BeaconChoice, Drawn
from .fold import Fold
from .journal import EntryChain

CLOCKS_DIFFER = 60
"""Seconds by which the clock may be behind the newest entry of a game."""


class RoundAwaited(NamedTuple):
    """The round that a game waits for, and the time at which it is published."""

    chain: Chain
    number: int
    at: str


def beacon_chain(choice: BeaconChoice) -> Chain:
    """Refused newer for one that this program does not know."""
    if choice.chain not in CHAINS:
        raise Refused("newer", f"This program does not know the beacon {choice.chain}. Update the program.")
    return CHAINS[choice.chain]


def next_round(choice: BeaconChoice | None, at: str) -> BeaconRound | None:
    """The round that a lock made at this time names; None in a game without a beacon."""
    if choice is None:
        return None
    return BeaconRound(choice.chain, beacon_chain(choice).next_round(to_unix(at)))


def round_awaited(fold: Fold) -> RoundAwaited | None:
    """What the game waits for; None if it waits for none, or for one that this program does not know."""
    choice = fold.opened.beacon_choice
    if not fold.awaited or not fold.awaited.lock.beacon or not choice or choice.chain not in CHAINS:
        return None
    chain, number = beacon_chain(choice), fold.awaited.lock.beacon.round
    return RoundAwaited(chain, number, from_unix(chain.published_at(number)))


def lock_or_run(
    fold: Fold, chain: EntryChain, pledge: CommitSecret, plan: Plan, side: str, nonce: str
) -> Commit | None:
    """Lock the orders of a plan, and run them; None if their dice wait for a beacon."""
    beacon = next_round(fold.opened.beacon_choice, chain.at)
    if beacon and to_unix(chain.at) > to_unix(chain.asked) + CLOCKS_DIFFER:
        raise Refused(
            "clock",
            f"The newest entry of {fold.id} is of {chain.at[:16]}, and the clock of this computer says "
            f"{chain.asked[:16]}: one of them is wrong, so no round of the beacon can be named. Whoever runs the bot "
            "should check the clock; then send this again.",
        )
    lock = add_lock(fold, chain, pledge, plan.orders, side, nonce, beacon)
    if beacon:
        chain.add("awaited", "", Awaited(plan.closing, plan.by))
        return None
    return run(Commit(fold, chain, pledge, lock, plan.orders), plan)


def draw(fold: Fold, chain: EntryChain, pledge: CommitSecret, signature: str) -> Commit:
    """Run what waits, by the signature of its round; "" when the beacon was silent for too long.

    Raises NotGenuine; Refused too-early.
    """
    awaited, found = fold.awaited, round_awaited(fold)
    assert awaited and found
    randomness = found.chain.randomness(found.number, signature) if signature else b""
    if chain.at < found.at or (not signature and not may_do_without(fold, chain.at)):
        raise Refused("too-early", f"The dice of {fold.id} still wait for round {found.number} of {found.chain.name}.")
    chain.add("drawn", "", Drawn(found.number, signature))
    orders = {writer: SideOrders(lines) for writer, lines in awaited.lines.items()}
    commit = Commit(fold, chain, pledge, awaited.lock, orders, randomness)
    return run(commit, Plan(orders, awaited.closes, awaited.by))


def may_do_without(fold: Fold, now: str) -> bool:
    """Whether the beacon has been silent for as long as the game was opened to wait for it."""
    choice, found = fold.opened.beacon_choice, round_awaited(fold)
    patience = choice.patience if choice else 0
    return bool(found and patience and now >= add_seconds(found.at, patience))


def run(commit: Commit, plan: Plan) -> Commit:
    """All of a commit but its end."""
    commit.begin()
    for closing in plan.closing:
        commit.close(closing, plan.by)
    return commit
