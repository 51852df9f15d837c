"""A post that was read: judged, carried out once, and answered once."""

import asyncio
import logging

from bot.correspondence.answers import Answer, Section, said
from bot.correspondence.commands import RUNNING, Command, read_command
from bot.correspondence.deeds import RETRY, carry_out
from bot.correspondence.emphasis import spoken
from bot.correspondence.leagues.entering import reliability_of_writer
from bot.correspondence.leagues.named import league_of_line, with_league
from bot.correspondence.leagues.refusals import in_letters
from bot.correspondence.message import Line, Message, read_message, reads_as_order
from bot.correspondence.misspelled_commands import meant_line
from bot.correspondence.order_deeds import Writer
from bot.correspondence.times import local_time
from bot.correspondence.unread_lines import unread_lines
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import KnownAccount, LetterPlace
from bot.hosting.leaked_keys import replace_shown
from bot.hosting.linking import link_address, moved_lines
from bot.hosting.opened_games import play_in_forum
from bot.hosting.sender_limits import Limit, Reached, limit_reached, too_many
from bot.hosting.terms_words import IN_PRIVATE
from bot.hosting.utc_now import utc_now
from engine.contract import replace
from engine.language.words import LINES
from engine.table import Refused

from . import late_orders
from .bodies import AnswerBody
from .commands import for_public, localized
from .connectors.connector import LETTER, Connector, SeenPost
from .identity import DOOR, Standing, identify, names_game
from .late_orders import LatePost, as_draft, keep_for_later, missed_deadline, our_time, touches_draft
from .league_topics import open_league_topic
from .read_post import Read, key_of
from .reading.post_text import opening_line, post_lines
from .replying import reply, reply_in_words
from .secrecy import SEALED, has_secrets, may_tell_secrets, note_public_draft

log = logging.getLogger("fieldpost.forum")

NOTHING = Answer("", "", ())
"""What becomes of a post that is not for us."""
LIMITS = (Limit(60, 3_600, "an hour"),)
"""Posts of one account that are carried out."""
DEEDS_OF_STRANGERS = (
    *("new", "battle", "join", "link", "zone", "remind", "my settings", "my lists"),
    *("league new", "league enter"),
)
"""Commands by which somebody becomes known."""


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
        if not missed and await engine.use_data(lambda data: data.forum.is_received(key_of(post))):
            return
        opening = await asyncio.to_thread(opening_line, post.raw)
        read = Read(post, letter, opening, our_time(post.at, self._connector.skew or 0), missed)
        who = await engine.use_data(lambda data: identify(data, post, letter, opening))
        if who is None:
            return
        if not missed and await engine.use_data(lambda data: _too_many(data, post) is not None):
            await engine.use_data(lambda data: turn_away(data, read))
            self._wake.set()
            return
        whole = await self._read(read, who)
        answer = await engine.use_data(lambda data: take(data, whole))
        self._wake.set()
        for game in answer.changed:
            self._doors.changed(game)
        for league in answer.leagues:
            self._doors.league_changed(league)

    async def _read(self, read: Read, who: Standing) -> Read:
        """With its lines.  More than a message may have are not judged, because then it is refused as a whole."""
        engine, loop, judged = self._doors.engine, asyncio.get_running_loop(), dict[str, bool]()

        def judge(line: str) -> bool:
            if names_game(line, who.game) or (who.league and not who.public and line.strip() == read.opening.strip()):
                return True
            if line not in judged and len(judged) <= LINES:
                asked = engine.use_table(lambda table: reads_as_order(table, who.seat, line, to_us=not who.public))
                judged[line] = asyncio.run_coroutine_threadsafe(asked, loop).result()
            return judged.get(line, False)

        text = await asyncio.to_thread(post_lines, read.post.raw, judge)
        lines = [line.text for line in text.lines]
        known = await reliability_of_writer(engine, lambda _: who.player, lines)
        orders = frozenset(line for line, is_order in judged.items() if is_order)
        return read._replace(text=text, orders=orders, reliability=known)

    async def skip(self, post: SeenPost) -> None:
        """Note the post as read without carrying it out."""
        await self._doors.engine.use_data(lambda data: _skip(data, post, utc_now()))


def _note(data: EngineData, post: SeenPost, now: str) -> bool:
    return data.forum.receive(key_of(post), post.place.key, str(post.author.id), now)


def _skip(data: EngineData, post: SeenPost, now: str) -> None:
    with data.table.journal.transaction():
        late_orders.forget(data, post)
        _note(data, post, now)


def take(data: EngineData, read: Read) -> Answer:
    """On the engine's thread, in one transaction.  Returns what became of it, with the games that have changed."""
    now, post = utc_now(), read.post
    with data.table.journal.transaction():
        who = identify(data, post, read.letter, read.opening)
        if who is None or not (late_orders.forget(data, post) if read.missed else _note(data, post, now)):
            return NOTHING
        data.forum.remember_account(KnownAccount(str(post.author.id), post.author.handle, post.author.name))
        if post.place.kind == LETTER:
            known, partner = data.forum.letter(post.place.key), "" if post.doubt else str(post.author.id)
            data.forum.set_letter(LetterPlace(post.place.key, partner, who.game, known.newest if known else 0))
        return _carry_out(data, read, who, now)


def _too_many(data: EngineData, post: SeenPost) -> Reached | None:
    author = str(post.author.id)
    player = data.people.player(DOOR, author)
    return limit_reached(data, player, LIMITS, lambda number: data.forum.newest(author, number), utc_now())


