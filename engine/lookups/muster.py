"""Army lists for a game whose armies are being mustered."""

from collections.abc import Iterator
from typing import Any

from engine.contract import System, counted, replace
from engine.errors import Refused
from engine.log.fold import Fold
from engine.scenarios.army_lists import CheckedList, judge_muster
from engine.scenarios.yaml_reader import FaultyFile
from engine.toolkit.muster.army_text import army_text
from engine.toolkit.muster.judging import MOST_POINTS
from engine.toolkit.muster.position import Mustering

from .cards import grouped, own_types


def judge_army(fold: Fold, side: str, text: str) -> CheckedList:
    """A list, as a file or on one line, judged for a side.  Refused no-muster, bad-list if it is no list at all."""
    if not isinstance(fold.state, Mustering):
        raise Refused("no-muster", f"No armies are being mustered in {fold.opened.name}.")
    try:
        return judge_muster(text, fold.scenario, side)
    except FaultyFile as faulty:
        raise Refused("bad-list", f"This is no army list: {faulty}.") from None


def own_army(fold: Fold, side: str, drafted: str = "") -> str:
    """For the side's own player: the list that it has submitted, or what it gets without one; "" outside the muster.

    ``drafted``: the list in its draft, which is not submitted yet.
    """
    state = fold.system.view(fold.state, side)
    if fold.phase is None or not isinstance(state, Mustering):
        return ""
    submitted = state.armies.get(side)
    army = dict(submitted or state.default(side))
    priced = fold.system.check_army(replace(fold.scenario, muster=None), side, army, {"points": state.points})
    listed = f"{army_text(army)}; {priced.total} of {counted(state.points, 'point')}."
    written = f"Your draft has an army list that is not submitted yet: {drafted}. Commit it, or say done. "
    if submitted is None:
        silent = f"{written}Otherwise" if drafted else "You have submitted no army list. Without one"
        return f"{silent} you get the army of the board: {listed}"
    later = "You are done with the muster." if side in state.done else "A later one replaces it."
    says = f"Your army list is in: {listed} Nobody else sees it before every side is done. {later}"
    return f"{written}{says}" if drafted else says


def price_list(fold: Fold, side: str) -> tuple[str, ...]:
    """Every type that the side can choose for its army, with the price of a unit, a line each, under headings; none
    outside the muster.
    """
    state = fold.state
    if fold.phase is None or not isinstance(state, Mustering):
        return ()
    rules: System[Any] = fold.system
    board = replace(fold.scenario, muster=None)
    cards = rules.cards(board)
    priced = {key: rules.check_army(board, side, {key: 1}, {"points": MOST_POINTS}) for key in cards}
    rows = {key: one.rows[0] for key, one in priced.items() if one.rows and not one.faults}
    found = {key: replace(cards[key], cost=str(cost)) for key, (_, _, _, cost) in rows.items()}

    def lines() -> Iterator[str]:
        yield f"What you can choose for {counted(state.points, 'point')}, with the price of one unit:"
        for group, types in grouped(found, own_types(found, rules)).items():
            yield from filter(None, (group,))
            yield from (f"  {card.key:24} {card.cost:>4}  {rows[card.key][1]}" for card in types)
        yield f"The card of a type shows what it can do: card {next(iter(rows), '')}"
        first = next(iter(state.default(side))).split(" x")[0]
        sized = rules.check_army(board, side, {f"{first} x2": 1}, {"points": MOST_POINTS})
        if sized.rows and not sized.faults:
            yield f"A number behind x is the size of each unit, and changes its price: {sized.rows[0][0]}: 1"

    return tuple(lines())
