"""Minimum-cost matching by networkx, which is installed with the extra `league`."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from engine.errors import Refused

T = TypeVar("T")
Edge = tuple[int, int, int]
"""Two vertices, and what it costs to match them."""
AT_ONCE, PART = 128, 64
"""Players who are matched all at once, which takes part of a second, and of how many the parts have where there are
more: the time grows with the third power."""


def least_cost(edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """As many pairs as there can be, and of such sets of pairs the cheapest; each pair sorted, all in order."""
    network, found = library("networkx"), list(edges)
    graph = network.Graph()
    above = max((cost for _, _, cost in found), default=0) + 1
    graph.add_weighted_edges_from((one, other, above - cost) for one, other, cost in found)
    return sorted((min(pair), max(pair)) for pair in network.max_weight_matching(graph, maxcardinality=True))


def in_parts(items: Sequence[T]) -> list[Sequence[T]]:
    """All in one part where they are few; parts of PART else, and the last of up to half as many more."""
    if len(items) <= AT_ONCE:
        return [items]
    ends = [*range(PART, len(items) - PART // 2 + 1, PART)]
    ends[-1] = len(items) if len(items) - ends[-1] < PART // 2 else ends[-1]
    ends += [len(items)] if ends[-1] < len(items) else []
    return [items[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def library(name: str) -> Any:
    """A library that leagues need and games do not.  Refused no-library."""
    try:
        return import_module(name)
    except ImportError:
        raise Refused(
            "no-library",
            f"This needs {name.split('.')[0]}, which is not installed: pip install 'fieldpost[league]' installs it.",
        ) from None
