"""Lists of games and scenarios, as letters show them."""

import asyncio

from bot.hosting import wording
from bot.hosting.deputies import sides_of
from bot.hosting.scenario_pages import rows_of, scenario_page, system_named
from engine.table import Game

from .answers import Found, said
from .asker import Asker
from .naming import scenario

UNEVEN = "uneven: of a hundred decided games between computer players, how many each side won."
LISTED = 40
"""Games that a list shows."""


async def look_up_games(asker: Asker, rest: str) -> Found:
    games = await asker.engine.use_table(lambda table: table.games())
    shown = [game for game in games if not (game.anonymous and asker.dice_log)]  # everybody reads the answer there
    mine = [game for game in shown if sides_of(game, asker.player) and not game.over]
    free = [game for game in games if not game.started and game not in mine]
    lines = [f"{game.id}: {game.name}, {state(game)}; you play {_played_by(game, asker.player)}" for game in mine]
    lines += [f"{game.id}: {game.name}, {state(game)}" for game in free[:LISTED]]
    return Found(said("Games", *(lines or ('There are none yet. "new millers-bridge 3d" opens one.',))))


def _played_by(game: Game, player: str) -> str:
    """The sides that somebody plays."""
    return wording.join_list([game.sides[side].name for side in sides_of(game, player)])


async def look_up_scenarios(asker: Asker, rest: str) -> Found:
    system = await asyncio.to_thread(system_named, rest)
    if rest and not system:
        page = await asyncio.to_thread(scenario_page, scenario(rest, "scenarios"))
        return Found(said(page.head, page.about, *page.sides, *page.balance))
    rows = await asyncio.to_thread(rows_of, system)
    lines = [f"{row.stem}: {row.name}, {row.system}, {row.facts}" for row in rows]
    return Found(said("Scenarios", *lines, UNEVEN))


def state(game: Game) -> str:
    """Where a game stands, in a few words."""
    if game.over:
        return f"over, {f'won by {game.won_by}' if game.won_by else wording.undecided(game).lower()}"
    if not game.started or game.phase is None:
        free = [f"{key} ({game.sides[key].name})" for key, holder in game.seats.items() if not holder]
        return f"waiting for players; free: {wording.join_list(free)}"
    waiting = wording.join_list([game.sides[side].name for side in game.phase.sides])
    return f"{wording.phase_title(game.phase)}; waiting for {waiting}"
