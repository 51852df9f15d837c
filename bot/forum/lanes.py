"""The lanes of the queue: the posts of one place keep their order, and each lane has one post that is next."""

from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import KnownAccount, OutgoingPost
from bot.hosting.halted_games import FAULT

from .connectors.connector import LETTER, Account, Gone
from .identity import DOOR


def due(data: EngineData, now: str) -> tuple[int, ...]:
    """The next post of each lane that is due and can be sent, the oldest first."""
    return tuple(row.n for row in _lanes(data) if row.due <= now)


def next_due(data: EngineData) -> str:
    """When the next post is due, "" if there is none."""
    return min((row.due for row in _lanes(data)), default="")


def _lanes(data: EngineData) -> list[OutgoingPost]:
    """The next post of each lane; what follows in a topic waits until the topic is there, and is not blocked."""
    found = dict[str, OutgoingPost]()
    for row in data.forum.unfinished():
        if row.state == "queued" and row.kind != "topic":
            continue
        found.setdefault(row.place, row)
    blocked = {destination.game for destination in data.outboxes[DOOR].destinations() if destination.trouble}
    blocked |= {halted.game for halted in data.halted.all() if halted.cause == FAULT}
    return [row for row in found.values() if row.state != "queued" and row.place.removeprefix("game:") not in blocked]


def place_of(data: EngineData, row: OutgoingPost) -> tuple[str, Account | None, str]:
    """Where the post goes: a place, or to whom a letter must be begun, with its title.  Raises Gone."""
    kind, _, word = row.place.partition(":")
    if kind == "game":
        topic = data.forum.topic(word)
        if topic is None or not topic.place:
            raise Gone(f"{word} has no topic.")
        return topic.place, None, ""
    if kind == LETTER:
        return row.place, None, ""
    letters = data.forum.letters_with(word)
    about = [letter for letter in letters if letter.game == row.game] or list(letters)
    account = data.forum.account(word) or KnownAccount(word, word, word)
    if about:
        return about[0].place, None, ""
    return "", Account(int(word), account.handle, account.name), f"Fieldpost {row.game}: for you alone"
