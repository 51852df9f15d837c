"""The text map: the table in words, with every unit's place, facing, formation and surroundings."""

from engine.contract import counted
from engine.toolkit.shared_report import drawn_or_won_by
from engine.toolkit.wording import capitalized, compass, heading, id_and_name, inches, listed, point_text
from maps.geometry.plane import Points, bearing, distance
from maps.geometry.polygons import distance_to_line, distance_to_outline
from maps.geometry.tabletop import Piece

from ..rules.board.footprints import rounded_facing, touched_units
from ..rules.board.terrain import NEAR_ROAD, areas_of, is_intact, shellings_to_destroy
from ..rules.turn.victory import holder, score
from ..state.position import (
    DEPLOYMENT,
    OVER,
    PHASE_TITLES,
    State,
    Unit,
    army,
    footprint,
    leader_of,
    melees_of,
    side_name,
    sides_to_act,
    units_on_table,
)

SIDES_STRUCK = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


def moment(seen: State) -> str:
    """``turn 4, first player's movement, orders by The Union (5 more units may act)``"""
    when = f"turn {seen.turn}, {PHASE_TITLES[seen.phase]}" if seen.turn else PHASE_TITLES[seen.phase]
    if seen.phase == OVER:
        return f"{when}, {drawn_or_won_by(side_name(seen, seen.winner))}"
    waiting = " and ".join(side_name(seen, side) for side in sides_to_act(seen))
    left = f" ({counted(seen.game.activations, 'more unit')} may act)" if seen.phase.endswith("movement") else ""
    return f"{when}, orders by {waiting}{left}" if waiting else when


def text_map(seen: State) -> str:
    """The table in words: terrain, objectives, then the units of each side.  Places in inches from the lower left."""
    lines = [f"{seen.name}: {moment(seen)}.", *_table(seen)]
    for side in seen.sides:
        units = list(army(seen, side.id))
        role = (
            ""
            if side.id not in seen.game.order
            else f" ({'first' if seen.game.order[0] == side.id else 'second'} player)"
        )
        lost = f"{counted(seen.game.lost.get(side.id, 0), 'base')} lost, broken at {seen.setup.breaks[side.id]}"
        losses = f"{lost}; {counted(score(seen, side.id), 'point')}"
        lines += ["", f"{side.name}{role}: {len(units)} in play, {losses}"]
        lines += [f"- {_unit_line(seen, unit)}" for unit in units]
        gone = [key for key in seen.roster if seen.units[key].side == side.id and seen.units[key].gone]
        lines += [f"- lost: {', '.join(gone)}"] if gone else []
    return "\n".join(lines)


def _table(seen: State) -> list[str]:
    """The table: its size, visibility, terrain, zones, objectives with their holders, and shelled buildings."""
    sight = f" Visibility is {inches(seen.setup.visibility)}." if seen.setup.visibility is not None else ""
    lines = [f"The table is {inches(seen.table.width)} wide and {inches(seen.table.height)} high; north is up.{sight}"]
    lines += _terrain(seen)
    for side, zone in seen.setup.deploy.items() if seen.phase == DEPLOYMENT else ():
        lines.append(f"Deployment zone of {side_name(seen, side)}: {_points(zone)}.")
    for goal in seen.setup.objectives:
        held = holder(seen, goal)
        who = f"held by {side_name(seen, held)}" if held else "not held"
        lines.append(
            f"Objective {goal.name} at {goal.at[0]:g},{goal.at[1]:g}, "
            f"{counted(goal.points, 'point')} within {inches(goal.radius)}: {who}."
        )
    shelled = ((piece, seen.game.buildings.get(piece.name, 0)) for piece in seen.table.pieces)
    lines += [f"{piece.name}: {_shelled_text(seen, piece, count)}." for piece, count in shelled if count]
    return lines


def _terrain(seen: State) -> list[str]:
    """A line for each kind: ``Woods: Otter Wood 36,26 to 45,34; Mill Wood 3,13 to 11,21.``"""
    kinds = dict.fromkeys(piece.kind for piece in seen.table.pieces)
    return [
        capitalized(
            f"{kind.replace('-', ' ')}: "
            f"{'; '.join(_extent_text(piece) for piece in seen.table.pieces if piece.kind == kind)}."
        )
        for kind in kinds
    ]


