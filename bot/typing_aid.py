"""Line editing with memory and completion, where the machine has readline."""
from collections.abc import Callable, Sequence
from importlib import import_module


def begin(ideas: Callable[[], Sequence[str]], words: Sequence[str]) -> None:
    """Tab completes to the next word of a legal order or one of these words."""
    try:
        readline = import_module("readline")
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        found = options(text, [*words, *ideas()])
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def options(text: str, lines: Sequence[str]) -> list[str]:
    """How a line can go on, each to the end of its next word."""
    found = dict[str, None]()
    for line in lines:
        if line.lower().startswith(text.lower()):
            end = line.find(" ", len(text) + (line[len(text):len(text) + 1] == " "))
            found[line[: end + 1] if end >= 0 else line] = None
    return list(found)
