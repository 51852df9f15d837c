"""/sandbox: what if, for one person alone."""

from discord import app_commands

from bot.correspondence.sandboxes import HELP, Part, use_sandbox
from bot.hosting.utc_now import utc_now
from engine.sandbox.sandbox import HEAD

from ..messages import markup, order_feedback
from . import options
from .context import Context, Services
from .options import Command, Slash, in_servers
from .replies import Attachment, Reply, reply

BETWEEN = "|"
"""Stands between lines in a text of one line."""


def sandbox_command(services: Services) -> Command:
    @app_commands.command(name="sandbox", description="Try orders in a private copy of your game, with throwaway dice")
    @app_commands.rename(start="from")
    @options.describe(
        services,
        text=f"An order, done, commit, undo, map, ideas, restart, leave ...; several with {BETWEEN} between them",
        start="Begin a new one there: now, turn 2, turn 2 movement, entry 57",
        side=options.SIDE,
    )
    async def sandbox(
        slash: Slash,
        text: app_commands.Range[str, 1, 4000] | None = None,
        start: app_commands.Range[str, 1, 60] | None = None,
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: play(context, game, side, text, start))

    (command,) = in_servers(sandbox)
    return command


async def play(context: Context, key: str | None, side: str | None, text: str | None, start: str | None) -> Reply:
    """Play these lines in the person's sandbox of the game, which nobody else sees."""
    game, mine = await context.game_and_side(key, side)
    lines = [*([f"from {' '.join(start.split())}"] if start else []), *(text or "").split(BETWEEN)]
    typed = "\n".join(line.strip() for line in lines)
    engine, held = context.services.engine, [key for key, holder in game.seats.items() if holder == context.player]
    sides = (mine,) if side else (mine, *held)
    answer = await use_sandbox(engine, context.player, game.id, sides, typed, utc_now())
    head = f"🧪 **{HEAD}** {markup.escape(game.name)}"
    words, full = "\n".join((head, *(_shown(part) for part in answer.parts if part != HEAD))), "\n".join(answer.lines)
    if answer.scene is None:
        return Reply(words, full=full)
    picture = await engine.draw(answer.scene)
    name = f"{game.id}-sandbox.png"
    return Reply(words, (Attachment(name, picture, markup.alt_text(answer.scene.alt)),), full=full)


def _shown(part: Part) -> str:
    """A part of the answer as Discord shows it."""
    match part:
        case str() if part == HELP:
            return f"-# {HELP}"
        case str():
            return markup.code_block(part) if "\n" in part else markup.escape(part)
        case _:
            return "\n".join(order_feedback.verdict(verdict) for verdict in part.verdicts)
