"""Replies to orders: the verdicts, what ran, a question before orders run, and the buttons under all of them."""

import dataclasses
from collections.abc import Sequence

from bot.hosting import open_battle_sides, post, wording
from bot.hosting.questions import left_out
from engine.contract import Done
from engine.table import Game, Given, News, OrdersReply

from ..messages import components, markup, order_feedback, posts
from ..messages.address import find_place
from .context import Context
from .replies import Reply

PATIENCE = 3.0
"""Seconds that a reply waits to see whether Discord takes the post with the result."""


async def given_reply(context: Context, game: Game, side: str, given: Given) -> Reply:
    """What became of a message of orders: it ran, it waits with a question, or it is stored."""
    if given.news:
        ran = "your orders for this phase ran." if given.kept else "your orders ran."
        answer = await result_reply(context, game, f"**{side_name(game, side)}**: {ran}", given.news)
        why = f" {markup.escape(given.why)}" if given.why else ""
        kept = f"\nKept, and not run yet:{why}\n{markup.code_block(given.kept)}" if given.kept else ""
        return dataclasses.replace(answer, text=f"{order_feedback.feedback(given.reply)}\n{answer.text}{kept}")
    reply = feedback_reply(game, side, given.reply)
    if not given.asks:
        return reply
    word = "done" if any(isinstance(verdict.line.order, Done) for verdict in given.reply.verdicts) else "commit"
    return question(game, f"{reply.text}\n**{markup.escape(given.asks)}**", word, given.token)


def with_questions(reply: Reply, questions: Sequence[str]) -> Reply:
    """With what is said of lines that are questions, above everything."""
    said = f"❔ {markup.escape(left_out(questions))}\n" if questions else ""
    return dataclasses.replace(reply, text=f"{said}{reply.text}")


def _written_ahead(game: Game, side: str, reply: OrdersReply) -> tuple[str, ...]:
    """The verdicts on orders that wait for the side's next phase."""
    return (
        f"Written ahead for the next phase of **{side_name(game, side)}**:",
        order_feedback.feedback(reply),
        "They are checked again when it opens, and run up to their last **commit** or **done**; the rest "
        "becomes your draft.",
    )


def question(game: Game, text: str, word: str, token: str) -> Reply:
    """A question before orders run, with a button to go on all the same if that can be."""
    moment = posts.write_phase(game, game.phase, game.phase_key)
    return Reply(text, buttons=components.confirm_buttons(game.id, word, moment, token) if token else buttons(game))


async def result_reply(context: Context, game: Game, confirmation: str, news: News) -> Reply:
    """The reply after a commit: where the result is posted, or the result itself if it cannot be posted.

    It waits a little for the post, since Discord may refuse it for good.
    """
    what = "The result is posted"
    if news.kind == "locked":
        confirmation, what = " ".join(map(markup.escape, news.lines)), "The report follows"
    context.services.changed(game.id)
    await context.services.publisher.wait_until_posted(game.id, PATIENCE)
    place = await context.services.engine.use_outbox(lambda outbox: find_place(outbox, game.id))
    if place and not place.trouble:
        return Reply(f"{confirmation} {what} {'below' if place.room == context.channel else f'in <#{place.room}>'}.")
    why = f"-# The result could not be posted. {place.trouble if place else ''} `/game info` can move the game here."
    return Reply("\n".join((confirmation, *map(markup.escape, news.lines), why)), full="\n".join(news.lines))


def feedback_reply(game: Game, side: str, reply: OrdersReply) -> Reply:
    good = any(verdict.accepted for verdict in reply.verdicts)
    if reply.ahead:
        return Reply(
            "\n".join((*_written_ahead(game, side, reply), order_feedback.receipt(reply))), buttons=buttons(game)
        )
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
    return Reply("\n".join(lines), buttons=buttons(game))


def buttons(game: Game) -> tuple[post.Button, ...]:
    return posts.answer_buttons(game, game.phase, game.phase_key)


def side_name(game: Game, side: str) -> str:
    return markup.escape(wording.side_name(game.sides, side))
