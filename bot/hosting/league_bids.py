"""Bids for sides that are due: whoever has not bid by then has bid 0."""

from .engine_thread import EngineData
from .league_games import open_all_games


def open_due_bids(data: EngineData, league: str, now: str) -> tuple[int, ...]:
    """The numbers of the matches whose bids are opened, because their round's date has come.  The games of a league
    that lives nowhere are opened too.
    """
    due = [match.number for match in data.leagues.find(league).awaiting_bids() if match.due and match.due <= now]
    with data.table.journal.transaction():
        for number in due:
            data.leagues.open_bids(league, number, now)
        if due and not data.league_places.find(data.leagues.find(league).id):
            open_all_games(data, league, now)
    return tuple(due)
