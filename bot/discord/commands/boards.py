"""Boards for armies of one's own: what `/game new` is to open, and `/game boards`."""

import asyncio
from itertools import groupby
from typing import NamedTuple

from bot.hosting.board_pages import board_rows
from bot.hosting.own_scenarios import OwnScenario
from engine.contract import counted
from engine.lookups.requests import parse_scenario
from engine.scenarios.boards import usual_points
from engine.scenarios.reader import load_shipped, shipped, shipped_names
from engine.systems import SYSTEMS
from engine.table import Refused
from engine.toolkit.muster.units import offers_muster

from ..messages import markup
from .autocomplete import Offer
from .context import Context
from .replies import Reply


class Wanted(NamedTuple):
    """What was typed: a scenario, or its board with points; "" and None are what was left out."""

    scenario: str = ""
    board: str = ""
    points: int | None = None

    @property
    def named(self) -> str:
        """The one that is named.  Raises Refused."""
        if self.points is not None and self.scenario and not self.board:
            works = markup.inline_code(f"/game new board:{self.scenario} points:{self.points}")
            raise Refused("bad-argument", f"Points go with a board, not with a scenario: {works}")
        if bool(self.scenario) == bool(self.board):
            says = "Name one thing to play: a scenario, or a board for armies of your own."
            raise Refused("bad-argument", f"{says} `/game scenarios` and `/game boards` list them.")
        return self.board or self.scenario


def points_asked(chosen: str | OwnScenario, wanted: Wanted) -> int | None:
    """What each army may cost; None for a scenario with its own.  Raises Refused."""
    if not wanted.board or wanted.points is not None:
        return wanted.points
    if isinstance(chosen, OwnScenario):
        return usual_points(parse_scenario(chosen.id, chosen.source))
    return usual_points(load_shipped(chosen))


async def list_(context: Context) -> Reply:
    rows = await asyncio.to_thread(board_rows)
    lines = list[str]()
    for system, group in groupby(rows, lambda row: row.system):
        lines.append(f"**{system}**")
        for row in group:
            facts = f"{row.size}, {row.sides} sides, {counted(row.points, 'point')}, {row.era}, {row.length}"
            lines.append(f"{markup.inline_code(row.stem)} {markup.escape(row.name)}: {facts}")
    example = markup.inline_code(f"/game new board:{rows[0].stem} points:{rows[0].points}")
    lines.append(f"-# The points are those of the scenario's own armies. To open one: {example}")
    return Reply("\n".join(lines))


async def offers(context: Context, typed: str) -> list[Offer]:
    """The scenarios of systems that have boards, without reading them: `/game new` refuses those that are none."""
    return await asyncio.to_thread(_offers)


def _offers() -> list[Offer]:
    rules = {stem: SYSTEMS[file.parent.name] for stem, file in shipped().items()}
    return [(f"{shipped_names()[stem]} ({it.TITLE})", stem) for stem, it in rules.items() if offers_muster(it)]
