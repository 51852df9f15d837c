"""A replay: the pictures of a game one after the other, as an animated GIF in which only what changes is stored."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from ..scene.scene import Scene
from .canvas import theme
from .draw import draw_in_full_colour, palette_of

SAME = 255
"""The colour number that means: as in the picture before."""
_UNCHANGED = [255] + [0] * 255
"""A mask of what is as before, from how far the numbers of the colours are apart."""
FIRST_SHARE, LEAST_SHARE = 0.6, 0.3
"""The size of the pictures of a replay that has to be small, as a share of the maps': at first, and at last."""
STEP, LAST = 900, 4000
"""Milliseconds that a picture is shown, and the last one before it begins again."""


def replay(scenes: Iterable[Scene], share: float = 1.0) -> bytes:
    """GIF of at least one scene; ``share``: its size as a share of the pictures'.

    One picture at a time is in full colour, which takes four times the memory of its colours' numbers.
    """
    found = list(scenes)
    return encode((frame(scene, share) for scene in found), palette_of(found[0]))


def replay_within(scenes: Sequence[Scene], most: int) -> bytes:
    """GIF of at least one scene in at most so many bytes: made of smaller pictures if need be, and then of fewer, the
    first and the last among them.

    Of one scene it may take more.
    """
    share = FIRST_SHARE
    while len(data := replay(scenes, share)) > most and len(scenes) > 1:
        if share > LEAST_SHARE:
            share = max(LEAST_SHARE, 0.9 * share * sqrt(most / len(data)))
        else:
            scenes = (*scenes[:-1:2], scenes[-1])[: len(scenes) - 1]
    return data


def encode(frames: Iterable[Image.Image], colours: bytes) -> bytes:
    """GIF of pictures in full colour, in the first of these colours; the last colour is needed for what stays."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours[: 3 * SAME])
    paper = _numbers(Image.new("RGB", (1, 1), theme.PAPER), palette).tobytes()[0]
    numbers = [_numbers(one, palette) for one in frames]
    size = max(one.width for one in numbers), max(one.height for one in numbers)
    header, _ = getheader(palette.resize(size), info={"loop": 0})
    parts = list(_changes(_on_paper(one, size, paper) for one in numbers))
    times = [STEP] * (len(parts) - 1) + [LAST]
    for (part, at), time in zip(parts, times, strict=True):
        header += getdata(part, at, duration=time, transparency=SAME, disposal=1)
    return b"".join((*header, b";"))


def frame(scene: Scene, share: float = 1.0) -> Image.Image:
    """One picture of a replay, in full colour."""
    full = draw_in_full_colour(scene)
    if share == 1.0:
        return full
    return full.resize((round(full.width * share), round(full.height * share)), Image.Resampling.LANCZOS)


def _numbers(frame: Image.Image, palette: Image.Image) -> Image.Image:
    """A picture in full colour as the numbers of its colours; one palette image for all remembers what it looked up."""
    return Image.frombytes("L", frame.size, frame.quantize(palette=palette, dither=Image.Dither.NONE).tobytes())


def _on_paper(frame: Image.Image, size: tuple[int, int], paper: int) -> Image.Image:
    if frame.size == size:
        return frame
    sheet = Image.new("L", size, paper)
    sheet.paste(frame)
    return sheet


def _changes(frames: Iterator[Image.Image]) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """The first picture, then of each the part that is not as in the one before, with its left upper corner."""
    before = next(frames)
    yield before, (0, 0)
    for frame in frames:
        far = ImageChops.difference(before, frame)
        box = far.getbbox() or (0, 0, 1, 1)
        part = frame.crop(box)
        part.paste(SAME, mask=far.crop(box).point(_UNCHANGED))
        yield part, box[:2]
        before = frame
