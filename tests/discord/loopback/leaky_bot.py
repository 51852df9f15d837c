"""Runs the shipped bot with one scenario more, every picture bearing the scene it was drawn from, and leaks made to order.

``leaky_bot.py SCENARIO ORDERS``: the file ORDERS holds what leaks now, as JSON: a channel -> the words that come out of it.
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
from tests.discord.loopback.secrecy_check import bearing  # noqa: E402

SCENARIO, LEAKS = (Path(word) for word in sys.argv[1:3])


def leaking(channel: str) -> str:
    """The words that shall come out of this channel now, or none."""
    return str(json.loads(LEAKS.read_text() if LEAKS.exists() else "{}").get(channel, ""))


def wrapped(home: Any, name: str, spoil: Callable[..., Any]) -> None:
    """The function of that name, what it gives spoilt."""
    honest = getattr(home, name)
    setattr(home, name, lambda *given, **named: spoil(honest(*given, **named), *given, **named))


def drawn(pictures: bytes | list[bytes], scene: Any, *_: Any) -> bytes | list[bytes]:
    words = encode(scene).decode()
    return (
        bearing(pictures, words) if isinstance(pictures, bytes) else [bearing(picture, words) for picture in pictures]
    )


def pictured(scene: Any, *_: Any) -> Any:
    alt, words = leaking("alt"), leaking("picture")
    marked = (*scene.ground, Label((1.0, 1.0), words)) if words else scene.ground
    return replace(scene, alt=f"{scene.alt} {alt}".strip(), ground=marked)


def offered(units: Any, *_: Any) -> Any:
    words = leaking("autocomplete")
    return {**units, words: words} if words else units


def appended(channel: str) -> Callable[..., str]:
    return lambda text, *_: f"{text} {leaking(channel)}".strip()


def disclosed(withheld: Iterable[int], *_: Any) -> Iterable[int]:
    return frozenset[int]() if leaking("export") else withheld


if __name__ == "__main__":
    shipped = {**reader.shipped(), SCENARIO.stem: SCENARIO}
    reader.shipped = lambda: shipped  # type: ignore[assignment]
    zones = SYSTEMS["zones"]
    wrapped(engine_thread, "draw", drawn)
    wrapped(engine_thread, "draw_closeups", drawn)
    wrapped(zones, "scene", pictured)
    wrapped(zones, "text_map", appended("text_map"))
    wrapped(zones, "tell", appended("report"))
    wrapped(ideas, "units", offered)
    wrapped(game_lookups, "withheld_entries", disclosed)
    from bot.discord.serve import serve

    sys.exit(serve())
