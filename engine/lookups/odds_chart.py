"""The odds of a battle as a chart."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from engine.contract import Odds
from engine.contract.odds import Bar
from maps.drawing.chart import FEW
from maps.scene.chart import BattleEnd, Chart, ChartSide, Column, Share

from .odds import BattleOdds


def chart(promise: BattleOdds) -> Chart:
    """The chart that ``maps.drawing.chart.draw_chart`` draws."""
    odds = promise.odds
    names = {key: side.name for key, side in promise.sides.items()}
    lines = tuple(
        _chart_side(odds, side, names[side], promise.sides[side].colour) for side in (odds.attacker, odds.defender)
    )
    return Chart(
        promise.title.rstrip("."),
        (lines[0], lines[1]),
        tuple(_shares(odds, names)),
        _columns(odds),
        _swing(odds, names),
        _source(odds),
    )


def _chart_side(odds: Odds, side: str, name: str, colour: str) -> ChartSide:
    left = ", ".join(f"{odds.left[side][kind]:.2f} {kind}" for kind in odds.forces[side])
    return ChartSide(
        name, colour, tuple(odds.forces[side].items()), left or "nothing", f"{odds.lost[side]:.1f} {odds.counted}"
    )


def _shares(odds: Odds, names: Mapping[str, str]) -> Iterator[Share]:
    """The possible outcomes, from left to right."""
    first, second = names[odds.attacker], names[odds.defender]
    parts = (
        Share("won", f"{first} wins", odds.win, ""),
        Share("retreated", f"{first} retreats", odds.retreat, ""),
        Share("draw", "draw", odds.draw, ""),
        Share("lost", f"{second} wins", odds.loss, ""),
    )
    yield from (
        Share(part.end, part.words, part.share, f"{100 * part.share:.1f}%", _range(odds, part.share))
        for part in parts
        if part.share > 0
    )


def _range(odds: Odds, share: float) -> str:
    low, high = odds.interval(share)
    return f"({100 * low:.1f} to {100 * high:.1f})" if odds.battles else ""


def _columns(odds: Odds) -> tuple[Column, ...]:
    """One column for each bar; if there are too many, several numbers of units share one."""
    step = next(step for step in count(1) if len(_grouped_bars(odds.bars, step)) <= FEW)
    return tuple(
        Column(end, "draw" if end == "draw" else str(low) if low == high else f"{low}-{high}", share)
        for (end, _), (low, high, share) in _grouped_bars(odds.bars, step).items()
    )


def _grouped_bars(bars: Sequence[Bar], step: int) -> Mapping[tuple[BattleEnd, int], tuple[int, int, float]]:
    """(outcome, group) -> the fewest and most units left, and the share of all battles."""
    found: dict[tuple[BattleEnd, int], tuple[int, int, float]] = {}
    for bar in bars:
        key = (bar.result, (bar.left - 1) // step)
        low, high, share = found.get(key, (bar.left, bar.left, 0.0))
        found[key] = (min(low, bar.left), max(high, bar.left), share + bar.share)
    return found


def _swing(odds: Odds, names: Mapping[str, str]) -> str:
    ahead, much = names[odds.attacker if odds.swing >= 0 else odds.defender], abs(odds.swing)
    sure = f" ± {odds.margin:.1f}" if odds.battles else ""
    return f"Mean swing: {much:.1f}{sure} {odds.counted} for {ahead}"


def _source(odds: Odds) -> str:
    if not odds.battles:
        return "Exact, by the rules and both sides' standing orders."
    return f"From {odds.battles:,} simulated battles. In brackets and after ±: the 95% confidence interval."