def _extent_text(piece: Piece) -> str:
    """An area by its lower left and upper right corners, a line by its points; with its crest and hard cover."""
    if piece.shape:
        xs, ys = zip(*piece.shape, strict=True)
        where = f"{min(xs):g},{min(ys):g} to {max(xs):g},{max(ys):g}"
    else:
        where = (
            _points(piece.line) if piece.line else f"{_points((piece.at or (0.0, 0.0),))}, {inches(piece.width)} wide"
        )
    crest = f", crest {_points(piece.crest)}" if piece.crest else ""
    return f"{piece.name} {where}{crest}{f', {piece.cover} cover' if piece.cover else ''}"


def _points(points: Points) -> str:
    return " to ".join(f"{x:g},{y:g}" for x, y in points)


def _shelled_text(seen: State, piece: Piece, count: int) -> str:
    return f"shelled, {count} of {shellings_to_destroy(piece)}" if is_intact(seen, piece) else "rubble"


def _unit_line(seen: State, unit: Unit) -> str:
    """``U1 12th Ohio, infantry, at 15,8 on Turnpike, facing N, line of 5 bases: with UL, nearest enemy ...``"""
    kind = seen.types[unit.type].name or unit.type
    called = id_and_name(unit.id, unit.name)
    if unit.leads:
        return f"{called}, {kind}, with {unit.leads}."
    form = f", {unit.formation} of {counted(unit.bases, 'base')}" if unit.formation else ""
    marks = ", ".join(
        word for word in (*_companions(seen, unit), *_done_this_turn(unit), *_surroundings(seen, unit)) if word
    )
    where = f"at {point_text(unit.at)} {_place(seen, unit)}, facing {heading(unit.facing)}{form}"
    return f"{called}, {kind}, {where}{f': {marks}' if marks else ''}."


def _place(seen: State, unit: Unit) -> str:
    """``in Mill Wood (woods)``, ``on Pike``, ``2.3" N of Church``: areas and roads, else the nearest piece."""
    inside = [f"in {piece.name} ({piece.kind.replace('-', ' ')})" for piece in areas_of(seen, unit)]
    roads = [
        f"on {piece.name}"
        for piece in seen.table.pieces
        if piece.kind == "road" and distance_to_line(unit.inches, piece.line) <= NEAR_ROAD
    ]
    if inside or roads:
        return " and ".join((*inside, *roads))
    nearest = min(seen.table.pieces, key=lambda piece: distance_to_piece(unit, piece), default=None)
    return f"({inches(round(distance_to_piece(unit, nearest), 1))} from {nearest.name})" if nearest else "in the open"


def distance_to_piece(unit: Unit, piece: Piece) -> float:
    """Inches from a unit's centre to the edge of a piece of terrain."""
    if piece.shape:
        return distance_to_outline(unit.inches, piece.shape)
    return distance_to_line(unit.inches, piece.line) if piece.line else distance(unit.inches, piece.at or (0.0, 0.0))


def _companions(seen: State, unit: Unit) -> list[str]:
    leader = leader_of(seen, unit.id)
    fights = [
        f"fighting {melee.target}, charged in its {SIDES_STRUCK[melee.side]}"
        if melee.charger == unit.id
        else f"fighting {melee.charger}, which struck its {SIDES_STRUCK[melee.side]}"
        for melee in melees_of(seen, unit.id)
    ]
    foes = [other for melee in melees_of(seen, unit.id) for other in (melee.charger, melee.target)]
    close = [other.id for other in touched_units(seen, footprint(seen, unit), (unit.id, *foes))]
    return [f"with {leader.id}" if leader else "", *fights, f"next to {listed(close)}" if close else ""]


def _done_this_turn(unit: Unit) -> list[str]:
    """What it has done in this player turn."""
    marks = {
        "has moved": unit.moved,
        "has changed facing": unit.faced and not unit.moved,
        "has changed formation": unit.formed and not unit.moved,
        "has fired": unit.fired and not unit.shelled,
        "has shelled": unit.shelled,
    }
    return [word for word, on in marks.items() if on]


def _surroundings(seen: State, unit: Unit) -> list[str]:
    """The nearest enemy, from centre to centre (CW 1.7); nothing while it is in a melee."""
    foes = [foe for foe in units_on_table(seen) if foe.side != unit.side]
    if not foes or melees_of(seen, unit.id):
        return []
    foe = min(foes, key=lambda foe: distance(unit.inches, foe.inches))
    far = inches(round(distance(unit.inches, foe.inches), 1))
    return [f"nearest enemy {foe.id}, {far} {compass(rounded_facing(bearing(unit.inches, foe.inches)))}"]
