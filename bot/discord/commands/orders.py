"""Commands about orders: write, add, show, clear, commit and done."""

from collections.abc import Sequence

from bot.hosting import open_battle_sides, post, wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.utc_now import utc_now
from engine.table import Game, News, OrdersReply, Refused, Table
from maps.scene.scene import Scene

from ..messages import components, markup, order_feedback, posts
from ..messages.address import find_place
from .context import Context, find_game, find_side, require_started
from .replies import Attachment, Reply

FILE_LIMIT = 64_000
"""Bytes of an order file; the text in it has limits of its own."""
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"), (b"", "utf-8"))


async def replace_draft(context: Context, key: str | None, side: str | None, text: str) -> Reply:
    """Replace the draft."""
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    if not text.strip():
        return await _clear_draft(context, game, mine)
    reply = await context.services.engine.use_table(lambda table: table.write(game.id, mine, text, utc_now()))
    return _feedback_reply(game, mine, reply)


async def add_line(context: Context, key: str | None, side: str | None, text: str) -> Reply:
    """Add a line to the end of the draft if all its orders are valid."""
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    if not text.strip():
        raise Refused("nothing-written", "There is no order in your message. Your draft is unchanged.")
    reply, stored = await context.services.engine.use_data(lambda data: _add_to_draft(data, game.id, mine, text))
    if stored:
        return _feedback_reply(game, mine, reply)
    last = max((v.line.number for v in reply.verdicts), default=0)
    added = [v for v in reply.verdicts if v.line.number == last]
    return Reply(
        "\n".join((*map(order_feedback.verdict, added), "Not added: your draft is unchanged.")), buttons=_buttons(game)
    )


def _add_to_draft(data: EngineData, game: str, side: str, text: str) -> tuple[OrdersReply, bool]:
    draft = data.table.draft(game, side)
    whole = f"{draft.rstrip()}\n{text}" if draft.strip() else text
    last = len(whole.splitlines())
    reply = data.table.check(game, side, whole)
    if any(not v.accepted for v in reply.verdicts if v.line.number == last):
        return reply, False
    return data.table.write(game, side, whole, utc_now()), True


async def replace_draft_by_file(context: Context, key: str | None, side: str | None, data: bytes) -> Reply:
    return await replace_draft(context, key, side, decode_file(data))


def decode_file(data: bytes) -> str:
    """An order file as text.  Raises Refused if it is not a text file or is too long."""
    if len(data) > FILE_LIMIT:
        raise Refused(
            "too-long",
            f"The file is {len(data):,} bytes long; the limit for an order file is {FILE_LIMIT:,}. Is it "
            "the right file?",
        )
    encoding = next(name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark))
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise Refused(
            "not-text", "The file is not plain text. Save it as text (UTF-8), one order per line, and attach that."
        ) from fault
    if "\0" in text:
        raise Refused(
            "not-text",
            "The file contains more than plain text. Save it as plain text (UTF-8), one order per line, "
            "and attach that.",
        )
    return text


async def read_draft(context: Context, key: str | None, side: str | None) -> tuple[Game, str, str, tuple[str, ...]]:
    """What the order form needs: game, side, draft and examples.

    Raises Refused if the draft is too long for a form.
    """
    return await context.services.engine.use_data(lambda data: _draft(data, context, key, side))


def _draft(
    data: EngineData, context: Context, key: str | None, side: str | None
) -> tuple[Game, str, str, tuple[str, ...]]:
    game = require_started(find_game(data, context, key))
    mine = find_side(game, context.player, side)
    text = data.table.draft(game.id, mine)
    if len(text) > components.FORM_LENGTH:
        raise Refused(
            "too-long",
            f"Your draft has {len(text):,} characters, but a Discord form holds only {components.FORM_LENGTH:,}. "
            "Replace it with `/orders file`, add to it with `/orders line`, or delete it with `/orders clear`.",
        )
    return game, mine, text, data.table.examples(game.id, mine)


async def show(context: Context, key: str | None, side: str | None) -> Reply:
    """The draft with its verdicts, and the map with it drawn on top."""
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    reply, scene, examples = await context.services.engine.use_data(lambda data: _preview(data, game.id, mine))
    picture = Attachment(f"{game.id}-draft.png", await context.services.engine.draw(scene), markup.alt_text(scene.alt))
    name = side_name(game, mine)
    if not reply.verdicts:
        text = (
            f"Your draft for **{name}** is empty. **Write orders** opens a form: one order per "
            f"line{_examples(examples)}."
        )
        return Reply(text, (picture,), _buttons(game))
    return Reply(
        f"Your draft for **{name}**:\n{order_feedback.feedback(reply)}\n-# Nothing runs until you commit.",
        (picture,),
        _buttons(game),
    )


def _preview(data: EngineData, game: str, side: str) -> tuple[OrdersReply, Scene, tuple[str, ...]]:
    text = data.table.draft(game, side)
    return (
        data.table.check(game, side, text),
        data.table.picture(game, side, draft=text),
        data.table.examples(game, side),
    )


