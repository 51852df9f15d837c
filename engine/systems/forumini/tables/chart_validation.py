"""Checks of chart rows (FA 2.4 to 2.6, 3.5, 16), in the rulebook and in scenarios; the rows that must exist."""

from collections.abc import Iterable, Iterator, Mapping

from engine.contract import Fault, Record
from engine.toolkit.scenario_values import Path, did_you_mean

from .rows import Charts, Nation, Tables

ANY = "any"
"""FA 3.5: the nation of cards that every army may take; its theatres are all there are."""
NEEDED_ROWS: Mapping[str, tuple[str, ...]] = {
    "terrain": ("clear", "field", "woods", "forest", "town", "hill", "marsh", "pond"),
    "hexsides": ("stream", "river", "wall", "bocage", "bluff"),
    "ways": ("road", "trail"),
    "environments": ("none", "dusk", "night", "storm", "mud", "snow"),
    "obstacles": ("minefield", "barbed-wire", "tank-obstacle", "pillbox", "entrenchment"),
    "nations": (ANY,),
    "words": ("commander", "fighter"),
}
"""The rows that rules, pictures or the standard boards look up by name."""
GROUND_CLASSES = ("soldier", "vehicle")
_BOUNDS = {"cover": (-6, 6), "roll": (2, 6)}
_ENVIRONMENT_BOUNDS = {"visibility": (1, 99), "roll": (-6, 6)}
YEARS = (1900, 2000)


def value_faults(record: Record, parts: Iterable[str], path: Path) -> Iterator[Fault]:
    """The values of a row of terrain, hexsides, ways or obstacles that the rules cannot use."""
    for part in parts:
        value, (least, most) = getattr(record, part), _BOUNDS.get(part, (0, 99))
        for one in value.values() if isinstance(value, Mapping) else (value,):
            if type(one) is int and not least <= one <= most:
                yield Fault((*path, part), f"{part} is from {least} to {most}, not {one}")
        for word in _classes(part, value):
            if word not in GROUND_CLASSES:
                yield Fault(
                    (*path, part),
                    f"{part} is for {' and '.join(GROUND_CLASSES)}; {word} is not one of them",
                    did_you_mean(str(word), GROUND_CLASSES),
                )


def _classes(part: str, value: object) -> tuple[str, ...]:
    """The classes of units that a value of a row names."""
    match value:
        case Mapping():
            return tuple(value)
        case tuple():
            return value if part == "users" else ()
        case str():
            return (value,) if part in ("stops", "bars") and value else ()
        case _:
            return ()


def missing_row_faults(tables: Tables) -> Iterator[Fault]:
    """The rows that are looked up by name and are not there."""
    for chart, names in NEEDED_ROWS.items():
        yield from (Fault((chart, name), "this row is missing") for name in names if name not in getattr(tables, chart))


def chart_faults(tables: Tables) -> Iterator[Fault]:
    """FA 2.4 to 2.6, 16: values of the charts that the rules cannot use."""
    for chart in Charts.__struct_fields__:
        for key, row in getattr(tables, chart).items():
            if chart == "environments":
                for part, (least, most) in _ENVIRONMENT_BOUNDS.items():
                    yield from _number_faults((chart, key), part, getattr(row, part), least, most)
            else:
                yield from value_faults(row, row.__struct_fields__, (chart, key))


def nation_faults(nations: Mapping[str, Nation]) -> Iterator[Fault]:
    """FA 3.5: years in order, theatres that exist, a group and a roundel for each nation."""
    theatres = nations[ANY].theatres if ANY in nations else ()
    letters = dict[str, str]()
    for key, nation in nations.items():
        path = ("nations", key)
        yield from _number_faults(path, "from", nation.start, *YEARS)
        yield from _number_faults(path, "to", nation.end, *YEARS)
        if nation.start > nation.end:
            yield Fault(path, f"it fights from {nation.start}, which is later than {nation.end}")
        for theatre in nation.theatres:
            if theatre not in theatres:
                yield Fault((*path, "theatres"), f"there is no theatre {theatre}", did_you_mean(theatre, theatres))
        for part in ("theatres", "groups"):
            if not getattr(nation, part):
                yield Fault((*path, part), f"{part} needs at least one word")
        if (owner := letters.setdefault(nation.letters, key)) != key:
            yield Fault((*path, "letters"), f"{nation.letters} are the letters of {owner} already")


def _number_faults(path: Path, part: str, number: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= number <= most:
        yield Fault((*path, part), f"{part} is from {least} to {most}, not {number}")
