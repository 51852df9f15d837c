"""Which posts of a topic or private message need not be read."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DonePosts:
    """``known``: by their numbers; ``upto``: and all up to this one."""

    known: frozenset[int]
    upto: int

    def __contains__(self, post: object) -> bool:
        return post in self.known or (isinstance(post, int) and post <= self.upto)
