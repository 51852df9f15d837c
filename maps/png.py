"""A PNG of fixed palette written in bands: a band that was written before is not deflated again."""
import zlib
from functools import lru_cache
from struct import pack

from PIL import Image

BAND = 40
"""Rows; about a hex.  Shorter bands deflate worse, longer ones are kept less often."""
_START, _END = b"\x78\x01", b"\x03\x00"


def encode(image: Image.Image) -> bytes:
    """The file of an 8-bit palette image.  The same pixels give the same bytes, whatever was written before."""
    width, height = image.size
    pixels = memoryview(image.tobytes())
    bands = [_deflated(bytes(pixels[row * width:(row + BAND) * width]), width) for row in range(0, height, BAND)]
    adler = 1
    for _, checksum, length in bands:
        adler = _adler_of_both(adler, checksum, length)
    stream = b"".join([_START, *(data for data, _, _ in bands), _END, pack(">I", adler)])
    palette = bytes(image.getpalette() or ())
    return b"".join([
        b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", palette), _chunk(b"IDAT", stream), _chunk(b"IEND", b""),
    ])


@lru_cache(maxsize=512)
def _deflated(rows: bytes, width: int) -> tuple[bytes, int, int]:
    """A band as a piece of a deflate stream that leans on nothing before it, with its checksum and raw length."""
    raw = b"".join(b"\0" + rows[at:at + width] for at in range(0, len(rows), width))
    squeeze = zlib.compressobj(1, zlib.DEFLATED, -15, 9)
    return squeeze.compress(raw) + squeeze.flush(zlib.Z_FULL_FLUSH), zlib.adler32(raw), len(raw)


def _adler_of_both(one: int, other: int, length: int) -> int:
    """The Adler-32 of two texts one after the other, from theirs and the length of the second (RFC 1950)."""
    prime = 65521
    low = (one & 0xFFFF) + (other & 0xFFFF) - 1
    high = (length % prime) * ((one & 0xFFFF) - 1) + (one >> 16) + (other >> 16)
    return (high % prime) << 16 | low % prime


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def forget() -> None:
    """Empty the cache."""
    _deflated.cache_clear()
