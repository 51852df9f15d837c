"""A mail that arrived: judged, read, carried out once, answered once."""

import asyncio
import hashlib
import logging
from dataclasses import replace as replace_fields
from typing import Literal, NamedTuple

from bot.correspondence.answers import Answer, Section, said
from bot.correspondence.commands import Command, read_command
from bot.correspondence.deeds import carry_out
from bot.correspondence.message import Message, read_message, reads_as_order
from bot.correspondence.order_deeds import Writer
from bot.correspondence.unread_lines import unread_lines
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData
from bot.hosting.mail_queue import STALE
from bot.hosting.utc_now import utc_now
from engine.contract import replace
from engine.log.deadline import add_seconds
from engine.table import Refused

from .bouncing import note_bounce
from .held_lines import read_held, write_held
from .identity import DOOR, Identity, confirmation_word, identify, phase_answered, replace_leaked_key
from .own_seats import doubt_about, lacks_seat, seats_of
from .queueing import AnswerBody, queue_answer
from .reading.authentication import authentication
from .reading.author_text import AuthorText, author_text, too_big
from .reading.automatic import OwnAddresses, why_unanswered
from .reading.received_mail import ReceivedMail, read_mail
from .settings import MailSettings

log = logging.getLogger("fieldpost.mail")

AN_HOUR, A_DAY = 30, 100
"""Mails of one sender that are read in an hour and in a day."""
STRANGERS_AN_HOUR = 10
"""Strangers who are answered in an hour, each once a day."""
Fate = Literal["done", "refused"]
ANSWERED = "Its answer is sent by `fieldpost serve`."
FORGED = "its sender's own rules say that it is forged"
STRANGE = "nobody is known by its sender's address, and FIELDPOST_MAIL_AUTHSERV names no server that vouches for it"
OLD = f"it has lain in the mailbox for more than {STALE // 86_400} days, so nobody knows whether it was carried out"
RETIRED = "the address of a seat to which it went is no longer valid"


class Handled(NamedTuple):
    """What became of a mail.  ``games``: those in which something happened.  ``says``: the same in a sentence, for
    whoever runs the program.
    """

    fate: Fate
    games: tuple[str, ...] = ()
    says: str = ANSWERED


def not_answered(why: str) -> Handled:
    return Handled("refused", (), f"It is not answered: {why}.")


class Letter(NamedTuple):
    """A mail as far as it can be read without the database.  ``vouched``: what the mail server says of the sender."""

    mail: ReceivedMail
    text: AuthorText
    vouched: str
    arrived: str


