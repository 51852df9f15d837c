"""The rows of a load run: what was lost or doubled, how long people waited, what it cost."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.bench.loopback.interactions import AUTOCOMPLETE, OPEN_MODAL, Interaction
from bot.bench.timing import Figure

from .late import Late
from .measurements import LATE, Lateness, busiest, percentile
from .plan import Plan
from .run import SETTLING, Delay, Result, Run
from .rush import CALCULATING, WITHIN, Rush
from .rush import REQUESTS as REQUESTS_SENT

ANSWER, FORM = 0.15, 0.1
"""Seconds within which 99 of 100 first answers come, and order forms."""
OFTEN_LATE = 0.05
"""Share of answers with a late generator from which on a figure says nothing about the bot."""
CHANNEL_POSTS, REQUESTS = 5, 50
"""What Discord allows: posts to one channel in five seconds, requests in one second."""
SHOWN = 3
"""Faults that a row names."""


def figures(folder: Path, plan: Plan) -> Iterator[Figure]:
    """Three runs in this folder, and their rows; of several processes one run."""
    runs = (("load", lambda home: rows(asyncio.run(Run(plan, home).go()))), ("rush", rush), ("late", late))
    for name, run in runs[: 1 if plan.processes > 1 else None]:
        (folder / name).mkdir()
        yield from run(folder / name)


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


def rush(home: Path) -> Iterator[Figure]:
    """Requests spread out, and as many at once."""
    stage = Rush(home)
    spread, at_once = asyncio.run(stage.go())
    what = f"{REQUESTS_SENT} requests in {WITHIN:g} s, {CALCULATING} big odds under way"
    yield from both("D14", what, spread, stage.lateness)
    what = f"{REQUESTS_SENT} requests at once, {CALCULATING} big odds under way"
    yield from both("D15", what, at_once, stage.lateness)


def late(home: Path) -> Iterator[Figure]:
    stage = Late(home)
    asked = asyncio.run(stage.go())
    yield faults("D16", f"{stage.games} deadlines passed at once: not run, or not posted", stage.left, stage.games)
    what = f"{stage.games} deadlines, run within {ms(stage.ran)}, posted within {ms(stage.posted)}"
    yield from both("D16", what, asked, stage.lateness)


def both(name: str, what: str, asked: Sequence[Interaction], lateness: Lateness) -> Iterator[Figure]:
    """The rows of answers and of order forms."""
    forms = [one for one in asked if one.answered == OPEN_MODAL]
    others = [one for one in asked if one.answered != OPEN_MODAL]
    yield wait(name, f"{what}: first answers", others, ANSWER, lateness)
    yield wait(name, f"{what}: order forms", forms, FORM, lateness)


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
    for name, what, some, limit in (
        ("D6", "first answer to a command, button or form", others, ANSWER),
        ("D7", "order form opened", forms, FORM),
        ("D8", "suggestions while typing", typed, ANSWER),
    ):
        yield wait(name, what, [one for one in some if not settling(one, result)], limit, result.lateness)
        if cold := [one for one in some if settling(one, result)]:
            yield wait(name, f"{what}, within {SETTLING:g} s after a kill", cold, None, result.lateness)


def settling(one: Interaction, result: Result) -> bool:
    """Whether it was asked so soon after a start that the bot had much to read again."""
    return any(end <= one.since < end + SETTLING for _, end in result.down)


def fell(one: Interaction, result: Result) -> bool:
    """Whether the bot was away at some moment while this waited."""
    return any(start < one.since + one.patience and one.since < end for start, end in result.down)


def wait(name: str, what: str, asked: Sequence[Interaction], limit: float | None, lateness: Lateness) -> Figure:
    """Judged by those for which the generator was in time; not at all if it was often late, or without a limit."""
    prompt = [waited(one) for one in asked if not lateness.overlaps(one.since, one.since + waited(one))]
    late = len(asked) - len(prompt)
    last = percentile(prompt, 99)
    told = f"p50 {ms(percentile(prompt, 50))}, p99 {ms(last)} of {len(prompt)}"
    if late:
        told += f"; generator late at {late} more, with them p99 {ms(percentile([*map(waited, asked)], 99))}"
    if limit is None:
        return Figure(name, what, told)
    judged = len(prompt) > 0 and late <= OFTEN_LATE * len(asked)
    if not judged:
        told += "; NOT JUDGED: the generator was late too often"
    return Figure(name, what, told, f"p99 {ms(limit)}", last <= limit if judged else None)


def waited(one: Interaction) -> float:
    """Seconds to the first answer; without any as long as Discord waits."""
    return one.patience if one.answered is None else one.waited


def posting(result: Result) -> Figure:
    free = [seconds for seconds, delay in result.posted if delay is Delay.NONE]
    told = f"p50 {ms(percentile(free, 50))}, p99 {ms(percentile(free, 99))} of {len(free)}"
    for delay, why in ((Delay.LIMIT, "in a channel at Discord's limit"), (Delay.KILL, "across a kill or soon after")):
        if held := [seconds for seconds, cause in result.posted if cause is delay]:
            told += f"; {len(held)} more {why}: p50 {ms(percentile(held, 50))}, at most {ms(max(held))}"
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
        yield Figure(
            "D11", "back after a kill, or its work taken over", f"{ms(percentile(away, 50))}, at most {ms(max(away))}"
        )
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
