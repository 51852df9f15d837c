"""Report lines that are the same in every game: orders that were not carried out."""

from engine.contract import Balked, Rolled, Skipped


def not_carried_out(event: Balked | Skipped, over: bool) -> str:
    """The line for an order that was refused or skipped when its turn came; "" once the game is over.

    In games of earlier versions the objection of some rules ends with a full stop of its own.
    """
    match event:
        case Balked(order=order, code=code, says=says):
            return "" if over else f"Not done: {order} ({code}): {says.rstrip('.')}."
        case Skipped(order=order):
            return f"Condition not met, skipped: {order}."


def roll_line(event: Rolled) -> str:
    """``W1 attacks M1: 3+6 -1 forest = 8, needs 8+: disrupted``"""
    faces = "+".join(map(str, event.faces)) + "".join(f" {number:+} {name}" for name, number in event.mods)
    total = f" = {event.total}" if event.mods or len(event.faces) > 1 else ""
    need = "" if event.need is None else f", needs {event.need}+"
    return f"{event.why}: {faces}{total}{need}" + (f": {event.result}" if event.result else "")


def drawn_or_won_by(winner: str) -> str:
    """``drawn`` or ``won by The Union``; ``winner``: a name for people, or draw."""
    return "drawn" if winner.lower() == "draw" else f"won by {winner}"


def drawn_or_won(winner: str) -> str:
    """The sentence for a game that has just ended; ``winner``: a name for people, or draw."""
    return "The game has just ended in a draw." if winner.lower() == "draw" else f"{winner} has just won."


def first_few(names: list[str], most: int = 4) -> str:
    """``A, B, C, D and 3 more``"""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