class Receiver:
    """What the mailbox and the listener hand their mails to."""

    def __init__(self, doors: Doors, settings: MailSettings, wake_sender: asyncio.Event) -> None:
        self._doors, self._settings, self._wake_sender = doors, settings, wake_sender
        self._own = OwnAddresses(settings.address, settings.host)

    async def accept(self, raw: bytes, arrived: str) -> Fate:
        """Carry the mail out, and queue its answer.  Raises if it must be tried again: then nothing was stored."""
        return (await self.handle(raw, arrived)).fate

    async def handle(self, raw: bytes, arrived: str) -> Handled:
        """The same, with what became of it in words."""
        return await self._handle(raw, read_mail(raw), arrived, "")

    async def refuse(self, head: bytes, size: int, arrived: str) -> Fate:
        """Answer a mail that is too big to be read, of which there are only the headers.  Raises as ``accept`` does."""
        return (await self.handle_head(head, size, arrived)).fate

    async def handle_head(self, head: bytes, size: int, arrived: str) -> Handled:
        mail = read_mail(head)
        if mail.message_id:  # delivered twice, it has other headers
            mail = replace_fields(mail, key=hashlib.sha256(f"big {mail.message_id}".encode()).hexdigest())
        return await self._handle(head, mail, arrived, too_big(size))

    async def _handle(self, raw: bytes, mail: ReceivedMail, arrived: str, unread: str) -> Handled:
        """``unread``: why nothing but its headers is known ("" = all is)."""
        if arrived < add_seconds(utc_now(), -STALE):
            log.warning("a mail is not carried out: %s", OLD)
            return not_answered(OLD)
        if await note_bounce(self._doors.engine, raw, mail, self._settings.host):
            return Handled("done", (), "It says that a mail of ours came back, which is noted.")
        if why := why_unanswered(raw, self._own):
            log.info("a mail is not answered: %s", why)
            return not_answered(why)
        vouched = authentication(raw, self._settings.authserv)
        if vouched == "fail":
            log.info("a mail is not answered: %s", FORGED)
            return not_answered(FORGED)
        text = AuthorText((), refused=unread) if unread else await self._read(raw, mail, vouched)
        letter = Letter(mail, text, vouched, arrived)
        handled = await self._doors.engine.use_data(lambda data: self._carry_out(data, letter))
        self._wake_sender.set()
        for game in handled.games:
            self._doors.changed(game)
        return handled._replace(fate="refused", says=f"{unread} {handled.says}") if unread else handled

    async def _read(self, raw: bytes, mail: ReceivedMail, vouched: str) -> AuthorText:
        """What its author wrote, by the grammar of the game that it is about; in a thread, for it may be long."""
        engine, loop = self._doors.engine, asyncio.get_running_loop()
        who = await engine.use_data(lambda data: identify(data, mail, vouched, self._settings.host, utc_now()))

        def judge(line: str) -> bool:
            asked = engine.use_table(lambda table: reads_as_order(table, who.seat, line, to_us=True))
            return asyncio.run_coroutine_threadsafe(asked, loop).result()

        return await asyncio.to_thread(author_text, raw, judge)

    def _carry_out(self, data: EngineData, letter: Letter) -> Handled:
        """On the engine's thread, in one transaction."""
        now, mail = utc_now(), letter.mail
        with data.table.journal.transaction():
            if not data.mails.receive(mail.key, mail.sender, now):
                return Handled("done", (), "It came before, and was dealt with then.")
            who = identify(data, mail, letter.vouched, self._settings.host, now)
            if self._is_over_limit(data, letter, who, now):
                return not_answered(f"more than {AN_HOUR} mails an hour, or {A_DAY} a day, came from there")
            if who.confirms and who.contact:
                return Handled("done", self._confirm(data, letter, who, now))
            if who.trouble == "-":
                return not_answered(RETIRED)
            if who.trouble:
                replace_leaked_key(data, mail, who, self._settings.address, now)
                return self._answer(data, letter, who.player, said("Not carried out", who.trouble), now)
            if who.contact is None or who.contact.state == "unconfirmed" or not who.player:
                return self._greet(data, letter, who, now)
            if who.contact.state == "resting":
                data.people.set_state(DOOR, mail.sender, "confirmed")
            message = read_message(data.table, who.seat, letter.text.lines, to_us=True)
            return Handled("done", self._run(data, letter, who, message, now))

    def _run(self, data: EngineData, letter: Letter, who: Identity, message: Message, now: str) -> tuple[str, ...]:
        """Carry out the message of a known person and queue the answer."""
        writer = Writer(who.player, DOOR, letter.mail.key, now, doubt_about(who), open_game)
        if who.seat:
            writer = writer._replace(phase=phase_answered(data.table, letter.mail, who.seat, self._settings.host))
        linked = tuple[Section, ...]()
        if code := next((c.rest for c in message.commands if c.word == "link" and c.rest), ""):
            message = message._replace(commands=tuple(c for c in message.commands if c.word != "link"))
            linked = self._link(data, letter, code, now)
            writer = writer._replace(player=data.people.player(DOOR, letter.mail.sender) or who.player)
        lost = lacks_seat(who, message) and bool(seats_of(data, writer.player))
        answer = carry_out(data, writer, who.seat, message)
        told = replace_leaked_key(data, letter.mail, who, self._settings.address, now)
        sections = (*linked, *_limits(letter.text), *answer.sections, *([said("A new address", *told)] if told else ()))
        lookups = answer.lookups
        if not sections and not lookups and not lost:  # nothing in it was an order or a command
            lookups = (Command("status" if who.seat else "help"),)
        if notices := data.people.notices(reader := data.people.player(DOOR, letter.mail.sender)):
            data.people.forget_notices(reader, notices)
            sections = (*sections, said("Please note", *notices))
        body = AnswerBody(
            replace(answer, sections=sections, lookups=lookups),
            letter.mail.subject,
            letter.mail.message_id,
            letter.arrived,
            unread_lines(message.unread),
            seats=lost,
        )
        queue_answer(data, letter.mail.key, writer.player, letter.mail.sender, body, now)
        return answer.changed

    def _link(self, data: EngineData, letter: Letter, code: str, now: str) -> tuple[Section, ...]:
        try:
            player = data.people.use_code(code, now)
            games = data.people.join(data.table, DOOR, letter.mail.sender, player, now)
        except Refused as no:
            return (said("Your addresses were not joined", str(no)),)
        for game in data.table.games():
            if game.sides_of(player) and not game.over:
                open_game(data, game.id)
        moved = f"Seats changed hands in {', '.join(games)}." if games else ""
        return (said("Your addresses are joined", "Mails from here are yours from now on.", *filter(None, (moved,))),)

    def _greet(self, data: EngineData, letter: Letter, who: Identity, now: str) -> Handled:
        """A mail from an address that nobody is known by, or that is not confirmed: what it says is held back."""
        mail, held = letter.mail, write_held(letter.text)
        code = next((c.rest for line in letter.text.lines if (c := read_command(line.text)) and c.word == "link"), "")
        if code:
            linked = self._link(data, letter, code, now)
            return self._answer(data, letter, data.people.player(DOOR, mail.sender), linked[0], now)
        if letter.vouched != "pass" and who.seat is None and who.contact is None:
            log.info("a stranger is not answered: nothing says that the mail is from its sender")
            return not_answered(STRANGE)
        if self._answered_enough(data, mail.sender, now):
            return not_answered(f"strangers get one mail a day, {STRANGERS_AN_HOUR} of them in an hour")
        if who.seat and who.player and (who.contact is None or who.contact.player == who.player):
            data.people.add_address(who.player, DOOR, mail.sender, now, "unconfirmed")
            data.people.set_state(DOOR, mail.sender, "unconfirmed", held=held)
        elif who.contact is None:
            data.people.add(DOOR, mail.sender, mail.sender_name or "player", now, "unconfirmed", held)
        contact = data.people.contact(DOOR, mail.sender)
        assert contact
        body = AnswerBody(
            Answer("", "", ()),
            mail.subject,
            mail.message_id,
            letter.arrived,
            confirm=confirmation_word(data, contact),
            welcome=True,
        )
        queue_answer(data, mail.key, contact.player, mail.sender, body, now)
        return Handled("done")

    def _confirm(self, data: EngineData, letter: Letter, who: Identity, now: str) -> tuple[str, ...]:
        """The address is its person's; what was held back is carried out now, and then what this mail says."""
        assert who.contact
        held, cut = read_held(who.contact.held if who.contact.state == "unconfirmed" else "")
        data.people.set_state(DOOR, letter.mail.sender, "confirmed")
        seat = who.seat or next(iter(seats_of(data, who.contact.player)), None)
        known = who._replace(player=who.contact.player, seat=seat, trusted=True)
        message = read_message(data.table, seat, [*held, *letter.text.lines], to_us=True)
        confirmed = Section("Your address is confirmed", ("Mails from here are yours from now on.",))
        writer = Writer(known.player, DOOR, letter.mail.key, now, "", open_game)
        answer = carry_out(data, writer, seat, message)
        lookups = answer.lookups or (() if answer.sections else (Command("games"), Command("help")))
        whole = replace(answer, sections=(confirmed, *cut, *_limits(letter.text), *answer.sections), lookups=lookups)
        telling = unread_lines([one for one in message.unread if one.instead or one.remark])
        body = AnswerBody(whole, letter.mail.subject, letter.mail.message_id, letter.arrived, telling)
        queue_answer(data, letter.mail.key, known.player, letter.mail.sender, body, now)
        return answer.changed

    def _answer(self, data: EngineData, letter: Letter, player: str, section: Section, now: str) -> Handled:
        body = AnswerBody(Answer("", "", (section,)), letter.mail.subject, letter.mail.message_id, letter.arrived)
        queue_answer(data, letter.mail.key, player, letter.mail.sender, body, now)
        return Handled("done")

    def _answered_enough(self, data: EngineData, address: str, now: str) -> bool:
        mails = data.mails
        today, hour = add_seconds(now, -86_400), add_seconds(now, -3_600)
        return bool(mails.sent_since("welcome", address, today)) or (
            mails.sent_since("welcome", "", hour) >= STRANGERS_AN_HOUR
        )

    def _is_over_limit(self, data: EngineData, letter: Letter, who: Identity, now: str) -> bool:
        """Too many mails of one sender: the first that is too many is answered, the others are left unread."""
        sender, mails = letter.mail.sender, data.mails
        hour, day = (mails.received_since(sender, add_seconds(now, -s)) for s in (3_600, 86_400))
        if hour <= AN_HOUR and day <= A_DAY:
            return False
        if who.player and hour == AN_HOUR + 1:
            slow = f"More than {AN_HOUR} mails came from you in an hour. This one was not read; wait an hour, please."
            self._answer(data, letter, who.player, said("Slow down", slow), now)
        return True


def open_game(data: EngineData, game: str) -> None:
    """The game is played by mail too from now on; mails tell what happens after this."""
    outbox = data.outboxes[DOOR]
    if outbox.destination(game) is None:
        outbox.set_destination(game, f"{DOOR}:", "mail")
        outbox.mark_seen(game, data.table.game(game).length, "")


def _limits(text: AuthorText) -> tuple[Section, ...]:
    """What of the mail was not read, and why."""
    ignored = [f"Not read: the attachment {name!r}. Orders go into the mail or a text file." for name in text.ignored]
    told = [*filter(None, [text.refused]), *text.cut, *ignored]
    return (said("Not read", *told),) if told else ()
