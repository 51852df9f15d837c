"""Timing on a noisy machine: each round runs every variant once, in rotating order; ratios are taken within a round,
and medians reported.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Timed(NamedTuple):
    """Median seconds of one run, and the median over the rounds of its ratio to the floor of the same round."""

    seconds: float
    ratio: float

    @property
    def ms(self) -> str:
        if self.seconds >= 1:
            return f"{self.seconds:.3g} s"
        return f"{self.seconds * 1000:.3g} ms" if self.seconds >= 1e-4 else f"{self.seconds * 1e6:.3g} us"


class Figure(NamedTuple):
    """One line of the table.  ``measured`` and ``target`` in words; ``met`` is None where there is no target."""

    name: str
    what: str
    measured: str
    target: str = ""
    met: bool | None = None
    value: float | None = None
    """The ratio, where there is one."""


@contextmanager
def as_in_a_running_bot() -> Iterator[None]:
    """As `serve` does once it has started: what is there is not looked through again for garbage.  New garbage is
    looked for only by ``gc.collect``.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def rounds(
    variants: Mapping[str, Callable[[], object]],
    floor: str,
    count: int = 15,
    *,
    before: Mapping[str, Callable[[], object]] | None = None,
    clock: Callable[[], float] | None = None,
) -> dict[str, Timed]:
    """Time every variant once per round, in rotating order; ``floor`` names the baseline of the ratios.

    ``before``: what runs, untimed, before a variant.  ``clock``: seconds, of the wall if none is given.
    """
    now = clock or perf_counter
    times, names = {name: list[float]() for name in variants}, list(variants)
    for variant in variants.values():
        variant()
    with as_in_a_running_bot():
        for turn in range(count):
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                if before and name in before:
                    before[name]()
                start = now()
                variants[name]()
                times[name].append(now() - start)
            gc.collect()
    return {
        name: Timed(median(t), median(a / b for a, b in zip(t, times[floor], strict=True))) for name, t in times.items()
    }


def many(action: Callable[[], object], times: int) -> Callable[[], object]:
    """The action repeated, for actions too short to time singly."""

    def run() -> None:
        for _ in range(times):
            action()

    return run


def at_most(name: str, what: str, timed: Timed, limit: float, of: str) -> Figure:
    """A figure whose ratio has an upper limit."""
    return Figure(
        name, what, f"{timed.ms}, {timed.ratio:.2f}x {of}", f"<= {limit:g}x", timed.ratio <= limit, timed.ratio
    )
