"""The odds of a battle as a chart: what is in it, no pixels."""

from typing import Literal

import msgspec

BattleEnd = Literal["won", "draw", "lost", "retreated"]


class Share(msgspec.Struct, frozen=True):
    """A part of the first bar: how it ends, its words, from 0 to 1, the figure as text, and its confidence interval."""

    end: BattleEnd
    words: str
    share: float
    figure: str
    range: str = ""


class Column(msgspec.Struct, frozen=True):
    """So many units left of the attacker (won, retreated) or the defender (lost); ``share`` of all battles."""

    end: BattleEnd
    left: str
    share: float


class ChartSide(msgspec.Struct, frozen=True):
    """A side: its name, what it has, what is left of it and what it loses on average, in words."""

    name: str
    colour: str
    units: tuple[tuple[str, int], ...]
    left: str
    lost: str


class Chart(msgspec.Struct, frozen=True):
    """``lines``: attacker, defender.

    ``columns`` from the attacker's best outcome to the worst.  ``swing`` and ``note``: one line each.
    """

    title: str
    lines: tuple[ChartSide, ChartSide]
    shares: tuple[Share, ...]
    columns: tuple[Column, ...]
    swing: str
    note: str
