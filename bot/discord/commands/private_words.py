"""/press: what sides write to each other; /note: notes for oneself; /game kibitz: what is no secret any more."""

from discord import app_commands

from bot.hosting.notes import LONGEST, note_lines
from bot.hosting.press import kibitz_lines, press_lines, read_press, send_press
from bot.hosting.utc_now import utc_now
from engine.game.press import LONGEST as LONGEST_PRESS

from ..messages import markup
from . import autocomplete, options
from .autocomplete import offer_choices
from .context import Context, Services, find_side_by_name
from .options import Command, Slash, in_servers
from .replies import Reply, reply

ALL = "all"


def press_command(services: Services) -> Command:
    @app_commands.command(name="press", description="Write to another side, or to all; alone it shows what was written")
    @options.describe(
        services,
        to="A side, or all",
        text=f"What to tell them, at most {LONGEST_PRESS:,} characters (default: show what was written)",
        side=options.SIDE,
    )
    async def press_(
        slash: Slash,
        to: app_commands.Range[str, 1, 100] = ALL,
        text: app_commands.Range[str, 1, LONGEST_PRESS] | None = None,
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: press(context, game, side, to, text or ""))

    @press_.autocomplete("to")
    async def readers(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)
        return await offer_choices(services, autocomplete.sides(lambda context: game))(slash, typed)

    return in_servers(press_)[0]


async def press(context: Context, key: str | None, side: str | None, to: str, text: str) -> Reply:
    """Without a text: what may be read so far."""
    engine = context.services.engine
    if not text:
        game, viewer = await context.game_and_viewer(key, side)
        messages = await engine.use_data(lambda data: read_press(data, game, viewer, context.player))
        lines = [markup.escape(line) for line in press_lines(game, messages)]
        return Reply("\n".join(lines) or "Nothing yet that you may read. `/press to:all text:hello` writes to all.")
    game, mine = await context.game_and_side(key, side)
    reader = ALL if to.strip().casefold() == ALL else find_side_by_name(game, to)
    _, told = await engine.use_data(lambda data: send_press(data, game.id, mine, reader, text, utc_now()))
    context.services.changed(game.id)
    return Reply(markup.escape(told))


async def kibitz(context: Context, key: str | None, turn: int | None) -> Reply:
    """Once a game is over: everything that was secret in it."""
    game = await context.game(key)
    lines = await context.services.engine.use_table(lambda table: kibitz_lines(table, game.id, turn))
    heading = f"**{markup.escape(game.name)}**, with all that was secret"
    return Reply("\n".join((heading, *map(markup.escape, lines))), full="\n".join(lines))


def note_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="note", description="Notes on a game for yourself alone", guild_only=True)

    @group.command(name="write", description="Keep a note; nobody else is shown it")
    @options.describe(services, text=f"At most {LONGEST:,} characters")
    async def write(slash: Slash, text: app_commands.Range[str, 1, LONGEST], game: str | None = None) -> None:
        await reply(services, slash, lambda context: write_note(context, game, text))

    @group.command(name="show", description="Your notes on a game")
    @options.describe(services)
    async def show(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: show_notes(context, game))

    @group.command(name="delete", description="Forget a note")
    @options.describe(services, number="Its number, as /note show has it")
    async def delete(slash: Slash, number: app_commands.Range[int, 1, 9999], game: str | None = None) -> None:
        await reply(services, slash, lambda context: delete_note(context, game, number))

    return group


async def write_note(context: Context, key: str | None, text: str) -> Reply:
    game = await context.game(key)
    made = await context.services.engine.use_data(lambda data: data.notes.add(game.id, context.player, text, utc_now()))
    return Reply(f"Kept as number {made.number}. Nobody else is shown it; `/note show` shows it to you.")


async def show_notes(context: Context, key: str | None) -> Reply:
    game = await context.game(key)
    kept = await context.services.engine.use_data(lambda data: data.notes.list(game.id, context.player))
    return Reply("\n".join((f"**{markup.escape(game.name)}**", *map(markup.escape, note_lines(kept)))))


async def delete_note(context: Context, key: str | None, number: int) -> Reply:
    game = await context.game(key)
    gone = await context.services.engine.use_data(lambda data: data.notes.delete(game.id, context.player, number))
    return Reply(f"Deleted: {markup.escape(gone.text)}")
