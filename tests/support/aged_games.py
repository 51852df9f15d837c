"""Games whose phase began a while ago, so that their deadline is near."""

from unittest.mock import patch

from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from engine.log.fold import Fold
from engine.table import Table


def age_game(table: Table, game: str, seconds: int) -> str:
    """The phase that is open is one that began so many seconds ago.  Returns its deadline, which is another one.

    Times of a log never fall, so this one is not valid any more.
    """
    with patch.object(Fold, "not_before", lambda _, now: now):
        table.rewind(game, table.game(game).length, add_seconds(utc_now(), -seconds), "referee")
    due = table.game(game).due
    assert due
    return due
