"""Animated maps in a forum: of a turn on request, and of the whole game in the post that tells its end."""

import io
import re

import pytest
from PIL import Image

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.test_kept_seats import over
from tests.forum.test_whole_games import begin

pytestmark = pytest.mark.asyncio
_SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


def animations(house: Clubhouse, raw: str) -> list[str]:
    """What the GIFs of a post show, in words."""
    found = list[str]()
    for alt, address in _SHOWN.findall(raw):
        data = house.forum.uploads[address]
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.format in ("PNG", "GIF") and len(data) <= 2_000_000
            found += [alt] if picture.format == "GIF" else []
    return found


@pytest.mark.long
async def test_a_turn_on_request_in_the_topic_and_alone(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    said = (await bob.ask(topic, "replay 1\n\nHow was it?")).raw
    (alt,) = animations(house, said)
    assert alt.startswith("The moves of The Miller's Bridge, turn 1") and "| Initiative: " in said, said
    assert "There is no turn 9" in (await bob.ask(topic, "replay 9\n\nHow was it?")).raw
    assert animations(house, await ann.ask_alone("millers-1\n\nreplay"))


@pytest.mark.long
async def test_the_last_post_of_a_game_carries_the_whole_of_it(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await over(house, ann, bob)
    posts = house.forum.posts_in
    (last, *_) = await house.until(lambda: [one for one in posts(topic.id) if "The Reivers wins" in one.raw[:60]])
    (alt,) = animations(house, last.raw)
    assert alt.startswith("The moves of The Miller's Bridge, in ") and len(_SHOWN.findall(last.raw)) == 2
