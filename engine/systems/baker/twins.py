"""The map in words for a screen reader."""
from collections.abc import Iterator

from .state import Ground, State, title
from .words import counted


def twin(seen: State) -> str:
    """Area by area: whose it is and what stands there."""
    return "\n".join(f"{area}: {'; '.join(_lines(seen, ground)) or 'empty'}." for area, ground in seen.areas.items())


def _lines(seen: State, ground: Ground) -> Iterator[str]:
    if ground.owner:
        yield f"{title(seen, ground.owner)}'s"
    for power, units in ground.units.items():
        if units:
            yield f"{title(seen, power)} {', '.join(counted(number, kind) for kind, number in units.items())}"
