"""The luck of a season or of a player over many games, as every way in and out asks for it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.hosting import wording
from engine.game.game_lookups import GameLookups
from engine.log.deadline import add_seconds
from engine.luck.report import LuckReport, report_of_player
from engine.luck.tally import Luck
from engine.table import Refused, Table

if TYPE_CHECKING:
    from bot.hosting.engine_thread import EngineThread

YEAR = 365 * 86400
"""Seconds that a season lasts."""
MOST_GAMES = 300
"""Games of a season, the newest."""
LISTED = 8
"""Players that a refusal lists."""


class LuckWish(NamedTuple):
    """What is asked for: a game's luck, a season's, or that of a player by name."""

    season: bool = False
    player: str = ""


def read_wish(words: str) -> LuckWish:
    """``""``, ``season``, or a player's name."""
    said = " ".join(words.split())
    return LuckWish(True) if said.lower() == "season" else LuckWish(player=said)


async def gather_lucks(engine: "EngineThread", games: Sequence[str], now: str) -> list[Luck]:
    """The luck of those of these games, oldest first, in which something happened within a year; others can ask the
    engine between any two.
    """
    found = list[Luck | None]()
    for game in games[-MOST_GAMES:]:
        found.append(await engine.use_table(partial(Table.luck_if_readable, game=game)))
    return [luck for luck in found if luck and luck.last >= add_seconds(now, -YEAR)]


def gather_lucks_here(table: GameLookups, games: Sequence[str], now: str) -> list[Luck]:
    """The same where nobody else waits."""
    found = (table.luck_if_readable(game) for game in games[-MOST_GAMES:])
    return [luck for luck in found if luck and luck.last >= add_seconds(now, -YEAR)]


def players(lucks: Sequence[Luck]) -> tuple[str, ...]:
    """Everybody who has rolled for something in these games."""
    return tuple(dict.fromkeys(one.player for luck in lucks for one in luck.sides if one.player))


def player_report(lucks: Sequence[Luck], names: Mapping[str, str], said: str, command: str = "luck") -> LuckReport:
    """The luck of the player who is called so, or whose name begins so; ``names``: player -> name.
    ``command``: what is written before a name.

    Refused no-such-player, no-dice.
    """
    known = {player: names.get(player, player) for player in players(lucks)}
    found = [*_called(known, said)]
    if len(found) == 1:
        return report_of_player(lucks, found[0], known[found[0]])
    listed = wording.join_list([*dict.fromkeys(known.values())][:LISTED])
    if not known:
        raise Refused("no-such-player", "Nobody has rolled any dice in these games yet. Ask again after a battle.")
    what = (
        f"{wording.clip(said, 40)!r} could be several players"
        if found
        else f"No {wording.clip(said, 40)!r} has played here"
    )
    example = next(iter(known.values()))
    raise Refused("no-such-player", f'{what}. Players with dice: {listed}. Write it like "{command} {example}".')


def _called(known: Mapping[str, str], said: str) -> Iterator[str]:
    """The players who are called so; if nobody is, those whose names begin so."""
    word = said.casefold()
    same = [player for player, name in known.items() if word in (player.casefold(), name.casefold())]
    yield from same or [player for player, name in known.items() if name.casefold().startswith(word)]
