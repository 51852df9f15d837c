"""A message as data: its text, pictures, mentions and buttons; and what posts the news of games."""

from typing import Protocol

from engine.contract import Record


class Publisher(Protocol):
    """What posts the news of a game."""

    def notify(self, game: str) -> None: ...


class Button(Record, frozen=True):
    """A button as data, so that the outbox can keep it: label, what it does, and a colour of ``_STYLES``."""

    label: str
    press: str
    colour: str = "grey"


class Post(Record, frozen=True, rename={"attachment": "paper", "announces": "door"}):
    """One message.

    ``picture``: the map after this log entry; ``details``: with close-ups of that map.  ``attachment``: a text file.
    ``pings``: the players it notifies.  ``announces``: it is the announcement, posted where the game was opened;
    ``thread``: the name of the thread to open under it.  ``until``: it reminds of this deadline, and is of no use
    after it.  ``edits``: it takes the place of the post of this log entry.  ``status``: it is the status message, which
    is kept up to date.  ``above``: it goes to the channel above the game's thread, and is dropped if it may not.
    ``replay``: with the whole game as an animated picture.  Databases keep two fields by the names of version 1.
    """

    content: str
    picture: int | None = None
    details: bool = False
    attachment: str = ""
    pings: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    announces: bool = False
    thread: str = ""
    until: str = ""
    edits: int = 0
    status: bool = False
    above: bool = False
    replay: bool = False
