"""Feedback on orders: a verdict for each, the problem words underlined, and a corrected line to send instead."""

from collections.abc import Iterator

from bot.hosting import wording
from engine.checking import Verdict
from engine.errors import as_sentence
from engine.language.explain import caret
from engine.table import OrdersReply

from . import markup

WIDTH = 38
"""Characters of a line in a code block that a phone shows without folding it."""
OWN = 100
"""Most characters of a player's own order that are quoted back."""
MOST = 3
"""Suggestions shown for one problem."""


def feedback(reply: OrdersReply) -> str:
    """All verdicts in the order written, a summary, and what would be lost if the phase ended now."""
    left = f"-# If the phase ends now: {markup.escape('; '.join(reply.left))}."
    return "\n".join((*map(verdict, reply.verdicts), *_summary(reply), *([left] if reply.left else [])))


def verdict(given: Verdict) -> str:
    """The verdict on one order: accepted and echoed in standard form, or rejected with every objection."""
    if not given.accepted:
        return "\n".join(_refused(given))
    remark = " *its condition is not met at the moment*" if given.idle else ""
    remark += f" · {markup.escape(given.chances)}" if given.chances else ""
    remark += f"\n-# kept without the {given.without} before it" if given.without else ""
    remark += f"\n-# {markup.escape(given.remark('currently'))}" if given.warning else ""
    return (
        f"{_sign(given)} {given.line.number}. "
        f"{markup.inline_code(given.echo or wording.clip(_own_words(given), OWN))}{remark}"
    )


def _refused(verdict: Verdict) -> Iterator[str]:
    own = _own_words(verdict)
    # a short line appears whole in the block below, so it is not quoted here
    shown = own == verdict.line.text.strip() and len(verdict.line.text) <= WIDTH
    quoted = "" if shown and verdict.problems else f" {markup.inline_code(wording.clip(own, OWN))}"
    yield f"❌ {verdict.line.number}.{quoted}"
    for problem in verdict.problems:
        yield markup.code_block(caret(verdict.line.text, problem.column, problem.width, WIDTH - 2))
        rule = f" · {markup.escape(problem.rule)}" if problem.rule else ""
        yield f"{markup.escape(as_sentence(problem.message))}\n-# {markup.inline_code(problem.code)}{rule}"
        if problem.suggestions:
            yield "➡️ " + " or ".join(markup.inline_code(line) for line in problem.suggestions[:MOST])


def _sign(verdict: Verdict) -> str:
    return "🚫" if verdict.cannot_run or verdict.hopeless else "⚠️" if verdict.doubt else "💤" if verdict.idle else "✅"


def _own_words(verdict: Verdict) -> str:
    start, end = verdict.line.span
    return verdict.line.text[start:end] or verdict.line.text


def _summary(reply: OrdersReply) -> Iterator[str]:
    count, good = len(reply.verdicts), sum(v.accepted and not v.cannot_run for v in reply.verdicts)
    doubtful = sum(v.doubt and not v.cannot_run for v in reply.verdicts)
    if not count:
        yield "There are no orders in your message."
    elif good < count:
        result = (
            f"{good} of {count} orders {'is' if good == 1 else 'are'} valid" if count > 1 else "The order is not valid"
        )
        marks = dict.fromkeys("🚫" if v.cannot_run else "❌" for v in reply.verdicts if v.cannot_run or not v.accepted)
        yield f"**{result}**; orders marked {' or '.join(marks)} will not be run."
    else:
        valid = {1: "The order is valid", 2: "Both orders are valid"}
        yield f"**{valid.get(good, f'All {good} orders are valid')}.**"
    if doubtful:
        yield (
            f"-# ⚠️ {doubtful} {'is' if doubtful == 1 else 'are'} provisional: dice or conditions decide; "
            "checked again when the turn comes."
        )


def receipt(reply: OrdersReply) -> str:
    """A receipt for the stored draft: the beginning of its hash, and the time."""
    return f"-# Draft saved · receipt `{reply.receipt}` · {markup.timestamp(reply.at, 'T')}" if reply.receipt else ""
