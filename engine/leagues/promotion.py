"""Promotion and relegation: how many change places between neighbouring divisions at the end of a season."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .standings import standings

if TYPE_CHECKING:
    from .fold import League


def after_season(league: "League") -> Mapping[str, str]:
    """The players who change their division, with the new one; those who have withdrawn stay where they are."""
    names = league.divisions()
    tables = [[row.player for row in standings(league, name) if not row.withdrawn] for name in names]
    moved = dict[str, str]()
    for at in range(len(names) - 1):
        upper, lower = tables[at], tables[at + 1]
        count = min(league.template.moves, len(upper) // 2, len(lower) // 2)
        moved |= dict.fromkeys(lower[:count], names[at])
        moved |= dict.fromkeys(upper[len(upper) - count :], names[at + 1])
    return moved
