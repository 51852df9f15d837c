"""Report lines that are the same in every game: orders that were not carried out."""

from engine.contract import Balked, Skipped


def not_carried_out(event: Balked | Skipped, over: bool) -> str:
    """The line for an order that was refused or skipped when its turn came; "" once the game is over."""
    match event:
        case Balked(order=order, code=code, says=says):
            return "" if over else f"Not done: {order} ({code}): {says.rstrip('.')}."
        case Skipped(order=order):
            return f"Condition not met, skipped: {order}."


def drawn_or_won(winner: str) -> str:
    """The sentence for a game that has just ended; ``winner``: a name for people, or draw."""
    return "The game has just ended in a draw." if winner == "draw" else f"{winner} has just won."


def first_few(names: list[str], most: int = 4) -> str:
    """``A, B, C, D and 3 more``"""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
