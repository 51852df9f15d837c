"""Reminders as posts: one mention, in the game's channel, of everybody whom the phase still waits for; or as direct
messages to those who want them.
"""

from collections.abc import Mapping, Sequence

from bot.correspondence.deadline_words import idle_words
from bot.hosting import wording
from bot.hosting.deputies import name_as
from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from bot.hosting.reminder_times import Kind
from bot.hosting.reminders import Given
from bot.hosting.reminding import FOR_ALL, AwaitedSides, idle_units, people_to_remind, still_awaited
from bot.hosting.utc_now import utc_now
from engine.table import Game

from . import markup, posts
from .address import find_place
from .own_games import linked_game
from .pings import way_of_calling

DOOR = "discord"
TITLES: Mapping[Kind, str] = {"reminder": "Reminder", "last": "Last call"}
ROOM, LONGEST_IDLE = 1_500, 300
"""Characters of the games, and of the units without an order, that one message names at most."""


def lay_out_reminder(data: EngineData, game: str) -> None:
    """Turn the reminders that the deadline clock has handed over into posts and direct messages, in one transaction.
    What is new in the game has been laid out.
    """
    now, together = utc_now(), dict[tuple[Kind, str], dict[str, tuple[AwaitedSides, ...]]]()
    with data.table.journal.transaction():
        destination = data.outbox.destination(game)
        for given in data.reminders.take(game, DOOR):
            awaited = still_awaited(data, given, now) if given.player.isdecimal() else ()
            if not awaited or not destination or not destination.seen:
                continue
            way = way_of_calling(data, given.player, now)
            if way == "mention" and data.table.game(game).anonymous:
                way = "direct"
            match way:
                case "mention":
                    together.setdefault((given.kind, given.due), {})[given.player] = _here(data, game, awaited)
                case "direct":
                    _remind_directly(data, given, awaited, destination.seen)
        for (kind, due), people in together.items():
            assert destination
            data.outbox.add_post(game, reminder(data, game, kind, due, people, destination.seen))


def reminder(
    data: EngineData, key: str, kind: Kind, due: str, people: Mapping[str, Sequence[AwaitedSides]], seq: int
) -> Post:
    """``people``: with what is awaited of them.  ``seq``: the newest log entry that was posted.

    It never says who has a draft, nor which units lack orders.
    """
    game = data.table.game(key)
    here = {player: one for player, awaited in people.items() for one in awaited if one.game == key}
    calls = [_call(game, player, one) for player, one in here.items()]
    phase = f" · {posts.phase_title(game.phase)}" if game.phase else ""
    lines = [f"**{TITLES[kind]}**{phase}"]
    if calls:
        lines.append(f"{wording.join_list(calls)}: orders are due {_when(due)}. {FOR_ALL}")
    also = [line for player, awaited in people.items() for line in _also(data, key, player, awaited)]
    lines += markup.first_lines(also, ROOM - sum(map(len, lines)))
    off = "This is the last call; `/remind`" if kind == "last" else "`/remind`"
    lines += [f"-# {off} turns reminders off and on.", f"-# {markup.escape(game.name)} · log entry {seq}"]
    buttons = posts.answer_buttons(game, game.phase, game.phase_key) if game.phase and calls else ()
    return Post("\n".join(lines), pings=() if game.anonymous else tuple(people), buttons=buttons, until=due)


def _call(game: Game, player: str, one: AwaitedSides) -> str:
    """In a game with anonymous seats no more than the sides, which everybody knows to be awaited."""
    if game.anonymous:
        return wording.join_list([f"**{markup.escape(wording.side_name(game.sides, side))}**" for side in one.sides])
    return f"{markup.mention(player)} ({_sides(game, one.sides, player)})"


def is_late(data: EngineData, row: Delivery) -> bool:
    """Whether it is a reminder that is of no use any more."""
    if not row.post.until:
        return False
    awaited = people_to_remind(data, row.game, row.post.until, utc_now())
    return not awaited or not any(player in awaited for player in row.post.pings or awaited)


def _remind_directly(data: EngineData, given: Given, awaited: tuple[AwaitedSides, ...], seq: int) -> None:
    """One message for all these games, with the units that have no order yet: only their player reads it."""
    lines = [f"**{TITLES[given.kind]}**: orders are due, and what you have written by then is run."]
    listed = markup.first_lines([_other(data, one, given.player) for one in awaited], ROOM)
    lines += [*listed, *([f"… and {more} more: `/my games`"] if (more := len(awaited) - len(listed)) else [])]
    if len(awaited) == 1 and (idle := idle_words(idle_units(data, awaited[0]))):
        lines.append(markup.escape(wording.clip(idle, LONGEST_IDLE)))
    lines.append("-# `/my settings` has reminders, quiet hours and pings.")
    here = _here(data, given.game, awaited)
    instead = reminder(data, given.game, given.kind, given.due, {given.player: here}, seq)
    data.direct.add(
        given.player, f"{given.kind}.{given.game}.{given.due}", "\n".join(lines), given.due, given.game, instead
    )


def _here(data: EngineData, game: str, awaited: tuple[AwaitedSides, ...]) -> tuple[AwaitedSides, ...]:
    """What may be told in a game's channel: nothing of games in other servers, nor that somebody plays in both this one
    and one with anonymous seats.
    """
    awaited = tuple(one for one in awaited if one.game == game or not _is_anonymous(data, one.game, game))
    place = find_place(data.outbox, game)
    others = {one.game: find_place(data.outbox, one.game) for one in awaited}
    return tuple(one for one in awaited if place and (found := others[one.game]) and found.guild == place.guild)


def _is_anonymous(data: EngineData, *games: str) -> bool:
    return any(data.table.game(game).anonymous for game in games)


def _sides(game: Game, sides: Sequence[str], player: str) -> str:
    return wording.join_list([f"**{markup.escape(name_as(game, side, player))}**" for side in sides])


def _also(data: EngineData, key: str, player: str, awaited: Sequence[AwaitedSides]) -> list[str]:
    """The other games that wait for a person, under a line that names them."""
    others = [_other(data, one, player) for one in awaited if one.game != key]
    return [f"Also waiting for {markup.mention(player)}:", *others] if others else []


def _other(data: EngineData, one: AwaitedSides, player: str) -> str:
    game = data.table.game(one.game)
    return f"- {linked_game(data.outbox, game.id, game.name)}, {_sides(game, one.sides, player)}: {_when(one.due)}"


def _when(due: str) -> str:
    return f"{markup.timestamp(due)} ({markup.timestamp(due, 'f')})"
