"""From a scenario to a position: charts and cards with the scenario's own over them, switches read, units placed."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Record, Scenario, convert, kept_for_latest, replace
from engine.toolkit.sides import sides_of

from ..state.phases import BUILD, CHOICE, OBSTACLES
from ..state.position import AWAY, Buying, Facing, Game, Setup, State, Unit
from ..tables.rows import Charts, Fortification, Hexside, Terrain, UnitCard
from ..tables.rulebook import TABLES, WRITTEN, charts

ROWS: Mapping[str, type[Record]] = {"terrain": Terrain, "hexsides": Hexside, "obstacles": Fortification}
"""FA 2.4: the charts that a scenario may change."""
_SINGLE = (
    "points",
    "objective",
    "annihilation_ends",
    "half_hexes",
    "trails",
    "environment",
    "aircraft_cover_dice",
    "bomb_range",
    "paras_per_hex",
    "obstacle_share",
    "zones",
)


def start(scenario: Scenario) -> State:
    """FA 20.1: the position at the start, before any rule has run.  Only for scenarios without faults.

    ``phase`` is the first that could come (build, deploy-choice, or deploy-obstacles of option fixed), with no side to
    act, in turn 0: ``proceed`` continues from there, rolls what is due and skips the phases that nobody needs.
    """
    assert scenario.hex is not None
    setup, cards = _setup(scenario), _cards(scenario)
    sides = sides_of(scenario)
    ahead = facings(setup, scenario.sides)
    units = {unit.id: unit for unit in (placed_unit(cards, written, ahead) for written in scenario.units)}
    phase = BUILD if setup.buying else OBSTACLES if setup.option == "fixed" else CHOICE
    game = Game(
        first=sides[0].id if setup.option == "fixed" else None,
        lost=dict.fromkeys(scenario.sides, 0),
        edges=setup.ends,
        army={key: {} for key in scenario.sides} if setup.buying else {},
        standing={key: {} for key in scenario.sides},
    )
    state = State(
        board=scenario.hex,
        setup=setup,
        cards=cards,
        sides=sides,
        roster=tuple(units),
        units=units,
        game=game,
        turn=0,
        phase=phase,
        name=scenario.name,
    )
    return with_passengers(state)


@kept_for_latest
def _setup(scenario: Scenario) -> Setup:
    """That of a scenario, the same for its games, so that they share what is worked out for it."""
    return setup_rules(scenario)


@kept_for_latest
def _cards(scenario: Scenario) -> Mapping[str, UnitCard]:
    """The cards of the types in play, or all where armies are bought; the same for the games of a scenario."""
    cards = known_cards(scenario)
    return cards if _setup(scenario).buying else {unit["type"]: cards[unit["type"]] for unit in scenario.units}


def with_passengers(state: State) -> State:
    """FA 23.3: the position with passengers in the hexes of their transports."""
    moved = {
        key: replace(unit, at=state.units[unit.aboard].at)
        for key, unit in state.units.items()
        if unit.aboard is not None and unit.at != state.units[unit.aboard].at
    }
    return replace(state, units={**state.units, **moved}) if moved else state


def known_cards(scenario: Scenario | None) -> dict[str, UnitCard]:
    """FA 27.1: the catalogue with the scenario's own types over it."""
    own = scenario.types if scenario else {}
    return {**TABLES.units, **{key: convert(dict(written), UnitCard) for key, written in own.items()}}


def cards_in_play(cards: Mapping[str, UnitCard], units: Iterable[Unit]) -> dict[str, UnitCard]:
    """The cards of these units, each once."""
    return {key: cards[key] for key in dict.fromkeys(unit.type for unit in units)}


def placed_unit(cards: Mapping[str, UnitCard], written: Mapping[str, Any], ahead: Mapping[str, Facing]) -> Unit:
    """A unit as a scenario or a case writes it; a vehicle on the map without a facing looks away from its edge
    (FA 4.8).
    """
    card = cards[written["type"]]
    unit: Unit = convert({"name": card.name, "bombs": card.bombs.count if card.bombs else 0, **written}, Unit)
    if card.kind == "vehicle" and unit.at is not None and unit.facing is None:
        return replace(unit, facing=ahead[unit.side])
    return unit


def facings(setup: Setup, sides: Iterable[str]) -> dict[str, Facing]:
    """FA 4.8: side -> the direction away from its edge; while edges are not known, S for the side listed first and
    N for the other.
    """
    return {
        side: AWAY[setup.ends[side]] if side in setup.ends else usual
        for side, usual in zip(sides, (AWAY["north"], "N"), strict=False)
    }


