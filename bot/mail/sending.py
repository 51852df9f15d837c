"""The queue is sent: each mail is written once, kept as it is, and tried until the server has taken or refused it."""

import asyncio
import logging

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halting import halt_for_fault
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.utc_now import utc_now
from engine.contract import Unreadable
from engine.table import Refused

from .bouncing import BOUNCES, note_delivery, note_failure, note_unsent
from .reminding import REMINDER, TooLate, check_not_late
from .settings import MailSettings
from .transport.sender import Envelope, Outcome, SmtpSender
from .writing import MailWriter

log = logging.getLogger("fieldpost.mail")

LONGEST_WAIT, LONGEST_WAIT_FOR_OTHERS = 60.0, 3.0
"""Seconds between two looks at the queue: others may put mails into it where ``fieldpost mail receive`` is used."""
UNREACHABLE = (5.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds until a server that could not be used is tried again, for as long as it takes."""
LAST_WORDS = 8.0
"""Seconds in which a mail that is being handed over may be finished when the program ends."""


class MailSender:
    def __init__(self, engine: EngineThread, settings: MailSettings, smtp: SmtpSender, wake: asyncio.Event) -> None:
        self._engine, self._settings, self._smtp, self._wake = engine, settings, smtp, wake
        self._writer = MailWriter(engine, settings)
        self._longest_wait = LONGEST_WAIT_FOR_OTHERS if settings.pipe else LONGEST_WAIT
        self._unreachable, self._unstored = 0, dict[str, Outcome]()
        """How often in a row the server took no mails; what became of mails and could not be stored yet."""

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                self._wake.clear()
                wait = self._longest_wait
                try:
                    wait = await self.send_due()
                except Refused as refused:
                    log.warning("mails wait: %s", refused)
                except Exception:
                    log.exception("mails wait")
                if self._unreachable:  # whatever is queued meanwhile, the server is left alone
                    await asyncio.sleep(wait)
                    continue
                try:
                    async with asyncio.timeout(wait):
                        await self._wake.wait()
                except TimeoutError:
                    continue
        finally:
            await self._smtp.close()

    async def send_due(self) -> float:
        """Send what is due, in the order in which it was queued.  Returns the seconds until the next is."""
        for mail in await self._engine.use_data(lambda data: data.mails.due(utc_now())):
            sending = asyncio.ensure_future(self._send(mail))
            try:
                reached = await asyncio.shield(sending)
            except asyncio.CancelledError:
                await asyncio.wait([sending], timeout=LAST_WORDS)
                raise
            if not reached:
                self._unreachable += 1
                return UNREACHABLE[min(self._unreachable, len(UNREACHABLE)) - 1]
            self._unreachable = 0
        coming = await self._engine.use_data(lambda data: data.mails.next_due())
        if not coming:
            return self._longest_wait
        return min(max(wording.seconds(coming) - wording.seconds(utc_now()), 0.2), self._longest_wait)

    async def _send(self, mail: QueuedMail) -> bool:
        """The moment the server has taken it, that is stored; what was refused or put off is too.  Returns False if
        the server takes no mails now; then this one stays as it is.

        What cannot be stored is kept in memory, so that a mail that was taken is not sent again.
        """
        try:
            outcome = self._unstored.get(mail.id) or await self._deliver(mail)
        except TooLate as late:
            log.info("%s is not sent: %s", mail.id, late)
            await self._engine.use_data(lambda data: data.mails.mark_dropped(mail.id, utc_now()))
            return True
        if outcome.fate == "unreachable":
            log.warning("mails wait, for the server takes none: %s", outcome.said)
            return False
        self._unstored[mail.id] = outcome
        await self._engine.use_data(lambda data: _record(data, mail, outcome))
        del self._unstored[mail.id]
        if outcome.fate != "delivered":
            log.warning("%s: %s, so it is %s", mail.id, outcome.said, outcome.fate)
        return True

    async def _deliver(self, mail: QueuedMail) -> Outcome:
        """One that cannot be written does not keep the others waiting.  Raises TooLate."""
        try:
            raw = await self._raw(mail)
        except TooLate:
            raise
        except (Unreadable, ValueError) as unreadable:
            log.error("%s: this mail cannot be read from the database: %s", mail.id, unreadable)
            return Outcome("refused", "it could not be written", about_us=True)
        except Exception as trouble:
            log.exception("%s: this mail could not be written", mail.id)
            if mail.kind == "report":
                await halt_for_fault(self._engine, mail.game, "its report by mail", trouble)
            return Outcome("later", f"it could not be written: {trouble}", about_us=True)
        answer = mail.kind not in ("report", REMINDER)
        sender = "" if answer else self._settings.with_key(f"{BOUNCES}-{mail.tag}")
        return await self._smtp.deliver(Envelope(sender, mail.address), raw)

    async def _raw(self, mail: QueuedMail) -> bytes:
        """The mail's bytes, written if they have not been.  Raises TooLate."""
        if mail.kind == REMINDER and mail.raw:
            await self._engine.use_data(lambda data: check_not_late(data, mail))
        if mail.raw:
            return mail.raw
        raw = await self._writer.write(mail)
        await self._engine.use_data(lambda data: data.mails.keep_written(mail.id, raw))
        return raw


def _record(data: EngineData, mail: QueuedMail, outcome: Outcome) -> None:
    with data.table.journal.transaction():
        if outcome.fate == "delivered":
            data.mails.mark_sent(mail.id, utc_now())
            note_delivery(data, mail.address)
            return
        if outcome.fate == "later" and data.mails.put_off(mail, utc_now()):
            return
        data.mails.mark_refused(mail.id, utc_now())
        if outcome.about_us:
            note_unsent(data, mail, outcome.said)
        else:
            note_failure(data, mail.address, hard=True)
