"""A post as it was read."""

from typing import NamedTuple

from .connectors.connector import SeenPost
from .reading.post_text import PostText


class Read(NamedTuple):
    """A post with the lines that its author wrote.  ``letter``: the title of the letter that it stands in.
    ``opening``: its first line, also if only a fence after it was read.  ``at``: when it was posted, by our clock.
    ``missed``: the deadline that it was too late for and that has run ("" = none).  ``orders``: the lines that read as
    orders or commands.  ``reliability``: of the author, if the post enters a league and it is known.
    """

    post: SeenPost
    letter: str
    opening: str
    at: str
    missed: str
    text: PostText = PostText((), False)
    orders: frozenset[str] = frozenset()
    reliability: int | None = None


def key_of(post: SeenPost) -> str:
    """What the post is known by: it is carried out once."""
    return f"{post.place.key}/{post.id}"
