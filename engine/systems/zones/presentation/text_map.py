"""The text map: zones by team, terrain, and units by side with place, wounds, shock and the nearest enemy."""

from collections.abc import Iterator, Mapping

from engine.contract import counted
from engine.toolkit.shared_report import drawn_or_won_by
from engine.toolkit.wording import (
    capitalized,
    compass,
    counted_in_words,
    id_and_name,
    inches,
    listed,
    number_word,
    point_text,
)
from maps.geometry.plane import bearing
from maps.geometry.tabletop import Piece

from ..rules.board.geometry import diameter, spot_distance
from ..rules.board.terrain import pieces_at
from ..rules.board.zone_control import CONTESTED, control, score, surrounded_zones, zone_of
from ..rules.movement.entries import first_refusal
from ..rules.turn.command_phase import due_reserves, planned_arrival
from ..state.position import (
    COMMAND,
    DEPLOYMENT,
    OVER,
    Model,
    State,
    Unit,
    enemy_units,
    model_name,
    phase,
    side_name,
    side_units,
    teams,
    unit_type,
)
from ..tables import TABLES

WAITING = {"deep-strike": "deep strike", "ambush": "ambush", "reserve": "reserve"}


def moment_text(seen: State) -> str:
    """``round 2 of 5, The Colonial Line's action phase``"""
    when = f"round {seen.turn} of {seen.setup.rounds}, " if seen.turn else ""
    now = phase(seen)
    if seen.phase == OVER or now is None:
        return f"{when}{drawn_or_won_by(side_name(seen, seen.winner))}"
    waiting = (
        f", waiting for orders from {listed([side_name(seen, side) for side in now.sides])}"
        if seen.active is None and now.sides
        else ""
    )
    return f"{when}{now.title}{waiting}"


def text_map(seen: State) -> str:
    """The table in words: zones, terrain, then each side's units, including known ones off the table."""
    lines = [f"{seen.name}: {moment_text(seen)}.", *_table_lines(seen)]
    for side in seen.sides:
        units = list(side_units(seen, side.id))
        team = f", team {side.team}" if side.team != side.id else ""
        lines += ["", f"{side.name}{team}: {counted_in_words(len(units), 'unit')} on the table; own edge: {side.edge}"]
        lines += [f"- {_unit_text(seen, unit)}" for unit in units]
        others = [seen.units[key] for key in seen.roster if seen.units[key].side == side.id]
        lines += [f"- {_waiting_text(seen, unit)}" for unit in others if unit.where in WAITING]
        gone = [unit.id for unit in others if unit.gone]
        lines += [f"- out of play: {', '.join(gone)}"] if gone else []
    return "\n".join(lines)


# the table
def _table_lines(seen: State) -> Iterator[str]:
    yield (
        f"The table is {inches(seen.table.width)} wide and {inches(seen.table.height)} high; north is up. Zones are "
        f'{TABLES.constants.zone}" squares: Z21 is the second from the left in the bottom row.'
    )
    for piece_kind in dict.fromkeys(piece.kind for piece in seen.table.pieces):
        yield capitalized(
            f"{piece_kind}: {'; '.join(_piece_text(piece) for piece in seen.table.pieces if piece.kind == piece_kind)}."
        )
    for side, ((left, low), (right, high)) in seen.setup.deploy.items() if seen.phase == DEPLOYMENT else ():
        yield f"Deployment area of {side_name(seen, side)}: {left:g},{low:g} to {right:g},{high:g}."
    yield f"Zones held: {score_text(seen, control(seen), score(seen))}."
    if ringed := surrounded_zones(seen):
        yield f"Held because they are surrounded: {listed(ringed)}."
    for goal in seen.setup.objectives:
        holder = _holder_text(seen, control(seen)[goal.zone])
        yield f"{zone_title(seen, goal.zone)} counts as {number_word(goal.value)} zones: {holder}."


def _piece_text(piece: Piece) -> str:
    """A piece of terrain by its lower left and upper right corners."""
    xs, ys = zip(*piece.shape, strict=True)
    return f"{piece.name} {min(xs):g},{min(ys):g} to {max(xs):g},{max(ys):g}".strip()


def score_text(state: State, held: Mapping[str, str | None], counts: Mapping[str, int]) -> str:
    """``The Colonial Line 3 (Z11, Z21 South Well for 2), The Dust Raiders 1 (Z22); contested (Z12)`` (ZC 14.1 to
    14.3)
    """
    teamed = ", ".join(
        f"{side_name(state, team)} {counts.get(team, 0)}{_zones_text(state, held, team)}" for team in teams(state)
    )
    contested = _zones_text(state, held, CONTESTED)
    return f"{teamed}; contested{contested}" if contested else teamed


def _zones_text(state: State, held: Mapping[str, str | None], holder: str) -> str:
    worth = {goal.zone: f" for {goal.value}" for goal in state.setup.objectives}
    found = [f"{zone_title(state, name)}{worth.get(name, '')}" for name, who in held.items() if who == holder]
    return f" ({', '.join(found)})" if found else ""


