"""Seats of a running game: who may take one that is free, so that nobody plays against secrets that he knows."""

from engine.errors import Refused
from engine.log.fold import Fold
from engine.log.transactions import moment


def check_taker(fold: Fold, seat: str, player: str) -> None:
    """Refused if the player, in this running game, would see what an opponent has kept secret.

    A game that one person began alone, as every hot seat, has no such secrets.
    """
    if not fold.started or {player} == set(holders_at_start(fold).values()):
        return
    name = fold.scenario.sides[seat].name
    for side in sides_played_by(fold, player):
        if side != seat and not fold.system.allied(fold.state, side, seat):
            own = fold.scenario.sides[side].name
            raise Refused(
                "opponents-seat",
                f"The seat of {name} is not for you: you play {own} or have played it, and would see what both sides "
                "keep secret. Somebody else can take it.",
            )
    if sealed_orders_given(fold, seat) and _last_player(fold, seat) != player:
        raise Refused(
            "orders-given",
            f"{name} already has secret orders in this phase, which stay in force and stay secret. The seat can be "
            "taken as soon as the phase has been played.",
        )


def sealed_orders_given(fold: Fold, seat: str) -> bool:
    """Whether the seat has committed orders in the present phase that nobody else may know of yet."""
    if not fold.phase or not fold.phase.sealed:
        return False
    if fold.awaited and seat in fold.awaited.orders:
        return True
    now = moment(fold.phase)
    transaction = fold.transactions[-1] if fold.transactions[-1].acted == now else None
    while transaction:
        if seat in transaction.orders:
            return True
        transaction = transaction.earlier
    return False


def holders_at_start(fold: Fold) -> dict[str, str]:
    """Who held which seat when the game began."""
    seats = dict[str, str]()
    for transaction in fold.transactions:
        if transaction.kind == "seated":
            seats[transaction.side] = transaction.player
        elif transaction.kind == "left":
            seats.pop(transaction.side, None)
        if transaction.started:
            break
    return seats


def sides_played_by(fold: Fold, player: str) -> list[str]:
    """The sides that the player has held since the game began."""
    begun = [side for side, holder in holders_at_start(fold).items() if holder == player]
    taken = [
        transaction.side
        for transaction in fold.transactions
        if transaction.kind == "seated" and transaction.started and transaction.player == player
    ]
    helped = [side for side, deputy in fold.former_deputies if deputy and deputy == player]
    return list(dict.fromkeys((*begun, *taken, *sorted(helped))))


def _last_player(fold: Fold, seat: str) -> str:
    return next(
        (
            transaction.player
            for transaction in reversed(fold.transactions)
            if transaction.kind == "left" and transaction.side == seat
        ),
        "",
    )
