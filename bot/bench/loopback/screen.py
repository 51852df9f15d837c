"""What a phone shows: a message with its words, files, pings and buttons."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from .payloads import Payload
from .rooms import EPHEMERAL
from .server import Server


@dataclass(frozen=True)
class File:
    """An attachment: its alt text is what a screen reader says."""

    name: str
    data: bytes
    alt: str = ""

    def image(self) -> Image.Image:
        """The picture, decoded whole; raises if it is none."""
        with Image.open(io.BytesIO(self.data)) as picture:
            picture.load()
            return picture.copy()


@dataclass(frozen=True)
class Post:
    """One message as the room shows it."""

    server: Server
    message: Payload

    @property
    def id(self) -> str:
        return str(self.message["id"])

    @property
    def text(self) -> str:
        return "\n".join([self.message["content"], *(embed_text(embed) for embed in self.message["embeds"])]).strip()

    @property
    def files(self) -> list[File]:
        kept = self.server.world.files
        return [File(a["filename"], kept[a["id"]][1], a.get("description") or "") for a in self.message["attachments"]]

    @property
    def pings(self) -> list[str]:
        """Whose phones buzz."""
        return [person["global_name"] for person in self.message["mentions"]]

    @property
    def buttons(self) -> dict[str, str]:
        """Label -> custom_id, of those that can be pressed."""
        return {
            part.get("label", ""): part["custom_id"]
            for part in parts_of(self.message["components"])
            if part["type"] == 2 and "custom_id" in part and not part.get("disabled")
        }

    @property
    def private(self) -> bool:
        return bool(self.message["flags"] & EPHEMERAL)


def parts_of(components: list[Payload]) -> Iterator[Payload]:
    for part in components:
        yield part
        yield from parts_of(part.get("components", []) + ([part["component"]] if "component" in part else []))


def embed_text(embed: Payload) -> str:
    fields = [f"{field['name']}: {field['value']}" for field in embed.get("fields", ())]
    return "\n".join([embed.get("title") or "", embed.get("description") or "", *fields])


def plain(text: str) -> str:
    """Without the marks of markdown that a phone would not show."""
    return re.sub(r"[*_`\\]|^-# |^#+ ", "", text, flags=re.M)
