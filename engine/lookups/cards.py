"""Unit cards: found by name, and written out as text.  A scenario's own types can be included."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.contract import Scenario, System, offers, replace
from engine.errors import Refused
from engine.language.similarity import listed, similar
from engine.scenarios.reader import UnknownScenario, load_shipped
from engine.systems import SYSTEMS
from engine.toolkit.muster.judging import MOST_POINTS
from maps.scene.card import Card, CardTable

from . import rulebook
from .requests import CHARACTERS, clean_name

OWN = "Types of this scenario alone"
"""The heading of the types that a scenario adds to those of its system."""
NAMED = 8
"""The most cards that a refusal names."""


def catalogue(system: System[Any], scenario: Scenario | None = None) -> Mapping[str, Card]:
    """Every card of a system, by its key."""
    return system.cards(scenario)


def viewer_cards(
    cards: Mapping[str, Card], scenario: Scenario, units: Mapping[str, Any], seen: Mapping[str, Any]
) -> Mapping[str, Card]:
    """The cards a viewer may know: without the scenario's own types of which the viewer has ``seen`` no unit."""
    hidden = {unit.type for key, unit in units.items() if key not in seen} - {unit.type for unit in seen.values()}
    return {key: card for key, card in cards.items() if key not in hidden or key not in scenario.types}


def find_card(cards: Mapping[str, Card], word: str) -> Card:
    """The one card with this key or name, a beginning of it, or a part of it.  Refused unknown-card, ambiguous-card."""
    found = matching_cards(cards, word)
    if len(found) == 1:
        return found[0]
    if found:
        some = listed([_title_and_key(card) for card in found[:NAMED]], "or") + (
            f" or {len(found) - NAMED} more" if len(found) > NAMED else ""
        )
        raise Refused("ambiguous-card", f"{clean_name(word)!r} could be {some}. Write more of the name.")
    known = {
        **{normalized(card.title): key for key, card in cards.items()},
        **{normalized(card.key): key for key, card in cards.items()},
    }
    near = [_title_and_key(cards[key]) for key in similar(normalized(word)[:40], known)]
    suggestion = (
        f"did you mean {listed(near, 'or')}?" if near else f"choose from {listed(card.key for card in cards.values())}."
    )
    raise Refused("unknown-card", f"There is no unit type {clean_name(word)!r}: {suggestion}")


def catalogue_of(word: str) -> Mapping[str, Card]:
    """Every card of the system or the shipped scenario that goes by this name, the scenario's own types too.

    Refused no-such-system.
    """
    try:
        return catalogue(SYSTEMS[rulebook.find_system(word)])
    except rulebook.UnknownPassage as unknown:
        says = str(unknown.args[0])
    try:
        scenario = load_shipped(word)
    except UnknownScenario:
        raise Refused("no-such-system", says) from None
    return catalogue(SYSTEMS[scenario.system], scenario)


def card_in_play(cards: Mapping[str, Card], units: Mapping[str, Any], word: str) -> Card:
    """The card of the unit with this id, which is named in it; if there is none, of the type with this name."""
    wanted = word.strip().casefold()
    for key, unit in units.items():
        if key.casefold() == wanted and getattr(unit, "type", None) in cards:
            card = cards[unit.type]
            name = getattr(unit, "name", "")
            who = key if name in ("", key, card.title) else f"{key} {name}"
            return replace(card, subtitle=" · ".join(filter(None, (who, card.subtitle))))
    return find_card(cards, word)


