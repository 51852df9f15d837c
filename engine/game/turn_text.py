"""A text of orders cut where a phase ends: what belongs to this phase, and what is written ahead for the next one."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.checking import Verdict
from engine.contract import Commit, Done
from engine.language.write import echo


class TurnText(NamedTuple):
    """``orders``: the verdicts on the orders of this phase, the one that ends it included, without ``commit``.

    ``runs``: the text says ``commit`` or ``done``, so they run without another word.  ``ends``: the last of them ends
    the phase.  ``rest``: the text below it as typed, ``ahead`` when it is for the side's next phase.
    """

    orders: tuple[Verdict, ...]
    runs: bool
    ends: bool
    rest: str
    ahead: bool


def cut(text: str, verdicts: Sequence[Verdict], *, all_now: bool = False) -> TurnText:
    """The text at the first order that ends the phase, else at its last ``commit``.

    ``all_now``: the writer has said commit or done beside the text, so that all orders of the phase run.
    """
    enders = [at for at, verdict in enumerate(verdicts) if verdict.accepted and _ends(verdict)]
    commits = [at for at, verdict in enumerate(verdicts) if verdict.accepted and _is_commit(verdict)]
    ends = bool(enders)
    last = enders[0] if enders else len(verdicts) - 1 if all_now or not commits else commits[-1]
    now = tuple(verdict for verdict in verdicts[: last + 1] if not _is_commit(verdict))
    below = verdicts[last + 1 :]
    while ends and below and below[0].cannot_run:
        last, below = last + 1, below[1:]
    if ends and not isinstance(verdicts[enders[0]].line.order, Done) and below and _is_done(below[0]):
        last, below = last + 1, below[1:]  # `choose a; done`: the choice has ended that phase already
    return TurnText(now, runs_by_itself(verdicts), ends, _below(text, verdicts[last], below) if below else "", ends)


def runs_by_itself(verdicts: Sequence[Verdict]) -> bool:
    """Whether the text says ``commit`` or ``done`` on a line that is accepted."""
    return any(verdict.accepted and _is_word(verdict) for verdict in verdicts)


def without_words(verdicts: Sequence[Verdict]) -> list[str]:
    """The accepted orders in standard form, without ``commit`` and ``done``."""
    return [verdict.echo for verdict in verdicts if verdict.accepted and verdict.echo and not _is_word(verdict)]


def _below(text: str, last: Verdict, below: Sequence[Verdict]) -> str:
    """The text after an order; what follows on the same line is written so that it can stand alone."""
    lines = text.splitlines()
    same = [verdict for verdict in below if verdict.line.number == last.line.number]
    typed = last.line.text[last.line.span[1] :].strip(" ;")
    head = echo([verdict.echo for verdict in same]) if all(verdict.accepted for verdict in same) else typed
    return "\n".join(line for line in (head, *lines[last.line.number :]) if line.strip())


def _ends(verdict: Verdict) -> bool:
    return verdict.ends


def _is_done(verdict: Verdict) -> bool:
    return verdict.accepted and isinstance(verdict.line.order, Done) and verdict.line.condition is None


def _is_word(verdict: Verdict) -> bool:
    return isinstance(verdict.line.order, (Commit, Done))


def _is_commit(verdict: Verdict) -> bool:
    return isinstance(verdict.line.order, Commit)
