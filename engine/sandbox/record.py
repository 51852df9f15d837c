"""What is kept of a sandbox between two visits: where it began, its seed, and what has been run and written in it."""

from collections.abc import Mapping

import msgspec

from engine.errors import Refused
from engine.log.commit import Plan, SideOrders
from engine.log.fold import Fold
from engine.play import OrderToRun


class Draft(msgspec.Struct, frozen=True):
    """A side's draft as typed; ``ahead``: it is for the side's next phase."""

    text: str
    ahead: bool = False


class MoveOrders(msgspec.Struct, frozen=True):
    """The orders of one side in a commit, as ``SideOrders``; ``drafted``: they come from its draft."""

    lines: tuple[OrderToRun, ...]
    rest: str = ""
    ahead: bool = False
    drafted: bool = False


class Move(msgspec.Struct, frozen=True):
    """One commit in a sandbox.

    ``nonce``: as of a commit; ``throw``: which of the throwaway dice it rolls; ``drafts``: all drafts before it.
    """

    side: str
    orders: Mapping[str, MoveOrders]
    closing: tuple[str, ...]
    by: str
    nonce: str
    throw: int
    drafts: Mapping[str, Draft]


class SandboxRecord(msgspec.Struct, frozen=True):
    """``game``, ``side``: whose view of which game it is; ``seq``: the position after that entry of the game's log.

    ``seed`` (hex) gives its dice; ``throws``: how many commits it has ever had, those taken back included, so that no
    dice fall twice.
    """

    game: str
    side: str
    seq: int
    seed: str
    throws: int = 0
    moves: tuple[Move, ...] = ()
    drafts: Mapping[str, Draft] = {}


def write_record(record: SandboxRecord) -> str:
    """As JSON."""
    return msgspec.json.encode(record).decode()


def read_record(text: str) -> SandboxRecord:
    """Refused damaged for what no sandbox has written."""
    try:
        record = msgspec.json.decode(text, type=SandboxRecord)
        bytes.fromhex(record.seed)
    except (msgspec.MsgspecError, ValueError):
        raise Refused("damaged", "What was kept of this sandbox cannot be read. Open a new one: sandbox") from None
    return record


def drafts_of(fold: Fold) -> dict[str, Draft]:
    """All drafts that are not empty."""
    return {side: Draft(line.text, line.ahead) for side, line in fold.drafts.items() if line.text}


def move_of(fold: Fold, plan: Plan, side: str, nonce: str, throw: int) -> Move:
    """A commit that is about to run."""
    orders = {
        writer: MoveOrders(given.lines, given.rest, given.ahead, bool(given.draft))
        for writer, given in plan.orders.items()
    }
    return Move(side, orders, plan.closing, plan.by, nonce, throw, drafts_of(fold))


def plan_of(fold: Fold, move: Move) -> Plan:
    """The same commit again, in a game with the same drafts."""
    orders = {
        writer: SideOrders(
            given.lines,
            fold.drafts[writer].seq if given.drafted and writer in fold.drafts else 0,
            given.rest,
            given.ahead,
        )
        for writer, given in move.orders.items()
    }
    return Plan(orders, move.closing, move.by)