def _examples(examples: Sequence[str]) -> str:
    return (
        f", such as {wording.join_list([markup.inline_code(example) for example in examples], 'or')}"
        if examples
        else ""
    )


async def clear(context: Context, key: str | None, side: str | None) -> Reply:
    game, mine = await context.game_and_side(key, side)
    return await _clear_draft(context, game, mine)


async def _clear_draft(context: Context, game: Game, side: str) -> Reply:
    await context.services.engine.use_table(lambda table: table.write(game.id, side, "", utc_now()))
    return Reply(f"Your draft for **{side_name(game, side)}** is now empty.", buttons=_buttons(game))


async def commit(context: Context, key: str | None, side: str | None, button: str = "") -> Reply:
    """Run the draft in the phase of the button that was pressed, or else in the current phase."""
    game, mine, moment = await game_side_and_phase(context, key, side, button)
    news = await context.services.engine.use_table(
        lambda table: require_phase(table, game, moment).commit(game.id, mine, utc_now(), context.nonce)
    )
    return await result_reply(context, game, f"**{side_name(game, mine)}**: committed.", news)


async def done(context: Context, key: str | None, side: str | None, button: str = "") -> Reply:
    """Run the draft and end this side's part of the phase; like ``commit``, only in the phase of the button."""
    game, mine, moment = await game_side_and_phase(context, key, side, button)
    news = await context.services.engine.use_table(
        lambda table: _end_phase(require_phase(table, game, moment), context, game, mine)
    )
    phase = posts.phase_title(game.phase) if game.phase else "the game"
    return await result_reply(context, game, f"**{side_name(game, mine)}**: done with {phase}.", news)


def _end_phase(table: Table, context: Context, game: Game, side: str) -> News:
    """End the side's part of the phase; in an open battle also that of the sides with nothing to decide."""
    return table.done(
        game.id, side, utc_now(), context.nonce, open_battle_sides.sides_ending_too(table, game, side, context.player)
    )


async def game_side_and_phase(
    context: Context, key: str | None, side: str | None, button: str
) -> tuple[Game, str, str]:
    """Game, side and phase key.

    If the player has several sides, a button means the first side it called, even if that one is done by now.
    """
    game, mine = await context.game_and_side(key, side)
    moment, called = posts.read_phase(require_started(game), button)
    return game, next((one for one in called if game.seats[one] == context.player), mine), moment


def require_phase(table: Table, game: Game, moment: str) -> Table:
    """The table, if the phase is still the one of the button: a double press must not end two phases.

    Raises Refused.
    """
    if reason := why_stale(table.game(game.id), moment or posts.phase_key(game.phase)):
        raise Refused("earlier-phase", reason)
    return table


async def result_reply(context: Context, game: Game, confirmation: str, news: News) -> Reply:
    """The reply after a commit: where the result is posted, or the result itself if it cannot be posted."""
    context.services.changed(game.id)
    place = await context.services.engine.use_outbox(lambda outbox: find_place(outbox, game.id))
    if place and not place.trouble:
        return Reply(
            f"{confirmation} The result is posted "
            f"{'below' if place.room == context.channel else f'in <#{place.room}>'}."
        )
    why = f"-# The result could not be posted. {place.trouble if place else ''} `/game info` can move the game here."
    return Reply("\n".join((confirmation, *map(markup.escape, news.lines), why)), full="\n".join(news.lines))


def why_stale(game: Game, moment: str) -> str:
    """A sentence saying that the button belongs to an earlier phase; "" if it belongs to this one."""
    if not moment or moment == posts.phase_key(game.phase):
        return ""
    if game.phase is None:
        return f"**{markup.escape(game.name)}** is over; that button was for an earlier phase, so nothing was done."
    return (
        f"That button was for an earlier phase, so nothing was done. Now it is **{posts.phase_title(game.phase)}**: "
        "press the button under the newest post, or use the command."
    )


def _feedback_reply(game: Game, side: str, reply: OrdersReply) -> Reply:
    good = any(verdict.accepted for verdict in reply.verdicts)
    runs = (
        "they run with the round, before its dice are rolled."
        if open_battle_sides.is_open_battle(game)
        else "**Commit** runs them, and you can write more; **Done** also ends your part of the phase."
    )
    hint = f"Nothing has run yet: {runs}" if good else "**Write orders** opens the form again."
    lines = (
        f"Orders for **{side_name(game, side)}**:",
        order_feedback.feedback(reply),
        hint,
        order_feedback.receipt(reply),
    )
    return Reply("\n".join(lines), buttons=_buttons(game))


def _buttons(game: Game) -> tuple[post.Button, ...]:
    return posts.answer_buttons(game, game.phase)


def side_name(game: Game, side: str) -> str:
    return markup.escape(wording.side_name(game.sides, side))
