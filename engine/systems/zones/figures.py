"""Units as they are drawn: a disc for each model, lines between those in coherency, and what each has done and suffered."""
from collections.abc import Iterator
from itertools import combinations

from maps.placing import number, spot, tint
from maps.scene import Point
from maps.troops import Disc, Group

from .geometry import apart, coherency, diameter
from .state import Model, State, Unit, kind, teams, title

ARTICLES = ("the ", "a ", "an ")


def group(seen: State, unit: Unit, come: bool = False) -> Group:
    """A unit on the table; ``come``: it has just been set there."""
    discs = tuple(_disc(seen, unit, model, come) for model in unit.models)
    status = tuple(word for word, on in (("shaken", unit.shaken), ("hunkered", unit.hunkered), ("sprung", unit.sprung)) if on)
    return Group(unit.id, number(seen, unit.side), tint(seen, unit.side), diameter(seen, unit) / 100, discs, tuple(_links(seen, unit)),
                 unit.name, _strength(unit), unit.shock, status)


def _disc(seen: State, unit: Unit, model: Model, come: bool) -> Disc:
    """Of a unit that never had more than one model, its id is the number."""
    status = tuple(word for word, on in (("doomed", not model.wounds), ("moved", model.moved), ("acted", model.acted)) if on)
    name = str(model.number) if unit.start > 1 else unit.id
    return Disc(at(seen, model), name, model.wounds, kind(seen, unit).wounds, status, come)


def at(seen: State, model: Model) -> Point:
    """Where it stands on the picture."""
    return spot(seen, model.at)


def _strength(unit: Unit) -> str:
    """Models left, and of how many if some are lost."""
    if unit.start == 1:
        return ""
    return str(unit.start) if len(unit.models) == unit.start else f"{len(unit.models)}/{unit.start}"


def _links(seen: State, unit: Unit) -> Iterator[tuple[int, int]]:
    """ZC 3.4: the shortest lines that join each group, none longer than the coherency distance."""
    reach, groups = coherency(diameter(seen, unit)), {nth: nth for nth in range(len(unit.models))}
    pairs = ((apart(a.at, b.at), one, other) for (one, a), (other, b) in combinations(enumerate(unit.models), 2))
    for far, one, other in sorted(pairs):
        if far <= reach and groups[one] != groups[other]:
            joined = groups[other]
            groups |= {nth: groups[one] for nth, known in groups.items() if known == joined}
            yield one, other


def initials(seen: State) -> dict[str, str]:
    """Team -> a letter for the map, of its name but for an article; two where one would not tell teams apart."""
    names = {team: _bare(title(seen, team)) for team in teams(seen)}
    letters = {team: name[:1].upper() for team, name in names.items()}
    if len(set(letters.values())) == len(letters):
        return letters
    longer = {team: name[:2].capitalize() for team, name in names.items()}
    return longer if len(set(longer.values())) == len(longer) else {team: str(nth) for nth, team in enumerate(names, 1)}


def _bare(name: str) -> str:
    article = next((article for article in ARTICLES if name.lower().startswith(article)), "")
    return name[len(article):]