def turn_away(data: EngineData, read: Read) -> None:
    """Note a post that is not read because its author has written too many; the first is answered, with the time when
    they are read again.
    """
    now, post, reached = utc_now(), read.post, _too_many(data, read.post)
    with data.table.journal.transaction():
        who = identify(data, post, read.letter, read.opening)
        if who is None or not _note(data, post, now):
            return
        data.forum.leave_unread(key_of(post))
        told = f"slow {post.author.id}"
        if reached and who.player and data.forum.note(told) != reached.until:
            data.forum.set_note(told, reached.until)
            slow = said("Slow down", too_many(reached, "posts", local_time(reached.shown)))
            reply_in_words(data, read, who, slow, now)


def _carry_out(data: EngineData, read: Read, who: Standing, now: str) -> Answer:
    if who.public:
        replace_shown(data.people, read.post.raw, "a post that everybody can read", now)
    lines = list(read.text.lines)
    about_league = bool(lines) and not who.public and league_of_line(data, lines[0].text) == who.league != ""
    if lines and not read.text.fenced and (about_league or names_game(lines[0].text, who.game)):
        del lines[0]
    if who.public and read.text.fenced and who.game and data.table.game(who.game).anonymous:
        reply_in_words(data, read, who, said("Not read", IN_PRIVATE), now)
        return NOTHING
    if who.public and who.seat is None and not _begins_with_command(data, who, lines):
        return NOTHING  # talk, or somebody who has nothing to order here
    try:
        to_us = read.text.fenced or not who.public
        message = read_message(data.table, who.seat, lines, to_us=to_us, game=who.game)
    except Refused as no:
        if no.code in RETRY:
            raise
        if not who.public or read.text.fenced or _begins_with_command(data, who, lines) or _has_orders(read):
            reply_in_words(data, read, who, said("Not carried out", str(no)), now)
        return NOTHING
    if who.public and message.empty and not any(one.instead for one in message.unread):
        return NOTHING
    if read.post.doubt:
        reply_in_words(data, read, who, said("Not carried out", read.post.doubt), now)
        return NOTHING
    if who.choices and not who.seat and not message.commands:
        games = ", ".join(who.choices)
        line = f'You play in {games}. Begin the message with the id of the game, such as "{who.choices[0]}".'
        reply_in_words(data, read, who, said("Which game?", line), now)
        return NOTHING
    ordered = who.seat if touches_draft(message) and not _gives_away(data, who, message) else None
    if ordered and not read.missed and (due := missed_deadline(data, ordered, read.at, now)):
        keep_for_later(data, LatePost(read.post, read.letter, ordered.game, due))
        return NOTHING
    return _run(data, read, who, message, now)


def _has_orders(read: Read) -> bool:
    """Whether any line outside of prose reads as an order, also if they are too many to be judged together."""
    return any(line.text in read.orders and not line.in_prose for line in read.text.lines)


def _begins_with_command(data: EngineData, who: Standing, lines: list[Line]) -> bool:
    """Also with one that is misspelled."""
    first = next((line.text for line in lines if line.text.strip()), "")
    return read_command(first) is not None or bool(meant_line(data.table, first, who.game, in_talk=True))


def _run(data: EngineData, read: Read, who: Standing, message: Message, now: str) -> Answer:
    """Carry out what the message says, as far as it may be said where it stands."""
    post, sections = read.post, list[Section]()
    local = with_league(data, localized(message.commands, who.game), who.league)
    commands, told = (for_public if who.public else _same)(local)
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
    writer = _writer(read, player, now)
    quiet = who.public and who.seat is not None and may_tell_secrets(data, who.seat, message)
    untold = data.league_places.waiting(DOOR)
    answer = carry_out(data, writer, who.seat, message)
    if who.public and who.league in answer.leagues and who.league not in untold:
        _note_told(data, who.league)
    if who.public and who.seat and not quiet:
        quiet = bool(message.orders or read.missed) and has_secrets(data, who.seat)
        if data.table.draft(*who.seat) != before:
            note_public_draft(data, who.seat)
    answer = replace(answer, sections=(*sections, *answer.sections), lookups=_lookups(answer, message, sections, who))
    if who.public and who.game:
        answer = replace(answer, game=who.game, side="", preview=False)
    unread = unread_lines([one for one in message.unread if not who.public or one.instead or one.remark])
    if answer.sections or answer.lookups or unread:
        reply(data, read, who, AnswerBody(answer, player, not who.public, unread), now, quiet)
    return answer


def _writer(read: Read, player: str, now: str) -> Writer:
    """Games and leagues that are opened get topics of their own."""
    owner = str(read.post.author.id)

    def open_game(data: EngineData, game: str) -> None:
        play_in_forum(data, game, owner)

    def open_league(data: EngineData, league: str) -> None:
        open_league_topic(data, league, owner)

    key = key_of(read.post)
    return Writer(player, DOOR, key, now, "", open_game, open_league=open_league, reliability=read.reliability)


def _note_told(data: EngineData, league: str) -> None:
    """What an answer in the topic of a league says is not told there again, unless players have something to do."""
    place, log = data.league_places.find(league), data.leagues.log(league)
    if place and not any(entry.kind in ("paired", "game") for entry in log[place.told :]):
        data.league_places.set_told(league, log[-1].seq)


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


def _link(data: EngineData, post: SeenPost, code: str, now: str) -> Section:
    try:
        linked = link_address(data, DOOR, str(post.author.id), code, now)
    except Refused as no:
        return said("Your addresses were not joined", spoken(str(in_letters(data, no))))
    says = ("What you post here is yours from now on.", *moved_lines(data, linked))
    return said("Your addresses are joined", *says)
