"""/sandbox: what if, for one person alone."""

from discord import app_commands

from bot.correspondence.sandboxes import HELP, use_sandbox
from bot.hosting.utc_now import utc_now
from engine.sandbox.sandbox import HEAD

from ..messages import markup
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
    engine = context.services.engine
    answer = await use_sandbox(engine, context.player, game.id, mine, typed, utc_now())
    told = "\n".join(line for line in answer.lines if line not in (HEAD, HELP))
    hint = f"\n-# {HELP}" if HELP in answer.lines else ""
    words = f"🧪 **{HEAD}** {markup.escape(game.name)}\n{markup.code_block(told)}{hint}"
    if answer.scene is None:
        return Reply(words, full=f"{HEAD}\n{told}")
    picture = await engine.draw(answer.scene)
    return Reply(
        words,
        (Attachment(f"{game.id}-sandbox.png", picture, markup.alt_text(answer.scene.alt)),),
        full=f"{HEAD}\n{told}",
    )
