"""A game halts where its channel takes no posts, and goes on by itself as soon as one has arrived."""

import hashlib
import re
from collections.abc import Awaitable, Callable

from bot.hosting import halting
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halted_games import Halted
from bot.hosting.utc_now import utc_now

from . import markup
from .address import Place, find_place
from .reminders import DOOR
from .sender import CannotPost

_CHANNEL = re.compile(r"<#\d+>")
PostOnce = Callable[[int, str, str, tuple[str, ...]], Awaitable[str]]
"""Posts a text in a channel, once for a nonce, with mentions of these people; returns the id of the message or ""."""


def halt_place(data: EngineData, game: str, barred: CannotPost) -> None:
    """A game that is over only stops being posted."""
    with data.table.journal.transaction():
        data.outbox.block(game, str(barred))
        info = halting.known_game(data.table, game)
        if info is None or not info.over:
            halted = Halted(game, DOOR, _CHANNEL.sub("its channel", str(barred)), "", utc_now(), barred.lasting)
            halting.halt(data, halted, _notice(info.name if info else game, halted))


def _notice(name: str, halted: Halted) -> str:
    by_itself = "" if halted.lasting else " Put that right, and it goes on by itself within a quarter of an hour."
    return (
        f"Nothing can be posted for the game {name}: {halted.why} The game waits, and its deadlines stand still."
        f"{by_itself} To play it elsewhere, type /game info game:{halted.game} in another channel and press Play it"
        " here."
    )


def place_and_fault(data: EngineData, game: str) -> tuple[Place | None, Halted | None]:
    """Where the game is played, and by what fault it is halted, if it is."""
    return find_place(data.outbox, game), data.halted.fault(game)


def resume_place(data: EngineData, game: str) -> bool:
    """After everything of the game has been posted: whether it was halted and goes on.  A place that still takes no
    posts leaves it as it is.
    """
    place = find_place(data.outbox, game)
    if place is None or place.trouble or not any(halted.cause == DOOR for halted in data.halted.of_game(game)):
        return False
    halting.resume(data.table, game, DOOR, utc_now())
    return True


def unblock_places(data: EngineData) -> tuple[str, ...]:
    """The games whose channels are to be tried again; they stay halted until a post has arrived."""
    games = tuple(one.game for one in data.halted.all() if one.cause == DOOR and not one.lasting)
    for game in games:
        data.outbox.block(game, "")
    return games


async def tell_halted(engine: EngineThread, game: str, post_once: PostOnce, is_here: Callable[[int], bool]) -> None:
    """Tell the people of a game in which something has failed, in its channel, unless they have been told.

    ``is_here``: whether this process posts the games of a server.
    """
    found = await engine.use_data(lambda data: _to_be_told(data, game))
    if found is None or not is_here(found[0].guild):
        return
    place, text, people = found
    calls = " ".join(markup.mention(player) for player in people)
    nonce = hashlib.sha256(f"{place.tag} {text}".encode()).hexdigest()[:25]
    if await post_once(place.room, f"{calls}\n⚠️ {markup.escape(text)}".strip(), nonce, people):
        await engine.use_data(lambda data: _note_told(data, game, text, people))


def _to_be_told(data: EngineData, game: str) -> tuple[Place, str, tuple[str, ...]] | None:
    text, place = data.halted.telling(game, DOOR), find_place(data.outbox, game)
    if not text or place is None or place.trouble:
        return None
    return place, text, tuple(player for player in halting.people_to_tell(data, game) if player.isdecimal())


def _note_told(data: EngineData, game: str, text: str, people: tuple[str, ...]) -> None:
    with data.table.journal.transaction():
        data.halted.told(game, DOOR)
        for player in people:
            data.people.forget_notices(player, [text])
