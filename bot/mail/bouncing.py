"""Mails that come back: after three in a row an address rests, and its owner is told with the next answer elsewhere."""

import logging
import re

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .reading.bounces import bounced
from .reading.received_mail import ReceivedMail

log = logging.getLogger("fieldpost.mail")

MOST_FAILURES = 3
"""Mails in a row that come back before an address rests."""
RESTS = (
    f"The last {MOST_FAILURES} mails to {{address}} came back, so no more are sent there until a mail comes from that"
    " address. Deadlines go on meanwhile."
)
"""What the owner of an address is told at another door, or with the next answer by mail."""
UNSENT = "A mail to {address}{game} of {size} kB could not be sent. The mail server said: {said}"
BOUNCES = "bounces"
"""Mails come back to the address for orders with ``+bounces-`` and a tag; before, to ``bounces+`` and a tag."""
_ADDRESSED = re.compile(rf"(?:{BOUNCES}\+|[^+]+\+{BOUNCES}-)([0-9a-f]{{20}})")
_QUOTED = re.compile(rb"^X-Fieldpost:[^\n]*\btag=([0-9a-f]{20})\b", re.MULTILINE)


async def note_bounce(engine: EngineThread, raw: bytes, mail: ReceivedMail, host: str) -> bool:
    """Whether the mail says that one of ours has come back.  It is believed only with the tag of a mail that was sent
    to the address that it names: in its own address, or in the mail that it quotes, where the server sends from one
    address alone.
    """
    tag = _tag(raw, mail, host)
    if not tag:
        return False
    found = bounced(raw)
    if found:
        await engine.use_data(lambda data: _count(data, tag, hard=found.hard, key=mail.key))
    return True


def _tag(raw: bytes, mail: ReceivedMail, host: str) -> str:
    for address in mail.recipients:
        local, _, domain = address.partition("@")
        if domain == host and (found := _ADDRESSED.fullmatch(local)):
            return found[1]
    if mail.return_path == "" and (quoted := _QUOTED.search(raw.replace(b"\r\n", b"\n").replace(b"\n ", b" "))):
        return quoted[1].decode()
    return ""


def _count(data: EngineData, tag: str, *, hard: bool, key: str) -> None:
    with data.table.journal.transaction():
        now = utc_now()
        if data.mails.receive(key, "bounces", now) and (address := data.mails.address_of_tag(tag)):
            note_failure(data, address, hard=hard)


def note_failure(data: EngineData, address: str, *, hard: bool) -> None:
    """One more mail to the address has come back, or was refused; a failure that may pass counts only once it stays."""
    contact = data.people.contact(DOOR, address)
    if contact is None or not hard or contact.state == "resting":
        return
    failures = contact.failures + 1
    rests = failures >= MOST_FAILURES
    data.people.set_state(DOOR, address, "resting" if rests else contact.state, failures, contact.held)
    if rests:
        log.warning("%s: mails keep coming back, so the address rests until a mail comes from there", contact.player)
        data.people.add_notice(contact.player, RESTS.format(address=address), utc_now())


def note_delivery(data: EngineData, address: str) -> None:
    """A mail was taken: what came back before no longer counts."""
    contact = data.people.contact(DOOR, address)
    if contact and contact.failures and contact.state == "confirmed":
        data.people.set_state(DOOR, address, "confirmed", 0, contact.held)


def note_unsent(data: EngineData, mail: QueuedMail, said: str) -> None:
    """A mail was given up, and not for its reader's fault: who waits for it is told with the next answer."""
    game = f" about {mail.game}" if mail.game else ""
    size = max(1, len(mail.raw) // 1000)
    told = UNSENT.format(address=mail.address, game=game, size=size, said=" ".join(said.split())[:200])
    data.people.add_notice(mail.player, told, utc_now())
