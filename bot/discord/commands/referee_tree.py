"""/referee: what the referee of a game may do; every act is told to everybody with its reason."""

from discord import app_commands

from . import options, referee
from .context import Services
from .options import Slash
from .replies import reply

Reason = app_commands.Range[str, 1, 300]
REASON = "Why; everybody is told"


def referee_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(
        name="referee", description="For the referee of a game: all of it is public, with its reason", guild_only=True
    )
    for add in (_looks, _time, _seats, _position):
        add(group, services)
    return group


def _looks(group: app_commands.Group, services: Services) -> None:
    @group.command(name="preview", description="What would run if the phase ended now; not for players of the game")
    @options.describe(services)
    async def preview(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.preview(context, game))

    @group.command(name="note", description="A note for the record")
    @options.describe(services, text="What everybody is told")
    async def note(slash: Slash, text: app_commands.Range[str, 1, 1000], game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.note(context, game, text))


def _time(group: app_commands.Group, services: Services) -> None:
    @group.command(name="extend", description="Put the deadline off, by at most 30 days at once")
    @options.describe(services, length="By how much, such as 2d", reason=REASON)
    async def extend(
        slash: Slash, length: app_commands.Range[str, 1, 40], reason: Reason, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: referee.extend(context, game, length, reason))

    @group.command(name="pause", description="No deadline runs; orders can still be given")
    @options.describe(services, reason=REASON)
    async def pause(slash: Slash, reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.stop(context, game, reason, freeze=False))

    @group.command(name="freeze", description="No deadline and no orders run")
    @options.describe(services, reason=REASON)
    async def freeze(slash: Slash, reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.stop(context, game, reason, freeze=True))

    @group.command(name="resume", description="The game goes on; the phase has its whole time again")
    @options.describe(services, reason=REASON)
    async def resume(slash: Slash, reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.go_on(context, game, reason))


def _seats(group: app_commands.Group, services: Services) -> None:
    @group.command(name="done", description="End a side's part of the phase, with what it has written")
    @options.describe(services, side="Which side it is about", reason=REASON)
    async def done(slash: Slash, side: str, reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.done(context, game, side, reason))

    @group.command(name="unseat", description="Free a seat for somebody else")
    @options.describe(services, side="Which side it is about", reason=REASON)
    async def unseat(slash: Slash, side: str, reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.unseat(context, game, side, reason))


def _position(group: app_commands.Group, services: Services) -> None:
    @group.command(name="rewind", description="Back to an earlier position, or forward again; nothing is erased")
    @options.describe(services, to="Such as: turn 2, turn 2 movement, or the number of a log entry", reason=REASON)
    @app_commands.autocomplete(to=options.past_phases(services))
    async def rewind(slash: Slash, to: app_commands.Range[str, 1, 80], reason: Reason, game: str | None = None) -> None:
        await reply(services, slash, lambda context: referee.rewind(context, game, to, reason))

    @group.command(name="set", description="Change one value of the position")
    @options.describe(
        services,
        where="Which, such as: units W1 disrupted",
        value="A number, a hex, a word, yes, no, none, or remove",
        reason=REASON,
    )
    async def change(
        slash: Slash,
        where: app_commands.Range[str, 1, 200],
        value: app_commands.Range[str, 1, 100],
        reason: Reason,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: referee.change(context, game, where, value, reason))
