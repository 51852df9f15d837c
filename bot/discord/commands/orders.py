"""Commands about orders: write, add, show, clear, commit and done."""

from collections.abc import Sequence

from bot.hosting import open_battle_sides, wording
from bot.hosting.deputies import end_deputy, sides_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.questions import HELD, hold, left_out, without_questions
from bot.hosting.utc_now import utc_now
from engine.game.cautions import is_current
from engine.game.turn_text import runs_by_itself
from engine.table import AskAgain, Game, Given, News, OrdersReply, Refused, Table
from engine.toolkit.long_calculations import if_at_hand
from maps.scene.scene import Scene

from ..messages import components, markup, order_feedback, posts
from .armies import with_armies
from .context import Context, find_game, find_side, require_started
from .order_replies import buttons, given_reply, question, result_reply, side_name, with_questions
from .replies import Attachment, Reply

FILE_LIMIT = 64_000
"""Bytes of an order file; the text in it has limits of its own."""
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"), (b"", "utf-8"))


async def replace_draft(context: Context, key: str | None, side: str | None, text: str, phase: str = "") -> Reply:
    """Replace the draft, and run it as far as its own ``commit`` or ``done`` says.

    ``phase``: the key of the phase that the form was opened for.
    """
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    if not text.strip():
        return await _clear_draft(context, game, mine)
    orders, questions = _orders_and_questions(await with_armies(context, game.id, text))
    given = await context.services.engine.use_table(
        lambda table: (
            _hold(table, game.id, mine, orders, questions)
            or acting(table, context, game.id, mine).give(game.id, mine, orders, utc_now(), context.nonce, phase)
        )
    )
    return with_questions(await given_reply(context, game, mine, given), questions)


def _hold(table: Table, game: str, side: str, text: str, questions: Sequence[str]) -> Given | None:
    """The orders are kept and do not run if there are questions beside them, which may be meant for orders."""
    runs = bool(questions) and runs_by_itself(table.check(game, side, text).verdicts)
    return hold(table, game, side, text, utc_now(), HELD) if runs else None


def _orders_and_questions(text: str) -> tuple[str, tuple[str, ...]]:
    """Raises Refused if there are questions and nothing else."""
    orders, questions = without_questions(text)
    if questions and not orders.strip():
        raise Refused("question", f"{markup.escape(left_out(questions))} Your draft is unchanged.")
    return orders, questions


def form_word(game: Game, side: str) -> str:
    """The side and the phase that an order form is opened for, as its id holds them."""
    return f"{side}|{game.phase_key}"


def read_form_word(word: str) -> tuple[str, str]:
    """The pair of ``form_word``: side and phase key ("" for a form from before phases were counted)."""
    side, _, phase = word.partition("|")
    return side, phase


async def add_line(context: Context, key: str | None, side: str | None, text: str) -> Reply:
    """Add a line to the end of the draft if all its orders are valid, and run the draft if it says so."""
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    if not text.strip():
        raise Refused("nothing-written", "There is no order in your message. Your draft is unchanged.")
    line, _ = _orders_and_questions(await with_armies(context, game.id, text))
    reply, given = await context.services.engine.use_data(
        lambda data: _add_to_draft(data, context, game.id, mine, line)
    )
    if given:
        return await given_reply(context, game, mine, given)
    last = max((v.line.number for v in reply.verdicts), default=0)
    added = [v for v in reply.verdicts if v.line.number == last]
    return Reply(
        "\n".join((*map(order_feedback.verdict, added), "Not added: your draft is unchanged.")), buttons=buttons(game)
    )


def _add_to_draft(
    data: EngineData, context: Context, game: str, side: str, text: str
) -> tuple[OrdersReply, Given | None]:
    draft = data.table.draft(game, side)
    whole = f"{draft.rstrip()}\n{text}" if draft.strip() else text
    last = len(whole.splitlines())
    reply = data.table.check(game, side, whole)
    added = [verdict for verdict in reply.verdicts if verdict.line.number == last]
    if any(not verdict.accepted for verdict in added):
        return reply, None
    if runs_by_itself(added):
        return reply, acting(data.table, context, game, side).give(game, side, whole, utc_now(), context.nonce)
    return reply, Given(acting(data.table, context, game, side).write(game, side, whole, utc_now()))


