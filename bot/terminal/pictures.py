"""Maps at the keyboard: in letters, as a PNG on disk, and as a picture in terminals that can show one."""

import webbrowser
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.game.order_desk import OrderDesk
from engine.lookups.theatres import AskedMap, named_map
from maps.scene.scene import Detail, Scene

from . import completion
from .lookups import Lookups
from .screen import Screen

OPEN = "--open"


class Pictures(Lookups):
    """``folder``: where maps are saved; ``at_keyboard``: whether a person types, and not a file."""

    at_keyboard = False

    def __init__(self, table: OrderDesk, key: str, screen: Screen, folder: Path) -> None:
        super().__init__(table, key, screen)
        self.folder = folder

    def draw(self, name: str, scene: Scene, part: Detail | None = None) -> bool:
        """Save the picture, or a part of it."""
        from maps.drawing.closeups import draw_closeup
        from maps.drawing.draw import draw

        path = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(draw_closeup(scene, part) if part else draw(scene))
        except OSError as fault:
            self.screen.say(f"  Cannot write the map to {path}: {fault.strerror or fault}.", "red")
            return False
        self.screen.say(f"  map: {path}", "dim")
        return True

    def map(self, rest: str) -> bool:
        """show the map, and save it as a PNG with your draft drawn on it; `map W1` shows where a unit can go,
        `map W1 M1` whether it sees another, `map Europe` a theatre, `map --open` opens the PNG"""
        words = completion.split_quoted(rest)
        shown = [word for word in words if word != OPEN]
        if len(shown) > 2 or any(word.startswith("--") for word in shown):
            self.screen.say(f"  map takes a unit, its target and {OPEN}, or nothing: map {OPEN}", "red")
            return False
        name = f"{self.key}-{'-'.join(map_word(word) for word in shown) or 'draft'}.png"
        scene, part = self._asked(shown)
        pictured = self.at_keyboard and self.screen.console.is_terminal and _protocol() is not None
        if not pictured:
            self.screen.map(self.table.picture(self.key, self.side))
            if shown:
                self.screen.say(f"  {part.alt if part else scene.alt}")
        if not self.draw(name, scene, part):
            return False
        if pictured:
            console = self.screen.console
            console.print(
                _protocol()(self.folder / name, width="auto", height="auto"), height=max(1, console.height - 2)
            )
        return self.open(self.folder / name) if OPEN in words else True

    def _asked(self, shown: Sequence[str]) -> AskedMap:
        """The map with the draft, that of a theatre, or with what a unit can do.  Raises Refused."""
        if shown:
            return named_map(self.table, self.key, self.side, shown)
        draft = self.table.draft(self.key, self.side)
        return AskedMap(self.table.picture(self.key, self.side, draft=draft or None))

    def open(self, path: Path) -> bool:
        """Open a picture in the program that this computer has for it."""
        opened = webbrowser.open(path.resolve().as_uri())
        if not opened:
            self.screen.say("  No program to open it was found here; the path above is where it is.")
        return opened


def map_word(word: str) -> str:
    """A word as it may stand in the name of a file."""
    return "".join(c if c.isalnum() else "-" for c in word)[:20]


@cache
def _protocol() -> Any:
    """What draws a picture here, by the protocol that the terminal speaks: Kitty's, or sixel (iTerm2, foot ...).

    None where the terminal has answered that it cannot show any; it is asked once, when the first map is wanted.
    """
    from textual_image.renderable import Image, SixelImage, TGPImage

    return Image if Image in (SixelImage, TGPImage) else None
