"""The outbox: posts are made once, kept in order, and survive a restart."""

from pathlib import Path

import pytest

from bot.discord.messages import posts
from bot.discord.messages.address import find_place, write_address
from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Outbox
from tests.bot.posted_games import THEN, lay_out_news, open_game, start_game, take_deliveries


def test_each_piece_of_news_becomes_posts_once(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    lay_out_news(data, game)
    first = take_deliveries(data, game)
    assert [(row.seq, row.part) for row in first] == sorted({(row.seq, row.part) for row in first})
    assert (
        "## The Miller's Bridge" in first[0].post.content
        and first[0].post.announces
        and first[0].post.thread == "The Miller's Bridge"
    )
    lay_out_news(data, game)
    assert data.outbox.next_delivery(game.id) is None
    data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    lay_out_news(data, game)
    assert [row.seq > first[-1].seq for row in take_deliveries(data, game)] == [True]


def test_a_crash_while_adding_news_leaves_nothing_behind(data: EngineData) -> None:
    game = start_game(data)
    news = data.table.news(game.id)
    with pytest.raises(RuntimeError), data.table.journal.transaction():
        data.outbox.add_news(posts, game, news)
        raise RuntimeError
    destination = data.outbox.destination(game.id)
    assert destination and destination.seen == 0 and data.outbox.next_delivery(game.id) is None


def test_undelivered_posts_survive_a_restart(tmp_path: Path) -> None:
    before = EngineData(tmp_path / "games.db")
    game = open_game(before, "11", "22")
    lay_out_news(before, game)
    row = before.outbox.next_delivery(game.id)
    assert row and row.tried == ""
    before.outbox.mark_tried(row, THEN)
    before.table.close()
    after = EngineData(tmp_path / "games.db")
    assert after.outbox.next_delivery(game.id) == row._replace(tried=THEN)
    after.outbox.mark_tried(row, "2026-01-01T13:00:00Z")
    assert after.outbox.next_delivery(game.id) == row._replace(tried=THEN), (
        "the first try counts: from then on it may have arrived"
    )
    after.table.close()


def test_a_game_that_cannot_be_posted_can_move_to_another_channel(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    data.outbox.set_address(game.id, write_address(1, 7, 8))
    data.outbox.block(game.id, "The channel is gone.")
    place = find_place(data.outbox, game.id)
    assert place and (place.room, place.trouble) == (8, "The channel is gone.")
    data.outbox.set_destination(game.id, write_address(1, 9), "other")
    place = find_place(data.outbox, game.id)
    assert place and (place.channel, place.room, place.trouble, place.tag) == (9, 9, "", "cafe0123")
    assert data.outbox.next_delivery(game.id), "what waited is posted there"


def test_two_outboxes_on_one_database_agree(tmp_path: Path) -> None:
    one, two = EngineData(tmp_path / "games.db"), EngineData(tmp_path / "games.db")
    game = open_game(one, "11", "22")
    lay_out_news(one, game)
    lay_out_news(two, game)
    assert [row[:3] for row in take_deliveries(one, game)] and two.outbox.next_delivery(game.id) is None
    assert isinstance(two.outbox, Outbox)
    one.table.close()
    two.table.close()
