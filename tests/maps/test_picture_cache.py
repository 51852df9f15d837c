"""No picture is drawn twice while it is kept, and none is taken for another: in random games of every system."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.drawing import background, draw, layouts, title_and_legend
from maps.drawing.canvas import memory, theme
from maps.drawing.canvas.memory import LastUsed
from maps.drawing.canvas.pen import Pen
from maps.drawing.held_ground import paste_sprites
from maps.drawing.picture_cache import PictureCache
from maps.drawing.title_layers import title_layers
from maps.scene.scene import Scene, SideNote, Title
from tests.support import random_games
from tests.support.sampling import share

MESSAGES, EVERY = share(60, 16), share(7, 8)


def scenes(stem: str) -> list[Scene]:
    """Pictures of a random game, as everybody sees it."""
    system = SYSTEMS[reader.load(stem).system]
    steps = random_games.walked(system, stem, 3, MESSAGES)[::EVERY]
    return [system.scene(system.view(step.after, ""), step.turn.events) for step in steps]


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_a_picture_is_the_same_from_warm_caches_and_from_none(stem: str) -> None:
    drawn = [draw.draw(scene) for scene in scenes(stem)]
    for scene, picture in zip(scenes(stem), drawn, strict=True):
        assert draw.draw(scene) == picture == draw.draw_by_bands(scene)
    for one, other in pairwise(range(len(drawn))):
        assert (drawn[one] == drawn[other]) == (scenes(stem)[one] == scenes(stem)[other])
    draw.clear_cache()
    background.clear_cache()
    assert draw.draw(scenes(stem)[-1]) == drawn[-1]


def test_a_picture_is_drawn_once_and_what_is_kept_stays_within_its_bytes() -> None:
    kept = LastUsed[bytes, bytes](1000)
    cache, asked = PictureCache(kept), list[str]()
    game = scenes("millers-bridge")[0]

    def made(scene: Scene) -> bytes:
        asked.append(scene.alt)
        return bytes(300)

    numbered = [Scene(game.size, game.ground, alt=f"{n}") for n in range(5)]
    for scene in (*numbered, *numbered[2:], numbered[4]):
        assert cache.picture(scene, made) == bytes(300)
        assert 0 < kept.size <= kept.budget
    assert asked == ["0", "1", "2", "3", "4"]
    cache.picture(numbered[0], made)
    assert asked[5:] == ["0"], "the one not asked for longest has gone"
    small = LastUsed[bytes, bytes](100)
    assert PictureCache(small).picture(game, made) == bytes(300), "one that is too large is drawn and not kept"
    assert small.size == len(small) == 0


def test_pictures_on_other_ground_are_others_even_where_all_else_is_the_same() -> None:
    one, other = (scenes(stem)[0] for stem in ("millers-bridge", "twin-hamlets"))
    cache, lent = PictureCache(LastUsed(10_000_000)), msgspec.structs.replace(one, ground=other.ground)
    copied = msgspec.structs.replace(one, ground=tuple(msgspec.structs.replace(part) for part in one.ground))
    first = cache.picture(one, lambda scene: b"one")
    assert cache.picture(copied, lambda scene: b"drawn again") == first == b"one"
    assert cache.picture(lent, lambda scene: b"other") == b"other"


@pytest.mark.parametrize("seed", range(share(60, 6)))
def test_a_title_made_of_kept_lines_looks_like_one_drawn_whole(seed: int) -> None:
    chance = Random(seed)
    notes = tuple(
        SideNote(nth, "#0072b2", chance.choice(("West", "Ärmee ÅQgjy", "x" * 90)), ("39 IPCs in hand", "gjpqy | ÅÖ"))
        for nth in range(chance.randint(0, 6))
    )
    title, width = Title("The Bridge", "Turn 5", notes), chance.randint(880, 1600)
    em = width / 64
    whole = Image.new("RGB", (width, round(title_and_legend.title_height(len(notes)) * em)), theme.PAPER)
    title_and_legend.draw_title(Pen(whole, em), 64, title)
    paper = Image.new("RGB", whole.size, theme.PAPER)
    parts = paste_sprites(paper, tuple(title_layers(title, width, em)))
    assert ImageChops.difference(whole, parts).getbbox() is None


@pytest.mark.long
def test_the_backgrounds_of_all_scenarios_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of as many as are ready to be drawn on, and more that are kept compressed."""
    background.clear_cache()
    drawn, drawing = list[layouts.BackgroundKey](), background._draw_background

    def counted(subject: layouts.BackgroundKey) -> background.Background:
        drawn.append(subject)
        return drawing(subject)

    monkeypatch.setattr(background, "_draw_background", counted)
    stems = random_games.shipped(SYSTEMS["miniwars"])
    monkeypatch.setattr(memory.grounds, "budget", 15_000_000)
    first = {stem: background.background_of(scenes(stem)[0]) for stem in stems}
    for stem in stems * 2:
        again = background.background_of(scenes(stem)[0])
        assert again.image.tobytes() == first[stem].image.tobytes() and again.number == first[stem].number
    assert len(drawn) == len({scenes(stem)[0].ground for stem in stems}) > 2
    assert len(reader.shipped()) <= background.PACKED
