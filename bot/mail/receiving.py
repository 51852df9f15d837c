"""A mail that arrived: judged, read, carried out once, answered once."""

import asyncio
import hashlib
import logging
from dataclasses import replace as replace_fields
from typing import NamedTuple

from bot.correspondence.answers import Answer, Section, said
from bot.correspondence.commands import Command, read_command
from bot.correspondence.deeds import carry_out
from bot.correspondence.emphasis import spoken
from bot.correspondence.leagues.entering import reliability_of_writer
from bot.correspondence.leagues.named import is_of_leagues, league_of_line, league_of_subject, with_league
from bot.correspondence.leagues.refusals import in_letters
from bot.correspondence.message import Message, read_message, reads_as_order
from bot.correspondence.order_deeds import Writer
from bot.correspondence.times import local_time
from bot.correspondence.unread_lines import unread_lines
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData
from bot.hosting.linking import link_address, moved_lines
from bot.hosting.mail_queue import STALE
from bot.hosting.opened_games import play_by_mail
from bot.hosting.sender_limits import Limit, Reached, limit_reached, too_many
from bot.hosting.utc_now import utc_now
from engine.contract import replace
from engine.log.deadline import add_seconds
from engine.table import Refused

from .bouncing import note_bounce
from .handled import Fate, Handled, not_answered
from .held_lines import read_held, write_held
from .identity import DOOR, Identity, carries_key, confirmation_word, identify, phase_answered, replace_leaked_key
from .own_seats import doubt_about, lacks_seat, seats_of
from .queueing import AnswerBody, queue_answer
from .reading.authentication import authentication
from .reading.author_text import AuthorText, author_text, too_big
from .reading.automatic import OwnAddresses, why_unanswered
from .reading.received_mail import ReceivedMail, read_mail
from .settings import MailSettings
from .unread_parts import unread_parts

log = logging.getLogger("fieldpost.mail")

LIMITS = (Limit(30, 3_600, "an hour"), Limit(100, 86_400, "a day"))
"""Mails of one sender that are read."""
STRANGERS_AN_HOUR = 10
"""Strangers who are answered in an hour, each once a day."""
FORGED = "its sender's own rules say that it is forged"
STRANGE = "nobody is known by its sender's address, and FIELDPOST_MAIL_AUTHSERV names no server that vouches for it"
OLD = f"it has lain in the mailbox for more than {STALE // 86_400} days, so nobody knows whether it was carried out"
RETIRED = "the address of a seat to which it went is no longer valid"