def acting(table: Table, context: Context, game: str, side: str) -> Table:
    """The table, on which this person acts for the side: if they are its player, it has no deputy any more."""
    end_deputy(table, game, side, context.player, utc_now())
    return table


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
    """What the order form needs: game, side, draft, and examples for an empty draft, if none has to be waited for.

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
    none: tuple[str, ...] = ()
    return game, mine, text, none if text else if_at_hand(lambda: data.table.examples(game.id, mine), none)


async def show(context: Context, key: str | None, side: str | None) -> Reply:
    """The draft with its verdicts, and the map with it drawn on top."""
    game, mine = await context.game_and_side(key, side)
    require_started(game)
    reply, scene, examples, army = await context.services.engine.use_data(lambda data: _preview(data, game.id, mine))
    army = f"\n{markup.escape(army)}" if army else ""
    picture = Attachment(f"{game.id}-draft.png", await context.services.engine.draw(scene), markup.alt_text(scene.alt))
    name = side_name(game, mine)
    if not reply.verdicts:
        text = (
            f"Your draft for **{name}** is empty. **Write orders** opens a form: one order per "
            f"line{_examples(examples)}.{army}"
        )
        return Reply(text, (picture,), buttons(game))
    head = "Written ahead for the next phase of" if reply.ahead else "Your draft for"
    when = (
        "They run when that phase opens, up to their last commit or done."
        if reply.ahead
        else "Nothing runs until you commit."
    )
    return Reply(
        f"{head} **{name}**:\n{order_feedback.feedback(reply)}\n-# {when}{army}",
        (picture,),
        buttons(game),
    )


def _preview(data: EngineData, game: str, side: str) -> tuple[OrdersReply, Scene, tuple[str, ...], str]:
    """The draft judged and drawn, examples of orders, and in a muster the army list that is in."""
    text = data.table.draft(game, side)
    return (
        data.table.check(game, side, text),
        data.table.picture(game, side, draft=text),
        data.table.examples(game, side),
        data.table.own_army(game, side),
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
    return Reply(f"Your draft for **{side_name(game, side)}** is now empty.", buttons=buttons(game))


async def commit(context: Context, key: str | None, side: str | None, button: str = "", sure: str = "") -> Reply:
    """Run the draft in the phase of the button that was pressed, or else in the current phase.

    ``sure``: the token of the question that is answered.
    """
    game, mine, moment = await game_side_and_phase(context, key, side, button)
    try:
        news = await context.services.engine.use_table(
            lambda table: acting(require_phase(table, game, moment), context, game.id, mine).commit(
                game.id, mine, utc_now(), context.nonce, phase=moment, sure=sure
            )
        )
    except AskAgain as ask:
        return question(game, markup.escape(str(ask)), "commit", ask.token)
    return await result_reply(context, game, f"**{side_name(game, mine)}**: committed.", news)


async def done(context: Context, key: str | None, side: str | None, button: str = "", sure: str = "") -> Reply:
    """Run the draft and end this side's part of the phase; like ``commit``, only in the phase of the button."""
    game, mine, moment = await game_side_and_phase(context, key, side, button)
    try:
        news = await context.services.engine.use_table(
            lambda table: _end_phase(require_phase(table, game, moment), context, game, mine, moment, sure)
        )
    except AskAgain as ask:
        return question(game, markup.escape(str(ask)), "done", ask.token)
    phase = posts.phase_title(game.phase) if game.phase else "the game"
    return await result_reply(context, game, f"**{side_name(game, mine)}**: done with {phase}.", news)


def _end_phase(table: Table, context: Context, game: Game, side: str, moment: str, sure: str) -> News:
    """End the side's part of the phase; in an open battle also that of the sides with nothing to decide."""
    others = open_battle_sides.sides_ending_too(table, game, side, context.player)
    return acting(table, context, game.id, side).done(game.id, side, utc_now(), context.nonce, others, moment, sure)


async def game_side_and_phase(
    context: Context, key: str | None, side: str | None, button: str
) -> tuple[Game, str, str]:
    """Game, side and phase key.

    If the player has several sides, a button means the first side it called, even if that one is done by now.
    """
    game, mine = await context.game_and_side(key, side)
    moment, called = posts.read_phase(require_started(game), button)
    return game, next((one for one in called if one in sides_of(game, context.player)), mine), moment


def require_phase(table: Table, game: Game, moment: str) -> Table:
    """The table, if the phase is still the one of the button: a double press must not end two phases.

    Raises Refused.
    """
    if reason := why_stale(table.game(game.id), moment or game.phase_key):
        raise Refused("earlier-phase", reason)
    return table


def why_stale(game: Game, moment: str) -> str:
    """A sentence saying that the button belongs to an earlier phase; "" if it belongs to this one."""
    if not moment or is_current(game.phase_key, moment):
        return ""
    if game.phase is None:
        return f"**{markup.escape(game.name)}** is over; that button was for an earlier phase, so nothing was done."
    return (
        f"That button was for an earlier phase, so nothing was done. Now it is **{posts.phase_title(game.phase)}**: "
        "press the button under the newest post, or use the command."
    )
