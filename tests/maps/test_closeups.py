"""Close-ups of any game: they come before the map, no more than find room, each with its own words, and their post is
known again.
"""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.messages import posts
from bot.discord.messages.sender import MOST_CLOSEUPS, Sender, attachment_names, is_same_post
from bot.hosting.engine_thread import EngineThread
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from engine.contract import Event, decode, encode, replace
from engine.table import Game, News
from maps.drawing import closeups, draw
from maps.scene.close_ups import close_ups
from maps.scene.scene import Detail, HexTile, Scene, Spot, Trail
from tests.maps.positions import opened
from tests.support import toy_system

THEN = "2026-01-01T12:00:00Z"
PARTS = tuple(Detail(f"Part {n}", (1.0, 1.0), (1.5, 1.0), f"Corner {n}." if n % 2 else "") for n in range(12))


def busy(seen: Any, recent: Sequence[Event]) -> Scene:
    """A picture with more details than a post has room for."""
    return Scene((2.0, 2.0), (HexTile((1.0, 1.0), "plain"),), alt="All of it.", details=PARTS)


def report(lines: int) -> list[Post]:
    game = cast(Game, SimpleNamespace(name="Dawn", id="dawn-1", sides={}))
    return list(
        posts.report(game, News("report", 41, THEN, (), None), "**Red**", [f"R{n} hits B1" for n in range(lines)])
    )


def test_the_post_with_the_map_brings_the_close_ups() -> None:
    assert [post.details for post in report(1)] == [True]
    assert [post.details for post in report(100)][-1] and not any(post.details for post in report(100)[:-1])
    assert report(900)[-1].details and report(900)[-1].picture == 41


async def test_as_many_close_ups_as_find_room_each_with_its_words(
    duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_system, "scene", busy)
    engine = EngineThread(tmp_path / "games.db")
    key = (await engine.use_table(lambda table: table.open(duel, "Dawn", THEN))).id
    row = Delivery(key, 1, 1, Post("**Red**", picture=1, details=True, attachment="all of it"), THEN)
    papers = await Sender(SimpleNamespace(), engine)._attachments(row)  # type: ignore[arg-type]
    bare = await Sender(SimpleNamespace(), engine)._attachments(row._replace(post=replace(row.post, details=False)))  # type: ignore[arg-type]
    engine.close()
    names = [name for name, _, _ in papers]
    assert (
        names == [*(f"{key}-1-{n}.png" for n in range(1, MOST_CLOSEUPS + 1)), f"{key}-1.png", f"{key}-1.txt"]
        and len(names) <= 10
    )
    assert [alt for _, _, alt in papers[:2]] == ["Part 0", "Corner 1."]
    assert all(opened(data).size[0] <= 1000 for _, data, _ in papers[:-2])
    assert [name for name, _, _ in bare] == attachment_names(row) == names[-2:]
    assert is_same_post(row, "**Red**", names) and is_same_post(row, "**Red**", names[-2:])
    assert not is_same_post(row._replace(post=replace(row.post, details=False)), "**Red**", names)


def test_a_post_of_before_close_ups_can_still_be_read() -> None:
    assert decode(encode({"content": "x", "picture": 3}), Post) == Post("x", picture=3)


def test_a_picture_is_the_same_whatever_its_details_are() -> None:
    whole = busy(None, ())
    assert draw.draw(whole) == draw.draw(replace(whole, details=()))
    assert len(closeups.draw_closeups(whole, 3)) == 3 and closeups.draw_closeups(replace(whole, details=())) == []


def test_fighting_has_a_close_up_unless_it_is_everywhere() -> None:
    ground = tuple(HexTile((x + 0.5, y + 0.5), "plain") for x in range(20) for y in range(20))
    board = Scene((20.0, 20.0), ground, alt="All of it.")

    def fought(*trails: Trail | Spot) -> tuple[Detail, ...]:
        return close_ups(replace(board, marks=trails))

    (part,) = fought(Trail(((1.0, 1.0), (3.0, 2.0)), "attack"), Trail(((1.0, 18.0), (18.0, 18.0)), "move"))
    assert part.at == (part.size[0] / 2, part.size[1] / 2), "in the corner, and not beyond the edge"
    assert part.size == pytest.approx((20 / 3, 20 / 3)) and "from nearby" in part.alt
    (data,) = closeups.draw_closeups(replace(board, details=(part,)))
    assert max(opened(data).size) <= 1000
    (lost,) = fought(Spot((10.0, 9.0), "removed"))
    assert lost.at == (10.0, 9.0)
    assert not fought(Trail(((1.0, 1.0), (3.0, 2.0)), "move")), "a march is seen on the whole map"
    assert not fought(Trail(((1.0, 1.0), (18.0, 17.0)), "shot"))
    own = replace(board, details=PARTS[:1], marks=(Spot((10.0, 9.0), "removed"),))
    assert close_ups(own) == own.details, "the rules know better"
