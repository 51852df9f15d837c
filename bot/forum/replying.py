"""Replies to posts, and what only their writers may know in letters to them."""

from bot.correspondence.answers import Answer, Section, said
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_of_game, lane_to, topic_of_league
from engine.contract import replace

from .bodies import AnswerBody, queue_answer
from .connectors.connector import LETTER
from .identity import Standing
from .read_post import Read, key_of


def reply(data: EngineData, read: Read, who: Standing, body: AnswerBody, now: str, quiet: bool) -> None:
    """In reply to the post; what only its writer may know goes to them alone, and the topic hears that it was read."""
    post = read.post
    if not quiet:
        queue_answer(data, _lane(read, who), post.number, replace(body, message=key_of(post)), now)
        return
    side = data.table.game(who.game).sides[who.seat.side].name if who.seat else ""
    alone = said(f"{side}: orders read", "What became of them is in a private message to their writer.")
    note = AnswerBody(Answer(who.game, "", (alone,)), body.player, False)
    queue_answer(data, _lane(read, who), post.number, note, now)
    answer = replace(body.answer, side=who.seat.side if who.seat else "")
    queue_answer(data, lane_to(post.author.id), 0, AnswerBody(answer, body.player, True, body.unread), now)


def reply_in_words(data: EngineData, read: Read, who: Standing, section: Section, now: str) -> None:
    body = AnswerBody(Answer(who.game, "", (section,)), who.player, not who.public)
    queue_answer(data, _lane(read, who), read.post.number, body, now)


def _lane(read: Read, who: Standing) -> str:
    if read.post.place.kind == LETTER:
        return read.post.place.key
    return lane_of_game(topic_of_league(who.league) if who.league else "lobby" if who.lobby else who.game)
