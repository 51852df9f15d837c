"""What cannot be put to the vote because nobody is there to vote on it, and what can be done instead."""

from engine.errors import Refused
from engine.log.decisions import Motion
from engine.log.fold import Fold
from engine.log.motions import OF_ALL_SEATS

AGREEMENTS: frozenset[Motion] = frozenset(("draw", "concede"))
"""What takes two players: the result is their agreement."""


def refuse_without_others(fold: Fold, seat: str, motion: Motion) -> None:
    """Refused where whoever would have a say plays no side yet, or nobody else does.

    Alone one may still put the deadline off, pause, go on, and give the game up: nobody else is concerned.
    """
    name = fold.opened.name
    alone = {*filter(None, fold.seats.values())} == {fold.seats[seat]}
    free = " and ".join(fold.scenario.sides[side].name for side, holder in fold.seats.items() if not holder)
    if alone and motion in AGREEMENTS:
        raise Refused(
            "no-vote",
            f"Nobody else plays in {name}, so there is nobody to agree with. You can give the game up without a "
            "result (propose to abandon it), leave your seat, or give the order concede for a side of yours.",
        )
    if alone and motion == "replace":
        raise Refused(
            "no-vote", f"Nobody else plays in {name}, so nobody can be replaced. Your own seat you can leave."
        )
    if free and motion in OF_ALL_SEATS and fold.started:
        raise Refused(
            "no-vote",
            f"The seat of {free} is free, and whoever takes it has a say in this. Propose it when somebody plays there;"
            " until then the players can give the game up without a result (propose to abandon it).",
        )
