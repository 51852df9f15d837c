"""Sums and differences of unit counts, always in catalogue order and without zeros."""

from collections.abc import Mapping
from typing import TypeVar

from ..tables import CATALOGUE, UNITS
from .position import Counts

V = TypeVar("V")


def added(counts: Counts, more: Counts) -> Counts:
    """The sum of two counts."""
    return {kind: number for kind in CATALOGUE if (number := counts.get(kind, 0) + more.get(kind, 0)) > 0}


def subtracted(counts: Counts, less: Counts) -> Counts:
    """The first count without the second; never below zero."""
    return {kind: number for kind in CATALOGUE if (number := counts.get(kind, 0) - less.get(kind, 0)) > 0}


def ipc_value(counts: Counts) -> int:
    """The price of these units, in IPCs."""
    return sum(UNITS[kind].cost * number for kind, number in counts.items())


def with_entry(known: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    """The mapping with this value under the key; without the key if the value is empty or zero."""
    return {**known, key: value} if value else {other: kept for other, kept in known.items() if other != key}
