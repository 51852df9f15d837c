"""Questions among lines of orders: one is never an order, at whatever door it is asked."""

from collections.abc import Sequence

from engine.game.turn_text import runs_by_itself
from engine.language.words import REMARKS
from engine.table import Given, Refused, Table

from . import wording

NEVER = "A question is never an order"
HELD = "Nothing runs beside a question, which is never an order: say commit or done by itself to go on without it."
NO_MARKS = str.maketrans("?？", "  ")
"""Takes the question marks off a line."""
SHOWN = 5
"""Questions that are quoted, at most."""


def is_question(line: str) -> bool:
    """Whether the line, or one of several orders on it, ends with a question mark and perhaps other signs; neither a
    remark (a line with // in front, or what is behind #) nor a name in quotes counts.
    """
    said = "" if line.lstrip().startswith(REMARKS) else line.partition("#")[0]
    return any(_asks(part) for part in said.split(";"))


def _asks(part: str) -> bool:
    last = next((sign for sign in reversed(part) if sign.isalnum() or sign in '?？"'), "")
    return last in ("?", "？")


def without_questions(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with an empty line in place of each question, so that lines keep their numbers, and the questions."""
    lines = text.splitlines()
    questions = tuple(line.strip() for line in lines if is_question(line))
    if not questions:
        return text, ()
    return "\n".join("" if is_question(line) else line for line in lines).rstrip(), questions


def left_out(questions: Sequence[str]) -> str:
    """What is said of them beside orders."""
    shown = wording.join_list([f'"{wording.clip(line, 60)}"' for line in questions[:SHOWN]])
    more = f" and {len(questions) - SHOWN} more" if len(questions) > SHOWN else ""
    lines = "this line was" if len(questions) == 1 else "these lines were"
    return f"{NEVER}, so {lines} left out: {shown}{more}. To order it, write it without the question mark."


def hold(table: Table, game: str, side: str, text: str, now: str, why: str) -> Given:
    """Orders kept as the draft, of which nothing may run yet, and ``why``.  Raises Refused if they are for the side's
    next phase, in which they would run by themselves.
    """
    reply = table.check(game, side, text)
    if reply.ahead and runs_by_itself(reply.verdicts):
        says = (
            "These orders are for your next phase and would run by themselves when it opens, so they were not stored."
        )
        raise Refused("held", f"{why} {says} Without commit and done they would be.")
    return Given(table.write(game, side, text, now), asks=why, kept=text)
