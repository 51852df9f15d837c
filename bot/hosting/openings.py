"""Who opened which game, so that nobody fills a server with games."""

from collections.abc import Sequence

from engine.contract import counted
from engine.log.deadline import add_seconds
from engine.log.game_rows import ListedGame
from engine.table import Game, Table

from . import wording
from .server_tables import TABLES
from .store import Store

WAITING = 7 * 86_400
"""Seconds for which a game that has not started counts among those that run."""
NAMED = 5
"""Games that a refusal names, at most."""


class Openings:
    """Belongs to the thread that owns the database.  ``server``: such as ``discord:1104200000000000000``, "" for a
    game that was opened by mail or in a forum.
    """

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def record(self, game: str, player: str, server: str, now: str) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into opened_game (game, player, server, at) values (?, ?, ?, ?) on conflict (game) do nothing",
                [game, player, server, now],
            )

    def opener(self, game: Game) -> str:
        """The game's owner; of one that was opened before this was noted whoever holds its first seat, "" if nobody
        does or may be told.
        """
        noted = self.noted(game.id)
        return noted if noted or game.anonymous else next(filter(None, game.seats.values()), "")

    def noted(self, game: str) -> str:
        """Who opened the game, "" if nobody noted that."""
        found = self._db.query("select player from opened_game where game = ?", (game,))
        return str(found[0][0]) if found else ""

    def running_of(self, table: Table, player: str, server: str, now: str) -> tuple[ListedGame, ...]:
        """The games that this person opened there and that count as running, the oldest first."""
        query = "select game, at from opened_game where player = ? and server = ? order by at, game"
        return _running(table, self._db.query(query, (player, server)), now)

    def running_in(self, table: Table, server: str, now: str) -> tuple[ListedGame, ...]:
        """The same of everybody there."""
        return _running(
            table, self._db.query("select game, at from opened_game where server = ? order by at, game", (server,)), now
        )


def too_many(mine: Sequence[ListedGame], most: int) -> str:
    """Why a person may not open another game, with the numbers; "" if they may."""
    if len(mine) < most:
        return ""
    names = [f"{game.name} ({game.game})" for game in mine[:NAMED]]
    more = f" and {len(mine) - NAMED} more" if len(mine) > NAMED else ""
    running = f"{counted(len(mine), 'game')} that you opened {'is' if len(mine) == 1 else 'are'} running"
    return (
        f"{running}, and {most} at once is the most here: {', '.join(names)}{more}."
        " As soon as one of them is over you can open another; a game that nobody joins counts for"
        f" {wording.length(WAITING)}."
    )


def _running(table: Table, rows: Sequence[tuple[str, str]], now: str) -> tuple[ListedGame, ...]:
    opened = {str(game): str(at) for game, at in rows}
    return tuple(
        game
        for game in table.listed(tuple(opened))
        if not game.over and (game.started or add_seconds(opened[game.game], WAITING) > now)
    )
