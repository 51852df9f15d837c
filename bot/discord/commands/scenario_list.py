"""/game scenarios: what comes with Fieldpost, and the page of one with its map."""

import asyncio
from itertools import groupby

from bot.hosting.scenario_pages import rows_of, scenario_page, system_named
from engine.scenarios.reader import UnknownScenario
from engine.systems import SYSTEMS
from engine.table import Refused

from ..messages import markup
from .context import Context
from .replies import Attachment, Reply


async def show(context: Context, name: str | None, system: str | None) -> Reply:
    """The page of a scenario; without one the list, of one system if it is named under either option."""
    of = system_named(system or name or "")
    if system and not of:
        raise Refused("no-such-system", f"There is no system {system[:40]!r}. The systems are {', '.join(SYSTEMS)}.")
    return await _page(context, name) if name and (system or not of) else await _list(of)


async def _list(system: str) -> Reply:
    rows = await asyncio.to_thread(rows_of, system)
    lines = list[str]()
    for system, group in groupby(rows, lambda row: row.system):
        lines.append(f"**{system}**")
        for row in group:
            lines.append(f"{markup.inline_code(row.stem)} {markup.escape(row.name)}: {row.facts}")
    lines.append(
        "-# uneven: of a hundred decided games between computer players, how many each side won. `/game scenarios` with"
        " a name shows its map; `/game new` opens a game of it."
    )
    return Reply("\n".join(lines))


async def _page(context: Context, name: str) -> Reply:
    try:
        page = await asyncio.to_thread(scenario_page, name)
    except UnknownScenario as unknown:
        raise Refused("no-such-scenario", f"{unknown} `/game scenarios` alone lists all of them.") from unknown
    drawn = await context.services.engine.draw(page.scene)
    words = map(markup.escape, (page.about, *page.sides, *page.balance))
    play = markup.inline_code(f"/game new scenario:{page.stem}")
    return Reply(
        "\n".join((f"**{markup.escape(page.head)}**", *words, f"-# Play it: {play}")),
        (Attachment(f"{page.stem}.png", drawn, markup.alt_text(page.scene.alt)),),
    )
