"""The look-up of a sandbox in a letter: all its lines for the sandbox are played one after the other."""

from bot.hosting.utc_now import utc_now
from engine.table import Refused

from .answers import File, Found, Section
from .asker import Asker
from .commands import Command
from .message import needed
from .sandboxes import use_sandbox
from .wrap import barred

WORD = "sandbox"


def lines_together(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """All lines for the sandbox are one question, where the first of them stands."""
    whole = Command(WORD, "\n".join(command.rest for command in commands if command.word == WORD))
    first = next((place for place, command in enumerate(commands) if command.word == WORD), None)
    kept = [(place, command) for place, command in enumerate(commands) if command.word != WORD or place == first]
    return tuple(whole if place == first else command for place, command in kept)


async def look_up_sandbox(asker: Asker, rest: str) -> Found:
    """``sandbox``, ``sandbox from turn 2``, ``sandbox C1 move N 2``, ``sandbox done``: never where others read it."""
    seat, engine = needed(asker.seat), asker.engine
    if not seat.side:
        raise Refused("private", "A sandbox is for you alone: write to it in a private message about the game.")
    answer = await use_sandbox(engine, asker.player, seat.game, (seat.side,), rest, utc_now())
    text = Section("Sandbox", tuple(barred(answer.lines)), fixed=True)
    if answer.scene is None:
        return Found(text)
    return Found(text, (File(f"{seat.game}-sandbox.png", await engine.draw(answer.scene), answer.scene.alt),))
