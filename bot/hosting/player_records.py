"""What a player has won and lost, by system and side, and how soon and how reliably they reply."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.log.replies import Replies, added_replies
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Game, Table

from .luck import MOST_GAMES

if TYPE_CHECKING:
    from .engine_thread import EngineThread


class Record(NamedTuple):
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def __str__(self) -> str:
        return f"{self.won}-{self.drawn}-{self.lost}"


class SystemRecord(NamedTuple):
    """``sides``: by the number of the side in its scenario, from 1."""

    system: str
    total: Record
    sides: tuple[tuple[int, Record], ...]


def record_of(games: Iterable[Game], player: str) -> tuple[SystemRecord, ...]:
    """From games that are over and have a result; one in which somebody played all sides does not count."""
    found = dict[tuple[str, int], Record]()
    for game in games:
        mine = game.sides_of(player)
        if not game.over or not game.winner or not mine or len(mine) == len(game.sides):
            continue
        key = game.system, [*game.sides].index(mine[0]) + 1
        found[key] = _added(found.get(key, Record()), _result(game, mine))
    systems = dict.fromkeys(system for system, _ in sorted(found))
    return tuple(_system_record(system, found) for system in systems)


def _result(game: Game, mine: Sequence[str]) -> Record:
    if game.winner == "draw":
        return Record(drawn=1)
    won = game.winner in mine or (game.winner not in game.sides and game.winner == _group(game, mine[0]))
    return Record(won=1) if won else Record(lost=1)


def _group(game: Game, side: str) -> str:
    """The group of sides that wins together with this one."""
    if game.scenario not in reader.shipped():
        return ""
    system = SYSTEMS[game.system]
    return system.group_of(system.start(reader.load_shipped(game.scenario)), side)


def _added(one: Record, more: Record) -> Record:
    return Record(one.won + more.won, one.drawn + more.drawn, one.lost + more.lost)


def _system_record(system: str, found: dict[tuple[str, int], Record]) -> SystemRecord:
    sides, total = list[tuple[int, Record]](), Record()
    for (of, side), record in sorted(found.items()):
        if of == system:
            sides.append((side, record))
            total = _added(total, record)
    return SystemRecord(system, total, tuple(sides))


async def gather_replies(engine: "EngineThread", games: Sequence[str], player: str) -> Replies:
    """Of the newest of these games in which the player has a seat, and of the newest of all, in which they may have had
    one; others can ask the engine between any two.
    """
    naming = {*await engine.use_table(lambda table: table.journal.rows.naming(player))}
    theirs = [game for game in games if game in naming]
    chosen = dict.fromkeys((*theirs[-MOST_GAMES:], *games[-MOST_GAMES:]))
    found = [await engine.use_table(partial(Table.replies_if_readable, game=game)) for game in chosen]
    return added_replies(player, found)


def reliability(replies: Replies) -> int | None:
    """Percent of the phases with a deadline that were met; None without any."""
    return round(100 * replies.met / replies.timed) if replies.timed else None