def zone_title(state: State, name: str) -> str:
    """``Z21 South Well``: a zone with the name of its objective."""
    goal = next((goal for goal in state.setup.objectives if goal.zone == name), None)
    return f"{name} {goal.name}" if goal and goal.name else name


def _holder_text(state: State, who: str | None) -> str:
    return "contested" if who == CONTESTED else f"held by {side_name(state, who)}" if who else "held by nobody"


# units
def _unit_text(seen: State, unit: Unit) -> str:
    """``C1 First Section, line infantry, in Z11: C1.1 at 3,4; ... It has 2 shock. Nearest enemy R2.1, 17.03" N of
    C1.1.``
    """
    left = f", {len(unit.models)} of {counted(unit.start, 'model')} left" if len(unit.models) < unit.start else ""
    models = "; ".join(_model_text(seen, unit, model) for model in unit.models)
    states = ", ".join(_states(unit))
    where = f"{_unit_title(seen, unit)}{left}, {_zones_of_unit(seen, unit)}: {models}"
    return f"{where}{f'. It {states}' if states else ''}.{_nearest_enemy(seen, unit)}"


def _unit_title(seen: State, unit: Unit) -> str:
    return f"{id_and_name(unit.id, unit.name)}, {(unit_type(seen, unit).name or unit.type).lower()}"


def _zones_of_unit(seen: State, unit: Unit) -> str:
    """ZC 14.1: the zones in which the unit has models."""
    stood = (zone_of(seen.table, model.at, diameter(seen, unit)) for model in unit.models)
    return f"in {listed([name for name in dict.fromkeys(stood) if name]) or 'no zone, on a zone border'}"


def _model_text(seen: State, unit: Unit, model: Model) -> str:
    """``C2.3 at 18.25,12 in East Grove, 1 of 2 wounds``"""
    inside = listed([piece.name or f"{piece.kind} terrain" for piece in pieces_at(seen.table, model.at)])
    full = unit_type(seen, unit).wounds
    wounds = (
        ", doomed"
        if not model.wounds
        else f", {model.wounds} of {counted(full, 'wound')}"
        if model.wounds < full
        else ""
    )
    across = "" if zone_of(seen.table, model.at, diameter(seen, unit)) else ", on a zone border"
    return f"{model_name(unit, model)} at {point_text(model.at)}{f' in {inside}' if inside else ''}{across}{wounds}"


def _states(unit: Unit) -> Iterator[str]:
    """Its shock and states, what it has done this turn, and its ammunition."""
    if unit.shock:
        yield f"has {unit.shock} shock"
    yield from (
        word
        for word, on in (
            ("is shaken", unit.shaken),
            ("has fled", unit.fled),
            ("is hunkered", unit.hunkered),
            ("is sprung", unit.sprung),
        )
        if on
    )
    moved = [model_name(unit, model) for model in unit.models if model.moved]
    acted = [model_name(unit, model) for model in unit.models if model.acted]
    for word, who in (("moved", [] if unit.fled else moved), ("acted", [] if unit.hunkered else acted)):
        if who:
            yield f"has {word}" if len(who) == len(unit.models) else f"has {word} ({listed(who)})"
    for weapon in dict.fromkeys(weapon for model in unit.models for weapon in model.ammo):
        shots = sum(model.ammo.get(weapon, 0) for model in unit.models)
        yield f"has {counted_in_words(shots, 'shot')} left with the {weapon}"


def _nearest_enemy(seen: State, unit: Unit) -> str:
    """ZC 1.3: the nearest enemy model, from centre to centre."""
    pairs = [
        (spot_distance(model.at, other.at), model, foe, other)
        for foe in enemy_units(seen, unit.side)
        for other in foe.models
        for model in unit.models
    ]
    if not pairs:
        return ""
    far, model, foe, other = min(pairs, key=lambda pair: pair[0])
    way = compass(round(bearing(model.at, other.at) * 10) % 3600)
    return f" Nearest enemy {model_name(foe, other)}, {inches(far / 100)} {way} of {model_name(unit, model)}."


def _waiting_text(seen: State, unit: Unit) -> str:
    """``C8 Gliders, glider troops, four models off the table: deep strike from round 1``"""
    first = unit.arrives if unit.where == "reserve" else seen.setup.offboard_from
    policy = f", standing order arrive {unit.policy}{_refusal_text(seen, unit)}" if unit.policy != "ask" else ""
    count = counted_in_words(len(unit.models), "model")
    return f"{_unit_title(seen, unit)}, {count} off the table: {WAITING[unit.where]} from round {first}{policy}."


def _refusal_text(seen: State, unit: Unit) -> str:
    """Why a standing order that was tried without success would still be refused (ZC 5.5); only its own team knows
    its places.
    """
    if seen.phase != COMMAND or seen.active != unit.side or unit.policy == "hold":
        return ""
    refusal = first_refusal(seen, unit.side, planned_arrival(unit)) if unit in due_reserves(seen, unit.side) else None
    return f", currently refused: {refusal.says}" if refusal else ""
