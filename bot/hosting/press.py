"""Press on its way: what a side writes is brought to each reader where they play, and never says who wrote it."""

from collections.abc import Sequence

from engine.game.press import PressMessage, quoted
from engine.table import Game, Table

from . import wording
from .engine_thread import EngineData

PUSHED = ("mail", "forum")
"""Doors that bring somebody the message itself; at others it comes with the next answer."""
NOTIFIES = "discord"
"""The door that says at once that one waits."""


def send_press(data: EngineData, key: str, side: str, to: str, text: str, now: str) -> tuple[Game, str]:
    """The game, and what its writer is told.  Raises Refused."""
    with data.table.journal.transaction():
        game, message = data.table.write_press(key, side, to, text, now)
        if message is None:
            return game, "It is posted for everybody, with the news of the game."
        told = set[str]()
        for reader in message.to:
            person = game.holder(reader)
            if person not in told and person != game.holder(side):
                told.add(person)
                _deliver(data, game, message, person, reader, now)
    named = wording.join_list([wording.side_name(game.sides, reader) for reader in message.to])
    return game, f"Sent to {named}, who read it as from {wording.side_name(game.sides, side)}; nobody else does."


def _deliver(data: EngineData, game: Game, message: PressMessage, person: str, reader: str, now: str) -> None:
    """By the first door that can bring it, else with the next answer that the reader gets."""
    for door in PUSHED:
        contacts = [contact for contact in data.people.contacts(person, door) if contact.state == "confirmed"]
        if contacts and data.outboxes[door].destination(game.id):
            data.table.press.wait(game.id, message.number, door, person, reader)
            return
    head = f"{_notice_head(game, message.number)}{press_heading(game, message)}"
    data.people.add_notice(person, "\n".join((head, *quoted(message.text))), now)
    if person.isdecimal() and data.outboxes[NOTIFIES].destination(game.id):
        data.table.press.wait(game.id, message.number, NOTIFIES, person, reader)


def _notice_head(game: Game, number: int | str) -> str:
    return f"{game.name} ({game.id}), message {number}{': ' if number else ''}"


def unread_press(data: EngineData, game: Game, person: str) -> tuple[int, ...]:
    """The numbers of the messages of this game that wait for the person's next answer, the oldest first."""
    return tuple(sorted(number for number, _ in _waiting(data, game, person)))


def _waiting(data: EngineData, game: Game, person: str) -> list[tuple[int, str]]:
    """The messages that wait, each with its number."""
    head = _notice_head(game, "")
    told = [notice for notice in data.people.notices(person) if notice.startswith(head)]
    return [(int(notice.removeprefix(head).partition(":")[0]), notice) for notice in told]


def read_press(data: EngineData, game: Game, viewer: str, person: str) -> tuple[PressMessage, ...]:
    """What a side may read so far; it does not come with the person's next answer any more."""
    messages = data.table.press_of(game.id, viewer)
    shown = {message.number for message in messages}
    waiting = [notice for number, notice in _waiting(data, game, person) if number in shown]
    data.people.forget_notices(person, waiting)
    return messages


def press_heading(game: Game, message: PressMessage) -> str:
    to = wording.join_list([wording.side_name(game.sides, side) for side in message.to])
    return f"{wording.side_name(game.sides, message.sender)} to {to}"


def press_lines(game: Game, messages: Sequence[PressMessage]) -> tuple[str, ...]:
    """Messages below one another, the oldest first; no line of them reads as an order."""
    lines = list[str]()
    for message in messages:
        at = message.at.replace("T", " ").removesuffix(":00Z").removesuffix("Z")
        lines += [f"{press_heading(game, message)}, {at} UTC:", *quoted(message.text)]
    return tuple(lines)


def kibitz_lines(table: Table, key: str, turn: int | None) -> tuple[str, ...]:
    """Once a game is over: everybody's orders and what came of them, and the press that may be read now.  Raises
    Refused.
    """
    game, done = table.game(key), table.kibitz(key, turn)
    written = press_lines(game, table.press_of(key, "")) if turn is None else ()
    return (*(done or ("Nothing was done.",)), *(("Press:", *written) if written else ()))
