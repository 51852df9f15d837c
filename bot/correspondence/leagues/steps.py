"""Several deeds in a league that are done together or not at all, and what everybody is told of them."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_games import PlaceGame
from engine.errors import Refused
from engine.leagues.entries import Body, GameOpened, Reopened, Reported, Ruled, Unpaired, read_body
from engine.leagues.fold import League

from .deeds import do
from .news import Called, LeagueNews, league_news
from .words import Said


class Step(NamedTuple):
    """A deed and its words, as the command line has them behind the league.  ``unless``: the code of a refusal that
    ends the steps here, with what was done before it.
    """

    deed: str
    words: Sequence[str] = ()
    unless: str = ""


def queue_steps(player: str, options: Sequence[str]) -> tuple[Step, ...]:
    """A ticket; if somebody waits who fits, both play at once."""
    return Step("queue", [player, *options]), Step("pair", unless="nobody-fits"), Step("open")


class Taken(NamedTuple):
    """``games``: those that were opened by it; ``bodies``: what was written."""

    news: tuple[LeagueNews, ...]
    games: tuple[str, ...]
    bodies: tuple[Body | None, ...]


class By(NamedTuple):
    """Who does something, when, and where games are played that are opened by it."""

    player: str
    now: str
    place: PlaceGame


def take_steps(data: EngineData, league: str, steps: Sequence[Step], by: By, called: Called) -> Taken:
    """Refused, and then nothing was done."""
    with data.table.journal.transaction():
        before = data.leagues.log(league)[-1].seq
        for step in steps:
            try:
                do(step.deed, Said(data, league, step.words, by.player, by.now, by.place))
            except Refused as refused:
                if refused.code != step.unless:
                    raise
                break
        log = data.leagues.log(league)
    bodies = tuple(read_body(entry) for entry in log if entry.seq > before)
    games = tuple(body.game for body in bodies if isinstance(body, GameOpened))
    return Taken(league_news(log, before, called), games, bodies)


def changed_games(before: League, league: League, bodies: Sequence[Body | None]) -> tuple[str, ...]:
    """Those that were opened, stopped, or go on; a round that was taken back is in the league as it was before."""
    opened = [body.game for body in bodies if isinstance(body, GameOpened)]
    decided = [league.match(body.match) for body in bodies if isinstance(body, Reported | Ruled | Reopened)]
    decided += [before.match(at) for body in bodies if isinstance(body, Unpaired) for at in before.rounds[-1].matches]
    games = [game.game for match in decided for game in match.games if game.game]
    return tuple(dict.fromkeys([*opened, *games]))
