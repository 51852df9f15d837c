"""A message as data: its text, what it shows, whom it calls, what can be pressed under it."""

from engine.contract import Record


class Button(Record, frozen=True):
    """A button as data, so that the outbox can keep it: label, what it does, and a colour of ``_STYLES``."""

    label: str
    press: str
    colour: str = "grey"


class Post(Record, frozen=True):
    """One message.  ``picture``: the map after that journal entry; ``paper``: a text to attach; ``pings``: the players it calls.

    ``details``: with that map come the parts of it that the game thinks worth seeing larger.
    ``door`` marks the announcement: it goes to the channel where the game was opened; ``thread`` names the thread opened from it.
    """

    content: str
    picture: int | None = None
    details: bool = False
    paper: str = ""
    pings: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    door: bool = False
    thread: str = ""
