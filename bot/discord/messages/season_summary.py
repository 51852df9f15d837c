"""The end of a season where its league lives: awards, and the final tables as text and as pictures."""

import io
from functools import partial
from typing import NamedTuple

import discord

from bot.correspondence.leagues.awards import awards_lines
from bot.correspondence.leagues.gathering import gather_awards
from bot.correspondence.leagues.pictures import table_grid, table_pictures
from bot.hosting.engine_thread import EngineData, EngineThread
from engine.leagues.entries import SeasonClosed, read_body
from engine.leagues.fold import League
from engine.leagues.grid import grid_text
from maps.drawing.table import draw_table

from . import markup


class Picture(NamedTuple):
    """A file of a message."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """Anew for each attempt to send it."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt or None)


class Summary(NamedTuple):
    """``text``: below the news that the season is over."""

    text: str
    pictures: tuple[Picture, ...]


async def season_summary(engine: EngineThread, league: str, seq: int) -> Summary | None:
    """Of the season that this entry of the league's log closes; None if it closes none."""
    found = await engine.use_data(lambda data: _closed_by(data, league, seq))
    if found is None:
        return None
    known, season = found
    people = await engine.use_data(lambda data: {player: data.people.name(player) for player in known.entrants})

    def called(player: str) -> str:
        return people.get(player, player)

    lines = awards_lines(await gather_awards(engine, known, season, called))
    tables = table_pictures(known, "standings", season, called)
    pictures, texts = (
        list[Picture](),
        ["🏅 **Awards**", *(f"- {markup.escape(line)}" for line in lines)] if lines else [],
    )
    for number, table in enumerate(tables, 1):
        text = grid_text(table_grid(table))
        texts.append(markup.code_block(text))
        drawn = await engine.run_drawing(partial(draw_table, table))
        pictures.append(Picture(f"season-{season}-{number}.png", drawn, markup.alt_text(text)))
    return Summary("\n".join(texts), tuple(pictures))


def _closed_by(data: EngineData, league: str, seq: int) -> tuple[League, int] | None:
    """The league as it is now, and the season."""
    for entry in data.leagues.log(league):
        if entry.seq == seq and isinstance(body := read_body(entry), SeasonClosed):
            return data.leagues.find(league), body.season
    return None
