"""A post that was read: judged, carried out once, and answered once."""

import asyncio
import logging
from typing import NamedTuple

from bot.correspondence.answers import Answer, Section, said
from bot.correspondence.commands import RUNNING, Command, read_command
from bot.correspondence.deeds import RETRY, carry_out
from bot.correspondence.message import Line, Message, read_message, reads_as_order
from bot.correspondence.misspelled_commands import meant_line
from bot.correspondence.order_deeds import Writer
from bot.correspondence.unread_lines import unread_lines
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import KnownAccount, LetterPlace
from bot.hosting.leaked_keys import replace_shown
from bot.hosting.terms_words import IN_PRIVATE
from bot.hosting.utc_now import utc_now
from engine.contract import replace
from engine.language.words import LINES
from engine.log.deadline import add_seconds
from engine.table import Refused

from . import late_orders
from .bodies import AnswerBody, lane_of_game, lane_to, queue_answer
from .commands import for_public, localized
from .connectors.connector import LETTER, Connector, SeenPost
from .identity import DOOR, Standing, identify, names_game
from .late_orders import LatePost, as_draft, keep_for_later, missed_deadline, our_time, touches_draft
from .reading.post_text import PostText, opening_line, post_lines
from .secrecy import SEALED, has_secrets, may_tell_secrets, note_public_draft

log = logging.getLogger("fieldpost.forum")

AN_HOUR = 60
"""Posts of one account that are carried out in an hour."""
DEEDS_OF_STRANGERS = ("new", "battle", "join", "link", "zone", "remind", "my settings")
"""Commands by which somebody becomes known."""


class Read(NamedTuple):
    """A post with the lines that its author wrote.  ``letter``: the title of the letter that it stands in.
    ``opening``: its first line, also if only a fence after it was read.  ``at``: when it was posted, by our clock.
    ``missed``: the deadline that it was too late for and that has run ("" = none).  ``orders``: the lines that read as
    orders or commands.
    """

    post: SeenPost
    letter: str
    opening: str
    at: str
    missed: str
    text: PostText = PostText((), False)
    orders: frozenset[str] = frozenset()


class Receiver:
    """What the poller hands posts to.  ``wake``: set when there may be something to send."""

    def __init__(self, doors: Doors, connector: Connector, wake: asyncio.Event) -> None:
        self._doors, self._connector, self._wake = doors, connector, wake

    async def late_posts(self) -> tuple[LatePost, ...]:
        """Those that were kept, and can be accepted now."""
        return await self._doors.engine.use_data(late_orders.ready)

    async def accept(self, post: SeenPost, letter: str = "", missed: str = "") -> None:
        """Carry the post out, and queue its answer.  Raises if it must be read again: then nothing was stored."""
        engine = self._doors.engine
        if not missed and await engine.use_data(lambda data: data.forum.is_received(_key(post))):
            return
        opening = await asyncio.to_thread(opening_line, post.raw)
        read = Read(post, letter, opening, our_time(post.at, self._connector.skew or 0), missed)
        who = await engine.use_data(lambda data: identify(data, post, letter, opening))
        if who is None:
            return
        if not missed and await engine.use_data(lambda data: _too_many(data, post)):
            await engine.use_data(lambda data: turn_away(data, read))
            self._wake.set()
            return
        whole = await self._read(read, who)
        changed = await engine.use_data(lambda data: take(data, whole))
        self._wake.set()
        for game in changed:
            self._doors.changed(game)

    async def _read(self, read: Read, who: Standing) -> Read:
        """With its lines.  More than a message may have are not judged, because then it is refused as a whole."""
        engine, loop, judged = self._doors.engine, asyncio.get_running_loop(), dict[str, bool]()

        def judge(line: str) -> bool:
            if names_game(line, who.game):
                return True
            if line not in judged and len(judged) <= LINES:
                asked = engine.use_table(lambda table: reads_as_order(table, who.seat, line, to_us=not who.public))
                judged[line] = asyncio.run_coroutine_threadsafe(asked, loop).result()
            return judged.get(line, False)

        text = await asyncio.to_thread(post_lines, read.post.raw, judge)
        return read._replace(text=text, orders=frozenset(line for line, is_order in judged.items() if is_order))

    async def skip(self, post: SeenPost) -> None:
        """Note the post as read without carrying it out."""
        await self._doors.engine.use_data(lambda data: _skip(data, post, utc_now()))


def _key(post: SeenPost) -> str:
    return f"{post.place.key}/{post.id}"


def _note(data: EngineData, post: SeenPost, now: str) -> bool:
    return data.forum.receive(_key(post), post.place.key, str(post.author.id), now)


