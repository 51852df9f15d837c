"""What became of a mail that arrived."""

from typing import Literal, NamedTuple

Fate = Literal["done", "refused"]
ANSWERED = "Its answer is sent by `fieldpost serve`."


class Handled(NamedTuple):
    """What became of a mail.  ``games``: those in which something happened; ``leagues``: those whose log has grown.
    ``says``: the same in a sentence, for whoever runs the program.
    """

    fate: Fate
    games: tuple[str, ...] = ()
    says: str = ANSWERED
    leagues: tuple[str, ...] = ()


def not_answered(why: str) -> Handled:
    return Handled("refused", (), f"It is not answered: {why}.")
