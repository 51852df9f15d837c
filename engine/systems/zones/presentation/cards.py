"""The cards of all types: figures, weapons and traits as players look them up."""

from collections.abc import Iterator, Mapping

from engine.contract import Scenario, counted
from engine.toolkit.wording import listed
from maps.scene.card import Ability, Card, CardTable

from ..setup.point_costs import unit_points
from ..setup.start import known_types, known_weapons
from ..table_rows import BARE_HANDS, Type, Weapon
from ..tables import TABLES, is_melee, is_missile

FACTION_CARDS: Mapping[str, tuple[str, str, str]] = {
    "colonial": ("The Colonial Line", "#1f5fa8", "slant"),
    "raiders": ("The Dust Raiders", "#b34a17", "bars"),
    "machines": ("The Wardens", "#6a4c93", "dots"),
}
"""Faction -> its name for people, and the colour and pattern of its cards."""
PICTOGRAMS: Mapping[str, str] = {
    "marksmen": "sniper",
    "sharpshooters": "sniper",
    "lancers": "cavalry",
    "riders": "cavalry",
    "field-gun": "artillery",
    "oath-guard": "hero",
    "sand-skiff": "car",
    "sentinels": "crew-weapon",
    "scuttlers": "tankette",
    "skimmers": "scout",
    "stalker": "tank-destroyer",
    "siege-engine": "assault-gun",
}


def cards(scenario: Scenario | None) -> dict[str, Card]:
    """The card of every type, including those of the scenario."""
    weapons = known_weapons(scenario)
    return {key: build_card(key, kind, weapons) for key, kind in known_types(scenario).items()}


def build_card(key: str, kind: Type, weapons: Mapping[str, Weapon]) -> Card:
    """The card of one type; its cost is that of a unit of the usual size."""
    title, colour, pattern = FACTION_CARDS.get(kind.faction, (kind.faction.capitalize(), "#4a4a4a", ""))
    return Card(
        key,
        kind.name,
        title,
        colour,
        cost=str(unit_points(kind)),
        pictogram=pictogram(key, kind),
        facts=tuple(_facts(kind)),
        figures=tuple(_figures(kind, weapons)),
        grids=(_weapon_table(kind, weapons),),
        abilities=tuple(_traits(kind)),
        notes=tuple(_notes(kind, weapons)),
        pattern=pattern,
        group=title,
    )


def pictogram(key: str, kind: Type) -> str:
    """The symbol of a type; for a scenario's own type one that fits its size."""
    return PICTOGRAMS.get(key) or ("vehicle" if kind.models == 1 and kind.base >= 2 else "soldier")


def _facts(kind: Type) -> Iterator[tuple[str, str]]:
    """ZC 3.2"""
    yield "Models", str(kind.models)
    yield "Move", f'{kind.move:g}"'
    for name in ("ballistic", "melee", "toughness", "armour", "morale", "wounds"):
        yield name.capitalize(), str(getattr(kind, name))
    yield "Base", f'{kind.base:g}"'


def _figures(kind: Type, weapons: Mapping[str, Weapon]) -> Iterator[tuple[str, str]]:
    yield "move", f'{kind.move:g}"'
    yield from (("shoot", str(kind.ballistic)), ("melee", str(kind.melee)))
    yield from (("tough", str(kind.toughness)), ("armour", str(kind.armour)))
    if reach := max((weapons[key].range for key in kind.weapons if is_missile(weapons[key])), default=0):
        yield "range", f'{reach:g}"'


def _weapon_table(kind: Type, weapons: Mapping[str, Weapon]) -> CardTable:
    """ZC 3.3: the weapons of a type."""
    carried = {key: weapons[key] for key in kind.weapons}
    if not any(is_melee(weapon) for weapon in carried.values()):
        carried[BARE_HANDS] = weapons[BARE_HANDS]
    rows = (_weapon_row(key, weapon) for key, weapon in carried.items())
    return CardTable("Weapons", ("range", "att.", "str.", "AP", "dam.", "ammo"), tuple(rows))


def _weapon_row(key: str, weapon: Weapon) -> tuple[str, ...]:
    figures = (weapon.attacks, weapon.strength, weapon.ap, weapon.damage)
    reach = f'{weapon.range:g}"' if is_missile(weapon) else "melee"
    return key.replace("-", " "), reach, *map(str, figures), str(weapon.ammo) if weapon.ammo is not None else "–"


def _traits(kind: Type) -> Iterator[Ability]:
    """ZC 3.7"""
    gap = f'more than {TABLES.constants.placement_gap:g}" from every enemy'
    words = {
        "deep-strike": f"can wait off the table and appear anywhere in the open, {gap}; it can still act (ZC 6.6)",
        "ambush": f"can wait off the table and appear anywhere in terrain, {gap}; it can still act (ZC 6.7)",
        "surefoot": "is not slowed by terrain (ZC 6.2)",
    }
    for trait in kind.traits:
        yield Ability(trait.replace("-", " "), "", words[trait])


def _notes(kind: Type, weapons: Mapping[str, Weapon]) -> Iterator[str]:
    close, need = TABLES.constants.close, TABLES.constants.success
    if kind.models > 1:
        yield f"{counted(kind.points or 0, 'point')} per model; {unit_points(kind)} for a unit of {kind.models}."
    yield f"Checks: d6 + skill; saves: d6 + toughness less strength + armour less AP; {need} or more succeeds (ZC 8)."
    if both := [key.replace("-", " ") for key in kind.weapons if is_missile(weapons[key]) and is_melee(weapons[key])]:
        yield f'The {listed(both)} can also be used in melee, within {close:g}" (ZC 3.3).'
    if short := [key.replace("-", " ") for key in kind.weapons if weapons[key].ammo is not None]:
        limited = f"The {listed(short)} ha{'s' if len(short) == 1 else 've'} limited ammunition"
        yield f"{limited}; a round without actions in a controlled zone refills it (ZC 5.4)."
