"""What is put in the queue: answers, confirmations and reports as data, to be written as mails when they are sent."""

import hashlib

from bot.correspondence.answers import Answer
from bot.hosting.engine_thread import EngineData
from bot.hosting.mail_queue import QueuedMail
from engine.contract import Record, encode
from engine.table import News


class AnswerBody(Record, frozen=True):
    """An answer on its way.  ``subject`` and ``message_id``: of the mail that it answers; ``arrived``: when that came.

    ``unread``: what is said of lines that were read as nothing.  ``confirm``: the word that the reader's address is
    asked for.  ``seats``: the reader's seats are named, for the mail spoke for none of them.
    """

    answer: Answer
    subject: str
    message_id: str
    arrived: str
    unread: tuple[str, ...] = ()
    confirm: str = ""
    welcome: bool = False
    seats: bool = False


class ReportBody(Record, frozen=True):
    """News of a game for one seat.

    ``current``: the phase that follows is open still.  ``examples``: orders for it.  ``waiting``: the seat's own,
    written ahead, that have not run when it opened, and ``why``.
    """

    news: News
    side: str
    examples: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    why: str = ""
    current: bool = True


def queue_answer(data: EngineData, key: str, player: str, address: str, body: AnswerBody, now: str) -> None:
    kind = "welcome" if body.welcome else "answer"
    words = encode(body).decode()
    data.mails.add(QueuedMail(f"ack.{key[:24]}", kind, body.answer.game, player, address, words, b"", 0, now))


def queue_report(data: EngineData, game: str, player: str, address: str, body: ReportBody, now: str) -> None:
    """One mail a person, entry and address; queued twice it is still one."""
    who = hashlib.sha256(address.encode()).hexdigest()[:8]
    id_ = f"{game}.{body.news.seq}.{body.side or 'watch'}.{who}"
    data.mails.add(QueuedMail(id_, "report", game, player, address, encode(body).decode(), b"", 0, now))
