"""Games whose phase began a while ago, so that their deadline is near."""

from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from engine.table import Table


def age_game(table: Table, game: str, seconds: int) -> str:
    """The phase that is open is one that began so many seconds ago.  Returns its deadline, which is another one."""
    table.rewind(game, table.game(game).length, add_seconds(utc_now(), -seconds), "referee")
    due = table.game(game).due
    assert due
    return due
