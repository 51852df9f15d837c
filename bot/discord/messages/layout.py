"""What is new in a game is laid out as posts for Discord, on the engine's thread and in one transaction."""

from bot.correspondence.reports.replays import plan_replay
from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from bot.hosting.utc_now import utc_now

from . import channel_lines, posts
from .address import find_place
from .challenge import ChallengePosts
from .league_announcement import LeaguePosts
from .map_changes import ChangedMaps
from .pings import call_directly
from .replay_post import replay_post


def lay_out_news(data: EngineData, game: str, *, lines: bool = True) -> None:
    """``lines``: whether the channel above a game's thread gets a line when the game ends or needs a player."""
    destination, place = data.outbox.destination(game), find_place(data.outbox, game)
    if not destination or not place:
        return
    now_on, news = data.table.game(game), data.table.joined_news(game, after=destination.seen)
    if open_battle_sides.is_open_battle(now_on) and now_on.over and not destination.seen:
        news = news[-1:]  # fought to its end before anything was posted: one post tells it all
    called = now_on.phase.sides[0] if news and now_on.phase and now_on.phase.sides else ""
    examples = data.table.examples(game, called) if called and not open_battle_sides.is_open_battle(now_on) else ()
    deciding = open_battle_sides.deciding_sides(data.table, now_on)
    with data.table.journal.transaction():
        data.outbox.add_news(_layout(data, game), now_on, news, examples, deciding)
        if news and now_on.phase and now_on.started:
            awaited = [now_on.holder(side) for side in now_on.phase.sides]
            call_directly(data, now_on, awaited, utc_now())
        told_above = lines and place.thread and not place.forum
        each = data.table.news(game, after=destination.seen)
        in_league = data.league_places.find(data.league_places.league_of(game)) is not None
        for post in channel_lines.channel_lines(now_on, each, place, league=in_league) if told_above else ():
            data.outbox.add_post(game, post)
        if any(item.kind == "over" for item in news) and not open_battle_sides.is_open_battle(now_on):
            data.outbox.add_post(game, replay_post(plan_replay(data.table, game)))


def _layout(data: EngineData, game: str) -> ChangedMaps:
    invited = data.outbox.invited(game)
    last = data.outbox.newest(game, lambda post: post.picture is not None)
    in_channel = (place := find_place(data.outbox, game)) is not None and not place.forum
    of_league = in_channel and data.league_places.find(data.league_places.league_of(game)) is not None
    return ChangedMaps(
        ChallengePosts(invited) if invited else LeaguePosts() if of_league else posts,
        lambda entry: data.table.drawn_position(game, entry),
        last[0].picture or 0 if last else 0,
    )
