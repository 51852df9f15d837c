"""A game gets a place where it is played: by mail, or in a topic of the forum."""

from .engine_thread import EngineData
from .forum_lanes import lane_of_game
from .utc_now import utc_now


def play_by_mail(data: EngineData, game: str) -> None:
    """The game is played by mail too from now on; mails tell what happens after this."""
    outbox = data.outboxes["mail"]
    if outbox.destination(game) is None:
        outbox.set_destination(game, "mail:", "mail")
        outbox.mark_seen(game, data.table.game(game).length, "")


def play_in_forum(data: EngineData, game: str, owner: str) -> None:
    """The game gets a topic, if it has none; the topic tells what happens after this.  ``owner``: the account that is
    told if the forum does not take the topic.
    """
    outbox = data.outboxes["forum"]
    if outbox.destination(game) is None:
        outbox.set_destination(game, "", "forum")
        outbox.mark_seen(game, data.table.game(game).length, "")
        data.forum.add_topic(game, owner)
        data.forum.add(game, "topic", lane_of_game(game), "", utc_now())
