"""The end of a campaign: by capitals, income or turn limit, by concession or agreement (BK 16)."""

from collections.abc import Iterator, Mapping

from engine.contract import Turn

from ...state.events import Conceded, DrawOffered, GameOver
from ...state.position import State, alliances, territories
from ..board.area_control import friendly

DRAW = "draw"


# the end of a round
def round_over(turn: Turn[State]) -> bool:
    """BK 16.1 to 16.3, in this order: ends the game if it is decided; returns whether it did."""
    state = turn.state
    for reason, winner in (
        ("capitals", by_capitals(state)),
        ("income", by_income(state)),
        ("turn-limit", by_clock(state)),
    ):
        if winner:
            turn.happens(GameOver(winner, reason, territory_growth(state)))
            return True
    return False


def by_capitals(state: State) -> str | None:
    """BK 16.1: the alliance that holds enough enemy capitals, and more than any other; None if there is none."""
    held = {alliance: len(tuple(capitals(state, alliance))) for alliance in alliances(state)}
    most = max(held.values())
    first = [alliance for alliance, number in held.items() if number == most]
    return first[0] if most >= state.setup.capitals and len(first) == 1 else None


def capitals(state: State, alliance: str) -> Iterator[str]:
    """The enemy capitals that an alliance holds."""
    own = _powers(state, alliance)[0]
    return (
        power.capital
        for power in state.powers.values()
        if power.capital and power.alliance != alliance and friendly(state, own, power.capital)
    )


def by_income(state: State) -> str | None:
    """BK 16.2: the only alliance with the income it needs to win; None if none or several have it."""
    wins = state.setup.wins_income
    able = [
        alliance for alliance, (now, _) in territory_growth(state).items() if alliance in wins and now >= wins[alliance]
    ]
    return able[0] if len(able) == 1 else None


def by_clock(state: State) -> str | None:
    """BK 16.3: at the turn limit, the alliance that has grown most by enough, else a draw; None before the limit."""
    if state.setup.turns is None or state.turn < state.setup.turns:
        return None
    (most, first), (next_most, _), *_ = sorted(
        ((growth, alliance) for alliance, (_, growth) in territory_growth(state).items()), reverse=True
    )
    return first if most - next_most >= max(1, state.setup.margin) else DRAW


def territory_growth(state: State) -> Mapping[str, tuple[int, int]]:
    """BK 16.2, 16.3, 16.6: alliance -> the value of its territories, and how much that has grown since the start,
    its handicap included.
    """
    now = {alliance: sum(income(state, power) for power in _powers(state, alliance)) for alliance in alliances(state)}
    return {alliance: (worth, worth - state.game.start_income.get(alliance, 0)) for alliance, worth in now.items()}


def income(state: State, power: str) -> int:
    """BK 15.6: the IPC values of all territories it owns."""
    return sum(state.map.known[area].ipc for area in territories(state, power))


def _powers(state: State, alliance: str) -> tuple[str, ...]:
    return tuple(power.id for power in state.powers.values() if power.alliance == alliance)


# concession and agreement
def concede(turn: Turn[State], side: str) -> None:
    """BK 16.4: a power concedes; a second concession does nothing."""
    if side in turn.state.game.conceded:
        return
    turn.happens(Conceded(side))
    state = turn.state
    left = [
        alliance
        for alliance in alliances(state)
        if not all(power in state.game.conceded for power in _powers(state, alliance))
    ]
    if len(left) == 1:
        turn.happens(GameOver(left[0], "conceded", territory_value(state)))
    else:
        _agreed(turn)


def offer_draw(turn: Turn[State], side: str) -> None:
    """BK 16.4: a power offers a draw; an offer stays open."""
    if side not in turn.state.game.draw:
        turn.happens(DrawOffered(side))
        _agreed(turn)


def _agreed(turn: Turn[State]) -> None:
    state = turn.state
    if state.game.draw and all(power in (*state.game.draw, *state.game.conceded) for power in state.powers):
        turn.happens(GameOver(DRAW, "agreed", territory_value(state)))


def territory_value(state: State) -> Mapping[str, tuple[int, int]]:
    """The values and growth of all alliances in a campaign; empty for a single battle."""
    return territory_growth(state) if state.setup.mode == "campaign" else {}
