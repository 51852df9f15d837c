"""What every way in says about a sandbox."""

from engine.sandbox.sandbox import Undone

AFTER_THE_END = "The game in this sandbox is over. `undo` goes back, `restart` begins again, `leave` ends it."
LEFT = "You have left the sandbox. The game is as it was, your draft in it too."
RESTARTED = "The sandbox is as it was opened."


def undone(what: Undone) -> tuple[str, ...]:
    """What was taken back."""
    if what.line:
        return (f"removed: {what.line}",)
    lines = [line for text in what.rewritten.values() for line in text.splitlines()]
    if not lines:
        return ("The last commit is taken back.",)
    return (
        "The last commit is taken back. Its orders are written again, and not run:",
        *(f"  {line}" for line in lines),
    )
