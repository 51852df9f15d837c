"""The lines in the channel above a game's thread, and the setting that turns them off."""

import pytest

from bot.discord import settings
from bot.discord.messages import layout
from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData
from bot.hosting.settings import BadSetting
from engine.table import Game
from tests.bot.posted_games import THEN, start_game, take_deliveries


def after_leaving_and_conceding(data: EngineData, *, lines: bool, thread: int) -> list[str]:
    """What the channel above reads of a game whose first player leaves and whose second one concedes."""
    game: Game = start_game(data)
    layout.lay_out_news(data, game.id, lines=lines)
    take_deliveries(data, game)
    data.outbox.set_address(game.id, write_address(1, 7, thread))
    first, second = game.sides
    data.table.leave(game.id, first, "11", THEN)
    layout.lay_out_news(data, game.id, lines=lines)
    told = [row.post for row in take_deliveries(data, game)]
    data.table.commit(game.id, second, THEN, text="concede")
    layout.lay_out_news(data, game.id, lines=lines)
    told += [row.post for row in take_deliveries(data, game)]
    return [post.content for post in told if post.above]


def test_a_free_seat_and_the_end_are_told_above_the_thread(data: EngineData) -> None:
    free, over = after_leaving_and_conceding(data, lines=True, thread=8)
    assert free == "🪑 **The Miller's Bridge** needs a player for **The Reeve's Men**: `/game join` in <#8>"
    assert over == "🏁 **The Miller's Bridge** is over: victory for **The Reeve's Men**. <#8>"


@pytest.mark.parametrize(("lines", "thread"), [(False, 8), (True, 0)])
def test_none_is_told_where_nobody_wants_it_or_all_posts_are_in_that_channel(
    data: EngineData, lines: bool, thread: int
) -> None:
    assert after_leaving_and_conceding(data, lines=lines, thread=thread) == []


def test_a_seat_that_is_taken_again_at_once_is_not_told(data: EngineData) -> None:
    game = start_game(data)
    layout.lay_out_news(data, game.id)
    take_deliveries(data, game)
    data.outbox.set_address(game.id, write_address(1, 7, 8))
    data.table.leave(game.id, "reeve", "11", THEN)
    data.table.seat(game.id, "reeve", "33", THEN)
    layout.lay_out_news(data, game.id)
    assert not [row for row in take_deliveries(data, game) if row.post.above]


def test_an_end_that_is_rewound_at_once_is_not_told(data: EngineData) -> None:
    game = start_game(data)
    layout.lay_out_news(data, game.id)
    take_deliveries(data, game)
    data.outbox.set_address(game.id, write_address(1, 7, 8))
    before = data.table.game(game.id).length
    data.table.commit(game.id, "reeve", THEN, text="concede")
    data.table.rewind(game.id, before, THEN, "host", "pressed by mistake")
    layout.lay_out_news(data, game.id)
    assert not [row for row in take_deliveries(data, game) if row.post.above]


def test_the_setting() -> None:
    token = {"DISCORD_TOKEN": "abc"}
    assert settings.read(token).lines
    assert not settings.read(token | {"FIELDPOST_DISCORD_LINES": "no"}).lines
    with pytest.raises(BadSetting, match="FIELDPOST_DISCORD_LINES is 'perhaps'; write yes or no"):
        settings.read(token | {"FIELDPOST_DISCORD_LINES": "perhaps"})
