"""The look-up of luck in a letter: of a game, of the asker's season, of a player."""

from bot.hosting import luck as hosting
from bot.hosting.engine_thread import EngineData
from bot.hosting.luck import LuckWish, gather_lucks, player_report, read_wish
from bot.hosting.utc_now import utc_now
from engine.luck.report import LuckReport, report_of_season
from maps.drawing.luck_chart import draw_luck_chart

from .answers import File, Found, Section
from .asker import Asker
from .message import needed
from .wrap import barred


async def look_up_luck(asker: Asker, rest: str) -> Found:
    """``luck``, ``luck season``, ``luck NAME``: from public rolls alone, and from games that the asker plays or has
    played, with that of the message.
    """
    wish = read_wish(rest)
    if wish == LuckWish():
        seat = needed(asker.seat)
        report = await asker.engine.use_table(lambda table: table.luck_report(seat.game))
    else:
        report = await _over_games(asker, wish)
    picture = await asker.engine.run_drawing(lambda: draw_luck_chart(report.chart))
    text = Section(report.title, tuple(barred(report.lines)), fixed=True)
    return Found(text, (File("luck.png", picture, report.alt),))


async def _over_games(asker: Asker, wish: LuckWish) -> LuckReport:
    games = await asker.engine.use_data(lambda data: _visible_games(data, asker))
    lucks = await gather_lucks(asker.engine, games, utc_now())
    known = hosting.players(lucks)
    names = await asker.engine.use_data(lambda data: {player: data.people.name(player) for player in known})
    if wish.season:
        return report_of_season(lucks, names, "your games")
    return player_report(lucks, names, asker.player if wish.player.lower() == "me" else wish.player)


def _visible_games(data: EngineData, asker: Asker) -> tuple[str, ...]:
    here = asker.seat.game if asker.seat else ""
    return tuple(game.id for game in data.table.games() if game.id == here or game.sides_of(asker.player))
