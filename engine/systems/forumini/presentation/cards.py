"""The cards of all types of units, in words and figures to be drawn or read aloud (FA 1.3 to 1.17)."""

import re
from collections.abc import Iterator, Mapping

from engine.contract import Scenario, counted
from engine.contract.counting import plural
from maps.scene.card import Ability, Card, CardTable

from ..rules.abilities import ability_number, has_ability
from ..rules.current_values import SUCCESS
from ..setup.start import known_cards, own_charts
from ..tables.rows import ROWS, Fortification, Nation, UnitCard
from ..tables.rulebook import TABLES

CAMPS: Mapping[str, tuple[str, str]] = {
    "allied": ("#33691e", "slant"),
    "axis": ("#455a64", "bars"),
    "neutral": ("#6d4c41", "dots"),
}
"""FA 1.3: the background of a card shows its camp, by colour and by pattern."""
_ROWS = {field: field for field in ROWS} | {"bombers": "bombers, dive bombers, scouts"}
_WORKS = {
    "dice": "rolls {} against every unit that enters (FA 16.2)",
    "stops": "a {} that enters ends its movement (FA 16.3)",
    "bars": "no {} may enter (FA 16.4)",
    "capacity": "room for soldiers: {} (FA 16.5)",
    "cover": "Cover Rolls of soldiers {:+} (FA 16.5, 16.6)",
}

_DICE = f"Dice of {SUCCESS} or more are successes."


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """FA 27: every card, those of the scenario over the catalogue's."""
    works = own_charts(scenario.setup).obstacles if scenario else TABLES.obstacles
    return {key: sheet(key, card, works) for key, card in known_cards(scenario).items()}


def sheet(key: str, card: UnitCard, works: Mapping[str, Fortification] = TABLES.obstacles) -> Card:
    """One card.  Figures that say nothing are left out."""
    nation = TABLES.nations[card.nation]
    colour, pattern = CAMPS[nation.camp]
    return Card(
        key=key,
        title=card.name,
        subtitle=_subtitle(card, nation),
        colour=colour,
        cost=str(card.cost),
        roundel=nation.letters,
        pictogram=pictogram(card),
        facts=tuple(_facts(card)),
        figures=tuple(_figures(card)),
        armour=_armour(card),
        grids=tuple(_grids(card)),
        abilities=tuple(_abilities(card)),
        notes=tuple(_notes(card, works)),
        pattern=pattern,
        group="Obstacles" if card.kind == "obstacle" else nation.name,
    )


def pictogram(card: UnitCard) -> str:
    """The picture on a card and its counter: its weapon's sign, or the most special type word: hero before infantry,
    mortar before crew-weapon; for a vehicle its first word.
    """
    if card.sign:
        return card.sign
    telling = [
        TABLES.abilities[name].sign
        for name in card.abilities
        if has_ability(card, name) and TABLES.abilities[name].sign
    ]
    words = card.sub if card.kind == "vehicle" else (*telling, *reversed(card.sub))
    return next(iter(words), card.kind)


def _subtitle(card: UnitCard, nation: Nation) -> str:
    words = ", ".join(word.replace("-", " ") for word in card.sub)
    what = words if card.kind == "obstacle" else f"{card.kind}: {words}"
    return f"{nation.name} · {what} · {card.date}"


def _facts(card: UnitCard) -> Iterator[tuple[str, str]]:
    if card.kind != "obstacle":
        yield "Speed", str(card.speed)
    if isinstance(card.defense, tuple):
        yield "Defense", "{}/{}".format(*card.defense)
    if card.cover:
        yield "Cover", f"{card.cover}+"
    if card.initiative:
        yield "Initiative", f"+{card.initiative}"
    if card.bombs:
        yield "Bombs", f"{card.bombs.count} × {counted(card.bombs.dice, 'die')}"


def _figures(card: UnitCard) -> Iterator[tuple[str, str]]:
    """Of armour the front and the rear."""
    yield from ((name.lower(), value) for name, value in _facts(card) if name in ("Speed", "Defense"))
    if faces := dict(_armour(card)):
        yield (
            "defense",
            " ".join(dict.fromkeys([*faces.values()][:: len(faces) - 1] if len(faces) > 1 else faces.values())),
        )
    if card.range and _any_dice(card):
        yield "range", str(card.range[-1])


def _any_dice(card: UnitCard) -> bool:
    return any(cell.isdigit() and cell != "0" for grid in _grids(card) for row in grid.rows for cell in row[1:])


def _armour(card: UnitCard) -> tuple[tuple[str, str], ...]:
    faces = card.defense if isinstance(card.defense, Mapping) else {}
    return tuple((face, f"{pair[0]}/{pair[1]}") for face, pair in faces.items())


def _grids(card: UnitCard) -> Iterator[CardTable]:
    """FA 1.14: dice by the columns of the card's range; a row that it has not is left out, 0 dice are a dash."""
    firsts = (0, *(bound + 1 for bound in card.range))
    heads = tuple(
        f"{first}" if first == last else f"{first}-{last}" for first, last in zip(firsts, card.range, strict=False)
    )
    rows = tuple(
        (title, *(str(dice) if dice else "–" for dice in (*row, *(0,) * (len(heads) - len(row)))))
        for field, title in _ROWS.items()
        if any(row := getattr(card, field))
    )
    if rows:
        yield CardTable("Attack dice by range", heads, rows)


def _abilities(card: UnitCard) -> Iterator[Ability]:
    for name, said in card.abilities.items():
        known, number = TABLES.abilities[name], ability_number(card, name)
        if said is not False:
            text = known.text if known.param == "true" else _with_number(known.text, number)
            yield Ability(name.replace("-", " "), "" if known.param == "true" else str(number), text, known.manner)


def _with_number(text: str, number: int) -> str:
    """``carries 1 soldier``: the number of an ability in the place of n."""
    for one in ("soldier", "hex", "extra die"):
        text = re.sub(rf"\bn {plural(one)}\b", counted(number, one), text)
    return re.sub(r"\bn\b", str(number), text)


def _scale(low: int, high: int) -> str:
    """FA 10.1 to 10.3: what successes come to."""
    between = f"{low + 1} to {high - 1} two, " if high > low + 2 else f"{low + 1} two, " if high == low + 2 else ""
    one = f"{low} are one hit, " if high > low else ""
    return f"{one}{between}{high} or more {'three' if one else 'are three hits'}"


def _notes(card: UnitCard, works: Mapping[str, Fortification]) -> Iterator[str]:
    row = next((works[word] for word in card.sub if word in works), None) if card.kind == "obstacle" else None
    said = ((word, text, getattr(row, word)) for word, text in _WORKS.items() if row)
    effects = [text.format(counted(value, "die") if word == "dice" else value) for word, text, value in said if value]
    if effects:
        yield "; ".join(effects)[:1].upper() + "; ".join(effects)[1:] + "."
    if card.excepted:
        yield f"It does not replace: {', '.join(card.excepted)}."
    if card.kind == "aircraft" and isinstance(card.defense, tuple):
        yield _DICE + " Defense {}/{}: {} damage it, {} destroy it (FA 14.7).".format(*card.defense, *card.defense)
    elif pair := card.defense["front"] if isinstance(card.defense, Mapping) else card.defense:
        named = "Front armour" if isinstance(card.defense, Mapping) else "Defense"
        yield f"{_DICE} {named} {pair[0]}/{pair[1]}: {_scale(*pair)} (FA 10.1)."
    if card.kind != "obstacle" and not any(getattr(card, field) for field in _ROWS) and not card.bombs:
        yield "It is unarmed."