def unit_figures(cards: Mapping[str, Card], units: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
    """Unit -> the figures that matter of it, by their columns."""
    types = {key: getattr(unit, "type", "") for key, unit in units.items()}
    return {key: dict(cards[kind].figures) for key, kind in types.items() if kind in cards}


def matching_cards(cards: Mapping[str, Card], word: str) -> Sequence[Card]:
    """The cards that fit a word, by the first test that finds any: whole key or name, beginning of a key, of a word,
    any part.
    """
    wanted = normalized(word[:CHARACTERS])
    if not wanted:
        return ()
    names = {key: (normalized(card.key), normalized(card.title)) for key, card in cards.items()}
    for fits, count in (
        (str.__eq__, 2),
        (str.startswith, 1),
        (lambda name, wanted: f" {wanted}" in f" {name}", 2),
        (str.__contains__, 2),
    ):
        if found := [cards[key] for key, both in names.items() if any(fits(name, wanted) for name in both[:count])]:
            return found
    return ()


def own_types(cards: Mapping[str, Card], system: System[Any]) -> Collection[str]:
    """The types among these that a scenario adds to those of its system."""
    return cards.keys() - system.cards(None).keys()


def grouped(cards: Mapping[str, Card], own: Collection[str] = ()) -> Mapping[str, Sequence[Card]]:
    """The cards by their group, such as a nation ("" without one), cheapest first; before them ``own``, the types of
    the scenario alone, under a heading.
    """
    groups: dict[str, list[Card]] = {OWN: []} if own else {}
    for card in cards.values():
        groups.setdefault(OWN if card.key in own else card.group or card.roundel, []).append(card)
    return {group: sorted(found, key=_price) for group, found in groups.items()}


def card_text(card: Card) -> str:
    """The whole card as text, its tables in columns."""
    return "\n\n".join("\n".join(part) for part in _text_parts(card) if part)


def alt_text(card: Card) -> str:
    """The whole card on one line."""
    return " ".join(" ".join(" ".join(part) for part in _text_parts(card)).split())


def list_line(card: Card) -> str:
    """One line of a list."""
    about = f" ({card.subtitle})" if card.subtitle else ""
    return f"{card.key:24} {card.cost:>4}  {card.title}{about}"


def with_prices(cards: Mapping[str, Card], system: System[Any], scenario: Scenario | None = None) -> Mapping[str, Card]:
    """The cards with what a unit of the usual size costs in points, where its card does not say so."""
    if not offers(system, "check_army"):
        return cards
    army = {key: 1 for key, card in cards.items() if not card.cost}
    side = next(iter(scenario.sides)) if scenario else "side"
    rows = system.check_army(scenario, side, army, {"points": MOST_POINTS}).rows if army else ()
    return {**cards, **{key: replace(cards[key], cost=str(cost)) for key, _, _, cost in rows if cost}}


def normalized(word: str) -> str:
    """A name in the form used for comparing: without accents, capitals and signs."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", bare).strip()


def _text_parts(card: Card) -> Iterator[list[str]]:
    cost = f", {card.cost} {card.counted}" if card.cost else ""
    yield [f"{card.title} ({card.key}){cost}", *filter(None, [card.subtitle])]
    facts = [" · ".join(f"{name} {value}" for name, value in card.facts)]
    armour = ["Armour: " + ", ".join(f"{name} {figure}" for name, figure in card.armour)] if card.armour else []
    yield [*filter(None, facts), *armour]
    for grid in card.grids:
        yield list(_columns(grid))
    yield [
        f"{ability.headed}{' (command)' * (ability.manner == 'command')}: {ability.text}" for ability in card.abilities
    ]
    yield list(card.notes)


def _columns(grid: CardTable) -> Iterator[str]:
    rows = [("",) * (max(map(len, grid.rows), default=0) - len(grid.heads)) + grid.heads, *grid.rows]
    wide = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    if grid.title:
        yield grid.title
    for row in rows:
        first, *rest = [cell.rjust(wide[n]) if n else cell.ljust(wide[n]) for n, cell in enumerate(row)] or [""]
        yield "  ".join((first, *rest)).rstrip()


def _title_and_key(card: Card) -> str:
    return f"{card.title} ({card.key})"


def _price(card: Card) -> tuple[int, str]:
    return (int(card.cost) if card.cost.isdecimal() else 0, card.key)
