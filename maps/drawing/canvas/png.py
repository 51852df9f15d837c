"""A PNG of fixed palette made of bands of rows, each deflated by itself: a band that has not changed need not be
deflated again.
"""

import zlib
from collections.abc import Sequence
from struct import pack
from typing import Any, NamedTuple

from PIL import Image

try:  # three times as fast as zlib, and a little smaller; not made for every kind of processor
    from isal import isal_zlib as deflater
except ImportError:
    deflater = zlib  # type: ignore[misc]

BAND = 40
"""Rows; about a hex.  Shorter bands deflate worse, longer ones change more often."""
_START, _END = b"\x78\x01", b"\x03\x00"


class Band(NamedTuple):
    """Up to BAND rows as a piece of a deflate stream that leans on nothing before it, with the checksum and length of
    what it holds.
    """

    deflated: bytes
    adler: int
    length: int


class FileRows:
    """The rows of an 8-bit palette image as its file has them: each with a 0 before it, which says that it is not
    filtered.  ``pixels``: these bytes, which are deflated without being copied.
    """

    def __init__(self, size: tuple[int, int], pixels: bytearray) -> None:
        self.size, self.pixels = size, pixels
        row = size[0] + 1, size[1]
        self._image = Image.frombuffer("P", row, pixels, "raw", "P", 0, 1).im  # lies on the same bytes

    def copy(self) -> "FileRows":
        return FileRows(self.size, self.pixels[:])

    def put(self, numbers: Any, box: tuple[int, int, int, int]) -> None:
        """Write a part in the colours of the palette, as an image of Pillow's core: left, top, right, bottom."""
        left, top, right, bottom = box
        self._image.paste(numbers, (left + 1, top, right + 1, bottom))


def encode(image: Image.Image) -> bytes:
    """The file of an 8-bit palette image."""
    rows = rows_of(image)
    return png_file(
        image.size,
        bytes(image.getpalette() or ()),
        [deflate_band(rows, band) for band in range(-(-image.height // BAND))],
    )


def numbered(image: Image.Image, palette: Image.Image) -> Image.Image:
    """An RGB image in the nearest colours of a palette image, which remembers what it looked up."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def rows_of(image: Image.Image) -> FileRows:
    """The rows of an 8-bit palette image."""
    rows = FileRows(image.size, bytearray((image.width + 1) * image.height))
    rows.put(image.im, (0, 0, *image.size))
    return rows


def deflate_band(rows: FileRows, nth: int) -> Band:
    """The band that so many others lie above."""
    size = (rows.size[0] + 1) * BAND
    pixels = memoryview(rows.pixels)[nth * size : (nth + 1) * size]
    squeeze = deflater.compressobj(1, zlib.DEFLATED, -15)
    deflated = squeeze.compress(pixels) + squeeze.flush(deflater.Z_FULL_FLUSH)
    return Band(deflated, deflater.adler32(pixels), len(pixels))


def png_file(size: tuple[int, int], palette: bytes, pieces: Sequence[Band]) -> bytes:
    """The file of so many pixels across and down, made of all its bands."""
    adler = 1
    for piece in pieces:
        adler = _adler_of_both(adler, piece.adler, piece.length)
    stream = b"".join([_START, *(piece.deflated for piece in pieces), _END, pack(">I", adler)])
    head = pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    chunks = (_chunk(b"IHDR", head), _chunk(b"PLTE", palette), _chunk(b"IDAT", stream), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _adler_of_both(one: int, other: int, length: int) -> int:
    """The Adler-32 of two texts one after the other, from theirs and the length of the second (RFC 1950)."""
    prime = 65521
    low = (one & 0xFFFF) + (other & 0xFFFF) - 1
    high = (length % prime) * ((one & 0xFFFF) - 1) + (one >> 16) + (other >> 16)
    return (high % prime) << 16 | low % prime


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", deflater.crc32(data, zlib.crc32(kind)))))
