"""`fieldpost orders`: a post that somebody has copied from a forum, read and given as the orders of a side."""

import sys
from argparse import Namespace
from collections.abc import Iterable

from bot.correspondence.commands import RUNNING
from bot.correspondence.message import Message, Seat, only_ends, read_message, reads_as_order
from bot.correspondence.order_deeds import with_draft
from bot.correspondence.sides import side_of
from bot.correspondence.unread_lines import unread_lines
from bot.correspondence.verdict_text import verdict_lines
from bot.hosting import order_files, wording
from bot.hosting.database import CommandFailed, database_address, existing_database
from bot.hosting.questions import HELD, hold
from bot.hosting.utc_now import utc_now
from engine.table import AskAgain, Game, Given, News, Table

from .reading.post_text import MOST_CHARACTERS, post_lines


def orders(arguments: Namespace) -> int:
    """Returns 1 if nothing was read, a line was refused, or something must be asked first.  Raises CommandFailed."""
    if sys.stdin and sys.stdin.isatty():
        print("Paste the post, then press Ctrl-D.", file=sys.stderr)
    raw = _typed(order_files.read_lines(sys.stdin) if sys.stdin else ())
    with existing_database(database_address(arguments.db)) as table:
        game = table.game(arguments.game)
        seat = Seat(game.id, side_of(game, arguments.side))
        post = post_lines(raw, lambda line: reads_as_order(table, seat, line))
        message = read_message(table, seat, post.lines, to_us=post.fenced)
        if post.fenced:
            print("The post has a fence, so only what is in it was read.")
        given = tuple(order for order in message.orders if order.lower() != "concede")
        _say_unread(message, conceded=len(given) < len(message.orders))
        if not given and (post.lines or not arguments.word):
            print("\n".join(unread_lines(message.unread)))
            print(f"No line of this post is an order for {_name(game, seat)}, so nothing was changed.")
            return 1
        if message.asked and not arguments.sure:
            return _hold(table, seat, message, given)
        if not given or (only_ends(given) and len(given) == 1):
            return _run(table, seat, arguments.word or given[0], arguments.sure)
        return _give(table, seat, message, _with_word(given, arguments.word), arguments.sure)


def _typed(lines: Iterable[str]) -> str:
    """What was pasted.  Raises CommandFailed."""
    text, room = list[str](), MOST_CHARACTERS
    for line in lines:
        room -= len(line)
        if room < 0:
            raise CommandFailed(f"This post has more than {MOST_CHARACTERS:,} characters. Paste only the orders.")
        text.append(line)
    return "".join(text)


def _name(game: Game, seat: Seat) -> str:
    return wording.side_name(game.sides, seat.side)


def _with_word(given: tuple[str, ...], word: str) -> tuple[str, ...]:
    return (*given, word) if word and given[-1] != word else given


def _say_unread(message: Message, conceded: bool) -> None:
    """Commands and the end of a game are not taken from a post that anybody may have pasted."""
    if words := [*(["clear"] if message.clears else []), *(command.word for command in message.commands)]:
        print(f"Not carried out, because only orders are read here: {', '.join(dict.fromkeys(words))}.")
    if conceded:
        print("Not carried out: concede. Whoever means it types it in `fieldpost play`.")


def _hold(table: Table, seat: Seat, message: Message, given: tuple[str, ...]) -> int:
    """The orders are kept and do not run, for there is a question beside them that may be meant for one."""
    print("\n".join(unread_lines(message.unread)))
    if only_ends(given):
        print(f"{HELD} With --sure it runs all the same.")
        return 1
    answer = hold(table, seat.game, seat.side, with_draft(table, seat, given, message.adds), utc_now(), HELD)
    print("\n".join(verdict_lines(answer.reply)))
    return _tell(seat, answer)


def _give(table: Table, seat: Seat, message: Message, given: tuple[str, ...], sure: bool) -> int:
    """The verdicts, and what became of the orders."""
    answer = table.give(seat.game, seat.side, with_draft(table, seat, given, message.adds), utc_now())
    print("\n".join(verdict_lines(answer.reply, message.unread)))
    refused = any(not verdict.accepted for verdict in answer.reply.verdicts)
    if answer.asks and answer.token and sure:
        return _run(table, seat, _last_word(given), True) or refused
    return _tell(seat, answer) or refused


def _last_word(given: tuple[str, ...]) -> str:
    return next((order for order in reversed(given) if order in RUNNING), "commit")


def _tell(seat: Seat, answer: Given) -> int:
    if answer.news:
        _report(answer.news, answer.kept, answer.why)
        return 0
    if answer.asks:
        print(f"\n{answer.asks} The orders are kept.")
        if answer.token:
            print("With --sure they run all the same.")
        return 1
    if answer.reply.ahead:
        print("\nKept for the next phase of this side: they are checked again when it opens, and run then.")
    elif not any(verdict.accepted for verdict in answer.reply.verdicts):
        print("\nNo order is accepted, so there is nothing to run. Correct the lines and give the post again.")
    else:
        again = f"`fieldpost orders {seat.game} {seat.side} --done < /dev/null`"
        print(f"\nNothing has run yet: the orders are kept as the draft. {again} runs it.")
    return 0


def _run(table: Table, seat: Seat, word: str, sure: bool) -> int:
    """Run the draft that is kept; with ``done`` the side's part of the phase ends."""
    run = table.commit if word == "commit" else table.done
    try:
        news = run(seat.game, seat.side, utc_now())
    except AskAgain as again:
        if not sure:
            print(f"{again} With --sure it runs all the same.")
            return 1
        news = run(seat.game, seat.side, utc_now(), sure=again.token)
    _report(news, table.draft(seat.game, seat.side), table.why_stopped(seat.game, seat.side))
    return 0


def _report(news: News, kept: str, why: str) -> None:
    print("\nThe orders ran:")
    for line in news.lines:
        print("\n".join(f"  {part}" for part in line.splitlines()))
    if kept.strip():
        print(
            f"Kept, and not run yet:{f' {why}' if why else ''}", *(f"  {line}" for line in kept.splitlines()), sep="\n"
        )