class Letter(NamedTuple):
    """A mail as far as it can be read without the database.  ``vouched``: what the mail server says of the sender.
    ``reliability``: theirs in percent, if the mail enters a league and it is known.
    """

    mail: ReceivedMail
    text: AuthorText
    vouched: str
    arrived: str
    reliability: int | None = None


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
        lines = [line.text for line in text.lines]
        known = await reliability_of_writer(self._doors.engine, lambda data: self._writer(data, mail, vouched), lines)
        letter = Letter(mail, text, vouched, arrived, known)
        handled = await self._doors.engine.use_data(lambda data: self._carry_out(data, letter))
        self._wake_sender.set()
        for game in handled.games:
            self._doors.changed(game)
        for league in handled.leagues:
            self._doors.league_changed(league)
        return handled._replace(fate="refused", says=f"{unread} {handled.says}") if unread else handled

    def _writer(self, data: EngineData, mail: ReceivedMail, vouched: str) -> str:
        return identify(data, mail, vouched, self._settings.host, utc_now()).player

    async def _read(self, raw: bytes, mail: ReceivedMail, vouched: str) -> AuthorText:
        """What its author wrote, by the grammar of the game that it is about; in a thread, for it may be long."""
        engine, loop = self._doors.engine, asyncio.get_running_loop()
        who = await engine.use_data(lambda data: identify(data, mail, vouched, self._settings.host, utc_now()))

        def judge(line: str) -> bool:
            asked = engine.use_data(
                lambda data: bool(league_of_line(data, line)) or reads_as_order(data.table, who.seat, line, to_us=True)
            )
            return asyncio.run_coroutine_threadsafe(asked, loop).result()

        return await asyncio.to_thread(author_text, raw, judge)

    def _carry_out(self, data: EngineData, letter: Letter) -> Handled:
        """On the engine's thread, in one transaction."""
        now, mail = utc_now(), letter.mail
        with data.table.journal.transaction():
            if not data.mails.receive(mail.key, mail.sender, now):
                return Handled("done", (), "It came before, and was dealt with then.")
            who = identify(data, mail, letter.vouched, self._settings.host, now)
            if reached := limit_reached(data, who.player, LIMITS, lambda n: data.mails.newest(mail.sender, n + 1), now):
                self._leave_unread(data, letter, who, reached, now)
                return not_answered(f"more than {reached.limit.most} mails in {reached.limit.span} came from there")
            if who.confirms and who.contact:
                return _done(self._confirm(data, letter, who, now))
            if who.trouble == "-":
                return not_answered(RETIRED)
            if who.trouble:
                replace_leaked_key(data, mail, who, self._settings.address, now)
                return self._answer(data, letter, who.player, said("Not carried out", who.trouble), now)
            if who.contact is None or who.contact.state == "unconfirmed" or not who.player:
                return self._greet(data, letter, who, now)
            if who.contact.state == "resting":
                data.people.set_state(DOOR, mail.sender, "confirmed")
            first, lines = next((line.text for line in letter.text.lines), ""), letter.text.lines
            league = league_of_line(data, first)
            message = read_message(data.table, who.seat, lines[1:] if league else lines, to_us=True)
            message = message._replace(commands=with_league(data, message.commands, league))
            if is_of_leagues(message) and not carries_key(data, mail):
                who = who._replace(seat=None)
            return _done(self._run(data, letter, who, message, now))

    def _run(self, data: EngineData, letter: Letter, who: Identity, message: Message, now: str) -> Answer:
        """Carry out the message of a known person and queue the answer."""
        writer = Writer(who.player, DOOR, letter.mail.key, now, doubt_about(who), play_by_mail)
        writer = writer._replace(reliability=letter.reliability)
        spoken_of = league_of_subject(data, letter.mail.subject)
        message = message._replace(commands=with_league(data, message.commands, spoken_of))
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
        sections = (
            *linked,
            *unread_parts(letter.text),
            *answer.sections,
            *([said("A new address", *told)] if told else ()),
        )
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
        return answer

    def _link(self, data: EngineData, letter: Letter, code: str, now: str) -> tuple[Section, ...]:
        try:
            linked = link_address(data, DOOR, letter.mail.sender, code, now)
        except Refused as no:
            return (said("Your addresses were not joined", spoken(str(in_letters(data, no)))),)
        for game in data.table.games():
            if game.sides_of(linked.player) and not game.over:
                play_by_mail(data, game.id)
        says = ("Mails from here are yours from now on.", *moved_lines(data, linked))
        return (said("Your addresses are joined", *says),)

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

    def _confirm(self, data: EngineData, letter: Letter, who: Identity, now: str) -> Answer:
        """The address is its person's; what was held back is carried out now, and then what this mail says."""
        assert who.contact
        held, cut = read_held(who.contact.held if who.contact.state == "unconfirmed" else "")
        data.people.set_state(DOOR, letter.mail.sender, "confirmed")
        seat = who.seat or next(iter(seats_of(data, who.contact.player)), None)
        known = who._replace(player=who.contact.player, seat=seat, trusted=True)
        message = read_message(data.table, seat, [*held, *letter.text.lines], to_us=True)
        confirmed = Section("Your address is confirmed", ("Mails from here are yours from now on.",))
        writer = Writer(known.player, DOOR, letter.mail.key, now, "", play_by_mail)
        answer = carry_out(data, writer, seat, message)
        lookups = answer.lookups or (() if answer.sections else (Command("games"), Command("help")))
        whole = replace(
            answer, sections=(confirmed, *cut, *unread_parts(letter.text), *answer.sections), lookups=lookups
        )
        telling = unread_lines([one for one in message.unread if one.instead or one.remark])
        body = AnswerBody(whole, letter.mail.subject, letter.mail.message_id, letter.arrived, telling)
        queue_answer(data, letter.mail.key, known.player, letter.mail.sender, body, now)
        return answer

    def _answer(
        self, data: EngineData, letter: Letter, player: str, section: Section, now: str, key: str = ""
    ) -> Handled:
        """``key``: of what is answered once, the mail's own if it is ""."""
        body = AnswerBody(Answer("", "", (section,)), letter.mail.subject, letter.mail.message_id, letter.arrived)
        queue_answer(data, key or letter.mail.key, player, letter.mail.sender, body, now)
        return Handled("done")

    def _answered_enough(self, data: EngineData, address: str, now: str) -> bool:
        mails = data.mails
        today, hour = add_seconds(now, -86_400), add_seconds(now, -3_600)
        return bool(mails.sent_since("welcome", address, today)) or (
            mails.sent_since("welcome", "", hour) >= STRANGERS_AN_HOUR
        )

    def _leave_unread(self, data: EngineData, letter: Letter, who: Identity, reached: Reached, now: str) -> None:
        """One of too many mails: the first of them is answered, with the time when they are read again."""
        sender, own = letter.mail.sender, data.settings.find(who.player)
        data.mails.leave_unread(letter.mail.key)
        if who.player:
            slow = said("Slow down", too_many(reached, "mails", local_time(reached.shown, own.zone, own.dates)))
            key = hashlib.sha256(f"slow {sender} {reached.until}".encode()).hexdigest()
            self._answer(data, letter, who.player, slow, now, key)


def _done(answer: Answer) -> Handled:
    return Handled("done", answer.changed, leagues=answer.leagues)
