"""Questions among lines of orders: one is never an order, at whatever door it is asked."""

from collections.abc import Sequence

from . import wording

NEVER = "A question is never an order"
SHOWN = 5
"""Questions that are quoted, at most."""


def is_question(line: str) -> bool:
    """Whether the line, or one of several orders on it, ends with a question mark and perhaps other signs; neither a
    remark behind # nor a name in quotes counts.
    """
    return any(_asks(part) for part in line.partition("#")[0].split(";"))


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
