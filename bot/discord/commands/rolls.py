"""Rolls in a channel: public, sealed, revealed and listed, each in the channel's dice log."""

from bot.hosting.engine_thread import EngineData
from bot.hosting.macro_words import read_expression
from bot.hosting.utc_now import utc_now
from engine.dice.expression_problems import BadExpression
from engine.rolls.dice_log import PREFIX, RollAsked
from engine.rolls.macros import check_expression
from engine.rolls.made_rolls import MadeRoll
from engine.table import Refused

from ..messages import markup, roll_text
from .context import Context, Services
from .games import instead_of_log
from .openings import missing_permissions
from .replies import Attachment, Reply

DICE_LOG = "rolls"
"""What the dice log of a channel is called where a game could be named."""
PAGE = 8
"""Rolls that a list shows at a time."""
SEALED_EXAMPLE = "`/roll expression:2d6+1 secret:True`"


def log_id(context: Context) -> str:
    """The dice log of the channel or thread."""
    return f"{PREFIX}{context.channel}"


async def named_expression(context: Context, text: str) -> str:
    """What is to be rolled: the text itself, or what the macro of this name stands for.  Raises Refused."""
    return await read_expression(context.services.engine, context.player, text, "/roll expression:")


async def checked_expression(context: Context, text: str) -> str:
    """As ``named_expression``, but also raises Refused for what can never be rolled."""
    read = await named_expression(context, text)
    try:
        check_expression(read)
    except BadExpression as bad:
        raise Refused("no-dice", roll_text.refusal(bad)) from bad
    return read


async def roll(context: Context, text: str) -> Reply:
    """Roll for everybody to see."""
    return Reply(roll_text.public_roll(await _roll(context, text)))


async def roll_sealed(context: Context, text: str) -> Reply:
    """Roll for this person alone; the channel is told that they did."""
    if missing := missing_permissions(context):
        raise Refused("no-permission", f"{missing} Until then, roll openly: `/roll expression:2d6+1`")
    made = await _roll(context, await named_expression(context, text), sealed=True)
    if not made.noted and not await _tell_channel(context.services, context.nonce, made):
        return Reply(f"{roll_text.own_sealed_roll(made)}\nI could not tell the channel; `/rolls` shows it there.")
    return Reply(roll_text.own_sealed_roll(made))


async def tell_of_sealed_rolls(services: Services) -> None:
    """Tell the channels of the sealed rolls that the bot could not tell them of before it ended."""
    for nonce, made in await services.engine.use_data(lambda data: data.rolls.unnoted()):
        await _tell_channel(services, nonce, made)


async def _tell_channel(services: Services, nonce: str, made: MadeRoll) -> bool:
    """Post the note of a sealed roll; False if that cannot be done."""
    channel, interaction = int(made.log.removeprefix(PREFIX)), nonce.rpartition(":")[2]
    message = await services.publisher.post_once(channel, roll_text.sealed_note(made), f"r{interaction}")
    if message:
        await services.engine.use_data(lambda data: data.rolls.note(made, message))
    return bool(message)


async def _roll(context: Context, text: str, *, sealed: bool = False) -> MadeRoll:
    """Raises Refused."""
    asked = RollAsked(text, context.player, context.nonce, sealed)
    try:
        return await context.services.engine.use_data(lambda data: data.rolls.roll(log_id(context), asked, utc_now()))
    except BadExpression as bad:
        raise Refused("no-dice", roll_text.refusal(bad)) from bad


async def find_sealed(context: Context, number: int | None) -> int:
    """The sealed roll that this person means: the one with this number, else their last.  Raises Refused."""
    return await context.services.engine.use_data(lambda data: _find_sealed(data, context, number))


def _find_sealed(data: EngineData, context: Context, number: int | None) -> int:
    log = log_id(context)
    if made := data.rolls.revealed_by(context.nonce):
        return made.number
    mine = data.rolls.sealed(log, context.player)
    if number in mine:
        return number or 0
    works = f"`/reveal roll:{mine[0]}`" if mine else SEALED_EXAMPLE
    if number is None and not mine:
        raise Refused("not-sealed", f"You have no sealed roll in this channel. This makes one: {works}")
    if number is None:
        return mine[0]
    yours = f"Your last sealed roll: {works}" if mine else f"This makes a sealed roll: {works}"
    made = data.rolls.find(log, number)
    if made is None:
        count = data.rolls.count(log)
        says = f"There is no roll {number} in this channel; the last is roll {count}" if count else "Nobody has rolled"
        raise Refused("not-sealed", f"{says}{'.' if count else ' in this channel yet.'} {yours}")
    if made.revealed:
        why = "has been revealed already" if made.sealed else "was not sealed"
        raise Refused("not-sealed", f"Roll {number} {why}; `/rolls` shows it. {yours}")
    raise Refused("not-sealed", f"Only {markup.mention(made.player)} can reveal roll {number}. {yours}")


async def reveal(context: Context, number: int) -> Reply:
    """Show a sealed roll of this person to the channel."""
    made = await context.services.engine.use_data(
        lambda data: data.rolls.reveal(log_id(context), number, context.player, context.nonce, utc_now())
    )
    return Reply(roll_text.revealed_roll(made))


async def list_rolls(context: Context, page: int) -> Reply:
    """The last rolls of the channel, and its dice log as a file.  Raises Refused."""
    log, skip = log_id(context), (page - 1) * PAGE
    count, made = await context.services.engine.use_data(
        lambda data: (data.rolls.count(log), data.rolls.latest(log, PAGE, skip))
    )
    pages = -(-count // PAGE)
    if not count:
        raise Refused("no-rolls", "Nobody has rolled in this channel yet. This does: `/roll expression:2d6+1`")
    if not made:
        raise Refused("no-rolls", f"The {count} rolls of this channel are {pages} pages long: `/rolls page:{pages}`")
    older = f"Page {page} of {pages}, older: `/rolls page:{page + 1}`. " if page < pages else ""
    note = f"-# {older}The log is attached; `/verify game:{DICE_LOG}` rolls it again."
    file = Attachment(f"{log}.json", await export_rolls(context), instead=instead_of_log(log))
    return Reply(f"{roll_text.roll_list(made)}\n{note}", (file,))


async def export_rolls(context: Context) -> bytes:
    """The dice log of the channel as everybody may see it.  Raises Refused."""
    return await context.services.engine.use_data(lambda data: data.rolls.export(log_id(context)))
