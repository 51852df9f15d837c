"""What every forum program must offer, and the ways in which it can refuse."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

TOPIC, LETTER = "topic", "letter"


class ForumTrouble(Exception):
    """A call that did not do what it should; the text is a sentence for the host."""


class TooFast(ForumTrouble):
    """Nothing was done; it may be tried again after ``seconds``."""

    def __init__(self, says: str, seconds: float) -> None:
        super().__init__(says)
        self.seconds = seconds


class Queued(ForumTrouble):
    """The post waits for a moderator; it must not be sent again."""


class Gone(ForumTrouble):
    """It is closed, deleted, or not for us: nothing can be done there now.  Whether a topic is, ``topic_state`` says: a
    picture, an edit or a reply is also refused where a right is missing.
    """


class Hidden(Gone):
    """It may be there, but we lack the right."""


class RefusedForGood(ForumTrouble):
    """Nothing was done, and the same call will never do it."""


class Unclear(ForumTrouble):
    """Nobody knows whether it was done: look before it is done again."""


class Taken(Unclear):
    """The forum has a topic by this name already, which may be ours, or one that was deleted."""


class KeyRefused(ForumTrouble):
    """The key or the account is not accepted: nothing will work."""


class NotThisProgram(ForumTrouble):
    """What answers there is no forum, or one that another program runs."""


class Account(NamedTuple):
    """A user of the forum.  ``handle``: what a mention of them says behind the ``@``."""

    id: int
    handle: str
    name: str


class Place(NamedTuple):
    """Where posts stand: a topic that everybody reads, or a letter between the bot and somebody else."""

    kind: str
    number: int

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.number}"


def read_place(key: str) -> Place:
    """The pair of ``Place.key``."""
    kind, _, number = key.partition(":")
    return Place(kind, int(number or 0))


class SeenPost(NamedTuple):
    """A post that somebody wrote.

    ``number``: what an answer to it names.  ``at``: UTC, by the forum's clock.  ``doubt``: why it is answered and not
    carried out ("" = it can be).
    """

    id: int
    place: Place
    number: int
    author: Account
    at: str
    raw: str
    doubt: str = ""


class Category(NamedTuple):
    """``may_post``: whether our account may open topics in it."""

    name: str
    may_post: bool


class Posted(NamedTuple):
    """What was made: the topic or letter, and the post in it."""

    place: Place
    post: int


class TopicState(NamedTuple):
    """``trouble``: why nothing may be posted there ("" = all is well).  ``deleted``: whether it is only kept for
    moderators.
    """

    trouble: str
    posts: tuple[SeenPost, ...] = ()
    deleted: bool = False


class Letter(NamedTuple):
    """A letter with something new in it.  ``newest``: grows with each post.  ``shared``: whether others are known to
    read it too.
    """

    place: Place
    title: str
    newest: int
    shared: bool = False


def new_letters(listed: Iterable[Letter], read: Mapping[str, int]) -> list[Letter]:
    """Those of a page of letters that are newer than what was ``read`` of them."""
    return [letter for letter in listed if letter.place.number and letter.newest > read.get(letter.place.key, -1)]


SHARED = "Others can read this letter too, so it was not carried out. Write to me alone, and nobody sees your orders."
"""The doubt about a letter with more readers."""
WIKI = "Others can change this post, so it was not carried out. Write your orders in a post of your own."


@dataclass(frozen=True)
class Look:
    """What to look for before something is sent again: a mark in a post of our own, not older than ``since``.
    ``seen``: posts that need not be looked at; those that were are added.
    """

    mark: str
    since: str
    seen: set[int] = field(default_factory=set)


class NewTopic(NamedTuple):
    """``external``: what Discourse knows the topic by."""

    title: str
    raw: str
    external: str


class Connector(Protocol):
    """One forum.  Every call may raise TooFast, Gone, RefusedForGood or Unclear; those that post, Queued too."""

    account: Account
    """The bot's own, after ``probe``."""
    longest: int
    """Characters of one post."""
    chats: bool
    """Whether letters are chats, of short messages that show every mark."""

    async def probe(self) -> Account:
        """Whose key it is.  Raises KeyRefused."""
        ...

    async def close(self) -> None: ...

    @property
    def skew(self) -> float | None:
        """Seconds by which the forum's clock was ahead of ours when it last answered; None if it does not say."""
        ...

    async def category(self) -> Category | None:
        """The category in which topics are opened; None if our account sees none with that number."""
        ...

    async def open_topic(self, topic: NewTopic) -> Posted: ...

    async def find_topic(self, topic: NewTopic, look: Look) -> Posted | None:
        """A topic of our own with this title, if there is one."""
        ...

    async def reply(self, place: Place, raw: str, to: int) -> int:
        """A reply in a topic or letter, to the post with this number (0 = to none).  Returns the post's id."""
        ...

    async def begin_letter(self, to: Account, title: str, raw: str) -> Posted: ...

    async def find_letter(self, to: Account, title: str, look: Look) -> Posted | None: ...

    async def find_mark(self, place: Place, look: Look) -> int:
        """The id of our own post with this mark, 0 if there is none."""
        ...

    async def edit(self, post: int, raw: str) -> None: ...

    async def upload(self, name: str, data: bytes, alt: str) -> str:
        """The Markdown that shows the picture."""
        ...

    async def recent_posts(self, places: frozenset[str], mark: int) -> tuple[tuple[SeenPost, ...], int]:
        """The posts in these topics that are newer than the mark, oldest first, and the mark from now on."""
        ...

    async def topic_state(self, place: Place, done: Container[int] | None) -> TopicState:
        """How a topic is, with its posts of others that are not among ``done`` (None = without its posts)."""
        ...

    async def letters(self, read: Mapping[str, int], *, whole: bool = False) -> tuple[Letter, ...]:
        """The letters that are newer than what was ``read`` of them (by place), whoever began them, the oldest first:
        if they are read in this order, and that is interrupted, those that are left are still the newest.

        Pages are looked at until one has nothing new; ``whole``: all pages.
        """
        ...

    async def letter_posts(self, letter: Letter, done: Container[int], since: str) -> tuple[SeenPost, ...]:
        """The posts of others in a letter that are not among ``done`` and not older than ``since`` by the forum's
        clock, oldest first.
        """
        ...

    async def mark_read(self, letter: Letter) -> None: ...

    def link(self, place: Place) -> str:
        """The address of a topic for people."""
        ...
