"""Maps at the keyboard: in letters, as a PNG on disk, and as a picture in terminals that can show one."""

import webbrowser
from functools import cache
from pathlib import Path
from typing import Any

from engine.game.order_desk import OrderDesk

from .lookups import Lookups
from .screen import Screen

OPEN = "--open"


class Pictures(Lookups):
    """``folder``: where maps are saved; ``at_keyboard``: whether a person types, and not a file."""

    at_keyboard = False

    def __init__(self, table: OrderDesk, key: str, screen: Screen, folder: Path) -> None:
        super().__init__(table, key, screen)
        self.folder = folder

    def draw(self, name: str, viewer: str, draft: str | None) -> bool:
        from maps.drawing.draw import draw

        path = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(draw(self.table.picture(self.key, viewer, draft=draft)))
        except OSError as fault:
            self.screen.say(f"  Cannot write the map to {path}: {fault.strerror or fault}.", "red")
            return False
        self.screen.say(f"  map: {path}", "dim")
        return True

    def map(self, rest: str) -> bool:
        """show the map, and save it as a PNG with your draft drawn on it; `map --open` opens the PNG"""
        if rest.strip() not in ("", OPEN):
            self.screen.say(f"  map takes nothing or {OPEN}: map {OPEN}", "red")
            return False
        draft, name = self.table.draft(self.key, self.side), f"{self.key}-draft.png"
        pictured = self.at_keyboard and self.screen.console.is_terminal and _protocol() is not None
        if not pictured:
            self.screen.map(self.table.picture(self.key, self.side))
        if not self.draw(name, self.side, draft or None):
            return False
        if pictured:
            console = self.screen.console
            console.print(
                _protocol()(self.folder / name, width="auto", height="auto"), height=max(1, console.height - 2)
            )
        return self.open(self.folder / name) if rest else True

    def open(self, path: Path) -> bool:
        """Open a picture in the program that this computer has for it."""
        opened = webbrowser.open(path.resolve().as_uri())
        if not opened:
            self.screen.say("  No program to open it was found here; the path above is where it is.")
        return opened


@cache
def _protocol() -> Any:
    """What draws a picture here, by the protocol that the terminal speaks: Kitty's, or sixel (iTerm2, foot ...).

    None where the terminal has answered that it cannot show any; it is asked once, when the first map is wanted.
    """
    from textual_image.renderable import Image, SixelImage, TGPImage

    return Image if Image in (SixelImage, TGPImage) else None
