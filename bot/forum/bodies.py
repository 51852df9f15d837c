"""Posts on their way as data, to be written when they are sent."""

from bot.correspondence.answers import Answer
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_to
from engine.contract import Record, encode
from engine.table import News


class NewsBody(Record, frozen=True):
    """News of a game.  ``title``: of the phase that it reports; ``called``: sides that were called for the next phase
    before.  ``examples``: orders for that phase.  ``quiet``: the map has not changed.
    ``stopped``: awaited sides whose orders, written ahead, have not run.  ``current``: the phase is open still.
    """

    news: News
    title: str
    called: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    quiet: bool = False
    stopped: tuple[str, ...] = ()
    current: bool = True


class AnswerBody(Record, frozen=True):
    """An answer.  ``player``: who asked.  ``private``: nobody else reads it, so that it may show what only they see.

    ``unread``: what is said of lines that were read as nothing; ``message``: the post that is answered, by its place
    and its id.
    """

    answer: Answer
    player: str
    private: bool
    unread: tuple[str, ...] = ()
    message: str = ""


def queue_answer(data: EngineData, lane: str, number: int, body: AnswerBody, now: str) -> None:
    """``number``: of the post that is answered."""
    data.forum.add(body.answer.game or "fieldpost", "answer", lane, encode(body).decode(), now, number)


def queue_notice(data: EngineData, game: str, account: str, text: str, now: str) -> None:
    """A letter to somebody about a game."""
    data.forum.add(game, "notice", lane_to(account), text, now)
