"""Small tables without a scenario, for the tests of the rules: blue comes from the south, red from the north."""

from typing import Any

from engine.contract import Event, NoDice, Refusal, Turn, replace
from engine.systems.zones.orders import EntryOrder, Move
from engine.systems.zones.rules.movement import entries, movement
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.position import ACTION, Edge, Form, Game, Model, Setup, Side, State, Unit
from engine.systems.zones.table_rows import Type
from engine.systems.zones.tables import TABLES
from maps.geometry.tabletop import Piece, Tabletop

MAN = Type(move=6, ballistic=3, melee=3, toughness=3, armour=1, morale=4, weapons=("rifle",))
TYPES = {
    "man": MAN,
    "rider": replace(MAN, move=12, base=1.5),
    "mule": replace(MAN, base=1.25),
    "scout": replace(MAN, traits=("surefoot", "ambush")),
}


GROVE = Piece("sparse", "Grove", ((4.0, 8.0), (8.0, 8.0), (8.0, 14.0), (4.0, 14.0)))
RUIN = Piece("dense", "Ruin", ((14.0, 8.0), (20.0, 8.0), (20.0, 14.0), (14.0, 14.0)))


def unit(key: str, *at: tuple[float, float], kind: str = "man", **facts: Any) -> Unit:
    """B1 is blue's, R1 red's; its models by their places in inches."""
    models = tuple(Model(number, (round(x * 100), round(y * 100)), 1) for number, (x, y) in enumerate(at, 1))
    side = {"B": "blue", "R": "red", "G": "green"}[key[0]]
    return Unit(
        **{
            "id": key,
            "name": key,
            "type": kind,
            "side": side,
            "where": "table",
            "start": len(at),
            "models": models,
            **facts,
        }
    )


def small_table(
    *units: Unit, terrain: tuple[Piece, ...] = (), edges: tuple[Edge, Edge] = ("south", "north"), **facts: Any
) -> State:
    """24 by 24 inches in blue's action turn; a unit of the green side is a friend of blue's."""
    sides = (
        Side("blue", "Blue", "", edges[0], "allies"),
        Side("red", "Red", "", edges[1], "red"),
        Side("green", "Green", "", edges[0], "allies"),
    )
    setup: dict[str, Any] = {
        "rounds": 5,
        "objectives": (),
        "first": "fixed",
        "hidden": "public",
        "offboard_from": 1,
        "deployment": "fixed",
        "deploy": {},
        "points": None,
        "shock": TABLES.shock,
        "modifiers": TABLES.modifiers,
    }
    setup |= {key: facts.pop(key) for key in tuple(facts) if key in setup}
    known: dict[str, Any] = {"phase": ACTION, "turn": 1, "active": "blue", **facts}
    return State(
        table=Tabletop(24, 24, terrain),
        setup=Setup(**setup),
        types={**TABLES.types, **TYPES},
        weapons=TABLES.weapons,
        sides=sides,
        roster=tuple(each.id for each in units),
        units={each.id: each for each in units},
        game=Game(("blue", "red")),
        **known,
    )


def run_rule(state: State, run: Any, *given: Any) -> tuple[State, list[Event]]:
    """What running something says, and the position after it."""
    turn = Turn(state, NoDice(), apply)
    run(turn, *given)
    return turn.state, turn.events


def model_places(state: State, key: str) -> list[tuple[float, float]]:
    """Where a unit's models stand, in inches."""
    return [(model.at[0] / 100, model.at[1] / 100) for model in state.units[key].models]


def places_after(state: State, run: Any, order: Move | EntryOrder) -> list[tuple[float, float]]:
    return model_places(run_rule(state, run, order)[0], order.unit)


# orders and what is said against them


def spots_at(*places: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * 100), round(y * 100)) for x, y in places)


def move_order(
    *ways: tuple[tuple[float, float], ...],
    key: str = "B1",
    form: Form | None = None,
    models: tuple[int, int] | None = None,
) -> Move:
    """One way for all, or one for each."""
    return Move(key, tuple(spots_at(*way) for way in ways), form, models)


def refusals(state: State, order: Move | EntryOrder) -> list[Refusal]:
    checker = movement if isinstance(order, Move) else entries
    return list(checker.objections(state, state.units[order.unit].side, order))


def only_refusal(state: State, order: Move | EntryOrder) -> tuple[str, str]:
    """The code and the words of the one refusal."""
    (found,) = refusals(state, order)
    return found.code, found.says


def first_code(state: State, order: Move | EntryOrder) -> str | None:
    """The first one's, if there is any."""
    return next((refusal.code for refusal in refusals(state, order)), None)
