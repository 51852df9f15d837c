"""The table in words for a screen reader: zones by control, terrain, units by side with place, wounds, shock and what is near them."""

from collections.abc import Iterator, Mapping

from engine.toolkit.wording import capital, compass, counted, inches, listed, named, number, spot
from maps.geometry.plane import bearing
from maps.geometry.tabletop import Piece

from ..rules.board.geometry import apart, diameter, pieces_at
from ..rules.board.zone_control import CONTESTED, control, score, surrounded, zone_of
from ..rules.movement.entries import refused
from ..rules.turn.command_phase import due, planned
from ..state.position import (
    COMMAND,
    DEPLOYMENT,
    OVER,
    Model,
    State,
    Unit,
    army,
    called,
    enemies,
    kind,
    phase,
    teams,
    title,
)
from ..tables import TABLES

WAITING = {"deep-strike": "deep strike", "ambush": "ambush", "reserve": "reserve"}


def moment(seen: State) -> str:
    """``round 2 of 5, The Colonial Line's action phase``"""
    when = f"round {seen.turn} of {seen.setup.rounds}, " if seen.turn else ""
    now = phase(seen)
    if seen.phase == OVER or now is None:
        return f"{when}drawn" if seen.winner == "draw" else f"{when}won by {title(seen, seen.winner)}"
    waiting = (
        f", orders by {listed([title(seen, side) for side in now.sides])}" if seen.active is None and now.sides else ""
    )
    return f"{when}{now.title}{waiting}"


def text_map(seen: State) -> str:
    """The map in words: zones, ground, then each side's units, those off the table if known.  Inches from the lower left."""
    lines = [f"{seen.name}: {moment(seen)}.", *_table(seen)]
    for side in seen.sides:
        units = list(army(seen, side.id))
        team = f", of {side.team}" if side.team != side.id else ""
        lines += ["", f"{side.name}{team}: {counted(len(units), 'unit')} on the table; its own edge is {side.edge}"]
        lines += [f"- {_words(seen, unit)}" for unit in units]
        others = [seen.units[key] for key in seen.roster if seen.units[key].side == side.id]
        lines += [f"- {_waits(seen, unit)}" for unit in others if unit.where in WAITING]
        gone = [unit.id for unit in others if unit.gone]
        lines += [f"- gone: {', '.join(gone)}"] if gone else []
    return "\n".join(lines)


# the table
def _table(seen: State) -> Iterator[str]:
    yield (
        f"The table is {inches(seen.table.width)} wide and {inches(seen.table.height)} high; north is up. Zones are "
        f'{TABLES.constants.zone}" squares: Z21 is the second from the left in the lowest row.'
    )
    for piece_kind in dict.fromkeys(piece.kind for piece in seen.table.pieces):
        yield capital(
            f"{piece_kind}: {'; '.join(_lies(piece) for piece in seen.table.pieces if piece.kind == piece_kind)}."
        )
    for side, ((left, low), (right, high)) in seen.setup.deploy.items() if seen.phase == DEPLOYMENT else ():
        yield f"Deployment area of {title(seen, side)}: {left:g},{low:g} to {right:g},{high:g}."
    yield f"Zones held: {tally(seen, control(seen), score(seen))}."
    if ringed := surrounded(seen):
        yield f"Held because they are surrounded: {listed(ringed)}."
    for goal in seen.setup.objectives:
        yield f"{zone(seen, goal.zone)} counts for {number(goal.value)} zones: {_holder(seen, control(seen)[goal.zone])}."


def _lies(piece: Piece) -> str:
    """By its lower left and upper right ends."""
    xs, ys = zip(*piece.shape, strict=True)
    return f"{piece.name} {min(xs):g},{min(ys):g} to {max(xs):g},{max(ys):g}".strip()


def tally(state: State, held: Mapping[str, str | None], counts: Mapping[str, int]) -> str:
    """``The Colonial Line 3 (Z11, Z21 South Well for 2), The Dust Raiders 1 (Z22); contested (Z12)``: ZC 14.1 to 14.3."""
    teamed = ", ".join(
        f"{title(state, team)} {counts.get(team, 0)}{_zones(state, held, team)}" for team in teams(state)
    )
    contested = _zones(state, held, CONTESTED)
    return f"{teamed}; contested{contested}" if contested else teamed


def _zones(state: State, held: Mapping[str, str | None], holder: str) -> str:
    worth = {goal.zone: f" for {goal.value}" for goal in state.setup.objectives}
    found = [f"{zone(state, name)}{worth.get(name, '')}" for name, who in held.items() if who == holder]
    return f" ({', '.join(found)})" if found else ""


