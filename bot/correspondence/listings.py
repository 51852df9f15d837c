"""Lists of games and scenarios, as letters show them."""

from bot.hosting import wording
from bot.hosting.deputies import sides_of
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Game

from .answers import Found, said
from .asker import Asker
from .naming import scenario

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
    if rest:
        found = reader.load(scenario(rest, "scenarios"))
        sides = [f"{key}: {side.name}" for key, side in found.sides.items()]
        return Found(said(found.name, " ".join(found.about.split()), *sides))
    lines = [f"{stem}: {(found := reader.load(stem)).name}, {SYSTEMS[found.system].TITLE}" for stem in reader.shipped()]
    return Found(said("Scenarios", *lines))


def state(game: Game) -> str:
    """Where a game stands, in a few words."""
    if game.over:
        return f"over, {f'won by {game.won_by}' if game.won_by else wording.undecided(game).lower()}"
    if not game.started or game.phase is None:
        free = [f"{key} ({game.sides[key].name})" for key, holder in game.seats.items() if not holder]
        return f"waiting for players; free: {wording.join_list(free)}"
    waiting = wording.join_list([game.sides[side].name for side in game.phase.sides])
    return f"{wording.phase_title(game.phase)}; waiting for {waiting}"
