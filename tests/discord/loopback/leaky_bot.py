"""Runs the shipped bot with an extra scenario, each picture containing the scene it was drawn from, and planted leaks.

``leaky_bot.py SCENARIO ORDERS``: the file ORDERS holds what leaks now, as JSON: a channel -> the words that come out
of it.
"""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[3])]
from bot.hosting import engine_thread  # noqa: E402
from engine.contract import encode, replace  # noqa: E402
from engine.game import game_lookups  # noqa: E402
from engine.lookups import ideas  # noqa: E402
from engine.scenarios import reader  # noqa: E402
from engine.systems import SYSTEMS  # noqa: E402
from maps.scene.scene import Label  # noqa: E402
from tests.discord.loopback.secrecy_check import add_text  # noqa: E402

SCENARIO, LEAKS = (Path(word) for word in sys.argv[1:3])


def leaked_words(channel: str) -> str:
    """The words to leak through this channel now, or ""."""
    return str(json.loads(LEAKS.read_text() if LEAKS.exists() else "{}").get(channel, ""))


def wrap(home: Any, name: str, spoil: Callable[..., Any]) -> None:
    """Replace the function of that name by one whose result is changed by ``spoil``."""
    honest = getattr(home, name)
    setattr(home, name, lambda *given, **named: spoil(honest(*given, **named), *given, **named))


def add_scene_to_png(pictures: bytes | list[bytes], scene: Any, *_: Any) -> bytes | list[bytes]:
    words = encode(scene).decode()
    return (
        add_text(pictures, words) if isinstance(pictures, bytes) else [add_text(picture, words) for picture in pictures]
    )


def leak_in_scene(scene: Any, *_: Any) -> Any:
    alt, words = leaked_words("alt"), leaked_words("picture")
    marked = (*scene.ground, Label((1.0, 1.0), words)) if words else scene.ground
    return replace(scene, alt=f"{scene.alt} {alt}".strip(), ground=marked)


def leak_in_autocomplete(units: Any, *_: Any) -> Any:
    words = leaked_words("autocomplete")
    return {**units, words: words} if words else units


def append_leak(channel: str) -> Callable[..., str]:
    return lambda text, *_: f"{text} {leaked_words(channel)}".strip()


def leak_in_export(withheld: Iterable[int], *_: Any) -> Iterable[int]:
    return frozenset[int]() if leaked_words("export") else withheld


if __name__ == "__main__":
    shipped = {**reader.shipped(), SCENARIO.stem: SCENARIO}
    reader.shipped = lambda: shipped  # type: ignore[assignment]
    zones = SYSTEMS["zones"]
    wrap(engine_thread, "draw", add_scene_to_png)
    wrap(engine_thread, "draw_closeups", add_scene_to_png)
    wrap(zones, "scene", leak_in_scene)
    wrap(zones, "text_map", append_leak("text_map"))
    wrap(zones, "tell", append_leak("report"))
    wrap(ideas, "units", leak_in_autocomplete)
    wrap(game_lookups, "withheld_entries", leak_in_export)
    from bot.serve import serve

    sys.exit(serve())
