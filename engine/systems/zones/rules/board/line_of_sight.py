"""Line of sight from centre to centre, what is in its way, and the cover that it gives (ZC 7)."""

from collections.abc import Iterable, Sequence
from math import dist
from typing import NamedTuple

from engine.contract import Record, kept_for_latest
from engine.toolkit.wording import inches, listed
from maps.geometry.tabletop import Piece, Tabletop

from ...state.kept import kept_for_records
from ...state.position import Spot, State
from ...tables import TABLES
from .geometry import hundredths
from .terrain import MOST_REMEMBERED, pieces_at, terrain_on_way


class SightLine(Record, frozen=True):
    """The line of sight from an attacker to a target.  ``cover``: the target's: ``""``, ``sparse`` or ``dense``.

    ``sparse`` and ``dense``: hundredths of an inch of such terrain on the line.  ``obstacle``: what blocks the line, in
    words; "" if it is clear.  ``hiding``: the pieces that block it.  ``why``: the reason, with numbers and paragraph.
    """

    clear: bool
    cover: str
    sparse: int
    dense: int
    obstacle: str
    hiding: tuple[Piece, ...]

    @property
    def why(self) -> str:
        return self.obstacle or _clear_reason(self.sparse, self.dense)

    @property
    def hiding_names(self) -> tuple[str, ...]:
        return _piece_names(self.hiding)


class _SightStretch(NamedTuple):
    """ZC 1.7: a stretch of the line in a piece of terrain, from the share ``start`` of the line to ``end``."""

    piece: Piece
    start: float
    end: float


def line_of_sight(state: State, a: Spot, b: Spot) -> SightLine:
    """ZC 7.1: the line between two places.  Sight is the same in both directions (ZC 7.4); cover is that of a target
    at b.
    """
    lines = _known_lines(state.table)
    if (known := lines.get((a, b))) is None:
        if len(lines) >= MOST_REMEMBERED:
            lines.clear()
        known = lines[a, b] = _line_of_sight(state.table, a, b)
    return known


@kept_for_latest
def _known_lines(table: Tabletop) -> dict[tuple[Spot, Spot], SightLine]:
    return _lines_of_table(table)


@kept_for_records
def _lines_of_table(table: Tabletop) -> dict[tuple[Spot, Spot], SightLine]:
    """Of many tables: games take turns."""
    return {}


def _line_of_sight(table: Tabletop, a: Spot, b: Spot) -> SightLine:
    crossed = terrain_on_way(table).crossed_by(a, b)
    if not crossed:
        return NOTHING_IN_THE_WAY
    parts = [_SightStretch(piece, start, end) for piece, found in crossed for start, end in found]
    sparse = [part for part in parts if part.piece.kind == "sparse"]
    dense = [part for part in parts if part.piece.kind == "dense"] if len(sparse) < len(parts) else []
    woods, ruins = _total_length(a, b, sparse), _total_length(a, b, dense)
    hidden = _hidden_by_dense(dense, ruins) if dense else None
    if woods > LEAST_SPARSE_LIMIT and not hidden:
        within = any(piece.kind == "sparse" for at in (a, b) for piece in pieces_at(table, at))
        hidden = _hidden_by_sparse(sparse, woods, _sparse_limit(within))
    obstacle, hiding = hidden or ("", ())
    return SightLine(not hiding, _cover(parts), woods, ruins, obstacle, hiding)


def _total_length(a: Spot, b: Spot, parts: Sequence[_SightStretch]) -> int:
    """ZC 1.2: the length of all stretches, added up unrounded and rounded once."""
    return hundredths(dist(a, b) / 100 * sum([end - start for _, start, end in parts])) if parts else 0


def _sparse_limit(within: bool) -> int:
    """ZC 7.2: the most hundredths of sparse terrain that one can see into or through; ``within``: an end of the line
    is in some.
    """
    sparse = TABLES.terrain["sparse"]
    return hundredths(sparse.into) if within else hundredths(sparse.through) - 1


LEAST_SPARSE_LIMIT = min(_sparse_limit(within) for within in (False, True))
"""ZC 7.2: so much sparse terrain hides nothing, wherever the line begins and ends."""


def _hidden_by_dense(parts: Sequence[_SightStretch], total: int) -> tuple[str, tuple[Piece, ...]] | None:
    """ZC 7.3: why dense terrain blocks the line, and the pieces that do; None if it does not."""
    most = hundredths(TABLES.terrain["dense"].into)
    if through := _distinct_pieces([part for part in parts if part.start > 0 and part.end < 1]):
        be = "is" if len(through) == 1 else "are"
        return (
            f"{listed(_piece_names(through))} {be} in the way; nobody can see through dense terrain (ZC 7.3)",
            through,
        )
    if total > most:
        says = f"{inches(total / 100)} of dense terrain is in the way ({listed(_piece_names(_distinct_pieces(parts)))})"
        return f"{says}; you can see at most {inches(most / 100)} into it (ZC 7.3)", _distinct_pieces(parts)
    return None


def _hidden_by_sparse(parts: Sequence[_SightStretch], total: int, most: int) -> tuple[str, tuple[Piece, ...]] | None:
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


NOTHING_IN_THE_WAY = SightLine(True, "", 0, 0, "", ())


def _cover(parts: Sequence[_SightStretch]) -> str:
    """ZC 7.5: the cover of a target at the end of the line."""
    kinds = {piece.kind for piece, start, end in parts if end >= 1 or start > 0}
    return "dense" if "dense" in kinds else "sparse" if "sparse" in kinds else ""


def _distinct_pieces(parts: Iterable[_SightStretch]) -> tuple[Piece, ...]:
    return tuple(dict.fromkeys([part.piece for part in parts]))


def _piece_names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.name or f"{piece.kind} terrain" for piece in pieces))
