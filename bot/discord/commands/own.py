"""/my: one person's games, settings and calendar."""

from collections.abc import Mapping

from bot.correspondence.deadline_calendar import CALENDAR_FILE, own_deadlines, write_calendar
from bot.correspondence.my_games import calendar_words
from bot.hosting.own_settings import EXAMPLES, setting_lines
from bot.hosting.time_zones import zones_like
from bot.hosting.utc_now import utc_now
from engine.table import Refused

from ..messages import markup
from ..messages.direct_sender import keep_up_to_date
from ..messages.own_games import own_games_text
from .autocomplete import Offer
from .context import Context
from .replies import Attachment, Reply

PATIENCE = 5.0
"""Seconds for which an answer waits until a direct message has arrived."""
SENT = "Your list is a direct message now, and I keep it up to date. `/my games keep:False` ends that."
CLOSED = (
    "Discord says that you take no direct messages from me, so I cannot keep the list up to date; `/my games` shows it"
    " whenever you like."
)
SLOW = "I send you the list as a direct message as soon as Discord takes it, and keep it up to date."


async def games(context: Context, keep: bool | None) -> Reply:
    """``keep``: whether the list is to be kept up to date as a direct message; None changes nothing."""
    engine, now = context.services.engine, utc_now()
    if keep is None:
        return Reply(await engine.use_data(lambda data: own_games_text(data, context.player, now)))
    if not keep:
        kept = await engine.use_data(lambda data: data.direct.forget(context.player))
        return Reply(
            "The list is not kept up to date any more." if kept else "There is no list that I keep up to date."
        )
    await engine.use_data(lambda data: keep_up_to_date(data, context.player, now))
    sent = await context.services.publisher.direct.wait_until_sent(context.player, PATIENCE)
    if sent:
        return Reply(SENT if sent.message else SLOW)
    text = await engine.use_data(lambda data: own_games_text(data, context.player, now))
    return Reply(f"{text}\n-# {CLOSED}")


async def settings(context: Context, wanted: Mapping[str, str]) -> Reply:
    """Change these settings, all or none, and show all.  Raises Refused."""

    try:
        chosen = await context.services.engine.use_data(lambda data: data.choose(context.player, wanted))
    except Refused as refused:
        raise _in_discord(refused, wanted) from refused
    lines = [f"**{name}** {markup.escape(words)}" for name, words in setting_lines(chosen)]
    how = markup.inline_code(f"/my settings quiet:{EXAMPLES['quiet']}")
    return Reply("\n".join((*lines, f"-# They hold at every door. To change one: {how}")))


def _in_discord(refused: Refused, wanted: Mapping[str, str]) -> Refused:
    """The refusal with the line that works as one types it here."""
    says = str(refused)
    for name in wanted:
        example = f"{name} {EXAMPLES[name]}"
        says = says.replace(
            f'"my settings {example}"', markup.inline_code(f"/my settings {example.replace(' ', ':', 1)}")
        )
    return Refused(refused.code, says)


async def calendar(context: Context) -> Reply:
    now = utc_now()
    found = await context.services.engine.use_data(lambda data: own_deadlines(data, context.player, now))
    return Reply(calendar_words(len(found)), (Attachment(CALENDAR_FILE, write_calendar(found, now)),))


async def zones(context: Context, typed: str) -> list[Offer]:
    return [(name, name) for name in zones_like(typed)]
