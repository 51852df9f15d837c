"""The rows of a load run: what was lost or doubled, how long people waited, what it cost."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.bench.loopback.interactions import AUTOCOMPLETE, OPEN_MODAL, Interaction
from bot.bench.timing import Figure

from .measurements import LATE, Lateness, busiest, percentile
from .plan import Plan
from .run import Result, Run

ANSWER, FORM = 0.15, 0.1
"""Seconds within which 99 of 100 first answers come, and order forms."""
OFTEN_LATE = 0.05
"""Share of answers with a late generator from which on a figure says nothing about the bot."""
CHANNEL_POSTS, REQUESTS = 5, 50
"""What Discord allows: posts to one channel in five seconds, requests in one second."""
SHOWN = 3
"""Faults that a row names."""


def figures(folder: Path, plan: Plan) -> Iterator[Figure]:
    """A run in this folder, and its rows."""
    yield from rows(asyncio.run(Run(plan, folder).go()))


def rows(result: Result) -> Iterator[Figure]:
    found, of = result.findings, str(result.plan)
    yield faults("D1", f"{of}: accepted orders lost or run twice", found.order_faults, found.drafts + found.runs)
    yield faults("D2", f"{of}: posts lost, doubled or out of order", found.post_faults, found.posts)
    yield faults("D3", f"{of}: logs that do not verify", found.log_faults, found.games)
    yield faults("D4", f"{of}: requests that Discord rejects", result.violations, len(result.requests.counted))
    yield from waits(result)
    yield posting(result)
    yield from costs(result)


def faults(name: str, what: str, found: Sequence[str], count: int) -> Figure:
    named = "".join(f"\n{fault}" for fault in found[:SHOWN])
    return Figure(name, what, f"{len(found)} of {count}{named}", "0", not found and count > 0)


def waits(result: Result) -> Iterator[Figure]:
    """Unanswered interactions, and seconds from an interaction to its first answer, by the kind of the answer."""
    silent = [one for one in result.asked if one.answered is None]
    lost = [one for one in silent if fell(one, result)]
    told = f"{len(silent) - len(lost)} of {len(result.asked)}; {len(lost)} more fell into a kill"
    yield Figure("D5", "actions without an answer while the bot was up", told, "0", len(silent) == len(lost))
    answered = [one for one in result.asked if one.answered is not None]
    forms = [one for one in answered if one.answered == OPEN_MODAL]
    typed = [one for one in answered if one.kind == AUTOCOMPLETE]
    others = [one for one in answered if one.answered != OPEN_MODAL and one.kind != AUTOCOMPLETE]
    yield wait("D6", "first answer to a command, button or form", others, ANSWER, result.lateness)
    yield wait("D7", "order form opened", forms, FORM, result.lateness)
    yield wait("D8", "suggestions while typing", typed, ANSWER, result.lateness)


def fell(one: Interaction, result: Result) -> bool:
    """Whether the bot was away at some moment while this waited."""
    return any(start < one.since + one.patience and one.since < end for start, end in result.down)


def wait(name: str, what: str, asked: Sequence[Interaction], limit: float, lateness: Lateness) -> Figure:
    """Judged by those for which the generator was in time; not at all if it was often late."""
    prompt = [one.waited for one in asked if not lateness.overlaps(one.since, one.since + one.waited)]
    late = len(asked) - len(prompt)
    last = percentile(prompt, 99)
    told = f"p50 {ms(percentile(prompt, 50))}, p99 {ms(last)} of {len(prompt)}"
    if late:
        told += f"; generator late at {late} more, with them p99 {ms(percentile([one.waited for one in asked], 99))}"
    if late > OFTEN_LATE * len(asked):
        told += "; NOT JUDGED: the generator was late too often"
    judged = len(prompt) > 0 and late <= OFTEN_LATE * len(asked)
    return Figure(name, what, told, f"p99 {ms(limit)}", last <= limit if judged else None)


def posting(result: Result) -> Figure:
    calm = [seconds for seconds, killed in result.posted if not killed]
    torn = [seconds for seconds, killed in result.posted if killed]
    told = f"p50 {ms(percentile(calm, 50))}, p99 {ms(percentile(calm, 99))} of {len(calm)}"
    if torn:
        told += f"; {len(torn)} across a kill, at most {ms(max(torn))}"
    return Figure("D9", "from commit to the last of its posts", told)


def costs(result: Result) -> Iterator[Figure]:
    requests, channels = result.requests, result.requests.posts.values()
    posts = sum(map(len, channels))
    busy = busiest(requests.counted, 1), max((busiest(channel, 5) for channel in channels), default=0)
    told = (
        f"{posts / result.seconds:.1f} posts a second; busiest second {busy[0]} requests, "
        f"busiest channel {busy[1]} posts in 5 s; {result.refused} came too early"
    )
    fits = busy[0] <= REQUESTS and busy[1] <= CHANNEL_POSTS and not result.refused
    yield Figure("D10", "posts against Discord's limits", told, f"{REQUESTS} a second, {CHANNEL_POSTS} in 5 s", fits)
    away = [end - start for start, end in result.down]
    if away:
        yield Figure("D11", "back after a kill", f"{ms(percentile(away, 50))}, at most {ms(max(away))}")
    memory = result.memory
    yield Figure("D12", "memory of the bot at most", f"{memory.bot:.0f} MB; its workers {memory.workers:.0f} MB more")
    share = 100 / result.seconds
    told = (
        f"bot {result.cpu_bot * share:.0f} %, generator {result.cpu_generator * share:.0f} % of one core; generator "
        f"more than {ms(LATE)} late {len(result.lateness.spells)} times, at most {ms(result.lateness.longest)}"
    )
    yield Figure("D13", f"CPU for {len(result.asked) / result.seconds:.1f} actions a second", told)


def ms(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
