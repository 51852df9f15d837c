"""The answers a standing order may give, and the units it may be for (FA 22.1)."""

from collections.abc import Iterator

from engine.contract import Refusal, StandingOrder

from ...state.position import State, Unit, card
from ...vocabulary import POLICIES
from .deployment import arrival_manner

SIDES_OWN = ("initiative", "fire-order")
"""Decisions of a whole side."""
TAKERS = {
    "fire": "soldiers and vehicles",
    "overwatch-fire": "soldiers and vehicles",
    "under-fire": "soldiers and vehicles",
    "plan": "aircraft",
    "damaged": "aircraft",
    "replace": "heroes",
}
"""Whose decisions the others are."""


def objections(seen: State, side: str, order: StandingOrder) -> Iterator[Refusal]:
    """FA 22.1: a known policy, a unit that has the decision, an answer that it takes."""
    if order.policy not in POLICIES:
        yield _no("policy", f"standing orders are {', '.join(POLICIES)}; {order.policy} is none of them")
        return
    unit = seen.units.get(order.subject)
    if order.policy in SIDES_OWN and order.subject != "all":
        yield _no(
            "subject",
            f"{order.policy} is decided for the whole side: standing all {order.policy} {' '.join(order.values)}",
        )
    elif unit is not None and not _decides(seen, unit, order.policy):
        what = f"{order.policy} is a decision of {TAKERS[order.policy]}"
        yield _no("subject", f'{order.policy} does not take "{" ".join(order.values)}" for {unit.id}: {what}')
    if wrong := _answers(seen, side, order):
        yield _no("values", f'{order.policy} does not take "{" ".join(order.values)}" for {order.subject}: {wrong}')


def _no(field: str, says: str) -> Refusal:
    return Refusal(field, "unknown-policy", says, "FA 22.1", lasting=True)


def _decides(seen: State, unit: Unit, policy: str) -> bool:
    kind = card(seen, unit).kind
    match TAKERS.get(policy):
        case "aircraft":
            return kind == "aircraft"
        case "heroes":
            return arrival_manner(seen, unit) == "replace"
        case _:
            return kind in ("soldier", "vehicle")


def _answers(seen: State, side: str, order: StandingOrder) -> str:
    """What would do instead of the answer, or "" if it will do."""
    words, values = POLICIES[order.policy], order.values
    match order.policy:
        case "fire" | "overwatch-fire":
            good = len(values) in (1, 2) and values[0] in words[:4] and values[1:] in ((), ("soldiers",), ("vehicles",))
            return "" if good else "it is always, possible, good or never, then perhaps soldiers or vehicles"
        case "fire-order":
            return "" if len(values) == 1 and values[0] in words else _listed(seen, side, values)
        case "plan":
            return _planned(seen, side, order)
        case "replace":
            return (
                ""
                if len(values) == 1 and (values[0] in words or _fallen(seen, side, values[0]))
                else ("it is any, never, the least cost of the soldier replaced, or one of your soldiers")
            )
        case _:
            return "" if len(values) == 1 and values[0] in words else f"it is {', '.join(words[:-1])} or {words[-1]}"


def _listed(seen: State, side: str, values: tuple[str, ...]) -> str:
    """``fire-order``: own units that can fire so, each once."""
    known = [seen.units[value] for value in values if value in seen.units]
    mine = [unit for unit in known if unit.side == side and card(seen, unit).kind in ("soldier", "vehicle")]
    if values and len(mine) == len(values) == len(set(values)):
        return ""
    return "it is strongest, weakest, nearest, or a list of soldiers and vehicles of yours"


def _planned(seen: State, side: str, order: StandingOrder) -> str:
    """``plan``: whether an aircraft can do it is seen when its turn comes; an illegal plan asks then."""
    match order.values:
        case ("ask",) | ("hold",) | ("intercept",):
            return ""
        case ("place", *_) if order.subject == "all":
            return "place is for one aircraft; for all it is ask, hold or intercept"
        case ("place", at) if at in seen.board.cells:
            return ""
        case ("place", at, "target", key) if (
            at in seen.board.cells and key in seen.units and seen.units[key].side != side
        ):
            return ""
        case ("place", at, *_) if at not in seen.board.cells:
            return f"{at} is not on this map"
        case _:
            return "it is ask, hold, intercept, or place and a hex, then perhaps target and an enemy unit"


def _fallen(seen: State, side: str, word: str) -> bool:
    """``replace``: a cost, or one of the own soldiers."""
    if word.isascii() and word.isdigit():
        return len(word) < 7
    unit = seen.units.get(word)
    return unit is not None and unit.side == side and card(seen, unit).kind == "soldier"
