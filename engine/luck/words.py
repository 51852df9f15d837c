"""Luck in sentences: what the figures mean, in plain words."""

from collections.abc import Iterator, Sequence
from math import sqrt

from engine.contract import counted

from .chi_square import LEAST, evenness
from .tally import Faces, LossTally, RareRoll, SideLuck, Tally

EVEN, UNEVEN = 0.05, 0.01
"""p-values above which dice are as even as fair dice are, and below which fair dice are so seldom."""
USUAL, SELDOM = 1.0, 2.0
"""Standard deviations from what was expected."""


def face_lines(faces: Faces) -> Iterator[str]:
    """A line for each kind of die: ``d6, 214 dice: 1 x31, 2 x40 ... As even as fair dice are (p = 0.42).``"""
    for sides, counts in faces.items():
        shown = ", ".join(f"{face} x{count}" for face, count in enumerate(counts, 1) if count or sides <= 12)
        expected = f"{sum(counts) / sides:.1f} of each expected"
        yield f"d{sides}, {counted(sum(counts), 'die')}: {shown}; {expected}. {evenness_words(counts)}"


def evenness_lines(faces: Faces) -> Iterator[str]:
    """In short, of each kind of die of which there are enough rolls: ``d6: as even as fair dice are.``"""
    for sides, counts in faces.items():
        if evenness(counts):
            short = evenness_in_short(counts)
            yield f"d{sides}: {short[:1].lower()}{short[1:]}."


def evenness_words(counts: Sequence[int]) -> str:
    """What chi-square says of a die's faces."""
    short, found = evenness_in_short(counts), evenness(counts)
    if found is None:
        return f"{short}: it takes {counted(LEAST * len(counts), 'die')}."
    figures = f"chi-square {found.statistic:.1f}, p = {p_words(found.p)}"
    often = "" if found.p >= EVEN else f": fair dice come out like this or less even {one_in(found.p)} times"
    return f"{short}{often} ({figures})."


def evenness_in_short(counts: Sequence[int]) -> str:
    """The same in a few words, without figures."""
    found = evenness(counts)
    if found is None:
        return "Too few dice to say how even they are"
    if found.p >= EVEN:
        return "As even as fair dice are"
    return "Less even than usual" if found.p >= UNEVEN else "Far less even than usual"


def p_words(p: float) -> str:
    return f"{p:.2f}" if p >= EVEN else f"{p:.3f}" if p >= 0.001 else "less than 0.001"


def one_in(chance: float) -> str:
    """``1 in 46``"""
    return f"1 in {max(1, round(1 / chance)):,}" if chance > 1e-15 else "1 in a million billions"


def side_lines(name: str, luck: SideLuck) -> Iterator[str]:
    """What a side hit and lost, beside what was expected."""
    total = luck.total
    if total.tries:
        came = f"{counted(total.successes, 'success')} in {counted(total.tries, 'try')}"
        yield f"{name}: {came}, {total.expected:.1f} expected: {fortune(total)}."
        kinds = "; ".join(f"{kind} {tally_words(tally)}" for kind, tally in luck.kinds.items())
        yield f"  By kind, with what was expected: {kinds}."
    for what, loss in luck.losses.items():
        yield loss_line(name, what, loss)


def tally_words(tally: Tally) -> str:
    """``12 of 30 (10.4)``"""
    return f"{tally.successes:,} of {tally.tries:,} ({tally.expected:.1f})"


def fortune(tally: Tally) -> str:
    """How far the successes are from what was expected, in words."""
    ahead = tally.successes - tally.expected
    deviations = abs(ahead) / sqrt(tally.variance) if tally.variance > 1e-9 else 0.0
    if deviations < USUAL:
        return "about as expected"
    word = "lucky" if ahead > 0 else "unlucky"
    return f"a little {word}" if deviations < SELDOM else f"very {word}"


def loss_line(name: str, what: str, loss: LossTally) -> str:
    return f"{name} lost {counted(f'{loss.actual:,.10g}', what)} to dice, {loss.expected:,.1f} expected."


def rare_line(rare: RareRoll | None) -> str:
    """``Rarest roll: W1 attacks M1 in turn 3 (6 of 6, 2.0 expected): 1 in 729.``; "" if there is none."""
    return _rare_line(rare, "") if rare else ""


def rare_line_of_season(rare: RareRoll | None) -> str:
    """The same with the name of its game."""
    return _rare_line(rare, f" of {rare.game}") if rare else ""


def _rare_line(rare: RareRoll, where: str) -> str:
    return f"Rarest roll: {rare.label} in {rare.when}{where} ({rare.result}): {one_in(rare.chance)}."