def _skip(data: EngineData, post: SeenPost, now: str) -> None:
    with data.table.journal.transaction():
        late_orders.forget(data, post)
        _note(data, post, now)


def take(data: EngineData, read: Read) -> tuple[str, ...]:
    """On the engine's thread, in one transaction.  Returns the games in which something happened."""
    now, post = utc_now(), read.post
    with data.table.journal.transaction():
        who = identify(data, post, read.letter, read.opening)
        if who is None or not (late_orders.forget(data, post) if read.missed else _note(data, post, now)):
            return ()
        data.forum.remember_account(KnownAccount(str(post.author.id), post.author.handle, post.author.name))
        if post.place.kind == LETTER:
            known, partner = data.forum.letter(post.place.key), "" if post.doubt else str(post.author.id)
            data.forum.set_letter(LetterPlace(post.place.key, partner, who.game, known.newest if known else 0))
        return _carry_out(data, read, who, now)


def _too_many(data: EngineData, post: SeenPost) -> bool:
    return data.forum.received_since(str(post.author.id), add_seconds(utc_now(), -3_600)) >= AN_HOUR


def turn_away(data: EngineData, read: Read) -> None:
    """Note a post that is not read because its author has written too many; the first is answered."""
    now, post = utc_now(), read.post
    with data.table.journal.transaction():
        who = identify(data, post, read.letter, read.opening)
        if who is None or not _note(data, post, now):
            return
        count = data.forum.received_since(str(post.author.id), add_seconds(now, -3_600))
        if count <= AN_HOUR + 1 and who.player:
            slow = f"More than {AN_HOUR} posts came from you in an hour. This one was not read; wait an hour, please."
            _answer(data, read, who, said("Slow down", slow), now)


def _carry_out(data: EngineData, read: Read, who: Standing, now: str) -> tuple[str, ...]:
    if who.public:
        replace_shown(data.people, read.post.raw, "a post that everybody can read", now)
    lines = list(read.text.lines)
    if lines and not read.text.fenced and names_game(lines[0].text, who.game):
        del lines[0]
    if who.public and read.text.fenced and who.game and data.table.game(who.game).anonymous:
        _answer(data, read, who, said("Not read", IN_PRIVATE), now)
        return ()
    if who.public and who.seat is None and not _begins_with_command(data, who, lines):
        return ()  # talk, or somebody who has nothing to order here
    try:
        to_us = read.text.fenced or not who.public
        message = read_message(data.table, who.seat, lines, to_us=to_us, game=who.game)
    except Refused as no:
        if no.code in RETRY:
            raise
        if not who.public or read.text.fenced or _begins_with_command(data, who, lines) or _has_orders(read):
            _answer(data, read, who, said("Not carried out", str(no)), now)
        return ()
    if who.public and message.empty and not any(one.instead for one in message.unread):
        return ()
    if read.post.doubt:
        _answer(data, read, who, said("Not carried out", read.post.doubt), now)
        return ()
    if who.choices and not who.seat and not message.commands:
        games = ", ".join(who.choices)
        line = f'You play in {games}. Begin the message with the id of the game, such as "{who.choices[0]}".'
        _answer(data, read, who, said("Which game?", line), now)
        return ()
    ordered = who.seat if touches_draft(message) and not _gives_away(data, who, message) else None
    if ordered and not read.missed and (due := missed_deadline(data, ordered, read.at, now)):
        keep_for_later(data, LatePost(read.post, read.letter, ordered.game, due))
        return ()
    return _run(data, read, who, message, now)


def _has_orders(read: Read) -> bool:
    """Whether any line outside of prose reads as an order, also if they are too many to be judged together."""
    return any(line.text in read.orders and not line.in_prose for line in read.text.lines)


def _begins_with_command(data: EngineData, who: Standing, lines: list[Line]) -> bool:
    """Also with one that is misspelled."""
    first = next((line.text for line in lines if line.text.strip()), "")
    return read_command(first) is not None or bool(meant_line(data.table, first, who.game, in_talk=True))


