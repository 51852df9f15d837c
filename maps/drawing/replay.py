"""A replay: the pictures of a game one after the other, as an animated GIF in which only what changes is stored."""

import io
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image, ImageChops

from ..scene.scene import Scene
from .canvas import theme
from .draw import draw_in_full_colour, palette_of

SAME = 255
"""The colour number that means: as in the picture before."""
STEP, LAST = 900, 4000
"""Milliseconds that a picture is shown, and the last one before it begins again."""


def replay(scenes: Iterable[Scene], share: float = 1.0) -> bytes:
    """GIF of at least one scene; ``share``: its size as a share of the pictures'."""
    found = list(scenes)
    return encode([frame(scene, share) for scene in found], palette_of(found[0]))


def encode(frames: Sequence[Image.Image], colours: bytes) -> bytes:
    """GIF of pictures in full colour, in the first of these colours; the last colour is needed for what stays."""
    size = max(one.width for one in frames), max(one.height for one in frames)
    colours = colours[: 3 * SAME]
    changes = list(_changes(_in_palette(one, size, colours) for one in frames))
    for change in changes:
        change.putpalette(colours)
    out = io.BytesIO()
    changes[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=changes[1:],
        duration=[STEP] * (len(changes) - 1) + [LAST],
        loop=0,
        transparency=SAME,
        disposal=1,
        optimize=False,
    )
    return out.getvalue()


def frame(scene: Scene, share: float = 1.0) -> Image.Image:
    """One picture of a replay, in full colour."""
    full = draw_in_full_colour(scene)
    if share == 1.0:
        return full
    return full.resize((round(full.width * share), round(full.height * share)), Image.Resampling.LANCZOS)


def _in_palette(frame: Image.Image, size: tuple[int, int], colours: bytes) -> Image.Image:
    """The numbers of its colours, on paper of that size."""
    if frame.size != size:
        paper = Image.new("RGB", size, theme.PAPER)
        paper.paste(frame)
        frame = paper
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return Image.frombytes("L", size, frame.quantize(palette=palette, dither=Image.Dither.NONE).tobytes())


def _changes(frames: Iterator[Image.Image]) -> Iterator[Image.Image]:
    """The first picture, then of each only what is not as in the one before."""
    before = next(frames)
    yield before.copy()
    for frame in frames:
        changed = ImageChops.difference(before, frame).point(lambda far: 255 * (far > 0))
        change = Image.new("L", frame.size, SAME)
        change.paste(frame, mask=changed)
        yield change
        before = frame