def zone(state: State, name: str) -> str:
    """``Z21 South Well``: with its objective's name."""
    goal = next((goal for goal in state.setup.objectives if goal.zone == name), None)
    return f"{name} {goal.name}" if goal and goal.name else name


def _holder(state: State, who: str | None) -> str:
    return "contested" if who == CONTESTED else f"held by {title(state, who)}" if who else "held by nobody"


# units
def _words(seen: State, unit: Unit) -> str:
    """``C1 First Section, line infantry, in Z11: C1.1 at 3,4; ...; shock 2, shaken. Nearest enemy R2.1, 17.03" N of C1.1.``"""
    left = f", {len(unit.models)} of {unit.start} models left" if len(unit.models) < unit.start else ""
    models = "; ".join(_stands(seen, unit, model) for model in unit.models)
    marks = ", ".join(_marks(unit))
    return f"{_called(seen, unit)}{left}, {_where(seen, unit)}: {models}{f'. It {marks}' if marks else ''}.{_near(seen, unit)}"


def _called(seen: State, unit: Unit) -> str:
    return f"{named(unit.id, unit.name)}, {(kind(seen, unit).name or unit.type).lower()}"


def _where(seen: State, unit: Unit) -> str:
    """The zones in which it has models (ZC 14.1)."""
    stood = (zone_of(seen, model.at, diameter(seen, unit)) for model in unit.models)
    return f"in {listed([name for name in dict.fromkeys(stood) if name]) or 'no zone, across a line'}"


def _stands(seen: State, unit: Unit, model: Model) -> str:
    """``C2.3 at 18.25,12 in East Grove, 1 of 2 wounds``"""
    inside = listed([piece.name or f"{piece.kind} terrain" for piece in pieces_at(seen.table, model.at)])
    full = kind(seen, unit).wounds
    wounds = ", doomed" if not model.wounds else f", {model.wounds} of {full} wounds" if model.wounds < full else ""
    across = "" if zone_of(seen, model.at, diameter(seen, unit)) else ", across a line"
    return f"{called(unit, model)} at {spot(model.at)}{f' in {inside}' if inside else ''}{across}{wounds}"


def _marks(unit: Unit) -> Iterator[str]:
    """What it suffers, what it has done in this turn, what it has left to shoot."""
    if unit.shock:
        yield f"has {unit.shock} shock"
    yield from (
        word
        for word, on in (
            ("is shaken", unit.shaken),
            ("has fled", unit.fled),
            ("is hunkered", unit.hunkered),
            ("has sprung from hiding", unit.sprung),
        )
        if on
    )
    moved = [called(unit, model) for model in unit.models if model.moved]
    acted = [called(unit, model) for model in unit.models if model.acted]
    for word, who in (("moved", [] if unit.fled else moved), ("acted", [] if unit.hunkered else acted)):
        if who:
            yield f"has {word}" if len(who) == len(unit.models) else f"has {word} with {listed(who)}"
    for weapon in dict.fromkeys(weapon for model in unit.models for weapon in model.ammo):
        yield f"has {number(sum(model.ammo.get(weapon, 0) for model in unit.models))} shots left with the {weapon}"


def _near(seen: State, unit: Unit) -> str:
    """The nearest enemy model, from centre to centre (ZC 1.3)."""
    pairs = [
        (apart(model.at, other.at), model, foe, other)
        for foe in enemies(seen, unit.side)
        for other in foe.models
        for model in unit.models
    ]
    if not pairs:
        return ""
    far, model, foe, other = min(pairs, key=lambda pair: pair[0])
    way = compass(round(bearing(model.at, other.at) * 10) % 3600)
    return f" Nearest enemy {called(foe, other)}, {inches(far / 100)} {way} of {called(unit, model)}."


def _waits(seen: State, unit: Unit) -> str:
    """``C8 Gliders, glider troops, four models off the table: deep strike from round 1``"""
    first = unit.arrives if unit.where == "reserve" else seen.setup.offboard_from
    policy = f", standing order arrive {unit.policy}{_barred(seen, unit)}" if unit.policy != "ask" else ""
    count = counted(len(unit.models), "model")
    return f"{_called(seen, unit)}, {count} off the table: {WAITING[unit.where]} from round {first}{policy}."


def _barred(seen: State, unit: Unit) -> str:
    """Why a standing order that was tried in vain would be refused still (ZC 5.5); only its own team knows its places."""
    if seen.phase != COMMAND or seen.active != unit.side or unit.policy == "hold":
        return ""
    refusal = refused(seen, unit.side, planned(unit)) if unit in due(seen, unit.side) else None
    return f", refused as things are: {refusal.says}" if refusal else ""
