"""Whose mail it is and which seat it is about: by the key in its address or subject, its sender, and its thread."""

import hmac
import re
from base64 import b32encode
from typing import Literal, NamedTuple

from bot.correspondence.message import Seat
from bot.hosting.deputies import sides_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.leaked_keys import replace_leaked
from bot.hosting.people import Contact, SeatKey
from engine.table import Refused, Table

from .messages.message_ids import read_message_id
from .reading.received_mail import ReceivedMail

DOOR = "mail"
SEAT_KEY = re.compile(r"[a-z2-7]{16}")
CONFIRMATION = re.compile(r"[a-z2-7]{12}")
_IN_SUBJECT = re.compile(r"\[([a-z0-9-]{1,60})(?: +([a-z2-7]{16}))?\]")
NOT_YOURS = (
    "This is the address of somebody else's seat, so nothing was carried out or shown; its player is told, and it is"
    ' valid no more. If you are that player at another address, send "link" from there, and the code from here.'
)
GIVEN_UP = (
    'You do not hold this seat any more, so nothing was carried out or shown. A line "games" in a new mail lists the'
    " games that wait for players."
)
Standing = Literal["confirmed", "unconfirmed", "stranger"]


class Identity(NamedTuple):
    """``contact``: the sender's, None for a stranger.  ``seat`` and ``player``: whom the mail speaks for, if anybody.

    ``trusted``: orders may run.  ``confirms``: the mail carries the word that was sent to its address.
    ``trouble``: a sentence to answer instead of carrying anything out ("" = none).
    """

    contact: Contact | None
    player: str
    seat: Seat | None
    trusted: bool
    confirms: bool = False
    trouble: str = ""


def identify(data: EngineData, mail: ReceivedMail, authentication: str, host: str, now: str) -> Identity:
    """A seat's key or the mail server's word on the sender must vouch for a mail; a known thread only helps to find the
    game of a sender who is confirmed.
    """
    contact = data.people.contact(DOOR, mail.sender)
    words = _plus_words(mail)
    confirms = contact is not None and confirmation_word(data, contact) in words | set(_twelves(mail.subject))
    known = contact is not None and (contact.state != "unconfirmed" or confirms)
    keys = _seat_keys(data, mail)
    if len({key[:3] for key in keys}) > 1:
        return Identity(
            contact, "", None, False, trouble="This mail carries the keys of two seats. Send one mail each."
        )
    if keys:
        return _by_key(data.table, keys[0], contact, (known, confirms), now)
    if contact is None:
        return Identity(None, "", None, False)
    vouched = authentication == "pass" or confirms
    seat = _seat_of_thread(data, mail, contact.player, host) if known else None
    return Identity(contact, contact.player, seat, known and vouched, confirms)


def _by_key(table: Table, key: SeatKey, contact: Contact | None, standing: tuple[bool, bool], now: str) -> Identity:
    """``standing``: whether the sender is known, and confirms their address with this mail."""
    known, confirms = standing
    if key.retired:
        old = "This seat has a new address: answer the newest mail of the game instead. Nothing was carried out."
        return Identity(contact, key.player if known else "", None, False, trouble=old if key.retired > now else "-")
    own = contact is not None and contact.player == key.player
    if contact and known and not own:
        return Identity(contact, contact.player, None, False, trouble=NOT_YOURS)
    if not _holds(table, key):
        return Identity(contact, key.player if known else "", None, False, trouble=GIVEN_UP)
    return Identity(contact, key.player, Seat(key.game, key.side), own and known, confirms)


def _holds(table: Table, key: SeatKey) -> bool:
    """Whether the seat is still that of the key's player; a game that cannot be read says why by itself."""
    try:
        return table.game(key.game).holder(key.side) == key.player
    except Refused:
        return True


def _seat_keys(data: EngineData, mail: ReceivedMail) -> list[SeatKey]:
    """What the keys in the mail's addresses open; if there are none, the key in its subject."""
    words = [word for word in _plus_words(mail) if SEAT_KEY.fullmatch(word)]
    if not words and (found := _IN_SUBJECT.search(mail.subject.lower())) and found[2]:
        words = [found[2]]
    return [key for word in words if (key := data.people.open_seat(word))]


def carries_key(data: EngineData, mail: ReceivedMail) -> bool:
    """Whether the key of a seat says which it is about."""
    return bool(_seat_keys(data, mail))


def _plus_words(mail: ReceivedMail) -> set[str]:
    """What stands behind the plus signs of the addresses it was sent to."""
    return {address.split("@")[0].partition("+")[2] for address in mail.recipients} - {""}


def _twelves(subject: str) -> list[str]:
    return re.findall(r"\b[a-z2-7]{12}\b", subject.lower())


def _seat_of_thread(data: EngineData, mail: ReceivedMail, player: str, host: str) -> Seat | None:
    """The seat that the mail answers, that its subject names, or the only one of this person."""
    for reference in reversed(mail.references):
        known = read_message_id(reference, host)
        if known and (seat := _seat_in(data, known.game, player)):
            return seat
    found = _IN_SUBJECT.search(mail.subject.lower())
    if found and (seat := _seat_in(data, found[1], player)):
        return seat
    running = [game for game in data.table.games() if sides_of(game, player) and not game.over]
    return _seat_in(data, running[0].id, player) if len(running) == 1 else None


def _seat_in(data: EngineData, key: str, player: str) -> Seat | None:
    """The person's seat in this game: one whose turn it is, else the first."""
    try:
        game = data.table.game(key)
    except Refused:
        return None
    mine = sides_of(game, player)
    waiting = game.phase.sides if game.phase else ()
    return Seat(game.id, next((side for side in waiting if side in mine), mine[0])) if mine else None


def confirmation_word(data: EngineData, contact: Contact) -> str:
    """The word that only a reader of this address has been sent."""
    words = "\0".join((contact.address, contact.player, contact.since))
    digest = hmac.digest(data.people.secret("confirmation"), words.encode(), "sha256")
    return b32encode(digest).decode().lower()[:12]


def phase_answered(table: Table, mail: ReceivedMail, seat: Seat, host: str) -> str:
    """The key of the phase for which the report that is answered had called; "" if it is none of this game."""
    report = read_message_id(mail.references[-1], host) if mail.references else None
    if report is None or report.game != seat.game or not report.seq:
        return ""
    return next((news.phase_key for news in table.news(seat.game, report.seq - 1) if news.seq == report.seq), "")


def replace_leaked_key(data: EngineData, mail: ReceivedMail, who: Identity, address: str, now: str) -> tuple[str, ...]:
    """A new key for the seat if others have read this one, or use it.  Returns what to tell its owner, who wrote."""
    key = next((key for key in _seat_keys(data, mail) if not key.retired), None)
    if key is None or who.contact is None:
        return ()
    if who.contact.player != key.player:
        told = replace_leaked(data.people, key, "Somebody else has written to the address of your seat", now)
        data.people.add_notice(key.player, told, now)
        return ()
    others = {_without_plus(clean) for clean in mail.shown_to if clean != mail.sender}
    if others <= {address.lower()}:
        return ()
    return (replace_leaked(data.people, key, "Your mail went to others too, who can read your seat's address", now),)


def _without_plus(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local.partition('+')[0]}@{domain}"
