"""A packed game: a zip file with its public log, which anybody can verify, and what the bot kept beside its entries."""

import io
import zipfile
import zlib
from typing import NamedTuple

from engine.errors import Refused

HEAD = b"PK\x03\x04"
"""How such a file begins."""
BESIDE = "beside.json"
LARGEST = 200_000_000
"""Most bytes of either part, unpacked: about a thousand long games."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Every part has this time, so that the same game makes the same file."""


class Packed(NamedTuple):
    """``log``: the file of `fieldpost export`.  ``beside``: rows of tables as JSON, b"" if there are none."""

    log: bytes
    beside: bytes


def pack(game: str, packed: Packed) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as parts:
        for name, data in ((f"{game}.json", packed.log), (BESIDE, packed.beside)):
            parts.writestr(zipfile.ZipInfo(name, _LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def unpack(data: bytes, file: str) -> Packed:
    """Raises Refused, with the name of the file, if it is no packed game or is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            found = {info.filename: _part(parts, info) for info in parts.infolist()[:3]}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as fault:
        raise Refused("damaged", f"{file} is damaged: it cannot be unpacked ({type(fault).__name__}).") from fault
    logs = [name for name in found if name != BESIDE and name.endswith(".json")]
    if len(logs) != 1:
        raise Refused("damaged", f"{file} is no packed game: there is not one log in it.")
    return Packed(found[logs[0]], found.get(BESIDE, b""))


def _part(parts: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Raises ValueError for a part that is too large, whatever it says of its size."""
    with parts.open(info) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError
    return data
