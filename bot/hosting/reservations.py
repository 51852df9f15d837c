"""Seats that are kept for somebody, in games that people can join at every door."""

from collections.abc import Callable, Mapping

from engine.database.database import Dialect
from engine.table import Game, Refused

from .store import Store

COLUMNS = {"reserved_seat": ("game", "side", "player")}
_TABLES = """
create table if not exists reserved_seat (
  game text not null, side text not null, player text not null, primary key (game, side)){strict};
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}


class Reservations:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def reserve(self, game: Game, side: str, player: str) -> None:
        """Keep a seat that is free for this player, "" for anybody again.  Raises Refused."""
        if game.over or game.seats[side]:
            raise Refused(
                "seat-taken", f"The seat of {game.sides[side].name} in {game.name} is not free, so it cannot be kept."
            )
        with self._store.transaction():
            self._db.execute("delete from reserved_seat where game = ? and side = ?", [game.id, side])
            if player:
                self._db.execute("insert into reserved_seat values (?, ?, ?)", [game.id, side, player])

    def of(self, game: str) -> dict[str, str]:
        """Side -> the player for whom its seat is kept."""
        found = self._db.query("select side, player from reserved_seat where game = ?", (game,))
        return {str(side): str(player) for side, player in found}

    def seat_for(self, game: Game, side: str, player: str, called: Callable[[str], str]) -> str:
        """The side that the player may sit down at: the one named, else the one kept for them, else the first that is
        free and kept for nobody, "" if there is none.  ``called``: a player's name.  Raises Refused.
        """
        kept = {one: whom for one, whom in self.of(game.id).items() if not game.seats.get(one)}
        if side:
            if kept.get(side, player) != player:
                raise Refused(
                    "not-invited",
                    f"The seat of {game.sides[side].name} in {game.name} is kept for {called(kept[side])}.",
                )
            return side
        free = [one for one, holder in game.seats.items() if not holder]
        mine = [one for one in free if kept.get(one) == player]
        return next(iter([*mine, *(one for one in free if one not in kept)]), "")
