"""Seats that are kept for somebody, in games that people can join at every door, and the letters that say so."""

from collections.abc import Callable, Mapping

from engine.database.database import Dialect
from engine.table import Game, Refused

from .store import Store

COLUMNS = {
    "reserved_seat": ("game", "side", "player"),
    "reserved_seat_letter": ("game", "player", "door", "text"),
}
_TABLES = """
create table if not exists reserved_seat (
  game text not null, side text not null, player text not null, primary key (game, side)){strict};
create table if not exists reserved_seat_letter (
  game text not null, player text not null, door text not null, text text not null,
  primary key (game, player, text)){strict};
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

    def tell(self, game: str, player: str, door: str, text: str) -> None:
        """This door is to bring the player a letter about the game; the same one once."""
        with self._store.transaction():
            self._db.execute(
                "insert into reserved_seat_letter values (?, ?, ?, ?) on conflict (game, player, text) do nothing",
                [game, player, door, text],
            )

    def waiting_games(self, door: str) -> tuple[str, ...]:
        """The games about which the door has letters to bring."""
        query = "select distinct game from reserved_seat_letter where door = ? order by game"
        return tuple(str(game) for (game,) in self._db.query(query, (door,)))

    def take(self, game: str, door: str) -> tuple[tuple[str, str], ...]:
        """In the transaction that brings them: player and text of each letter.  They are not asked for again."""
        query = "select player, text from reserved_seat_letter where game = ? and door = ? order by player, text"
        rows = self._db.query(query, (game, door))
        if rows:
            with self._store.transaction():
                self._db.execute("delete from reserved_seat_letter where game = ? and door = ?", [game, door])
        return tuple((str(player), str(text)) for player, text in rows)

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
                whom = "somebody else" if game.anonymous else called(kept[side])
                raise Refused("not-invited", f"The seat of {game.sides[side].name} in {game.name} is kept for {whom}.")
            return side
        free = [one for one, holder in game.seats.items() if not holder]
        mine = [one for one in free if kept.get(one) == player]
        return next(iter([*mine, *(one for one in free if one not in kept)]), "")
