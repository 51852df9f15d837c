"""How often the forum is asked, and how long a doubt lasts."""

from typing import NamedTuple


class Pace(NamedTuple):
    """Seconds between two polls while a deadline is ``near``, and while none is; between two things in a row at
    ``least``; and before a post that may have arrived is looked for.  ``calls``: in a minute, at most (0 = as many as
    the program allows).
    """

    near: float = 30.0
    idle: float = 120.0
    least: float = 1.0
    doubt: float = 10.0
    calls: int = 0
