"""Army lists of one's own: /my lists, and their names in orders."""

from collections.abc import Callable

from bot.hosting.army_dialogue import Judge, Owner, Spelling, Wish, answer, army_lines, judge_here
from bot.hosting.engine_thread import EngineData
from bot.hosting.muster_words import muster_orders
from bot.hosting.utc_now import utc_now
from engine.table import Refused

from ..messages import markup
from .autocomplete import Offer
from .context import Context
from .replies import Reply

PLAIN = Spelling(saves=lambda name, army: f"/my lists name:{name} army:{army}", line=lambda line: f"`{line}`")
SPELLING = PLAIN._replace(
    line=markup.inline_code, name=lambda name: f"**{markup.escape(name)}**", army=markup.inline_code
)


async def with_armies(context: Context, game: str, text: str) -> str:
    """Orders with every saved list, and a list as a file, as the order of a muster takes it.  Raises Refused."""
    return await context.services.engine.use_data(
        lambda data: muster_orders(data.table, game, text, data.armies, context.player)
    )


async def lists(context: Context, name: str | None, text: str, *, delete: bool) -> Reply:
    """Show this person's lists; save one with its text, or delete it.  Raises Refused."""
    if not name and (text or delete):
        example = SPELLING.line(SPELLING.saves("harbour-guard", "line-infantry: 2, lancers: 1"))
        raise Refused("missing-argument", f"Give the list a name: {example}")
    wish = Wish(name or "", "" if delete else text.strip(), delete)
    judge = await board_here(context) if wish.army or not name else None

    def said(data: EngineData) -> tuple[tuple[str, ...], tuple[str, ...]]:
        owner = Owner(data.armies, context.player, judge and judge(data))
        plain = () if name else army_lines(data.armies.list(context.player), PLAIN, owner.judge)
        return answer(owner, wish, utc_now(), SPELLING), plain

    lines, plain = await context.services.engine.use_data(said)
    return Reply("\n".join(lines), full="\n".join(plain))


async def board_here(context: Context) -> Callable[[EngineData], Judge | None] | None:
    """What judges lists for the game of this channel, if this person has one seat in it."""
    seat = await _seat_here(context)
    return (lambda data: judge_here(data.table, *seat)) if seat else None


async def own_army(context: Context) -> Reply | None:
    """The list that is in for the game of this channel, or what there is without one, and all types with their prices;
    None outside a muster.
    """
    seat = await _seat_here(context)
    if seat is None:
        return None
    mine, prices = await context.services.engine.use_table(
        lambda table: (table.own_army(*seat), "\n".join(table.price_list(*seat)))
    )
    text = f"{markup.escape(mine)}\n{markup.code_block(prices)}"
    return Reply(text, full=f"{mine}\n\n{prices}") if mine else None


async def _seat_here(context: Context) -> tuple[str, str] | None:
    """The game of this channel and this person's side in it, if there is just one of each."""
    try:
        game, side = await context.game_and_side(None, None)
    except Refused:
        return None
    return game.id, side


async def offers(context: Context, typed: str) -> list[Offer]:
    kept = await context.services.engine.use_data(lambda data: data.armies.list(context.player))
    return [(f"{saved.name}: {saved.army}", saved.name) for saved in kept]
