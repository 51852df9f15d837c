"""What a player's page is made from, and the page in a letter."""

from collections.abc import Sequence
from contextlib import suppress

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.luck import gather_lucks
from bot.hosting.player_records import gather_replies, record_of
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.ratings import ratings_of
from engine.luck.report import report_of_player
from engine.systems import SYSTEMS
from maps.drawing.rating_chart import draw_rating_chart

from .answers import File, Found, said
from .asker import Asker
from .persons import person_named
from .player_page import PlayerPage, SystemRating, page_lines, rating_chart


async def look_up_player(asker: Asker, rest: str) -> Found:
    """``player``, ``player NAME``."""
    player, name, games = await asker.engine.use_data(lambda data: _whose(data, asker, rest))
    page = await gather_page(asker.engine, games, player, name)
    return Found(said(name, *page_lines(page)), await chart_files(asker.engine, page))


def _whose(data: EngineData, asker: Asker, rest: str) -> tuple[str, str, tuple[str, ...]]:
    """The player, what they are called, and the games that count."""
    player = person_named(data, rest, "player") if rest else asker.player
    if not player:
        raise Refused("no-such-person", "Nobody knows you here yet. Name somebody: `player Bob`.")
    return player, data.people.name(player), data.table.journal.games()


async def gather_page(engine: EngineThread, games: Sequence[str], player: str, name: str) -> PlayerPage:
    """Record, replies and luck from these games, and ratings from all leagues."""
    records, (ratings, broken) = await engine.use_data(
        lambda data: (record_of(data.table.infos(tuple(games)), player), _ratings(data, player))
    )
    replies = await gather_replies(engine, games, player)
    lucks = await gather_lucks(engine, games, utc_now())
    try:
        luck = report_of_player(lucks, player, name).closing
    except Refused:  # no dice yet
        luck = ()
    return PlayerPage(name, records, ratings, replies, tuple(luck), broken)


async def chart_files(engine: EngineThread, page: PlayerPage) -> tuple[File, ...]:
    """The rating curve as a picture; none as long as no game was rated."""
    if (chart := rating_chart(page)) is None:
        return ()
    alt = f"{chart.title}: {chart.days[-1].rating} on {chart.last}, after {counted(len(chart.days), 'rated game')}."
    return (File("rating.png", await engine.run_drawing(lambda: draw_rating_chart(chart)), alt),)


def _ratings(data: EngineData, player: str) -> tuple[tuple[SystemRating, ...], tuple[str, ...]]:
    """By system, and for all together if there are several; none where the library that rates is not installed.  And
    the ids of the leagues that are damaged, whose games are missing.
    """
    (rated, broken), now = data.leagues.rated(), utc_now()
    played = rated.systems(player)
    systems = [one for one in SYSTEMS if one in played]
    found = list[SystemRating]()
    with suppress(Refused):
        for system in (*systems, *([""] if len(systems) > 1 else [])):
            known = ratings_of(system, rated.of_system(system))
            if rating := known.find(player, now):
                found.append(SystemRating(system, rating, known.curve(player)))
    return tuple(found), tuple(broken)
