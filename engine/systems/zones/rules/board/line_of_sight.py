"""Line of sight from centre to centre, what is in its way, and the cover that it gives (ZC 7)."""

from collections.abc import Iterable
from functools import lru_cache
from math import dist
from typing import NamedTuple

from engine.contract import Record, SameObject
from engine.toolkit.wording import inches, listed
from maps.geometry.tabletop import Piece, Tabletop

from ...state.position import Spot, State
from ...tables import TABLES
from .geometry import hundredths, pieces_at, terrain_on_way


class SightLine(Record, frozen=True):
    """The line of sight from an attacker to a target.  ``cover``: the target's: ``""``, ``sparse`` or ``dense``.

    ``sparse`` and ``dense``: hundredths of an inch of such terrain on the line.  ``why``: the reason in words, with
    numbers and paragraph.  ``hiding``: the pieces that block the line.
    """

    clear: bool
    cover: str
    sparse: int
    dense: int
    why: str
    hiding: tuple[Piece, ...]

    @property
    def hiding_names(self) -> tuple[str, ...]:
        return _piece_names(self.hiding)


class _SightStretch(NamedTuple):
    """ZC 1.7: a stretch of the line in a piece of terrain, from the share ``start`` of the line to ``end``."""

    piece: Piece
    start: float
    end: float

    @property
    def at_start(self) -> bool:
        return self.start <= 0

    @property
    def at_end(self) -> bool:
        return self.end >= 1


def line_of_sight(state: State, a: Spot, b: Spot) -> SightLine:
    """ZC 7.1: the line between two places.  Sight is the same in both directions (ZC 7.4); cover is that of a target
    at b.
    """
    return _line_of_sight(SameObject(state.table), a, b)


@lru_cache(1 << 15)
def _line_of_sight(table: SameObject[Tabletop], a: Spot, b: Spot) -> SightLine:
    parts = tuple(
        _SightStretch(piece, *part) for piece, found in terrain_on_way(table.it).crossed_by(a, b) for part in found
    )
    sparse, dense = (tuple(part for part in parts if part.piece.kind == kind) for kind in ("sparse", "dense"))
    within = any(piece.kind == "sparse" for at in (a, b) for piece in pieces_at(table.it, at)) if sparse else False
    woods, ruins = (_total_length(a, b, some) for some in (sparse, dense))
    why, hiding = (
        _hidden_by_dense(dense, ruins)
        or _hidden_by_sparse(sparse, woods, _sparse_limit(within))
        or (_clear_reason(woods, ruins), ())
    )
    return SightLine(not hiding, _cover(parts), woods, ruins, why, hiding)


def _total_length(a: Spot, b: Spot, parts: tuple[_SightStretch, ...]) -> int:
    """ZC 1.2: the length of all stretches, added up unrounded and rounded once."""
    return hundredths(dist(a, b) / 100 * sum(part.end - part.start for part in parts))


def _sparse_limit(within: bool) -> int:
    """ZC 7.2: the most hundredths of sparse terrain that one can see into or through; ``within``: an end of the line
    is in some.
    """
    sparse = TABLES.terrain["sparse"]
    return hundredths(sparse.into) if within else hundredths(sparse.through) - 1


def _hidden_by_dense(parts: tuple[_SightStretch, ...], total: int) -> tuple[str, tuple[Piece, ...]] | None:
    """ZC 7.3: why dense terrain blocks the line, and the pieces that do; None if it does not."""
    through, most = (
        _distinct_pieces(part for part in parts if not (part.at_start or part.at_end)),
        hundredths(TABLES.terrain["dense"].into),
    )
    if through:
        be = "is" if len(through) == 1 else "are"
        return (
            f"{listed(_piece_names(through))} {be} in the way; nobody can see through dense terrain (ZC 7.3)",
            through,
        )
    if total > most:
        says = f"{inches(total / 100)} of dense terrain is in the way ({listed(_piece_names(_distinct_pieces(parts)))})"
        return f"{says}; you can see at most {inches(most / 100)} into it (ZC 7.3)", _distinct_pieces(parts)
    return None


def _hidden_by_sparse(parts: tuple[_SightStretch, ...], total: int, most: int) -> tuple[str, tuple[Piece, ...]] | None:
    """ZC 7.2: why sparse terrain blocks the line, and the pieces that do; None if it does not."""
    if total <= most:
        return None
    into = hundredths(TABLES.terrain["sparse"].into)
    bound = (
        f"at most {inches(most / 100)} into it"
        if most == into
        else f"through less than {inches((most + 1) / 100)} of it"
    )
    pieces = _distinct_pieces(parts)
    says = f"{inches(total / 100)} of sparse terrain is in the way ({listed(_piece_names(pieces))})"
    return f"{says}; you can see {bound} (ZC 7.2)", pieces


def _clear_reason(sparse: int, dense: int) -> str:
    """Why the line is clear."""
    found = [
        f"{inches(length / 100)} of {kind} terrain" for kind, length in (("sparse", sparse), ("dense", dense)) if length
    ]
    rules = [rule for rule, length in (("7.2", sparse), ("7.3", dense)) if length]
    return (
        f"the line passes through {listed(found)} (ZC {', '.join(rules)})"
        if found
        else "nothing is in the way (ZC 7.1)"
    )


def _cover(parts: tuple[_SightStretch, ...]) -> str:
    """ZC 7.5: the cover of a target at the end of the line."""
    kinds = {part.piece.kind for part in parts if part.at_end or not part.at_start}
    return next((kind for kind in ("dense", "sparse") if kind in kinds), "")


def _distinct_pieces(parts: Iterable[_SightStretch]) -> tuple[Piece, ...]:
    return tuple(dict.fromkeys(part.piece for part in parts))


def _piece_names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.name or f"{piece.kind} terrain" for piece in pieces))
