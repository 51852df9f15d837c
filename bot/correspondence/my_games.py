"""The list of one person's games, and their settings, as lines of a letter."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_settings import EXAMPLES, OwnSettings, setting_lines
from bot.hosting.played_games import OwnGames, PlayedGame
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.log.deadline import add_seconds

from .answers import File, Found, said
from .asker import Asker
from .deadline_calendar import CALENDAR_FILE, own_deadlines, write_calendar
from .deadline_words import time_left
from .times import local_time

LATELY = 7 * 86_400
"""Seconds for which a game that is over is still listed."""
NONE_YET = 'You play in no game. "games" lists those that wait for players.'


async def look_up_own_games(asker: Asker, rest: str) -> Found:
    """``my games``."""
    now = utc_now()
    lines = await asker.engine.use_data(
        lambda data: own_game_lines(own_games(data, asker.player, now), data.settings.find(asker.player), now)
    )
    return Found(said("Your games", *lines))


async def look_up_own_calendar(asker: Asker, rest: str) -> Found:
    """``my calendar``."""
    now = utc_now()
    found = await asker.engine.use_data(lambda data: own_deadlines(data, asker.player, now))
    return Found(said("Your calendar", calendar_words(len(found))), (File(CALENDAR_FILE, write_calendar(found, now)),))


def calendar_words(count: int) -> str:
    """What is said of a file with so many deadlines."""
    if not count:
        return f"No deadline waits for you now, so {CALENDAR_FILE} is empty."
    what = f"{counted(count, 'deadline')} of yours {'is' if count == 1 else 'are'} in {CALENDAR_FILE}."
    return f"{what} A calendar that takes a newer file changes what it has."


def own_games(data: EngineData, player: str, now: str) -> OwnGames:
    """What the list of a person's games shows."""
    return data.played.find(player, add_seconds(now, -LATELY))


def own_game_lines(games: OwnGames, chosen: OwnSettings, now: str) -> tuple[str, ...]:
    """What waits for the reader, the soonest first; games that wait for others; those that are over, in one line."""
    lines = list[str]()
    if games.awaited:
        lines += ["Waiting for you:", *(f"  {_awaited(game, chosen, now)}" for game in games.awaited)]
    if games.waiting:
        lines += ["Waiting for others:", *(f"  {_waiting(game)}" for game in games.waiting)]
    if games.more:
        lines.append(f"And {games.more} more.")
    if games.over:
        ended = wording.join_list([f"{game.name} ({game.game}), {game.result}" for game in games.over])
        lines.append(f"Over since a week at most: {ended}.")
    return tuple(lines) or (NONE_YET,)


def _awaited(game: PlayedGame, chosen: OwnSettings, now: str) -> str:
    if game.standstill:
        until = game.standstill
    elif game.due > now:
        until = f"until {local_time(game.due, chosen.zone, chosen.dates)}, {time_left(game.due, now)} from now"
    else:
        until = "its deadline has passed" if game.due else "no deadline"
    return f"{game.game}: {game.name}, {game.phase}, as {wording.join_list(game.awaited)}: {until}"


def _waiting(game: PlayedGame) -> str:
    where = f"{game.game}: {game.name}, as {wording.join_list(game.mine)}"
    if game.free:
        return f"{where}: free are {wording.join_list(game.free)}"
    if not game.phase:
        return f"{where}: dice are awaited"
    still = f" ({game.standstill})" if game.standstill else ""
    return f"{where}, {game.phase}: {wording.join_list(game.others)}{still}"


def own_setting_lines(chosen: OwnSettings) -> tuple[str, ...]:
    """Each setting with its value, and how one is changed."""
    width = max(map(len, EXAMPLES)) + 2
    change = f'To change one: "my settings quiet {EXAMPLES["quiet"]}"'
    return (*(f"{name.ljust(width)}{words}" for name, words in setting_lines(chosen)), "", change)