def setup_rules(scenario: Scenario) -> Setup:
    """FA 28.1: the scenario's ``setup`` with the defaults filled in."""
    written = with_defaults(scenario.setup)
    deployment, stacking, watch, victory = (written[key] for key in ("deployment", "stacking", "overwatch", "victory"))
    first_check, last = game_length(scenario)
    option = str(deployment["option"])
    return Setup(
        charts=own_charts(scenario.setup),
        points=written["points"],
        first_check=first_check,
        last=last,
        objective=next(iter(hexes(written["objective"])), None),
        mode=victory["mode"],
        attacker=victory.get("attacker"),
        annihilation_ends=written["annihilation_ends"],
        option=option,
        edges=tuple(deployment["edges"]),
        depth=deployment["depth"],
        ends=_ends(scenario.sides, deployment) if option == "fixed" else {},
        zones={side: hexes(listed) for side, listed in (written["zones"] or {}).items()},
        half_hexes=frozenset(hexes(written["half_hexes"])),
        trails=tuple(chains(written["trails"])),
        environment=written["environment"],
        stack=(stacking["units"], stacking["vehicles"]),
        watchers=max(watch["minimum"], written["points"] // watch["per_points"]),
        reach=watch["reach"],
        aircraft_cover_dice=written["aircraft_cover_dice"],
        bomb_range=written["bomb_range"],
        paras_per_hex=written["paras_per_hex"],
        obstacle_share=written["obstacle_share"],
        buying=army_rules(written["army"]),
    )


def with_defaults(setup: Mapping[str, Any]) -> dict[str, Any]:
    """FA 28.1: what is not written, or null, keeps its default, also within a group of switches."""
    said = _said(setup)
    return {
        key: {**usual, **_said(said.get(key, {}))} if isinstance(usual, Mapping) else said.get(key, usual)
        for key, usual in WRITTEN["setup"].items()
    }


def _said(written: Any) -> dict[str, Any]:
    return {key: value for key, value in written.items() if value is not None} if isinstance(written, Mapping) else {}


def game_length(scenario: Scenario) -> tuple[int, int]:
    """FA 18.2, 18.3: the turns of the first check and the last; a scenario's ``turns`` means the last one."""
    usual, own = TABLES.setup["turns"], _said(scenario.setup.get("turns"))
    last: int = own.get("last", scenario.turns or usual["last"])
    return own.get("first_check", min(usual["first_check"], last)), last


def own_charts(setup: Mapping[str, Any]) -> Charts:
    """FA 2.4: the charts with the scenario's rows.  Unreadable if a row is none."""
    own = {key: merged_rows(key, setup.get(key) or {}) for key in ROWS}
    return charts({key: {**WRITTEN[key], **own.get(key, {})} for key in Charts.__struct_fields__})


def merged_rows(chart: str, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Rows of a chart with the scenario's changes: a complete row replaces the old one, a shorter one changes only
    what it names.
    """
    kind = ROWS.get(chart)
    needed = kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)] if kind else ()
    whole = {key: bool(needed) and all(word in row for word in needed) for key, row in rows.items()}
    return {key: {**({} if whole[key] else WRITTEN[chart].get(key, {})), **row} for key, row in rows.items()}


def army_rules(army: Mapping[str, Any]) -> Buying | None:
    """FA 3.2, 3.3: the limits on armies; None if the scenario gives them."""
    if army["mode"] != "buy":
        return None
    limits: Buying = convert({key: value for key, value in army.items() if key != "mode" and value is not None}, Buying)
    return limits


def hexes(written: Any) -> tuple[str, ...]:
    """A list of hexes; one text may hold several, and 1107 without quotes is read as a number though a hex is meant."""
    lines = written if isinstance(written, (list, tuple)) else () if written is None else (written,)
    return tuple(at for line in lines for at in (f"{line:04}" if type(line) is int else str(line)).split())


def chains(written: Any) -> list[tuple[str, ...]]:
    """FA 2.5: chains of hexes, each a text; a single one needs no list."""
    return [
        tuple(line.replace(">", " ").split()) for line in ([written] if isinstance(written, str) else written or ())
    ]


def _ends(sides: Iterable[str], deployment: Mapping[str, Any]) -> dict[str, str]:
    """FA 4.5: side -> edge: the scenario's ``sides``, or the edges in the order of the sides."""
    return dict(deployment.get("sides") or zip(sides, deployment["edges"], strict=True))
