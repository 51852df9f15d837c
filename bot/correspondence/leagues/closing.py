"""What closing a season does: who has won it, and who changes division."""

from collections.abc import Callable

from engine.contract import counted
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.promotion import after_season
from engine.leagues.rounds import rounds_left
from engine.leagues.standings import standings

from ..commands import Command
from .forms import LEAGUE

Called = Callable[[str], str]
EARLY = "early"
"""The word that ends a season before all its rounds."""
BEST = 3
"""Places that are told when a season ends."""


def season_lookups(league: str, season: int) -> tuple[Command, ...]:
    """What is shown of a season that is closed: its awards, and the final tables."""
    return tuple(Command(LEAGUE, f"{view} {league} season={season}") for view in ("awards", "standings"))


def closing_lines(league: League, called: Called) -> tuple[str, ...]:
    """Of a season that is still open: the best of each division, and who goes up and down."""
    lines = list[str]()
    for division in league.divisions():
        best = [f"{row.place}. {called(row.player)} ({row.points})" for row in standings(league, division)[:BEST]]
        lines.append(f"{f'{division}: ' if division else ''}{', '.join(best)}")
    return (*lines, *moves_lines(league, called))


def left_line(league: League) -> str:
    """How many rounds the season has still to play; "" once it has had them all."""
    if not (left := rounds_left(league)):
        return ""
    all_ = counted(left + len(league.rounds), "round")
    return f"Season {league.season} has had {len(league.rounds)} of its {all_}, and {left} would never be played."


def require_all_rounds(league: League) -> None:
    """Refused rounds-left as long as rounds are still to be paired."""
    if says := left_line(league):
        raise Refused(
            "rounds-left",
            f"{says} `league pair {league.id}` pairs the next one. To end {league.name} now, which cannot be undone: "
            f"`league close {league.id} {EARLY}`.",
        )


def moves_lines(league: League, called: Called) -> tuple[str, ...]:
    """``Up from second to first: Ann, Bob.``"""
    order, moved = league.divisions(), dict[tuple[str, str], list[str]]()
    for player, new in after_season(league).items():
        moved.setdefault((league.entrants[player].division, new), []).append(called(player))
    ways = sorted(moved, key=lambda way: (min(map(order.index, way)), order.index(way[1])))
    return tuple(
        f"{'Up' if order.index(new) < order.index(old) else 'Down'} from {old} to {new}: {', '.join(moved[old, new])}."
        for old, new in ways
    )
