"""Notes that a private message waits: by a mention where the game is played, or by a direct message.  Nothing of it is
told there, and nobody gets a second note before the message of the first was read.
"""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Post
from bot.hosting.press import NOTIFIES, unread_press
from bot.hosting.utc_now import utc_now
from engine.table import Game

from . import markup
from .own_games import linked_room
from .pings import way_of_calling

NOTED = "discord, noted"
"""Where a message is kept, in place of a door, from its note until it was read."""
WAITS = "a private message waits for you: `/press` shows it."


def lay_out_press_notes(data: EngineData, game: str) -> None:
    """Turn what waits into posts and direct messages, in one transaction."""
    with data.table.journal.transaction():
        waiting = data.table.press.take(game, NOTIFIES)
        if not waiting:
            return
        now_on = data.table.game(game)
        noted = set[str]()
        for number, player, side in data.table.press.take(game, NOTED):
            if number in unread_press(data, now_on, player):
                noted.add(player)
                data.table.press.wait(game, number, NOTED, player, side)
        for number, player, side in waiting:
            if player in noted or now_on.holder(side) != player:
                continue
            if number in unread_press(data, now_on, player):
                noted.add(player)
                data.table.press.wait(game, number, NOTED, player, side)
                _tell(data, now_on, player, number, side)


def _tell(data: EngineData, game: Game, player: str, number: int, side: str) -> None:
    """As the person wants to be called; where a mention would say who plays, by a direct message if one arrives."""
    now = utc_now()
    way = way_of_calling(data, player, now)
    if way == "mention" and game.anonymous and not data.direct.closed(player, now):
        way = "direct"
    in_place = _note(game, player, side)
    match way:
        case "direct":
            text = f"{linked_room(data.outbox, game.id, game.name)}: {WAITS}\n-# message {number}"
            data.direct.add(player, f"press.{game.id}.{number}", text, "", game.id, in_place)
        case "mention":
            data.outbox.add_post(game.id, in_place)


def _note(game: Game, player: str, side: str) -> Post:
    """Not its number either: it would tell how much others write.  In a game with anonymous seats it names the side."""
    if game.anonymous:
        return Post(f"✉️ **{markup.escape(wording.side_name(game.sides, side))}**: {WAITS}")
    return Post(f"✉️ {markup.mention(player)}, {WAITS}", pings=(player,))
