"""Units' cards looked up by name, and read aloud: the catalogue of a system, with a scenario's own types if one is given."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.contract import Scenario, System
from engine.errors import Refused
from engine.language.similarity import listed, similar
from maps.scene.card import Card, CardTable

from .requests import CHARACTERS, clean_name

NAMED = 8
"""Cards named to somebody whose word means several."""


def catalogue(system: System[Any], scenario: Scenario | None = None) -> Mapping[str, Card]:
    """Every card, by its key."""
    return system.cards(scenario)


def viewer_cards(
    sheets: Mapping[str, Card], scenario: Scenario, units: Mapping[str, Any], seen: Mapping[str, Any]
) -> Mapping[str, Card]:
    """Without the scenario's own types that only those ``units`` have of which a viewer does not know: he has ``seen`` none of them."""
    hidden = {unit.type for key, unit in units.items() if key not in seen} - {unit.type for unit in seen.values()}
    return {key: sheet for key, sheet in sheets.items() if key not in hidden or key not in scenario.types}


def find_card(sheets: Mapping[str, Card], word: str) -> Card:
    """The one card that is meant: by key or name, by a beginning of either, or by a part.  Refused unknown-card, ambiguous-card."""
    found = matching_cards(sheets, word)
    if len(found) == 1:
        return found[0]
    if found:
        some = listed([_title_and_key(sheet) for sheet in found[:NAMED]], "or") + (
            f" or {len(found) - NAMED} more" if len(found) > NAMED else ""
        )
        raise Refused("ambiguous-card", f"{clean_name(word)!r} could be {some}; write more of it.")
    known = {
        **{normalized(sheet.title): key for key, sheet in sheets.items()},
        **{normalized(sheet.key): key for key, sheet in sheets.items()},
    }
    near = [_title_and_key(sheets[key]) for key in similar(normalized(word)[:40], known)]
    instead = (
        f"did you mean {listed(near, 'or')}?"
        if near
        else f"there are {listed(sheet.key for sheet in sheets.values())}."
    )
    raise Refused("unknown-card", f"There is no unit type {clean_name(word)!r}: {instead}")


def card_in_play(sheets: Mapping[str, Card], units: Mapping[str, Any], word: str) -> Card:
    """The card of a unit of a position, by its id; of a type if no unit is called so."""
    said = word.strip().casefold()
    for key, unit in units.items():
        if key.casefold() == said and getattr(unit, "type", None) in sheets:
            return sheets[unit.type]
    return find_card(sheets, word)


def matching_cards(sheets: Mapping[str, Card], word: str) -> Sequence[Card]:
    """Those that a word may mean, by the first way that finds any: the whole key or name, the beginning of a key, of a word, a part."""
    said = normalized(word[:CHARACTERS])
    if not said:
        return ()
    names = {key: (normalized(sheet.key), normalized(sheet.title)) for key, sheet in sheets.items()}
    for fits, which in (
        (str.__eq__, 2),
        (str.startswith, 1),
        (lambda name, said: f" {said}" in f" {name}", 2),
        (str.__contains__, 2),
    ):
        if found := [sheets[key] for key, both in names.items() if any(fits(name, said) for name in both[:which])]:
            return found
    return ()


def grouped(sheets: Mapping[str, Card]) -> Mapping[str, Sequence[Card]]:
    """The cards by what they serve in ("" if nothing tells them apart), cheapest first."""
    groups = dict[str, list[Card]]()
    for sheet in sheets.values():
        groups.setdefault(sheet.group or sheet.roundel, []).append(sheet)
    return {group: sorted(found, key=_price) for group, found in groups.items()}


def card_text(sheet: Card) -> str:
    """The whole card as text, its tables in columns."""
    return "\n\n".join("\n".join(part) for part in _text_parts(sheet) if part)


def alt_text(sheet: Card) -> str:
    """The whole card on one line."""
    return " ".join(" ".join(" ".join(part) for part in _text_parts(sheet)).split())


def list_line(sheet: Card) -> str:
    """One line of a list."""
    return f"{sheet.key:24} {sheet.cost:>4}  {sheet.title} ({sheet.subtitle})"


def normalized(word: str) -> str:
    """A name as it is compared: without accents, capitals and signs."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", bare).strip()


def _text_parts(sheet: Card) -> Iterator[list[str]]:
    cost = f", {sheet.cost} {sheet.counted}" if sheet.cost else ""
    yield [f"{sheet.title} ({sheet.key}){cost}", *filter(None, [sheet.subtitle])]
    facts = [" · ".join(f"{name} {value}" for name, value in sheet.facts)]
    armour = ["Armour: " + ", ".join(f"{name} {figure}" for name, figure in sheet.armour)] if sheet.armour else []
    yield [*filter(None, facts), *armour]
    for grid in sheet.grids:
        yield list(_columns(grid))
    yield [
        f"{ability.headed}{' (command)' * (ability.manner == 'command')}: {ability.text}" for ability in sheet.abilities
    ]
    yield list(sheet.notes)


def _columns(grid: CardTable) -> Iterator[str]:
    rows = [("",) * (max(map(len, grid.rows), default=0) - len(grid.heads)) + grid.heads, *grid.rows]
    wide = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    if grid.title:
        yield grid.title
    for row in rows:
        first, *rest = [cell.rjust(wide[n]) if n else cell.ljust(wide[n]) for n, cell in enumerate(row)] or [""]
        yield "  ".join((first, *rest)).rstrip()


def _title_and_key(sheet: Card) -> str:
    return f"{sheet.title} ({sheet.key})"


def _price(sheet: Card) -> tuple[int, str]:
    return (int(sheet.cost) if sheet.cost.isdecimal() else 0, sheet.key)
