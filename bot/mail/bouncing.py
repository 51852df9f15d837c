"""Mails that come back: after three in a row an address rests, and its owner is told at another door."""

import logging

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .reading.bounces import bounced
from .reading.received_mail import ReceivedMail

log = logging.getLogger("fieldpost.mail")

MOST_FAILURES = 3
"""Mails in a row that come back before an address rests."""
BOUNCES = "bounces"
"""The left part of the address to which mails come back, with a tag behind a plus sign."""


async def note_bounce(engine: EngineThread, raw: bytes, mail: ReceivedMail, host: str) -> bool:
    """Whether the mail says that one of ours has come back.  It is believed only with the tag of a mail that was sent
    to the address that it names.
    """
    tags = [
        local.partition("+")[2]
        for local, _, domain in (address.partition("@") for address in mail.recipients)
        if local.startswith(f"{BOUNCES}+") and domain == host
    ]
    if not tags:
        return False
    found = bounced(raw)
    if found:
        await engine.use_data(lambda data: _count(data, tags[0], hard=found.hard, key=mail.key))
    return True


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


def note_delivery(data: EngineData, address: str) -> None:
    """A mail was taken: what came back before no longer counts."""
    contact = data.people.contact(DOOR, address)
    if contact and contact.failures and contact.state == "confirmed":
        data.people.set_state(DOOR, address, "confirmed", 0, contact.held)
