"""The picture of ACW: the table as background, strips of bases, recent events, and how the sides are doing."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won_by
from maps.scene.scene import Mark, Scene, SideNote, Spot, TableGrid, Title
from maps.scene.tabletop_layout import on_picture, outline_shape, side_colour, table_ground

from ..rules.board.terrain import is_intact, shellings_to_destroy
from ..rules.turn.victory import holders, is_broken, score
from ..state.combat_events import MeleeResult
from ..state.position import (
    DEPLOYMENT,
    OVER,
    PHASE_TITLES,
    State,
    side_name,
    sides_to_act,
)
from . import alt_text
from .legend import legend
from .objective_flags import objective_marks
from .recent_events import melee_details, recent_marks
from .unit_pictures import unit_strip


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    hurt = {key for event in recent if isinstance(event, MeleeResult) for key in event.hits}
    pieces = tuple(unit_strip(seen, unit, key in hurt) for key in seen.roster if not (unit := seen.units[key]).gone)
    marks = (*_zone_marks(seen), *_building_marks(seen), *objective_marks(seen), *recent_marks(seen, recent))
    size = (seen.table.width, seen.table.height)
    return Scene(
        size,
        table_ground(seen.table, TableGrid(size)),
        pieces,
        marks,
        _title(seen),
        legend(seen),
        alt_text.words(seen, recent),
        details=tuple(melee_details(seen, recent)),
    )


# what lies on it
def _zone_marks(seen: State) -> Iterator[Mark]:
    """CW 3.2: where units may be placed."""
    if seen.phase == DEPLOYMENT:
        for nth, (side, zone) in enumerate(seen.setup.deploy.items()):
            yield from outline_shape(seen, zone, "zone", side_colour(seen, side), "", nth)


def _building_marks(seen: State) -> Iterator[Mark]:
    """CW 10.2: shellings, and rubble."""
    for piece in seen.table.pieces:
        if piece.kind == "building" and not is_intact(seen, piece):
            yield from outline_shape(seen, piece.shape, "rubble")
        elif piece.kind == "building" and seen.game.buildings.get(piece.name):
            xs, top = [x for x, _ in piece.shape], max(y for _, y in piece.shape)
            yield Spot(
                on_picture(seen, ((min(xs) + max(xs)) / 2, top)),
                "pips",
                f"{seen.game.buildings[piece.name]}/{shellings_to_destroy(piece)}",
            )


# how it stands
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_act(seen)
    return Title(
        seen.name or "ACW Regiments",
        title_line(seen),
        tuple(
            SideNote(
                nth,
                side.colour,
                side.name,
                tuple(_side_facts(seen, side.id)),
                side.id in waiting,
                is_broken(seen, side.id),
            )
            for nth, side in enumerate(seen.sides)
        ),
    )


def title_line(seen: State) -> str:
    """``Turn 4 · first player's movement``"""
    if seen.phase == OVER:
        result = drawn_or_won_by(side_name(seen, seen.winner))
        return f"Turn {seen.turn} · the game is {result}"
    words = PHASE_TITLES[seen.phase]
    return f"Turn {seen.turn} · {words}" if seen.turn else words[:1].upper() + words[1:]


def _side_facts(seen: State, side: str) -> Iterator[str]:
    """CW 3.3, 3.4, 11.2, 11.3: activations left, bases and leaders lost, objectives held, points."""
    game = seen.game
    if game.order and seen.phase not in (DEPLOYMENT, OVER):
        yield f"{'1st' if game.order[0] == side else '2nd'} player"
    if seen.active == side:
        yield f"{game.activations} of {counted(game.rolled, 'activation')} left"
    yield f"{counted(game.lost.get(side, 0), 'base')} lost, breaks at {seen.setup.breaks[side]}"
    if lost := game.leaders_lost.get(side, 0):
        yield f"{counted(lost, 'leader')} lost"
    if seen.setup.objectives:
        held = [goal.name for goal, held_by in holders(seen).items() if held_by == side]
        yield f"holds {', '.join(held)}" if held else "holds nothing"
        yield counted(score(seen, side), "point")


__all__ = ["scene", "title_line"]