def _run(data: EngineData, read: Read, who: Standing, message: Message, now: str) -> tuple[str, ...]:
    """Carry out what the message says, as far as it may be said where it stands."""
    post, sections = read.post, list[Section]()
    commands, told = (for_public if who.public else _same)(localized(message.commands, who.game))
    message = message._replace(commands=commands)
    sections += [*told, *([said("Not read", *read.text.cut)] if read.text.cut else [])]
    if code := next((command.rest for command in commands if command.word == "link" and command.rest), ""):
        message = message._replace(commands=tuple(command for command in commands if command.word != "link"))
        sections.append(_link(data, post, code, now))
    player = data.people.player(DOOR, str(post.author.id))
    if not player and any(command.word in DEEDS_OF_STRANGERS for command in message.commands):
        player = data.people.add(DOOR, str(post.author.id), post.author.name or "player", now)
    before = data.table.draft(*who.seat) if who.seat else ""
    if _gives_away(data, who, message):
        message = message._replace(orders=())
        sections.append(said("Not read: these orders are secret", SEALED))
    elif read.missed and who.seat:
        message, kept = as_draft(data, who.seat, message, (read.at, read.missed), now)
        sections += kept
    owner = str(post.author.id)
    writer = Writer(player, DOOR, _key(post), now, "", lambda data, game: open_topic(data, game, owner))
    quiet = who.public and who.seat is not None and may_tell_secrets(data, who.seat, message)
    answer = carry_out(data, writer, who.seat, message)
    if who.public and who.seat and not quiet:
        quiet = bool(message.orders or read.missed) and has_secrets(data, who.seat)
        if data.table.draft(*who.seat) != before:
            note_public_draft(data, who.seat)
    answer = replace(answer, sections=(*sections, *answer.sections), lookups=_lookups(answer, message, sections, who))
    if who.public and who.game:
        answer = replace(answer, game=who.game, side="", preview=False)
    unread = unread_lines([one for one in message.unread if not who.public or one.instead or one.remark])
    if answer.sections or answer.lookups or unread:
        _queue(data, read, who, AnswerBody(answer, player, not who.public, unread), now, quiet)
    return answer.changed


def _same(commands: tuple[Command, ...]) -> tuple[tuple[Command, ...], tuple[Section, ...]]:
    return commands, ()


def _gives_away(data: EngineData, who: Standing, message: Message) -> bool:
    """Whether orders that are secret stand where everybody reads them."""
    phase = data.table.game(who.seat.game).phase if who.public and who.seat else None
    return phase is not None and phase.sealed and any(order not in RUNNING for order in message.orders)


def _lookups(answer: Answer, message: Message, told: list[Section], who: Standing) -> tuple[Command, ...]:
    """What is looked up; a letter without anything to do is answered with where its game stands, or with the list."""
    if told and message.empty:
        return ()
    if answer.lookups or answer.sections:
        return answer.lookups
    return () if who.public else (Command("status" if who.seat else "help"),)


def _queue(data: EngineData, read: Read, who: Standing, body: AnswerBody, now: str, quiet: bool) -> None:
    """In reply to the post; what only its writer may know goes to them alone, and the topic hears that it was read."""
    post = read.post
    if not quiet:
        queue_answer(data, _lane(read, who), post.number, replace(body, message=_key(post)), now)
        return
    side = data.table.game(who.game).sides[who.seat.side].name if who.seat else ""
    alone = said(f"{side}: orders read", "What became of them is in a private message to their writer.")
    note = AnswerBody(Answer(who.game, "", (alone,)), body.player, False)
    queue_answer(data, _lane(read, who), post.number, note, now)
    answer = replace(body.answer, side=who.seat.side if who.seat else "")
    queue_answer(data, lane_to(post.author.id), 0, AnswerBody(answer, body.player, True, body.unread), now)


def _answer(data: EngineData, read: Read, who: Standing, section: Section, now: str) -> None:
    body = AnswerBody(Answer(who.game, "", (section,)), who.player, not who.public)
    queue_answer(data, _lane(read, who), read.post.number, body, now)


def _lane(read: Read, who: Standing) -> str:
    if read.post.place.kind == LETTER:
        return read.post.place.key
    return lane_of_game("lobby" if who.lobby else who.game)


def _link(data: EngineData, post: SeenPost, code: str, now: str) -> Section:
    try:
        player = data.people.use_code(code, now)
        games = data.people.join(data.table, DOOR, str(post.author.id), player, now)
    except Refused as no:
        return said("Your addresses were not joined", str(no))
    moved = f"Seats changed hands in {', '.join(games)}." if games else ""
    return said("Your addresses are joined", "What you post here is yours from now on.", *filter(None, (moved,)))


def open_topic(data: EngineData, game: str, owner: str) -> None:
    """The game gets a topic, if it has none; the topic tells what happens after this."""
    outbox = data.outboxes[DOOR]
    if outbox.destination(game) is None:
        outbox.set_destination(game, "", "forum")
        outbox.mark_seen(game, data.table.game(game).length, "")
        data.forum.add_topic(game, owner)
        data.forum.add(game, "topic", lane_of_game(game), "", utc_now())
