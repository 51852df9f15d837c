"""What a name means, or why it means nothing."""
from typing import NamedTuple


class Found(NamedTuple):
    """What a name means, or the code and the reason why it means nothing; ``near`` are names that would do, best first."""

    value: str
    code: str = ""
    says: str = ""
    near: tuple[str, ...] = ()
