"""`/league close`: the end of a season, which is asked for once more with what it does."""

from collections.abc import Sequence

from bot.correspondence.leagues.closing import EARLY, closing_lines, left_line
from bot.correspondence.leagues.steps import Step
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Button
from engine.errors import Refused
from engine.leagues.fold import League

from ..messages import components, markup
from .context import Context
from .league_refusals import in_discord
from .league_rights import find_league, require_organiser
from .leagues import act
from .replies import Reply


async def close(context: Context, word: str | None) -> Reply:
    """Ask whoever opened the league whether the season is to end, and say what that does."""

    def look(data: EngineData) -> Reply:
        league = find_league(data, context, word)
        require_organiser(data, context, league)
        try:
            league.require_closable(league.season)
        except Refused as refused:
            raise in_discord(data, refused) from refused
        left = left_line(league)
        lines = [markup.escape(line) for line in closing_lines(league, data.people.name)]
        button = components.write_custom_id("league-close", league.id, str(league.season))
        return Reply(
            "\n".join(
                (
                    f"Close season {league.season} of **{markup.escape(league.name)}**? Its results and its table stay "
                    "as they are from then on, which cannot be undone.",
                    *([f"⚠️ {left} `/league pair league:{league.id}` pairs the next one."] if left else []),
                    *lines,
                )
            ),
            buttons=(Button(f"Yes, close season {league.season}{' early' if left else ''}", button, "red"),),
        )

    return await context.services.engine.use_data(look)


async def confirm_close(context: Context, word: str, season: int) -> Reply:
    """End a season, after whoever opened the league has confirmed with the button."""

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        require_organiser(data, context, league)
        if season != league.season:
            raise Refused("no-season", f"Season {season} of {markup.escape(league.name)} is closed already.")
        return (Step("close", (EARLY,)),)

    return await act(context, word, plan)
